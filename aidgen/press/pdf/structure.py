"""The structure tree of a PDF (ISO 32000-1, 14.8.4), made from its HTML."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree import ElementTree

from aidgen.assets.papers import IDENTITY, Bounds, Matrix, multiply, transform_bounds
from aidgen.press.engine.boxes import PT_PER_PX, LaidBox
from aidgen.press.engine.pages import LaidPage


@dataclass(frozen=True)
class ContentLeaf:
    """A run of text or a picture that the engine draws: its page, and its number there.

    Pages and leaves count from 0, in the order of the engine's boxes. `generated` tells whether the
    style sheet made it: `before`, `after`, `marker` or empty.
    """

    page: int
    number: int
    text: str = ""
    generated: str = ""


@dataclass(frozen=True)
class Area:
    """A rectangle on a page, counted from 0: its edges in pt from the page's upper left corner."""

    page: int
    edges: Bounds


@dataclass(frozen=True)
class Element:
    """An element of the HTML, with its typeset content."""

    tag: str
    attributes: Mapping[str, str]
    kids: tuple[Element | ContentLeaf, ...]
    alt: str = ""
    """The alternative of a picture, or the words of a link or a heading."""
    areas: tuple[Area, ...] = ()
    """Its places, if it is a piece or a heading, or the source or target of a link."""

    def leaves(self) -> Iterator[ContentLeaf]:
        """Yield the pieces within, in reading order."""
        return _leaves(self.kids)


def _leaves(kids: Sequence[Element | StructElem | ContentLeaf]) -> Iterator[ContentLeaf]:
    for kid in kids:
        if isinstance(kid, ContentLeaf):
            yield kid
        else:
            yield from _leaves(kid.kids)


@dataclass(frozen=True)
class ContentTree:
    """The root of the HTML, and the leaves that only repeat something on a page."""

    root: Element
    running: tuple[ContentLeaf, ...]
    """Headers and footers in the margins, and headings of tables that go on from another page."""
    boxes: Mapping[ContentLeaf, LaidBox]
    """The box of each leaf."""


def match_content(root: ElementTree.Element, pages: Sequence[LaidPage]) -> ContentTree:
    """Return the elements below `root`, an HTML document, that have boxes on `pages`."""
    book = _ContentReader({child: parent for parent in root.iter() for child in parent})
    for page in pages:
        book.page += 1
        book.number = 0
        for box in page.page.children:
            book.read(box)
    return ContentTree(book.whole(root), tuple(book.running), book.boxes)


