"""Ink on the page: the picture of a PDF held against its glyphs drawn afresh from our fonts.

Each page is drawn three times: as it is, with its text left out, and its text alone, black, from
the font files themselves. What the first two differ in is the ink of the text.
"""

from __future__ import annotations

import io
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pikepdf
import pypdfium2
from PIL import Image, ImageChops

from aidgen.assets.faces import Face
from aidgen.assets.geometry import Bounds
from aidgen.proof.glyphs import Drawn, Glyph

THUMBNAIL_WIDTH = 480
"""Width in px of the picture of a first page in the gallery."""
DPI = 130
"""Resolution at which ink is looked for."""
CONTRAST = 70
"""Least difference, of 255, between a letter's ink and what lies behind it."""
FAINT = 12
"""Difference, of 255, that is a matter of rounding."""
LOST = 0.03
"""How much of a letter's ink may be missing."""
MERGED = 0.15
"""How much of a letter's ink may fall on a line of its tone, as where it is underlined."""
TONE = 40
"""Difference, of 255, within which two inks are of one tone."""
STRAY = 0.35
"""How dark, of full ink, a point may be that should have none."""
COLLISION = 0.2
"""How much of a letter's box may lie on a letter of another text: kerning reaches over."""


def unseen(pdf: bytes, document: pikepdf.Pdf, found: Sequence[Drawn]) -> Iterator[str]:
    """Yield the texts of `pdf` that are not on the page as drawn, or cannot be told from it.

    `found` is what `document`, the same PDF opened, draws; its fonts are taken out of it.
    """
    sizes = [tuple(float(edge) for edge in page.mediabox) for page in document.pages]
    alone = _alone(sizes, found)
    _silence(document)
    pictures = zip(_pictures(pdf), _pictures(_bytes(document)), _pictures(alone), strict=False)
    runs = defaultdict(list)
    for drawn in found:
        runs[drawn.page].append(drawn)
    for number, (whole, bare, text) in enumerate(pictures):
        if not runs[number]:
            continue
        left, _, _, top = sizes[number]
        page = _Page(whole, bare, ImageChops.invert(text), (left, top))
        yield from (f"page {number + 1}: {fault}" for fault in page.faults(runs[number]))


class _Page:
    """The ink of a page, as it is and as it should be; `corner` is its upper left one, in pt."""

    def __init__(self, whole: Any, bare: Any, expected: Any, corner: tuple[float, float]) -> None:
        self.whole, self.expected, self.corner = whole, expected, corner
        ink = ImageChops.difference(whole, bare)
        wanted = expected.point([round(level * CONTRAST / 255) for level in range(256)])
        self.missing = _above(FAINT, ImageChops.subtract(wanted, _spread(ink)))
        self.stray = _above(255 * STRAY, ImageChops.subtract(ink, _spread(expected)))

    def faults(self, runs: Sequence[Drawn]) -> Iterator[str]:
        """Yield the texts of which a letter is not there, or not as our font has it."""
        if self.missing.getbbox():
            for drawn in runs:
                lost = [glyph.char for glyph in drawn.glyphs if self._lost(glyph)]
                if lost:
                    yield f"“{''.join(lost)}” in “{drawn.text}” cannot be seen"
        box = self.stray.getbbox()
        if box:
            x, y = (self.corner[0] + box[0] * 72 / DPI, self.corner[1] - box[1] * 72 / DPI)
            yield f"letters that our fonts do not draw so, at {x:.0f}, {y:.0f} pt"

    def _lost(self, glyph: Glyph) -> bool:
        bounds = glyph.bounds
        if bounds is None:
            return False
        box = self._pixels(bounds)
        missing = self.missing.crop(box)
        if missing.getbbox() is None:
            return False
        whole, expected = self.whole.crop(box), self.expected.crop(box)
        full = sum(expected.histogram()[128:]) or 1
        gone = whole.histogram(mask=missing)
        seen = whole.histogram(mask=_above(128, ImageChops.subtract(expected, missing)))
        tone = seen.index(max(seen))
        merged = sum(gone[max(tone - TONE, 0) : tone + TONE]) if max(seen) else 0
        return bool(sum(gone) - merged > LOST * full or merged > MERGED * full)

    def _pixels(self, bounds: Bounds) -> tuple[int, int, int, int]:
        left, bottom, right, top = bounds
        x, y = self.corner
        scale = DPI / 72
        return (
            *(int((left - x) * scale), int((y - top) * scale)),
            *(int((right - x) * scale) + 1, int((y - bottom) * scale) + 1),
        )


def _above(least: float, picture: Any) -> Any:
    """Return the points of a picture that are lighter than `least`."""
    return picture.point([255 * (level > least) for level in range(256)])


def _spread(picture: Any) -> Any:
    """Return a picture whose light points have grown by one: a glyph may stand a point aside."""
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        picture = ImageChops.lighter(picture, _moved(picture, x, y))
    return picture


def _moved(picture: Any, x: int, y: int) -> Any:
    moved = Image.new("L", picture.size)
    moved.paste(picture, (x, y))
    return moved


def _pictures(pdf: bytes) -> Iterator[Any]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield page.render(scale=DPI / 72, grayscale=True).to_pil()
    finally:
        document.close()


def _bytes(document: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    document.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.preserve)
    return out.getvalue()


