"""The search index of the site: words, table rows and places of each record."""

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
from aidgen.page.markdown import plain_text

PrintedOn = Mapping[str, Sequence[Sequence[str]]]
"""Record → the pages that print it: title of the aid, address of the page."""

INLINE_ELEMENTS = ("a", "b", "em", "i", "strong")
"""Elements that do not separate words."""
# Typography inserts these before punctuation in a list of words.
NO_BREAK_SPACES = re.compile("[\u00a0\u202f]")


def search_index(canon: GameData, records: Sequence[Lookup], printed: PrintedOn) -> str:
    """Return the index of a game in a language as a script: it works without a server."""
    docs = [_index_record(canon, record, printed) for record in records if record.ref != TERMS]
    docs += list(_index_terms(canon, printed))
    told = {"docs": docs, "numbers": _number_words(canon), "locale": canon.locale}
    # `</` would end an inline script.
    return f"globalThis.aidgenIndex = {json.dumps(told, ensure_ascii=False)};\n".replace(
        "</", "<\\/"
    )


def _index_record(canon: GameData, record: Lookup, printed: PrintedOn) -> dict[str, object]:
    doc: dict[str, object] = {
        "title": record.title,
        "href": f"rules/{address(record.ref)}",
        "text": words_of_html(record.html),
        "printed": list(printed.get(record.ref, ()))[:3],
    }
    node = canon.find(record.ref)
    if isinstance(node, Table):
        doc["grids"] = list(_index_grids(node))
    return doc


def words_of_html(html: str) -> str:
    """Return the words of a record's HTML, without those in pictures."""
    reader = _WordReader()
    reader.feed(html)
    return " ".join("".join(reader.found).split())


class _WordReader(HTMLParser):
    """Collects the words of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Enter an element."""
        self._pictures += tag == "svg"
        self._separate_words(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._pictures -= tag == "svg"
        self._separate_words(tag)

    def _separate_words(self, tag: str) -> None:
        if tag not in INLINE_ELEMENTS:
            self.found.append(" ")

    def handle_data(self, data: str) -> None:
        """Collect words."""
        if not self._pictures:
            self.found.append(data)


def _index_terms(canon: GameData, printed: PrintedOn) -> Iterator[dict[str, object]]:
    for name, term in canon.terms.items():
        if term.definition:
            ref = f"{TERMS}.{name}"
            yield {
                "title": plain_text(str(term.one).partition("|")[0]),
                "href": f"rules/{address(ref)}",
                "text": plain_text(term.definition),
                "printed": list(printed.get(ref, ()))[:3],
            }


def _index_grids(table: Table) -> Iterator[dict[str, object]]:
    """Yield each grid of a table: its title, the title of its key, and its rows."""
    columns = {name: column for name, column in table.columns.items() if name != table.key}
    for _, title, rows in table.grids():
        yield {
            "title": plain_text(title),
            "key": _column_title(table.columns[table.key]),
            "heads": [
                [_column_title(column), *_cell_bounds(column.range)] for column in columns.values()
            ],
            "rows": [
                [
                    _cell_text(cells[table.key]),
                    *_cell_bounds(cells[table.key]),
                    *(_cell_text(cells[name]) for name in columns),
                ]
                for cells in rows.values()
            ],
        }


def _column_title(column: Column) -> str:
    return str(column.range) if column.range else plain_text(column.header or "")


def _cell_text(cell: object) -> str:
    return plain_text(cell) if isinstance(cell, Text) else "" if cell is None else str(cell)


def _cell_bounds(cell: object) -> tuple[int | None, int | None]:
    """Return the smallest and largest whole number that a cell stands for, if there are any."""
    raw = cell.raw if isinstance(cell, Figure) else None
    if isinstance(raw, Range):
        return raw.low, raw.high
    if isinstance(raw, Fraction) and raw.denominator == 1:
        return int(raw), int(raw)
    return None, None


def _number_words(canon: GameData) -> Mapping[str, int]:
    """Return the number words of a language, without ambiguous ones."""
    known: dict[str, int] = {}
    listed = NO_BREAK_SPACES.sub("", str(canon.words.get("number-words", "")))
    for place, spelt in enumerate(listed.split()):
        number, _, names = spelt.rpartition("=")
        for name in names.split("|"):
            if not name.endswith("?") and "#" not in name:
                known.setdefault(name, int(number) if number.isdecimal() else place)
    return known
