"""`aidgen list`, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.load import games, load
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from tests.commands import aidgen
from tests.mini import change


def test_variants_are_listed_with_what_may_be_chosen(pack: Path) -> None:
    result = aidgen("list", "--json", "--paper", "letter", "--gap", "2", "--pack", pack)
    rows = {(row["aid"], row["locale"]): row for row in json.loads(result.stdout)}
    assert rows["deck", "fr"]["output"] == "mini/fr/letter-gap2/mini-deck-fr-letter-gap2.pdf"
    assert rows["deck", "fr"]["variant"] == "letter-gap2"
    assert "gutterfold" in rows["deck", "fr"]["options"]
    assert rows["board", "en"]["variant"] == "letter"
    assert {"languages", "paper"} <= {*rows["board", "en"]["options"]}
    assert "fillable" not in rows["board", "en"]["options"]


def test_it_is_json_for_other_programs(pack: Path) -> None:
    result = aidgen("list", "--json", "--pack", pack)
    rows = json.loads(result.stdout)
    assert result.exit_code == 0
    known = ("game", "aid", "locale", "output")
    assert [{name: row[name] for name in known} for row in rows] == [
        {"game": job.game, "aid": job.aid, "locale": job.locale, "output": str(job.output)}
        for job in plan(Pack(pack)).jobs
    ]
    assert {row["locale"] for row in rows} == {"en", "fr"}
    assert "mini/fr/mini-book-fr.pdf" in {row["output"] for row in rows}


def lacking(pack: Path) -> Path:
    """Let Mini have an aid for the GM, and a rule that the GM needs and does not find there."""
    change(pack, "content/mini/aids.yaml", "screen: {title", "screen: {reader: gm, title")
    change(pack, "content/mini/rules.yaml", "hole: {title", "hole: {reader: gm, title")
    return pack


def test_the_coverage_says_which_aids_print_a_record_and_for_whom(pack: Path) -> None:
    result = aidgen("list", "--coverage", "--pack", lacking(pack))
    lines = result.stdout.splitlines()
    (hole,) = [line for line in lines if "rules.hole" in line]
    assert hole.split()[1] == "gm"
    assert hole.endswith("!! not for the GM")
    assert [line for line in lines if "!!" in line] == [hole]
    aids = list(load(pack, "mini").aids)
    numbered = [f"{i:>4}  {aid} (" for i, aid in enumerate(aids, start=1)]
    assert [line[: line.index("(") + 1] for line in lines[1 : 1 + len(aids)]] == numbered
    marks = [mark for mark in hole.split()[2:] if mark in "●·"]
    assert marks[aids.index("book")] == "●"
    assert marks[aids.index("screen")] == "·"
    assert max(map(len, lines)) <= 80


def test_a_gap_in_the_coverage_is_a_warning(pack: Path) -> None:
    lacking(pack)
    result = aidgen("list", "--coverage", "--pack", pack)
    assert result.exit_code == 0
    assert "warning: `rules.hole` is needed by the GM" in result.stderr
    assert aidgen("list", "--coverage", "--strict", "--pack", pack).exit_code == 1
    assert aidgen("list", "--coverage", "--pack", pack, "nothing").exit_code == 2


@pytest.mark.parametrize("game", games(BUNDLED_PACK))
def test_no_reader_of_our_games_lacks_a_record(game: str) -> None:
    result = aidgen("list", "--coverage", "--strict", "--pack", BUNDLED_PACK, game)
    assert (result.exit_code, result.stderr) == (0, "")
