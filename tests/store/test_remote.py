"""A shelf at a URL: the same as one in a folder, for whoever reaches it."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.problems import MachineError
from aidgen.store.cache import read_entry, write_entry

pytest.importorskip("fsspec", reason="the extra `cluster` is not installed")

DIGEST = "ab" * 32


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"file://{tmp_path}/shelf"


def test_what_is_put_at_a_url_can_be_got_there(url: str) -> None:
    assert read_entry(url, DIGEST) is None
    write_entry(url, DIGEST, b"finished")
    assert read_entry(url, DIGEST) == b"finished"


def test_a_folder_and_its_url_are_one_shelf(url: str, tmp_path: Path) -> None:
    write_entry(url, DIGEST, b"finished")
    assert read_entry(tmp_path / "shelf", DIGEST) == b"finished"


def test_what_was_damaged_counts_as_nothing(url: str, tmp_path: Path) -> None:
    write_entry(url, DIGEST, b"finished")
    (entry,) = (tmp_path / "shelf").glob("*/*")
    entry.write_bytes(entry.read_bytes()[:-1])
    assert read_entry(url, DIGEST) is None


def test_a_store_that_nobody_knows_is_reported() -> None:
    with pytest.raises(MachineError, match=r"^the shelf nowhere://x cannot be used: "):
        read_entry("nowhere://x", DIGEST)
    with pytest.raises(MachineError, match=r"^the shelf nowhere://x cannot be used: "):
        write_entry("nowhere://x", DIGEST, b"finished")
