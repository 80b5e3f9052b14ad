"""Our fonts by their files: what each glyph means, how wide it is, and where its ink lies."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from fontTools import agl
from fontTools.ttLib import TTFont

from aidgen.assets.families import face_file, faces_of, pdf_name
from aidgen.assets.fonts import font_files
from aidgen.assets.geometry import Bounds


class Face:
    """A font of ours by its file: what each of its glyphs means, and where its ink lies."""

    def __init__(self, font: TTFont) -> None:
        """Take the face of an opened font file."""
        self._font = font
        self._order = font.getGlyphOrder()
        self._em = font["head"].unitsPerEm
        self._of_name: dict[str, list[str]] = {}
        self._codes = {
            chr(code): font.getGlyphID(name) for code, name in font.getBestCmap().items()
        }
        for char, number in self._codes.items():
            self._of_name.setdefault(self._order[number], []).append(char)
        self.chars = cache(self._chars)
        self.bounds = cache(self._bounds)
        self.inked = cache(lambda char: self._bounds(self._codes.get(char, 0)))
        self.advance = cache(self._advance)
        self.outline = cache(lambda code: outline(font, code))

    def _chars(self, code: int) -> tuple[str, ...]:
        """Return what a glyph may mean, through the font's cmap, else through its name."""
        if not 0 < code < len(self._order):
            return ()
        name = self._order[code]
        named = agl.toUnicode(name)
        return tuple(self._of_name.get(name) or ([named] if named else []))

    def _bounds(self, code: int) -> Bounds | None:
        """Return a glyph's bounds in em; None if it has no ink."""
        if not 0 < code < len(self._order):
            return None
        glyph = self._font["glyf"][self._order[code]]
        if not getattr(glyph, "numberOfContours", 0):
            return None
        em = self._em
        return (glyph.xMin / em, glyph.yMin / em, glyph.xMax / em, glyph.yMax / em)

    def _advance(self, code: int) -> float:
        """Return how far a glyph moves the pen, in em."""
        if not 0 <= code < len(self._order):
            return 0.0
        return float(self._font["hmtx"][self._order[code]][0] / self._em)

    @property
    def path(self) -> Path:
        """Its file."""
        return Path(self._font.reader.file.name)

    @property
    def extent(self) -> Bounds:
        """How far in em its glyphs reach at most."""
        head, em = self._font["head"], self._em
        return (head.xMin / em, head.yMin / em, head.xMax / em, head.yMax / em)

    @property
    def characters(self) -> frozenset[str]:
        """The characters that it has a glyph for."""
        return frozenset(self._codes)

    def length(self, text: str) -> float:
        """Return how wide in em a text is, its letters not kerned."""
        return sum(self.advance(self._codes.get(char, 0)) for char in text)

    def lacked(self, text: str) -> str:
        """Return the characters of a text that it has no glyph for, each once."""
        return "".join(dict.fromkeys(char for char in text if char not in self._codes))

    def depths(self, text: str) -> tuple[float, float]:
        """Return how far in em the ink of a text reaches below and above its baseline."""
        found = [self.inked(char) for char in set(text)]
        inked = [bounds for bounds in found if bounds is not None]
        below = -min((bottom for _, bottom, _, _ in inked), default=0.0)
        return below, max((top for *_, top in inked), default=0.0)

    @cached_property
    def outlines(self) -> bytes:
        """The outlines alone as a font file: no characters and no hints, as in a subset."""
        path = self.path
        out = io.BytesIO()
        with TTFont(path, lazy=True, recalcBBoxes=False, recalcTimestamp=False) as font:
            for table in set(font.keys()) - {"GlyphOrder", *OUTLINES}:
                del font[table]
            font.save(out, reorderTables=None)
        return out.getvalue()


