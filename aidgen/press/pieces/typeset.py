"""Pieces set by the engine in the type that fits, and looked at before they are taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from xml.etree.ElementTree import Element

from aidgen.assets.papers import Bounds, Matrix, hull, multiply, transform_bounds
from aidgen.layout.faults import Fault
from aidgen.page.layout import Anchor, Fit, FormField, Heading, LaidSheet, Link, Navigation
from aidgen.page.pieces import UNIT_ATTRIBUTE, Piece, Style, together
from aidgen.press.engine.boxes import PT_PER_PX, PX_PER_MM, Addresses, LaidBox, PageBox, fit_name
from aidgen.press.engine.document import HtmlDocument, Rendering
from aidgen.press.engine.pages import LaidPage, LaidText, group_pages
from aidgen.press.pdf.structure import (
    FIELD_ATTRIBUTE,
    HEADING_TAGS,
    HINT_ATTRIBUTE,
    LINK_TARGET,
    LOWER_ATTRIBUTE,
    PIECE_ELEMENT,
    RECORD_ATTRIBUTE,
    REPEATED_TAGS,
    TICK_ATTRIBUTE,
    RecordPlace,
    SetPiece,
    label_of,
    lower_half,
    match_content,
)
from aidgen.press.pieces.copyfit import write_styles
from aidgen.press.pieces.faults import (
    BoxFit,
    Smallest,
    box_fits,
    close_head_doubts,
    division_faults,
    font_faults,
    marker_faults,
    missing_text_faults,
    numbering_faults,
    overflow_faults,
    picture_faults,
    smallest_type,
    warning_faults,
)
from aidgen.press.pieces.split import split_pdf
from aidgen.press.pieces.titles import MOST_SHRINKS, shrink_titles
from aidgen.press.pieces.vertical_justification import remove_excess_air

PDF_IDENTIFIER = "aidgen"
"""The ID of the engine's PDF, which is not kept."""


@dataclass(frozen=True)
class Typeset:
    """A typeset piece with its faults; pages count from its first."""

    piece: SetPiece
    faults: tuple[Fault, ...]
    """What does not fit, what is missing, and the engine's messages."""
    sheets: tuple[LaidSheet, ...]
    """Each page as it was laid out."""
    fits: tuple[Fit, ...]
    """How each card and region fits its content."""
    smallest: Smallest | None
    """The smallest type in it; None if there are no words."""


def typeset_pieces(pieces: Sequence[Piece]) -> tuple[Typeset, ...]:
    """Return the typeset pieces of one head, each on its own pages.

    The same piece is typeset the same, whatever others are typeset with it. Raises MachineError if
    fonts or Pango are missing.
    """
    settings, engine_faults = typeset_html(together(pieces), [piece.styles for piece in pieces])
    return tuple(
        replace(
            setting, faults=(*_faults_concerning(piece, pieces, engine_faults), *setting.faults)
        )
        for piece, setting in zip(pieces, settings, strict=True)
    )


def typeset_html(
    html: str, styles: Sequence[Sequence[Style]] = ()
) -> tuple[tuple[Typeset, ...], tuple[Fault, ...]]:
    """Return the typeset `main` elements of an HTML document, and the engine's messages.

    Each `main` is a piece, and begins on a new page; `styles` are written into their elements.
    Raises MachineError.
    """
    source = HtmlDocument(html)
    mains = tuple(source.root.iter(PIECE_ELEMENT))
    for main, written in zip(mains, styles, strict=False):
        write_styles(main, written)
    rendering = _lay_out(source)
    pdf, messages, marked = rendering.write_pdf(PDF_IDENTIFIER)
    groups = group_pages(rendering.pages, mains)
    apart = split_pdf(pdf, match_content(source.root, rendering.pages), marked)
    addresses = Addresses(source.root)
    settings = (
        _typeset(set_piece, main, groups[main], addresses)
        for set_piece, main in zip(apart, mains, strict=True)
    )
    return tuple(settings), tuple(warning_faults(messages))


