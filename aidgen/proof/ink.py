"""Ink on the page: the picture of a PDF compared with its glyphs drawn again from our fonts.

Each page is drawn four times: as it is, without its text, its text alone, black, from the font
files themselves, and everything else as it was laid out. The first two differ by the ink of the
text; the second and the last are alike.
"""

from __future__ import annotations

import io
import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

import pikepdf
from PIL import Image, ImageChops, ImageDraw, ImageStat

from aidgen.assets.colours import LEGIBLE, READABLE, Colour, contrast, format_colour
from aidgen.assets.faces import FontFace
from aidgen.assets.papers import Bounds, hull, intersection
from aidgen.layout.faults import Fault
from aidgen.page.layout import LaidSheet
from aidgen.proof.content import Glyph, RunFault, TextRun
from aidgen.proof.pictures import (
    POINTS_PER_INCH,
    coloured_page,
    grey_page,
    grey_pages,
    some_grey_pages,
)
from aidgen.proof.shapes import draw_shapes

INK_DPI = 130
"""Resolution at which ink is looked for."""
CLOSE_DPI = 500
"""Resolution at which the colours of a pale text are measured: a stem of 5 pt is 3 pixels wide."""
SECOND_DPI = 190
"""Resolution at which it is looked for again where something seems to be drawn otherwise.

Curves are drawn as chords, and the last digits of their places decide which ones: a point of a bent
hairline may be of another grey at one resolution and not at the other.
"""
LEAST_CONTRAST = 45
"""The least difference, of 255, between a letter's ink and its background: less is no ink at all.

A letter that fails for its colours alone has a contrast ratio below LEGIBLE.
"""
SURE_CONTRAST = 170
"""A difference, of 255, with which a letter has a contrast ratio of READABLE on white and black.

Where it is less, colours are measured.
"""
INVISIBLE_CONTRAST = 1.02
"""The contrast ratio of a letter that is not drawn at all, or in the very colour behind it."""
LARGE_TYPE, LARGE_BOLD_TYPE = 18.0, 14.0
"""Type in pt that needs a contrast of LEGIBLE alone (WCAG 2.1, 1.4.3)."""
MEASURING_ERROR = 0.03
"""How much of its contrast a letter seems to lack, as it is drawn: its edges are mixed colours."""
PALEST = 20
"""The part of a text's letters that may be paler than its reported contrast: one of a word of
twenty."""
SURE_FULL = 0.75
"""The letters that count, as a part of the fullest: a full stop may have no full point."""
FULLEST = 0.9
"""The pixels whose ink counts, as a part of the fullest of a letter: edges are mixed colours."""
GREY_ROUNDING = 12
"""The difference, of 255, that is due to rounding; the palest of our tints differs by 15."""
MOST_LOST = 0.03
"""How much of a letter's ink may be missing."""
MOST_MERGED = 0.15
"""How much of a letter's ink may be on a line of its tone, as where it is underlined."""
SAME_TONE = 40
"""The difference, of 255, within which two inks have the same tone."""
LEAST_OF_INK = 0.96
"""The least ink of a digit, as a part of its glyph's: a line of 0.7 pt takes a tenth.

Of 287 digits of eight PDFs, each had between 0.996 and 1.006.
"""
MOST_STRAY = 0.35
"""How dark, of full ink, a point may be that should have none."""
WANTED_INK = [round(level * LEAST_CONTRAST / 255) for level in range(256)]
"""The least ink of a point, by that of a letter in black."""
SURE_INK = [round(level * SURE_CONTRAST / 255) for level in range(256)]
"""The ink of a point with which contrast is enough, by that of a letter in black."""
LEAST_FULL = 50
"""The grey, of 255, of the fullest point of a letter from which its colour can be told."""
HALF_INK = 128
"""The grey, of 255, beyond which a point counts as ink."""

Pixels = tuple[int, int, int, int]
"""Pixels of a picture: left, top, and the first beyond on the right and below."""


