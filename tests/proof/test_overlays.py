"""What lies on what: bars, tints and texts of one piece over those of another."""

from __future__ import annotations

import pytest

from aidgen.proof.stacking import Patch, StackedPiece, find_hidden, find_on_dark, find_patches
from tests.sheets import set_document

TEXT = (10.0, 100.0, 90.0, 110.0)
CARD = StackedPiece("cards.a", texts=(TEXT,), patches=(Patch((0.0, 0.0, 99.0, 9.0), 240),))


def strip(*, text: bool = False, tone: int | None = None, up: float = 0.0) -> StackedPiece:
    """Return a strip with a text or a bar of a tone, from so high up on; it is 10 pt high."""
    place = (20.0, up, 30.0, up + 10)
    return StackedPiece("", (place,) if text else (), () if tone is None else (Patch(place, tone),))


@pytest.mark.parametrize(
    ("upper", "reported"),
    [
        (strip(text=True, up=105), "lies on what stands in the margin"),
        (strip(text=True, up=110), ""),
        (strip(tone=0, up=105), "is hidden by what stands in the margin"),
        (strip(tone=255, up=95), "is hidden by what stands in the margin"),
        (strip(tone=0, up=50), ""),
        (strip(tone=230, up=5), ""),
        (strip(tone=240, up=5), ""),
        (strip(text=True, up=5), ""),
    ],
)
def test_what_a_strip_hides_is_reported_of_the_card_below(
    upper: StackedPiece, reported: str
) -> None:
    found = [(lying.name, found) for lying, found in find_hidden([CARD, upper])]
    assert found == ([("cards.a", reported)] if reported else [])


def test_a_text_on_a_dark_part_of_another_piece_is_looked_at() -> None:
    for tone, reported in ((235, []), (200, [1]), (None, [1])):
        lower = StackedPiece("", (), (Patch((20.0, 0.0, 30.0, 10.0), tone),))
        assert list(find_on_dark([lower, strip(text=True)])) == reported


def test_a_band_may_be_painted_over_but_no_icon() -> None:
    for width, reported in ((99.0, 0), (12.0, 1)):
        ground = Patch((18.0, 0.0, 18.0 + width, 9.0), 240)
        found = find_hidden([StackedPiece("cards.a", (), (ground,)), strip(tone=85)])
        assert len(list(found)) == reported


def test_what_is_moved_away_is_not_reported() -> None:
    bar = strip(tone=0, up=105)
    assert list(find_hidden([CARD, bar.moved(0, 5)])) == []
    assert list(find_hidden([CARD, bar.moved(60, 0)])) != []
    assert list(find_hidden([CARD.moved(-80, 0), bar])) == []


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("background:#000", [((0, 60, 75, 75), 0)]),
        ("background:#fff", [((0, 60, 75, 75), 255)]),
        ("background:rgba(0,0,0,.2)", [((0, 60, 75, 75), 204)]),
        ("background:transparent", []),
        ("border-left:10px solid #000", [((0, 60, 7.5, 75), 0)]),
        ("background:linear-gradient(#fff,#000)", [((0, 60, 75, 75), None)]),
        ("background:#000;transform:translate(20px,10px)", [((15, 52.5, 75.5, 67.5), 0)]),
        ("width:50px;overflow:hidden", [((0, 60, 37.5, 75), 0)]),
    ],
)
def test_patches_are_where_a_page_is_painted(
    style: str, expected: list[tuple[tuple[float, ...], int | None]]
) -> None:
    inner = "<b style='display:block;height:20px;width:90px;background:#000'></b>"
    css = "@page{size:100px 100px;margin:0}body{margin:0}div{height:20px}"
    clipped = inner if "overflow" in style else ""
    page = set_document(
        f"<html lang='en'><style>{css}</style><body><div style='{style}'>{clipped}</div></body>"
    )
    (sheet,) = page.sheets
    found = [(patch.bounds, patch.tone) for patch in find_patches(sheet)]
    assert [bounds for bounds, _ in found] == [pytest.approx(bounds) for bounds, _ in expected]
    assert [tone for _, tone in found] == [tone for _, tone in expected]
