from __future__ import annotations

import pytest

from aidgen.problems import InputError, Problem, Where, did_you_mean


@pytest.mark.parametrize(
    ("where", "written"),
    [
        (Where("a.yaml", 3, 7), "a.yaml:3:7"),
        (Where("a.yaml", 3), "a.yaml:3"),
        (Where("a.yaml"), "a.yaml"),
    ],
)
def test_a_place_is_written_in_the_gnu_form(where: Where, written: str) -> None:
    assert str(where) == written


def test_a_problem_is_one_line_with_the_hint_last() -> None:
    problem = Problem(Where("a.yaml", 3, 7), "found x, expected y", "say y", "warning")
    assert str(problem) == "a.yaml:3:7: warning: found x, expected y (say y)"


def test_problems_sort_by_file_then_line_as_a_number() -> None:
    places = [Where("b", 1), Where("a", 10), Where("a", 9, 2), Where("a", 9, 1)]
    found = sorted(Problem(where, "x") for where in places)
    assert [str(problem.where) for problem in found] == ["a:9:1", "a:9:2", "a:10", "b:1"]


def test_unusable_carries_all_problems() -> None:
    problems = [Problem(Where("a", line), "x") for line in (2, 1)]
    assert InputError(iter(problems)).problems == tuple(problems)


@pytest.mark.parametrize(
    ("word", "hint"),
    [("contnets", "did you mean `contents`?"), ("xyz", ""), ("title", "did you mean `title`?")],
)
def test_did_you_mean_names_the_closest_word_or_none(word: str, hint: str) -> None:
    assert did_you_mean(word, ["title", "contents"]) == hint


def test_lines_of_a_cell_are_quoted_in_one_line() -> None:
    assert str(Problem(Where("a.csv", 2, 3), "found `a\nb`")) == "a.csv:2:3: error: found `a↵b`"
