from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.assets.papers import CARD_SIZES, PAPERS, Rect, Size
from aidgen.imposition.sheet import Sheet, fullest

POKER = Sheet(PAPERS["A4"], CARD_SIZES["poker"])


def picture(sheet: Sheet, slots: Sequence[Rect], letters: Iterable[str]) -> list[str]:
    """Draw a sheet as rows of letters, one for each slot where it lies on the paper."""
    drawn: dict[tuple[float, float], str] = {}
    for slot, letter in zip(slots, letters, strict=False):
        drawn[round(slot.top, 3), round(slot.left, 3)] = letter
    tops = sorted({round(slot.top, 3) for slot in slots})
    lefts = sorted({round(slot.left, 3) for slot in slots})
    return ["".join(drawn.get((top, left), ".") for left in lefts) for top in tops]


def test_nine_poker_cards_lie_on_a4_in_reading_order() -> None:
    assert picture(POKER, POKER.slots(), "abcdefghi") == ["abc", "def", "ghi"]


def test_backs_are_mirrored_from_left_to_right() -> None:
    assert picture(POKER, POKER.slots("back"), "abcdefghi") == ["cba", "fed", "ihg"]


# Of any size ------------------------------------------------------------------------------------

ANY = 1e-5
"""In mm: by how much places that are worked out may differ."""


def millimetres(least: float, most: float) -> st.SearchStrategy[float]:
    return st.floats(least, most).map(lambda value: round(value, 2))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    bleed = draw(st.sampled_from([0.0, 1.5, 3.0, 3.17]))
    return fullest(
        Sheet(
            paper=draw(st.sampled_from([*PAPERS.values()])),
            card=Size(draw(millimetres(12, 140)), draw(millimetres(12, 140))),
            gap=2 * bleed + draw(st.sampled_from([0.0, 0.5, 3.0, 11.0])),
            bleed=bleed,
            fold=draw(st.booleans()),
        )
    )


def over(one: Rect, other: Rect) -> bool:
    """Tell whether two places share some paper."""
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return across > ANY and down > ANY


def top_edge(sheet: Sheet) -> float:
    """Return what is kept free at the top in mm: for the headline, or what printers leave white."""
    return 4.25 if sheet.beside else 7.5


@pytest.mark.parametrize("card", [(63, 88), (63.5, 88.9)])
def test_letter_holds_nine_poker_cards(card: tuple[float, float]) -> None:
    sheet = fullest(Sheet(PAPERS["Letter"], Size(*card)))
    assert (sheet.columns, sheet.rows) == (3, 3)
    assert sheet.paper == Size(215.9, 279.4)
    assert all(max(mark.width, mark.height) >= 1.5 for mark in sheet.crop_marks())


def around(slot: Rect, bleed: float) -> Rect:
    width, height = slot.width + 2 * bleed, slot.height + 2 * bleed
    return Rect(slot.left - bleed, slot.top - bleed, width, height)


@given(sheets())
def test_back_i_lies_behind_front_i_on_any_sheet(sheet: Sheet) -> None:
    fronts, backs = sheet.slots("front"), sheet.slots("back")
    assert len(fronts) == len(backs) == sheet.room
    for front, back in zip(fronts, backs, strict=True):
        # Turned over, or folded along the middle: from left to right.
        assert sheet.paper.width - back.left - back.width == pytest.approx(front.left)
        assert (back.top, back.width, back.height) == (front.top, front.width, front.height)


@given(sheets())
def test_nothing_overlaps_on_any_sheet(sheet: Sheet) -> None:
    slots = (*sheet.slots(), *(sheet.slots("back") if sheet.fold else ()))
    grounds = [around(slot, sheet.bleed) for slot in slots]
    for i, one in enumerate(grounds):
        assert not any(over(one, other) for other in grounds[i + 1 :])
        assert one.left >= 0
        assert one.top >= top_edge(sheet)
        assert one.left + one.width <= sheet.paper.width
        assert one.top + one.height <= sheet.paper.height - top_edge(sheet)


@given(sheets())
def test_marks_are_beyond_trim_and_bleed_and_can_be_printed(sheet: Sheet) -> None:
    slots = (*sheet.slots(), *(sheet.slots("back") if sheet.fold else ()))
    cuts, folds = list(sheet.crop_marks()), list(sheet.fold_marks())
    if not slots:
        return
    for mark in (*cuts, *folds):
        assert not any(over(mark, around(slot, sheet.bleed)) for slot in slots)
        side_edge = 7.5 if sheet.beside else 4.25
        assert mark.left >= side_edge - ANY
        assert mark.left + mark.width <= sheet.paper.width - side_edge + ANY
        assert mark.top >= top_edge(sheet) - ANY
        assert mark.top + mark.height <= sheet.paper.height - top_edge(sheet) + ANY
    edges = {round(x, 4) for slot in slots for x in (slot.left, slot.left + slot.width)}
    assert {round(mark.left + 0.05, 4) for mark in cuts if mark.width == 0.1} == edges
    assert bool(folds) == sheet.fold
    assert all(mark.left + 0.05 == pytest.approx(sheet.paper.width / 2) for mark in folds)


def test_paper_is_turned_where_more_cards_find_room_on_it() -> None:
    upright = Sheet(PAPERS["Letter"], CARD_SIZES["bridge"])
    turned = fullest(upright)
    assert (upright.room, turned.room, turned.paper) == (6, 8, Size(279.4, 215.9))
    assert fullest(POKER) == POKER


def test_backs_lie_beside_their_fronts_with_a_fold_between() -> None:
    sheet = Sheet(PAPERS["A4"].turned(), CARD_SIZES["poker"], fold=True)
    slots = (*sheet.slots(), *sheet.slots("back"))
    assert picture(sheet, slots, "abcdABCD") == ["abBA", "cdDC"]


def test_dashes_go_down_the_whole_fold_unless_the_bleed_is_there() -> None:
    plain = Sheet(PAPERS["A4"].turned(), CARD_SIZES["poker"], fold=True)
    bled = Sheet(PAPERS["A4"].turned(), CARD_SIZES["poker"], gap=6, bleed=3, fold=True)
    for sheet, down, ends in ((plain, True, (10, 200)), (bled, False, (7.5, 202.5))):
        marks = list(sheet.fold_marks())
        assert any(abs(mark.top - 105) < 5 for mark in marks) == down
        assert (marks[0].top, marks[-1].top + marks[-1].height) == pytest.approx(ends)