@dataclass(frozen=True)
class PictureFrame:
    """The upper left corner of a picture of a page in pt, and its resolution in dpi."""

    left: float
    top: float
    dpi: int

    def pixels(self, bounds: Bounds) -> Pixels:
        """Return the pixels of a place on the page."""
        left, bottom, right, top = bounds
        scale = self.dpi / POINTS_PER_INCH
        return (
            *(int((left - self.left) * scale), int((self.top - top) * scale)),
            *(int((right - self.left) * scale) + 1, int((self.top - bottom) * scale) + 1),
        )

    def place(self, pixels: Pixels) -> Bounds:
        """Return the place on the page of some pixels."""
        left, top, right, bottom = (edge * POINTS_PER_INCH / self.dpi for edge in pixels)
        return (self.left + left, self.top - bottom, self.left + right, self.top - top)


def check_ink(
    pdf: bytes, sizes: Sequence[Bounds], runs: Sequence[TextRun], sheets: Sequence[LaidSheet]
) -> Iterator[RunFault]:
    """Yield the texts that are not visible as drawn, and drawings that differ from the layout.

    `runs` are its texts, `sizes` the edges of its pages in pt, and `sheets` the laid out pages.
    """
    bare, laid_out = remove_text(pdf), draw_shapes(sheets)
    drawings = (pdf, bare, draw_text(sizes, runs))
    painted = [bool(sheet.painted) for sheet in sheets]
    pictures = zip(
        *(grey_pages(each, INK_DPI) for each in drawings),
        some_grey_pages(laid_out.pdf, INK_DPI, painted),
        strict=False,
    )
    of_page = defaultdict(list)
    for run in runs:
        of_page[run.page].append(run)
    for number, (whole, without, text, shapes) in enumerate(pictures):
        left, _, _, top = sizes[number]
        vague, frame = laid_out.vague[number], PictureFrame(left, top, INK_DPI)
        expected = shapes or Image.new("L", without.size, 255)
        difference = compare_pictures(without, expected, vague, frame)
        if difference is not None:
            again, second = (grey_page(each, number, SECOND_DPI) for each in (bare, laid_out.pdf))
            difference = compare_pictures(again, second, vague, replace(frame, dpi=SECOND_DPI))
        if difference is not None:
            yield _difference_fault(difference, of_page[number], number)
        if not of_page[number]:
            continue
        page = _PageInk(whole, without, ImageChops.invert(text), frame)
        yield from _legibility_faults(page, of_page[number], drawings, number)
        box = page.stray.getbbox() if page.stray else None
        if box is not None:
            x, _, _, y = frame.place(box)
            found = f"has letters that differ from our fonts, at {x:.0f}, {y:.0f} pt"
            yield RunFault(None, Fault(kind="glyph", found=found, page=number + 1))


def check_text_ink(pdf: bytes, size: Bounds, runs: Sequence[TextRun]) -> Iterator[RunFault]:
    """Yield those texts on a page that cannot be read, or hardly; the page is a PDF of its own.

    Their background is as other pieces drew it.
    """
    bare, text = remove_text(pdf), draw_text([size], [replace(run, page=0) for run in runs])
    whole, without, drawn = (grey_page(each, 0, INK_DPI) for each in (pdf, bare, text))
    frame = PictureFrame(size[0], size[3], INK_DPI)
    page = _PageInk(whole, without, ImageChops.invert(drawn), frame)
    yield from _legibility_faults(page, runs, (pdf, bare, text), 0)


def _legibility_faults(
    page: _PageInk, runs: Sequence[TextRun], pdfs: tuple[bytes, bytes, bytes], number: int
) -> Iterator[RunFault]:
    """Yield the texts of a page that are hidden, or too pale for their background.

    `pdfs` are the PDF as it is, without its text, and its text alone; the page is number `number`
    of them, from 0.
    """
    lost = {index: found for index, run in enumerate(runs) if (found := page.lost_glyphs(run))}
    for index, run in enumerate(runs):
        if index not in lost and page.thinned_digits(run):
            near, *_ = _magnify(run, pdfs, number)
            if digits := near.thinned_digits(run):
                yield RunFault(run, _thinned_fault(run, digits))
    unsure = [index for index, run in enumerate(runs) if index in lost or page.is_unsure(run)]
    if not unsure:
        return
    whole, bare = (coloured_page(each, number, INK_DPI) for each in pdfs[:2])
    for index in unsure:
        run = runs[index]
        if index in lost:
            colours = page.colours(lost[index], whole, bare)
            yield RunFault(run, _loss_fault(run, lost[index], colours))
        elif _contrast_fault(run, page.least_contrast(run, whole, bare)) and (
            fault := _contrast_fault(run, _magnified_colours(run, pdfs, number))
        ):
            yield RunFault(run, fault)


