"""The rules of a published text against the canon's: other figures are told, other words not."""

from __future__ import annotations

import pytest

from aidgen.problems import Problem
from tests.collation.books import Lines, book, findings


def problems(lines: Lines, locale: str = "en") -> list[Problem]:
    return [one for found in findings(lines, "expedition", locale) for one in found.problems]


def verdicts(lines: Lines) -> dict[str, str]:
    return {one.name.removeprefix("expedition."): one.verdict for one in findings(lines)}


@pytest.fixture
def english() -> Lines:
    return book("expedition", "en")


def replaced(lines: Lines, old: str, new: str) -> int:
    """Replace the first `old`, and return the number of its line, from 1."""
    at = next(i for i, line in enumerate(lines) if old in line)
    lines[at] = lines[at].replace(old, new, 1)
    return at + 1


def chapter(lines: Lines, title: str, *text: str) -> int:
    """Replace the text under a heading; return the number of its first line, from 1."""
    at = lines.index(f"## {title}") + 2
    end = next(i for i in range(at, len(lines)) if lines[i].startswith("## "))
    lines[at:end] = [*text, ""]
    return at + 1


@pytest.mark.parametrize(
    ("old", "new", "said", "hint"),
    [
        ("you roll ≥ X", "you roll > X", "found `>`, the canon has `≥`", "rules.rolling.text"),
        ("you roll ≥ X", "you roll ≤ X", "found `≤`, the canon has `≥`", "rules.rolling.text"),
        ("you roll ≥ X", "you roll X", "`≥` of the canon is not said", "rules.rolling.text"),
        ("on 5 or less", "on 6 or less", "found `6`, the canon has `5`", "rules.random-surges"),
        ("on 5 or less", "on 5 or more", "found `≥`, the canon has `≤`", "rules.random-surges"),
        (
            "surge every 3 rounds",
            "surge every 8 rounds",
            "found `8`, the canon has `3`",
            "hard-mode",
        ),
        ("comes every 4 rounds", "comes every 5 rounds", "found `5`, the canon has `4`", "surges"),
        ("roll a d20 instead", "roll a d12 instead", "found `d12`, the canon", "random-surges"),
        ("roll a d20 instead", "roll a w20 instead", "`d20` of the canon is not", "random-surges"),
        (
            "you skip a tier 3 card",
            "you skip a tier 4 card",
            "found `4`, the canon has `3`",
            "loot",
        ),
        ("let you add +1", "let you add −1", "found `-1`, the canon has `+1`", "skill-checks"),
    ],
)
def test_a_damaged_rule_is_told_at_its_line(
    english: Lines, old: str, new: str, said: str, hint: str
) -> None:
    old = old if any(old in line for line in english) else old.capitalize()
    line = replaced(english, old, new)
    found = problems(english)
    assert any(said in one.message and hint in one.hint for one in found), found
    assert {one.where.line for one in found} == {line}


def test_the_place_of_a_figure_is_its_own_however_the_lines_are_broken(english: Lines) -> None:
    at = replaced(english, "surge on 5 or less", "surge\n  > on 9\nor less") - 1
    english[at : at + 1] = english[at].split("\n")
    (problem,) = problems(english)
    assert (problem.where.line, problem.where.column) == (at + 2, english[at + 1].index("9") + 1)


def test_a_die_is_at_its_place_though_it_is_counted() -> None:
    lines = book("argosia", "fr")
    at = replaced(lines, "1d4 points de vie par niveau", "1d10 points de vie par niveau") - 1
    (problem,) = [one for found in findings(lines, "argosia", "fr") for one in found.problems]
    assert problem.where.line == at + 1
    assert "1d10" in lines[at][problem.where.column - 1 :][:4]


@pytest.mark.parametrize(
    "text",
    [
        "Should you dislike counting, roll a D20 in place of it: a surge arrives on five or fewer.",
        "Should you dislike counting, roll a D20: a surge arrives on 5 or less. Wait 10 minutes.",
        "1. If you dislike to count, roll a d20 instead: surges come on at most 5 (see p. 12).",
        "**If** you dislike [to count](http://a.org/7), roll a _d20_: a surge on 5 or less.",
    ],
)
def test_other_words_for_the_same_figures_are_no_difference(english: Lines, text: str) -> None:
    chapter(english, "Random surges", text)
    assert problems(english) == []


def test_other_words_and_another_figure_are_a_difference(english: Lines) -> None:
    line = chapter(
        english,
        "Random surges",
        "Should you dislike counting, roll a D20 in place of it: surges arrive on 17 or fewer.",
    )
    (problem,) = problems(english)
    assert (problem.message, problem.where.line) == ("found `17`, the canon has `5`", line)


def test_the_contrary_in_other_words_is_a_difference(english: Lines) -> None:
    line = chapter(english, "Random surges", "Or roll a d20: a surge comes whenever you roll ≥ 5.")
    (problem,) = problems(english)
    assert (problem.message, problem.where.line) == ("found `≥`, the canon has `≤`", line)


def test_words_are_known_in_all_their_forms(english: Lines) -> None:
    line = chapter(english, "Hard mode", "Surging harder: surges in each 7 rounded roundings.")
    found = problems(english)
    assert [(one.message, one.where.line) for one in found] == [
        ("found `7`, the canon has `3`", line)
    ]


def test_a_heading_that_is_almost_the_same_changes_nothing(english: Lines) -> None:
    lines = [line.replace("Random surges", "Randorn surge") for line in english]
    assert lines != english
    assert problems(lines) == []
