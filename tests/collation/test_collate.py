"""A published text against the canon: what was damaged is found at its line, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from aidgen.build.pack import Pack
from aidgen.collation.collate import Finding, collate
from aidgen.collation.manuscript import parse
from aidgen.game.canon import Canon
from aidgen.game.records import Cell, Procedure, Rule, State, Table
from aidgen.problems import Problem
from tests.commands import aidgen
from tests.mini import MINI
from tests.ours import PACK

Lines = list[str]


def piped(cells: list[object]) -> str:
    return "| " + " | ".join("" if cell is None else str(cell) for cell in cells) + " |"


def grid(table: Table, rows: Mapping[str, Mapping[str, Cell]]) -> Lines:
    """Write a table of the canon in Markdown."""
    header: list[object] = [column.range or column.header for column in table.columns.values()]
    rule = piped(["---"] * len(header))
    return [piped(header), rule, *(piped(list(row.values())) for row in rows.values()), ""]


def told(record: Rule | Procedure | State) -> Lines:
    """Write a record in Markdown, under its title."""
    lines = [f"## {record.title}", ""]
    if isinstance(record, Rule):
        return [*lines, record.text, "", *([record.example, ""] if record.example else [])]
    if isinstance(record, State):
        return [*lines, record.effect, "", *([record.ends, ""] if record.ends else [])]
    lines += [record.intro or "", ""]
    for number, step in enumerate(record.steps.values(), start=1):
        lines.append(f"{number}. {step.text}")
        lines += [f"    - {branch.text}" for branch in step.branches.values()]
    return [*lines, "", record.outro or "", ""]


def book(canon: Canon) -> Lines:
    """Write all rules and tables of a game in Markdown, as somebody might have published them."""
    lines = [f"# {canon.game.title}", "", *(module.title for module in canon.game.modules.values())]
    for records in (canon.rules, canon.procedures, canon.states):
        lines += ["", *(line for record in records.values() for line in told(record))]
    for table in canon.tables.values():
        lines += [f"## {table.title}", "", table.intro or "", "", table.note or "", ""]
        for part, title, rows in table.grids():
            lines += [*([f"### {title}", ""] if part else []), *grid(table, rows)]
            note = table.parts[part].note if part else None
            lines += [note or "", ""]
    return re.sub(r"[\u00a0\u202f]", " ", "\n".join(lines)).split("\n")


def findings(lines: Lines, game: str = "expedition", locale: str = "en") -> list[Finding]:
    pack = Pack(MINI) if game == "mini" else PACK
    translated = pack.localized(game, locale)
    return collate(
        parse("\n".join(lines), "book.md"),
        translated,
        pack.canon(game),
        pack.language(game, locale),
        partial(pack.written, translated),
    )


def problems(lines: Lines, game: str = "expedition", locale: str = "en") -> list[Problem]:
    return [one for finding in findings(lines, game, locale) for one in finding.problems]


@pytest.fixture
def english() -> Lines:
    return book(PACK.localized("expedition", "en"))


@pytest.fixture
def french() -> Lines:
    return book(PACK.localized("expedition", "fr"))


@pytest.mark.parametrize(
    ("game", "locale"),
    [
        ("expedition", "en"),
        ("expedition", "fr"),
        ("expedition", "de"),
        ("gloomhaven", "fr"),
        ("pilgrims-loot", "en"),
        ("argosia", "fr"),
        ("mini", "en"),
    ],
)
def test_a_text_that_says_what_the_canon_says_is_passed_in_silence(game: str, locale: str) -> None:
    pack = Pack(MINI) if game == "mini" else PACK
    lines = book(pack.localized(game, locale))
    found = findings(lines, game, locale)
    assert [str(one) for finding in found for one in finding.problems] == []
    assert {finding.verdict for finding in found} == {"same"}


def place(lines: Lines, begin: str, after: str = "") -> int:
    """Return the number of the first line, from 0, that begins so, behind one that does."""
    start = next(i for i, line in enumerate(lines) if line.startswith(after)) if after else 0
    return next(i for i in range(start, len(lines)) if lines[i].startswith(begin))


Damage = Callable[[str], str]


def cells(change: Callable[[list[str]], list[str]]) -> Damage:
    """Return a damage to the cells of a row."""
    return lambda line: piped([*change([cell.strip() for cell in line.strip("| ").split("|")])])


FOUR, ROW = "### 4 adventurers", "| 4 |"
TABLES = "expedition.tables.damage"


@pytest.mark.parametrize(
    ("damage", "said", "hint"),
    [
        (
            cells(lambda row: [*row[:3], "8", *row[4:]]),
            "found `8`, the canon has `3`",
            f"{TABLES}.parts.four.rows.4.r9",
        ),
        (
            cells(lambda row: [*row[:3], "", *row[3:-1]]),
            "the cells are shifted",
            f"{TABLES}.parts.four.rows.4",
        ),
        (
            cells(lambda row: [*row[:2], *row[3:]]),
            "has 6 cells, expected 7",
            f"{TABLES}.parts.four.rows.4",
        ),
        (
            cells(lambda row: [*row, "9"]),
            "has 8 cells, expected 7",
            f"{TABLES}.parts.four.rows.4",
        ),
        (
            cells(lambda row: ["7", *row[1:]]),
            "found `7`, the canon has `4`",
            f"{TABLES}.parts.four.rows.4.tier",
        ),
        (
            cells(lambda row: [*row[:6], "O"]),
            "found `O`, the canon has `3.0`",
            f"{TABLES}.parts.four.rows.4.average",
        ),
        (
            lambda line: re.sub(r"\| (\d) \| (\d) \|", r"| \1 \2 |", line, count=1),
            "has 6 cells, expected 7",
            f"{TABLES}.parts.four.rows.4",
        ),
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
    assert f"`{hint}`, content/expedition/tables.yaml:" in problem.hint
    assert problem.severity == "error"


def test_the_place_of_a_cell_is_its_column(english: Lines) -> None:
    at = place(english, ROW, FOUR)
    english[at] = "|4|2|  2|9|4|4|3.0|"
    (problem,) = problems(english)
    assert problem.where.column == english[at].index("9") + 1


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda line: "", "row `4` is missing"),
        (lambda line: f"{line}\n{line}", "row `4` is here twice"),
        (lambda line: f"{line}\n| x | 7 | 7 | 7 | 7 | 7 | 7 |", "is none of the canon's"),
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


@pytest.mark.parametrize("column", [1, 3, 6])
def test_a_lost_column_is_told_once(english: Lines, column: int) -> None:
    at = place(english, "| Tier sum", FOUR)
    for number in range(at, at + 11):
        row = english[number].strip("| ").split("|")
        english[number] = piped([*row[:column], *row[column + 1 :]])
    (problem,) = problems(english)
    assert problem.where.line == at + 1
    assert re.search(r"column `.+` is missing", problem.message)


def test_a_header_without_its_rule_line_is_told_and_the_table_read(english: Lines) -> None:
    at = place(english, "| Tier sum", FOUR)
    del english[at + 1]
    english[at + 2] = english[at + 2].replace("2", "6", 1)
    first, second = sorted(problems(english))
    assert (first.where.line, first.severity) == (at + 1, "warning")
    assert "no rule line" in first.message
    assert second.where.line == at + 3


@pytest.mark.parametrize("dash", ["-", "‐", "‑", "‒", "–", "—", "―", "−", " - ", " – "])
def test_every_dash_makes_a_range(english: Lines, dash: str) -> None:
    lines = [re.sub(r"(?<=\d)–(?=\d)", dash, line) if "|" in line else line for line in english]
    assert problems(lines) == []


@pytest.mark.parametrize("sign", [",", "."])
def test_decimals_may_have_a_comma_or_a_point(french: Lines, sign: str) -> None:
    lines = [re.sub(r"(?<=\d)[,.](?=\d)", sign, line) if "|" in line else line for line in french]
    assert any(f"0{sign}6" in line for line in lines)
    assert problems(lines, locale="fr") == []


def test_a_range_in_the_header_that_is_another_is_told(english: Lines) -> None:
    at = place(english, "| Tier sum", FOUR)
    english[at] = english[at].replace("9–12", "9–13")
    (problem,) = problems(english)
    assert "found `9–13`, the canon has `9–12`" in problem.message


def test_an_open_range_that_lost_its_sign_is_told(english: Lines) -> None:
    at = place(english, "| 9+", FOUR)
    english[at] = english[at].replace("9+", "9", 1)
    (problem,) = problems(english)
    assert "found `9`, the canon has `9+`" in problem.message


def test_a_table_on_its_side_is_the_same_table(english: Lines) -> None:
    at = place(english, "| Tier sum | Tiers of loot")
    rows = [line.strip("| ").split(" | ") for line in english[at : at + 10]]
    columns = [piped(list(column)) for column in zip(*[rows[0], *rows[2:]], strict=True)]
    english[at : at + 10] = [columns[0], piped(["---"] * 9), *columns[1:]]
    assert problems(english) == []
    english[at + 2] = english[at + 2].replace("3", "2", 1)
    (problem,) = problems(english)
    assert "`expedition.tables.loot.rows.4.loot`" in problem.hint


def test_a_table_that_is_gone_and_one_that_is_foreign_are_told(english: Lines) -> None:
    at = place(english, "| Tier sum | Tiers of loot")
    english[at : at + 10] = ["| Animal | Legs |", "| --- | --- |", "| Dog | 4 |", "| Hen | 2 |"]
    said = {problem.message: problem for problem in problems(english)}
    assert set(said) == {
        "`expedition.tables.loot` is missing",
        "this table is none of the canon's",
    }
    assert {problem.severity for problem in said.values()} == {"warning"}


@pytest.mark.parametrize(
    ("old", "new", "said", "hint"),
    [
        ("you roll ≥ X", "you roll > X", "found `>`, the canon has `≥`", "rules.rolling.text"),
        ("you roll ≥ X", "you roll ≤ X", "found `≤`, the canon has `≥`", "rules.rolling.text"),
        ("you roll ≥ X", "you roll X", "`≥` of the canon is not said", "rules.rolling.text"),
        ("on 5 or less", "on 6 or less", "found `≤ 6`, the canon has `≤ 5`", "rules.random-surges"),
        ("on 5 or less", "on 5 or more", "found `≥ 5`, the canon has `≤ 5`", "rules.random-surges"),
        ("have a surge every 3", "have a surge every 8", "found `8`, the canon", "rules.hard-mode"),
        ("roll a d20 instead", "roll a d12 instead", "found `d12`, the canon", "random-surges"),
        ("roll a d20 instead", "roll a w20 instead", "`d20` of the canon is not", "random-surges"),
    ],
)
def test_a_damaged_rule_is_told_at_its_line(
    english: Lines, old: str, new: str, said: str, hint: str
) -> None:
    at = next(i for i, line in enumerate(english) if old in line)
    english[at] = english[at].replace(old, new)
    found = problems(english)
    assert any(said in one.message and hint in one.hint for one in found), found
    assert {one.where.line for one in found} == {at + 1}


def test_other_words_for_the_same_figures_are_no_difference(english: Lines) -> None:
    at = place(english, "## Random surges") + 2
    english[at] = (
        "Should you dislike counting, roll a D20 in place of it: a surge arrives on five or fewer. "
        "The game becomes less balanced."
    )
    assert problems(english) == []


def test_other_words_and_another_figure_are_a_difference(english: Lines) -> None:
    at = place(english, "## Random surges") + 2
    english[at] = (
        "Should you dislike counting, roll a D20 in place of it: unpredictable surges come on 17 "
        "or less. The game becomes less balanced."
    )
    found = problems(english)
    assert any("found `17`" in one.message and one.where.line == at + 1 for one in found)


def test_a_heading_that_is_almost_the_same_changes_nothing(english: Lines) -> None:
    lines = [line.replace("Random surges", "Randorn surge") for line in english]
    assert lines != english
    assert problems(lines) == []


def test_a_rule_that_is_gone_is_missing_and_a_foreign_chapter_is_told(english: Lines) -> None:
    at = place(english, "## Shortcuts")
    end = place(english, "## Tier sum")
    english[at:end] = [
        "## Gardens",
        "",
        "Water tulips before breakfast, and never prune roses.",
        "",
    ]
    for twin in ("## Shortcut", "## Allowing a shortcut"):  # that say nearly the same
        first = place(english, twin)
        english[first : first + 4] = []
    at = place(english, "## Gardens")
    verdicts = {finding.name: finding.verdict for finding in findings(english)}
    assert verdicts["expedition.rules.shortcuts"] == "missing"
    assert verdicts[f"book.md:{at + 1}:1 “Gardens”"] == "not in the canon"


def test_the_rules_of_an_expansion_that_the_file_never_names_are_missing(french: Lines) -> None:
    lines = [line.replace("The Future", "…") for line in french]
    missing = [one.name for one in findings(lines, locale="fr") if one.verdict == "missing"]
    assert missing == [
        "expedition.rules.future-checks",
        "expedition.rules.future-level-up",
        "expedition.rules.gm-future",
        "expedition.states.skill",
    ]


def test_a_sign_in_a_wrong_encoding_is_told_and_read_as_meant(english: Lines) -> None:
    at = next(i for i, line in enumerate(english) if "you roll ≥ X" in line)
    english[at] = english[at].replace("≥", "≥".encode().decode("cp1252"))
    (problem,) = problems(english)
    assert (problem.where.line, problem.where.column) == (at + 1, english[at].index("â") + 1)
    assert "which is `≥` read in a wrong encoding" in problem.message


def test_findings_come_in_the_order_of_the_games_files(english: Lines) -> None:
    canon = PACK.canon("expedition")
    names = [finding.name.partition(".")[2] for finding in findings(english)]
    places = [canon.where(canon.at(*name.split(".")[:2])) for name in names]
    assert places == sorted(places)


# The command ------------------------------------------------------------------------------------


def test_the_command_sums_up_each_record_and_says_1_if_any_differs(
    tmp_path: Path, english: Lines
) -> None:
    file = tmp_path / "book.md"
    file.write_text("\n".join(english), encoding="utf-8")
    words = ("import-table", file, "--game", "expedition", "--locale", "en")
    result = aidgen(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "expedition.tables.damage.four: same" in result.stdout
    file.write_text("\n".join(english).replace("| 9+ | 5 |", "| 9+ | 6 |", 1), encoding="utf-8")
    result = aidgen(*words)
    assert result.exit_code == 1
    assert "1 difference" in result.stdout
    assert re.match(rf"{re.escape(str(file))}:\d+:\d+: error: found `6`", result.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["book.md"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.md", "--game", "expedition", "--locale", "en"), "cannot be read"),
        ((".", "--game", "expedition", "--locale", "en"), "cannot be read"),
        (("none.md", "--game", "expediton", "--locale", "en"), "did you mean `expedition`"),
        (("none.md", "--game", "expedition", "--locale", "f"), "locale"),
    ],
)
def test_names_that_nobody_knows_are_wrong_usage(words: tuple[str, ...], said: str) -> None:
    result = aidgen("import-table", *words)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00|",
        b"\x00\x01\x02",
        b"|",
        b"|||\n|||\n|-|-|",
        b"| a |\n| - |\n" * 50,
        b"> " * 3000 + b"| a | b |",
        b"#" * 4000 + b"\n" + b"[" * 4000,
        b"- " * 2000 + b"9999999999999999999999999999999999999999999999d9",
        "| ٣ | ³ | ½ |\n| - | - | - |\n| – | ≥ | 1–– |".encode(),
        b"\xef\xbb\xbf# A\r\r\n\x0b\x0c| 1 | 2 |\r| 3 |",
        b"x" * (4 * 10**6 + 1),
    ],
)
def test_no_bytes_are_too_odd(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "odd.md"
    file.write_bytes(data)
    words = ("--game", "mini", "--locale", "en", "--pack", MINI, "--strict")
    result = aidgen("import-table", file, *words)
    assert result.exit_code == 1
    assert str(file) in result.stderr
