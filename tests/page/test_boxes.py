"""Boxes of tracks and of words, wherever they are printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.game.load import BUNDLED_PACK, load
from aidgen.language.localize import localize
from aidgen.page.render import render
from tests.sheets import fitted, pieces_of, set_all
from tests.trial import write_pack

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
    found = set_all(fitted(pieces_of(render(game, "x", (BUNDLED_PACK,)))))
    assert found.faults == ()
    runs = {run.text: run for sheet in found.sheets for run in sheet.runs}
    for first, second in (("4", "5"), ("Left", "Right")):
        a, b = runs[first], runs[second]
        assert b.x - a.x - a.width > 0.5 * a.size or b.y < a.y - a.size
