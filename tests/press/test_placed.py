"""Pieces in their place on a sheet look as they do alone, in the renderers of three projects."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageOps

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import Size
from aidgen.page.composed import Placed, Side
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job
from aidgen.press.pdf.assembly import assemble_pdf, page_of_placing
from aidgen.press.pdf.structure import SetPiece
from aidgen.proof.pictures import grey_pages
from tests.bound import Bound, bind
from tests.mini import MINI, change
from tests.mutants import mutant

DPI = 72
"""A pixel is a pt, so that a piece alone can have the same fraction of a pixel as on its sheet."""
NOTICED, MOST_NOTICED = 40, 0.002
"""A pixel is another one from so many of 255 on; this part of them is left to rounding at edges."""
FREE = 0.25
"""The least part of the area of all pieces that must be compared: some lie on others."""
SMALL = 0.03
"""The part of a sheet from which a piece is large: more than a footer, less than a card."""

PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 88"><defs>
<linearGradient id="l" x2="0" y2="1"><stop offset="0" stop-color="{0}"/>
<stop offset="1" stop-color="#fff"/></linearGradient>
<radialGradient id="r" gradientUnits="userSpaceOnUse" cx="40" cy="60" r="20">
<stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#000" stop-opacity="0"/>
</radialGradient>
<clipPath id="c"><circle cx="20" cy="60" r="14"/></clipPath></defs>
<rect width="60" height="88" fill="url(#l)"/>
<rect y="40" width="60" height="40" fill="url(#r)"/>
<g opacity=".5"><rect x="4" y="4" width="20" height="20" fill="url(#r)" stroke="url(#l)"/>
<circle cx="24" cy="24" r="9" fill="{0}"/></g>
<g clip-path="url(#c)" transform="rotate(8)"><rect width="60" height="88" fill="{0}"/></g></svg>"""
"""A picture with all that has a place of its own: gradients, a soft mask, a group, a clip path."""
STYLE = """
.card { background: linear-gradient(100deg, #fff, #ccd) }
.block { background: linear-gradient(100deg, #fff, #dcc) }
h2 { opacity: .8 }
h3 { background: linear-gradient(90deg, rgba(0, 0, 0, .3), rgba(0, 0, 0, 0)) }
"""
CARDS = "".join(
    f"  c{number}:\n    front: {{title: Card {number}, contents: [rules.dark], "
    "image: {file: art.svg, alt: A wave, height: 20}}\n"
    for number in range(5)
)
VARIANTS = {
    "a booklet": ("book", PrintOptions(booklet=True)),
    "a sheet in two languages": ("board", PrintOptions(languages=("en", "fr"))),
    "a form to fill in": ("pad", PrintOptions(fillable=True)),
    "a deck with bleed": ("deck", PrintOptions(bleed=2)),
}