class Faces(Mapping[str, Face]):
    """Our faces by name; asked by name, it knows those of themes, too."""

    def __init__(self, ours: Mapping[str, Face]) -> None:
        """Begin with ours."""
        self._ours, self._others = ours, dict[str, Face]()

    def __getitem__(self, name: str) -> Face:
        """Return a face; raises KeyError if it is neither ours nor that of a theme."""
        if name not in self._ours and name not in self._others:
            path = face_file(name)
            if path is None:
                raise KeyError(name)
            self._others[name] = Face(TTFont(path, lazy=True))
        return self._ours[name] if name in self._ours else self._others[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the names of ours."""
        return iter(self._ours)

    def __len__(self) -> int:
        """Return how many are ours."""
        return len(self._ours)


@cache
def faces() -> Mapping[str, Face]:
    """Return our faces by the name that their PDF font bears, its subset's tag apart.

    A face of a theme, which is not among them, is found by its name as well.
    """
    found = {}
    for path in font_files():
        family, style = path.stem.split("-")
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", family)
        found[f"{spaced}{STYLES[style]}"] = Face(TTFont(path, lazy=True))
    return Faces(found)


@cache
def families() -> tuple[str, ...]:
    """Return the names of our families, as CSS asks for them."""
    names = (name.partition("-Pro")[0] for name in faces())
    return tuple(dict.fromkeys(f"{name.replace('-', ' ')} Pro" for name in names))


def is_known(family: str) -> bool:
    """Tell whether a family, as CSS asks for it, is ours or that of a theme."""
    return family in families() or bool(faces_of(family))


def weights_of(family: str, *, slanted: bool) -> tuple[int, ...]:
    """Return the weights in CSS in which a family is there, upright or slanted."""
    if family in families():
        return weights(slanted=slanted)
    names = {path.name for path in faces_of(family)}
    made = ((weight, pdf_name(family, weight, slanted=slanted)) for weight in (400, 600, 700))
    return tuple(weight for weight, name in made if name in names)


def weights(*, slanted: bool) -> tuple[int, ...]:
    """Return the weights in CSS in which each family of ours is there, upright or slanted."""
    upright = (style.removesuffix("-Italic") for style in STYLES.values())
    return tuple(
        WEIGHTS[weight]
        for style, weight in zip(STYLES.values(), upright, strict=True)
        if style.endswith("-Italic") == slanted
    )


@cache
def characters() -> frozenset[str]:
    """Return every character that one of our fonts can draw."""
    return frozenset(char for face in faces().values() for char in face.characters)


@cache
def face_of(families: Sequence[str], weight: int, slanted: bool) -> Face | None:
    """Return the face of the first of `families` that is known, by the weight of its strokes."""
    slant = "-Italic" if slanted else ""
    for family in families:
        name = family.strip().replace(" ", "-")
        if not faces_of(family.strip()):
            name = name.title()
        strokes = [(abs(WEIGHTS[style] - weight), style) for style in WEIGHTS]
        for _, style in sorted(strokes):
            if f"{name}{style}{slant}" in faces():
                return faces()[f"{name}{style}{slant}"]
    return None


def outline(font: TTFont, code: int) -> tuple[Any, ...]:
    """Return the em, the points of a glyph, and how they are joined; nothing if there is none."""
    glyphs, order = font["glyf"], font.getGlyphOrder()
    if not 0 <= code < len(order):
        return ()
    points, ends, flags = glyphs[order[code]].getCoordinates(glyphs)
    return font["head"].unitsPerEm, tuple(points), tuple(ends), tuple(flags)


STYLES = {
    "Regular": "",
    "It": "-Italic",
    "Semibold": "-Semi-Bold",
    "SemiboldIt": "-Semi-Bold-Italic",
    "Bold": "-Bold",
    "BoldIt": "-Bold-Italic",
    "Black": "-Heavy",
}
"""How the engine spells the style of each face in the name of its PDF font."""

WEIGHTS = {"": 400, "-Semi-Bold": 600, "-Bold": 700, "-Heavy": 900}
"""The weight in CSS of each style of STYLES, upright."""

OUTLINES = ("glyf", "head", "hhea", "hmtx", "loca", "maxp")
"""The tables of a font file that its outlines need."""
