"""Finished work, stored under a digest of everything that went into it."""

from __future__ import annotations

import zlib
from pathlib import Path

from aidgen.sandbox.output import write_file
from aidgen.store.seal import SEAL_BYTES, is_sealed, seal

CACHE_FOLDER = ".cache"
"""The folder of finished work, in the output folder."""
COMPRESSION = 1
"""The zlib level of an entry: entries are read more often than they are stored for long."""


def read_entry(folder: Path, key: str) -> bytes | None:
    """Return the entry under a key, None if there is none, or it is damaged or not this user's.

    Such an entry is made again and overwritten: one that came with a pack is never believed.
    """
    try:
        entry = entry_path(folder, key).read_bytes()
        sealed, packed = entry[:SEAL_BYTES], entry[SEAL_BYTES:]
        return zlib.decompress(packed) if is_sealed(key.encode() + packed, sealed) else None
    except (OSError, zlib.error):
        return None


def write_entry(folder: Path, key: str, content: bytes) -> None:
    """Store content under a key; a folder of that name is put aside.

    An entry need not survive a power cut: `read_entry` detects a torn one. Raises OSError.
    """
    packed = zlib.compress(content, COMPRESSION)
    entry = seal(key.encode() + packed) + packed
    write_file(entry_path(folder, key), entry, folder, durable=False)


def entry_path(folder: Path, key: str) -> Path:
    """Return where the entry under a key is, or would be."""
    return folder / key[:2] / key
