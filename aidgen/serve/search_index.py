"""The search index of the site: the records of a game in a language, and its words for numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from aidgen.game.data import GameData
from aidgen.game.figures import Bonus, Dice, Figure, Percent, Range, read_faces
from aidgen.game.records import Column, Table
from aidgen.game.texts import Text
from aidgen.language.locales import conventions
from aidgen.page.lookups import TERMS, Lookup, address
from aidgen.page.markdown import plain_text
from aidgen.translation.words import BOUNDS, NO_WORDS

# Record → the pages that print it: title of the aid, address of the page.
PrintedOn = Mapping[str, Sequence[Sequence[str]]]

# How many of the pages that print a record are named.
MOST_PRINTED = 3
# Typography inserts these before punctuation in a list of words.
NO_BREAK_SPACES = str.maketrans("", "", "\u00a0\u202f")
# Dice whose highest face reads 0, 00 or 000.
ZERO_FACES = (10, 100, 1000)
# Dice of which each may be a digit: d66, d444.
DIGIT_FACES = "345678"


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
        "joins": sorted(conventions(game_data.locale).alternatives),
        "synonyms": list(_synonyms(game_data)),
        "doubts": [
            form.replace("#", " ").strip("+ ")
            for name in BOUNDS  # a number beside one is not the key of a table
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
        "text": record.words,
        "printed": list(printed.get(record.ref, ()))[:MOST_PRINTED],
    }
    if node.also:
        doc["also"] = _names(node.also)
    if isinstance(node, Table):
        doc["table"] = _index_table(node)
    return doc


def _index_terms(game_data: GameData, printed: PrintedOn) -> Iterator[dict[str, object]]:
    for name, term in game_data.terms.items():
        if term.definition:
            ref = f"{TERMS}.{name}"
            title, *others = _names(term.one)
            yield {
                "title": title,
                "also": [*others, *_names(term.also)],
                "href": f"rules/{address(ref)}",
                "text": plain_text(term.definition),
                "printed": list(printed.get(ref, ()))[:MOST_PRINTED],
            }


# Tables -------------------------------------------------------------------------------------------


def _index_table(table: Table) -> dict[str, object]:
    columns = {name: column for name, column in table.columns.items() if name != table.key}
    grids = [(plain_text(title), [*rows.values()]) for _, title, rows in table.grids()]
    ends = [column.range for column in columns.values() if column.range]
    ends = ends or [cells[table.key] for _, rows in grids for cells in rows]
    dice = table.die.raw if table.die and isinstance(table.die.raw, Dice) else None
    starts_at_zero = _bounds(ends[0])[0] == 0 if ends else False
    zero = dice.faces if dice and dice.faces in ZERO_FACES and not starts_at_zero else 0

    def row(cells: Mapping[str, object]) -> list[object]:
        key = cells[table.key]
        bounds = _bounds(key, zero, is_rolled=dice is not None)
        return [_cell_text(key), *bounds, *(_cell_text(cells[name]) for name in columns)]

    return {
        "key": _column_title(table.columns[table.key]),
        "also": _names(table.columns[table.key].also),
        "die": str(table.die or ""),
        "dice": _index_dice(dice, starts_at_zero=starts_at_zero) if dice else None,
        "zero": zero,
        "ranged": table.ranged,
        "across": table.across,
        "heads": [
            [_column_title(head), *_bounds(head.range, zero), *_names(head.also)]
            for head in columns.values()
        ],
        "parts": [{"title": title, "rows": [*map(row, rows)]} for title, rows in grids],
    }


def _index_dice(dice: Dice, *, starts_at_zero: bool) -> dict[str, object]:
    """Return how dice are rolled: sign, count, lowest and highest face of each kind of die."""
    faces = str(dice.faces)
    # A d66 is two dice, read one after the other; so are d44 and d666.
    is_alike = len(faces) in (2, 3) and len({*faces}) == 1 and faces[0] in DIGIT_FACES
    if dice.count < 2 and not dice.more and is_alike:
        return {"digits": faces, "terms": []}
    low, high = (-1, 1) if dice.sides == "F" else (1, dice.faces)
    if starts_at_zero:
        low, high = 0, high - 1
    terms = [(1, max(1, dice.count), low, high)]
    terms += ((-1 if count < 0 else 1, abs(count), 1, top) for count, top in dice.more)
    return {"digits": "", "terms": terms, "bonus": dice.bonus, "factor": dice.factor}


def _column_title(column: Column) -> str:
    return str(column.range) if column.range else plain_text(column.header or "")


def _cell_text(cell: object) -> str:
    return plain_text(cell) if isinstance(cell, Text) else "" if cell is None else str(cell)


def _bounds(
    cell: object, zero: int = 0, *, is_rolled: bool = False
) -> tuple[int | None, int | None]:
    """Return the smallest and largest whole number of a cell, if there are any.

    `zero` is the number that a face 0 or 00 stands for; a cell that is rolled may be words.
    """
    figure = read_faces(cell) if is_rolled and isinstance(cell, Text) else cell
    raw = figure.raw if isinstance(figure, Figure) else None
    raw = raw.number if is_rolled and isinstance(raw, Bonus | Percent) else raw
    low = high = None
    if isinstance(raw, Range):
        low, high = raw.low, raw.high
    elif isinstance(raw, Fraction) and raw.denominator == 1:
        low = high = int(raw)
    if zero and high == 0:
        high = zero
        low = low or zero
    if low is not None and high == 0 < low:
        high = 10 ** len(str(low))  # 96–00 where no die is named
    return low, high


# Words --------------------------------------------------------------------------------------------


def _word_list(game_data: GameData, name: str) -> str:
    listed = str(game_data.words.get(name, "")).translate(NO_BREAK_SPACES)
    return "" if listed.strip() in NO_WORDS else listed


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
    for group in _word_list(game_data, "search-synonyms").split():
        yield [word.replace("-", " ") for word in group.split("|")]
    for term in game_data.terms.values():
        same = [*_names(term.one), *_names(term.also)]
        if len(same) > 1:
            yield same


def _names(listed: str | None) -> list[str]:
    return [plain_text(name).strip(" *") for name in (listed or "").split("|") if name.strip()]
