from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.assets.papers import CARD_SIZES, PAPERS, Rect, Size
from aidgen.imposition.sheet import CropLine, Sheet, fullest

POKER = Sheet(PAPERS["A4"], CARD_SIZES["poker"])


def picture(sheet: Sheet, slots: Sequence[Rect], letters: Iterable[str]) -> list[str]:
    """Draw a sheet as rows of letters, one for each slot where it lies on the paper."""
    drawn: dict[tuple[float, float], str] = {}
    for slot, letter in zip(slots, letters, strict=False):
        drawn[round(slot.top, 3), round(slot.left, 3)] = letter
    tops = sorted({round(slot.top, 3) for slot in slots})
    lefts = sorted({round(slot.left, 3) for slot in slots})
    return ["".join(drawn.get((top, left), ".") for left in lefts) for top in tops]


def turned_over(rows: list[str]) -> list[str]:
    """Look at a drawn sheet through the paper, turned over its long edge."""
    return [row[::-1] for row in rows]


def test_nine_poker_cards_lie_on_a4_in_reading_order() -> None:
    assert picture(POKER, POKER.slots(), "abcdefghi") == ["abc", "def", "ghi"]


def test_backs_are_mirrored_from_left_to_right() -> None:
    assert picture(POKER, POKER.slots("back"), "abcdefghi") == ["cba", "fed", "ihg"]


@pytest.mark.parametrize("count", [1, 2, 4, 9])
@pytest.mark.parametrize(
    "sheet",
    [
        POKER,
        Sheet(PAPERS["A4"].turned(), CARD_SIZES["mini"]),
        Sheet(PAPERS["Letter"], CARD_SIZES["tarot"]),
        Sheet(PAPERS["A4"], Size(20, 20), gap=3),
    ],
)
def test_back_i_lies_behind_front_i(sheet: Sheet, count: int) -> None:
    letters = "abcdefghi"[:count]
    front = picture(sheet, sheet.slots("front"), letters)
    back = picture(sheet, sheet.slots("back"), letters)
    assert turned_over(back) == front


@pytest.mark.parametrize("card", CARD_SIZES.values(), ids=CARD_SIZES)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_slots_lie_on_the_paper_centred_and_apart(paper: Size, card: Size) -> None:
    sheet = Sheet(paper, card)
    slots = sheet.slots()
    assert len(slots) == sheet.columns * sheet.rows
    for slot in slots:
        assert (slot.width, slot.height) == (card.width, card.height)
        assert slot.left >= 0
        assert slot.left + slot.width <= paper.width
        assert slot.top >= 0
        assert slot.top + slot.height <= paper.height
    for one in slots:
        for other in slots:
            apart_x = abs(one.left - other.left) >= card.width - 1e-6
            apart_y = abs(one.top - other.top) >= card.height - 1e-6
            assert one == other or apart_x or apart_y
    if slots:
        right = paper.width - max(slot.left + slot.width for slot in slots)
        assert right == pytest.approx(min(slot.left for slot in slots))


def crosses(line: CropLine, slot: Rect) -> bool:
    within_x = line.x1 < slot.left + slot.width and line.x2 > slot.left
    within_y = line.y1 < slot.top + slot.height and line.y2 > slot.top
    on_x = slot.left <= line.x1 <= slot.left + slot.width
    on_y = slot.top <= line.y1 <= slot.top + slot.height
    return (within_x or (line.x1 == line.x2 and on_x)) and (
        within_y or (line.y1 == line.y2 and on_y)
    )


@pytest.mark.parametrize("gap", [0.0, 3.0, 6.5])
@pytest.mark.parametrize("card", [*CARD_SIZES.values(), Size(20, 20)], ids=[*CARD_SIZES, "token"])
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_crop_marks_show_every_cut_and_touch_no_card(paper: Size, card: Size, gap: float) -> None:
    sheet = Sheet(paper, card, gap)
    if not sheet.slots():
        return
    marks = list(sheet.crop_marks())
    for mark in marks:
        assert not any(crosses(mark, slot) for slot in sheet.slots())
        assert 0 <= mark.x1 <= mark.x2 <= paper.width
        assert 7.5 <= mark.y1 <= mark.y2 <= paper.height - 7.5
        assert mark.x2 - mark.x1 + mark.y2 - mark.y1 >= 2
    upright = {round(mark.x1, 3) for mark in marks if mark.x1 == mark.x2}
    level = {round(mark.y1, 3) for mark in marks if mark.y1 == mark.y2}
    slots = sheet.slots()
    assert upright == {round(x, 3) for slot in slots for x in (slot.left, slot.left + slot.width)}
    assert level == {round(y, 3) for slot in slots for y in (slot.top, slot.top + slot.height)}
    assert len(marks) == 2 * (len(upright) + len(level))


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
    assert sheet.paper == PAPERS["Letter"]
    assert all(mark.x2 - mark.x1 + mark.y2 - mark.y1 >= 1.5 for mark in sheet.crop_marks())


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
        drawn = Rect(mark.x1, mark.y1, mark.x2 - mark.x1 or 0.1, mark.y2 - mark.y1 or 0.1)
        assert not any(over(drawn, around(slot, sheet.bleed)) for slot in slots)
        side_edge = 7.5 if sheet.beside else 4.25
        assert mark.x1 >= side_edge - ANY
        assert mark.x2 <= sheet.paper.width - side_edge + ANY
        assert mark.y1 >= top_edge(sheet) - ANY
        assert mark.y2 <= sheet.paper.height - top_edge(sheet) + ANY
    edges = {round(x, 4) for slot in slots for x in (slot.left, slot.left + slot.width)}
    assert {round(mark.x1, 4) for mark in cuts if mark.x1 == mark.x2} == edges
    assert bool(folds) == sheet.fold
    assert all(mark.x1 == mark.x2 == sheet.paper.width / 2 for mark in folds)


def test_paper_is_turned_where_more_cards_find_room_on_it() -> None:
    upright = Sheet(PAPERS["Letter"], CARD_SIZES["bridge"])
    turned = fullest(upright)
    assert (upright.room, turned.room, turned.paper) == (6, 8, PAPERS["Letter"].turned())
    assert fullest(POKER) == POKER


def test_backs_lie_beside_their_fronts_with_a_fold_between() -> None:
    sheet = Sheet(PAPERS["A4"].turned(), CARD_SIZES["poker"], fold=True)
    slots = (*sheet.slots(), *sheet.slots("back"))
    assert picture(sheet, slots, "abcdABCD") == ["abBA", "cdDC"]


def test_landscape_swaps_width_and_height() -> None:
    assert PAPERS["A4"].turned() == Size(297, 210)


def test_dashes_go_down_the_whole_fold_unless_the_bleed_is_there() -> None:
    plain = Sheet(PAPERS["A4"].turned(), CARD_SIZES["poker"], fold=True)
    bled = Sheet(PAPERS["A4"].turned(), CARD_SIZES["poker"], gap=6, bleed=3, fold=True)
    for sheet, down in ((plain, True), (bled, False)):
        middle = sheet.paper.height / 2
        dashes = [mark.y2 - mark.y1 for mark in sheet.fold_marks()]
        near = [mark for mark in sheet.fold_marks() if abs(mark.y1 - middle) < 5]
        assert bool(near) == down
        assert dashes
