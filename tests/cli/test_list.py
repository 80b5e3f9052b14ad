"""`aidgen list`, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands import aidgen


def test_variants_are_listed_with_what_may_be_chosen(pack: Path) -> None:
    result = aidgen("list", "--json", "--paper", "letter", "--gap", "2", "--pack", pack)
    rows = {(row["aid"], row["locale"]): row for row in json.loads(result.stdout)["results"]}
    assert rows["deck", "fr"]["output"] == "mini/fr/letter-gap2/mini-deck-fr-letter-gap2.pdf"
    assert rows["deck", "fr"]["variant"] == "letter-gap2"
    assert "gutterfold" in rows["deck", "fr"]["options"]
    assert rows["board", "en"]["variant"] == "letter"
    assert rows["board", "en"]["output"] == "mini/en/letter/mini-board-en-letter.pdf"
    assert {"languages", "paper"} <= {*rows["board", "en"]["options"]}
    assert "fillable" not in rows["board", "en"]["options"]
