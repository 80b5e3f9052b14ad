"""Questions that ask for each cell of each table of a game, in several wordings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from aidgen.game.data import GameData
from aidgen.game.figures import Figure, Range
from aidgen.game.records import Column, Table
from aidgen.game.texts import Text
from aidgen.page.markdown import plain_text
from aidgen.serve.search_index import number_words
from aidgen.serve.site import PUBLIC_FOLDER

ADVENTURERS, TIERS, ROLLS = range(2, 7), range(1, 11), range(1, 21)
"""All thousand questions for Expedition's damage."""

DAMAGE = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
"""Wordings of these questions, and the numbers from 0 to 20 in words, by language."""
LOOKUPS = Path(__file__).with_name("lookups.txt")
"""Questions of players, and the records that they should find first."""
PAGE = """<!DOCTYPE html><html lang="{lang}"><meta charset="utf-8"><title>Search</title>
<form data-base=""><input id="asked"></form>
<section id="found" hidden><p id="summary" data-hits="Results:" data-near="Nearest:"
data-nothing="Nothing." data-unknown="Nowhere:"></p><ol id="results"></ol></section>
<main id="content"></main><script src="index.js" defer></script>{scripts}"""
ANSWERS = """
return arguments[0].map((words) => answers(tabled, words).filter((one) => one.sure).map(
  ({prepared: {table}, parts: [{part, rows: [row]}], column}) => [
    docs.find((doc) => doc.table === table).title, table.parts[part].title,
    table.parts[part].rows[row][0], table.heads[column][0],
    table.parts[part].rows[row][3 + column]]));
"""
"""The cells that questions lead to: title, part, row, column, cell."""


@dataclass(frozen=True)
class Counted:
    """How many questions led to their cell, how many to a table, and those to a wrong cell."""

    right: int
    shown: int
    wrong: tuple[str, ...]


def write_search_page(folder: Path, index: str, lang: str = "en") -> str:
    """Write a page with a search box into a folder; return its address."""
    scripts = "".join(
        f'<script src="{name}.js" defer></script>'
        for name in ("words", "answers", "search", "results")
    )
    for path in PUBLIC_FOLDER.glob("*.js"):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "index.js").write_text(index, encoding="utf-8")
    page = folder / "index.html"
    page.write_text(PAGE.format(lang=lang, scripts=scripts), encoding="utf-8")
    return page.as_uri()


def count_cells(driver: Any, questions: Sequence[Asked]) -> Counted:
    """Ask questions on the page that is open in a browser."""
    right, wrong = 0, []
    for start in range(0, len(questions), BATCH):
        batch = questions[start : start + BATCH]
        reported = driver.execute_script(ANSWERS, [one.words for one in batch])
        for one, cells in zip(batch, reported, strict=True):
            expected = [one.table, one.part, one.row, one.column, one.cell]
            right += cells == [expected]
            wrong += [f"{one.words}: {cells}"] if any(cell != expected for cell in cells) else []
    return Counted(right, len(questions) - right - len(wrong), tuple(wrong))


BATCH = 500
"""Questions in one call of the browser."""


@dataclass(frozen=True)
class Lookup:
    """A question of a player: the game and language, and the records one of which comes first."""

    place: str
    words: str
    records: tuple[str, ...]


def lookup_questions() -> Iterator[Lookup]:
    """Yield the questions of players."""
    for line in LOOKUPS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            place, words, records = (part.strip() for part in line.split(" | "))
            yield Lookup(place, words, tuple(records.split(", ")))


@dataclass(frozen=True)
class Asked:
    """A question for a cell."""

    words: str
    table: str
    part: str
    row: str
    column: str
    cell: str


def damage_questions(game_data: GameData, language: str) -> Iterator[Asked]:
    """Yield every question for Expedition's damage, in every wording of a language."""
    table = game_data.tables["damage"]
    spelt = DAMAGE[language]["numbers"].split()
    for p, t, r in product(ADVENTURERS, TIERS, ROLLS):
        part = list(table.parts.values())[p - ADVENTURERS.start]
        (row,) = (row for row in part.rows.values() if holds(row[table.key], t))
        column = next(name for name, one in table.columns.items() if holds(one.range, r))
        numbers = {"p": p, "t": t, "r": r, "P": spelt[p], "T": spelt[t], "R": spelt[r]}
        for wording in DAMAGE[language]["wordings"]:
            yield asked(table, part.title, row, column, wording.format(**numbers))


def asked(table: Table, part: Text, row: Mapping[str, object], column: str, words: str) -> Asked:
    """Return a question for a cell of a table."""
    return Asked(
        words,
        plain_text(table.title),
        plain_text(part),
        written(row[table.key]),
        heading(table.columns[column]),
        written(row[column]),
    )


def cell_questions(game_data: GameData) -> Iterator[Asked]:
    """Yield questions for every cell of every table, in six wordings."""
    roll, *_ = str(game_data.words["search-rolls"]).split("|")
    spelt: dict[str, str] = {}
    for word, number in number_words(game_data):
        spelt.setdefault(str(number), word)
    for table in game_data.tables.values():
        title = plain_text(table.title)
        key = heading(table.columns[table.key])
        columns = [name for name in table.columns if name != table.key]
        for _, part, rows in table.grids():
            family = plain_text(part) if table.parts else ""
            for row, column in product(rows.values(), columns):
                if not written(row[table.key]):
                    continue  # to be filled in
                head = table.columns[column]
                for at, across in product(
                    keys(row[table.key]), keys(head.range) if head.range else (heading(head),)
                ):
                    down = f"{key} {at}"
                    over = f"{roll} {across}" if head.range else across
                    for words in (
                        f"{title} {family}, {down}, {over}",
                        f"{over} {down} {family} {title}",
                        f"{title}: {family} {down} {over}?",
                        f"{at} {key}, {family}, {over}",
                        f"{family} {at} {across}",
                        f"{roll} {spelt.get(across, across)}, {key} {spelt.get(at, at)}, {family}, "
                        f"{title}"
                        if head.range
                        else f"{spelt.get(at, at)} {key}: {across}, {family}, {title}",
                    ):
                        yield asked(table, part, row, column, words)


def keys(cell: object) -> Sequence[str]:
    """Return how a key is asked for: numbers within it, or its words."""
    raw = cell.raw if isinstance(cell, Figure) else None
    if isinstance(raw, Range):
        low = raw.low or 0
        high = low + 3 if raw.high is None else raw.high
        return tuple(dict.fromkeys((str(low), str(high))))
    return (written(cell),)


def holds(cell: object, number: int) -> bool:
    """Tell whether a number is one of those that a key stands for."""
    raw = cell.raw if isinstance(cell, Figure) else None
    if isinstance(raw, Range):
        above = raw.low is None or raw.low <= number
        return above and (raw.high is None or number <= raw.high)
    return raw == number


def heading(column: Column) -> str:
    """Return how a column is headed."""
    return str(column.range) if column.range else plain_text(column.header or "")


def written(cell: object) -> str:
    """Return a cell as it is read."""
    return plain_text(cell) if isinstance(cell, Text) else "" if cell is None else str(cell)
