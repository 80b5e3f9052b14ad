"""Ink on the page: the picture of a PDF held against its glyphs drawn afresh from our fonts.

Each page is drawn four times: as it is, with its text left out, its text alone, black, from the
font files themselves, and all else as it was laid out. What the first two differ in is the ink of
the text; the second and the last are alike.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pikepdf
from PIL import Image, ImageChops

from aidgen.assets.colours import LEGIBLE, Colour, contrast, format_colour
from aidgen.assets.geometry import Bounds, hull
from aidgen.page.faults import Fault
from aidgen.page.layout import Sheet
from aidgen.proof.beside import Frame, Odd, odd
from aidgen.proof.glyphs import Drawn, Finding, Glyph
from aidgen.proof.pictures import (
    POINTS_PER_INCH,
    coloured_page,
    grey_page,
    grey_pages,
    some_grey_pages,
)
from aidgen.proof.shapes import shapes
from aidgen.proof.silence import alone, saved, silenced

DPI = 130
"""Resolution at which ink is looked for."""
CLOSER = 190
"""And at which it is looked for again where something seems to be drawn otherwise.

Curves are drawn as chords, and which ones hangs on the last digits of their places: a point of a
bent hairline may be of another grey, at one resolution and not at the other.
"""
CONTRAST = 70
"""Least difference, of 255, between a letter's ink and what lies behind it."""
FLAT = 1.02
"""The contrast of what is not drawn at all, or in the very colour of what lies behind it.

What CONTRAST refuses for its colours alone has a contrast of less than LEGIBLE.
"""
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
WANTED = [round(level * CONTRAST / 255) for level in range(256)]
"""The ink that a point has to have at least, by that of a letter in black."""
WHITE = 255
HALF = 128
"""The grey, of 255, beyond which a point is taken to be ink."""


def unseen(
    pdf: bytes, sizes: Sequence[Bounds], runs: Sequence[Drawn], sheets: Sequence[Sheet]
) -> Iterator[Finding]:
    """Yield what is not on the pages of `pdf` as drawn, or cannot be told from what is behind it.

    These are texts, and what `sheets` were laid out to draw beside them, or were not. `runs` are
    what it draws, and `sizes` the edges of its pages in pt.
    """
    bare, laid_out = silenced(pdf), shapes(sheets)
    drawings = (pdf, bare, alone(sizes, runs))
    painted = [bool(sheet.painted) for sheet in sheets]
    pictures = zip(
        *(grey_pages(each, DPI) for each in drawings),
        some_grey_pages(laid_out.pdf, DPI, painted),
        strict=False,
    )
    of_page = defaultdict(list)
    for run in runs:
        of_page[run.page].append(run)
    for number, (whole, without, text, beside) in enumerate(pictures):
        left, _, _, top = sizes[number]
        around = beside or Image.new("L", without.size, WHITE)
        vague = laid_out.vague[number]
        wrong = odd(without, around, vague, Frame(left, top, DPI))
        if wrong is not None:
            one, other = (grey_page(each, number, CLOSER) for each in (bare, laid_out.pdf))
            wrong = odd(one, other, vague, Frame(left, top, CLOSER))
        if wrong is not None:
            yield _odd(wrong, of_page[number], number)
        if not of_page[number]:
            continue
        page = _Page(whole, without, ImageChops.invert(text), (left, top))
        lost = [(run, glyphs) for run in of_page[number] if (glyphs := page.lost(run))]
        if lost:
            coloured = coloured_page(pdf, number, DPI), coloured_page(bare, number, DPI)
            for run, glyphs in lost:
                yield Finding(run, _fault(run, glyphs, page.colours(glyphs, *coloured)))
        strange = page.strange()
        if strange:
            yield Finding(None, replace(strange, page=number + 1))


