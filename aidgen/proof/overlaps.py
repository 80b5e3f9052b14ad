"""Letters that cover other letters: ink on ink, as our own font files draw it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageChops, ImageStat

from aidgen.assets.papers import Bounds, hull, intersection, rectangle_area
from aidgen.layout.faults import Fault
from aidgen.proof.content import Glyph, RunFault, TextRun
from aidgen.proof.ink import PictureFrame, draw_text
from aidgen.proof.pictures import grey_pages

NEAR = 0.03
"""How much of a letter's box must be on that of another for their ink to be compared."""
MOST_COVERED = 0.06
"""How much of a letter's ink may be on another letter; beyond it one of them is hard to read.

An ascender that runs into a descender shares a twentieth of its ink.
"""
MOST_TOUCHING = 0.01
"""How much of it is due to rounding: letters that touch only look close."""
MOST_BACK = 0.25
"""How far in em a text may begin before another one of its line ends: kerning moves it back.

Within a line, a slanted letter leans over the next, and letters of one typeface may touch.
"""
COVER_DPI = 500
"""Resolution at which ink is compared: a letter of 6 pt is 40 pixels high."""


@dataclass(frozen=True)
class _Pair:
    """Two texts on a page, and the pairs of their letters whose boxes overlap."""

    one: TextRun
    other: TextRun
    letters: tuple[tuple[Glyph, Glyph], ...]

    @property
    def bounds(self) -> Bounds:
        """The edges of these letters in pt."""
        return hull(glyph.bounds for pair in self.letters for glyph in pair if glyph.bounds)


def check_overlaps(runs: Sequence[TextRun]) -> Iterator[RunFault]:
    """Yield the texts with a letter that covers or touches a letter of another text."""
    pairs = list(_near_pairs(runs))
    for pair, covered in zip(pairs, _covered_parts(pairs), strict=True):
        if covered > MOST_TOUCHING:
            is_hidden = covered > MOST_COVERED
            verb = "overlap" if is_hidden else "touch"
            fault = Fault(
                kind="overlap" if is_hidden else "close",
                found=f"and “{pair.other.text.strip()}” {verb}",
                words=pair.one.text.strip(),
                page=pair.one.page + 1,
            )
            yield RunFault(pair.one, fault)


def _near_pairs(runs: Sequence[TextRun]) -> Iterator[_Pair]:
    """Yield the pairs of texts whose letters may cover each other, those of a line in order apart.

    Only the boxes of letters are compared.
    """
    pages = defaultdict(list)
    for run in runs:
        if run.boxes:
            pages[run.page].append((hull(run.boxes), run))
    for placed in pages.values():
        placed.sort(key=lambda item: item[0][1])
        for i, (box, run) in enumerate(placed):
            for higher_box, higher in placed[i + 1 :]:
                if higher_box[1] >= box[3]:
                    break
                if intersection(box, higher_box) and not _follow_in_line(run, higher):
                    letters = tuple(_near_letters(run, higher))
                    if letters:
                        yield _Pair(run, higher, letters)


def _near_letters(one: TextRun, other: TextRun) -> Iterator[tuple[Glyph, Glyph]]:
    frame, other_frame = hull(one.boxes), hull(other.boxes)
    here = [(box, glyph) for glyph in one.glyphs if (box := _bounds_within(glyph, other_frame))]
    there = [(box, glyph) for glyph in other.glyphs if (box := _bounds_within(glyph, frame))]
    for box, glyph in here:
        for other_box, other_glyph in there:
            common = rectangle_area(intersection(box, other_box))
            if common > NEAR * min(rectangle_area(box), rectangle_area(other_box)):
                yield glyph, other_glyph


def _bounds_within(glyph: Glyph, frame: Bounds) -> Bounds | None:
    bounds = glyph.bounds
    return bounds if bounds and intersection(bounds, frame) else None


def _follow_in_line(one: TextRun, other: TextRun) -> bool:
    """Tell whether two texts are on one line, the second after the first."""
    a, b, c, d, x, y = one.glyphs[0].matrix
    em, wide = math.hypot(c, d), math.hypot(a, b)
    if not em or not wide:
        return False
    across, up = a / wide, b / wide

    def extent(run: TextRun) -> tuple[float, float]:
        starts = [(g.matrix[4] - x) * across + (g.matrix[5] - y) * up for g in run.glyphs]
        ends = [
            start + glyph.face.advance(glyph.code) * math.hypot(*glyph.matrix[:2])
            for start, glyph in zip(starts, run.glyphs, strict=True)
        ]
        return min(starts), max(ends)

    *turned, other_x, other_y = other.glyphs[0].matrix
    is_turned = abs(turned[0] * up - turned[1] * across) > MOST_BACK * em
    above = (other_y - y) * across - (other_x - x) * up
    (start, end), (other_start, other_end) = extent(one), extent(other)
    common = min(end, other_end) - max(start, other_start)
    small = min(em, math.hypot(*turned[2:4]))
    return not is_turned and abs(above) < small / 2 and common < MOST_BACK * small


def _covered_parts(pairs: Sequence[_Pair]) -> Iterator[float]:
    """Yield which part of the ink of a letter of each pair is on the other letter, at most."""
    if not pairs:
        return
    edges = [pair.bounds for pair in pairs for _ in range(2)]
    drawn = [
        replace(run, page=2 * number + side, glyphs=tuple(dict.fromkeys(glyphs)))
        for number, pair in enumerate(pairs)
        for side, (run, glyphs) in enumerate(
            zip((pair.one, pair.other), zip(*pair.letters, strict=True), strict=True)
        )
    ]
    pictures = map(ImageChops.invert, grey_pages(draw_text(edges, drawn), COVER_DPI))
    for pair, here, there in zip(pairs, pictures, pictures, strict=True):
        left, _, _, top = pair.bounds
        frame = PictureFrame(left, top, COVER_DPI)
        shared = ImageChops.darker(here, there)
        yield max(_covered_part(frame, letters, (here, there), shared) for letters in pair.letters)


def _covered_part(
    frame: PictureFrame,
    letters: tuple[Glyph, Glyph],
    pictures: tuple[Image.Image, Image.Image],
    shared: Image.Image,
) -> float:
    boxes = [frame.pixels(glyph.bounds) for glyph in letters if glyph.bounds]
    least = min(_ink_in(picture.crop(box)) for picture, box in zip(pictures, boxes, strict=True))
    common = intersection(*boxes)
    return _ink_in(shared.crop(common)) / least if common and least else 0.0


def _ink_in(picture: Image.Image) -> float:
    return float(ImageStat.Stat(picture).sum[0]) if picture.width and picture.height else 0.0
