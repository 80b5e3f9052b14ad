"""A save of the preview that meets a save of an editor: what the editor saved stays."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from aidgen.sandbox import output

IN_PLACE = "import sys; open(sys.argv[1], 'w').write('editor')"


@pytest.mark.parametrize("in_place", [False, True])
def test_what_an_editor_saves_at_the_same_moment_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, in_place: bool
) -> None:
    if in_place and sys.platform != "linux":
        pytest.skip("only Linux has leases")
    path, exchange = tmp_path / "a.yaml", output._exchange
    path.write_bytes(b"old")
    editors: list[subprocess.Popen[bytes]] = []

    def meet(one: str, other: str, folder: int) -> bool:
        if not editors:  # after the last look at the file
            if in_place:
                editors.append(subprocess.Popen([sys.executable, "-c", IN_PLACE, str(path)]))
                time.sleep(0.5)
            else:
                (tmp_path / "b").write_bytes(b"editor")
                (tmp_path / "b").replace(path)
                editors.append(subprocess.Popen(["true"]))
        return exchange(one, other, folder)

    monkeypatch.setattr(output, "_exchange", meet)
    assert not output.replace_file(path, b"old", b"ours", tmp_path)
    assert editors[0].wait(10) == 0
    assert path.read_bytes() == b"editor"
    assert [*tmp_path.iterdir()] == [path]
    assert output.replace_file(path, b"editor", b"ours", tmp_path)
    assert path.read_bytes() == b"ours"
