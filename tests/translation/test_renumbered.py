"""Numbers changed once, some of them here: `bench/renumbered.py` changes each."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.pipeline.plan import Job
from aidgen.proof.readback import read_back
from tests.mutants import sample
from tests.ours import PACK
from tests.renumbered import (
    CAUGHT,
    MISSED,
    Printed,
    changes,
    misprints,
    outcome,
    unreported,
)
from tests.sheets import html_of

NUMBER, MANY = 6, 24
"""How many numbers are changed here, of a canon and of a translation."""
POS = sorted((path.stem, path.parent.name) for path in (BUNDLED_PACK / "locales").glob("*/*.po"))


@pytest.mark.parametrize(
    ("game", "aid", "locale"),
    [
        ("expedition", "player-cards", "de"),
        ("argosia", "states", "fr"),
        ("gloomhaven", "scenario-flow", "en"),
    ],
)
def test_a_pdf_is_refused_when_the_canon_has_another_number(
    game: str, aid: str, locale: str
) -> None:
    reading = read_back(sample(game, aid, locale).pdf)
    printed = Printed(game, aid, locale, reading, html_of(Job(PACK, game, aid, locale)))
    game_data = PACK.game_data(game)
    refs = {"values", *game_data.printed_refs(aid)}
    found = [one for one in changes(game_data) if refs & _records(one.path.ref)]
    random.Random(aid).shuffle(found)
    outcomes = {str(change): outcome(change, game, [printed]) for change in found[:NUMBER]}
    assert CAUGHT in outcomes.values()
    assert [change for change, what in outcomes.items() if what == MISSED] == []


def _records(ref: str) -> set[str]:
    """Return of which record a place is, and of which kind that is."""
    kind, name, *_ = f"{ref}.".split(".")
    return {kind, f"{kind}.{name}"}


@pytest.mark.parametrize(("domain", "locale"), POS)
def test_a_wrong_number_in_a_translation_is_an_error_at_its_line(domain: str, locale: str) -> None:
    game = "expedition" if domain == "ui" else domain
    found = list(misprints(domain, locale))
    random.Random(domain).shuffle(found)
    tried = list({one.context: one for one in found}.values())[:MANY]
    assert tried
    assert [str(one) for one in unreported(tried, game, domain, locale)] == []


def test_every_shipped_translation_is_looked_at() -> None:
    assert {domain for domain, _ in POS} >= {"ui", *(path.name for path in _games())}


def _games() -> list[Path]:
    return [path for path in (BUNDLED_PACK / "content").iterdir() if (path / "game.yaml").is_file()]