def _lay_out(source: HtmlDocument) -> Rendering:
    """Return a document laid out, again if cards have too much air or titles are too wide."""
    rendering = source.lay_out()
    if remove_excess_air(rendering.pages):
        rendering = source.lay_out()
    for _ in range(MOST_SHRINKS):
        if not shrink_titles(rendering.pages):
            break
        rendering = source.lay_out()
    return rendering


def _typeset(
    piece: SetPiece,
    main: Element,
    pages: Sequence[LaidPage],
    addresses: Addresses,
) -> Typeset:
    leading = navigation([page.page for page in pages])
    sheets = tuple(
        replace(page.sheet, leads=leads) for page, leads in zip(pages, leading, strict=True)
    )
    return Typeset(
        piece=piece,
        faults=tuple(_piece_faults(main, pages, addresses)),
        sheets=sheets,
        fits=tuple(map(_sheet_fit, box_fits(pages))),
        smallest=smallest_type(pages, sheets, addresses),
    )


def _piece_faults(
    main: Element, pages: Sequence[LaidPage], addresses: Addresses
) -> Iterator[Fault]:
    yield from picture_faults(main, addresses)
    yield from font_faults(pages, addresses)
    yield from overflow_faults(pages, addresses)
    yield from division_faults(pages)
    yield from close_head_doubts(pages, addresses)
    yield from missing_text_faults(main, pages, addresses)
    yield from numbering_faults(main, pages, addresses)
    yield from marker_faults(main, pages, addresses)


def _sheet_fit(fitting: BoxFit) -> Fit:
    room = None if fitting.room is None else round(fitting.room, 1)
    return Fit(fit_name(fitting.element), fitting.page, round(fitting.size, 1), room)


def _faults_concerning(
    piece: Piece, pieces: Sequence[Piece], faults: Sequence[Fault]
) -> tuple[Fault, ...]:
    """Return those messages that concern a piece: they quote it, or none of `pieces`."""
    return tuple(
        fault
        for fault in faults
        if _quotes(fault, piece) or not any(_quotes(fault, other) for other in pieces)
    )


def _quotes(fault: Fault, piece: Piece) -> bool:
    quoted = fault.quote or "".join(QUOTATION.findall(fault.found)[:1])
    return bool(quoted) and quoted in piece.inner


# The text in quotation marks: “…”.
QUOTATION = re.compile(r"“(.*?)”")


def units_at_page_tops(take: Piece) -> tuple[int, ...]:
    """Return the units of a counted segment at the tops of pages, if nothing precedes them.

    A page that continues what began on the page before begins with no unit. Raises MachineError.
    """
    source = HtmlDocument(take.html)
    units = dict(_element_units(next(source.root.iter(PIECE_ELEMENT))))
    met: set[int] = set()
    found: list[int] = []
    for page in source.lay_out(drawn=False).pages:
        elements = (piece.box.element for piece in page.pieces)
        here = [units[one] for one in elements if one is not None and one in units]
        if here and here[0] not in met:
            found.append(here[0])
        met.update(here)
    return tuple(found)


def _element_units(main: Element) -> Iterator[tuple[Element, int]]:
    """Yield elements, each with its unit, which lasts until the next one begins.

    The heads of tables are left out: pages repeat them.
    """
    repeated = {each for tag in REPEATED_TAGS for head in main.iter(tag) for each in head.iter()}
    unit = 0
    for element in main.iter():
        unit = int(element.get(UNIT_ATTRIBUTE, unit))
        if element not in repeated:
            yield element, unit


def column_widths(piece: Piece) -> tuple[float, ...]:
    """Return the widths in px of the columns of the first table of a piece. Raises MachineError."""
    for page in HtmlDocument(piece.html).lay_out(drawn=False).pages:
        for box in page.page.root.descendants():
            if box.tag == "tr" and box.whole:
                edges = [cell.edges.border for cell in box.children if cell.edges]
                return tuple(right - left for left, _, right, _ in edges)
    return ()


