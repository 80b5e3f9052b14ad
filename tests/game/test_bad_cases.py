"""Each file of cases/bad, laid into the game Mini, gives exactly the problems it says itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from aidgen.game.load import load
from aidgen.problems import InputError, Problem
from aidgen.rules import check_game
from tests.mini import MINI

CASES = sorted((Path(__file__).parents[1] / "cases" / "bad").glob("*.yaml"))
EXPECTED = re.compile(r"^\s*# expect: (.+)$", re.MULTILINE)
PRINTED = ("rules", "procedures", "tables", "charts", "drawings", "states", "blanks")


def aids_for(case: str) -> str:
    """Return aids that print all records of a case, so that no law complains of that."""
    try:
        data = yaml.safe_load(case)
    except (yaml.YAMLError, ValueError, TypeError):
        return ""
    if not isinstance(data, dict):
        return ""

    def refs(*kinds: str) -> list[str]:
        return [f"{kind}.{name}" for kind in kinds for name in data.get(kind) or ()]

    aids: dict[str, tuple[str, str, dict[str, object]]] = {
        "all": ("sheet", "A4", {"blocks": {"all": {"contents": refs(*PRINTED)}}}),
        "all-sections": ("book", "A5", {"contents": ["sections.play", *refs("sections")]}),
        "all-cards": ("cards", "poker", {"contents": ["cards.night", *refs("cards")]}),
    }
    made = {
        name: {"title": "All", "kind": kind, "paper": paper, **holds}
        for name, (kind, paper, holds) in aids.items()
    }
    return yaml.safe_dump({"aids": made})


def found_in(pack: Path) -> list[Problem]:
    try:
        return check_game(load(pack, "mini"))
    except InputError as error:
        return sorted(error.problems)


def test_mini_itself_has_no_problems() -> None:
    assert found_in(MINI) == []


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_fault_is_reported_at_its_place_and_nothing_else(case: Path, pack: Path) -> None:
    text = case.read_text(encoding="utf-8")
    folder = pack / "content" / "mini"
    (folder / "zz-case.yaml").write_text(text, encoding="utf-8")
    (folder / "zz-printed.yaml").write_text(aids_for(text), encoding="utf-8")
    problems = found_in(pack)
    assert {problem.where.file for problem in problems} == {"content/mini/zz-case.yaml"}
    reported = [
        f"{problem.where.line}:{problem.where.column}: {problem.message}"
        + (f" ({problem.hint})" if problem.hint else "")
        for problem in problems
    ]
    assert reported == EXPECTED.findall(text) != []
