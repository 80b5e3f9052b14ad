"""What is filed is got as it was put, or not at all."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from aidgen.store.cache import read_entry, write_entry

CONTENT = b"%PDF whole" * 99
DIGEST = "ab" * 32


def place(folder: Path) -> Path:
    return folder / DIGEST[:2] / DIGEST


def test_what_is_put_can_be_got(tmp_path: Path) -> None:
    write_entry(tmp_path, DIGEST, CONTENT)
    assert read_entry(tmp_path, DIGEST) == CONTENT
    assert read_entry(tmp_path, "cd" * 32) is None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [place(tmp_path)]


def test_nothing_is_something_too(tmp_path: Path) -> None:
    write_entry(tmp_path, DIGEST, b"")
    assert read_entry(tmp_path, DIGEST) == b""


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "short": lambda entry: entry[:-1],
    "long": lambda entry: entry + b"\0",
    "empty": lambda entry: b"",
    "seal alone": lambda entry: entry[:32],
    "less than a seal": lambda entry: entry[:7],
    "a byte of the seal": lambda entry: bytes([entry[0] ^ 1]) + entry[1:],
    "a byte at the end": lambda entry: entry[:-1] + bytes([entry[-1] ^ 1]),
    "other content": lambda entry: entry[:32] + zlib.compress(b"other"),
    "other": lambda entry: b"[]",
}


@pytest.mark.parametrize("how", DAMAGES)
def test_what_is_not_whole_counts_as_nothing_and_heals(tmp_path: Path, how: str) -> None:
    write_entry(tmp_path, DIGEST, CONTENT)
    path = place(tmp_path)
    path.write_bytes(DAMAGES[how](path.read_bytes()))
    assert read_entry(tmp_path, DIGEST) is None
    write_entry(tmp_path, DIGEST, CONTENT)
    assert read_entry(tmp_path, DIGEST) == CONTENT


def test_what_another_user_has_put_counts_as_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the cache in a `build` that came with a pack, whose entries have whole digests."""
    write_entry(tmp_path, DIGEST, CONTENT)
    monkeypatch.setattr("aidgen.store.seal._secret", lambda: b"another")
    assert read_entry(tmp_path, DIGEST) is None
    write_entry(tmp_path, DIGEST, CONTENT)
    monkeypatch.undo()
    assert read_entry(tmp_path, DIGEST) is None


def test_an_entry_under_the_name_of_another_counts_as_nothing(tmp_path: Path) -> None:
    write_entry(tmp_path, DIGEST, CONTENT)
    other = tmp_path / "cd" / ("cd" * 32)
    other.parent.mkdir()
    place(tmp_path).rename(other)
    assert read_entry(tmp_path, "cd" * 32) is None


def test_a_folder_in_the_place_of_an_entry_counts_as_nothing_and_heals(tmp_path: Path) -> None:
    (place(tmp_path) / "inner").mkdir(parents=True)
    assert read_entry(tmp_path, DIGEST) is None
    write_entry(tmp_path, DIGEST, CONTENT)
    assert read_entry(tmp_path, DIGEST) == CONTENT


def test_what_cannot_be_put_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_entry(tmp_path, DIGEST, CONTENT)

    def refuse(source: str, target: str, **folders: int) -> None:
        raise OSError("no")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="no"):
        write_entry(tmp_path, DIGEST, b"other")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [place(tmp_path)]
    assert read_entry(tmp_path, DIGEST) == CONTENT
