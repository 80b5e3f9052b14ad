"""The structure of a document as a PDF says it (ISO 32000-1, 14.8.4), made from its HTML."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from aidgen.press.reading import ANCHOR, HEADINGS, LEADS, Area, Element, Leaf


@dataclass(frozen=True)
class Node:
    """A structure element: its type, and what stands in it in reading order."""

    tag: str
    kids: tuple[Node | Leaf, ...]
    lang: str = ""
    """Its language, where that is not the language around it."""
    alt: str = ""
    """What stands for a picture, or the words of a link or a heading."""
    id: str = ""
    facts: Mapping[str, str | int | tuple[str | float, ...]] = field(default_factory=dict)
    """What else is said of a list, a cell or a picture (14.8.5); O says by whom."""
    leads: str = ""
    """The record that a link leads to."""
    areas: tuple[Area, ...] = ()
    """Where a link or a heading lies."""
    listed: bool = True
    """Whether a heading stands in the outline of the document."""

    def leaves(self) -> Iterator[Leaf]:
        """Yield the pieces within, in reading order."""
        for kid in self.kids:
            if isinstance(kid, Leaf):
                yield kid
            else:
                yield from kid.leaves()


Kid = Node | Leaf
Facts = dict[str, str | int | tuple[str | float, ...]]


def structure(root: Element) -> Node:
    """Return the document that the HTML element `root` is.

    What is `aria-hidden`, pictures without an alternative and dots that lead to a number are left
    out of it: they are not to be read aloud.
    """
    made = _Maker().made(root, root.attributes.get("lang", ""))
    return Node("Document", tuple(_blocks(made)))


@dataclass(frozen=True)
class Anchor:
    """Where a record begins: on which page, from 0, how far down in pt, and whether before all."""

    ref: str
    page: int
    top: float
    first: bool


def anchors(root: Element) -> Iterator[Anchor]:
    """Yield the records that can be led to in the HTML element `root`, in reading order."""
    if ANCHOR in root.attributes and root.areas:
        area, leaf = root.areas[0], next(root.leaves(), None)
        first = leaf is not None and leaf.number == 0
        yield Anchor(root.attributes[ANCHOR], area.page, area.edges[1], first)
    for kid in root.kids:
        if isinstance(kid, Element):
            yield from anchors(kid)


class _Maker:
    """Makes nodes of elements; counts the tables, for the names of their headings."""

    def __init__(self) -> None:
        self.tables = 0

    def made(self, element: Element, lang: str, contents: bool = False) -> list[Kid]:
        """Return the nodes of an element within text of `lang`; `contents` if it is in those."""
        if element.attributes.get("aria-hidden") == "true":
            return []
        own = element.attributes.get("lang", lang)
        other = own if own != lang else ""
        contents = contents or element.tag == "nav"
        if element.tag == "table":
            return [self.table(element, own, other)]
        kids = self.within(element, own, contents)
        if element.tag in LISTS:
            return [_list(element.tag, kids, other, contents)]
        if element.tag == "li" and contents:
            return [Node("TOCI", tuple(_blocks(kids, "Reference")), other)]
        if element.tag in PICTURES and not any(leaf.text for leaf in element.leaves()):
            picture = Node("Figure", tuple(element.leaves()), other, element.alt)
            return [picture] if element.alt else []
        if element.tag == "a" and LEADS in element.attributes:
            leads = element.attributes[LEADS]
            return [Node("Link", tuple(kids), other, element.alt, leads=leads, areas=element.areas)]
        made = _node(element.tag, kids, other)
        return made if element.tag not in HEADINGS else _headings(made, element)

    def within(self, element: Element, lang: str, contents: bool = False) -> list[Kid]:
        """Return the nodes and pieces within an element."""
        found: list[Kid] = []
        for kid in element.kids:
            if isinstance(kid, Element):
                found += self.made(kid, lang, contents)
            elif not (kid.generated and set(kid.text) <= LEADERS):
                found.append(kid)
        return found

    def table(self, element: Element, lang: str, other: str) -> Node:
        """Return a table whose headings have names and directions, and whose cells name them."""
        self.tables += 1
        grid = _Grid(element, self.tables)

        def made(part: Element, lang: str) -> Iterator[Node]:
            for kid in part.kids:
                if not isinstance(kid, Element):
                    continue
                own = kid.attributes.get("lang", lang)
                said = own if own != lang else ""
                if kid.tag in ("th", "td"):
                    name, facts = grid.of(kid)
                    kids = tuple(_flow(self.within(kid, own)))
                    yield Node(kid.tag.upper(), kids, said, id=name, facts=facts)
                elif kid.tag == "caption":
                    yield Node("Caption", tuple(_flow(self.within(kid, own))), said)
                else:
                    yield Node(ROWS[kid.tag], tuple(made(kid, own)), said)

        return Node("Table", tuple(made(element, lang)), other)


@dataclass(frozen=True)
class _Cell:
    """A cell of a table: the rows and columns it is in, and of which it is the heading, if any."""

    rows: range
    columns: range
    scope: str
    name: str


class _Grid:
    """The cells of a table in their rows and columns, spans reckoned in."""

    def __init__(self, table: Element, number: int) -> None:
        taken: set[tuple[int, int]] = set()
        self.cells: dict[int, _Cell] = {}
        self.heads: dict[tuple[str, int], list[str]] = defaultdict(list)
        """The names of the headings of a row or a column, by scope and number."""
        for row, (cells, head) in enumerate(_rows(table)):
            column = 0
            for element in cells:
                while (row, column) in taken:
                    column += 1
                wide, high = (_span(element, span) for span in ("colspan", "rowspan"))
                scope = _scope(element, head or column > 0) if element.tag == "th" else ""
                name = f"t{number}r{row + 1}c{column + 1}" if scope else ""
                cell = _Cell(range(row, row + high), range(column, column + wide), scope, name)
                self.cells[id(element)] = cell
                for place in cell.rows if scope == "Row" else cell.columns if scope else ():
                    self.heads[scope, place].append(name)
                taken |= {(i, j) for i in cell.rows for j in cell.columns}
                column += wide

    def of(self, element: Element) -> tuple[str, Facts]:
        """Return the name of a cell, if it is a heading, and what is to be said of it."""
        cell = self.cells[id(element)]
        facts: Facts = {"O": "/Table"}
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


def _span(cell: Element, attribute: str) -> int:
    """Return over how many rows or columns a cell reaches."""
    said = cell.attributes.get(attribute, "")
    return max(1, int(said)) if said.isdecimal() else 1


def _rows(part: Element, head: bool = False) -> Iterator[tuple[list[Element], bool]]:
    """Yield the cells of each row, and whether the row is in the head of the table."""
    for kid in part.kids:
        if isinstance(kid, Element) and kid.tag == "tr":
            yield [cell for cell in kid.kids if isinstance(cell, Element)], head
        elif isinstance(kid, Element) and kid.tag in ROWS:
            yield from _rows(kid, kid.tag == "thead")


def _scope(heading: Element, column: bool) -> str:
    """Return whether a heading is for a row or a column, as it says or by its place."""
    said = heading.attributes.get("scope", "")
    return SCOPES.get(said) or ("Column" if column else "Row")


def _list(tag: str, kids: Sequence[Kid], lang: str, contents: bool) -> Node:
    """Return a list, or a table of contents, of the items among `kids`."""
    items = tuple(kid for kid in kids if isinstance(kid, Node))
    if contents:
        return Node("TOC", items, lang)
    if tag == "dl":
        items = tuple(_entries(items))
    labelled = any(isinstance(kid, Node) and kid.tag == "Lbl" for kid in _inner(items))
    facts = {"O": "/List", "ListNumbering": LISTS[tag]} if labelled and LISTS[tag] else {}
    return Node("L", items, lang, facts=facts)


def _inner(nodes: Sequence[Node]) -> Iterator[Kid]:
    for node in nodes:
        yield from node.kids


def _entries(parts: Sequence[Node]) -> Iterator[Node]:
    """Yield an item for each term of a glossary with what is said of it."""
    term: tuple[Kid, ...] = ()
    for part in parts:
        if part.tag == "Term":
            term = (*term, part)
        else:
            yield Node("LI", (*term, part))
            term = ()
    if term:
        yield Node("LI", term)


def _node(tag: str, kids: list[Kid], lang: str) -> list[Kid]:
    """Return what an element of no special kind becomes: a node, or what stands in it."""
    if tag == "li":
        return [_item(kids, lang)]
    if tag in ("dt", "dd"):
        return [Node("Term" if tag == "dt" else "LBody", tuple(_flow(kids)), lang)]
    if tag in GROUPS:
        return _full(Node(GROUPS[tag], tuple(_blocks(kids)), lang))
    if tag in TEXTS:
        return _full(Node(TEXTS[tag], tuple(kids), lang))
    if tag in BLOCKS:
        found: list[Kid] = [*_blocks(kids)]
        return _full(Node("Div", tuple(found), lang)) if lang else found
    return _full(Node("Span", tuple(kids), lang)) if lang else kids


def _headings(nodes: Sequence[Kid], element: Element) -> list[Kid]:
    """Return the nodes of a heading with what the outline needs of it."""
    listed = element.attributes.get("data-outline") != "none"
    return [
        replace(node, alt=element.alt, areas=element.areas, listed=listed)
        for node in nodes
        if isinstance(node, Node)
    ]


def _item(kids: Sequence[Kid], lang: str) -> Node:
    """Return an item of a list: its mark, if it has one, and its body."""
    marks = tuple(kid for kid in kids if isinstance(kid, Leaf) and kid.generated in MARKS)
    body = Node("LBody", tuple(_flow([kid for kid in kids if kid not in marks])))
    return Node("LI", (Node("Lbl", marks), body) if marks else (body,), lang)


def _full(node: Node) -> list[Kid]:
    return [] if _blank(node) else [node]


def _flow(kids: Sequence[Kid]) -> Sequence[Kid]:
    """Return what stands in a cell or an item: words alone, or paragraphs."""
    return kids if all(map(_inline, kids)) else list(_blocks(kids))


def _blocks(kids: Sequence[Kid], tag: str = "P") -> Iterator[Node]:
    """Yield `kids` with the words that stand in no paragraph made paragraphs, or `tag`.

    A picture stands by itself.
    """
    run: list[Kid] = []
    for kid in (*kids, None):
        if kid is not None and _inline(kid):
            run.append(kid)
            continue
        said = [each for each in run if not _blank(each)]
        if all(isinstance(each, Node) and each.tag == "Figure" for each in said):
            yield from (each for each in said if isinstance(each, Node))
        else:
            yield Node(tag, tuple(run))
        run = []
        if isinstance(kid, Node):
            yield kid


def _inline(kid: Kid) -> bool:
    return isinstance(kid, Leaf) or kid.tag in ("Span", "Link", "Figure")


def _blank(kid: Kid) -> bool:
    """Tell whether there is nothing to read in a piece or a node."""
    if isinstance(kid, Leaf):
        return not kid.text.strip()
    return kid.tag not in ("Figure", "Table") and all(map(_blank, kid.kids))


ROLES = {"Term": "Lbl"}
"""Types of our own, and the standard ones that they are."""
GROUPS = {"section": "Sect", "article": "Art", "main": "Part", "blockquote": "BlockQuote"}
"""Elements that hold paragraphs."""
TEXTS = {"p": "P", "figcaption": "Caption"} | {f"h{level}": f"H{level}" for level in range(1, 7)}
"""Elements that hold words."""
BLOCKS = ("html", "body", "div", "header", "footer", "nav", "figure", "address", "aside")
"""Elements that hold paragraphs, and have no meaning of their own."""
LISTS = {"ol": "/Decimal", "ul": "/Disc", "dl": ""}
"""Lists, by how their items are marked."""
ROWS = {"thead": "THead", "tbody": "TBody", "tfoot": "TFoot", "tr": "TR"}
SCOPES = {"row": "Row", "rowgroup": "Row", "col": "Column", "colgroup": "Column"}
PICTURES = ("svg", "img")
MARKS = ("marker", "before")
LEADERS = frozenset(". \N{NO-BREAK SPACE}")
