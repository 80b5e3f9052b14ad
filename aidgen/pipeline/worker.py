"""The tasks of workers on pieces: fit them, typeset them, and verify them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, get_args

import msgspec

from aidgen.assets.papers import PT_PER_MM, Bounds, Matrix
from aidgen.layout.faults import Fault, causes
from aidgen.layout.promises import Counts, PrintedText
from aidgen.page.composed import Facts
from aidgen.page.layout import Fit, LaidLine, LaidSheet, Navigation, Run
from aidgen.page.pieces import Piece, together
from aidgen.page.shapes import Clip, Painted, Shape
from aidgen.pipeline.cache import (
    EXTENT,
    FIT_RECORD,
    SETTLE,
    TYPESET,
    Cache,
    CachedSize,
    piece_key,
    unmarked_digest,
)
from aidgen.pipeline.pagination import Beginning, Extent
from aidgen.press.pdf.assembly import assemble_pdf, page_pdf
from aidgen.press.pdf.structure import SetPiece
from aidgen.press.pieces.copyfit import KnownMeasures, fit_pieces, largest_types
from aidgen.press.pieces.faults import Smallest
from aidgen.press.pieces.typeset import Typeset, typeset_pieces
from aidgen.press.pieces.typeset import column_widths as widths_of_columns
from aidgen.press.pieces.typeset import units_at_page_tops as page_tops
from aidgen.problems import MachineError
from aidgen.proof.accessibility import check_tags
from aidgen.proof.pictures import limit_pictures
from aidgen.proof.pieces import ExpectedPiece, Proof, check_pieces
from aidgen.proof.readback import trace_to_texts
from aidgen.proof.stacking import Patch, find_patches
from aidgen.sandbox.limits import Limits, is_out_of_memory
from aidgen.store.cache import CachePlace


@dataclass(frozen=True)
class CachedPiece:
    """A typeset and verified piece; its pages count from 1."""

    set_piece: SetPiece = field(repr=False)
    faults: tuple[Fault, ...]
    """Its faults. A PDF with such a piece is held back."""
    fits: tuple[Fit, ...]
    texts: tuple[PrintedText, ...]
    promised: Counts
    proved: Counts
    inked: tuple[tuple[Bounds, ...], ...] = field(repr=False)
    """The bounds of its texts on each page, in pt upwards."""
    patches: tuple[tuple[Patch, ...], ...] = field(repr=False)
    """The other painted areas on each page."""
    leads: tuple[Navigation, ...] = field(repr=False)
    """The headings, links and targets of each page, as they were laid out."""
    unmarked: str = ""
    """A digest of it without its edition mark; "" if it has none, or has several pages."""


Result = TypeVar("Result")
PROOF_FACTS = Facts(title="proof", language="", author="", description="")
"""The metadata of the PDF in which pieces are verified."""


def ready(limits: Limits) -> None:
    """Limit the size of pictures in this process."""
    limit_pictures(limits.picture_pixels)


def fit(pieces: Sequence[Piece], folder: CachePlace) -> tuple[CachedSize, ...]:
    """Find and store the largest type size of pieces of one head.

    If the engine fails on a piece, it gets its smallest size; the fault is reported when it is
    typeset. Raises MachineError if the machine cannot typeset.
    """

    def sizes(some: Sequence[Piece]) -> tuple[CachedSize, ...]:
        return tuple(
            CachedSize(one.type_size, measures=one.measures) for one in largest_types(some)
        )

    return _store_sizes(pieces, folder, FIT_RECORD, sizes)


def settle(
    pieces: Sequence[Piece], folder: CachePlace, measured: KnownMeasures
) -> tuple[CachedSize, ...]:
    """Settle the type size and styles of pieces with the same head, and store them.

    `measured` are the measures from choosing their size.
    """

    def sizes(some: Sequence[Piece]) -> tuple[CachedSize, ...]:
        done = fit_pieces(some, measured)
        return tuple(CachedSize(one.type_size or 0.0, one.styles) for one in done)

    return _store_sizes(pieces, folder, SETTLE, sizes)


def _store_sizes(
    pieces: Sequence[Piece],
    folder: CachePlace,
    purpose: str,
    trial: Callable[[Sequence[Piece]], tuple[CachedSize, ...]],
) -> tuple[CachedSize, ...]:
    """Return and store the size of each piece; its smallest if the engine fails on it."""
    sizes = _by_halves(
        pieces, trial, lambda piece, _: CachedSize(piece.choice.least if piece.choice else 0.0)
    )
    for piece, size in zip(pieces, sizes, strict=True):
        Cache(folder).put(piece_key(piece, purpose), size)
    return sizes


def _by_halves(
    pieces: Sequence[Piece],
    run: Callable[[Sequence[Piece]], tuple[Result, ...]],
    failed: Callable[[Piece, Exception], Result],
) -> tuple[Result, ...]:
    """Return what `run` returns for pieces; if it fails, run it for half of them at a time.

    For a single piece on which it fails, `failed` returns the result: one piece must not affect the
    others. Raises MachineError.
    """
    try:
        return run(pieces) if pieces else ()
    except MachineError:
        raise
    except Exception as error:  # of the engine, or of the proof
        if len(pieces) == 1:
            return (failed(pieces[0], error),)
    half = len(pieces) // 2
    first, second = (_by_halves(part, run, failed) for part in (pieces[:half], pieces[half:]))
    return (*first, *second)


def page_starts(segment: Piece) -> tuple[int, ...]:
    """Return the units with which the pages of a segment begin; none if the engine fails.

    The fault is reported when the segment is typeset. Raises MachineError.
    """
    return _try_to_measure(page_tops, segment)


def column_widths(piece: Piece) -> tuple[float, ...]:
    """Return the widths in px of the columns of a piece's table; none if the engine fails.

    Raises MachineError.
    """
    return _try_to_measure(widths_of_columns, piece)


def _try_to_measure(
    measure: Callable[[Piece], tuple[Result, ...]], piece: Piece
) -> tuple[Result, ...]:
    try:
        return measure(piece)
    except MachineError:
        raise
    except Exception:  # of the engine
        return ()


def typeset_and_store(pieces: Sequence[Piece], folder: CachePlace) -> tuple[Extent, ...]:
    """Typeset and verify pieces with the same head, store them, and return their lengths.

    Pieces stored as typeset are only verified. Raises MachineError if the machine cannot typeset.
    """
    cache = Cache(folder)
    extents = []
    for piece, checked in zip(pieces, typeset_and_check(pieces, cache), strict=True):
        cache.put(piece_key(piece), checked)
        extents.append(_extent(checked))
        cache.put(piece_key(piece, EXTENT), extents[-1])
    return tuple(extents)


def typeset_and_check(pieces: Sequence[Piece], cache: Cache) -> tuple[CachedPiece, ...]:
    """Return typeset pieces with the same head, with the results of their proof."""
    settings = _settings(pieces, cache)
    failed = {piece: fault for piece, fault in settings.items() if isinstance(fault, Fault)}
    typeset = [piece for piece in pieces if piece not in failed]

    def check(some: Sequence[Piece]) -> tuple[CachedPiece, ...]:
        return _check_pieces(
            some, [known for piece in some if isinstance(known := settings[piece], Typeset)]
        )

    def unproved(piece: Piece, error: Exception) -> CachedPiece:
        faults = error.faults if isinstance(error, _BlamelessError) else (_engine_fault(error),)
        return _failed_piece(piece, faults)

    proved = _by_halves(typeset, check, unproved)
    checked = dict(zip(typeset, proved, strict=True))
    checked |= {piece: _failed_piece(piece, (fault,)) for piece, fault in failed.items()}
    return tuple(checked[piece] for piece in pieces)


def _extent(piece: CachedPiece) -> Extent:
    """Return how long a piece has become, and where its records begin."""
    beginnings = {
        anchor.ref: Beginning(anchor.page + 1, anchor.first, anchor.top / PT_PER_MM)
        for anchor in reversed(piece.set_piece.anchors)
    }
    faulty = any(not fault.is_doubt for fault in piece.faults)
    return Extent(len(piece.set_piece.pages), beginnings, faulty)


# Typesetting -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _CachedShape:
    """A painted shape with its type: msgspec cannot tell dataclasses apart."""

    kind: str
    shape: Any
    matrix: Matrix
    clips: tuple[Clip, ...]
    opacity: float

    @classmethod
    def of(cls, painted: Painted) -> _CachedShape:
        kind = type(painted.shape).__name__
        return cls(kind, painted.shape, painted.matrix, painted.clips, painted.opacity)

    def whole(self) -> Painted:
        shape = msgspec.convert(self.shape, SHAPES[self.kind])
        return Painted(shape, self.matrix, self.clips, self.opacity)


SHAPES = {kind.__name__: kind for kind in get_args(Shape)}
"""The kinds of shapes by name."""


@dataclass(frozen=True)
class _CachedSheet:
    """A sheet as it is stored, with the fields of `Sheet`."""

    width: float
    height: float
    runs: tuple[Run, ...]
    lines: tuple[LaidLine, ...]
    painted: tuple[_CachedShape, ...]
    leads: Navigation

    @classmethod
    def of(cls, sheet: LaidSheet) -> _CachedSheet:
        painted = tuple(map(_CachedShape.of, sheet.painted))
        return cls(sheet.width, sheet.height, sheet.runs, sheet.lines, painted, sheet.leads)

    def whole(self) -> LaidSheet:
        painted = tuple(shape.whole() for shape in self.painted)
        return LaidSheet(self.width, self.height, self.runs, self.lines, painted, self.leads)


@dataclass(frozen=True)
class CachedSetting:
    """A piece as it was typeset, with all that its proof compares it with."""

    piece: SetPiece
    faults: tuple[Fault, ...]
    sheets: tuple[_CachedSheet, ...]
    fits: tuple[Fit, ...]
    smallest: Smallest | None

    @classmethod
    def of(cls, setting: Typeset) -> CachedSetting:
        """Return a setting as it is stored."""
        sheets = tuple(map(_CachedSheet.of, setting.sheets))
        return cls(setting.piece, setting.faults, sheets, setting.fits, setting.smallest)

    def whole(self) -> Typeset:
        """Return the setting. Raises msgspec.MsgspecError or KeyError if it is none."""
        sheets = tuple(sheet.whole() for sheet in self.sheets)
        return Typeset(self.piece, self.faults, sheets, self.fits, self.smallest)


def _settings(pieces: Sequence[Piece], cache: Cache) -> Mapping[Piece, Typeset | Fault]:
    """Return pieces as they were typeset, those that are not stored now; or why they cannot be."""
    stored: dict[Piece, Typeset | Fault] = {}
    for piece in pieces:
        if known := cache.get(piece_key(piece, TYPESET), CachedSetting):
            with suppress(msgspec.MsgspecError, KeyError):
                stored[piece] = known.whole()
    missing = [piece for piece in pieces if piece not in stored]
    typeset: Sequence[Typeset | Fault]
    typeset = _by_halves(missing, typeset_pieces, lambda _, error: _engine_fault(error))
    new = dict(zip(missing, typeset, strict=True))
    for piece, setting in new.items():
        if isinstance(setting, Typeset):
            cache.put(piece_key(piece, TYPESET), CachedSetting.of(setting))
    return stored | new


# Verification ------------------------------------------------------------------------------------


class _BlamelessError(Exception):
    """Something is wrong with some pieces, and it is unknown with which."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__()
        self.faults = faults


