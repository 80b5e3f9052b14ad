"""The structure of a document as a PDF says it (ISO 32000-1, 14.8.4), made from its HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from aidgen.press.reading import Element, Leaf


@dataclass(frozen=True)
class Node:
    """A structure element: its type, and what stands in it in reading order."""

    tag: str
    kids: tuple[Node | Leaf, ...]
    lang: str = ""
    """Its language, where that is not the language around it."""
    alt: str = ""
    """What stands for a picture, or the words of a link."""
    id: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    """What else is said of a list, a cell or a picture (14.8.5); O says by whom."""
    claims: tuple[Leaf, ...] = ()
    """All the pieces of a link, those that are not read aloud too."""

    def leaves(self) -> Iterator[Leaf]:
        """Yield the pieces within, in reading order."""
        for kid in self.kids:
            if isinstance(kid, Leaf):
                yield kid
            else:
                yield from kid.leaves()


Kid = Node | Leaf


def structure(root: Element) -> Node:
    """Return the document that the HTML element `root` is.

    What is `aria-hidden`, pictures without an alternative and dots that lead to a number are left
    out of it: they are not to be read aloud.
    """
    made = _Maker().made(root, root.attributes.get("lang", ""))
    return Node("Document", tuple(_blocks(made)))


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
        if element.tag in PICTURES:
            picture = Node("Figure", tuple(element.leaves()), other, element.alt)
            return [picture] if element.alt else []
        if element.tag == "a" and "href" in element.attributes:
            claims = tuple(element.leaves())
            return [Node("Link", tuple(kids), other, element.alt, claims=claims)]
        return _node(element.tag, kids, other)

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
    element: Element
    row: int
    column: int
    wide: int
    high: int
    scope: str
    name: str

    def beside(self, other: _Cell) -> bool:
        """Tell whether a cell shares a row with another."""
        return self.row < other.row + other.high and other.row < self.row + self.high

    def above(self, other: _Cell) -> bool:
        """Tell whether a cell shares a column with another."""
        return self.column < other.column + other.wide and other.column < self.column + self.wide


class _Grid:
    """The cells of a table in their rows and columns, spans reckoned in."""

    def __init__(self, table: Element, number: int) -> None:
        taken: set[tuple[int, int]] = set()
        self.cells: list[_Cell] = []
        for row, (cells, head) in enumerate(_rows(table)):
            column = 0
            for element in cells:
                while (row, column) in taken:
                    column += 1
                wide, high = (
                    int(element.attributes.get(span, 1)) for span in ("colspan", "rowspan")
                )
                scope = _scope(element, head or column > 0) if element.tag == "th" else ""
                name = f"t{number}r{row + 1}c{column + 1}" if scope else ""
                self.cells.append(_Cell(element, row, column, wide, high, scope, name))
                taken |= {(row + i, column + j) for i in range(high) for j in range(wide)}
                column += wide

    def of(self, element: Element) -> tuple[str, dict[str, object]]:
        """Return the name of a cell, if it is a heading, and what is to be said of it."""
        cell = next(cell for cell in self.cells if cell.element is element)
        facts: dict[str, object] = {"O": "/Table"}
        if cell.wide > 1:
            facts["ColSpan"] = cell.wide
        if cell.high > 1:
            facts["RowSpan"] = cell.high
        if cell.scope:
            facts["Scope"] = f"/{cell.scope}"
        else:
            rows = [one.name for one in self.cells if one.scope == "Row" and one.beside(cell)]
            columns = [one.name for one in self.cells if one.scope == "Column" and one.above(cell)]
            facts["Headers"] = (*rows, *columns)
        return cell.name, facts


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
