"""Faces of our fonts: the characters, widths, bounds and outlines of their glyphs."""

from __future__ import annotations

import io
import math
import re
import struct
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from fontTools import agl
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from aidgen.assets.families import face_file, faces_of, pdf_name
from aidgen.assets.fonts import SCRIPTS, FontFile, font_files, script_fonts
from aidgen.assets.papers import Bounds, Matrix, multiply
from aidgen.assets.substitutions import substitution_rules, substitution_texts

GLYPH_HEADER = 10
"""The length of a TrueType glyph's header: its number of contours, and its bounds."""
COMPOSITE = 0x80
"""From here on the first byte is that of a number below 0: a glyph put together of others."""
COMPONENT_BYTES, MORE_COMPONENTS = 6, 0x20
"""The length of a component record in such a glyph: flags, glyph number, offset; and the flag for
another component."""
EXTRA_BYTES = {0x01: 2, 0x08: 2, 0x40: 4, 0x80: 8}
"""The additional bytes that other flags announce: for the offset, and for the scale."""


class Outlines:
    """The outlines of a font file, by the numbers of its glyphs."""

    def __init__(self, font: TTFont) -> None:
        """Take a font; it is read on demand."""
        self._font = font
        self.of = cache(self._of)
        """Return the em, the points of a glyph, and how they are joined; nothing if there is none.
        """

    def alike(self, code: int, other: Outlines) -> bool:
        """Tell whether a glyph has the same outline in two files."""
        return self._is_said_alike(code, other) or bool(self.of(code) == other.of(code))

    def _is_said_alike(self, code: int, other: Outlines) -> bool:
        """Tell whether both have the same bytes: then the file need not be unpacked whole."""
        if not (self._table and other._table) or self._em != other._em:
            return False
        mine = self._glyph_bytes(code)
        if mine is None or mine != other._glyph_bytes(code):
            return False
        return all(self._is_said_alike(part, other) for part in component_glyphs(mine))

    def _of(self, code: int) -> tuple[Any, ...]:
        font, order = self._font, self._font.getGlyphOrder()
        if not 0 <= code < len(order):
            return ()
        if "glyf" in font:
            glyphs = font["glyf"]
            points, ends, flags = glyphs[order[code]].getCoordinates(glyphs)
            return self._em, tuple(points), tuple(ends), tuple(flags)
        pen = RecordingPen()
        font.getGlyphSet()[order[code]].draw(pen)
        return self._em, tuple(pen.value)

    @cached_property
    def _em(self) -> int:
        return int(self._font["head"].unitsPerEm)

    @cached_property
    def _table(self) -> bytes:
        return bytes(self._font.reader["glyf"]) if "glyf" in self._font else b""

    def _glyph_bytes(self, code: int) -> bytes | None:
        """Return the bytes of a glyph but for its hints, b"" if it is blank; None if it is broken.

        OpenType 1.9, `glyf`: a header, the ends of the contours, hints, the points.
        """
        if not 0 <= code < len(self._font["loca"]) - 1:
            return None
        outline = self._table[self._font["loca"][code] : self._font["loca"][code + 1]]
        if not outline:
            return outline
        try:
            (contours,) = struct.unpack_from(">h", outline)
            if contours < 0:
                return outline
            hints = GLYPH_HEADER + 2 * contours
            (length,) = struct.unpack_from(">H", outline, hints)
        except struct.error:
            return None
        return outline[:hints] + outline[hints + 2 + length :].rstrip(b"\0")


def component_glyphs(glyph: bytes) -> Iterator[int]:
    """Yield the numbers of the glyphs that a composite glyph consists of, from its bytes.

    OpenType 1.9, `glyf`: each has flags, its number, its offset, and its scale. Raises struct.error
    if the bytes end early.
    """
    if not glyph or glyph[0] < COMPOSITE:
        return
    at, flags = GLYPH_HEADER, MORE_COMPONENTS
    while flags & MORE_COMPONENTS:
        flags, number = struct.unpack_from(">HH", glyph, at)
        yield number
        at += COMPONENT_BYTES + sum(size for flag, size in EXTRA_BYTES.items() if flags & flag)


SEMI_BOLD = 600
PRIVATE_USE = "Co"
"""The category of code points without a meaning: many fonts give them to alternate forms."""
SMALL_CAPITALS = ("smcp", "c2sc")
"""The features of a font that have them."""