NavigationItem = Heading | Link | Anchor | FormField


def navigation(pages: Sequence[PageBox]) -> tuple[Navigation, ...]:
    """Return the links to and from each page of a piece.

    Repeated parts of a table and content that is not read aloud have no links.
    """
    reader = _NavigationReader()
    return tuple(_piece_navigation(list(reader.page(page))) for page in pages)


def _piece_navigation(found: Sequence[NavigationItem]) -> Navigation:
    return Navigation(
        tuple(lead for lead in found if isinstance(lead, Heading)),
        tuple(lead for lead in found if isinstance(lead, Link)),
        tuple(lead for lead in found if isinstance(lead, Anchor)),
        tuple(lead for lead in found if isinstance(lead, FormField)),
    )


class _NavigationReader:
    """Finds the links of one page after another."""

    def __init__(self) -> None:
        self.seen: set[Element] = set()
        """The elements that have opened."""
        self.before: frozenset[Element] = frozenset()
        """Those with a part on an earlier page."""

    def page(self, page: PageBox) -> Iterator[NavigationItem]:
        """Yield the links of the next page."""
        self.before = frozenset(self.seen)
        upwards = (PT_PER_PX, 0, 0, -PT_PER_PX, 0, page.height * PT_PER_PX)
        for child in page.children:
            yield from self.leads(child, upwards)

    def leads(self, box: LaidBox, outside: Matrix) -> Iterator[NavigationItem]:
        """Yield the links to and from a box and everything in it."""
        element = box.element
        if box.margin or (element is not None and self.is_silent(box, element)):
            return
        matrix = multiply(box.matrix, outside)
        if element is not None and box.whole and box.edges is not None:
            yield from self.own(element, box.edges.border, matrix)
            self.seen.add(element)
        for child in box.children:
            yield from self.leads(child, matrix)

    def is_silent(self, box: LaidBox, element: Element) -> bool:
        """Tell whether an element and its content have no links."""
        again = box.tag in REPEATED_TAGS and element in self.before
        return again or element.get("aria-hidden") == "true"

    def own(self, element: Element, edges: Bounds, matrix: Matrix) -> Iterator[NavigationItem]:
        """Yield the links to and from the box of an element."""
        tag, begins = str(element.tag), element not in self.seen
        left, _, _, top = transform_bounds(edges, matrix)  # turned, its corner is another one
        at = left, top
        is_heading = begins and tag in HEADING_TAGS and element.get("data-outline") != "none"
        if is_heading and (label := label_of(element)):
            yield Heading(label, int(tag[1]), *at)
        if begins and RECORD_ATTRIBUTE in element.attrib:
            yield Anchor(element.attrib[RECORD_ATTRIBUTE], *at)
        if tag == "a" and LINK_TARGET in element.attrib:
            yield Link(element.attrib[LINK_TARGET], transform_bounds(edges, matrix))
        if begins and FIELD_ATTRIBUTE in element.attrib:
            name, hint = element.attrib[FIELD_ATTRIBUTE], element.get(HINT_ATTRIBUTE, "")
            bounds = transform_bounds(
                lower_half(edges) if LOWER_ATTRIBUTE in element.attrib else edges, matrix
            )
            yield FormField(name, hint, TICK_ATTRIBUTE in element.attrib, bounds)


MM_PER_PT = 25.4 / 72


@dataclass(frozen=True)
class TextPlace:
    """The place of a text on a page of its piece, from 0: its edges in mm, downwards."""

    context: str
    box: str
    page: int
    edges: Bounds


@dataclass(frozen=True)
class Draft:
    """A piece that was laid out: a PDF without tags, and the places of its texts."""

    pdf: bytes
    spots: tuple[TextPlace, ...]


@dataclass(frozen=True)
class Excerpt:
    """A page of a long piece, from 0, and where its records began when it was last set."""

    page: int
    anchors: tuple[RecordPlace, ...]


