"""Checks whether a font is honest: ink for every letter, and figures that look like themselves.

The proof knows a glyph by its character, which the font itself names. Each digit and sign is drawn
as a coarse picture and compared with those of our own fonts. A figure that looks like none of them,
as in handwriting, cannot be decided and passes: a page is verified as far as its font is honest.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from operator import mul
from pathlib import Path
from unicodedata import category

import uharfbuzz
from fontTools import agl
from fontTools.misc.bezierTools import cubicPointAtT
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from aidgen.assets.files import AssetError
from aidgen.assets.papers import Bounds
from aidgen.assets.substitutions import substitution_texts

GRID = 16
"""Points of a side of a coarse picture."""
LINES = 2
"""Lines that are looked at in a row of points."""
STEPS = 4
"""Straight lines in place of a curve."""
NARROWEST = 0.6
"""The width of a picture, at least, for its height: a 1 is narrow."""
DIGITS, SIGNS = "0123456789", "+−×=<>≤≥%/"
LEAST_OWN, LEAST_OTHER, LEAST_GAP = 0.7, 0.77, 0.2
"""A digit that is less like itself than the first, more like another than the second, and by more
than the third, is that other one. Of 90 font files of the installed
families none has such a digit or sign; of all
digits exchanged in them three in four are found, of signs nine in ten. The others are those of
handwriting and of very light faces."""
SAME = 0.95
"""Two digits that are so much alike are the same; the most alike of those families have 0.90."""
LEAST_INK = 0.025
"""The size of a letter in em, at least: the smallest full stop of those families has 0.04."""
LEAST_DIGIT = 0.2
"""The height of a digit in em, at least; those of fractions have 0.3."""
REFERENCES = ("Regular", "Bold", "It", "Black")

Point = tuple[float, float]
Line = tuple[Point, Point]
Form = tuple[float, ...]
"""A coarse picture: grey levels around their mean, of length 1."""


def refuse_lying_glyphs(content: bytes, references: Sequence[Path]) -> None:
    """Raise AssetError if a letter of a font has no ink, or a digit or sign looks like another.

    `references` are the files of honest fonts. Raises anything for a damaged font.
    """
    with TTFont(io.BytesIO(content), lazy=True) as font:
        _check_forms(_Outlines(font), _glyph_sizes(content), references)


def _check_forms(
    outlines: _Outlines, sizes: Callable[[str], float], references: Sequence[Path]
) -> None:
    for char, name in outlines.visible():
        drawn = char in DIGITS + SIGNS  # otherwise the bounds in the font are enough
        if (outlines.size(name) if drawn else sizes(char)) < (
            LEAST_DIGIT if char in DIGITS else LEAST_INK
        ):
            raise AssetError(f"has no ink, or hardly any, for `{char}`", "use another font")
    for chars in (DIGITS, SIGNS):
        forms = [(char, outlines.form(name)) for char, name in outlines.meaning(chars)]
        for char, form in forms:
            _refuse_other(char, form, _reference_forms(chars, tuple(references)))
        forms += [(char, outlines.form(name)) for char, name in outlines.other_forms(chars)]
        for (char, form), (other, again) in combinations(forms, 2):
            if char != other and _likeness(form, again) > SAME:
                raise AssetError(f"draws `{char}` as `{other}`", "use another font")


def _refuse_other(char: str, form: Form, known: Sequence[tuple[str, Form]]) -> None:
    own = max(_likeness(form, reference) for said, reference in known if said == char)
    if own >= LEAST_OWN:
        return
    likeness, other = max((_likeness(form, each), said) for said, each in known if said != char)
    if likeness > max(LEAST_OTHER, own + LEAST_GAP):
        raise AssetError(f"draws `{char}` as `{other}`", "use another font")


@cache
def _reference_forms(chars: str, paths: tuple[Path, ...]) -> tuple[tuple[str, Form], ...]:
    """Return the coarse pictures of characters in honest fonts."""
    forms: list[tuple[str, Form]] = []
    for path in paths:
        with TTFont(path, lazy=True) as font:
            outlines = _Outlines(font)
            forms += [(char, outlines.form(name)) for char, name in outlines.meaning(chars)]
    return tuple(forms)


def _glyph_sizes(content: bytes) -> Callable[[str], float]:
    """Return a function from a character to the larger side of its glyph in em."""
    face = uharfbuzz.Face(uharfbuzz.Blob(content))
    font = uharfbuzz.Font(face)

    def size(char: str) -> float:
        extents = font.get_glyph_extents(font.get_nominal_glyph(ord(char)) or 0)
        return max(abs(extents.width), abs(extents.height)) / face.upem if extents else 0.0

    return size


def _likeness(one: Form, other: Form) -> float:
    """Return how much two pictures are alike: 1 if they are the same."""
    likeness: float = sum(map(mul, one, other))
    return likeness


BLANK = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Letters and symbols without ink by their nature: fillers of Hangul, empty Braille and notes."""