def _thinned_fault(run: TextRun, digits: str) -> Fault:
    found = f"has a light line through “{digits}”, or something light over it"
    return Fault(kind="misread", found=found, words=run.text.strip(), page=run.page + 1)


def _magnified_colours(
    run: TextRun, pdfs: tuple[bytes, bytes, bytes], number: int
) -> tuple[Colour, ...]:
    """Return the colours of the palest letters of a run and of their background, seen closely."""
    page, whole, bare = _magnify(run, pdfs, number)
    return page.least_contrast(run, whole, bare)


def _magnify(
    run: TextRun, pdfs: tuple[bytes, bytes, bytes], number: int
) -> tuple[_PageInk, Image.Image, Image.Image]:
    """Return the ink around a run in a large picture, and that picture with and without its text.

    Small letters have no point that is full of ink but in a large picture.
    """
    left, bottom, right, top = hull(run.boxes)
    bounds = (left - 2, bottom - 2, right + 2, top + 2)
    whole, bare, text = (coloured_page(each, number, CLOSE_DPI, bounds) for each in pdfs)
    near = PictureFrame(bounds[0], bounds[3], CLOSE_DPI)
    grey, without, drawn = (picture.convert("L") for picture in (whole, bare, text))
    return _PageInk(grey, without, ImageChops.invert(drawn), near), whole, bare


def check_ink_of_new(
    pdf: bytes,
    sizes: Sequence[Bounds],
    runs: Sequence[TextRun],
    sheets: Sequence[LaidSheet],
    checked: Collection[int],
) -> Iterator[RunFault]:
    """Yield what `check_ink` does for the pages that are not among `checked`, from 0."""
    new = [number for number in range(len(sizes)) if number not in checked]
    if len(new) == len(sizes) or len(sizes) != len(sheets):
        yield from check_ink(pdf, sizes, runs, sheets)
    elif new:
        places = {number: place for place, number in enumerate(new)}
        own = [replace(run, page=places[run.page]) for run in runs if run.page in places]
        with pikepdf.open(io.BytesIO(pdf)) as document:
            for number in reversed(range(len(document.pages))):
                if number not in places:
                    del document.pages[number]
            some = _save_quickly(document)
        for each in check_ink(some, [sizes[i] for i in new], own, [sheets[i] for i in new]):
            run, page = each.run, each.fault.page
            fault = replace(each.fault, page=new[page - 1] + 1 if page else page)
            yield RunFault(run and replace(run, page=new[run.page]), fault)


def _difference_fault(
    difference: PictureDifference, runs: Sequence[TextRun], number: int
) -> RunFault:
    """Report a drawing that differs from the layout, with the words nearest to it."""
    left, bottom, right, top = difference.bounds
    near = (run for run in runs if run.boxes and intersection(hull(run.boxes), difference.bounds))
    run = next(near, None)
    what = "ink that is not in the layout" if difference.is_darker else "other ink than the layout"
    size = f"{right - left:.1f} × {top - bottom:.1f} pt"
    found = f"has {what} at {left:.0f}, {bottom:.0f} pt, {size}"
    words = run.text.strip() if run else ""
    return RunFault(run, Fault(kind="ink", found=found, words=words, page=number + 1))


