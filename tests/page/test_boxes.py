"""Boxes of tracks and of words, wherever they are printed."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pypdfium2
import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.render import render
from tests.sheets import typeset_aid
from tests.trial import DECK, write_pack

BLANKS = """
blanks:
  oil: {title: Oil, shape: track, start: 0, end: 12, marks: {3: low}}
  sides: {title: Sides, shape: boxes, labels: {a: Left, b: Right}}
"""
AIDS = {
    "cards": "cards: {a: {front: {title: A, contents: [blanks.oil, blanks.sides]}}}\n"
    "aids: {x: {title: X, kind: cards, paper: poker, contents: [cards]}}\n",
    "book": "sections: {a: {title: A, contents: [blanks.oil, blanks.sides]}}\n"
    "aids: {x: {title: X, kind: book, paper: A5, contents: [sections.a]}}\n",
    **{
        kind: f"aids: {{x: {{title: X, kind: {kind}, paper: A5,"
        " blocks: {b: {contents: [blanks.oil, blanks.sides]}}}}\n"
        for kind in ("sheet", "form")
    },
}


@pytest.mark.parametrize("kind", AIDS)
def test_boxes_have_lines_and_are_side_by_side(tmp_path: Path, kind: str) -> None:
    game = localize(load(write_pack(tmp_path, BLANKS + AIDS[kind]), "g"), {}, "en")
    found = typeset_aid(render(game, "x", (BUNDLED_PACK,)))
    assert found.faults == ()
    with pypdfium2.PdfDocument(found.pdf) as pdf:
        page = pdf[len(pdf) - 1].get_textpage()
        text = page.get_text_range()
        for first, second in (("4", "5"), ("Left", "Right")):
            left, right = (page.get_charbox(text.index(words)) for words in (first, second))
            assert right[0] - left[2] > 3 or right[3] < left[1]


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
