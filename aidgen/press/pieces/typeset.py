"""Pieces set by the engine in the type that fits, and looked at before they are taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from aidgen.page.faults import Fault
from aidgen.page.layout import Fit, Navigation, Sheet
from aidgen.page.pieces import Piece, Style, together
from aidgen.press.addresses import Addresses, fit_name
from aidgen.press.complaints import bare_pictures, complaints
from aidgen.press.engine.document import Source
from aidgen.press.engine.pages import LaidPage, grouped
from aidgen.press.leading import leads
from aidgen.press.pieces.faults import Fitting, fittings, miscounted, overflows, split, unset
from aidgen.press.pieces.split import taken_apart
from aidgen.press.reading import PIECE, reading
from aidgen.press.setpieces import SetPiece
from aidgen.press.trials import write_styles
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


def set_pieces(pieces: Sequence[Piece]) -> tuple[Setting, ...]:
    """Return pieces of one head as they are set, each on pages of its own.

    The same pieces are set the same, whatever others are set with them. Raises MachineError if
    fonts or Pango are missing.
    """
    settings, told = set_html(together(pieces), [piece.styles for piece in pieces])
    return tuple(
        replace(setting, faults=(*_concerning(piece, pieces, told), *setting.faults))
        for piece, setting in zip(pieces, settings, strict=True)
    )


def set_html(
    html: str, styles: Sequence[Sequence[Style]] = ()
) -> tuple[tuple[Setting, ...], tuple[Fault, ...]]:
    """Return what is set of each `main` element of an HTML document, and what the engine tells.

    Each `main` is a piece, and begins on a page of its own; `styles` are written into their
    elements. Raises MachineError.
    """
    source = Source(html)
    mains = tuple(source.root.iter(PIECE))
    for main, written in zip(mains, styles, strict=False):
        write_styles(main, written)
    rendering = source.laid_out()
    pdf, messages = rendering.pdf(IDENTIFIER)
    groups = grouped(rendering.pages, mains)
    apart = taken_apart(pdf, reading(source.root, rendering.pages))
    addresses = Addresses(source.root)
    settings = (
        _setting(set_piece, main, groups[main], addresses)
        for set_piece, main in zip(apart, mains, strict=True)
    )
    return tuple(settings), tuple(complaints(messages))


def _setting(
    piece: SetPiece,
    main: Element,
    pages: Sequence[LaidPage],
    addresses: Addresses,
) -> Setting:
    leading = leads([page.page for page in pages])
    sheets = tuple(map(_sheet, pages, leading))
    return Setting(
        piece=piece,
        faults=tuple(_faults(main, pages, addresses)),
        sheets=sheets,
        fits=tuple(map(_fit, fittings(pages))),
        smallest=smallest_type(pages, sheets, addresses),
    )


def _sheet(page: LaidPage, leading: Navigation) -> Sheet:
    return replace(page.sheet, leads=leading)


def _faults(main: Element, pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Fault]:
    yield from bare_pictures(main, addresses)
    yield from missing_fonts(pages, addresses)
    yield from overflows(pages, addresses)
    yield from split(pages)
    yield from unset(main, pages, addresses)
    yield from miscounted(main, pages, addresses)


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
