"""Finished work filed under a digest of all that went into it."""

from __future__ import annotations

import hashlib
import os
import zlib
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from aidgen.problems import MachineError
from aidgen.store.files import put_aside, told

Place = Path | str
"""Where a shelf is: a folder, or the URL of a store that fsspec knows."""

SHELF = ".shelf"
"""The folder of finished work, below the output folder."""
SEAL = hashlib.sha256().digest_size
"""How many bytes at the beginning of an entry are the digest of the others."""
QUICK = 1
"""How hard an entry is packed (zlib): it is read more often than it lies there for long."""


def get(shelf: Place, digest: str) -> bytes | None:
    """Return what is filed under `digest`, None if there is nothing whole.

    An entry that was damaged is nothing: it is made anew, and `put` in its place. Raises
    MachineError if a store cannot be reached.
    """
    try:
        entry = _read(shelf, digest)
        seal, packed = entry[:SEAL], entry[SEAL:]
        return zlib.decompress(packed) if hashlib.sha256(packed).digest() == seal else None
    except (OSError, zlib.error):
        return None


def put(shelf: Place, digest: str, content: bytes) -> None:
    """File `content` under `digest`; a folder that stands there is put aside.

    It need not outlast a power cut, unlike what is published: what was torn is not whole. Raises
    OSError, or MachineError if a store cannot be reached.
    """
    packed = zlib.compress(content, QUICK)
    entry = hashlib.sha256(packed).digest() + packed
    if isinstance(shelf, str):
        _remote().write(shelf, _name(digest), entry)
        return
    path = _path(shelf, digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    put_aside(path)
    scratch = path.parent / f".{path.name}.{os.getpid()}.part"
    try:
        with told(shelf):
            scratch.write_bytes(entry)
        scratch.replace(path)
    except BaseException:
        with suppress(OSError):
            scratch.unlink()
        raise


def _read(shelf: Place, digest: str) -> bytes:
    """Return an entry. Raises OSError if there is none."""
    if isinstance(shelf, str):
        return _remote().read(shelf, _name(digest)) or b""
    return _path(shelf, digest).read_bytes()


def _remote() -> Any:
    try:
        return import_module("aidgen.store.remote")
    except ImportError:
        message = "a shelf at a URL needs fsspec: pip install 'aidgen[cluster]'"
        raise MachineError(message) from None


def _name(digest: str) -> str:
    return f"{digest[:2]}/{digest}"


def _path(shelf: Path, digest: str) -> Path:
    return shelf / _name(digest)
