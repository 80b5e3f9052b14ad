"""What this user has written is told from what came with a pack: by a seal with a secret of theirs.

Whoever can write to the output folder can also write a digest beside it, but not this.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from contextlib import suppress
from functools import cache

from aidgen.sandbox.output import remove_file, write_file
from aidgen.sandbox.places import user_cache

SEAL_BYTES = hashlib.sha256().digest_size
SECRET_BYTES = 32


def seal(content: bytes) -> bytes:
    """Return the seal of some content, which only this user can make."""
    return hmac.digest(_secret(), content, "sha256")


def is_sealed(content: bytes, sealed: bytes) -> bool:
    """Tell whether a seal is that of some content."""
    return hmac.compare_digest(seal(content), sealed)


@cache
def _secret() -> bytes:
    """Return this user's secret, which is made once; without a cache, one of this process."""
    path, fresh = user_cache() / "secret", os.urandom(SECRET_BYTES)
    with suppress(OSError):
        if path.is_file() and path.stat().st_size != SECRET_BYTES:
            remove_file(path, user_cache())
        with suppress(FileExistsError):  # another process may make it at the same moment
            write_file(path, fresh, user_cache(), mode=0o600, first=True)
        return path.read_bytes()
    return fresh