def _contrast_fault(run: TextRun, colours: Sequence[Colour]) -> Fault | None:
    """Report a text that is pale; None if its contrast is enough for its size."""
    ratio = contrast(*colours) if len(colours) == 2 else READABLE
    size = math.hypot(*run.glyphs[0].matrix[2:4])
    is_large = size >= LARGE_TYPE or (size >= LARGE_BOLD_TYPE and run.glyphs[0].face.is_bold)
    least = LEGIBLE if is_large else READABLE
    if ratio * (1 + MEASURING_ERROR) >= least:
        return None
    pair = " on ".join(map(format_colour, colours))
    is_pale = ratio * (1 + MEASURING_ERROR) < LEGIBLE
    verb = "cannot be read" if is_pale else "is hard to read"
    return Fault(
        kind="pale" if is_pale else "faint",
        found=f"{verb}: {pair} is a contrast of {ratio:.2g} : 1",
        expected=f"at least {LEGIBLE if is_pale else READABLE:g} : 1",
        words=run.text.strip(),
        page=run.page + 1,
        colours=tuple(map(format_colour, colours)),
    )


def _loss_fault(run: TextRun, lost: Sequence[Glyph], colours: Sequence[Colour]) -> Fault:
    """Report the letters of a run that cannot be seen, and whether their contrast is too low."""
    part = "".join(glyph.char for glyph in lost)
    whole = sum(1 for glyph in run.glyphs if glyph.bounds)
    found = "cannot be seen" if len(lost) == whole else f"cannot be seen whole: “{part}” is lost"
    fault = Fault(kind="unseen", found=found, words=run.text.strip(), page=run.page + 1)
    ratio = contrast(*colours) if len(colours) == 2 else 1.0
    fault = replace(fault, colours=tuple(map(format_colour, colours)))
    if not INVISIBLE_CONTRAST < ratio < LEGIBLE:
        return fault
    pair = " on ".join(fault.colours)
    found = f"{found}: {pair} is a contrast of {ratio:.2g} : 1"
    return replace(fault, kind="pale", found=found, expected=f"at least {LEGIBLE:g} : 1")