class FontFace:
    """A face of ours: the text of its glyphs, and their bounds."""

    def __init__(self, font: TTFont, index: int = 0, *, shaped: bool = False) -> None:
        """Take the face of an opened font file, the one at `index` of a collection.

        With `shaped`, the form of letters depends on their neighbours.
        """
        self._font = font
        self.index, self.shaped = index, shaped
        self.cubic = "CFF " in font
        self._order: Sequence[str] = font.getGlyphOrder()
        self._em = font["head"].unitsPerEm
        self._of_name: dict[str, list[str]] = {}
        self._private: dict[str, str] = {}
        self._codes = {
            chr(code): font.getGlyphID(name) for code, name in font.getBestCmap().items()
        }
        for char, number in self._codes.items():
            name = self._order[number]
            if unicodedata.category(char) == PRIVATE_USE:
                self._private[name] = self._private.get(name, "") + char
            else:
                self._of_name.setdefault(name, []).append(char)
        self.chars = cache(self._chars)
        self.bounds = cache(self._bounds)
        self.ink_bounds = cache(lambda char: self._bounds(self._codes.get(char, 0)))
        self.advance = cache(self._advance)
        self.shapes = Outlines(font)

    def _chars(self, code: int) -> tuple[str, ...]:
        """Return the characters of a glyph, from the font's cmap, its rules, or else its name."""
        if not 0 < code < len(self._order):
            return ()
        name = self._order[code]
        return (*self._texts(name), *self._private.get(name, ""))

    def _texts(self, name: str) -> tuple[str, ...]:
        said = self._of_name.get(name)
        if not said and (self.shaped or self.cubic):
            said = self._substitutions.get(name)
        if said:
            return tuple(said)
        named = agl.toUnicode(name)
        meant = (named,) if named else tuple(self._substitutions.get(name, ()))
        if name in self.small_capitals:  # it may stand for a letter of either case
            cases = (form for one in meant for form in (one, one.lower(), one.upper()))
            meant = tuple(dict.fromkeys(cases))
        return meant

    @cached_property
    def small_capitals(self) -> frozenset[str]:
        """The names of the glyphs of small capitals."""
        table = self._font["GSUB"].table if "GSUB" in self._font else None
        if table is None or not table.FeatureList or not table.LookupList:
            return frozenset()
        features = table.FeatureList.FeatureRecord
        numbers = {
            number
            for record in features
            if record.FeatureTag in SMALL_CAPITALS
            for number in record.Feature.LookupListIndex
        }
        lookups = (table.LookupList.Lookup[number] for number in numbers)
        return frozenset(name for _, given in substitution_rules(lookups) for name in given)

    @cached_property
    def _substitutions(self) -> Mapping[str, list[str]]:
        """The texts of substituted glyphs: forms, ligatures."""
        return substitution_texts(
            self._font, {name: said[0] for name, said in self._of_name.items()}
        )

    def _bounds(self, code: int) -> Bounds | None:
        """Return a glyph's bounds in em; None if it has no ink."""
        if not 0 < code < len(self._order):
            return None
        em = self._em
        if self.cubic:
            pen = BoundsPen(None)
            self._font.getGlyphSet()[self._order[code]].draw(pen)
            left, bottom, right, top = pen.bounds or (0, 0, 0, 0)
            return (left / em, bottom / em, right / em, top / em) if pen.bounds else None
        glyph = self._font["glyf"][self._order[code]]
        if not getattr(glyph, "numberOfContours", 0):
            return None
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

    @cached_property
    def is_bold(self) -> bool:
        """Whether it is semi-bold or heavier."""
        return bool(self._font["OS/2"].usWeightClass >= SEMI_BOLD)

    @property
    def extent(self) -> Bounds:
        """How far in em its glyphs reach at most."""
        head, em = self._font["head"], self._em
        return (head.xMin / em, head.yMin / em, head.xMax / em, head.yMax / em)

    @property
    def characters(self) -> frozenset[str]:
        """The characters that it has a glyph for."""
        return frozenset(self._codes)

    def has(self, char: str) -> bool:
        """Tell whether it has a glyph for a character."""
        return char in self._codes

    def length(self, text: str) -> float:
        """Return how wide in em a text is, its letters not kerned."""
        return math.fsum(self.advance(self._codes.get(char, 0)) for char in text)

    def missing_characters(self, text: str) -> str:
        """Return the characters of a text that it has no glyph for, each once."""
        return "".join(dict.fromkeys(char for char in text if char not in self._codes))

    def depths(self, text: str) -> tuple[float, float]:
        """Return how far in em the ink of a text reaches below and above its baseline."""
        found = [self.ink_bounds(char) for char in set(text)]
        inked = [bounds for bounds in found if bounds is not None]
        below = -min((bottom for _, bottom, _, _ in inked), default=0.0)
        return below, max((top for *_, top in inked), default=0.0)

    def leading(self, text: str) -> float:
        """Return the least height of a line in em that has all ink of a text within it."""
        lines = self._font["hhea"]
        # The baseline is that far off the middle of the line, twice.
        excess = float(lines.ascent + lines.descent) / float(self._em)
        below, above = self.depths(text)
        return max(2 * below + excess, 2 * above - excess)

    @cached_property
    def outlines(self) -> bytes:
        """The outlines alone as a font file: no characters and no hints, as in a subset."""
        if self.cubic:
            return bytes(self._font.reader["CFF "])
        path = self.path
        out = io.BytesIO()
        with TTFont(path, lazy=True, recalcBBoxes=False, recalcTimestamp=False) as font:
            for table in set(font.keys()) - {"GlyphOrder", *OUTLINE_TABLES}:
                del font[table]
            font.save(out, reorderTables=None)
        return out.getvalue()


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
    shaped = {typeface.family: typeface.shaped for typeface in SCRIPTS.values()}
    for family, files in script_fonts().items():
        for file in files:
            (style,) = (name for name, weight in CSS_WEIGHTS.items() if weight == file.weight)
            name = f"{family.replace(' ', '-')}{style}"
            yield name, partial(_open_face, file, shaped=shaped[family])


