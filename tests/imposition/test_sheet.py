from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from aidgen.assets.papers import CARDS, PAPERS, Rect, Size
from aidgen.imposition.sheet import HEADLINE, Line, Sheet

POKER = Sheet(PAPERS["A4"], CARDS["poker"])


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
        Sheet(PAPERS["A4"].turned(), CARDS["mini"]),
        Sheet(PAPERS["Letter"], CARDS["tarot"]),
        Sheet(PAPERS["A4"], Size(20, 20), gap=3),
    ],
)
def test_back_i_lies_behind_front_i(sheet: Sheet, count: int) -> None:
    letters = "abcdefghi"[:count]
    front = picture(sheet, sheet.slots("front"), letters)
    back = picture(sheet, sheet.slots("back"), letters)
    assert turned_over(back) == front


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
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


def crosses(line: Line, slot: Rect) -> bool:
    within_x = line.x1 < slot.left + slot.width and line.x2 > slot.left
    within_y = line.y1 < slot.top + slot.height and line.y2 > slot.top
    on_x = slot.left <= line.x1 <= slot.left + slot.width
    on_y = slot.top <= line.y1 <= slot.top + slot.height
    return (within_x or (line.x1 == line.x2 and on_x)) and (
        within_y or (line.y1 == line.y2 and on_y)
    )


@pytest.mark.parametrize("gap", [0.0, 3.0, 6.5])
@pytest.mark.parametrize("card", [*CARDS.values(), Size(20, 20)], ids=[*CARDS, "token"])
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_crop_marks_show_every_cut_and_touch_no_card(paper: Size, card: Size, gap: float) -> None:
    sheet = Sheet(paper, card, gap)
    if not sheet.slots():
        return
    marks = list(sheet.crop_marks())
    for mark in marks:
        assert not any(crosses(mark, slot) for slot in sheet.slots())
        assert 0 <= mark.x1 <= mark.x2 <= paper.width
        assert HEADLINE <= mark.y1 <= mark.y2 <= paper.height - HEADLINE
        assert mark.x2 - mark.x1 + mark.y2 - mark.y1 >= 2
    upright = {round(mark.x1, 3) for mark in marks if mark.x1 == mark.x2}
    level = {round(mark.y1, 3) for mark in marks if mark.y1 == mark.y2}
    slots = sheet.slots()
    assert upright == {round(x, 3) for slot in slots for x in (slot.left, slot.left + slot.width)}
    assert level == {round(y, 3) for slot in slots for y in (slot.top, slot.top + slot.height)}
    assert len(marks) == 2 * (len(upright) + len(level))


def test_landscape_swaps_width_and_height() -> None:
    assert PAPERS["A4"].turned() == Size(297, 210)
