"""Files that are whole or not there, whatever happens while they are written."""

from __future__ import annotations

import os
import pickle
import time
from pathlib import Path

import pytest

from aidgen.problems import InputError
from aidgen.sandbox.output import STALE, remove_file, sweep, write_file


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("owner", "step"), [(os, "fsync"), (os, "replace")])
def test_a_write_that_fails_leaves_the_old_content_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, step: str
) -> None:
    path = tmp_path / "a.pdf"
    write_file(path, b"old", tmp_path)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(owner, step, full)
    with pytest.raises(OSError, match="No space left") as raised:
        write_file(path, b"new", tmp_path)
    assert pickle.loads(pickle.dumps(raised.value)).filename == str(path)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == {"a.pdf"}


def test_write_tells_whether_anything_changed(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.pdf"
    assert write_file(path, b"one", tmp_path)
    before = path.stat().st_mtime_ns
    assert not write_file(path, b"one", tmp_path)
    assert path.stat().st_mtime_ns == before
    assert write_file(path, b"two", tmp_path)
    assert path.read_bytes() == b"two"


def test_sweep_removes_old_scratch_files_and_no_others(tmp_path: Path) -> None:
    old, fresh = tmp_path / "x" / ".a.pdf.1.part", tmp_path / ".b.pdf.2.part"
    other = tmp_path / "x" / "a.part"
    for path in (old, fresh, other):
        path.parent.mkdir(exist_ok=True)
        path.touch()
    long_ago = time.time() - STALE - 60
    os.utime(old, (long_ago, long_ago))
    os.utime(other, (long_ago, long_ago))
    sweep(tmp_path)
    assert names(tmp_path) == {".b.pdf.2.part", "a.part"}


def test_a_folder_in_the_place_of_a_file_is_named_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.mkdir()
    (path / "dear.txt").touch()
    with pytest.raises(OSError, match="Is a directory"):
        write_file(path, b"new", tmp_path)
    assert names(tmp_path) == {"dear.txt"}


def test_a_link_in_the_place_of_a_file_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "a.pdf"
    link.symlink_to(tmp_path / "folder")
    assert write_file(link, b"new", tmp_path)
    assert not link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "folder"]


# Links


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """Return a folder that is nobody's business, with a file in it."""
    folder = tmp_path / "victim"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(b"dear")
    return folder


@pytest.mark.parametrize("deep", ["x", "x/y", "x/y/z"])
def test_nothing_is_written_or_removed_through_a_link(
    tmp_path: Path, victim: Path, deep: str
) -> None:
    out = tmp_path / "out"
    link = out / deep
    link.parent.mkdir(parents=True)
    link.symlink_to(victim)
    for act in (
        lambda: write_file(link / "a.pdf", b"new", out),
        lambda: write_file(link / "new" / "a.pdf", b"new", out),
        lambda: remove_file(link / "a.pdf", out),
        lambda: write_file(out / deep / ".." / "a.pdf", b"new", out),
        lambda: write_file(out / ".." / "a.pdf", b"new", out),
    ):
        with pytest.raises(InputError, match="is a link out of"):
            act()
    assert names(victim) == {"a.pdf"}
    assert (victim / "a.pdf").read_bytes() == b"dear"
    assert names(tmp_path) == {"a.pdf"}


def test_the_folder_that_the_user_named_may_be_a_link(tmp_path: Path, victim: Path) -> None:
    (tmp_path / "out").symlink_to(victim)
    assert write_file(tmp_path / "out" / "x" / "b.pdf", b"new", tmp_path / "out")
    assert (victim / "x" / "b.pdf").read_bytes() == b"new"