def _open_face(file: FontFile, *, shaped: bool = False) -> FontFace:
    if file.path.suffix == ".ttc":  # of tens of megabytes
        font = TTFont(file.path, lazy=True, fontNumber=file.index)
    else:
        font = TTFont(_read_into_memory(file.path), lazy=True)
    return FontFace(font, file.index, shaped=shaped)


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
    names = (path.stem.partition("Pro")[0] for path in font_files())
    spaced = (re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name) for name in names)
    return (*dict.fromkeys(f"{name} Pro" for name in spaced), *script_fonts())


def is_known(family: str) -> bool:
    """Tell whether a family, as named in CSS, is ours or a theme's."""
    return family in own_families() or bool(faces_of(family))


def weights_of(family: str, *, slanted: bool) -> tuple[int, ...]:
    """Return the weights in CSS in which a family is there, upright or slanted."""
    if family in own_families():
        styles = (style for style in PDF_STYLES.values() if style.endswith("-Italic") == slanted)
        return tuple(CSS_WEIGHTS[style.removesuffix("-Italic")] for style in styles)
    names = {path.name for path in faces_of(family)}
    made = ((weight, pdf_name(family, weight, slanted=slanted)) for weight in (400, 600, 700))
    return tuple(weight for weight, name in made if name in names)


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
    known = (family.replace(" ", "-") for family in asked)
    styled = ([f"{name}{style}{slant}" for style in strokes] for name in known for slant in slants)
    known_names = (next((name for name in names if name in faces()), None) for names in styled)
    return tuple(name for name in known_names if name)


@cache
def face_for(char: str, names: tuple[str, ...]) -> FontFace | None:
    """Return the first of some faces, by their names, that has a character; None if none has."""
    return next((faces()[name] for name in names if faces()[name].has(char)), None)


PDF_STYLES = {
    "Regular": "",
    "It": "-Italic",
    "Semibold": "-Semi-Bold",
    "SemiboldIt": "-Semi-Bold-Italic",
    "Bold": "-Bold",
    "BoldIt": "-Bold-Italic",
    "Black": "-Heavy",
}
"""How the engine spells the style of each face in the name of its PDF font."""

CSS_WEIGHTS = {"": 400, "-Semi-Bold": 600, "-Bold": 700, "-Heavy": 900}
"""The weight in CSS of each style of STYLES, upright."""

OUTLINE_TABLES = ("glyf", "head", "hhea", "hmtx", "loca", "maxp")
"""The tables of a font file that its outlines need."""


WORD_FAMILY, WORD_WEIGHT = "Source Sans Pro", 700
"""What such words are drawn in."""
CAPITAL_HEIGHT = 0.66
"""The height of its capitals in em."""
OUTLINE_DIGITS = 3
"""With how many digits behind the point the places of an outline are written."""


@cache
def word_face() -> FontFace:
    """Return the face that such words are drawn in."""
    found = face_of((WORD_FAMILY,), WORD_WEIGHT, False)
    assert found is not None, "it comes with aidgen"
    return found


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
