"""Pages placed on larger sides, and what is set in the print dialog."""

from __future__ import annotations

from functools import cache

import pikepdf
import pytest

from aidgen.assets.papers import Size
from aidgen.press.pages import Flip, place, preset_print_dialog, reorder
from tests.press.structure import dark, edited, opened, outline, words
from tests.press.test_joining import run

TWICE = (0, 0, 160)


@cache
def placed() -> bytes:
    first = Size(240, 320), ((1, 0, 0), (0, 120, 10), TWICE)
    sides = [first, (Size(240, 160), ((2, 0, 0),) * 2)]
    return edited(run(1), lambda pdf: reorder(pdf, (0, 1, None)), lambda pdf: place(pdf, sides))


def test_pages_are_placed_where_a_booklet_wants_them() -> None:
    assert [tuple(map(float, sheet.mediabox)) for sheet in opened(placed()).pages] == [
        (0, 0, 680.315, 907.087),
        (0, 0, 680.315, 453.543),
    ]
    assert words(placed())[0].count("Run 1") == 2
    # The title of page 0 is at the upper left of where that is placed.
    assert dark(placed(), 0, (355, 40, 420, 75))
    assert not dark(placed(), 0, (341, 0, 420, 35))
    assert str(opened(placed()).docinfo.Title) == "A title"


def test_they_are_read_aloud_once_in_the_order_of_the_book() -> None:
    assert outline(placed()) == outline(run(1))
    pdf = opened(placed())
    forms = pdf.pages[0].Resources.XObject
    assert [form.read_bytes().count(b"MCID") > 0 for form in forms.values()] == [True, True, False]


def test_links_and_their_targets_move_with_their_page() -> None:
    book, sheets = opened(run(1)), opened(placed())
    before, after = book.pages[0], sheets.pages[0]
    was, now = (next(each for each in page.Annots if "/Dest" in each) for page in (before, after))
    moved = [round(float(new) - float(old), 2) for old, new in zip(was.Rect, now.Rect, strict=True)]
    right, up = 340.16, 907.09 - 28.35 - float(before.mediabox[3])
    assert moved == [right, round(up, 2), right, round(up, 2)]
    assert now.Dest[0].objgen == after.obj.objgen
    assert round(float(now.Dest[3]) - float(was.Dest[3]), 2) == round(up, 2)


@pytest.mark.parametrize(
    ("flip", "duplex"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("", "None")],
)
def test_a_pdf_is_printed_at_its_size_on_its_paper(flip: Flip, duplex: str) -> None:
    original = pikepdf.new()
    original.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    preset_print_dialog(original, flip)
    preferences = original.Root.ViewerPreferences
    assert str(preferences.PrintScaling) == "/None"
    assert preferences.PickTrayByPDFSize
    assert preferences.DisplayDocTitle
    assert str(preferences.get("/Duplex")) == duplex
