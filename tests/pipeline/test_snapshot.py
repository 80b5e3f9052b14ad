"""Files that were changed since a command began, whatever they look like by then."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from aidgen.pipeline.fingerprints import Snapshot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    (folder / "in").mkdir(parents=True)
    for name in ("one", "in/two"):
        (folder / name).write_text("as it was", encoding="utf-8")
    return folder


def changed_back(folder: Path) -> None:
    """Write another text, and the old one again at the time of before."""
    path = folder / "in" / "two"
    said = path.stat()
    path.write_text("as it has", encoding="utf-8")
    path.write_text("as it was", encoding="utf-8")
    os.utime(path, ns=(said.st_atime_ns, said.st_mtime_ns))


CHANGES: dict[str, Callable[[Path], object]] = {
    "in/two": changed_back,
    "one": lambda folder: (folder / "one").write_text("otherwise", encoding="utf-8"),
    "new": lambda folder: (folder / "new").write_text("", encoding="utf-8"),
    "link": lambda folder: (folder / "link").symlink_to("nowhere"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_that_was_changed_does_not_stand(folder: Path, name: str) -> None:
    snapshot = Snapshot([folder, folder.with_name("none")])
    assert snapshot.holds
    assert not snapshot.changed()
    CHANGES[name](folder)
    assert not snapshot.holds
    assert snapshot.changed() == [f"{folder}/{name}"]


def test_what_is_no_file_of_ours_is_not_looked_at(folder: Path) -> None:
    snapshot = Snapshot([folder])
    (folder / ".one.swp").write_text("x", encoding="utf-8")
    (folder / "__pycache__").mkdir()
    assert snapshot.holds


def test_after_a_change_only_that_is_new(folder: Path) -> None:
    """What has changed besides may have been read before."""
    snapshot = Snapshot([folder])
    CHANGES["one"](folder)
    (folder / "in" / "two").unlink()
    assert snapshot.after([folder / "one", folder / "in" / "two"]).holds
    assert snapshot.after([folder / "one"]).changed() == [f"{folder}/in/two"]
    CHANGES["new"](folder)
    assert not snapshot.after([folder / "one", folder / "in" / "two"]).holds
    assert snapshot.after([folder / name for name in ("one", "in/two", "new")]).holds
