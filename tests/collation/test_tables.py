"""The tables of a published text against the canon's: each damage is told once, at its line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from aidgen.problems import Problem
from tests.collation.books import Lines, book, findings, piped

Damage = Callable[[str], str]

FOUR, ROW = "### 4 adventurers", "| 4 |"
DAMAGE = "expedition.tables.damage"


def problems(lines: Lines, game: str = "expedition", locale: str = "en") -> list[Problem]:
    return [one for finding in findings(lines, game, locale) for one in finding.problems]


@pytest.fixture
def english() -> Lines:
    return book("expedition", "en")


def place(lines: Lines, begin: str, after: str = "") -> int:
    """Return the number of the first line, from 0, that begins so, behind one that does."""
    start = next(i for i, line in enumerate(lines) if line.startswith(after)) if after else 0
    return next(i for i in range(start, len(lines)) if lines[i].startswith(begin))


def cells(change: Callable[[list[str]], list[str]]) -> Damage:
    """Return a damage to the cells of a row."""
    return lambda line: piped([*change([cell.strip() for cell in line.strip("| ").split("|")])])


@pytest.mark.parametrize(
    ("damage", "said", "hint"),
    [
        (cells(lambda row: [*row[:3], "8", *row[4:]]), "found `8`, the canon has `3`", ".r9"),
        (cells(lambda row: ["7", *row[1:]]), "found `7`, the canon has `4`", ".tier"),
        (cells(lambda row: [*row[:6], "O"]), "found `O`, the canon has `3.0`", ".average"),
        (cells(lambda row: [*row[:6], ""]), "found an empty cell, the canon has `3.0`", ".average"),
        (cells(lambda row: [*row, "9"]), "found `3.0 | 9`, the canon has `3.0`", ".average"),
        (
            cells(lambda row: [*row[:3], "", *row[3:-1]]),
            "found the row `4 | 2 | 2 |  | 3 | 4 | 4`, the canon has `4 | 2 | 2 | 3 | 4 | 4 | 3.0`",
            "",
        ),
        (cells(lambda row: [*row[:2], *row[3:]]), "found the row `4 | 2 | 3 | 4 | 4 | 3.0 | `", ""),
        (cells(lambda row: [" ".join(row[:2]), *row[2:]]), "found the row `4 2 | 2 | 3 |", ""),
    ],
)
def test_a_damaged_row_is_told_once_at_its_line_with_the_line_of_the_canon(
    english: Lines, damage: Damage, said: str, hint: str
) -> None:
    at = place(english, ROW, FOUR)
    english[at] = damage(english[at])
    (problem,) = problems(english)
    assert (problem.where.file, problem.where.line) == ("book.md", at + 1)
    assert said in problem.message
    assert f"`{DAMAGE}.parts.four.rows.4{hint}`, content/expedition/tables.yaml:" in problem.hint
    assert problem.severity == "error"


def test_the_place_of_a_cell_is_its_column(english: Lines) -> None:
    at = place(english, ROW, FOUR)
    english[at] = "> |4|2|  2|9|4|4|3.0|"
    (problem,) = problems(english)
    assert problem.where.column == english[at].index("9") + 1


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda line: "", "row `4` is missing"),
        (
            lambda line: f"{line}\n{line}",
            "row `4 | 2 | 2 | 3 | 4 | 4 | 3.0` is none of the canon's",
        ),
        (lambda line: f"{line}\n| x | 7 | 7 | 7 | 7 | 7 | 7 |", "row `x | 7 | 7 |"),
    ],
)
def test_rows_lost_doubled_and_foreign(english: Lines, damage: Damage, said: str) -> None:
    at = place(english, ROW, FOUR)
    english[at : at + 1] = [line for line in damage(english[at]).split("\n") if line]
    (problem,) = problems(english)
    assert said in problem.message


def test_a_row_whose_key_is_another_rows_is_found_out_by_its_cells(english: Lines) -> None:
    at = place(english, ROW, FOUR)
    english[at] = english[at].replace("| 4 |", "| 5 |", 1)
    (problem,) = problems(english)
    assert "found `5`, the canon has `4`" in problem.message


def test_rows_in_another_order_are_the_same_rows(english: Lines) -> None:
    at = place(english, ROW, FOUR)
    english[at], english[at + 2] = english[at + 2], english[at]
    assert problems(english) == []


@pytest.mark.parametrize("column", [1, 3, 6])
def test_a_lost_column_is_told_once(english: Lines, column: int) -> None:
    at = place(english, "| Tier sum", FOUR)
    for number in range(at, at + 11):
        row = english[number].strip("| ").split("|")
        english[number] = piped([*row[:column], *row[column + 1 :]])
    (problem,) = problems(english)
    assert problem.where.line == at + 1
    assert re.search(r"column `.+` is missing", problem.message)


def test_a_table_without_its_rule_line_is_read_all_the_same(english: Lines) -> None:
    at = place(english, "| Tier sum", FOUR)
    del english[at + 1]
    assert problems(english) == []
    english[at + 2] = english[at + 2].replace("2", "6", 1)
    (problem,) = problems(english)
    assert problem.where.line == at + 3


@pytest.mark.parametrize("dash", ["-", "‐", "‑", "‒", "–", "—", "―", "−", " - ", " – "])
def test_every_dash_makes_a_range(english: Lines, dash: str) -> None:
    lines = [re.sub(r"(?<=\d)–(?=\d)", dash, line) if "|" in line else line for line in english]
    assert problems(lines) == []


@pytest.mark.parametrize("sign", [",", "."])
def test_decimals_may_have_a_comma_or_a_point(sign: str) -> None:
    french = book("expedition", "fr")
    lines = [re.sub(r"(?<=\d)[,.](?=\d)", sign, line) if "|" in line else line for line in french]
    assert any(f"0{sign}6" in line for line in lines)
    assert problems(lines, locale="fr") == []


@pytest.mark.parametrize(
    "heading", ["Roll: 9-12", "d20 result 9-12", "Risultato d20: 9 – 12", "9–12 (d20)", "9 to 12"]
)
def test_a_heading_may_say_more_than_its_range(english: Lines, heading: str) -> None:
    at = place(english, "| Tier sum", FOUR)
    english[at] = english[at].replace("9–12", heading)
    assert problems(english) == []


@pytest.mark.parametrize("heading", ["9–13", "Risultato d20 9-13", "8–12", "9", "d20"])
def test_a_range_in_a_heading_that_is_another_is_told(english: Lines, heading: str) -> None:
    at = place(english, "| Tier sum", FOUR)
    english[at] = english[at].replace("9–12", heading)
    (problem,) = problems(english)
    assert f"found `{heading}`, the canon has `9–12`" in problem.message
    assert problem.severity == "error"


def test_a_die_in_a_heading_that_is_another_is_told() -> None:
    lines = book("argosia", "fr")
    at = place(lines, "| d6 | Réponse")
    lines[at] = lines[at].replace("d6", "Jet")
    assert problems(lines, "argosia", "fr") == []
    lines[at] = lines[at].replace("Jet", "d8")
    (problem,) = problems(lines, "argosia", "fr")
    assert "found `d8`, the canon has `d6`" in problem.message


def test_an_open_range_that_lost_its_sign_is_told(english: Lines) -> None:
    at = place(english, "| 9+", FOUR)
    english[at] = english[at].replace("9+", "9", 1)
    (problem,) = problems(english)
    assert "found `9`, the canon has `9+`" in problem.message


@pytest.mark.parametrize(
    ("old", "new", "severity"),
    [
        ("Strength, endurance", "Endurance, strength", "warning"),
        ("Strength, endurance", "2 strengths, endurance", "error"),
        ("Strength, endurance", "STRENGTH – éndurance", None),
    ],
)
def test_other_words_in_a_cell_are_a_warning_and_other_figures_an_error(
    english: Lines, old: str, new: str, severity: str | None
) -> None:
    at = next(i for i, line in enumerate(english) if f"| {old}" in line)
    english[at] = english[at].replace(old, new)
    assert [one.severity for one in problems(english)] == ([severity] if severity else [])


def test_a_number_in_words_is_the_same_number(english: Lines) -> None:
    at = place(english, ROW, FOUR)
    english[at] = cells(lambda row: [*row[:3], "three", *row[4:]])(english[at])
    assert problems(english) == []


def test_a_table_on_its_side_is_the_same_table(english: Lines) -> None:
    at = place(english, "| Tier sum | Tiers of loot")
    rows = [line.strip("| ").split(" | ") for line in english[at : at + 10]]
    columns = [piped(list(column)) for column in zip(*[rows[0], *rows[2:]], strict=True)]
    english[at : at + 10] = [columns[0], piped(["---"] * 9), *columns[1:]]
    assert problems(english) == []
    english[at + 2] = english[at + 2].replace("3", "2", 1)
    (problem,) = problems(english)
    assert "`expedition.tables.loot.rows.4.loot`" in problem.hint


FOREIGN = ["| Tier sum | Legs |", "| --- | --- |", *(f"| {n} | {n + 20} |" for n in range(1, 9))]


@pytest.mark.parametrize("foreign", [["| Animal | Legs |", "|--|--|", "| Dog | 4 |"], FOREIGN])
def test_a_table_that_is_gone_and_one_that_is_foreign_are_told(
    english: Lines, foreign: Lines
) -> None:
    """One foreign table has the first column of ours, and no more: two fifths of its cells."""
    at = place(english, "| Tier sum | Tiers of loot")
    english[at : at + 10] = foreign
    said = {problem.message: problem for problem in problems(english)}
    assert set(said) == {
        "`expedition.tables.loot` is missing",
        "this table is none of the canon's",
    }
    assert {problem.severity for problem in said.values()} == {"warning"}


def test_a_table_is_known_by_half_of_its_cells(english: Lines) -> None:
    at = place(english, "| Tier sum", FOUR)
    for number in range(at + 2, at + 11):
        row = english[number].strip("| ").split(" | ")
        english[number] = piped([*row[:4], "40", "50", "60"])
    found = problems(english)
    assert {one.where.line for one in found} == set(range(at + 3, at + 12))


def test_a_table_worked_out_by_formulas_is_compared_if_it_is_there_and_not_asked_for() -> None:
    lines = book("argosia", "fr")
    at = place(lines, "| 10 | 55 |")
    lines[at] = lines[at].replace("55", "56")
    (problem,) = problems(lines, "argosia", "fr")
    assert "found `56`, the canon has `55`" in problem.message
    lines[place(lines, "| Face |") : at + 11] = []
    assert problems(lines, "argosia", "fr") == []


def test_a_table_that_the_file_tells_in_a_paragraph_is_not_missing(english: Lines) -> None:
    at = place(english, "| Ability class")
    rows = [re.split(r"[|,] *", line.strip("| ")) for line in english[at + 2 : at + 6]]
    english[at : at + 6] = [" ".join(f"{row[0]} helps with {row[1]} and more." for row in rows)]
    verdicts = {one.name: one.verdict for one in findings(english)}
    assert verdicts["expedition.tables.checks"] == "in other words"
    assert problems(english) == []
