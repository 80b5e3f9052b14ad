"""Tables as they are read aloud: regular, and each cell with the headings that it belongs to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aidgen.page.faults import Fault
from aidgen.proof.script import Script
from aidgen.proof.tagtree import Heard, TaggedBook


@dataclass(frozen=True)
class _Cell:
    """A cell of a table, with the rows and columns that it is in."""

    element: Heard
    rows: range
    columns: range


Heads = Mapping[tuple[str, int], Sequence[bytes]]
"""The names of the headings of a row or a column, by `row` or `column` and its number."""


def tables(book: TaggedBook, _: Script) -> Iterator[Fault]:
    """Yield the tables that are irregular, and the cells that do not name their headings."""
    for table in book.tables():
        cells = _grid(table)
        for element, found in (*_irregular(table, cells), *_nameless(book, cells)):
            title, page = f"table “{book.text(table)}”", book.page(table)
            words = "" if element is table else book.text(element)
            quoted = f"“{words}” " if words else ""
            yield Fault(kind="tags", found=f"{title}: {quoted}{found}", page=page)


def _grid(table: Heard) -> list[_Cell]:
    taken: set[tuple[int, int]] = set()
    cells = []
    rows = [element for element in table.all() if element.tag == "TR"]
    for number, row in enumerate(rows):
        column = 0
        for element in row.elements:
            while (number, column) in taken:
                column += 1
            high = range(number, number + int(element.fact("/RowSpan", 1)))
            wide = range(column, column + int(element.fact("/ColSpan", 1)))
            taken |= {(i, j) for i in high for j in wide}
            cells.append(_Cell(element, high, wide))
    return cells


def _irregular(table: Heard, cells: Sequence[_Cell]) -> Iterator[tuple[Heard, str]]:
    squares = Counter((i, j) for cell in cells for i in cell.rows for j in cell.columns)
    high, wide = len({i for i, _ in squares}), len({j for _, j in squares})
    if len(squares) != high * wide or set(squares.values()) - {1}:
        yield table, "its rows are not of one length"


def _nameless(book: TaggedBook, cells: Sequence[_Cell]) -> Iterator[tuple[Heard, str]]:
    """Yield the headings that cannot be named, and the cells that name others than their own."""
    heads: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    for cell in cells:
        element = cell.element
        if element.tag != "TH":
            continue
        scope, name = element.fact("/Scope"), bytes(element.node.get("/ID", b""))
        if scope not in ("/Row", "/Column", "/Both"):
            yield element, "does not say what it is the heading of"
        known = book.names.get(name)
        if known is None or known.objgen != element.node.objgen:
            yield element, "cannot be found by the cells it is the heading of"
        for number in cell.rows if scope in ("/Row", "/Both") else ():
            heads["row", number].append(name)
        for number in cell.columns if scope in ("/Column", "/Both") else ():
            heads["column", number].append(name)
    for cell in cells:
        if cell.element.tag == "TD":
            yield from ((cell.element, found) for found in _misnamed(book, cell, heads))


def _misnamed(book: TaggedBook, cell: _Cell, heads: Heads) -> Iterator[str]:
    """Yield what is wrong with the headings that a cell names."""
    named = sorted(bytes(name) for name in cell.element.fact("/Headers", ()))
    own = {name for row in cell.rows for name in heads.get(("row", row), ())}
    own |= {name for column in cell.columns for name in heads.get(("column", column), ())}
    for name in named:
        if name not in book.names:
            yield "names a heading that is not there"
    if named != sorted(own) or not named:
        yield "does not name its headings"


def scopes(book: TaggedBook, lines: Script) -> Iterator[Fault]:
    """Yield it if headings of tables are for other rows and columns than in the HTML."""
    said = tuple(
        str(element.fact("/Scope", "/"))[1:] for element in book.elements if element.tag == "TH"
    )
    if lines.scopes and said != lines.scopes:
        found = "has headings of tables that are for other cells than in the HTML"
        yield Fault(kind="tags", found=found)
