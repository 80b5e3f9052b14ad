"""Boxes of tracks and of words, wherever they are printed."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.render import render
from tests.sheets import typeset_aid
from tests.trial import DECK, write_pack


@pytest.mark.parametrize("foot", ["all", "none"])
@pytest.mark.parametrize("omit", ["omit: [title],", ""])
def test_mirrored_fields_are_clear_of_the_footer_and_of_the_text(
    tmp_path: Path, omit: str, foot: str
) -> None:
    text = "word and more words go on " * 12
    records = f"""
    decks:
      p: {{{omit} foot: {foot}, fields: {{
        rank: {{place: top-left, mirrored: true}}, suit: {{place: top-left, mirrored: true}}}}}}
    cards:
      a: {{deck: p, fields: {{rank: K, suit: J}}, front: {{title: Queen, text: "{text}"}}}}
    """
    pack = write_pack(tmp_path, dedent(records) + DECK)
    game = localize(load(pack, "g"), {}, "en")
    found = typeset_aid(render(game, "deck", (BUNDLED_PACK,)))
    assert found.faults == ()
