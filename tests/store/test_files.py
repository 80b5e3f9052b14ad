"""Files that are whole or not there, whatever happens while they are written."""

from __future__ import annotations

import os
import pickle
import time
from pathlib import Path

import pytest

from aidgen.store import files
from aidgen.store.cache import write_entry


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("owner", "step"), [(os, "fsync"), (Path, "replace")])
def test_a_write_that_fails_leaves_the_old_content_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, step: str
) -> None:
    path = tmp_path / "a.pdf"
    files.write(path, b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(owner, step, full)
    with pytest.raises(OSError, match="No space left"):
        files.write(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == {"a.pdf"}


def test_write_tells_whether_anything_changed(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.pdf"
    assert files.write(path, b"one")
    before = path.stat().st_mtime_ns
    assert not files.write(path, b"one")
    assert path.stat().st_mtime_ns == before
    assert files.write(path, b"two")
    assert path.read_bytes() == b"two"


def test_sweep_removes_old_scratch_files_and_no_others(tmp_path: Path) -> None:
    old, fresh = tmp_path / "x" / ".a.pdf.1.part", tmp_path / ".b.pdf.2.part"
    other = tmp_path / "x" / "a.part"
    for path in (old, fresh, other):
        path.parent.mkdir(exist_ok=True)
        path.touch()
    long_ago = time.time() - files.STALE - 60
    os.utime(old, (long_ago, long_ago))
    os.utime(other, (long_ago, long_ago))
    files.sweep(tmp_path)
    assert names(tmp_path) == {".b.pdf.2.part", "a.part"}


def test_a_folder_in_the_place_of_a_file_is_put_aside_with_all_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    for number in (1, 2):
        path.mkdir()
        (path / "dear.txt").write_text(f"{number}")
        assert files.write(path, b"new")
        assert path.read_bytes() == b"new"
        path.unlink()
    kept = [tmp_path / f"manifest.json.aside-{number}" / "dear.txt" for number in (1, 2)]
    assert [one.read_text() for one in kept] == ["1", "2"]


def test_a_link_in_the_place_of_a_file_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "a.pdf"
    link.symlink_to(tmp_path / "folder")
    assert files.write(link, b"new")
    assert not link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "folder"]


def test_a_full_disk_is_told_with_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left") as raised:
        files.write(tmp_path / "a.pdf", b"new")
    assert raised.value.filename == str(tmp_path / "a.pdf")
    with pytest.raises(OSError, match="No space left") as raised:
        write_entry(tmp_path / "shelf", "ab" * 32, b"new")
    assert pickle.loads(pickle.dumps(raised.value)).filename == str(tmp_path / "shelf")
