"""The cache: type sizes, pieces and documents, each under the digest of its inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.metadata import version
from typing import TypeVar

import msgspec

from aidgen import __version__
from aidgen.assets.papers import Size
from aidgen.layout.faults import Fault
from aidgen.layout.promises import NO_COUNTS, Counts, PrintedText
from aidgen.page.composed import Facts, Side
from aidgen.page.layout import Fit
from aidgen.page.measures import UNMEASURED, PieceMeasures
from aidgen.page.pieces import Piece, Style, without_edition_mark
from aidgen.store import fingerprints
from aidgen.store.cache import CachePlace, read_entry, write_entry
from aidgen.store.manifest import PrintedUnit

FIT_RECORD, SETTLE, TYPESET, EXTENT = "fit", "settle", "typeset", "extent"
"""The cached records of a piece besides the verified piece: largest type size, settled styles, how
it was typeset, and its length."""
ENGINE_DISTRIBUTIONS = (
    *("weasyprint", "pydyf", "pikepdf", "uharfbuzz", "tinyhtml5", "tinycss2", "cssselect2"),
    *("pyphen", "pillow", "fonttools", "font-source-sans-pro", "font-source-serif-pro"),
)
"""The distributions whose version changes the bytes of a PDF."""
FONT_DISTRIBUTIONS = "fontpkg-"
"""How the names of other such distributions begin: fonts of scripts and themes."""

TYPESETTING, SEGMENTS, VERIFICATION, DOCUMENTS = (
    "typesetting",
    "segments",
    "verification",
    "documents",
)
"""The steps whose results are stored."""
PROOF_CODE = (
    "aidgen.proof",
    "aidgen.language.quantities",
    "aidgen.language.locales",
    "aidgen.game",
)
"""What verifies pieces and documents."""
STEP_CODE: Mapping[str, tuple[str, ...]] = {
    TYPESETTING: (
        *("aidgen.press", "aidgen.assets", "aidgen.sandbox", "aidgen.problems"),
        *("aidgen.page.composed", "aidgen.layout.faults", "aidgen.page.layout"),
        *("aidgen.page.measures", "aidgen.page.pieces"),
        *("aidgen.layout.promises", "aidgen.page.shapes"),
        *("aidgen.game.context", "aidgen.game.figures", "aidgen.game.texts"),
        *("aidgen.pipeline.cache", "aidgen.pipeline.worker"),
    ),
    SEGMENTS: ("aidgen.pipeline.composition",),
    VERIFICATION: PROOF_CODE,
    DOCUMENTS: (*PROOF_CODE, "aidgen.pipeline.documents"),
}
"""The modules and packages whose source decides the result of a step, besides those of typesetting,
on which all others depend. A test compares them with what they import."""


CACHE_LAYERS: Mapping[str, tuple[str, ...]] = {
    "command": ("aidgen.cli.printing", "aidgen.pipeline.pack"),
    "document": ("aidgen.pipeline.documents", "aidgen.pipeline.scheduler"),
    "piece": ("aidgen.pipeline.worker", "aidgen.pipeline.composition"),
}
"""What is kept on disk between runs, and the modules that store it: command output and check
results; PDFs; pieces with their measures. A test finds the modules."""


@dataclass(frozen=True)
class CachedSize:
    """The type in pt that a piece is set in, or that it is set in at most."""

    type_size: float
    styles: tuple[Style, ...] = ()
    """The styles that the layout settled for its elements."""
    measures: PieceMeasures = UNMEASURED
    """What was measured of it in this type size, if anything."""


NO_SHEET = Size(0, 0)
"""The size of the sheets of a PDF without pages."""


@dataclass(frozen=True, kw_only=True)
class CachedDocument:
    """A PDF with the results of its checks."""

    pdf: bytes = field(repr=False)
    thumbnail: bytes = field(repr=False)
    pages: int
    faults: tuple[Fault, ...]
    """Its faults: a PDF with faults is not published."""
    fits: tuple[Fit, ...] = ()
    texts: tuple[PrintedText, ...] = ()
    promised: Counts = NO_COUNTS
    proved: Counts = NO_COUNTS
    outside: tuple[Fault, ...] = ()
    """Text that a print shop may cut off: a warning, which does not hold the PDF back."""
    units: tuple[PrintedUnit, ...] = ()
    """The cards or pages that can be reprinted on their own."""
    sheet: Size = NO_SHEET
    """The size of its first page in mm."""


@dataclass(frozen=True)
class PlannedDocument:
    """The plan by which a PDF is assembled."""

    facts: Facts
    sides: tuple[Side[str], ...]
    """With the keys of their pieces in the cache."""
    pages: tuple[int, int | None]
    """How many pages it may have at least and at most."""
    fillable: bool = False
    """Whether blanks become form fields."""
    titles: int = 1
    """How many titles it has: one for each language that all of it is in."""


CachedRecord = TypeVar("CachedRecord")


class Cache:
    """Finished work in a folder, as records."""

    def __init__(self, folder: CachePlace) -> None:
        """Open the cache in `folder`, which need not exist yet."""
        self.folder = folder

    def get(self, digest: str, kind: type[CachedRecord]) -> CachedRecord | None:
        """Return the record filed under `digest`, None if there is none that is whole."""
        content = read_entry(self.folder, digest)
        if content is None:
            return None
        try:
            return msgspec.msgpack.decode(content, type=kind)
        except msgspec.MsgspecError:
            return None

    def put(self, digest: str, record: object) -> None:
        """File a record. Raises OSError."""
        write_entry(self.folder, digest, msgspec.msgpack.encode(record))


def piece_key(piece: Piece, purpose: str = "") -> str:
    """Return the cache key of a verified piece, or of another record of it."""
    step = VERIFICATION if purpose in ("", EXTENT) else TYPESETTING
    return cache_key([purpose, *_piece_parts(piece)], step)


def unmarked_digest(piece: Piece) -> str:
    """Return a digest of a page without its edition mark; "" if it has no mark, or several."""
    inner = "" if piece.long else without_edition_mark(piece.inner)
    if piece.long or inner == piece.inner:
        return ""
    bare = replace(piece, inner=inner)
    return hashlib.sha256("\0".join(_piece_parts(bare)).encode()).hexdigest()


def _piece_parts(piece: Piece) -> Iterator[str]:
    yield from (head_digest(piece.head), piece.inner, piece.rule, piece.classes)
    yield from (f"{piece.smallest:g}", *map(repr, (piece.choice, piece.type_size, piece.long)))
    yield repr(piece.styles)


def document_key(document: PlannedDocument) -> str:
    """Return the key of a PDF: a digest of the keys of its pieces, and of their places."""
    return cache_key([repr(document)], DOCUMENTS)


def cache_key(parts: Iterable[str], step: str) -> str:
    """Return the cache key of what a step makes of `parts`: a digest of these and of the step's
    code."""
    return hashlib.sha256("\0".join([step_program(step), *parts]).encode()).hexdigest()


@lru_cache(maxsize=256)
def head_digest(head: str) -> str:
    """Return a digest of the head of pieces: many have the same."""
    return hashlib.sha256(head.encode()).hexdigest()


@cache
def step_program(step: str) -> str:
    """Return what makes the results of a step: a digest of its code, and the engine's versions."""
    digest = fingerprints.code_digest({*STEP_CODE[TYPESETTING], *STEP_CODE[step]})
    return ", ".join([f"code {digest}", *map(" ".join, engine_versions().items())])


def program_name() -> str:
    """Return what makes PDFs here, for comparison with another machine."""
    return f"aidgen {__version__}, {step_program(DOCUMENTS)}"


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
