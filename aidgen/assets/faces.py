"""Faces of our fonts: which characters they have, and how large their glyphs are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import uharfbuzz
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen

from aidgen.assets.families import face_file, own_families
from aidgen.assets.fonts import PDF_STYLES, SCRIPTS, FontFile, font_files, script_fonts
from aidgen.assets.papers import Matrix, multiply

# The weight of headings.
BOLD = 700
# How wide in em a character is taken to be that our fonts do not have, as an icon is.
EM = 1.0
# The last part of the names of the families that every machine has; they come first.
OWN_FAMILIES = " Pro"


class FontFace:
    """A face of ours; its measures are in em, counted rightwards and upwards."""

    def __init__(self, path: Path, index: int = 0) -> None:
        """Take the face of a font file, the one at `index` of a collection."""
        self.path, self.index = path, index
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)), index)
        self._font, self.em = uharfbuzz.Font(face), float(face.upem)
        self._glyph = cache(self._font.get_nominal_glyph)

    def has(self, char: str) -> bool:
        """Tell whether it has a glyph for a character."""
        return self._glyph(ord(char)) is not None

    def length(self, text: str) -> float:
        """Return how wide a text is, its letters not kerned; one without a glyph is a box."""
        glyphs = (self._glyph(ord(char)) or 0 for char in text)
        return float(sum(map(self._font.get_glyph_h_advance, glyphs)) / self.em)

    def missing_characters(self, text: str) -> str:
        """Return the characters of a text that it has no glyph for, each once."""
        return "".join(char for char in dict.fromkeys(text) if not self.has(char))

    def depths(self, text: str) -> tuple[float, float]:
        """Return how far the ink of a text reaches below and above its baseline."""
        glyphs = (glyph for char in set(text) if (glyph := self._glyph(ord(char))))
        inked = [on for on in map(self._font.get_glyph_extents, glyphs) if on and on.height]
        below = -min((on.y_bearing + on.height for on in inked), default=0)
        return below / self.em, max((on.y_bearing for on in inked), default=0) / self.em

    def leading(self, text: str) -> float:
        """Return the least height of a line that has all ink of a text within it."""
        line = self._font.get_font_extents("ltr")
        # The baseline is that far off the middle of the line, twice.
        excess = float(line.ascender + line.descender) / self.em
        below, above = self.depths(text)
        return max(2 * below + excess, 2 * above - excess)

    def draw(self, char: str, pen: Any) -> None:
        """Draw a character in units of the font with a pen of fontTools."""
        self._font.draw_glyph_with_pen(self._glyph(ord(char)) or 0, pen)


@cache
def our_faces() -> dict[str, FontFile]:
    """Return the files of our faces and those of other scripts by the names of their PDF fonts."""
    files = {}
    for path in font_files():
        family, style = path.stem.split("-")
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", family)
        files[f"{spaced}{PDF_STYLES[style]}"] = FontFile(path, 400)
    styles = {weight: style for style, weight in CSS_WEIGHTS.items()}
    for family, listed in script_fonts().items():
        files |= {f"{family.replace(' ', '-')}{styles[file.weight]}": file for file in listed}
    return files


def is_face(name: str) -> bool:
    """Tell whether there is a face of ours or of a theme, by the name of its PDF font."""
    return name in our_faces() or face_file(name) is not None


@cache
def face_named(name: str) -> FontFace:
    """Return a face by the name of its PDF font, without the tag of a subset; raises KeyError."""
    path = face_file(name)
    if path is not None:
        return FontFace(path)
    return FontFace(our_faces()[name].path, our_faces()[name].index)


@cache
def can_draw(char: str, script: str = "Latn") -> bool:
    """Tell whether a font that comes with aidgen, or that of a script, has a character."""
    ours = (name for name in our_faces() if name.startswith("Source-"))
    if any(face_named(name).has(char) for name in ours):  # most are in the first: no other is read
        return True
    family = SCRIPTS[script].family if script in SCRIPTS else ""
    return family in script_fonts() and face_named(family.replace(" ", "-")).has(char)


def face_of(families: Sequence[str], weight: int, slanted: bool) -> FontFace | None:
    """Return the face of the first of `families` that is known, by the weight of its strokes."""
    names = face_names(tuple(families), weight, slanted)
    return face_named(names[0]) if names else None


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
    known_names = (next((name for name in names if is_face(name)), None) for names in styled)
    return tuple(name for name in known_names if name)


@cache
def face_for(char: str, names: tuple[str, ...]) -> FontFace | None:
    """Return the first of some faces, by their names, that has a character; None if none has."""
    return next((face for face in map(face_named, names) if face.has(char)), None)


# The weight in CSS of each style of PDF_STYLES, upright.
CSS_WEIGHTS = {"": 400, "-Semi-Bold": 600, "-Bold": 700, "-Heavy": 900}


# What words in pictures of ours are drawn in.
WORD_FACE = "Source-Sans-Pro-Bold"
# The height of its capitals in em.
CAPITAL_HEIGHT = 0.66


@lru_cache(maxsize=64)
def outline_words(placed: tuple[tuple[str, Matrix], ...]) -> str:
    """Return words, each with its matrix, as one path of an SVG picture.

    The matrix takes em, counted rightwards and upwards from the beginning of the words, to the
    units of the picture.
    """
    face = face_named(WORD_FACE)
    pen = SVGPathPen(None, ntos=lambda number: f"{round(number, 3):g}")
    for words, matrix in placed:
        for at, char in enumerate(words):
            moved = (1 / face.em, 0, 0, 1 / face.em, face.length(words[:at]), 0)
            face.draw(char, TransformPen(pen, multiply(moved, matrix)))
    return str(pen.getCommands())


def breadth(text: str) -> float:
    """Return the width of a text in em, in bold type, in the widest of our families that has it.

    Families of other scripts, which a machine may lack, are tried only if no other one has it.
    """
    widths, has_all = list[float](), False
    for family in own_families():
        if has_all and not family.endswith(OWN_FAMILIES):
            break
        if face := face_of((family,), BOLD, slanted=False):
            missing = face.missing_characters(text)
            has_all = has_all or not missing
            widths.append(face.length(text) + EM * len(missing))
    return round(max(widths, default=EM * len(text)), 2)
