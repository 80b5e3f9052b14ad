"""Drawings as Illustrator, Inkscape, Figma and CorelDRAW write them; arcs as curves."""

from __future__ import annotations

import re
import time

import pytest
from weasyprint import HTML

from aidgen.assets.files import AssetError
from aidgen.assets.pictures import read_picture
from aidgen.assets.svg import arcs_to_curves, svg_with_curves
from tests.inks import coloured_page

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def cleaned(body: str) -> str:
    """Return what is printed of a drawing of 40 × 40 units."""
    return read_picture(f'{HEAD} viewBox="0 0 40 40">{body}</svg>'.encode()).content.decode()


def colour_at(body: str, x: int, y: int) -> str:
    """Return the colour at a place of a drawing of 40 × 40 units, printed with 4 px a unit."""
    found = read_picture(f'{HEAD} viewBox="0 0 40 40">{body}</svg>'.encode())
    style = "@page { size: 160px 160px; margin: 0 } body, img { margin: 0; width: 160px }"
    pdf = HTML(string=f'<style>{style}</style><img src="{found.address}">').write_pdf()
    page = coloured_page(pdf, 0, 96)
    start = 3 * (page.width * (4 * y + 2) + 4 * x + 2)
    return f"#{page.convert('RGB').tobytes()[start : start + 3].hex()}"


SQUARE = '<rect {} x="10" y="10" width="20" height="20"/>'


@pytest.mark.parametrize(
    ("sheet", "square"),
    [
        (".st0{fill:#FF0000;}", 'class="st0"'),
        ("<![CDATA[.a, .b { fill: red !important } /* .b { fill: blue } */]]>", 'class="b"'),
        ("rect { fill: blue } .a.b { fill: red } .b { fill: blue }", 'class="a b"'),
        ("#x { fill: red } .a { fill: blue }", 'id="x" class="a"'),
        (".a { fill: red }", 'class="a" fill="blue"'),
        (".a { fill: blue }", 'class="a" style="fill:red"'),
        ("@import url(x.css); @font-face { src: url(x) } * { fill: red }", ""),
        (".a { fill: red } .a:hover { fill: blue }", 'class="a"'),
    ],
)
def test_a_style_sheet_colours_shapes(sheet: str, square: str) -> None:
    body = f"<style>{sheet}</style>{SQUARE.format(square)}"
    assert re.search(r'fill="(?:red|#FF0000)"', cleaned(body))
    assert "blue" not in cleaned(body)
    assert "style" not in cleaned(body)


@pytest.mark.parametrize(
    ("body", "places"),
    [
        # moved, turned, in a colour of its own
        (
            '<defs><path id="a" d="M0 0h10v10H0z"/></defs><use xlink:href="#a" x="5" y="5" '
            'fill="red"/><use href="#a" transform="translate(20 20)" fill="#00f"/>',
            {(7, 7): "#ff0000", (22, 22): "#0000ff", (1, 1): "#ffffff", (37, 7): "#ffffff"},
        ),
        # a symbol with a view of its own
        (
            '<symbol id="a" viewBox="0 0 2 2"><path d="M0 0h2v2H0z"/></symbol>'
            '<use href="#a" x="10" width="20" height="10" fill="red"/>',
            {(20, 5): "#ff0000", (12, 5): "#ffffff", (27, 5): "#ffffff", (20, 12): "#ffffff"},
        ),
        # a drawing within a drawing
        (
            '<svg x="20" y="20" width="20" height="10" viewBox="0 0 1 1" '
            'preserveAspectRatio="none"><path d="M0 0h1v1H0z"/></svg>',
            {(22, 22): "#000000", (38, 28): "#000000", (22, 32): "#ffffff"},
        ),
        # a clip path that uses a shape
        (
            '<defs><rect id="r" width="20" height="20"/></defs><clipPath id="c"><use href="#r"/>'
            '</clipPath><path clip-path="url(#c)" d="M0 0h40v40H0z"/>',
            {(10, 10): "#000000", (30, 10): "#ffffff"},
        ),
        # a gradient whose stops are those of another
        (
            '<linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="1" '
            'stop-color="red"/></linearGradient><linearGradient id="b" xlink:href="#a" '
            'gradientUnits="userSpaceOnUse" x2="40"/><path fill="url(#b)" d="M0 0h40v40H0z"/>',
            {(20, 20): "#ff0000"},
        ),
        # stripes
        (
            '<linearGradient id="a" gradientUnits="userSpaceOnUse" x2="4" spreadMethod="repeat">'
            '<stop stop-color="red"/><stop offset=".5" stop-color="red"/><stop offset=".5"/>'
            '<stop offset="1"/></linearGradient><path fill="url(#a)" d="M0 0h40v40H0z"/>',
            {(1, 9): "#ff0000", (3, 9): "#000000", (33, 9): "#ff0000", (35, 9): "#000000"},
        ),
        ('<path visibility="hidden" d="M0 0h40v40H0z"/>', {(20, 20): "#ffffff"}),
        (
            '<switch><foreignObject/><g><path d="M0 0h40v40H0z"/></g></switch>',
            {(20, 20): "#000000"},
        ),
        ('<a href="http://x"><path d="M0 0h40v40H0z"/></a>', {(20, 20): "#000000"}),
        ('<filter id="unused"/><mask id="too"/><path d="M0 0h40v40H0z"/>', {(20, 20): "#000000"}),
    ],
)
def test_what_refers_to_something_is_drawn(body: str, places: dict[tuple[int, int], str]) -> None:
    assert {place: colour_at(body, *place) for place in places} == places