class _Outlines:
    """The outlines of a font by the names of its glyphs."""

    def __init__(self, font: TTFont) -> None:
        self._em = font["head"].unitsPerEm
        self._glyphs = font.getGlyphSet()
        self._codes = font.getBestCmap() or {}
        self._order = font.getGlyphOrder()
        self._said = {name: chr(code) for code, name in self._codes.items()}
        self._usual, self._all = (
            {
                name: words[0]
                for name, words in substitution_texts(font, self._said, usual=usual).items()
            }
            for usual in (True, False)
        )
        self.lines = cache(self._lines)

    def visible(self) -> Iterator[tuple[str, str]]:
        """Yield the characters that have ink, and their glyphs."""
        for code, name in self._codes.items():
            if category(chr(code))[0] in "LNPS" and chr(code) not in BLANK:
                yield chr(code), name

    def meaning(self, chars: str) -> Iterator[tuple[str, str]]:
        """Yield characters and the glyphs that mean them, by the table or by their names.

        Glyphs without a name mean what they are put in the place of.
        """
        for name in self._order:
            char = self._said.get(name) or agl.toUnicode(name) or self._usual.get(name)
            if char and char in chars and self.lines(name):
                yield char, name

    def other_forms(self, chars: str) -> Iterator[tuple[str, str]]:
        """Yield characters and the glyphs that an optional feature puts in their places."""
        for name, char in self._all.items():
            is_other = name not in self._usual and not agl.toUnicode(name)
            if is_other and char in chars and self.lines(name):
                yield char, name

    def size(self, name: str) -> float:
        """Return the larger side of a glyph in em, 0 if it has no outline."""
        bounds = self.bounds(name)
        return max(bounds[2] - bounds[0], bounds[3] - bounds[1]) if bounds else 0.0

    def bounds(self, name: str) -> Bounds | None:
        """Return the bounds of a glyph in em; None if it has no outline."""
        points = [point for line in self.lines(name) for point in line]
        if not points:
            return None
        xs, ys = zip(*points, strict=True)
        return (min(xs), min(ys), max(xs), max(ys))

    def form(self, name: str) -> Form:
        """Return the coarse picture of a glyph that has an outline."""
        bounds = self.bounds(name)
        assert bounds is not None
        return _coarse_form(self.lines(name), bounds)

    def _lines(self, name: str) -> tuple[Line, ...]:
        pen = _LinePen(self._glyphs)
        self._glyphs[name].draw(pen)
        return tuple(
            ((ax / self._em, ay / self._em), (bx / self._em, by / self._em))
            for (ax, ay), (bx, by) in pen.lines
        )


class _LinePen(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Draws straight lines in place of all curves."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.lines: list[Line] = []
        self._start: Point = (0, 0)

    def _moveTo(self, pt: Point) -> None:  # noqa: N802 - of the pen
        self._start = pt

    def _lineTo(self, pt: Point) -> None:  # noqa: N802
        self._add(self._getCurrentPoint(), pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:  # noqa: N802
        last = start = self._getCurrentPoint()
        for step in range(1, STEPS + 1):
            point = cubicPointAtT(start, pt1, pt2, pt3, step / STEPS)
            self._add(last, point)
            last = point

    def _closePath(self) -> None:  # noqa: N802
        self._add(self._getCurrentPoint(), self._start)

    def _add(self, start: Point, end: Point) -> None:
        if start != end:
            self.lines.append((start, end))


def _coarse_form(lines: Sequence[Line], bounds: Bounds) -> Form:
    """Return the content of some lines as a small, blurred picture of equal height."""
    left, bottom, right, top = bounds
    high = (top - bottom) or 1e-9
    wide = max(right - left, NARROWEST * high)
    left = (left + right - wide) / 2
    rows = [[0.0] * (GRID + 2) for _ in range(GRID + 2)]  # a margin for the blur
    for line in range(GRID * LINES):
        level = bottom + (line + 0.5) / (GRID * LINES) * high
        for start, end in _spans(lines, level):
            _fill(rows[line // LINES + 1], (start - left) / wide, (end - left) / wide)
    levels = [
        sum(
            (2 - abs(up)) * (2 - abs(aside)) * rows[row + up][column + aside]
            for up in (-1, 0, 1)
            for aside in (-1, 0, 1)
        )
        for row in range(1, GRID + 1)
        for column in range(1, GRID + 1)
    ]
    mean = sum(levels) / len(levels)
    length = math.sqrt(sum((level - mean) ** 2 for level in levels)) or 1.0
    return tuple((level - mean) / length for level in levels)


def _spans(lines: Iterable[Line], level: float) -> Iterator[tuple[float, float]]:
    """Yield where a level is within lines, by the rule that counts how often they go around."""
    crossings = sorted(
        (ax + (level - ay) * (bx - ax) / (by - ay), 1 if by > ay else -1)
        for (ax, ay), (bx, by) in lines
        if (ay <= level) != (by <= level)
    )
    around = 0
    for (start, turn), (end, _) in pairwise(crossings):
        around += turn
        if around:
            yield start, end


def _fill(row: list[float], start: float, end: float) -> None:
    """Add a span, in parts of the width, to a row of points."""
    start, end = start * GRID, end * GRID
    for at in range(max(0, int(start)), min(GRID, int(end) + 1)):
        row[at + 1] += max(0.0, min(end, at + 1) - max(start, at))
