"""Titles that a style of the pack makes wider than was reckoned."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.page.render import render
from tests.mini import read
from tests.sheets import set_all

SPACED = "h2 { text-transform: uppercase; letter-spacing: .08em; }"


def title(pack: Path, words: str, css: str) -> tuple[str, set[float], int]:
    """Return the faults of a card with that title, its type in pt, and on how many lines it is."""
    card = {"cards": {"own": {"front": {"title": words, "text": "t"}}}}
    aid = {
        "aids": {
            "own": {"title": "D", "kind": "cards", "paper": "poker", "contents": ["cards.own"]}
        }
    }
    folder = pack / "content" / "mini"
    (folder / "more.yaml").write_text(json.dumps(card | aid), encoding="utf-8")
    (folder / "theme.css").write_text(css, encoding="utf-8")
    deck = render(localize(read(pack), {}, "en"), "own", (pack, BUNDLED_PACK)).section
    face = deck.leaves[0].front.settled(10, ())
    document = set_all([face])
    letters = re.sub(r"\W", "", words.upper())
    runs = [
        run
        for run in document.sheets[0].runs
        if (said := re.sub(r"\W", "", run.text.upper())) and said in letters and said != "T"
    ]
    sizes, lines = {round(run.size, 1) for run in runs}, {round(run.y) for run in runs}
    return "".join(fault.found for fault in document.faults), sizes, len(lines)


@pytest.mark.parametrize(
    ("words", "css", "least", "most", "lines"),
    [
        ("Lighthouse keeper", "", 12, 12, 1),
        ("Engine upgrade number one", "", 12, 12, 1),
        ("Engine upgrade number one", SPACED, 9, 11, 1),
        ("Protection from all evil spirits of the wood", SPACED, 7.5, 9.5, 2),
        ("Two\\\nlines", "", 9.5, 9.5, 2),
    ],
)
def test_a_title_shrinks_until_it_has_its_place(
    pack: Path, words: str, css: str, least: float, most: float, lines: int
) -> None:
    faults, sizes, found = title(pack, words, css)
    assert faults == ""
    assert found == lines
    assert least <= min(sizes)
    assert max(sizes) <= most


def test_a_title_that_cannot_be_small_enough_is_a_fault(pack: Path) -> None:
    faults, _, _ = title(pack, "Donaudampfschifffahrtsgesellschaft" * 2, SPACED)
    assert "does not fit" in faults
