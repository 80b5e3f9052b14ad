"""`aidgen list`, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from aidgen.build.pack import Pack
from aidgen.build.plan import plan
from tests.commands import aidgen


def test_it_is_json_for_other_programs(pack: Path) -> None:
    result = aidgen("list", "--json", "--pack", pack)
    rows = json.loads(result.stdout)
    assert result.exit_code == 0
    assert rows == [
        {"game": job.game, "aid": job.aid, "locale": job.locale, "output": str(job.output)}
        for job in plan(Pack(pack)).jobs
    ]
    assert {row["locale"] for row in rows} == {"en", "fr"}
    assert "mini/fr/mini-book-fr.pdf" in {row["output"] for row in rows}


def test_it_has_a_line_for_each_pdf(pack: Path) -> None:
    lines = aidgen("list", "--pack", pack).stdout.rstrip().split("\n")
    assert len(lines) == len(plan(Pack(pack)).jobs)
