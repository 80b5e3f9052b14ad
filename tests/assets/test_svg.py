"""Drawings as Illustrator, Inkscape, Figma and CorelDRAW write them."""

from __future__ import annotations

import io
import re
import time
from contextlib import suppress

import pytest
from PIL import Image
from weasyprint import HTML

from aidgen.assets.files import AssetError
from aidgen.assets.pictures import read_picture
from aidgen.proof.pictures import coloured_page

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
        # a symbol with a view of its own, in a box that is wider than high
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


def ink(body: str) -> tuple[int, int, int, int]:
    """Return the box around the ink of a drawing, in its units."""
    found = read_picture(f'{HEAD} viewBox="0 0 40 40">{body}</svg>'.encode())
    style = "@page { size: 400px 400px; margin: 0 } body, img { margin: 0; width: 400px }"
    pdf = HTML(string=f'<style>{style}</style><img src="{found.address}">').write_pdf()
    page = coloured_page(pdf, 0, 96).convert("L").point(lambda level: 255 * (level < 128))
    box = page.getbbox()
    assert box
    return tuple(round(edge / 10) for edge in box)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<text x="5" y="20" font-size="10">HH</text>', (6, 13, 17, 20)),
        ('<text style="font: bold 10px sans-serif" x="5" y="20">  HH\n </text>', (6, 14, 18, 20)),
        ('<text x="20" y="20" font-size="10" text-anchor="middle">HH</text>', (14, 13, 26, 20)),
        ('<text x="35" y="20" font-size="10" text-anchor="end">HH</text>', (23, 13, 34, 20)),
        ('<text font-size="10" transform="translate(5 20)">HH</text>', (6, 13, 17, 20)),
        (
            '<text font-size="10"><tspan x="5" y="10">HH</tspan> <tspan x="5" dy="10">H</tspan>'
            "</text>",
            (6, 3, 17, 20),
        ),
        ('<g font-size="10"><text x="5 25" y="20">HH</text></g>', (6, 13, 31, 20)),
        ('<text x="5" y="20" style="font-size:10px;letter-spacing:8px">HH</text>', (6, 13, 25, 20)),
    ],
)
def test_a_text_is_drawn_at_its_place(text: str, expected: tuple[int, int, int, int]) -> None:
    assert ink(text) == expected


def test_a_font_that_is_not_at_hand_is_named() -> None:
    words = '<text style="font-family:\'{}\'" x="5" y="20">Wolf</text>'
    body = f'{HEAD} viewBox="0 0 40 40">{words}</svg>'
    assert (
        "“Myriad”, drawn in Source Sans Pro" in read_picture(body.format("Myriad").encode()).remark
    )
    assert read_picture(body.format("Source Serif Pro").encode()).remark == ""
    assert read_picture(body.format("serif").encode()).remark == ""


@pytest.mark.parametrize(
    ("body", "message", "hint"),
    [
        ("<style>g > path { fill: red }</style>", "a style rule for `g > path`", "Illustrator"),
        ("<style>@media print { path { fill: red } }</style>", "a style rule for `@media", ""),
        ('<path style="fill: var(--x)"/>', "the CSS variable `var(--x)`", "Styling"),
        ('<use href="other.svg#a"/>', "refers to `other.svg#a`", "embed"),
        ('<g id="a"><use href="#a"/></g>', "refers to itself", ""),
        ("<text>狼</text>", "the text “狼”", "convert text to paths"),
        ("<text>שלום</text>", "the text “שלום”", "convert text to paths"),
        ("<text><textPath>x</textPath></text>", "<textPath>", "convert text to paths"),
        ('<mask id="m"/><path mask="url(#m)"/>', "<mask>", "clip path"),
        ('<filter id="m"/><path style="filter:url(#m)"/>', "<filter>", "shadow"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_way_out(body: str, message: str, hint: str) -> None:
    with pytest.raises(AssetError) as refused:
        cleaned(body)
    assert message in refused.value.message
    assert hint in refused.value.hint


BOMBS = {
    "comments that do not end": "<style>" + "/*/" * 100_000 + "</style>",
    "a selector without a block": "<style>" + "a" * 200_000 + "</style>",
    "imports that do not end": "<style>" + "@import " * 30_000 + "</style>",
    "spaces in a style": f'<g style="fill:a{" " * 200_000}b"/>',
    "blocks in blocks": f'<g style="fill:{"(" * 100_000}"/>',
    "rules for each element": "<style>"
    + "".join(f".a{{x:{number}}}" for number in range(3_000))
    + "</style>"
    + "".join(f'<g class="a b{number}"/>' for number in range(15_000)),
    "gradients that refer to gradients": "".join(
        f'<linearGradient id="g{number}" href="#g{number + 1}"/>' for number in range(15_000)
    ),
    "copies of a long path": f'<path id="p" d="M0 0{"L1 1" * 100_000}"/>'
    + '<use href="#p"/>' * 900,
    "letters": f'<text x="1 2">{"x" * 500_000}</text>',
    "copies of runs": f'<text id="t">{"<tspan/>" * 9_000}</text>' + '<use href="#t"/>' * 900,
    "a weight that is no number": '<text font-weight="²">x</text>',
    "a weight of many digits": f'<text font-weight="{"9" * 5_000}">x</text>',
    "deep elements": "<g>" * 100_000 + "</g>" * 100_000,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_drawing_that_asks_for_much_is_drawn_or_refused_at_once(bomb: str) -> None:
    start = time.process_time()
    with suppress(AssetError):
        cleaned(BOMBS[bomb])
    assert time.process_time() - start < 10


def test_copies_are_counted() -> None:
    """A few lines that stand for a million shapes are refused at once."""
    levels = '<g id="a0"><path d="M0 0"/></g>' + "".join(
        f'<g id="a{n}">{f"""<use href="#a{n - 1}"/>""" * 10}</g>' for n in range(1, 8)
    )
    with pytest.raises(AssetError, match="more than 20,000 elements"):
        cleaned(levels)


@pytest.mark.parametrize(("mode", "kind"), [("CMYK", "JPEG"), ("I;16", "PNG")])
def test_a_photo_of_a_printer_or_scanner_is_converted(mode: str, kind: str) -> None:
    level = 120 if mode == "CMYK" else 120 << 8
    picture = Image.new(mode, (30, 20), (0, 0, 0, 135) if mode == "CMYK" else level)
    out = io.BytesIO()
    picture.save(out, kind)
    found = read_picture(out.getvalue())
    with Image.open(io.BytesIO(found.content)) as made:
        assert made.mode in ("RGB", "L")
        assert abs(made.convert("L").getpixel((5, 5)) - 120) < 3  # type: ignore[operator]
    assert found.remark.startswith("is in CMYK") == (mode == "CMYK")


@pytest.mark.parametrize("turn", range(2, 9))
def test_a_photo_that_exif_turns_is_upright(turn: int) -> None:
    picture = Image.new("RGB", (30, 20))
    exif = picture.getexif()
    exif[0x0112] = turn
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif)
    found = read_picture(out.getvalue())
    assert (found.width, found.height) == ((20, 30) if turn > 4 else (30, 20))
    with Image.open(io.BytesIO(found.content)) as made:
        assert made.size == (found.width, found.height)
        assert made.getexif().get(0x0112, 1) == 1


def test_other_formats_are_named() -> None:
    for begun, name in (
        (b"GIF89a", "GIF"),
        (b"\0\0\0\x18ftypheic", "HEIC"),
        (b"8BPS", "Photoshop"),
    ):
        with pytest.raises(AssetError) as refused:
            read_picture(begun + bytes(20))
        assert name in refused.value.hint