def draft_piece(piece: Piece, excerpt: Excerpt | None = None) -> Draft:
    """Return a piece as it looks in the type it has, or one page of it as it may look.

    A page is laid out from the last record that began before it, at the height where it began; all
    that comes before and after is left out. Raises MachineError.
    """
    source = HtmlDocument(piece.html)
    main = next(source.root.iter(PIECE_ELEMENT))
    write_styles(main, piece.styles)
    before = _cut_to_excerpt(main, excerpt, _top_margin(piece)) if excerpt else 0
    rendering = _lay_out(source)
    places = tuple(_text_places(rendering.pages, Addresses(source.root)))
    if excerpt is None:
        return Draft(rendering.write_untagged_pdf(), places)
    wanted = min(excerpt.page - before, len(rendering.pages) - 1)
    here = tuple(
        TextPlace(spot.context, spot.box, excerpt.page, spot.edges)
        for spot in places
        if spot.page == wanted
    )
    return Draft(rendering.write_untagged_pdf(wanted), here)


def _top_margin(piece: Piece) -> float:
    """Return the margin in mm above the text of a piece."""
    return float(piece.margin.split()[0].removesuffix("mm"))


def _text_places(pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[TextPlace]:
    for number, page in enumerate(pages):
        texts = [
            one for one in page.pieces if isinstance(one, LaidText) and one.box.element is not None
        ]
        named = [
            (addresses.context(one.box.element), addresses.box(one.box.element), one.rect)
            for one in texts
        ]
        for (context, box), group in groupby(named, key=lambda item: item[:2]):
            if context:
                edges = hull(rect for _, _, rect in group)
                yield TextPlace(context, box, number, _in_mm(edges))


def _in_mm(edges: Bounds) -> Bounds:
    left, top, right, bottom = (round(edge / PX_PER_MM, 2) for edge in edges)
    return left, top, right, bottom


# A page of a long piece -------------------------------------------------------------------------


def _cut_to_excerpt(main: Element, excerpt: Excerpt, margin: float) -> int:
    """Remove everything of a piece but a page and its surroundings; return the new number of that
    page."""
    known = {
        element.get(RECORD_ATTRIBUTE): element
        for element in main.iter()
        if element.get(RECORD_ATTRIBUTE)
    }
    there = [anchor for anchor in excerpt.anchors if anchor.ref in known]
    opening = [anchor for anchor in there if anchor.page == excerpt.page and anchor.first]
    earlier = [anchor for anchor in there if anchor.page < excerpt.page]
    later = [anchor for anchor in there if anchor.page > excerpt.page]
    parents = {child: parent for parent in main.iter() for child in parent}
    if later:
        _remove_beside(main, known[later[0].ref], parents, after=True)
    begin = opening[:1] or earlier[-1:]
    if not begin:
        return 0
    _remove_beside(main, known[begin[0].ref], parents, after=False)
    _drop_margins_above(main, known[begin[0].ref], parents)
    height = max(begin[0].top * MM_PER_PT - margin, 0)
    main.insert(0, Element("div", {"style": f"height:{height:.2f}mm"}))
    return begin[0].page


def _drop_margins_above(main: Element, mark: Element, parents: Mapping[Element, Element]) -> None:
    """Take away the space above an element, which the height where it began has in it."""
    while mark is not main:
        mark.set("style", f"{mark.get('style', '')};margin-top:0")
        mark = parents[mark]


def _remove_beside(
    main: Element, mark: Element, parents: Mapping[Element, Element], *, after: bool
) -> None:
    """Remove what comes before an element, or it and what comes after it."""
    here = mark
    while here is not main:
        parent = parents[here]
        at = list(parent).index(here)
        if after:
            for child in list(parent)[at + 1 :]:
                parent.remove(child)
        else:
            for child in list(parent)[:at]:
                parent.remove(child)
        here = parent
    if after:
        parents[mark].remove(mark)
