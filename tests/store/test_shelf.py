from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from aidgen.page.faults import Fault
from aidgen.store import shelf
from aidgen.store.shelf import Filed

FAULT = Fault(kind="pale", found="cannot be seen", words="One", page=2, colours=("#fff", "#ff0"))
FILED = Filed(b"%PDF whole", b"PNG", 3, (FAULT,))
DIGEST = "ab" * 32


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file()}


def test_what_is_put_can_be_got(tmp_path: Path) -> None:
    shelf.put(tmp_path, DIGEST, FILED)
    assert shelf.get(tmp_path, DIGEST) == FILED
    assert shelf.get(tmp_path, "cd" * 32) is None


@pytest.mark.parametrize("suffix", ["pdf", "png", "json"])
@pytest.mark.parametrize("how", ["gone", "short", "empty", "other"])
def test_what_is_not_whole_counts_as_nothing(tmp_path: Path, suffix: str, how: str) -> None:
    shelf.put(tmp_path, DIGEST, FILED)
    path = tmp_path / DIGEST[:2] / f"{DIGEST}.{suffix}"
    content = path.read_bytes()
    if how == "gone":
        path.unlink()
    else:
        path.write_bytes({"short": content[:-1], "empty": b"", "other": b"[]"}[how])
    assert shelf.get(tmp_path, DIGEST) is None


@pytest.mark.parametrize(("owner", "step"), [(os, "fsync"), (Path, "replace")])
def test_a_write_that_fails_leaves_the_old_content_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, step: str
) -> None:
    path = tmp_path / "a.pdf"
    shelf.write(path, b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(owner, step, full)
    with pytest.raises(OSError, match="No space left"):
        shelf.write(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == {"a.pdf"}


def test_write_tells_whether_anything_changed(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.pdf"
    assert shelf.write(path, b"one")
    before = path.stat().st_mtime_ns
    assert not shelf.write(path, b"one")
    assert path.stat().st_mtime_ns == before
    assert shelf.write(path, b"two")
    assert path.read_bytes() == b"two"


def test_sweep_removes_old_scratch_files_and_no_others(tmp_path: Path) -> None:
    old, fresh = tmp_path / "x" / ".a.pdf.1.part", tmp_path / ".b.pdf.2.part"
    other = tmp_path / "x" / "a.part"
    for path in (old, fresh, other):
        path.parent.mkdir(exist_ok=True)
        path.touch()
    long_ago = time.time() - shelf.STALE - 60
    os.utime(old, (long_ago, long_ago))
    os.utime(other, (long_ago, long_ago))
    shelf.sweep(tmp_path)
    assert names(tmp_path) == {".b.pdf.2.part", "a.part"}


def test_the_key_changes_with_all_that_goes_into_a_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    key = shelf.key("page")
    assert key == shelf.key("page")
    assert key != shelf.key("page ")
    monkeypatch.setattr(shelf, "version", lambda name: "9.9")
    assert key != shelf.key("page")
    monkeypatch.undo()
    monkeypatch.setattr(shelf, "EDITION", shelf.EDITION + 1)
    assert key != shelf.key("page")


def test_faults_are_filed_with_the_pdf(tmp_path: Path) -> None:
    clean = replace(FILED, faults=())
    shelf.put(tmp_path, DIGEST, clean)
    found = shelf.get(tmp_path, DIGEST)
    assert found is not None
    assert found.faults == ()