def test_a_drawing_has_the_colours_of_a_game() -> None:
    line = '<path style="stroke:var( --ink , red); fill:var(--other, #00f)" d="M0 0L9 9"/>'
    svg = f'{HEAD} viewBox="0 0 40 40"><rect id="label-a" width="9" height="9"/>{line}</svg>'
    drawing = read_picture(svg.encode(), colours=(("ink", "#123456"),))
    parts = ('stroke="#123456"', 'fill="#00f"', "rect")
    assert [part in drawing.content.decode() for part in parts] == [True, True, False]


PLACED = '<rect id="label-a" x="10" y="4" width="20" height="8"/>'
MM = '<rect id="label-a" x="10mm" y=".4cm" width="20mm" height="8mm"/>'
INKSCAPE = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'


@pytest.mark.parametrize(
    ("size", "body"),
    [
        ('width="40mm" height="2cm"', MM),
        ('width="40mm" height="20mm"', f'<g transform="translate(0) scale(3.7795)">{PLACED}</g>'),
        ('viewBox="-5,5,40,20"', f'<g style="transform:translate(-5px, 5px)">{PLACED}</g>'),
        ('viewBox="0 0 40 20"', PLACED.replace('x="10"', 'x="25%"')),
        ('viewBox="0 0 40 20"', f'<g transform="rotate(180 20 8)">{PLACED}</g>'),
        ('viewBox="0 0 40 20"', PLACED.replace("id=", f'id="r1" {INKSCAPE} inkscape:label=')),
    ],
)
def test_a_place_is_where_programs_draw_it(size: str, body: str) -> None:
    ((name, bounds),) = read_picture(f"{HEAD} {size}>{body}</svg>".encode(), colours=()).places
    assert name == "a"
    assert bounds == pytest.approx((0.25, 0.2, 0.75, 0.6), rel=1e-3)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f'<g transform="rotate(9)">{PLACED}</g>', "has the place `label-a` turned or skewed"),
        (PLACED.replace("rect", "path"), "has the place `label-a` as or in a <path>"),
        (f"<svg>{PLACED}</svg>", "has the place `label-a` as or in a <svg>"),
        (PLACED.replace('x="10"', 'x="30"'), "has the place `label-a` outside of its page, or"),
        (PLACED * 2, "has a place twice: `label-a`, `label-a`"),
    ],
)
def test_a_place_that_holds_no_label_is_refused(body: str, message: str) -> None:
    with pytest.raises(AssetError, match=f"^{message}"):
        read_picture(f'{HEAD} viewBox="0 0 40 40">{body}</svg>'.encode(), colours=())


def test_a_font_that_is_not_at_hand_is_named() -> None:
    words = '<text style="font-family:\'{}\'" x="5" y="20">Wolf</text>'
    body = f'{HEAD} viewBox="0 0 40 40">{words}</svg>'
    assert "text in “Myriad”" in read_picture(body.format("Myriad").encode()).remark
    assert read_picture(body.format("Source Serif Pro").encode()).remark == ""
    assert read_picture(body.format("serif").encode()).remark == ""


