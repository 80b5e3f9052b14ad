"""The cache: printed documents, and what became of jobs, each under a digest of its inputs."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import msgspec

from aidgen.layout.document import Document, Printed
from aidgen.pipeline import fingerprints
from aidgen.pipeline.seal import SEAL_BYTES, is_sealed, seal
from aidgen.problems import Where
from aidgen.sandbox.files import refuse_outside
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.sandbox.output import write_file

# The distributions whose version changes the bytes of a PDF.
ENGINE_DISTRIBUTIONS = (
    "weasyprint",
    "pydyf",
    "pikepdf",
    "uharfbuzz",
    "tinyhtml5",
    "tinycss2",
    "cssselect2",
    "pyphen",
    "pillow",
    "fonttools",
    "font-source-sans-pro",
    "font-source-serif-pro",
)
# How the names of other such distributions begin: fonts of scripts and themes.
FONT_DISTRIBUTIONS = "fontpkg-"
# The code that decides what a document becomes. A test compares it with what it imports.
TYPESETTING_CODE = (
    "assets",
    "game",
    "language",
    "layout",
    "pipeline/cache.py",
    "pipeline/worker.py",
    "press",
    "problems.py",
    "proof",
    "sandbox",
)

# The folder of finished work, in the output folder.
CACHE_FOLDER = ".cache"
# The zlib level of an entry: entries are read more often than they are stored for long.
COMPRESSION = 1

Record = TypeVar("Record")


def cache_folder(out: Path, limits: Limits) -> Path:
    """Return the folder of finished work: what limits change is not taken for other work.

    Raises InputError if a link leads out of `out`.
    """
    folder = (out / CACHE_FOLDER).absolute()
    refuse_outside(folder, out, Where(str(folder)))
    pixels = limits.picture_pixels
    return folder if pixels == STANDARD.picture_pixels else folder / f"pixels-{pixels}"


class Cache:
    """Finished work in a folder, as records."""

    def __init__(self, folder: Path) -> None:
        """Open the cache in `folder`, which need not exist yet."""
        self.folder = folder

    def get(self, key: str, kind: type[Record]) -> Record | None:
        """Return the record under a key; None if it is damaged, not this user's, or not there."""
        try:
            entry = self._path(key).read_bytes()
            sealed, packed = entry[:SEAL_BYTES], entry[SEAL_BYTES:]
            # One that came with a pack is never believed.
            if not is_sealed(key.encode() + packed, sealed):
                return None
            return msgspec.msgpack.decode(zlib.decompress(packed), type=kind)
        except (OSError, zlib.error, msgspec.MsgspecError):
            return None

    def put(self, key: str, record: object) -> None:
        """Store a record, which need not survive a power cut: `get` sees that. Raises OSError."""
        packed = zlib.compress(msgspec.msgpack.encode(record), COMPRESSION)
        entry = seal(key.encode() + packed) + packed
        write_file(self._path(key), entry, self.folder, durable=False)

    def printed(self, document: Document, make: Callable[[Document], Printed]) -> Printed:
        """Return a document as it is stored; if it is not there, make it and store it."""
        key = document_key(document)
        printed = self.get(key, Printed)
        if printed is None:
            printed = make(document)
            self.put(key, printed)
        return printed

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key


def document_key(document: Document) -> str:
    """Return the key of a printed document."""
    return hashlib.sha256(f"{document.digest}\0{typesetting_program()}".encode()).hexdigest()


@cache
def typesetting_program() -> str:
    """Return what typesets documents: a digest of its code, and the engine's versions."""
    digest = fingerprints.code_digest(TYPESETTING_CODE)
    return ", ".join([f"code {digest}", *map(" ".join, engine_versions().items())])


@cache
def engine_versions() -> Mapping[str, str]:
    """Return the versions of the distributions and libraries that change the bytes of a PDF."""
    installed = fingerprints.installed_versions()
    fonts = {
        name: number
        for name, number in sorted(installed.items())
        if name.startswith(FONT_DISTRIBUTIONS)
    }
    engine = {name: installed.get(name) or version(name) for name in ENGINE_DISTRIBUTIONS}
    return engine | fingerprints.library_versions() | fonts
