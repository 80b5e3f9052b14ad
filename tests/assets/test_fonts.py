"""The folder of fonts made ready."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.assets import fonts


def test_a_folder_of_links_holds_some_files_alone_and_is_made_whole_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    files = [tmp_path / "one [x].ttf", tmp_path / "two.ttf", tmp_path / "other.ttf"]
    for file in files:
        file.write_bytes(file.name.encode())
    folder = fonts.link_folder(files[:2])
    assert {link.read_text() for link in folder.iterdir()} == {"one [x].ttf", "two.ttf"}
    next(folder.iterdir()).unlink()
    assert fonts.link_folder(files[:2]) == folder
    assert len(list(folder.iterdir())) == 2
    files[0].write_bytes(b"of another release")
    assert fonts.link_folder(files[:2]) != folder
