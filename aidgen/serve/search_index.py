"""What the site's search goes by: each record with its words, its rows, and where it is printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html.parser import HTMLParser

from aidgen.game.data import GameData
from aidgen.game.figures import Figure, Range
from aidgen.game.tables import Column, Table
from aidgen.game.texts import Text
from aidgen.page.lookups import TERMS, Lookup, address
from aidgen.page.markdown import plain

Said = dict[str, object]
Printed = Mapping[str, Sequence[Sequence[str]]]
"""Of each record the pages that print it: the aid's title, and the address of the page."""

WITHIN = ("a", "b", "em", "i", "strong")
"""What stands within a line, and close to what follows: the end of a link may be that of a text."""
# What typography puts before the marks of a list of words.
SPACED = re.compile("[\u00a0\u202f]")


def index(canon: GameData, records: Sequence[Lookup], printed: Printed) -> str:
    """Return the index of a game in a language as a script, which needs no server to be read."""
    docs = [_doc(canon, record, printed) for record in records if record.ref != TERMS]
    docs += list(_terms(canon, printed))
    told = {"docs": docs, "numbers": _numbers(canon), "locale": canon.locale}
    # `</` would end the script if a page held it within.
    return f"globalThis.aidgenIndex = {json.dumps(told, ensure_ascii=False)};\n".replace(
        "</", "<\\/"
    )


def _doc(canon: GameData, record: Lookup, printed: Printed) -> Said:
    doc: Said = {
        "title": record.title,
        "href": f"rules/{address(record.ref)}",
        "text": words(record.html),
        "printed": list(printed.get(record.ref, ()))[:3],
    }
    node = canon.find(record.ref)
    if isinstance(node, Table):
        doc["grids"] = list(_grids(node))
    return doc


def words(html: str) -> str:
    """Return the words of a record's HTML, those in pictures apart."""
    reader = _Reader()
    reader.feed(html)
    return " ".join("".join(reader.found).split())


class _Reader(HTMLParser):
    """Gathers the words of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        self._pictures += tag == "svg"
        self._apart(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._pictures -= tag == "svg"
        self._apart(tag)

    def _apart(self, tag: str) -> None:
        if tag not in WITHIN:
            self.found.append(" ")

    def handle_data(self, data: str) -> None:
        """Take words."""
        if not self._pictures:
            self.found.append(data)


def _terms(canon: GameData, printed: Printed) -> Iterator[Said]:
    for name, term in canon.terms.items():
        if term.definition:
            ref = f"{TERMS}.{name}"
            yield {
                "title": plain(str(term.one).partition("|")[0]),
                "href": f"rules/{address(ref)}",
                "text": plain(term.definition),
                "printed": list(printed.get(ref, ()))[:3],
            }


def _grids(table: Table) -> Iterator[Said]:
    """Yield each grid of a table: what it is called, what its rows go by, and the rows."""
    columns = {name: column for name, column in table.columns.items() if name != table.key}
    for _, title, rows in table.grids():
        yield {
            "title": plain(title),
            "key": _header(table.columns[table.key]),
            "heads": [[_header(column), *_bounds(column.range)] for column in columns.values()],
            "rows": [
                [
                    _cell(cells[table.key]),
                    *_bounds(cells[table.key]),
                    *(_cell(cells[name]) for name in columns),
                ]
                for cells in rows.values()
            ],
        }


def _header(column: Column) -> str:
    return str(column.range) if column.range else plain(column.header or "")


def _cell(cell: object) -> str:
    return plain(cell) if isinstance(cell, Text) else "" if cell is None else str(cell)


def _bounds(cell: object) -> tuple[int | None, int | None]:
    """Return the whole numbers that a cell stands for: the least and the most, if it has them."""
    raw = cell.raw if isinstance(cell, Figure) else None
    if isinstance(raw, Range):
        return raw.low, raw.high
    if isinstance(raw, Fraction) and raw.denominator == 1:
        return int(raw), int(raw)
    return None, None


def _numbers(canon: GameData) -> Mapping[str, int]:
    """Return the words of a language that are always a number, each with its number."""
    known: dict[str, int] = {}
    listed = SPACED.sub("", str(canon.words.get("number-words", "")))
    for place, spelt in enumerate(listed.split()):
        number, _, names = spelt.rpartition("=")
        for name in names.split("|"):
            if not name.endswith("?") and "#" not in name:
                known.setdefault(name, int(number) if number.isdecimal() else place)
    return known
