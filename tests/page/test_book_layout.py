"""Where call-outs, columns and pictures of a book are: measured on the pages that were laid out."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.assets.papers import PT_PER_MM, Bounds, transform_bounds
from aidgen.game.load import BUNDLED_PACK, load
from aidgen.language.localize import localize
from aidgen.page.layout import LaidSheet, Run
from aidgen.page.render import render
from aidgen.page.shapes import FramePicture
from aidgen.press.pieces.typeset import typeset_pieces
from tests.trial import reported, write_pack

FILLING = "Nobody sees it, and nobody hears it, and so it goes on until the morning comes. " * 6
PACK = f"""
rules:
  mill:
    title: Mill
    image: {{file: quay.svg, alt: A quay, place: PLACE, width: 30}}
    text: Alpha begins here. {FILLING}Omega ends here.
    callouts:
      tip: {{title: Tip, text: Beside the text., place: beside}}
      tale: {{text: Below the text., look: boxed}}
  weir: {{title: Weir, text: "{FILLING}"}}
sections:
  a: {{title: Chapter, columns: COLUMNS, contents: [rules.mill, rules.weir]}}
aids: {{book: {{title: Book, kind: book, paper: PAPER, contents: [sections.a]}}}}
"""
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path d="M0 0h3v2H0z"/></svg>'
MARGIN = 13.5 * PT_PER_MM


def pages(folder: Path, paper: str, columns: int, place: str) -> tuple[LaidSheet, ...]:
    """Return the pages of the book's body, which has no faults."""
    records = PACK.replace("PAPER", paper).replace("COLUMNS", str(columns))
    pack = write_pack(folder, records.replace("PLACE", place))
    (pack / "assets").mkdir()
    (pack / "assets" / "quay.svg").write_text(PICTURE, encoding="utf-8")
    assert reported(pack) == []
    book = render(localize(load(pack, "g"), {}, "en"), "book", (pack, BUNDLED_PACK)).book
    assert book is not None
    (made,) = typeset_pieces([book.body.whole])
    assert made.faults == ()
    return made.sheets


def run(sheet: LaidSheet, words: str) -> Run:
    """Return the run that begins with some words."""
    return next(one for one in sheet.runs if one.text.startswith(words))


def picture(sheet: LaidSheet) -> Bounds:
    """Return the left, bottom, right and top edges of the picture in pt, upwards."""
    drawn = next(one for one in sheet.painted if isinstance(one.shape, FramePicture))
    assert isinstance(drawn.shape, FramePicture)
    left, low, right, top = transform_bounds(drawn.shape.frame, drawn.matrix)
    return left, min(low, top), right, max(low, top)


@pytest.mark.parametrize("paper", ["A5", "A4", "Letter", "digest"])
def test_a_call_out_is_beside_its_text_or_below_it(tmp_path: Path, paper: str) -> None:
    first, *_ = pages(tmp_path, paper, 1, "below")
    text, beside, below = (run(first, words) for words in ("Alpha", "Beside", "Below"))
    line = [one for one in first.runs if abs(one.y - text.y) < 1 and one.x < beside.x]
    assert text.x == pytest.approx(MARGIN, abs=1)
    assert line[-1].x + line[-1].width < beside.x
    assert beside.x + beside.width <= first.width - MARGIN + 1
    assert below.y < min(one.y for one in first.runs if "Omega" in one.text) < text.y
    assert below.x - MARGIN < 20


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_chapter_in_two_columns_has_its_title_over_both(tmp_path: Path, paper: str) -> None:
    first, *_ = pages(tmp_path, paper, 2, "below")
    middle = first.width / 2
    title, text = run(first, "Chapter"), run(first, "Alpha")
    left = [one for one in first.runs if one.x < middle]
    right = [one for one in first.runs if one.x > middle]
    assert title.y > max(one.y for one in (*left, *right) if one is not title)
    assert text in left
    assert right
    assert max(one.x + one.width for one in left if one.y < title.y - 1) < middle
    assert min(one.x for one in right) > middle


def test_a_picture_is_below_its_title_or_beside_the_text(tmp_path: Path) -> None:
    below, *_ = pages(tmp_path / "below", "A5", 1, "below")
    beside, *_ = pages(tmp_path / "beside", "A5", 1, "beside")
    for sheet, is_beside in ((below, False), (beside, True)):
        title, text, drawn = run(sheet, "Mill"), run(sheet, "Alpha"), picture(sheet)
        assert drawn[3] < title.y
        assert drawn[2] - drawn[0] == pytest.approx(30 * PT_PER_MM, abs=0.5)
        assert (drawn[3] > text.y > drawn[1]) is is_beside
        assert (text.y < drawn[1]) is not is_beside