def unseen_beside(
    pdf: bytes,
    sizes: Sequence[Bounds],
    runs: Sequence[Drawn],
    sheets: Sequence[Sheet],
    seen: Collection[int],
) -> Iterator[Finding]:
    """Yield what `unseen` does of those pages alone that are not among `seen`, from 0."""
    left = [number for number in range(len(sizes)) if number not in seen]
    if len(left) == len(sizes) or len(sizes) != len(sheets):
        yield from unseen(pdf, sizes, runs, sheets)
    elif left:
        places = {number: place for place, number in enumerate(left)}
        own = [replace(run, page=places[run.page]) for run in runs if run.page in places]
        of_left = [sizes[number] for number in left], own, [sheets[number] for number in left]
        for finding in unseen(_pages(pdf, left), *of_left):
            yield _back(finding, left)


def _pages(pdf: bytes, left: Collection[int]) -> bytes:
    """Return a PDF of some of the pages of another."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for number in reversed(range(len(document.pages))):
            if number not in left:
                del document.pages[number]
        return saved(document)


def _back(finding: Finding, left: Sequence[int]) -> Finding:
    """Return a finding of one of the pages that were left, on the page that it was."""
    run, page = finding.run, finding.fault.page
    fault = replace(finding.fault, page=left[page - 1] + 1 if page else page)
    return Finding(run and replace(run, page=left[run.page]), fault)


def _odd(wrong: Odd, runs: Sequence[Drawn], number: int) -> Finding:
    """Say where something is drawn that nobody laid out, or not as it was; and at which words."""
    left, bottom, right, top = wrong.bounds
    near = (run for run in runs if run.boxes and _touch(hull(run.boxes), wrong.bounds))
    run = next(near, None)
    found = "ink that nobody laid out" if wrong.more else "not the ink that was laid out"
    found = (
        f"has {found} at {left:.0f}, {bottom:.0f} pt, {right - left:.1f} × {top - bottom:.1f} pt"
    )
    words = run.text.strip() if run else ""
    return Finding(run, Fault(kind="ink", found=found, words=words, page=number + 1))


def _touch(one: Bounds, other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _fault(run: Drawn, lost: Sequence[Glyph], colours: Sequence[Colour]) -> Fault:
    """Say which letters of a run cannot be seen, and whether it is for want of contrast."""
    part = "".join(glyph.char for glyph in lost)
    whole = sum(1 for glyph in run.glyphs if glyph.bounds)
    found = "cannot be seen" if len(lost) == whole else f"cannot be seen whole: “{part}” is lost"
    fault = Fault(kind="unseen", found=found, words=run.text.strip(), page=run.page + 1)
    ratio = contrast(*colours) if len(colours) == 2 else 1.0
    fault = replace(fault, colours=tuple(map(format_colour, colours)))
    if not FLAT < ratio < LEGIBLE:
        return fault
    told = f"{found}: {' on '.join(fault.colours)} is a contrast of {ratio:.2g} : 1"
    return replace(fault, kind="pale", found=told, expected=f"at least {LEGIBLE:g} : 1")


class _Page:
    """The ink of a page, as it is and as it should be; `corner` is its upper left one, in pt."""

    def __init__(
        self,
        whole: Image.Image,
        bare: Image.Image,
        expected: Image.Image,
        corner: tuple[float, float],
    ) -> None:
        self.whole, self.expected, self.corner = whole, expected, corner
        ink = ImageChops.difference(whole, bare)
        self.missing = _more(expected, ink, FAINT, WANTED)
        self.stray = _more(ink, expected, 255 * STRAY)

    def lost(self, run: Drawn) -> list[Glyph]:
        """Return the glyphs of a run that are not there, or not to be told from what is behind."""
        if self.missing is None:
            return []
        missing = self.missing
        return [glyph for glyph in run.glyphs if self._is_lost(glyph, missing)]

    def strange(self) -> Fault | None:
        """Return the fault that letters are drawn otherwise than in our fonts; None if not."""
        box = self.stray.getbbox() if self.stray else None
        if box is None:
            return None
        left, top = (edge * POINTS_PER_INCH / DPI for edge in box[:2])
        x, y = self.corner[0] + left, self.corner[1] - top
        found = f"has letters that our fonts do not draw so, at {x:.0f}, {y:.0f} pt"
        return Fault(kind="glyph", found=found)

    def colours(
        self, glyphs: Sequence[Glyph], whole: Image.Image, bare: Image.Image
    ) -> tuple[Colour, ...]:
        """Return the colours of the ink of glyphs and of what lies behind, where it is fullest."""
        box = hull(self._pixels(glyph.bounds) for glyph in glyphs if glyph.bounds)
        left, top, right, bottom = (int(edge) for edge in box)
        frame = (max(left, 0), max(top, 0), min(right, whole.width), min(bottom, whole.height))
        levels = self.expected.crop(frame).tobytes()
        level = max(levels, default=0)
        if level < HALF or whole.size != self.expected.size:
            return ()
        inks, grounds = (picture.crop(frame).tobytes() for picture in (whole, bare))
        places = (3 * at for at, here in enumerate(levels) if here == level)
        pairs = [(inks[at : at + 3], grounds[at : at + 3]) for at in places]
        ink, ground = max(
            pairs, key=lambda pair: sum(abs(a - b) for a, b in zip(*pair, strict=True))
        )
        # Where the ink covers a point in part, the colour is that of both.
        full = (
            back + (front - back) * 255 / level for front, back in zip(ink, ground, strict=True)
        )
        return _colour(full), _colour(ground)

    def _is_lost(self, glyph: Glyph, lost: Image.Image) -> bool:
        bounds = glyph.bounds
        if bounds is None:
            return False
        box = self._pixels(bounds)
        missing = lost.crop(box)
        if missing.getbbox() is None:
            return False
        whole, expected = self.whole.crop(box), self.expected.crop(box)
        full = sum(expected.histogram()[HALF:]) or 1
        gone = whole.histogram(mask=missing)
        seen = whole.histogram(mask=_above(HALF, ImageChops.subtract(expected, missing)))
        tone = seen.index(max(seen))
        merged = sum(gone[max(tone - TONE, 0) : tone + TONE]) if max(seen) else 0
        return bool(sum(gone) - merged > LOST * full or merged > MERGED * full)

    def _pixels(self, bounds: Bounds) -> tuple[int, int, int, int]:
        left, bottom, right, top = bounds
        x, y = self.corner
        scale = DPI / POINTS_PER_INCH
        return (
            *(int((left - x) * scale), int((y - top) * scale)),
            *(int((right - x) * scale) + 1, int((y - bottom) * scale) + 1),
        )


def _more(
    one: Image.Image, other: Image.Image, least: float, levels: Sequence[int] = ()
) -> Image.Image | None:
    """Return the points of `one` lighter by more than `least` than all of `other` near; or None.

    `levels` are what is made of those of `one` before, if any are given. Neighbours are looked at
    only if a point is lighter than that of `other` in its place: on most pages none is.
    """
    if one.size != other.size:  # the paper is another one, and that is told
        common = (0, 0, min(one.width, other.width), min(one.height, other.height))
        one, other = one.crop(common), other.crop(common)
    box = one.getbbox()
    if box is None:
        return None
    lit = one.crop(box).point(levels) if levels else one.crop(box)
    excess = ImageChops.subtract(lit, other.crop(box))
    most: Any = excess.getextrema()[1]
    if most <= least:
        return None
    around = (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)
    near = _spread(other.crop(around)).crop((1, 1, lit.width + 1, lit.height + 1))
    found = Image.new("L", one.size)
    found.paste(_above(least, ImageChops.subtract(lit, near)), box[:2])
    return found if found.getbbox() else None


def _above(least: float, picture: Image.Image) -> Image.Image:
    """Return the points of a picture that are lighter than `least`."""
    return picture.point([255 * (level > least) for level in range(256)])


def _spread(picture: Image.Image) -> Image.Image:
    """Return a picture whose light points have grown by one: a glyph may stand a point aside."""
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        picture = ImageChops.lighter(picture, _shifted(picture, x, y))
    return picture


def _shifted(picture: Image.Image, x: int, y: int) -> Image.Image:
    shifted = Image.new("L", picture.size)
    shifted.paste(picture, (x, y))
    return shifted


def _colour(parts: Iterable[float]) -> Colour:
    red, green, blue = (min(255, max(0, round(part))) for part in parts)
    return red, green, blue
