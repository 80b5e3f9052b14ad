"""The search index of the site: the records of a game in a language, and its words for numbers."""

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

MOST_PRINTED = 3
"""How many of the pages that print a record are named."""
INLINE_ELEMENTS = ("a", "b", "em", "i", "strong")
"""Elements that do not separate words."""
# Typography inserts these before punctuation in a list of words.
NO_BREAK_SPACES = re.compile("[\u00a0\u202f]")
DOUBT_WORDS = ("at-least", "at-most", "more-than", "less-than", "negations")
"""Lists of words that compare or deny: a number beside one is not the key of a table."""


def search_index(game_data: GameData, records: Sequence[Lookup], printed: PrintedOn) -> str:
    """Return the index of a game in a language as a script: it works without a server."""
    docs = [_index_record(game_data, record, printed) for record in records if record.ref != TERMS]
    docs += list(_index_terms(game_data, printed))
    index = {
        "docs": docs,
        "game": game_data.game.id,
        "locale": game_data.locale,
        "numbers": list(number_words(game_data)),
        "dice": sorted({"d", *(letter.lower() for letter in _listed(game_data, "dice-letter"))}),
        "ignored": _word_list(game_data, "search-ignored"),
        "rolls": _listed(game_data, "search-rolls"),
        "synonyms": list(_synonyms(game_data)),
        "doubts": [
            form.replace("#", " ").strip("+ ")
            for name in DOUBT_WORDS
            for form in _listed(game_data, name)
            if not form.endswith("?")
        ],
    }
    # `</` would end an inline script.
    return f"globalThis.aidgenIndex = {json.dumps(index, ensure_ascii=False)};\n".replace(
        "</", "<\\/"
    )


def _index_record(game_data: GameData, record: Lookup, printed: PrintedOn) -> dict[str, object]:
    node = game_data.find(record.ref)
    doc: dict[str, object] = {
        "title": record.title,
        "href": f"rules/{address(record.ref)}",
        "text": words_of_html(record.html),
        "printed": list(printed.get(record.ref, ()))[:MOST_PRINTED],
    }
    if node.also:
        doc["also"] = _synonym_group(node.also)
    if isinstance(node, Table):
        doc["table"] = _index_table(node)
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


def _index_terms(game_data: GameData, printed: PrintedOn) -> Iterator[dict[str, object]]:
    for name, term in game_data.terms.items():
        if term.definition:
            ref = f"{TERMS}.{name}"
            title, *others = _term_forms(str(term.one))
            yield {
                "title": title,
                "also": [*others, *_synonym_group(term.also or "")],
                "href": f"rules/{address(ref)}",
                "text": plain_text(term.definition),
                "printed": list(printed.get(ref, ()))[:MOST_PRINTED],
            }


# Tables -------------------------------------------------------------------------------------------


def _index_table(table: Table) -> dict[str, object]:
    """Return a table: its key, die and column headings, and the rows of each part."""
    columns = {name: column for name, column in table.columns.items() if name != table.key}
    return {
        "key": _column_title(table.columns[table.key]),
        "also": _synonym_group(table.columns[table.key].also or ""),
        "die": str(table.die or ""),
        "ranged": table.ranged,
        "heads": [
            [_column_title(column), *_cell_bounds(column.range), *_synonym_group(column.also or "")]
            for column in columns.values()
        ],
        "parts": [
            {
                "title": plain_text(title),
                "rows": [
                    [
                        _cell_text(cells[table.key]),
                        *_cell_bounds(cells[table.key]),
                        *(_cell_text(cells[name]) for name in columns),
                    ]
                    for cells in rows.values()
                ],
            }
            for _, title, rows in table.grids()
        ],
    }


def _column_title(column: Column) -> str:
    return str(column.range) if column.range else plain_text(column.header or "")


def _cell_text(cell: object) -> str:
    return plain_text(cell) if isinstance(cell, Text) else "" if cell is None else str(cell)


def _cell_bounds(cell: object) -> tuple[int | None, int | None]:
    """Return the smallest and largest whole number of a cell, if there are any."""
    raw = cell.raw if isinstance(cell, Figure) else None
    if isinstance(raw, Range):
        return raw.low, raw.high
    if isinstance(raw, Fraction) and raw.denominator == 1:
        return int(raw), int(raw)
    return None, None


# Words --------------------------------------------------------------------------------------------


def _word_list(game_data: GameData, name: str) -> str:
    """Return a list of words of the language; "" if it has none."""
    listed = NO_BREAK_SPACES.sub("", str(game_data.words.get(name, "")))
    return "" if listed.strip() in ("", "-", "–", "—") else listed


def _listed(game_data: GameData, name: str) -> list[str]:
    return [form.strip() for form in _word_list(game_data, name).split("|") if form.strip()]


def number_words(game_data: GameData) -> Iterator[tuple[str, int]]:
    """Yield the number words of a language, without ambiguous ones."""
    for place, spelt in enumerate(_word_list(game_data, "number-words").split()):
        number, _, names = spelt.rpartition("=")
        for name in names.split("|"):
            if not name.endswith("?") and (not number or number.isdecimal()):
                yield name, int(number) if number else place


def _synonyms(game_data: GameData) -> Iterator[list[str]]:
    """Yield words that mean the same: those of the language, and of the terms of the game."""
    for group in _word_list(game_data, "search-synonyms").split():
        yield [word.replace("-", " ") for word in group.split("|")]
    for term in game_data.terms.values():
        same = [*_term_forms(str(term.one)), *_synonym_group(term.also or "")]
        if len(same) > 1:
            yield same


def _term_forms(one: str) -> list[str]:
    return [plain_text(form).strip(" *") for form in one.split("|")]


def _synonym_group(also: str) -> list[str]:
    return [plain_text(word).strip() for word in also.split("|") if word.strip()]
