"""Laws are proved by breaking the canon of Expedition in one place after the other."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.fields import Model
from aidgen.game.figures import Dice, Figure, Range, Raw, neutral
from aidgen.game.load import BUNDLED_PACK, games, load
from aidgen.rules import CHECKS, check_game
from tests.mini import change, read

LONGEST = 20.0
"""Seconds of processor time for a check of many mistakes, on a busy machine: a minute before."""
TABLES = "content/expedition/tables.yaml"
COLUMNS = ("r1", "r5", "r9", "r13", "r17")
PARTS = ("two", "three", "four", "five", "six")
Cell = tuple[int, int, int]
"""A cell of the damage tables: table, row and column, from 0."""


@pytest.mark.parametrize("game", games(BUNDLED_PACK))
def test_our_games_keep_all_laws(game: str) -> None:
    assert check_game(load(BUNDLED_PACK, game)) == []


def put(node: Any, path: Sequence[str], change: Callable[[Any], object]) -> Any:
    """Return `node` with what is at `path` changed."""
    if not path:
        return change(node)
    step, *rest = path
    if isinstance(node, Model):
        return node.model_copy(update={step: put(getattr(node, step), rest, change)})
    return {**node, step: put(node[step], rest, change)}


def figures_at(game_data: GameData, context: Context, raw: Raw) -> GameData:
    """Return `canon` with the figure at `context` changed."""

    def changed(leaf: object) -> Figure:
        assert isinstance(leaf, Figure)
        return replace(leaf, raw=raw, written=neutral(raw))

    new: GameData = put(game_data, context.ids, changed)
    return new


def damage_lines() -> dict[tuple[int, int], int]:
    """Return the line in the YAML of each row of the damage tables, found without our reader."""
    lines = (BUNDLED_PACK / TABLES).read_text(encoding="utf-8").split("\n")
    numbers = [
        number
        for number, line in enumerate(lines, start=1)
        if re.fullmatch(r" {10}[0-9+]+: \[(\d+, ){4}\d+\]", line)
    ]
    assert len(numbers) == 45
    return {(i // 9, i % 9): number for i, number in enumerate(numbers)}


def damage(game_data: GameData) -> dict[Cell, Fraction]:
    return {
        (part, row, column): cells[COLUMNS[column]].number
        for part, name in enumerate(PARTS)
        for row, cells in enumerate(game_data.tables["damage"].parts[name].rows.values())
        for column in range(5)
    }


def neighbours(cell: Cell) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of cells, smaller first, whose order `cell` takes part in."""
    for axis in range(3):
        for step in (-1, 1):
            other = list(cell)
            other[axis] += step
            beside = (other[0], other[1], other[2])
            yield (beside, cell) if step < 0 else (cell, beside)


def test_every_damage_cell_that_breaks_an_order_is_reported_at_its_line(
    expedition: GameData,
) -> None:
    values, lines = damage(expedition), damage_lines()
    assert len(values) == 225
    rows = [list(expedition.tables["damage"].parts[part].rows) for part in PARTS]
    broken = 0
    for cell, value in values.items():
        part, row, column = cell
        grid = expedition.at("tables", "damage", "parts", PARTS[part], "rows")
        path = grid / rows[part][row] / COLUMNS[column]
        for changed in {value - 1, value + 1, Fraction(0), Fraction(99)}:
            now = values | {cell: changed}
            expected = {
                (TABLES, lines[larger[0], larger[1]])
                for smaller, larger in neighbours(cell)
                if smaller in now and larger in now and now[larger] < now[smaller]
            }
            problems = CHECKS["rise"](figures_at(expedition, path, changed))
            found = {(problem.where.file, problem.where.line) for problem in problems}
            assert found == expected, f"{path}: {value} -> {changed}"
            broken += bool(expected)
    assert broken > 600


def as_range(raw: Raw) -> Range:
    if isinstance(raw, Fraction):
        return Range(int(raw), int(raw))
    assert isinstance(raw, Range)
    return raw


def altered(raw: Raw) -> Iterator[Range]:
    """Yield ranges close to `raw` that are not `raw`."""
    raw = as_range(raw)
    assert raw.low is not None
    for low, high in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (0, 9)):
        new_high = None if raw.high is None else raw.high + high
        if raw.low + low >= 0 and Range(raw.low + low, new_high) != raw:
            yield Range(raw.low + low, new_high)