def _check_pieces(pieces: Sequence[Piece], settings: Sequence[Typeset]) -> tuple[CachedPiece, ...]:
    pdf = assemble(settings, pieces[0].language)
    parts = [ExpectedPiece(p.promises, s.sheets) for p, s in zip(pieces, settings, strict=True)]
    proofs = check_pieces(pdf, parts)
    common = (*proofs.common, *check_tags(pdf, together(pieces)))
    if common and len(pieces) > 1:
        raise _BlamelessError(common)
    return tuple(
        _checked_piece(piece, setting, proof, common)
        for piece, setting, proof in zip(pieces, settings, proofs.parts, strict=True)
    )


def assemble(settings: Sequence[Typeset], language: str) -> bytes:
    """Return a PDF in a language with each page of some pieces, to verify them."""
    sides = [
        page_pdf(setting.piece, page)
        for setting in settings
        for page in range(1, len(setting.piece.pages) + 1)
    ]
    return assemble_pdf(replace(PROOF_FACTS, language=language), sides)


def _checked_piece(
    piece: Piece, setting: Typeset, proof: Proof, common: Sequence[Fault]
) -> CachedPiece:
    faults = (*setting.faults, *_exceeded_limits(piece, setting), *proof.faults, *common)
    return CachedPiece(
        set_piece=setting.piece,
        faults=causes(trace_to_texts(faults, piece.promises.texts)),
        fits=setting.fits,
        texts=tuple(dict.fromkeys(_printed_texts(piece, proof))),
        promised=piece.counts,
        proved=Counts(proof.texts, proof.cells, len(setting.fits), proof.glyphs),
        inked=proof.inked,
        patches=tuple(map(find_patches, setting.sheets)),
        leads=tuple(sheet.leads for sheet in setting.sheets),
        unmarked=unmarked_digest(piece),
    )