def _silence(document: pikepdf.Pdf) -> None:
    """Take the outlines out of all fonts of a document, so that its text leaves no ink."""
    mute = document.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type3,
            FontBBox=[0, 0, 0, 0],
            FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
            CharProcs={},
            Encoding={"/Type": pikepdf.Name.Encoding, "/Differences": []},
            FirstChar=0,
            LastChar=0,
            Widths=[0],
        )
    )
    todo = [page.get("/Resources", pikepdf.Dictionary()) for page in document.pages]
    done = set()
    while todo:
        resources: Any = todo.pop()
        fonts = resources.get("/Font", {})
        for name in list(fonts.keys()):
            fonts[name] = mute
        for form in resources.get("/XObject", {}).values():
            if form.objgen not in done and "/Resources" in form:
                done.add(form.objgen)
                todo.append(form.Resources)


def _alone(sizes: Sequence[Sequence[float]], found: Sequence[Drawn]) -> bytes:
    """Return a PDF of the glyphs found and nothing else, black, from our own font files."""
    document = pikepdf.new()
    names: dict[int, str] = {}
    fonts: Any = pikepdf.Dictionary()
    pages: list[list[str]] = [["BT"] for _ in sizes]
    for drawn in found:
        # Run by run, as it was drawn: then its letters fall on the same points of the picture.
        for face, glyphs in groupby(drawn.glyphs, key=lambda glyph: glyph.face):
            if id(face) not in names:
                names[id(face)] = f"/F{len(names)}"
                fonts[names[id(face)]] = _embedded(document, face)
            pages[drawn.page].append(f"{names[id(face)]} 1 Tf {_placed(tuple(glyphs))}")
    for box, content in zip(sizes, pages, strict=True):
        document.add_blank_page(page_size=(99, 99))
        page = document.pages[-1]
        page.mediabox = pikepdf.Array(box)
        page.Resources = pikepdf.Dictionary(Font=fonts)
        page.Contents = document.make_stream("\n".join([*content, "ET"]).encode())
    return _bytes(document)


def _placed(glyphs: Sequence[Glyph]) -> str:
    """Return the operators that draw glyphs of one size and direction (ISO 32000-1, 9.4.3)."""
    a, b, *_, x, y = glyphs[0].matrix
    em = math.hypot(a, b) or 1
    pieces, gone = [], 0.0
    for glyph in glyphs:
        *_, here_x, here_y = glyph.matrix
        there = ((here_x - x) * a + (here_y - y) * b) / em**2
        pieces.append(f"{1000 * (gone - there):.5f}<{glyph.code:04x}>")
        gone = there
    matrix = " ".join(f"{value:.7f}" for value in glyphs[0].matrix)
    return f"{matrix} Tm [{''.join(pieces)}] TJ"


def _embedded(document: pikepdf.Pdf, face: Face) -> Any:
    """Return a face as a font of `document`, whose codes are the numbers of its glyphs."""
    name = pikepdf.Name("/Ours")
    descriptor = pikepdf.Dictionary(
        Type=pikepdf.Name.FontDescriptor,
        FontName=name,
        Flags=4,
        FontBBox=[-1000, -1000, 2000, 2000],
        ItalicAngle=0,
        Ascent=1000,
        Descent=-300,
        CapHeight=700,
        StemV=80,
        FontFile2=document.make_stream(face.outlines),
    )
    system = pikepdf.Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0)
    descendant = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=system,
        CIDToGIDMap=pikepdf.Name.Identity,
        FontDescriptor=descriptor,
        DW=0,
    )
    return document.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type0,
            BaseFont=name,
            Encoding=pikepdf.Name("/Identity-H"),
            DescendantFonts=[descendant],
        )
    )


def overlapping(found: Sequence[Drawn]) -> Iterator[str]:
    """Yield the texts of which a letter lies on a letter of another text."""
    pages = defaultdict(list)
    for drawn in found:
        if drawn.boxes:
            pages[drawn.page].append((_around(drawn.boxes), drawn.boxes, drawn))
    for number, runs in pages.items():
        runs.sort(key=lambda run: run[0][1])
        for i, (box, boxes, drawn) in enumerate(runs):
            for other_box, other_boxes, other in runs[i + 1 :]:
                if other_box[1] >= box[3]:
                    break
                if other_box[0] < box[2] and box[0] < other_box[2] and _collide(boxes, other_boxes):
                    yield f"page {number + 1}: “{drawn.text}” and “{other.text}” overlap"


def _around(boxes: Sequence[Bounds]) -> Bounds:
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def _collide(boxes: Sequence[Bounds], others: Sequence[Bounds]) -> bool:
    around, other_around = _around(boxes), _around(others)
    here = [box for box in boxes if _common(box, other_around)]
    there = [box for box in others if _common(box, around)]
    return any(
        _common(one, two) > COLLISION * min(_area(one), _area(two)) for one in here for two in there
    )


def _common(one: Bounds, two: Bounds) -> float:
    width = min(one[2], two[2]) - max(one[0], two[0])
    height = min(one[3], two[3]) - max(one[1], two[1])
    return width * height if width > 0 and height > 0 else 0.0


def _area(box: Bounds) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def beyond(found: Sequence[Drawn], document: pikepdf.Pdf) -> Iterator[str]:
    """Yield the texts of which a letter reaches over the edge of its page."""
    edges = [tuple(float(edge) for edge in page.cropbox) for page in document.pages]
    for drawn in found:
        left, bottom, right, top = edges[drawn.page]
        inside = _around([(left, bottom, right, top), *drawn.boxes])
        if inside != (left, bottom, right, top):
            yield f"page {drawn.page + 1}: “{drawn.text}” reaches over the edge"


def thumbnail(pdf: bytes) -> bytes:
    """Return a picture (PNG) of the first page of `pdf`."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        bitmap = page.render(scale=THUMBNAIL_WIDTH / max(page.get_width(), page.get_height()))
        out = io.BytesIO()
        bitmap.to_pil().convert("P", colors=32).save(out, "PNG", optimize=True)
        return out.getvalue()
    finally:
        document.close()
