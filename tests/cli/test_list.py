"""`aidgen list`, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from tests.commands import aidgen


def test_variants_are_listed_with_what_may_be_chosen(pack: Path) -> None:
    result = aidgen("list", "--json", "--paper", "letter", "--gap", "2", "--pack", pack)
    rows = {(row["aid"], row["locale"]): row for row in json.loads(result.stdout)["results"]}
    assert rows["deck", "fr"]["output"] == "mini/fr/letter-gap2/mini-deck-fr-letter-gap2.pdf"
    assert rows["deck", "fr"]["variant"] == "letter-gap2"
    assert "gutterfold" in rows["deck", "fr"]["options"]
    assert rows["board", "en"]["variant"] == "letter"
    assert {"languages", "paper"} <= {*rows["board", "en"]["options"]}
    assert "fillable" not in rows["board", "en"]["options"]


def test_it_is_json_for_other_programs(pack: Path) -> None:
    result = aidgen("list", "--json", "--pack", pack)
    rows = json.loads(result.stdout)["results"]
    assert result.exit_code == 0
    known = ("game", "aid", "locale", "output")
    assert [{name: row[name] for name in known} for row in rows] == [
        {"game": job.game, "aid": job.aid, "locale": job.locale, "output": str(job.output)}
        for job in plan(Pack(pack)).jobs
    ]
    assert {row["locale"] for row in rows} == {"en", "fr"}
    assert "mini/fr/mini-book-fr.pdf" in {row["output"] for row in rows}
