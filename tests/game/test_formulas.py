"""Formulas: exact, able to do nothing but arithmetic; values and columns derived by them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from aidgen.game.formulas import evaluate, is_selected
from aidgen.game.load import load
from aidgen.game.records import Card
from tests.trial import reported, write_pack


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1 / 3", Fraction(1, 3)),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("mean(a, b)", Fraction(5, 2)),
        ("-a + b * 2", Fraction(4)),
        ("ceil(a * 1.4)", Fraction(3)),
        ("floor(b / 2)", Fraction(1)),
        ("min(a, b) + max(a, b) + sum(a, b, 1)", Fraction(11)),
        ("(a + b) / 2", Fraction(5, 2)),
        ("12.25-a*0.5", Fraction(45, 4)),
    ],
)
def test_formulas_are_exact(formula: str, value: Fraction) -> None:
    assert evaluate(formula, {"a": Fraction(2), "b": Fraction(3)}) == value


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("a.real", "`a.real` is not allowed in a formula"),
        ("a ** 9", "`a ** 9` is not allowed in a formula"),
        ("ceil(*a)", "`*a` is not allowed in a formula"),
        ("open(1)", "`open` is not one of ceil, floor, max, mean, min, sum"),
        ("sum()", "`sum` cannot take 0 numbers"),
        ("ceil(1, 2)", "`ceil` cannot take 2 numbers"),
        ("x + 1", "`x` is neither a column nor a value"),
        ("1 / 0", "`1 / 0` divides by zero"),
        ("1 if a else 2", "`1 if a else 2` is not allowed in a formula"),
        ("a < 2", "`a < 2` is not allowed in a formula"),
        ("", "`` is not a formula"),
        ("1e999", "`1e999` is not a number, expected one such as 12 or 0.5"),
        ("a + 0x10", "`0x10` is not a number, expected one such as 12 or 0.5"),
        ("1_000", "`1_000` is not a number, expected one such as 12 or 0.5"),
        ("999999999 * 999999999", "`999999999 * 999999999` exceeds 1e+12"),
    ],
)
def test_a_formula_can_do_nothing_but_arithmetic(formula: str, message: str) -> None:
    with pytest.raises(ValueError, match="`") as raised:
        evaluate(formula, {"a": Fraction(2)})
    assert str(raised.value) == message


VALUES = """values:
  half: {derive: run / 4}
  run: {derive: speed * 2}
  speed: 6
  third: {derive: speed / 9}
rules: {r: {title: R, text: "{half}, {run}, {third}"}}
aids: {s: {title: S, kind: sheet, paper: A5, blocks: {b: {contents: [rules.r]}}}}
"""


def test_values_are_derived_from_values_in_any_order(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, VALUES)
    assert reported(pack) == []
    game_data = load(pack, "g")
    numbers = {name: figure.raw for name, figure in game_data.values.items()}
    assert numbers == {"half": 3, "run": 12, "speed": 6, "third": Fraction(2, 3)}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "speed: 6",
            "speed: {derive: half}",
            "a.yaml:4:19: error: `speed` is derived from `half`, and they from it"
            " (give one its number)",
        ),
        (
            "speed * 2",
            "sped * 2",
            "a.yaml:3:17: error: `sped` is neither a column nor a value (did you mean `speed`?)",
        ),
        ("speed * 2", "speed **", "a.yaml:3:17: error: `speed **` is not a formula"),
        ("speed / 9", "speed / 0", "a.yaml:5:19: error: `speed / 0` divides by zero"),
        (
            "{derive: speed / 9}",
            "{derived: 1}",
            "a.yaml:5:3: error: found a mapping, expected `{derive: formula}`",
        ),
    ],
)
def test_a_value_that_cannot_be_derived_is_reported_at_its_formula(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert problem in reported(write_pack(tmp_path, VALUES.replace(old, new)))


COUNTED = """tables:
  t:
    title: T
    columns: {n: {header: N}, twice: {header: T, derive: 2 * n}, note: {header: X}}
    rows: 3
aids: {s: {title: S, kind: sheet, paper: A5, blocks: {b: {contents: [tables.t]}}}}
"""


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("3", {"1": "2", "2": "4", "3": "6"}),
        ("2-4", {"2": "4", "3": "6", "4": "8"}),
        ("0-1+", {"0": "0", "1+": "2"}),
    ],
)
def test_rows_may_be_their_numbers(tmp_path: Path, rows: str, expected: dict[str, str]) -> None:
    pack = write_pack(tmp_path, COUNTED.replace("rows: 3", f"rows: {rows}"))
    assert reported(pack) == []
    table = load(pack, "g").tables["t"].rows or {}
    assert {name: str(cells["twice"]) for name, cells in table.items()} == expected
    assert {cells["note"] for cells in table.values()} == {None}


def test_rows_that_are_no_numbers_are_reported(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, COUNTED.replace("rows: 3", "rows: many"))
    assert reported(pack) == [
        "a.yaml:5:11: error: found `many` at `rows`, expected keys with values, as in `key: value`"
    ]


CARD = Card.model_validate(
    {
        "front": {"title": "Fire"},
        "deck": "spells",
        "copies": 2,
        "tags": ["fire", "quick"],
        "fields": {"level": 3, "range": 10, "kind": "A spell"},
    }
)


@pytest.mark.parametrize(
    ("only", "is_chosen"),
    [
        (None, True),
        ("level <= 3", True),
        ("level < 3", False),
        ("level == 3 and copies >= 2", True),
        ("not (level > 2)", False),
        ("fire in tags", True),
        ("slow in tags or level != 3", False),
        ("'quick' in tags", True),
        ("slow not in tags", True),
        ("deck == spells", True),
        ("deck != spells", False),
        ("range > -1.5", True),
        ("cost > 1", False),
        ("cost != 1", True),
    ],
)
def test_a_choice_is_read_as_it_is_written(only: str | None, is_chosen: bool) -> None:
    assert is_selected(CARD, only) == is_chosen


@pytest.mark.parametrize(
    "only",
    [
        "",
        "level",
        "level <=",
        "1 < level < 5",
        "level + 1 > 2",
        "__import__('os').system('x') == 1",
        "level.real > 1",
        "tags[0] == 1",
        "level > (lambda: 1)",
        "fire in deck",
        "level > " + "(" * 150,
        "level == 1\nand copies == 1" + " " * 200,
        "[x for x in tags] == 1",
    ],
)
def test_what_is_no_choice_is_refused(only: str) -> None:
    with pytest.raises(ValueError, match="`"):
        is_selected(CARD, only)