def _printed_texts(piece: Piece, proof: Proof) -> Iterator[PrintedText]:
    for promise, page in zip(piece.promises.texts, proof.pages, strict=True):
        if promise.context and (page or promise.box):
            letters = sum(len(cell) for row in promise.rows for cell in row) or len(promise.text)
            yield PrintedText(promise.context, page, promise.box, letters)


def _exceeded_limits(piece: Piece, setting: Typeset) -> Iterator[Fault]:
    small = setting.smallest
    if small and small.size < piece.smallest:
        yield Fault(
            kind="size",
            found=f"is set in type of {small.size:g} pt",
            expected=f"at least {piece.smallest:g}",
            words=small.words,
            context=small.context,
            box=small.box,
            page=small.page,
        )
    pages = len(setting.sheets)
    if pages > 1 and not piece.long:
        yield Fault(kind="pages", found=f"takes up {pages} pages", expected="1", page=1)
    if len(setting.fits) != piece.promises.boxes:
        found = f"has {len(setting.fits)} boxes that say `data-fit`"
        expected = f"{piece.promises.boxes}, as many as say `data-box`"
        yield Fault(kind="boxes", found=found, expected=expected)


def _failed_piece(piece: Piece, faults: tuple[Fault, ...]) -> CachedPiece:
    box = next((text.box for text in piece.promises.texts if text.box), "")
    return CachedPiece(
        set_piece=SetPiece((), b"", (), ()),
        faults=tuple(replace(fault, box=fault.box or box) for fault in faults),
        fits=(),
        texts=(),
        promised=piece.counts,
        proved=Counts(0, 0, 0),
        inked=(),
        patches=(),
        leads=(),
    )


def _engine_fault(error: Exception) -> Fault:
    """Return why a piece could not be typeset."""
    reason = next((text for kind, text in REASONS.items() if isinstance(error, kind)), "")
    if is_out_of_memory(error):
        reason = "it takes more memory than there is"
    name = type(error).__name__
    detail = f"{reason} ({name})" if reason else f"typesetting failed ({name}: {error})"
    return Fault(kind="stopped", found=f"cannot be set: {detail}")


REASONS: dict[type[Exception], str] = {
    RecursionError: "something in it is nested too deeply",
    ZeroDivisionError: "a size in it is too large or too small",
    OverflowError: "a size in it is too large or too small",
}
"""What errors of the engine mean to the author of the page."""