@pytest.mark.parametrize(
    ("body", "remark"),
    [
        ("<foreignObject><p/></foreignObject>", "has <foreignObject>, which is not drawn: save"),
        ("<filter id='f'><feGaussianBlur/></filter>", "has <feGaussianBlur>, which is not drawn"),
        ('<path style="fill: var(--x)"/>', "has the CSS variable `var(--x)`"),
        ('<image href="other.png"/>', "has a picture that is a file of its own, which is not"),
        (
            '<path fill="inky"/>',
            'has `fill="inky"`, which is drawn black: write a colour, as red or',
        ),
        ('<path style="stroke: rgb(1)"/>', 'has `stroke="rgb(1)"`, which is drawn black'),
        ('\n<g><path fill="url(#a) red"/></g>', '`fill="url(#a) red"`, which is not in it: write'),
        ('\n<g><use xlink:href="#a"/></g>', "write the `id` of one of its elements (at 2:15)"),
        ('<path d="M1 2L3 4 5"/>', 'has `d="M1 2L3 4 5"`, drawn up to a mistake: each'),
        ('<path d="M1 2X3 4"/>', "drawn up to a mistake"),
        ('<path d="M1 2a1 1 0 01.5"/>', "drawn up to a mistake"),
        ('<path d="M05 2l.5-.5z" fill="RED" stroke="none" color="inherit"/><a href="#a"/>', ""),
        ("<flowRoot/>", "in Inkscape, convert it to text"),
        ("<text>Ζάρι</text>", "has words, which nobody translates: make labels of them"),
        ("<text>3 A</text>", ""),
        ("<style>@media print { path { fill: red } }</style><metadata/>", ""),
        ('<image href="data:image/png;base64,AAAA"/><mask id="m"/><switch/>', ""),
    ],
)
def test_what_is_not_drawn_is_a_remark(body: str, remark: str) -> None:
    svg = f'{HEAD} viewBox="0 0 40 40">{body}</svg>'
    said = read_picture(svg.encode(), colours=()).remark
    assert remark in said if remark else said == ""


def test_what_runs_or_loads_is_left_out() -> None:
    kept = cleaned(
        '<script>x()</script><g onload="x()" style="background:url(http://x)" data-x="1">'
        '<a href="javascript:x()"><path d="M0 0L9 9" fill="url(http://x)" stroke="url(#a)"/></a>'
        '<use href="other.svg#a"/><image href="http://x/a.png"/><set/></g>'
        '<path style="x\\20 onload:1; ٣ll:red; s\u202eroke:#000" d="M0 0L9 9"/>'
        "<style>@import url(http://x); path { fill: url(http://x#a) }</style>"
    )
    assert 'stroke="url(#a)"' in kept
    assert "٣" not in kept
    gone = ("script", "onload", "\u202e", "http://x", "javascript", "other.svg", "<set", "style")
    assert [word for word in gone if word in kept] == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<g id="a"><use href="#a"/></g>', "refers to itself"),
        ("<g>" * 100_000 + "</g>" * 100_000, "deep"),
        (
            '<g id="a0"><path/></g>'
            + "".join(
                f'<g id="a{n}">{f"""<use href="#a{n - 1}"/>""" * 10}</g>' for n in range(1, 8)
            ),
            "more than 20,000 elements",
        ),
        (
            "".join(f'<linearGradient id="g{n}" href="#g{n + 1}"/>' for n in range(15_000)),
            "elements",
        ),
        ("<style>" + "a { x: y }" * 2_000 + "</style>", "style rules"),
        ("<path/>" * 30_000, "elements"),
        (f'<g style="fill:{"(" * 900}"/>', "styles"),
        (f'<g style="width:{"1" * 5_000}"/>', "a number of thousands of digits"),
        ('<linearGradient x2="1e-7" spreadMethod="repeat"/>', "repeated more than 1,000 times"),
    ],
    ids=["itself", "depth", "copies", "chain", "rules", "elements", "blocks", "digits", "fine"],
)
def test_what_asks_for_much_is_refused_at_once(body: str, message: str) -> None:
    begun = time.process_time()
    with pytest.raises(AssetError, match=message):
        cleaned(body)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    "path",
    [
        *("M1 2 A", "M1 2 A 3 3 0 7 0 1 1", "a", "M0 0 A1 1 0 0 1 x y"),
        *("M0 0 A1e-320 1 0 0 1 5 5", "M0 0 A 1e200 1e-200 45 1 0 3 3"),
        "M0 0 L1e999 1 A1 1 0 0 1 5 5",
    ],
)
def test_what_is_no_path_is_left_as_it_is(path: str) -> None:
    assert arcs_to_curves(path) == path


def test_the_arcs_of_a_drawing_are_curves() -> None:
    head, path = (
        '<svg xmlns="http://www.w3.org/2000/svg"><path d="',
        "M1 2 L3 4 Z m1 1 a1 1 0 0 1 2 0",
    )
    drawn = svg_with_curves(f'{head}{path}"/></svg>'.encode()).decode()
    assert drawn.startswith(f"{head}M1 2 3 4 1 2ZM2 3C")
    with pytest.raises(AssetError, match="is not SVG"):
        svg_with_curves(b"<svg><path></svg>")


def test_the_fonts_of_a_text_are_ours_where_its_own_are_not_here() -> None:
    kept = cleaned(
        "<style>.a { font: bold 12px serif }</style>"
        '<text class="a">a</text><text font-family="Myriad">b</text>'
    )
    assert 'font-weight="bold" font-size="12px" font-family="Source Serif Pro, ' in kept
    assert 'font-family="Myriad, Source Sans Pro"' in kept
    assert 'viewBox="0 0 40 40" font-family="Source Sans Pro"' in kept
