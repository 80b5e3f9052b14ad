"""Gradients and patterns move with their piece when it is placed, as a picture shows."""

from __future__ import annotations

import io
from urllib.parse import quote

import pikepdf
import pytest
from PIL import ImageChops

from aidgen.assets.papers import Size
from aidgen.page.composed import Placed, Side
from aidgen.press.pdf.assembly import assemble_pdf
from aidgen.proof.pictures import grey_page
from aidgen.proof.resources import check_resources
from tests.sheets import FACTS, set_document

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="160" height="160">{}</svg>'
)
STOPS = '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#000" {}/>'
FAINT = 'stop-opacity=".2"'
DPI, LEFT, TOP = 72, 90, 210
DRAWINGS = {
    "linear": f'<linearGradient id="g" x2="0" y2="1">{STOPS.format("")}</linearGradient>',
    "of the user's space": '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="10" x2="40">'
    f"{STOPS.format('')}</linearGradient>",
    "turned": '<linearGradient id="g" gradientTransform="rotate(30)">'
    f"{STOPS.format('')}</linearGradient>",
    "radial": f'<radialGradient id="g">{STOPS.format("")}</radialGradient>',
    "translucent": f'<radialGradient id="g">{STOPS.format(FAINT)}</radialGradient>',
    "pattern": '<pattern id="g" width="9" height="9" patternUnits="userSpaceOnUse">'
    '<circle cx="4" cy="4" r="3" fill="#080"/></pattern>',
}
SHAPES = {
    "fill": '<rect x="5" y="5" width="50" height="40" fill="url(#g)"/>',
    "stroke": '<circle cx="30" cy="30" r="20" fill="#ddd" stroke="url(#g)" stroke-width="9"/>',
    "moved": '<g transform="translate(9 4) rotate(20)" opacity=".7">'
    '<path d="M5 5h40v30z" fill="url(#g)"/></g>',
}
DOT = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='12' height='12'>"
    "<circle cx='5' cy='5' r='4'/></svg>"
)
REPEATED = (
    '<div style="width:90px;height:70px;background:url(&quot;data:image/svg+xml,'
    f'{quote(DOT)}&quot;)"></div>'
)
GRADIENT = '<div style="width:90px;height:70px;background:linear-gradient(30deg,#f00,#000)"></div>'
BODIES = {
    **{
        f"{drawing}, {shape}": SVG.format(f"<defs>{defs}</defs>{drawn}")
        for drawing, defs in DRAWINGS.items()
        for shape, drawn in SHAPES.items()
    },
    "repeated": REPEATED,
    "gradient of a box": GRADIENT,
}


def sheet(body: str) -> tuple[bytes, int, int]:
    """Return a sheet with a piece at its corner and again further in, and the size of the piece."""
    css = "@page { size: 200px 200px; margin: 0 } body { margin: 0 }"
    html = f"<html lang='en'><title>A</title><style>{css}</style><body>{body}</body></html>"
    (setting,) = set_document(html).settings
    (page,) = setting.piece.pages
    first = Placed(setting.piece)
    again = Placed(setting.piece, left=LEFT, top=TOP, again=True)
    size = Size(LEFT + page.width, TOP + page.height)
    pdf = assemble_pdf(FACTS, [Side(size, (first, again))])
    return pdf, round(page.width), round(page.height)


@pytest.mark.parametrize("name", BODIES)
def test_what_is_painted_moves_with_its_piece(name: str) -> None:
    pdf, width, height = sheet(BODIES[name])
    picture = grey_page(pdf, 0, DPI)
    here = picture.crop((0, 0, width - 2, height - 2))
    there = picture.crop((LEFT, TOP, LEFT + width - 2, TOP + height - 2))
    most = ImageChops.difference(here, there).getextrema()[1]
    darkest = min(here.tobytes())
    assert darkest < 200
    assert isinstance(most, int)
    assert most <= 8
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert not [one for one in check_resources(document, ()) if one.kind == "astray"]


@pytest.mark.parametrize("turn", range(0, 180, 30))
@pytest.mark.parametrize("kind", ["linear", "radial"])
def test_a_gradient_has_no_seams(kind: str, turn: int) -> None:
    """All pixels of the shape are as dark as the gradient, up to the edge."""
    defs = f'<{kind}Gradient id="g" gradientTransform="rotate({turn})">{STOPS.format("")}'
    body = SVG.format(f"<defs>{defs}</{kind}Gradient></defs>{SHAPES['fill']}")
    picture = grey_page(sheet(body)[0], 0, DPI)
    shape = picture.crop((12, 12, 108, 88))  # less a pixel or two on each side
    lightest = shape.getextrema()[1]
    assert isinstance(lightest, int)
    assert lightest < 90


AROUND = ["", "transform:rotate(5deg)", "opacity:.5;padding:3px"]


@pytest.mark.parametrize(
    ("name", "around"),
    [  # Pdfium rounds the steps of a pattern that is not turned to whole pixels.
        (name, around)
        for name in DRAWINGS
        for around in AROUND
        if name != "pattern" or "rotate" in around
    ],
)
def test_a_picture_in_a_pale_box_is_pale_as_a_whole(name: str, around: str) -> None:
    """Its pixels are those of the full picture, mixed with the white of the paper."""
    over = '<rect x="20" y="20" width="20" height="30" fill="#fff"/>'
    drawn = SVG.format(f"<defs>{DRAWINGS[name]}</defs>{SHAPES['fill']}{over}")
    source = f'<img alt="A" src="data:image/svg+xml,{quote(drawn)}" style="margin:13px;opacity:'
    full, pale = (
        grey_page(sheet(f'<div style="{outer}">{source}{opacity}">\u200b</div>')[0], 0, DPI)
        for outer, opacity in ((around.replace("opacity:.5;", ""), 1), (around, 0.4))
    )
    part = 0.4 * (0.5 if "opacity" in around else 1)
    mixed = full.point([round(255 - part * (255 - value)) for value in range(256)])
    painted = sum(value < 250 for value in pale.tobytes())
    astray = sum(value > 8 for value in ImageChops.difference(mixed, pale).tobytes())
    assert painted > 1000
    assert astray < 0.06 * painted


def test_a_pattern_whose_place_is_that_on_the_page_is_reported() -> None:
    pdf, *_ = sheet(BODIES["linear, fill"])
    with pikepdf.open(io.BytesIO(pdf)) as document:
        resources = document.pages[0].Resources
        forms = list(dict(resources.XObject).values())
        (form,) = (one for one in forms if "/Pattern" in one.Resources)
        resources.Pattern = form.Resources.Pattern
        assert "astray" in {fault.kind for fault in check_resources(document, ())}
