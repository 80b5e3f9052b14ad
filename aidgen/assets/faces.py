"""Faces of our fonts: which characters they have, and how large their glyphs are."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from aidgen.assets.families import face_file, faces_of
from aidgen.assets.fonts import SCRIPTS, FontFile, font_files, script_fonts
from aidgen.assets.papers import Bounds, Matrix, multiply


class FontFace:
    """A face of ours; its measures are in em, counted rightwards and upwards."""

    def __init__(self, font: TTFont, index: int = 0) -> None:
        """Take the face of an opened font file, the one at `index` of a collection."""
        self._font, self.index = font, index
        self._em = font["head"].unitsPerEm
        self._names: dict[int, str] = font.getBestCmap()
        self._advance = cache(self._advance_of)
        self._bounds = cache(self._bounds_of)

    def _advance_of(self, char: str) -> float:
        """Return how far a character moves the pen: one without a glyph as the box in its place."""
        name = self._names.get(ord(char), self._font.getGlyphOrder()[0])
        return float(self._font["hmtx"][name][0] / self._em)

    def _bounds_of(self, char: str) -> Bounds | None:
        """Return the bounds of a character; None if it has no ink."""
        name = self._names.get(ord(char))
        if name is None:
            return None
        if "glyf" in self._font:  # its header has them
            glyph = self._font["glyf"][name]
            if not getattr(glyph, "numberOfContours", 0):
                return None
            bounds = (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax)
        else:
            pen = BoundsPen(None)
            self._font.getGlyphSet()[name].draw(pen)
            if pen.bounds is None:
                return None
            bounds = pen.bounds
        left, bottom, right, top = (edge / self._em for edge in bounds)
        return left, bottom, right, top

    @property
    def path(self) -> Path:
        """Its file."""
        return Path(self._font.reader.file.name)

    @property
    def characters(self) -> frozenset[str]:
        """The characters that it has a glyph for."""
        return frozenset(map(chr, self._names))

    def has(self, char: str) -> bool:
        """Tell whether it has a glyph for a character."""
        return ord(char) in self._names

    def length(self, text: str) -> float:
        """Return how wide a text is, its letters not kerned."""
        return math.fsum(map(self._advance, text))

    def missing_characters(self, text: str) -> str:
        """Return the characters of a text that it has no glyph for, each once."""
        return "".join(char for char in dict.fromkeys(text) if not self.has(char))

    def depths(self, text: str) -> tuple[float, float]:
        """Return how far the ink of a text reaches below and above its baseline."""
        inked = [bounds for char in set(text) if (bounds := self._bounds(char))]
        below = -min((bottom for _, bottom, _, _ in inked), default=0.0)
        return below, max((top for *_, top in inked), default=0.0)

    def leading(self, text: str) -> float:
        """Return the least height of a line that has all ink of a text within it."""
        lines = self._font["hhea"]
        # The baseline is that far off the middle of the line, twice.
        excess = float(lines.ascent + lines.descent) / float(self._em)
        below, above = self.depths(text)
        return max(2 * below + excess, 2 * above - excess)


class FontFaces(Mapping[str, FontFace]):
    """Faces by the names of their PDF fonts, each opened on demand."""

    def __init__(self, opening: Mapping[str, Callable[[], FontFace]]) -> None:
        """Take how each is opened."""
        self._opening = opening
        self._opened: dict[str, FontFace] = {}

    def __getitem__(self, name: str) -> FontFace:
        """Return a face; raises KeyError if it is neither ours nor that of a theme."""
        if name not in self._opened and name in self._opening:
            self._opened[name] = self._opening[name]()
        elif name not in self._opened:
            path = face_file(name)
            if path is None:
                raise KeyError(name)
            self._opened[name] = FontFace(TTFont(_read_into_memory(path), lazy=True))
        return self._opened[name]

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a face of a name, without opening it."""
        return isinstance(name, str) and (name in self._opening or face_file(name) is not None)

    def __iter__(self) -> Iterator[str]:
        """Go through the names."""
        return iter(self._opening)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._opening)


@cache
def faces() -> FontFaces:
    """Return all faces, those of other scripts included, by the name of their PDF font.

    The tag of a subset is not part of it.
    """
    return FontFaces(dict(_face_openers()))


def _face_openers() -> Iterator[tuple[str, Callable[[], FontFace]]]:
    for path in font_files():
        family, style = path.stem.split("-")
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", family)
        yield f"{spaced}{PDF_STYLES[style]}", partial(_open_face, FontFile(path, 400))
    for family, files in script_fonts().items():
        for file in files:
            (style,) = (name for name, weight in CSS_WEIGHTS.items() if weight == file.weight)
            name = f"{family.replace(' ', '-')}{style}"
            yield name, partial(_open_face, file)