class _PageInk:
    """The ink of the text of a page, as it is and as it should be."""

    def __init__(
        self, whole: Image.Image, bare: Image.Image, expected: Image.Image, frame: PictureFrame
    ) -> None:
        self.whole, self.bare, self.expected, self.frame = whole, bare, expected, frame
        ink = ImageChops.difference(whole, bare)
        self.missing = _surplus(expected, ink, GREY_ROUNDING, WANTED_INK)
        self.unsure = _surplus(expected, ink, GREY_ROUNDING, SURE_INK)
        self.stray = _surplus(ink, expected, 255 * MOST_STRAY)

    def is_unsure(self, run: TextRun) -> bool:
        """Tell whether the contrast of a run has to be measured in colour."""
        if self.unsure is None or not run.boxes:
            return False
        return self.unsure.crop(self.frame.pixels(hull(run.boxes))).getbbox() is not None

    def least_contrast(
        self, run: TextRun, whole: Image.Image, bare: Image.Image
    ) -> tuple[Colour, ...]:
        """Return the colours of the palest letters of a run and of their background; or nothing."""
        found = [each for glyph in run.glyphs if (each := self._glyph_colours(glyph, whole, bare))]
        enough = SURE_FULL * max((fullest for fullest, _ in found), default=0)
        pairs = [pair for fullest, pair in found if fullest >= enough]
        pairs.sort(key=lambda pair: _known_contrast(*pair))
        return pairs[len(pairs) // PALEST] if pairs else ()

    def _glyph_colours(
        self, glyph: Glyph, whole: Image.Image, bare: Image.Image
    ) -> tuple[int, tuple[Colour, Colour]] | None:
        """Return the fullest ink of a glyph, of 255, with its colour and that of its background.

        The colours are those with more contrast than three quarters of its full points; each point
        takes its neighbour of most contrast, since a glyph may be drawn one point aside.
        """
        if glyph.bounds is None:
            return None
        left, top, right, bottom = self.frame.pixels(glyph.bounds)
        box = (
            max(left, 1),
            max(top, 1),
            min(right, whole.width - 1),
            min(bottom, whole.height - 1),
        )
        if box[0] >= box[2] or box[1] >= box[3]:
            return None
        levels = self.expected.crop(box).tobytes()
        fullest = max(levels)
        if fullest < LEAST_FULL:
            return None
        around = _grow(box, 1)
        inks, backgrounds = (picture.crop(around).tobytes() for picture in (whole, bare))
        wide, row = box[2] - box[0], 3 * (around[2] - around[0])
        pairs = []
        for at, level in enumerate(levels):
            if level >= FULLEST * fullest:
                here = (at // wide + 1) * row + 3 * (at % wide + 1)
                near = (here, here - 3, here + 3, here - row, here + row)
                most = max(near, key=lambda place: _difference_at(inks, backgrounds, place))
                pairs.append(_colours_at(inks, backgrounds, most, fullest))
        pairs.sort(key=lambda pair: _known_contrast(*pair))
        return fullest, pairs[len(pairs) * 3 // 4]

    def lost_glyphs(self, run: TextRun) -> list[Glyph]:
        """Return the glyphs of a run that are missing, or not distinct from their background."""
        if self.missing is None:
            return []
        return [glyph for glyph in run.glyphs if self._is_lost(glyph, self.missing)]

    def colours(
        self, glyphs: Sequence[Glyph], whole: Image.Image, bare: Image.Image
    ) -> tuple[Colour, ...]:
        """Return the colours of glyphs and of their background, where their ink is fullest."""
        box = hull(self.frame.pixels(glyph.bounds) for glyph in glyphs if glyph.bounds)
        left, top, right, bottom = (int(edge) for edge in box)
        crop = (max(left, 0), max(top, 0), min(right, whole.width), min(bottom, whole.height))
        levels = self.expected.crop(crop).tobytes()
        level = max(levels, default=0)
        if level < HALF_INK or whole.size != self.expected.size:
            return ()
        inks, backgrounds = (picture.crop(crop).tobytes() for picture in (whole, bare))
        places = (3 * at for at, here in enumerate(levels) if here == level)
        most = max(places, key=lambda place: _difference_at(inks, backgrounds, place))
        return _colours_at(inks, backgrounds, most, level)

    def thinned_digits(self, run: TextRun) -> str:
        """Return the digits of a run that have less ink than their glyphs, on an even background.

        A line in the colour of the background may cross them that is too thin to hide any point.
        """
        return "".join(
            glyph.char
            for glyph in run.glyphs
            if glyph.char.isdigit() and glyph.bounds and self._is_thinned(glyph.bounds)
        )

    def _is_thinned(self, bounds: Bounds) -> bool:
        box = _grow(self.frame.pixels(bounds), 1)
        whole, bare, expected = (
            picture.crop(box) for picture in (self.whole, self.bare, self.expected)
        )
        lightest: Any = bare.getextrema()
        wanted, most = ImageStat.Stat(expected).sum[0], expected.getextrema()[1]
        if lightest[1] - lightest[0] > GREY_ROUNDING or not wanted:
            return False
        ink = ImageChops.difference(whole, bare)
        fullest: Any = ink.getextrema()[1]
        return bool(ImageStat.Stat(ink).sum[0] * most < LEAST_OF_INK * wanted * fullest)

    def _is_lost(self, glyph: Glyph, missing: Image.Image) -> bool:
        if glyph.bounds is None:
            return False
        box = self.frame.pixels(glyph.bounds)
        missing = missing.crop(box)
        if missing.getbbox() is None:
            return False
        whole, expected = self.whole.crop(box), self.expected.crop(box)
        full = sum(expected.histogram()[HALF_INK:]) or 1
        gone = whole.histogram(mask=missing)
        visible = _lighter_than(HALF_INK, ImageChops.subtract(expected, missing))
        seen = whole.histogram(mask=visible)
        tone = seen.index(max(seen))
        merged = sum(gone[max(tone - SAME_TONE, 0) : tone + SAME_TONE]) if max(seen) else 0
        return bool(sum(gone) - merged > MOST_LOST * full or merged > MOST_MERGED * full)


def _difference_at(inks: bytes, backgrounds: bytes, at: int) -> int:
    return sum(abs(inks[at + part] - backgrounds[at + part]) for part in range(3))


def _colours_at(inks: bytes, backgrounds: bytes, at: int, level: int) -> tuple[Colour, Colour]:
    """Return the colours of ink and background at a point that the ink covers in part."""
    front, back = inks[at : at + 3], backgrounds[at : at + 3]
    full = (old + (new - old) * 255 / level for new, old in zip(front, back, strict=True))
    return _round_colour(full), _round_colour(back)


_known_contrast = lru_cache(maxsize=4096)(contrast)


def _surplus(
    one: Image.Image, other: Image.Image, least: float, levels: Sequence[int] = ()
) -> Image.Image | None:
    """Return the points of `one` lighter by more than `least` than all of `other` near; or None.

    `levels` replace those of `one`, if given. Neighbours are looked at only if a point is lighter
    than that of `other` in its place: on most pages none is.
    """
    if one.size != other.size:  # another fault reports the wrong paper
        common = (0, 0, min(one.width, other.width), min(one.height, other.height))
        one, other = one.crop(common), other.crop(common)
    box = one.getbbox()
    if box is None:
        return None
    lit = one.crop(box).point(levels) if levels else one.crop(box)
    most: Any = ImageChops.subtract(lit, other.crop(box)).getextrema()[1]
    if most <= least:
        return None
    around = (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)
    near = other.crop(around)
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):  # a glyph may be drawn one point aside
        shifted = Image.new("L", near.size)
        shifted.paste(near, (x, y))
        near = ImageChops.lighter(near, shifted)
    near = near.crop((1, 1, lit.width + 1, lit.height + 1))
    surplus = Image.new("L", one.size)
    surplus.paste(_lighter_than(least, ImageChops.subtract(lit, near)), box[:2])
    return surplus if surplus.getbbox() else None


def _lighter_than(least: float, picture: Image.Image) -> Image.Image:
    return picture.point([255 * (level > least) for level in range(256)])


def _round_colour(parts: Iterable[float]) -> Colour:
    red, green, blue = (min(255, max(0, round(part))) for part in parts)
    return red, green, blue


# Comparison of pictures ---------------------------------------------------------------------------

LEAST_INKED = 0.3
"""How much of its contrast a drawing without an exact form must have."""
DASH_STRETCH = 24.0
"""How long in pt the parts of a dashed line are at least, of which each must have ink."""
DASH_PERIODS = 12
"""How many times as long as it is thick they are at least: dashes and gaps are three at most."""
BAND = 96
"""How many lines of pixels are compared together."""
NEIGHBOUR_PIXELS = 3
"""How many pixels around a place are compared with it."""


@dataclass(frozen=True)
class PictureDifference:
    """A place in pt on the page where something else is drawn than was laid out."""

    bounds: Bounds
    is_darker: bool


def compare_pictures(
    found: Image.Image, laid_out: Image.Image, vague: Sequence[Bounds], frame: PictureFrame
) -> PictureDifference | None:
    """Return the first place where `found` differs from the layout; None if there is none.

    Both are greyscale pictures of one size, with 255 for white. `vague` are the places of a drawing
    without an exact form: something has to be there.
    """
    if found.size != laid_out.size:
        return None  # another fault reports the wrong paper
    difference = ImageChops.difference(found, laid_out)
    most: Any = difference.getextrema()[1]
    if most <= GREY_ROUNDING:
        return None
    unlike = _lighter_than(GREY_ROUNDING, difference)
    for top in range(0, found.height, BAND):
        box = unlike.crop((0, top, found.width, min(top + BAND, found.height))).getbbox()
        if box is not None:
            box = _difference_within(found, laid_out, _move_pixels(box, 0, top), vague, frame)
        if box is not None:
            here, there = (ImageStat.Stat(each.crop(box)).mean[0] for each in (found, laid_out))
            return PictureDifference(frame.place(box), here < there)
    return None


def _difference_within(
    found: Image.Image,
    laid_out: Image.Image,
    box: Pixels,
    vague: Sequence[Bounds],
    frame: PictureFrame,
) -> Pixels | None:
    """Return the first pixels of a box in which two pictures are really unlike."""
    around = _grow(box, NEIGHBOUR_PIXELS)
    whole = _unlike_pixels(found.crop(around), laid_out.crop(around))
    wrong = whole.crop(_grow((0, 0, *whole.size), -NEIGHBOUR_PIXELS))  # its edges lack neighbours
    if wrong.getbbox() is None:
        return None
    painter = ImageDraw.Draw(wrong)
    for bounds in (stretch for place in vague for stretch in _dash_stretches(place)):
        here, around = (_grow(frame.pixels(edges), 1) for edges in bounds)
        inked, expected = (_contrast_in(each.crop(around)) for each in (found, laid_out))
        if min(bounds[0][2] - bounds[0][0], bounds[0][3] - bounds[0][1]) > DASH_STRETCH:
            inked = max(inked, 255 - min(found.crop(here).tobytes(), default=255))  # a dark ground
        if inked >= LEAST_INKED * expected:
            painter.rectangle(_move_pixels(here, -box[0], -box[1]), fill=0)
    spot = _first_pixels(wrong)
    return None if spot is None else _move_pixels(spot, box[0], box[1])


def _dash_stretches(bounds: Bounds) -> Iterator[tuple[Bounds, Bounds]]:
    """Yield parts of a place along its longer side, each with the place that must have ink.

    A part at an end is looked at with its neighbour: lines are rounded there, and others begin.
    """
    left, bottom, right, top = bounds
    wide, high = right - left, top - bottom
    number = int(max(wide, high) / max(DASH_STRETCH, DASH_PERIODS * min(wide, high))) or 1

    def part(first: int, last: int) -> Bounds:
        start, end = first / number, (last + 1) / number
        if wide > high:
            return left + start * wide, bottom, left + end * wide, top
        return left, bottom + start * high, right, bottom + end * high

    for i in range(number):
        first, last = i - (0 < i == number - 1), i + (i == 0 < number - 1)
        yield part(i, i), part(first, last)


def _grow(box: Pixels, margin: int) -> Pixels:
    left, top, right, bottom = box
    return left - margin, top - margin, right + margin, bottom + margin


def _move_pixels(box: Pixels, across: int, down: int) -> Pixels:
    left, top, right, bottom = box
    return left + across, top + down, right + across, bottom + down


def _unlike_pixels(found: Image.Image, laid_out: Image.Image) -> Image.Image:
    """Return, as white, the pixels of either picture that are like none near them in the other.

    A line may be one pixel aside: there are several rules for drawing curves.
    """
    wrong = Image.new("L", found.size)
    for one, other in ((found, laid_out), (laid_out, found)):
        darkest, lightest = (
            _extremes(other, each) for each in (ImageChops.darker, ImageChops.lighter)
        )
        wrong = ImageChops.lighter(wrong, ImageChops.subtract(darkest, one))
        wrong = ImageChops.lighter(wrong, ImageChops.subtract(one, lightest))
    return _lighter_than(GREY_ROUNDING, wrong)


def _extremes(
    picture: Image.Image, choose: Callable[[Image.Image, Image.Image], Image.Image]
) -> Image.Image:
    """Return a picture of which each pixel is the extreme of its neighbours and itself."""
    for x, y in ((1, 0), (0, 1)):
        neighbours = (ImageChops.offset(picture, way * x, way * y) for way in (1, -1))
        picture = choose(picture, choose(*neighbours))
    return picture


def _first_pixels(wrong: Image.Image) -> Pixels | None:
    """Return the first white pixels of a picture: those of the uppermost line, and below them."""
    box = wrong.getbbox()
    if box is None:
        return None
    top = box[1]
    left, _, right, _ = wrong.crop((0, top, wrong.width, top + 1)).getbbox() or box
    below = wrong.crop((left, top, right, box[3])).tobytes()
    rows = [any(below[at : at + right - left]) for at in range(0, len(below), right - left)]
    high = rows.index(False) if False in rows else len(rows)
    return left, top, right, top + high


def _contrast_in(picture: Image.Image) -> int:
    levels = picture.tobytes()
    return max(levels, default=0) - min(levels, default=0)


# Pages with and without their text ----------------------------------------------------------------


def remove_text(pdf: bytes) -> bytes:
    """Return `pdf` without the outlines in its fonts, so that its text leaves no ink."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        empty_font = document.make_indirect(
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
                fonts[name] = empty_font
            for form in resources.get("/XObject", {}).values():
                if form.objgen not in done and "/Resources" in form:
                    done.add(form.objgen)
                    todo.append(form.Resources)
        return _save_quickly(document)


def draw_text(sizes: Sequence[Bounds], runs: Sequence[TextRun]) -> bytes:
    """Return a PDF of the glyphs of `runs` and nothing else, black, from our own font files.

    `sizes` are the edges of its pages in pt.
    """
    document = pikepdf.new()
    names: dict[int, str] = {}
    fonts: Any = pikepdf.Dictionary()
    pages: list[list[str]] = [["BT"] for _ in sizes]
    for run in runs:
        # Run by run, as it was drawn: then its letters fall on the same pixels. Accents are above
        # their letters: each row of glyphs of one height is placed by itself.
        rows = groupby(run.glyphs, key=lambda glyph: (glyph.face, _height_of(glyph)))
        for (face, _), glyphs in rows:
            if id(face) not in names:
                names[id(face)] = f"/F{len(names)}"
                fonts[names[id(face)]] = _embed(document, face)
            pages[run.page].append(f"{names[id(face)]} 1 Tf {_place_glyphs(tuple(glyphs))}")
    for size, content in zip(sizes, pages, strict=True):
        document.add_blank_page()
        page = document.pages[-1]
        page.mediabox = pikepdf.Array(size)
        page.Resources = pikepdf.Dictionary(Font=fonts)
        page.Contents = document.make_stream("\n".join([*content, "ET"]).encode())
    return _save_quickly(document)


def _save_quickly(document: pikepdf.Pdf) -> bytes:
    """Return a PDF that is drawn once and thrown away."""
    out = io.BytesIO()
    document.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.preserve)
    return out.getvalue()


def _height_of(glyph: Glyph) -> float:
    """Return how far a glyph is from the line through the origin along which it is written."""
    a, b, *_, x, y = glyph.matrix
    if b == 0 and a > 0:  # nearly always
        return round(y, 3)
    return round((y * a - x * b) / (math.hypot(a, b) or 1), 3)


def _place_glyphs(glyphs: Sequence[Glyph]) -> str:
    """Return the operators that draw glyphs of one size and direction (ISO 32000-1, 9.4.3)."""
    a, b, *_, x, y = glyphs[0].matrix
    em = math.hypot(a, b) or 1
    pieces, pen = [], 0.0
    for glyph in glyphs:
        *_, glyph_x, glyph_y = glyph.matrix
        place = ((glyph_x - x) * a + (glyph_y - y) * b) / em**2
        pieces.append(f"{1000 * (pen - place):.5f}<{glyph.code:04x}>")
        pen = place
    matrix = " ".join(f"{value:.7f}" for value in glyphs[0].matrix)
    return f"{matrix} Tm [{''.join(pieces)}] TJ"


def _embed(document: pikepdf.Pdf, face: FontFace) -> Any:
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
    )
    file = document.make_stream(face.outlines)
    if face.cubic:
        file.Subtype = pikepdf.Name.CIDFontType0C
    descriptor["/FontFile3" if face.cubic else "/FontFile2"] = file
    descendant = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=pikepdf.Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
        FontDescriptor=descriptor,
        DW=0,
    )
    if face.cubic:
        descendant.Subtype = pikepdf.Name.CIDFontType0
    else:
        descendant.CIDToGIDMap = pikepdf.Name.Identity
    return document.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type0,
            BaseFont=name,
            Encoding=pikepdf.Name("/Identity-H"),
            DescendantFonts=[descendant],
        )
    )
