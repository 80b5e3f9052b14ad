"""Finished work, stored under a digest of everything that went into it."""

from __future__ import annotations

import hashlib
import zlib
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any

from aidgen.problems import MachineError
from aidgen.sandbox.output import write_file

CachePlace = Path | str
"""Where a cache is: a folder, or the URL of a store that fsspec supports."""

CACHE_FOLDER = ".shelf"
"""The folder of finished work, in the output folder."""
SEAL_BYTES = hashlib.sha256().digest_size
"""How many bytes at the start of an entry are the digest of the rest."""
COMPRESSION = 1
"""The zlib level of an entry: entries are read more often than they are stored for long."""


def read_entry(place: CachePlace, digest: str) -> bytes | None:
    """Return the entry under `digest`, None if there is none or it is damaged.

    A damaged entry is built again and overwritten. Raises MachineError if a store cannot be
    reached.
    """
    try:
        entry = _entry_bytes(place, digest)
        seal, packed = entry[:SEAL_BYTES], entry[SEAL_BYTES:]
        return zlib.decompress(packed) if hashlib.sha256(packed).digest() == seal else None
    except (OSError, zlib.error):
        return None


def write_entry(place: CachePlace, digest: str, content: bytes) -> None:
    """Store `content` under `digest`; a folder of that name is put aside.

    An entry need not survive a power cut: `read_entry` detects a torn one. Raises OSError, or
    MachineError if a store cannot be reached.
    """
    packed = zlib.compress(content, COMPRESSION)
    entry = hashlib.sha256(packed).digest() + packed
    if isinstance(place, str):
        _write_remote(place, _entry_name(digest), entry)
        return
    write_file(place / _entry_name(digest), entry, place, durable=False)


def _entry_bytes(place: CachePlace, digest: str) -> bytes:
    """Return an entry as it is stored. Raises OSError if there is none."""
    if isinstance(place, str):
        return _read_remote(place, _entry_name(digest)) or b""
    return (place / _entry_name(digest)).read_bytes()


def _entry_name(digest: str) -> str:
    return f"{digest[:2]}/{digest}"


# A store that several machines reach, at a URL ---------------------------------------------------


def _read_remote(url: str, name: str) -> bytes | None:
    """Return the file `name` in the store at `url`, None if there is none. Raises MachineError."""
    try:
        system, path = _open_remote(url, name)
        content: bytes = system.cat_file(path)
    except FileNotFoundError:
        return None
    except MachineError:
        raise
    except Exception as error:  # each kind of store raises its own errors
        raise _remote_error(url, error) from None
    return content


def _write_remote(url: str, name: str, content: bytes) -> None:
    """Write the file `name` into the store at `url`. Raises MachineError."""
    try:
        system, path = _open_remote(url, name)
        system.makedirs(str(PurePosixPath(path).parent), exist_ok=True)
        system.pipe_file(path, content)
    except MachineError:
        raise
    except Exception as error:  # each kind of store raises its own errors
        raise _remote_error(url, error) from None


def _open_remote(url: str, name: str) -> tuple[Any, str]:
    """Return the file system of a URL, and the path of a file in it.

    fsspec is not a dependency of aidgen; `aidgen[cluster]` installs it. Raises MachineError.
    """
    try:
        fsspec = import_module("fsspec")
    except ImportError:
        message = "a shelf at a URL needs fsspec: pip install 'aidgen[cluster]'"
        raise MachineError(message) from None
    system, root = fsspec.url_to_fs(url)
    return system, f"{root.rstrip('/')}/{name}"


def _remote_error(url: str, error: Exception) -> MachineError:
    reason = " ".join(str(error).split()) or type(error).__name__
    return MachineError(f"the shelf {url} cannot be used: {reason}")
