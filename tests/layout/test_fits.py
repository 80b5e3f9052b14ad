"""How cards and regions hold their content."""

from __future__ import annotations

import pytest

from aidgen.layout.fits import BoxFit, PageItems, blend, box_fits
from tests.verified import styled

CARD = """<div data-fit="wolf" data-height="fixed" style="padding:2mm;height:30mm;width:40mm">\
{}</div>
<div data-fit="hare" style="width:40mm">{}</div>"""


def fits_of(inner: str, css: str = "") -> tuple[BoxFit, ...]:
    """Return how two cards with the same content fit it; the second one grows."""
    layout = styled(css, CARD.format(inner, inner)).layout
    return box_fits([PageItems(page) for page in layout.pages])


def test_room_is_what_is_left_at_the_foot() -> None:
    wolf, hare = fits_of('<p style="margin:0;line-height:5mm;font-size:9pt">Howl<br>Howl</p>')
    assert (wolf.name, wolf.pages, wolf.size, round(wolf.height, 2)) == ("wolf", (1,), 9.0, 30.0)
    # Two lines of 5 mm; below the last baseline there are no letters, only leading.
    assert wolf.room == pytest.approx(21.5, abs=0.3)
    assert wolf.fullness == pytest.approx(0.28, abs=0.01)
    assert wolf.holds
    assert not wolf.crowded
    assert (hare.name, hare.room, hare.fullness, hare.holds) == ("hare", None, 0.0, True)


def test_a_card_too_full_has_less_than_no_room() -> None:
    wolf, hare = fits_of("<p>Howl</p>" * 9)
    assert wolf.room == pytest.approx(-13.1, abs=0.3)
    assert (wolf.holds, wolf.crowded, hare.holds) == (False, True, True)


@pytest.mark.parametrize(
    ("inner", "holds"),
    [
        ('<p style="margin-left:-2mm">Over the padding</p>', True),
        ('<p style="margin-left:-4mm">Over the edge</p>', False),
        ('<p style="white-space:nowrap">A line that is as long as no card is wide</p>', False),
        ('<p style="position:relative;left:1mm">A little aside</p>', True),
        ('<p style="text-align:right;letter-spacing:1em;width:44mm">Howl</p>', True),
        ('<ul style="margin:0"><li style="margin-top:29mm">Too low</li></ul>', False),
        ('<img alt="" src="data:image/svg+xml,<svg xmlns=%27http://www.w3.org/2000/svg%27 '
         'width=%2750%27 height=%27190%27/>">', False),
        ('<div aria-hidden="true" style="height:90mm;background:red"></div>', True),
        ('<hr style="width:60mm">', False),
        ('<table><tr><td style="overflow:hidden">A cell</td></tr></table>', True),
    ],
)  # fmt: skip
def test_what_a_card_has_to_hold(inner: str, *, holds: bool) -> None:
    assert fits_of(inner)[0].holds is holds


@pytest.mark.parametrize(
    ("style", "holds"),
    [
        ("bottom:1mm", True),
        ("bottom:-1mm", False),
        ("left:-1mm;top:0", False),
        ("top:30mm;transform:rotate(-90deg);transform-origin:0 0", True),
        ("top:10mm;transform:rotate(-90deg);transform-origin:0 0", False),
    ],
)
def test_what_is_placed_by_hand_may_be_anywhere_on_its_card(style: str, *, holds: bool) -> None:
    inner = f'<p style="position:absolute;margin:0;width:20mm;{style}">A title apart</p>'
    wolf, _ = fits_of(inner, "[data-fit] { position: relative }")
    assert wolf.holds is holds
    assert wolf.room == pytest.approx(30.0), "it takes no room from what flows"


@pytest.mark.parametrize(("width", "count"), [(60, 0), (30, 1)])
def test_a_card_is_cut_out_along_its_edge(width: float, count: int) -> None:
    line = '<p style="white-space:nowrap">The tower looks in every direction.</p>'
    card = (
        f'<article data-box="wolf" style="width:{width}mm">{line}<div data-fit=a></div></article>'
    )
    (page,) = styled("", card).layout.pages
    assert [leaving.side for leaving in PageItems(page).overflows] == ["to the right"] * count


def test_a_disc_holds_words_within_its_rim() -> None:
    css = "[data-fit] div { width: 20mm; height: 20mm; border-radius: 10mm; text-align: center }"
    inside = '<div data-round style="line-height:20mm">Wolf</div>'
    assert fits_of(inside, css)[0].holds
    above = '<div data-round style="line-height:2mm">Wolves howl</div>'
    assert not fits_of(above, css)[0].holds


@pytest.mark.parametrize(("width", "count"), [(20, 0), (30, 1)])
def test_a_disc_holds_frames_in_its_square(width: int, count: int) -> None:
    frame = f'<div style="width:{width}mm;height:9mm;border:.2mm solid"></div>'
    token = f'<div data-round style="width:22mm;height:22mm;border-radius:11mm">{frame}</div>'
    (page,) = styled("", token).layout.pages
    assert [leaving.side for leaving in PageItems(page).overflows] == ["to the right"] * count


def test_a_window_shows_what_is_whole_in_it() -> None:
    board = '<p style="margin:0 0 5mm">Inn</p><p style="margin:0 0 0 8mm">Old mill</p>'
    style = "overflow:hidden;width:20mm;height:9mm"
    window = f'<div data-window style="{style}"><div style="width:90mm">{board * 2}</div></div>'
    (page,) = styled("", window).layout.pages
    items = PageItems(page)
    assert [text.quoted for text in items.texts] == ["Inn"]
    assert items.overflows == ()


@pytest.mark.parametrize(
    ("colour", "behind", "expected"),
    [
        ((0, 0, 0, 1), (1, 1, 1, 1), (0, 0, 0, 1)),
        ((0, 0, 0, 0.5), (1, 1, 1, 1), (0.5, 0.5, 0.5, 1)),
        ((1, 0, 0, 0.25), (0, 0, 0.8, 1), (0.25, 0, 0.6, 1)),
    ],
)
def test_a_colour_before_another_one(
    colour: tuple[float, float, float, float],
    behind: tuple[float, float, float, float],
    expected: tuple[float, float, float, float],
) -> None:
    assert blend(colour, behind) == pytest.approx(expected)


def test_what_is_behind_a_text() -> None:
    body = (
        '<div style="background:#000"><p>Black</p><div style="background:rgba(255,255,255,.5)">'
        '<p>Grey</p></div><div style="opacity:.5"><p style="background:#fff">Half</p></div></div>'
        '<div style="background:linear-gradient(#000,#fff)"><p>Gradient</p>'
        '<p style="background:#fff">Panel</p></div>'
    )
    (page,) = styled("", body).layout.pages
    behind = {text.quoted: text.around for text in PageItems(page).texts}
    assert behind["Black"].background == (0, 0, 0, 1)
    assert behind["Grey"].background == (0.5, 0.5, 0.5, 1)
    assert behind["Half"].background == (0.5, 0.5, 0.5, 1)
    assert [behind[words].pictured for words in ("Black", "Gradient", "Panel")] == [
        False,
        True,
        False,
    ]
