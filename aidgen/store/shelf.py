"""Finished work filed under a digest of all that went into it."""

from __future__ import annotations

import hashlib
import os
import zlib
from contextlib import suppress
from pathlib import Path

from aidgen.store.files import put_aside

SHELF = ".shelf"
"""The folder of finished work, below the output folder."""
SEAL = hashlib.sha256().digest_size
"""How many bytes at the beginning of an entry are the digest of the others."""
QUICK = 1
"""How hard an entry is packed (zlib): it is read more often than it lies there for long."""


def get(shelf: Path, digest: str) -> bytes | None:
    """Return what is filed under `digest`, None if there is nothing whole.

    An entry that was damaged is nothing: it is made anew, and `put` in its place.
    """
    try:
        entry = _path(shelf, digest).read_bytes()
        seal, packed = entry[:SEAL], entry[SEAL:]
        return zlib.decompress(packed) if hashlib.sha256(packed).digest() == seal else None
    except (OSError, zlib.error):
        return None


def put(shelf: Path, digest: str, content: bytes) -> None:
    """File `content` under `digest`; a folder that stands there is put aside. Raises OSError.

    It need not outlast a power cut, unlike what is published: what was torn is not whole.
    """
    packed = zlib.compress(content, QUICK)
    path = _path(shelf, digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    put_aside(path)
    scratch = path.parent / f".{path.name}.{os.getpid()}.part"
    try:
        scratch.write_bytes(hashlib.sha256(packed).digest() + packed)
        scratch.replace(path)
    except BaseException:
        with suppress(OSError):
            scratch.unlink()
        raise


def _path(shelf: Path, digest: str) -> Path:
    return shelf / digest[:2] / digest