def _open_face(file: FontFile) -> FontFace:
    if file.path.suffix == ".ttc":  # of tens of megabytes
        font = TTFont(file.path, lazy=True, fontNumber=file.index)
    else:
        font = TTFont(_read_into_memory(file.path), lazy=True)
    return FontFace(font, file.index)


def _read_into_memory(path: Path) -> io.BytesIO:
    """Return a font file read into memory.

    Forked processes would share the read position of an open file.
    """
    content = io.BytesIO(path.read_bytes())
    content.name = str(path)  # as files have it
    return content


@cache
def own_families() -> tuple[str, ...]:
    """Return the names of our families, as in CSS."""
    return ("Source Sans Pro", "Source Serif Pro", *script_fonts())


def is_known(family: str) -> bool:
    """Tell whether a family, as named in CSS, is ours or a theme's."""
    return family in own_families() or bool(faces_of(family))


@cache
def can_draw(char: str, script: str = "Latn") -> bool:
    """Tell whether a font that comes with aidgen, or that of a script, has a character."""
    ours = (name for name in faces() if name.startswith("Source-"))
    if any(faces()[name].has(char) for name in ours):  # most are in the first: no other is read
        return True
    family = SCRIPTS[script].family if script in SCRIPTS else ""
    return family in script_fonts() and faces()[family.replace(" ", "-")].has(char)


def face_of(families: Sequence[str], weight: int, slanted: bool) -> FontFace | None:
    """Return the face of the first of `families` that is known, by the weight of its strokes."""
    names = face_names(tuple(families), weight, slanted)
    return faces()[names[0]] if names else None


@cache
def face_names(families: tuple[str, ...], weight: int, slanted: bool) -> tuple[str, ...]:
    """Return the names of the faces of those of `families` that are known, in their order.

    What a slanted face lacks, as most lack Greek and arrows, the engine sets upright: that face of
    the family comes next.
    """
    slants = ("-Italic", "") if slanted else ("",)
    strokes = sorted(CSS_WEIGHTS, key=lambda style: (abs(CSS_WEIGHTS[style] - weight), style))
    ours = {family.lower(): family for family in own_families()}
    asked = (ours.get(family.strip().lower(), family.strip()) for family in families)
    bases = (f"{family.replace(' ', '-')}{{}}{slant}" for family in asked for slant in slants)
    styled = (map(base.format, strokes) for base in bases)
    known_names = (next((name for name in names if name in faces()), None) for names in styled)
    return tuple(name for name in known_names if name)


@cache
def face_for(char: str, names: tuple[str, ...]) -> FontFace | None:
    """Return the first of some faces, by their names, that has a character; None if none has."""
    return next((faces()[name] for name in names if faces()[name].has(char)), None)


# How the engine spells the style of each face in the name of its PDF font.
PDF_STYLES = {
    "Regular": "",
    "It": "-Italic",
    "Semibold": "-Semi-Bold",
    "SemiboldIt": "-Semi-Bold-Italic",
    "Bold": "-Bold",
    "BoldIt": "-Bold-Italic",
    "Black": "-Heavy",
}

# The weight in CSS of each style of STYLES, upright.
CSS_WEIGHTS = {"": 400, "-Semi-Bold": 600, "-Bold": 700, "-Heavy": 900}


# What such words are drawn in.
WORD_FAMILY, WORD_WEIGHT = "Source Sans Pro", 700
# The height of its capitals in em.
CAPITAL_HEIGHT = 0.66
# With how many digits behind the point the places of an outline are written.
OUTLINE_DIGITS = 3


@cache
def word_face() -> FontFace:
    """Return the face that such words are drawn in."""
    face = face_of((WORD_FAMILY,), WORD_WEIGHT, False)
    assert face is not None, "it comes with aidgen"
    return face


@lru_cache(maxsize=64)
def outline_words(placed: tuple[tuple[str, Matrix], ...], face: FontFace | None = None) -> str:
    """Return words, each with its matrix, as one path of an SVG picture.

    The matrix takes em, counted rightwards and upwards from the beginning of the words, to the
    units of the picture.
    """
    with TTFont((face or word_face()).path, lazy=True) as font:
        glyphs, names = font.getGlyphSet(), font.getBestCmap()
        pen = SVGPathPen(glyphs, ntos=lambda number: f"{round(number, OUTLINE_DIGITS):g}")
        em = font["head"].unitsPerEm
        for words, matrix in placed:
            gone = 0.0
            for char in words:
                name = names[ord(char)]
                moved = multiply((1 / em, 0, 0, 1 / em, gone / em, 0), matrix)
                glyphs[name].draw(TransformPen(pen, moved))
                gone += font["hmtx"][name][0]
    return str(pen.getCommands())
