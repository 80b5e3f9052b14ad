"""What WeasyPrint does otherwise: each test fails without its fix."""

from __future__ import annotations

import pytest

from aidgen.press.engine.fixes import FIXES, apply_fixes
from aidgen.press.writing import write
from tests.press.structure import drawn, laid_out_page, opened


def test_the_installed_engine_has_a_place_for_each_fix() -> None:
    assert apply_fixes() == ()
    assert len(FIXES) == 8


def test_a_part_of_the_type_around_ends_at_the_least() -> None:
    css = "b { font-size: max(.8em, 8pt) } i { font-size: max(var(--part), 8pt); --part: .9em }"
    body = (
        "<p style='font-size: 9pt'>9<b>8</b><i>8.1</i></p>"
        "<p style='font-size: 20pt'>20<b>16<i>14.4</i></b><i>18</i></p>"
        "<p style='font-size: 5pt'>5<b>8</b></p>"
    )
    for page in laid_out_page(body, css).pages:
        for box in page.root.descendants():
            if box.text:
                assert round(box.lettering.size * 0.75, 2) == float(box.text)


def test_the_last_word_is_not_divided() -> None:
    css = "p { hyphens: auto; width: 30mm; font: 10pt Source Sans Pro }"
    (page,) = laid_out_page("<p>One last responsibility</p>", css).pages
    lines = [box.text for box in page.root.descendants() if box.text]
    assert lines == ["One last", "responsibility"]


SQUARE = '<svg viewBox="0 0 9 9" style="display: block; width: 40px; height: 40px">'
SMALL_PAGE = "@page { size: 40px 40px; margin: 0; background: #a00 } * { margin: 0 }"


@pytest.mark.parametrize(("colour", "level"), [("#fff", 255), ("#777", 119), ("black", 0)])
def test_an_inline_drawing_takes_the_colour_of_the_text_around(colour: str, level: int) -> None:
    path = '<path d="M0 0h9v9H0z" fill="currentColor"/>'
    pdf = write(
        laid_out_page(f'<div style="color: {colour}">{SQUARE}{path}</svg></div>', SMALL_PAGE)
    )
    assert drawn(pdf).getpixel((15, 15)) == (level, level, level)


def test_arabic_in_a_drawing_is_joined() -> None:
    words = "\u0645\u0631\u062d\u0628\u0627"
    text = f'<text x="1" y="6" font-size="4" font-family="IBM Plex Sans Arabic">{words}</text>'
    pdf = opened(write(laid_out_page(f"{SQUARE}{text}</svg>", SMALL_PAGE)))
    # In one go: taken apart, each letter is placed by itself.
    assert pdf.pages[0].Contents.read_bytes().count(b"Tm") == 1


def test_the_tile_of_a_gradient_reaches_beyond_its_shape() -> None:
    gradient = (
        '<linearGradient id="g" gradientTransform="rotate(30)"><stop offset="0" stop-color="#000"/>'
        '<stop offset="1" stop-color="#fff"/></linearGradient>'
    )
    path = f'{gradient}<path d="M2 2h4v4H2z" fill="url(#g)"/>'
    pdf = opened(write(laid_out_page(f"{SQUARE}{path}</svg>", SMALL_PAGE)))
    boxes = [
        [float(edge) for edge in pattern.BBox]
        for pattern in pdf.pages[0].Resources.Pattern.values()
        if "/BBox" in pattern
    ]
    assert boxes
    assert all(left < -1 and low < -1 for left, low, _, _ in boxes)


RULES = (
    "@page { size: 100mm 60mm; margin: 0 } * { margin: 0; line-height: 5mm; font-size: 9pt }"
    ".whole { break-inside: avoid } h2 { break-after: avoid; margin-bottom: 5mm }"
    "h3 { break-after: avoid; margin-top: 10mm } section { margin-break: discard }"
)


def page_words(body: str) -> list[str]:
    """Return the words on each page of 60 mm, of a body of lines of 5 mm."""
    return [
        " ".join(box.text for box in page.root.descendants() if box.text)
        for page in laid_out_page(body, RULES).pages
    ]


def lines(count: int) -> str:
    return "".join(f"<p>{number}</p>" for number in range(1, count + 1))


@pytest.mark.parametrize(
    ("body", "first"),
    [
        (f"<h2>A</h2><section class=whole>{lines(20)}</section>", "A 1 2 3 4 5 6 7 8 9 10"),
        # The gap above a heading stays.
        (
            f"<h2>A</h2><section class=whole><h3>B</h3>{lines(20)}</section>",
            "A B 1 2 3 4 5 6 7 8",
        ),
        # What finds room on a page is not divided, nor is a heading alone in the middle of a page.
        (f"<p>0</p><h2>A</h2><section class=whole>{lines(10)}</section>", "0"),
    ],
)
def test_what_is_longer_than_a_page_begins_below_its_heading(body: str, first: str) -> None:
    pages = page_words(body)
    assert pages[0] == first
    numbers = [int(word) for word in " ".join(pages).split() if word.isdigit() and word != "0"]
    assert numbers == sorted(numbers)


def test_a_card_is_not_divided_at_the_end_of_a_page() -> None:
    card = f"<div style='position: absolute; left: 0; top: 0'>{lines(15)}</div>"
    side = f"<main style='height: 50mm; position: relative'>{card}</main>"
    first, second = page_words(f"{side}<main style='break-before: page'>Next</main>")
    assert first == "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
    assert second == "Next"