def ranges(game_data: GameData) -> list[tuple[Context, Figure]]:
    """Return every range that must follow another: of columns, and of the rows of tables."""
    found = []
    for context, leaf in game_data.leaves():
        if context.kind == "tables" and isinstance(leaf, Figure):
            table = game_data.tables[context.ids[1]]
            of_row = "rows" in context.ids and context.name == table.key
            if context.name == "range" or (of_row and table.columns[table.key].type == "range"):
                found.append((context, leaf))
    return found


def test_every_range_that_is_changed_is_reported_at_its_line_or_the_next(
    expedition: GameData,
) -> None:
    known = ranges(expedition)
    assert len(known) >= 5 + 45 + 8
    for context, figure in known:
        # Where no die says so, a table may begin at any number.
        first = context.name != "range" and as_range(figure.raw).low == 1
        near = {expedition.where(context).line + step for step in (-1, 0, 1)}
        for raw in altered(figure.raw):
            if first and raw.high == as_range(figure.raw).high:
                continue
            problems = list(CHECKS["ranges"](figures_at(expedition, context, raw)))
            assert problems, f"{context}: {figure} -> {neutral(raw)}"
            assert near & {problem.where.line for problem in problems}, context


def test_every_die_that_is_changed_is_reported(expedition: GameData) -> None:
    path = expedition.at("tables", "damage", "die")
    for faces in (19, 21, 12):
        problems = list(CHECKS["ranges"](figures_at(expedition, path, Dice(0, faces))))
        assert {problem.where.file for problem in problems} == {TABLES}


def test_equal_neighbours_are_in_order(pack: Path) -> None:
    change(pack, "content/mini/tables.yaml", "2+: [2, 4]", "2+: [2, 2]")
    assert check_game(read(pack)) == []


def test_a_record_that_no_aid_prints_is_reported(pack: Path) -> None:
    change(pack, "content/mini/aids.yaml", "rules.start, rules.fight", "rules.fight")
    assert [str(problem) for problem in check_game(read(pack))] == [
        "content/mini/rules.yaml:6:3: error: no aid prints `rules.start`"
        " (add it to an aid's contents)"
    ]


@pytest.mark.parametrize(
    ("wrong", "hint"), [("rules.stort", " (did you mean `rules.start`?)"), ("rules.zzz", "")]
)
def test_a_wrong_reference_is_one_error(pack: Path, wrong: str, hint: str) -> None:
    change(pack, "content/mini/aids.yaml", "rules.start, rules.fight", f"{wrong}, rules.fight")
    (problem,) = check_game(read(pack))
    assert str(problem).endswith(f"error: `{wrong}` does not exist{hint}")


def test_a_picture_in_a_text_is_one_error(pack: Path) -> None:
    change(pack, "content/mini/rules.yaml", "The den is dark.", '"![x](y.png) dark."')
    assert {problem.message for problem in check_game(read(pack))} == {
        "found a picture `![x](y.png)`, which would be printed as it stands"
    }


def test_a_foreign_phrase_that_stands_nowhere_is_reported(pack: Path) -> None:
    game = "content/mini/game.yaml"
    change(pack, game, "  credits: Made", "  foreign: {A game: fr, Au revoir: fr}\n  credits: Made")
    (problem,) = check_game(read(pack))
    assert problem.message == "`Au revoir` is in no text"
    assert str(problem.where) == f"{game}:12:36"


def test_many_references_to_nothing_are_reported_at_once(pack: Path) -> None:
    rules = "".join(
        f"  the-great-rule-number-{number}: {{title: T, text: T}}\n" for number in range(2500)
    )
    refs = ", ".join(f"rules.the-great-rule-numbre-{number}" for number in range(900))
    text = f"rules:\n{rules}sections: {{extra: {{title: E, contents: [{refs}]}}}}\n"
    (pack / "content" / "mini" / "zz.yaml").write_text(text, encoding="utf-8")
    game_data = read(pack)
    before = time.process_time()
    problems = [str(problem) for problem in check_game(game_data)]
    assert time.process_time() - before < LONGEST
    assert sum("does not exist (did you mean `rules.the-great-" in one for one in problems) == 200