@dataclass
class _ContentReader:
    """Gathers the pieces of each element from the boxes of one page after another."""

    parents: dict[ElementTree.Element, ElementTree.Element]
    page: int = -1
    number: int = 0
    kids: dict[ElementTree.Element, list[ElementTree.Element | ContentLeaf]] = field(
        default_factory=dict
    )
    areas: dict[ElementTree.Element, list[Area]] = field(default_factory=lambda: defaultdict(list))
    groups: dict[ElementTree.Element, int] = field(default_factory=dict)
    """The page on which a head or foot of a table first appears."""
    running: list[ContentLeaf] = field(default_factory=list)
    boxes: dict[ContentLeaf, LaidBox] = field(default_factory=dict)
    notes: dict[ElementTree.Element, list[ElementTree.Element]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """The footnotes of each section, which are read at its end."""

    def read(self, box: LaidBox, again: bool = False, outside: Matrix = IDENTITY) -> None:
        """Add the leaves of a box; `again` if they repeat something.

        `outside` is the transformation of what it is in.
        """
        matrix = multiply(box.matrix, outside)
        element = box.element
        again = again or bool(box.margin)
        if element is not None and not again and box.generated != FOOTNOTE_CALL:
            self.meet(element)
            if box.whole and box.edges is not None and _needs_area(element):
                bounds = transform_bounds(box.edges.border, matrix)
                left, top, right, bottom = (edge * PT_PER_PX for edge in bounds)
                self.areas[element].append(Area(self.page, (left, top, right, bottom)))
            repeated = box.tag in REPEATED_TAGS and not box.generated
            again = repeated and self.groups.setdefault(element, self.page) != self.page
        if box.words is not None or box.sort == "picture":
            text = box.words.text if box.words else ""
            leaf = ContentLeaf(self.page, self.number, text, box.generated)
            self.boxes[leaf] = box
            self.number += 1
            if again or element is None:
                self.running.append(leaf)
            else:
                self.kids[element].append(leaf)
        for child in box.children:
            self.read(child, again, matrix)

    def meet(self, element: ElementTree.Element) -> None:
        """Give an element its place in the one around it, where it has none yet."""
        if element not in self.kids:
            self.kids[element] = []
            around, is_note = self.parents.get(element), NOTE_ATTRIBUTE in element.attrib
            while is_note and around is not None and around.tag not in NOTED_ELEMENTS:
                around = self.parents.get(around)
            if around is not None:
                self.meet(around)
                (self.notes if is_note else self.kids)[around].append(element)

    def whole(self, element: ElementTree.Element) -> Element:
        """Return an element with all that was gathered for it."""
        kids = [
            kid if isinstance(kid, ContentLeaf) else self.whole(kid)
            for kid in (*self.kids[element], *self.notes.get(element, ()))
        ]
        tag = str(element.tag).rpartition("}")[2]
        return Element(
            tag=tag,
            attributes=dict(element.attrib),
            kids=tuple(kids),
            alt=" ".join(_alternative(element, tag).split()),
            areas=tuple(self.areas.get(element, ())),
        )


def lower_half(edges: Bounds) -> Bounds:
    """Return the lower half of a box, below what is filled in in its upper half."""
    left, top, right, bottom = edges
    return left, (top + bottom) / 2, right, bottom


def _needs_area(element: ElementTree.Element) -> bool:
    """Tell whether the place of an element matters: it is a piece, link, blank or heading."""
    tag = str(element.tag)
    named = any(name in element.attrib for name in (LINK_TARGET, RECORD_ATTRIBUTE, FIELD_ATTRIBUTE))
    return named or tag in (PIECE_ELEMENT, *HEADING_TAGS)


def _alternative(element: ElementTree.Element, tag: str) -> str:
    """Return the alternative of an element for those who cannot see it, except that it is a link.

    For a heading it is the text in the outline.
    """
    if tag == "svg":
        return next((kid.text or "" for kid in element if str(kid.tag).endswith("}title")), "")
    if tag == "a" or tag in HEADING_TAGS:
        return label_of(element)
    return element.get("alt", "")


def label_of(element: ElementTree.Element) -> str:
    """Return the words in a heading or a link; if there are none, the names of its pictures."""
    words = " ".join("".join(words_of(element)).split())
    return words or " ".join(
        kid.text or "" for kid in element.iter() if str(kid.tag).endswith("}title")
    )


def words_of(element: ElementTree.Element) -> Iterator[str]:
    """Yield the words in an element, those of pictures left out."""
    if not str(element.tag).endswith("svg"):
        yield element.text or ""
        for kid in element:
            yield from words_of(kid)
            yield kid.tail or ""


PIECE_ELEMENT = "main"
"""The element that a piece is."""
LINK_TARGET, RECORD_ATTRIBUTE = "data-leads", "data-anchor"
"""The attributes of a link with its target record, and of a heading with its record."""
FIELD_ATTRIBUTE, HINT_ATTRIBUTE = "data-field", "data-hint"
"""The attributes of a form field: its name, and its label."""
TICK_ATTRIBUTE, LOWER_ATTRIBUTE = "data-tick", "data-lower"
"""The attributes of a tick box, and of a field in the lower half of its box."""
NOTE_ATTRIBUTE, FOOTNOTE_CALL = "data-note", "footnote-call"
"""The attribute of a footnote, and what the engine makes where it belongs."""
NOTED_ELEMENTS = ("section", PIECE_ELEMENT)
"""The elements at whose ends footnotes are read."""
HEADING_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6")
REPEATED_TAGS = ("thead", "tfoot")
"""The parts that are printed again where a table continues."""


StructAttributes = Mapping[str, str | int | tuple[str | float, ...]]


@dataclass(frozen=True)
class Tag:
    """A structure element: its type, and its content in reading order."""

    tag: str
    kids: tuple[Any, ...]
    lang: str = ""
    """Its language, where that is not the language around it."""
    alt: str = ""
    """The alternative of a picture, or the words of a link or a heading."""
    id: str = ""
    facts: StructAttributes = field(default_factory=dict)
    """Other attributes of a list, a cell or a picture (14.8.5); O is their owner."""
    leads: str = ""
    """The target record of a link."""
    areas: tuple[Area, ...] = ()
    """The places of a link or a heading."""
    listed: bool = True
    """Whether a heading is in the outline of the document."""


@dataclass(frozen=True)
class StructElem(Tag):
    """A structure element of a document that the engine laid out."""

    kids: tuple[StructElem | ContentLeaf, ...]

    def leaves(self) -> Iterator[ContentLeaf]:
        """Yield the pieces within, in reading order."""
        return _leaves(self.kids)


StructKid = StructElem | ContentLeaf


def structure_tree(root: Element) -> StructElem:
    """Return the structure tree of the HTML element `root`.

    `aria-hidden` elements, pictures without an alternative and leader dots are left out: they are
    not read aloud.
    """
    made = _StructWriter().made(root, root.attributes.get("lang", ""))
    return StructElem("Document", tuple(_as_blocks(made)))


@dataclass(frozen=True)
class RecordPlace:
    """Where a record begins: on which page, from 0, how far down in pt, and whether before all."""

    ref: str
    page: int
    top: float
    first: bool


def records_in(root: Element) -> Iterator[RecordPlace]:
    """Yield the records that can be led to in the HTML element `root`, in reading order."""
    if RECORD_ATTRIBUTE in root.attributes and root.areas:
        area, leaf = root.areas[0], next(root.leaves(), None)
        first = leaf is not None and leaf.number == 0
        yield RecordPlace(root.attributes[RECORD_ATTRIBUTE], area.page, area.edges[1], first)
    for kid in root.kids:
        if isinstance(kid, Element):
            yield from records_in(kid)


class _StructWriter:
    """Makes nodes of elements; counts the tables and footnotes, for their names."""

    def __init__(self) -> None:
        self.tables = self.notes = 0

    def made(self, element: Element, lang: str, contents: bool = False) -> list[StructKid]:
        """Return the nodes of an element within text of `lang`; `contents` if it is in those."""
        if element.attributes.get("aria-hidden") == "true":
            return []
        own = element.attributes.get("lang", lang)
        other = own if own != lang else ""
        contents = contents or element.tag == "nav"
        if element.tag == "table":
            return [self.table(element, own, other)]
        kids = self.within(element, own, contents)
        if NOTE_ATTRIBUTE in element.attributes:
            self.notes += 1
            return [StructElem("Note", tuple(kids), other, id=f"note{self.notes}")]
        if element.tag in LIST_NUMBERING:
            return [_list_elem(element.tag, kids, other, contents)]
        if element.tag == "li" and contents:
            return [StructElem("TOCI", tuple(_as_blocks(kids, "Reference")), other)]
        if element.tag in PICTURE_TAGS and not any(leaf.text for leaf in element.leaves()):
            picture = StructElem("Figure", tuple(element.leaves()), other, element.alt)
            return [picture] if element.alt else []
        if element.tag == "a" and LINK_TARGET in element.attributes:
            leads = element.attributes[LINK_TARGET]
            return [
                StructElem(
                    "Link", tuple(kids), other, element.alt, leads=leads, areas=element.areas
                )
            ]
        made = _plain_elem(element.tag, kids, other)
        return made if element.tag not in HEADING_TAGS else _heading_elems(made, element)

    def within(self, element: Element, lang: str, contents: bool = False) -> list[StructKid]:
        """Return the nodes and pieces within an element."""
        elements: list[StructKid] = []
        for kid in element.kids:
            if isinstance(kid, Element):
                elements += self.made(kid, lang, contents)
            elif not (kid.generated and set(kid.text) <= LEADER_CHARACTERS):
                elements.append(kid)
        return elements

    def table(self, element: Element, lang: str, other: str) -> StructElem:
        """Return a table whose headings have names and directions, and whose cells name them."""
        self.tables += 1
        grid = _TableGrid(element, self.tables)

        def made(part: Element, lang: str) -> Iterator[StructElem]:
            for kid in part.kids:
                if not isinstance(kid, Element):
                    continue
                own = kid.attributes.get("lang", lang)
                said = own if own != lang else ""
                if kid.tag in ("th", "td"):
                    name, facts = grid.of(kid)
                    kids = tuple(_paragraphs_if_needed(self.within(kid, own)))
                    yield StructElem(kid.tag.upper(), kids, said, id=name, facts=facts)
                elif kid.tag == "caption":
                    yield StructElem(
                        "Caption", tuple(_paragraphs_if_needed(self.within(kid, own))), said
                    )
                else:
                    yield StructElem(ROW_ROLES[kid.tag], tuple(made(kid, own)), said)

        return StructElem("Table", tuple(made(element, lang)), other)


@dataclass(frozen=True)
class _StructureCell:
    """A cell of a table: its rows and columns, and the scope of its heading, if it is one."""

    rows: range
    columns: range
    scope: str
    name: str


class _TableGrid:
    """The cells of a table in their rows and columns, spans reckoned in."""

    def __init__(self, table: Element, number: int) -> None:
        taken: set[tuple[int, int]] = set()
        self.cells: dict[int, _StructureCell] = {}
        self.heads: dict[tuple[str, int], list[str]] = defaultdict(list)
        """The names of the headings of a row or a column, by scope and number."""
        for row, (cells, head) in enumerate(_table_rows(table)):
            column = 0
            for element in cells:
                while (row, column) in taken:
                    column += 1
                wide, high = (_cell_span(element, span) for span in ("colspan", "rowspan"))
                scope = _heading_scope(element, head or column > 0) if element.tag == "th" else ""
                name = f"t{number}r{row + 1}c{column + 1}" if scope else ""
                cell = _StructureCell(
                    range(row, row + high), range(column, column + wide), scope, name
                )
                self.cells[id(element)] = cell
                for place in cell.rows if scope == "Row" else cell.columns if scope else ():
                    self.heads[scope, place].append(name)
                taken |= {(i, j) for i in cell.rows for j in cell.columns}
                column += wide

    def of(self, element: Element) -> tuple[str, StructAttributes]:
        """Return the name of a cell, if it is a heading, and its attributes."""
        cell = self.cells[id(element)]
        facts: dict[str, str | int | tuple[str | float, ...]] = {"O": "/Table"}
        if len(cell.columns) > 1:
            facts["ColSpan"] = len(cell.columns)
        if len(cell.rows) > 1:
            facts["RowSpan"] = len(cell.rows)
        if cell.scope:
            facts["Scope"] = f"/{cell.scope}"
        else:
            beside = (name for row in cell.rows for name in self.heads["Row", row])
            above = (name for column in cell.columns for name in self.heads["Column", column])
            facts["Headers"] = (*dict.fromkeys(beside), *dict.fromkeys(above))
        return cell.name, facts


def _cell_span(cell: Element, attribute: str) -> int:
    """Return over how many rows or columns a cell reaches."""
    said = cell.attributes.get(attribute, "")
    return max(1, int(said)) if said.isdecimal() else 1


def _table_rows(part: Element, head: bool = False) -> Iterator[tuple[list[Element], bool]]:
    """Yield the cells of each row, and whether the row is in the head of the table."""
    for kid in part.kids:
        if isinstance(kid, Element) and kid.tag == "tr":
            yield [cell for cell in kid.kids if isinstance(cell, Element)], head
        elif isinstance(kid, Element) and kid.tag in ROW_ROLES:
            yield from _table_rows(kid, kid.tag == "thead")


def _heading_scope(heading: Element, column: bool) -> str:
    """Return whether a heading is for a row or a column, from its attribute or its place."""
    said = heading.attributes.get("scope", "")
    return HEADING_SCOPES.get(said) or ("Column" if column else "Row")


def _list_elem(tag: str, kids: Sequence[StructKid], lang: str, contents: bool) -> StructElem:
    """Return a list, or a table of contents, of the items among `kids`."""
    items = tuple(kid for kid in kids if isinstance(kid, StructElem))
    if contents:
        return StructElem("TOC", items, lang)
    if tag == "dl":
        items = tuple(_glossary_items(items))
    kids = [kid for item in items for kid in item.kids]
    labelled = any(isinstance(kid, StructElem) and kid.tag == "Lbl" for kid in kids)
    numbering = LIST_NUMBERING[tag] if labelled else ""
    facts = {"O": "/List", "ListNumbering": numbering} if numbering else {}
    return StructElem("L", items, lang, facts=facts)


def _glossary_items(parts: Sequence[StructElem]) -> Iterator[StructElem]:
    """Yield an item for each term of a glossary with its definition."""
    term: tuple[StructKid, ...] = ()
    for part in parts:
        if part.tag == "Term":
            term = (*term, part)
        else:
            yield StructElem("LI", (*term, part))
            term = ()
    if term:
        yield StructElem("LI", term)


def _plain_elem(tag: str, kids: list[StructKid], lang: str) -> list[StructKid]:
    """Return an element without a special kind: a node, or its content."""
    if tag == "li":
        return [_list_item(kids, lang)]
    if tag in ("dt", "dd"):
        return [
            StructElem("Term" if tag == "dt" else "LBody", tuple(_paragraphs_if_needed(kids)), lang)
        ]
    if tag in GROUP_ROLES:
        return _unless_empty(StructElem(GROUP_ROLES[tag], tuple(_as_blocks(kids)), lang))
    if tag in TEXT_ROLES:
        return _unless_empty(StructElem(TEXT_ROLES[tag], tuple(kids), lang))
    if tag in BLOCK_ELEMENTS:
        blocks: list[StructKid] = [*_as_blocks(kids)]
        return _unless_empty(StructElem("Div", tuple(blocks), lang)) if lang else blocks
    return _unless_empty(StructElem("Span", tuple(kids), lang)) if lang else kids


def _heading_elems(nodes: Sequence[StructKid], element: Element) -> list[StructKid]:
    listed = element.attributes.get("data-outline") != "none"
    return [
        replace(node, alt=element.alt, areas=element.areas, listed=listed)
        for node in nodes
        if isinstance(node, StructElem)
    ]


def _list_item(kids: Sequence[StructKid], lang: str) -> StructElem:
    """Return an item of a list: its mark, if it has one, and its body."""
    marks = tuple(
        kid for kid in kids if isinstance(kid, ContentLeaf) and kid.generated in LABEL_SOURCES
    )
    body = StructElem(
        "LBody", tuple(_paragraphs_if_needed([kid for kid in kids if kid not in marks]))
    )
    return StructElem("LI", (StructElem("Lbl", marks), body) if marks else (body,), lang)


def _unless_empty(node: StructElem) -> list[StructKid]:
    return [] if _is_empty(node) else [node]


def _paragraphs_if_needed(kids: Sequence[StructKid]) -> Sequence[StructKid]:
    """Return the content of a cell or an item: words alone, or paragraphs."""
    return kids if all(map(_is_inline, kids)) else list(_as_blocks(kids))


def _as_blocks(kids: Sequence[StructKid], tag: str = "P") -> Iterator[StructElem]:
    """Yield `kids`, with words outside a paragraph wrapped in paragraphs, or in `tag`.

    A picture is a block of its own.
    """
    run: list[StructKid] = []
    for kid in (*kids, None):
        if kid is not None and _is_inline(kid):
            run.append(kid)
            continue
        said = [each for each in run if not _is_empty(each)]
        if all(isinstance(each, StructElem) and each.tag == "Figure" for each in said):
            yield from (each for each in said if isinstance(each, StructElem))
        else:
            yield StructElem(tag, tuple(run))
        run = []
        if isinstance(kid, StructElem):
            yield kid


def _is_inline(kid: StructKid) -> bool:
    return isinstance(kid, ContentLeaf) or kid.tag in ("Span", "Link", "Figure")


def _is_empty(kid: StructKid) -> bool:
    """Tell whether a leaf or a node has nothing to read."""
    if isinstance(kid, ContentLeaf):
        return not kid.text.strip()
    return kid.tag not in ("Figure", "Table") and all(map(_is_empty, kid.kids))


ROLE_MAP = {"Term": "Lbl"}
"""Our own structure types, and the standard ones that they map to."""
GROUP_ROLES = {"section": "Sect", "article": "Art", "main": "Part", "blockquote": "BlockQuote"}
"""Elements that hold paragraphs."""
TEXT_ROLES = {"p": "P", "figcaption": "Caption"} | {
    f"h{level}": f"H{level}" for level in range(1, 7)
}
"""Elements that hold words."""
BLOCK_ELEMENTS = ("html", "body", "div", "header", "footer", "nav", "figure", "address", "aside")
"""Elements that contain paragraphs, and have no meaning of their own."""
LIST_NUMBERING = {"ol": "/Decimal", "ul": "/Disc", "dl": ""}
"""Lists, by how their items are marked."""
ROW_ROLES = {"thead": "THead", "tbody": "TBody", "tfoot": "TFoot", "tr": "TR"}
HEADING_SCOPES = {"row": "Row", "rowgroup": "Row", "col": "Column", "colgroup": "Column"}
PICTURE_TAGS = ("svg", "img")
LABEL_SOURCES = ("marker", "before")
LEADER_CHARACTERS = frozenset(". \N{NO-BREAK SPACE}")


@dataclass(frozen=True)
class FontUse:
    """A font that a page uses: our face, and the text of each glyph that it uses."""

    face: str
    says: Mapping[int, str]


@dataclass(frozen=True)
class SetPage:
    """A page of a piece: its size in pt, its content, cut at its marks, and the fonts it uses."""

    width: float
    height: float
    segments: tuple[bytes, ...]
    tags: tuple[bytes, ...]
    fonts: Mapping[str, FontUse]
    """By the name that the content calls them by, the same in all pieces."""
    resources: tuple[tuple[str, str], ...] = ()
    """Kind and name of what else it draws with; what has one name is the same in all pieces."""

    @property
    def said(self) -> frozenset[str]:
        """The characters of its text."""
        return frozenset(char for use in self.fonts.values() for char in "".join(use.says.values()))

    @property
    def digest(self) -> str:
        """A digest of its content."""
        parts = (*self.segments, *self.tags)
        return hashlib.sha256(b"\0".join(parts)).hexdigest()


MarkedPlace = tuple[int, int]
"""A page of a piece, counted from 0, and a number of marked content there."""


@dataclass(frozen=True)
class PieceField:
    """A form field of a piece: its name, its label, whether it is ticked."""

    name: str
    hint: str
    tick: bool
    area: Area
    after: MarkedPlace | None
    """The last element that is read before it; None if there is none."""


@dataclass(frozen=True)
class PieceTag(Tag):
    """A structure element of a piece."""

    kids: tuple[PieceTag | MarkedPlace, ...]
    field: PieceField | None = None
    """The form field in its place."""

    def marks(self) -> Iterator[MarkedPlace]:
        """Yield the marks within, in reading order."""
        for kid in self.kids:
            if isinstance(kid, PieceTag):
                yield from kid.marks()
            else:
                yield kid

    def headings(self) -> Iterator[PieceTag]:
        """Yield the headings within that are in the outline."""
        if self.tag.lower() in HEADING_TAGS and self.listed and self.areas and self.alt:
            yield self
        for kid in self.kids:
            if isinstance(kid, PieceTag):
                yield from kid.headings()


@dataclass(frozen=True)
class SetPiece:
    """A piece that was set."""

    pages: tuple[SetPage, ...]
    resources: bytes = field(repr=False)
    """A PDF with a page for each of `pages`, whose resources are theirs, fonts apart."""
    tree: tuple[PieceTag, ...]
    """Its structure tree for screen readers."""
    anchors: tuple[RecordPlace, ...]
    fields: tuple[PieceField, ...] = ()
    """Its form fields, in reading order."""

    @property
    def headings(self) -> Iterator[PieceTag]:
        """Its headings that are in the outline."""
        return (heading for tag in self.tree for heading in tag.headings())
