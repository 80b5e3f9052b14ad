"""Finished work in a store that several machines reach: a bucket, a server, by its URL.

fsspec is no part of aidgen: whoever wants such a store installs `aidgen[cluster]`, and what fsspec
asks for the kind of store. It is imported when one is named.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import fsspec

from aidgen.problems import MachineError


def read(url: str, name: str) -> bytes | None:
    """Return what `url` keeps under `name`, None if there is nothing. Raises MachineError."""
    try:
        system, path = _found(url, name)
        content: bytes = system.cat_file(path)
    except FileNotFoundError:
        return None
    except Exception as error:  # each kind of store has errors of its own
        raise _machine_error(url, error) from None
    return content


def write(url: str, name: str, content: bytes) -> None:
    """Keep `content` under `name` below `url`. Raises MachineError.

    What was torn is not whole: entries are sealed.
    """
    try:
        system, path = _found(url, name)
        system.makedirs(str(PurePosixPath(path).parent), exist_ok=True)
        system.pipe_file(path, content)
    except Exception as error:  # each kind of store has errors of its own
        raise _machine_error(url, error) from None


def _found(url: str, name: str) -> tuple[Any, str]:
    system, root = fsspec.url_to_fs(url)
    return system, f"{root.rstrip('/')}/{name}"


def _machine_error(url: str, error: Exception) -> MachineError:
    reason = " ".join(str(error).split()) or type(error).__name__
    return MachineError(f"the shelf {url} cannot be used: {reason}")
