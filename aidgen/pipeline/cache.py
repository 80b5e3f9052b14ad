"""The cache: printed documents, and what became of jobs, each under a digest of its inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import msgspec

from aidgen import __version__
from aidgen.layout.document import Document
from aidgen.store import fingerprints
from aidgen.store.cache import read_entry, write_entry

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
"""The distributions whose version changes the bytes of a PDF."""
FONT_DISTRIBUTIONS = "fontpkg-"
"""How the names of other such distributions begin: fonts of scripts and themes."""
TYPESETTING_CODE = (
    "aidgen.assets",
    "aidgen.game",
    "aidgen.language",
    "aidgen.layout",
    "aidgen.pipeline.cache",
    "aidgen.pipeline.worker",
    "aidgen.press",
    "aidgen.problems",
    "aidgen.proof",
    "aidgen.sandbox",
)
"""The code that decides what a document becomes. A test compares it with what it imports."""

Record = TypeVar("Record")


class Cache:
    """Finished work in a folder, as records."""

    def __init__(self, folder: Path) -> None:
        """Open the cache in `folder`, which need not exist yet."""
        self.folder = folder

    def get(self, key: str, kind: type[Record]) -> Record | None:
        """Return the record under a key; None if there is none that is whole."""
        content = read_entry(self.folder, key)
        if content is None:
            return None
        try:
            return msgspec.msgpack.decode(content, type=kind)
        except msgspec.MsgspecError:
            return None

    def put(self, key: str, record: object) -> None:
        """Store a record. Raises OSError."""
        write_entry(self.folder, key, msgspec.msgpack.encode(record))


def document_key(document: Document) -> str:
    """Return the key of a printed document."""
    return _digest(document.digest, typesetting_program())


def job_key(digest: str, mark: str) -> str:
    """Return the key of what became of a job, by its digest and its edition mark."""
    return _digest(digest, mark, _whole_program())


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def typesetting_program() -> str:
    """Return what typesets documents: a digest of its code, and the engine's versions."""
    digest = fingerprints.code_digest(TYPESETTING_CODE)
    return ", ".join([f"code {digest}", *map(" ".join, engine_versions().items())])


@cache
def _whole_program() -> str:
    return f"{__version__} {fingerprints.program_digest()}"


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
