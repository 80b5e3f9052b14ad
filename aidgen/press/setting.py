"""Pieces set by the engine in the type that fits, and looked at before they are taken apart."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from aidgen.page.faults import Fault
from aidgen.page.pieces import Piece, together
from aidgen.page.promises import Fit, Sheet
from aidgen.press.addresses import Addresses, fit_name
from aidgen.press.complaints import bare_pictures, complaints
from aidgen.press.copyfit import Range, copyfit
from aidgen.press.engine import Source
from aidgen.press.layout import Fitting, fittings, lost, overflows, set_texts, split, unset
from aidgen.press.pieces import LaidPage
from aidgen.press.reading import PIECE, reading
from aidgen.press.setpieces import SetPiece
from aidgen.press.splitting import taken_apart
from aidgen.press.typefaces import Smallest, missing_fonts, smallest_type

IDENTIFIER = "aidgen"
"""The ID of the engine's PDF, which nobody keeps."""


@dataclass(frozen=True)
class Setting:
    """A piece as it was set, and what was noticed while it was; pages count from its first."""

    piece: SetPiece
    faults: tuple[Fault, ...]
    """What does not fit, what is not there, and what the engine complains of."""
    sheets: tuple[Sheet, ...]
    """Each page as it was laid out."""
    fits: tuple[Fit, ...]
    """How each card and region fits its content."""
    smallest: Smallest | None
    """The smallest type in it; None if there are no words."""


def fitted(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return pieces of one head in the largest type, of their choice, at which each is held.

    It is if nothing leaves its place, goes on elsewhere or is left out, as what lies beyond the
    end of the page may be. Raises Unequipped if fonts or Pango are missing.
    """
    choices = {
        piece: Range(piece.choice.least, piece.choice.most) for piece in pieces if piece.choice
    }
    if not choices:
        return tuple(pieces)
    source = Source(together(list(choices)))
    mains = dict(zip(choices, source.root.iter(PIECE), strict=True))
    body = next(source.root.iter("body"))

    def fitting(sizes: Mapping[Piece, float]) -> Collection[Piece]:
        body[:] = [mains[piece] for piece in sizes]
        for piece, size in sizes.items():
            mains[piece].set("style", piece.sized(size).style)
        groups = _groups(source.laid_out().pages, [mains[piece] for piece in sizes])
        return {
            piece for piece, pages in zip(sizes, groups, strict=True) if _holds(mains[piece], pages)
        }

    sizes = copyfit(choices, fitting)
    return tuple(piece.sized(sizes[piece]) if piece in sizes else piece for piece in pieces)


def _holds(main: Element, pages: Sequence[LaidPage]) -> bool:
    """Tell whether a piece holds all that is to be in it."""
    whole = all(fitting.holds for fitting in fittings(pages))
    return len(pages) == 1 and whole and not any(lost(main, set_texts(pages)))


def set_pieces(pieces: Sequence[Piece]) -> tuple[Setting, ...]:
    """Return pieces of one head as they are set, each on pages of its own.

    The same pieces are set the same, whatever others are set with them. Raises Unequipped if fonts
    or Pango are missing.
    """
    settings, told = set_html(together(pieces))
    return tuple(
        replace(setting, faults=(*_concerning(piece, pieces, told), *setting.faults))
        for piece, setting in zip(pieces, settings, strict=True)
    )


def set_html(html: str) -> tuple[tuple[Setting, ...], tuple[Fault, ...]]:
    """Return what is set of each `main` element of an HTML document, and what the engine tells.

    Each `main` is a piece, and begins on a page of its own. Raises Unequipped.
    """
    source = Source(html)
    rendering = source.laid_out()
    pdf, messages = rendering.pdf(IDENTIFIER)
    mains = tuple(source.root.iter(PIECE))
    groups = _groups(rendering.pages, mains)
    apart = taken_apart(pdf, reading(source.root, rendering.pages))
    addresses = Addresses(source.root)
    settings = (
        _setting(set_piece, main, pages, addresses)
        for set_piece, main, pages in zip(apart, mains, groups, strict=True)
    )
    return tuple(settings), tuple(complaints(messages))


def _groups(
    pages: Sequence[LaidPage], mains: Sequence[Element]
) -> tuple[tuple[LaidPage, ...], ...]:
    """Return the pages of each piece, numbered from 1."""
    number = {main: at for at, main in enumerate(mains)}
    groups: list[list[LaidPage]] = [[] for _ in mains]
    at = 0
    for page in pages:
        at = next((number[box] for box in _mains(page) if box in number), at)
        groups[at].append(replace(page, number=len(groups[at]) + 1))
    return tuple(map(tuple, groups))


def _mains(page: LaidPage) -> Iterator[Element]:
    """Yield the pieces on a page: there is one, unless the style sheet is strange."""
    boxes = list(page.page.root.children)
    while boxes:
        box = boxes.pop(0)
        if box.tag == PIECE and box.element is not None:
            yield box.element
        elif box.tag in ("html", "body"):
            boxes += box.children


def _setting(
    piece: SetPiece,
    main: Element,
    pages: Sequence[LaidPage],
    addresses: Addresses,
) -> Setting:
    sheets = tuple(page.sheet for page in pages)
    return Setting(
        piece=piece,
        faults=tuple(_faults(main, pages, addresses)),
        sheets=sheets,
        fits=tuple(map(_fit, fittings(pages))),
        smallest=smallest_type(pages, sheets, addresses),
    )


def _faults(main: Element, pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Fault]:
    yield from bare_pictures(main, addresses)
    yield from missing_fonts(pages, addresses)
    yield from overflows(pages, addresses)
    yield from split(pages)
    yield from unset(main, pages, addresses)


def _fit(fitting: Fitting) -> Fit:
    room = None if fitting.room is None else round(fitting.room, 1)
    return Fit(fit_name(fitting.element), fitting.page, round(fitting.size, 1), room)


def _concerning(piece: Piece, pieces: Sequence[Piece], told: Sequence[Fault]) -> tuple[Fault, ...]:
    """Return those complaints that concern a piece: that quote it, or none of `pieces`."""
    return tuple(
        fault
        for fault in told
        if _quotes(fault, piece) or not any(_quotes(fault, other) for other in pieces)
    )


def _quotes(fault: Fault, piece: Piece) -> bool:
    quoted = fault.quote or "".join(QUOTED.findall(fault.found)[:1])
    return bool(quoted) and quoted in piece.inner


# What stands between quotation marks: “…”.
QUOTED = re.compile(r"“(.*?)”")