@pytest.fixture(scope="module")
def painted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return Mini with pictures and backgrounds of all that may stay behind on its page."""
    folder = Path(shutil.copytree(MINI, tmp_path_factory.mktemp("placed") / "pack"))
    change(folder, "content/mini/aids.yaml", "cards:\n", f"cards:\n{CARDS}")
    sized = "deck: {title: Deck, text_size: 8,"  # nothing to be found out
    change(folder, "content/mini/aids.yaml", "deck: {title: Deck,", sized)
    change(folder, "content/mini/game.yaml", TITLED, f"{TITLED}  theme: {{back: back.svg}}\n")
    (folder / "assets" / "art.svg").write_text(PICTURE.format("#a33"), encoding="utf-8")
    (folder / "assets" / "back.svg").write_text(PICTURE.format("#357"), encoding="utf-8")
    (folder / "content" / "mini" / "theme.css").write_text(STYLE, encoding="utf-8")
    return folder


TITLED = "  subtitle: A game for tests\n"


@cache
def made(folder: Path, variant: str) -> Bound:
    """Return a PDF put together as a reader chose it; nothing in it is at fault."""
    aid, options = VARIANTS[variant]
    job = Job(Pack(folder), "mini", aid, "en", options)
    bound = bind(job)
    assert not [fault for fault in bound.faults() if not fault.is_doubt]
    return bound


# Renderers ----------------------------------------------------------------------------------------


def poppler(pdf: bytes, folder: Path) -> list[Image.Image]:
    """Return pictures of the pages, as poppler draws them."""
    command = ["pdftoppm", "-r", f"{DPI}", "-gray", "-png", "-", f"{folder}/p"]
    subprocess.run(command, input=pdf, check=True)
    return [Image.open(path) for path in sorted(folder.glob("p*.png"))]


def ghostscript(pdf: bytes, folder: Path) -> list[Image.Image]:
    """Return pictures of the pages, as Ghostscript draws them."""
    command = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pnggray", f"-r{DPI}"]
    smooth = ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"]
    whole = "-dMaxBitmap=500000000"  # a page in bands may lose some of them (10.0.0)
    to = [f"-sOutputFile={folder}/g%04d.png", "-"]
    subprocess.run([*command, *smooth, whole, *to], input=pdf, check=True)
    return [Image.open(path) for path in sorted(folder.glob("g*.png"))]


def pdfium(pdf: bytes, folder: Path) -> list[Image.Image]:
    """Return pictures of the pages, as the proof draws them."""
    return list(grey_pages(pdf, DPI))


RENDERERS = {
    "pdfium": pdfium,
    "poppler": pytest.param(
        poppler, marks=pytest.mark.skipif(not shutil.which("pdftoppm"), reason="needs poppler")
    ),
    "ghostscript": pytest.param(
        ghostscript, marks=pytest.mark.skipif(not shutil.which("gs"), reason="needs Ghostscript")
    ),
}
Draw = Callable[[bytes, Path], list[Image.Image]]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

# Comparing ----------------------------------------------------------------------------------------


def whole(side: Side[SetPiece]) -> Iterator[Placed[SetPiece]]:
    """Yield what is placed on a side as a whole."""
    return (placed for placed in side.placed if placed.window is None)


def alone(placed: Placed[SetPiece]) -> Side[SetPiece]:
    """Return a page of a piece as a side, so far from its corner as pixels are divided."""
    page = page_of_placing(placed)
    left, top = placed.left % 1, placed.top % 1
    size = Size(page.width + left, page.height + top)
    return Side(size, (Placed(placed.piece, left, top, placed.page, again=True),))


def astray(bound: Bound, draw: Draw, folder: Path) -> list[str]:
    """Return the pieces that look otherwise on their sheet than alone."""
    everything = [(number, one) for number, side in enumerate(bound.sides) for one in whole(side)]
    for name in ("sheets", "alone"):
        (folder / name).mkdir()
    sheets = draw(bound.pdf, folder / "sheets")
    single = assemble_pdf(bound.facts, [alone(placed) for _, placed in everything])
    singles = draw(single, folder / "alone")
    assert (len(sheets), len(singles)) == (len(bound.sides), len(everything))
    found, compared, area = [], 0, 0
    for number, sheet in enumerate(sheets):
        placed = [
            (one, picture.convert("L"))
            for (at, one), picture in zip(everything, singles, strict=True)
            if at == number
        ]
        marks = [mark(bounds(one), picture, sheet.size) for one, picture in placed]
        count = Image.new("L", sheet.size, 0)
        for each in marks:
            count = ImageChops.add(count, each)
        for (one, picture), own in zip(placed, marks, strict=True):
            box = bounds(one)
            free = inner(ImageChops.subtract(count, own).crop(box).point([255] + 255 * [0]))
            noticed = other_pixels(sheet.convert("L").crop(box), upright(picture, box))
            counted = ImageChops.multiply(noticed, free).histogram()[255]
            room = free.histogram()[255]
            compared, area = compared + room, area + free.width * free.height
            if counted > MOST_NOTICED * max(room, 1):
                found.append(f"side {number + 1}, {box}: {counted} of {room} pixels")
    assert compared > FREE * area
    return found


def other_pixels(placed: Image.Image, alone: Image.Image) -> Image.Image:
    """Return a picture that is white where a piece looks otherwise than alone.

    A page is a whole number of pixels, so that what is drawn may lie a pixel aside.
    """
    darker = ImageChops.subtract(alone.filter(ImageFilter.MinFilter(3)), placed)
    lighter = ImageChops.subtract(placed, alone.filter(ImageFilter.MaxFilter(3)))
    levels = [255 * (level >= NOTICED) for level in range(256)]
    return ImageChops.lighter(darker, lighter).point(levels)


def inner(free: Image.Image) -> Image.Image:
    """Return a picture that is black along its edges.

    A pixel that is not all inside a piece looks otherwise on paper than on what is below the piece.
    """
    width, height = free.size
    return ImageOps.expand(free.crop((1, 1, width - 1, height - 1)), 1, 0)


def upright(picture: Image.Image, box: Box) -> Image.Image:
    """Return the picture of a piece alone as large as it is on its sheet."""
    return picture.crop((0, 0, box[2] - box[0], box[3] - box[1]))


def bounds(placed: Placed[SetPiece]) -> Box:
    """Return the pixels that a piece covers on its sheet: left, top, right and bottom."""
    page = page_of_placing(placed)
    edges = (placed.left, placed.top, placed.left + page.width, placed.top + page.height)
    left, top, right, bottom = map(int, edges)
    return left, top, right, bottom


def mark(box: Box, drawn: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return a picture of a sheet that is 1 where a piece may draw over another, 0 elsewhere.

    A small one may draw in white; of a large one, such as crop marks, its ink is meant, and its
    edges, where a gradient may have another colour in pixels that it covers in part.
    """
    alone = upright(drawn, box)
    if alone.width * alone.height > SMALL * size[0] * size[1]:
        inked = alone.filter(ImageFilter.MinFilter(5)).point([1] * 250 + [0] * 6)
        inked = ImageOps.expand(inked.crop((1, 1, alone.width - 1, alone.height - 1)), 1, 1)
    else:
        inked = Image.new("L", alone.size, 1)
    picture = Image.new("L", size, 0)
    around = ImageOps.expand(inked, 2, 0).filter(ImageFilter.MaxFilter(5))
    picture.paste(around, (box[0] - 2, box[1] - 2))
    return picture


@pytest.mark.parametrize("draw", RENDERERS.values(), ids=[*RENDERERS])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_piece_looks_on_its_sheet_as_it_does_alone(
    painted: Path, tmp_path: Path, variant: str, draw: Draw
) -> None:
    assert astray(made(painted, variant), draw, tmp_path) == []


def test_a_pattern_that_stays_behind_on_its_page_is_noticed(painted: Path, tmp_path: Path) -> None:
    bound = made(painted, "a deck with bleed")
    broken = mutant(bound.pdf, "pattern anchored to the page", 0)
    assert astray(replace(bound, pdf=broken), pdfium, tmp_path) != []
