"""A PDF re-read by other libraries than the one that wrote it: does it say what was promised?

Each glyph is turned back into its character through the font it was taken from, never through the
PDF's own table alone, and has to leave ink on the page that can be told from what lies behind it.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pikepdf
import pypdfium2
from fontTools import agl
from fontTools.ttLib import TTFont
from PIL import Image

from aidgen.fonts import font_files
from aidgen.promises import Promise, Run

THUMBNAIL_WIDTH = 480
"""Width in px of the picture of a first page in the gallery."""
ASIDE = 1.0
"""How far in pt a text may stand from where it was laid out."""
DPI = 130
"""Resolution at which ink is looked for."""
CONTRAST = 70
"""Least difference, of 255, between the lightest and the darkest point of a letter's box."""


@dataclass(frozen=True)
class Proof:
    """What was found when a PDF was read again: what is wrong, and how much was compared."""

    faults: tuple[str, ...]
    texts: int
    cells: int
    glyphs: int


@dataclass(frozen=True)
class _Glyph:
    """A glyph as drawn: its character by its font, its left end, baseline and size in pt."""

    char: str
    x: float
    y: float
    bounds: tuple[float, float, float, float] | None
    """The outline's left, bottom, right and top, in pt from its origin; None if it is empty."""


@dataclass(frozen=True)
class _Drawn:
    """A run of text as drawn: the glyphs between the marks of one piece of content."""

    page: int
    mcid: int | None
    glyphs: tuple[_Glyph, ...]

    @property
    def text(self) -> str:
        """What the run says, by its fonts."""
        return "".join(glyph.char for glyph in self.glyphs)


def prove(
    pdf: bytes,
    promises: Sequence[Promise],
    runs: Sequence[Sequence[Run]],
    drawn_texts: Sequence[str],
) -> Proof:
    """Hold `pdf` against what its page promises and against `runs`, where its texts were laid out.

    `drawn_texts` are the words within pictures. Returns every fault, each in words.
    """
    faults: list[str] = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        faults += _metadata(document)
        found: list[_Drawn] = []
        for number, page in enumerate(document.pages):
            found += _Reader(number, page.Resources, UNIT, faults).read(page)
        faults += _in_place(found, runs, drawn_texts)
        elements = _elements(document, found)
    said = " ".join(text for _, text in elements)
    faults += _kept(promises, said)
    tables, cells = _tables(elements, promises)
    faults += tables
    faults += _inked(pdf, found)
    glyphs = sum(len(drawn.glyphs) for drawn in found)
    return Proof(tuple(dict.fromkeys(faults)), len(promises), cells, glyphs)


# Reading ------------------------------------------------------------------------------------------


Matrix = tuple[float, float, float, float, float, float]
UNIT: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass
class _State:
    """What the operators before have set: the matrices of page and text, and the font."""

    matrix: Matrix = UNIT
    text: Matrix = UNIT
    font: str = ""
    size: float = 0.0


def _times(one: Matrix, other: Matrix) -> Matrix:
    """Return the matrix that does `one`, then `other`."""
    a, b, c, d, e, f = one
    g, h, i, j, x, y = other
    return (
        *(a * g + b * i, a * h + b * j),
        *(c * g + d * i, c * h + d * j),
        *(e * g + f * i + x, e * h + f * j + y),
    )


class _Reader:
    """Reads the content of a page, or of a form within it, and keeps the runs of text it draws."""

    def __init__(self, page: int, resources: Any, matrix: Matrix, faults: list[str]) -> None:
        self.page, self.resources, self.faults = page, resources, faults
        self.state = _State(matrix)
        self.stack: list[_State] = []
        self.marks: list[int | None] = []
        self.glyphs: list[_Glyph] = []
        self.found: list[_Drawn] = []
        self.fonts = {
            str(name): _font_of(font, faults) for name, font in resources.get("/Font", {}).items()
        }

    def read(self, stream: Any) -> list[_Drawn]:
        """Return the runs that `stream` draws, in its order."""
        for instruction in pikepdf.parse_content_stream(stream):
            act = ACTS.get(str(instruction.operator))
            if act is not None:
                act(self, instruction.operands)
        self.end([])
        return self.found

    def end(self, _: Any) -> None:
        """Close the run: what follows stands somewhere else, or under another mark."""
        if self.glyphs:
            mcid = next((mark for mark in reversed(self.marks) if mark is not None), None)
            self.found.append(_Drawn(self.page, mcid, tuple(self.glyphs)))
            self.glyphs = []

    def push(self, _: Any) -> None:
        """Keep the state (operator q)."""
        self.stack.append(replace(self.state))

    def pop(self, _: Any) -> None:
        """Go back to the state that was kept last (operator Q)."""
        if self.stack:
            self.state = self.stack.pop()

    def transform(self, operands: Any) -> None:
        """Change the matrix of the page (operator cm)."""
        self.state.matrix = _times(_matrix(operands), self.state.matrix)

    def begin_mark(self, operands: Any) -> None:
        """Open marked content (operators BMC, BDC)."""
        self.end([])
        mark = operands[1].get("/MCID") if len(operands) > 1 else None
        self.marks.append(None if mark is None else int(mark))

    def end_mark(self, _: Any) -> None:
        """Close marked content (operator EMC)."""
        self.end([])
        if self.marks:
            self.marks.pop()

    def place(self, operands: Any) -> None:
        """Set the matrix of the text (operator Tm)."""
        self.end([])
        self.state.text = _matrix(operands)

    def choose(self, operands: Any) -> None:
        """Choose a font and its size (operator Tf)."""
        self.state.font, self.state.size = str(operands[0]), float(operands[1])

    def show(self, operands: Any) -> None:
        """Draw glyphs (operators Tj, TJ)."""
        font = self.fonts.get(self.state.font)
        pieces = operands[0] if isinstance(operands[0], pikepdf.Array) else operands
        for piece in pieces if font else ():
            if not isinstance(piece, pikepdf.String):
                self._advance(-float(piece) / 1000)
                continue
            codes = bytes(piece)
            for high, low in zip(codes[::2], codes[1::2], strict=False):
                assert font is not None
                self.glyphs.append(self._glyph(font, high << 8 | low))
                self._advance(font.face.advance(high << 8 | low))

    def distort(self, operands: Any) -> None:
        """Say that text is squeezed, spaced, raised or hidden (Tz, Tc, Tw, Ts, Tr)."""
        if float(operands[0]) not in (0, 100):
            self.faults.append(f"page {self.page + 1}: text is distorted, as nothing here does")

    def _advance(self, ems: float) -> None:
        self.state.text = _times((1, 0, 0, 1, ems * self.state.size, 0), self.state.text)

    def _glyph(self, font: _Font, code: int) -> _Glyph:
        a, b, c, d, x, y = _times(self.state.text, self.state.matrix)
        upright = abs(b) < 1e-6 and abs(c) < 1e-6
        bounds = font.face.bounds(code) if upright else None
        if bounds is not None:
            wide, high = self.state.size * abs(a), self.state.size * abs(d)
            bounds = (bounds[0] * wide, bounds[1] * high, bounds[2] * wide, bounds[3] * high)
        return _Glyph(font.char(code), x, y, bounds)

    def draw(self, operands: Any) -> None:
        """Draw a form (operator Do), which may hold text."""
        form = self.resources.get("/XObject", {}).get(str(operands[0]))
        if form is not None and form.get("/Subtype") == "/Form":
            matrix = _times(_matrix(form.get("/Matrix", [1, 0, 0, 1, 0, 0])), self.state.matrix)
            inner = form.get("/Resources", self.resources)
            self.found += _Reader(self.page, inner, matrix, self.faults).read(form)


ACTS = {
    "BDC": _Reader.begin_mark,
    "BMC": _Reader.begin_mark,
    "BT": _Reader.end,
    "Do": _Reader.draw,
    "EMC": _Reader.end_mark,
    "ET": _Reader.end,
    "Q": _Reader.pop,
    "TJ": _Reader.show,
    "Tc": _Reader.distort,
    "Tf": _Reader.choose,
    "Tj": _Reader.show,
    "Tm": _Reader.place,
    "Tr": _Reader.distort,
    "Ts": _Reader.distort,
    "Tw": _Reader.distort,
    "Tz": _Reader.distort,
    "cm": _Reader.transform,
    "q": _Reader.push,
}
"""What the operators of a content stream do (ISO 32000-1, annex A), those that matter to text."""


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in operands)
    return (a, b, c, d, e, f)


class _Face:
    """A font of ours by its file: what each of its glyphs means, and where its ink lies."""

    def __init__(self, font: TTFont) -> None:
        self._font = font
        self._order = font.getGlyphOrder()
        self._em = font["head"].unitsPerEm
        self._chars: dict[str, list[str]] = {}
        for code, name in font.getBestCmap().items():
            self._chars.setdefault(name, []).append(chr(code))

    def chars(self, code: int) -> list[str]:
        """Return what a glyph may mean, through the font's cmap, else through its name."""
        if not 0 < code < len(self._order):
            return []
        name = self._order[code]
        named = agl.toUnicode(name)
        return self._chars.get(name) or ([named] if named else [])

    @cache  # noqa: B019
    def bounds(self, code: int) -> tuple[float, float, float, float] | None:
        """Return a glyph's left, bottom, right and top, in em; None if it has no ink."""
        if not 0 < code < len(self._order):
            return None
        glyph = self._font["glyf"][self._order[code]]
        if not getattr(glyph, "numberOfContours", 0):
            return None
        em = self._em
        return (glyph.xMin / em, glyph.yMin / em, glyph.xMax / em, glyph.yMax / em)

    def advance(self, code: int) -> float:
        """Return how far a glyph moves the pen, in em."""
        if not 0 <= code < len(self._order):
            return 0.0
        return float(self._font["hmtx"][self._order[code]][0] / self._em)


@cache
def _faces() -> dict[str, _Face]:
    """Return our faces by the name that their PDF font bears, its subset's tag apart."""
    found = {}
    for path in font_files():
        family, style = path.stem.split("-")
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", family)
        ending = STYLES[style]
        found[f"{spaced}{ending}"] = _Face(TTFont(path, lazy=True))
    return found


@dataclass(frozen=True)
class _Font:
    """A font of the PDF: our face, and the characters that the PDF says its glyphs are."""

    face: _Face
    says: Mapping[int, str]

    def char(self, code: int) -> str:
        """Return the character of a glyph: what the PDF says where our face bears it out."""
        chars = self.face.chars(code)
        said = self.says.get(code, "")
        if said in chars or not chars:
            return said if chars else "\N{REPLACEMENT CHARACTER}"
        return chars[0]


def _font_of(font: Any, faults: list[str]) -> _Font | None:
    """Return a font of the PDF; say if it is not ours, or lies about a character."""
    name = str(font.get("/BaseFont", "")).lstrip("/").split("+")[-1]
    face = _faces().get(name)
    if face is None:
        faults.append(f"embeds the font {name}, which is not ours: a character is in none of them")
        return None
    table = font.get("/ToUnicode")
    text = table.read_bytes().decode("latin-1") if table is not None else ""
    entries = text[text.find("beginbfchar") :]
    says = {
        int(code, 16): bytes.fromhex(said).decode("utf-16-be", "replace")
        for code, said in re.findall(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>", entries)
    }
    for code, said in says.items():
        if not any(_bare(said) == _bare(char) for char in face.chars(code)):
            drawn = "".join(face.chars(code)[:1])
            faults.append(f"says “{said}” where its font {name} draws “{drawn}”")
    return _Font(face, says)


# Comparing ----------------------------------------------------------------------------------------


def _metadata(document: pikepdf.Pdf) -> Iterator[str]:
    if not str(document.Root.get("/Lang", "")):
        yield "says no language"
    if not document.docinfo.get("/Title"):
        yield "has no title"
    if "/StructTreeRoot" not in document.Root:
        yield "is not tagged"


def _in_place(
    found: Sequence[_Drawn], runs: Sequence[Sequence[Run]], drawn_texts: Sequence[str]
) -> Iterator[str]:
    """Yield texts that are not drawn where they were laid out, and those that nobody laid out."""
    laid: dict[tuple[int, str], list[Run]] = defaultdict(list)
    for number, page in enumerate(runs):
        for run in page:
            laid[number, _bare(run.text)].append(run)
    astray: list[_Drawn] = []
    for drawn in found:
        if "\N{REPLACEMENT CHARACTER}" in drawn.text:
            yield f"page {drawn.page + 1}: draws a glyph that is no character, in “{drawn.text}”"
        places = laid[drawn.page, _bare(drawn.text)]
        here = [run for run in places if _near(run, drawn.glyphs[0])]
        if here:
            places.remove(here[0])
        elif _bare(drawn.text):
            astray.append(drawn)
    for (number, _), places in laid.items():
        for run in filter(lambda run: _bare(run.text), places):
            yield f"page {number + 1}: “{run.text}” is not drawn where it was laid out"
    # Words within pictures are drawn letter by letter, and laid out by the picture itself.
    letters = "".join(_bare(drawn.text) for drawn in astray)
    if letters != "".join(map(_bare, drawn_texts)):
        first = astray[0].page + 1 if astray else 1
        yield f"page {first}: “{letters}” stands where nothing was laid out, or is not in a picture"


def _near(run: Run, glyph: _Glyph) -> bool:
    return abs(run.x - glyph.x) < ASIDE and abs(run.y - glyph.y) < ASIDE


def _elements(document: pikepdf.Pdf, found: Sequence[_Drawn]) -> list[tuple[str, str]]:
    """Return the tags and texts of the structure tree in reading order, with its tables marked.

    An entry with a tag and no text opens (TABLE, TR, TH, TD) or, after a slash, closes an element.
    """
    texts = {(drawn.page, drawn.mcid): drawn.text for drawn in found if drawn.mcid is not None}
    pages: dict[Any, int] = {page.objgen: i for i, page in enumerate(document.pages)}
    listed: list[tuple[str, str]] = []

    def walk(node: Any, page: int) -> None:
        if isinstance(node, pikepdf.Array):
            for child in node:
                walk(child, page)
        elif isinstance(node, pikepdf.Dictionary):
            tag = str(node.get("/S", ""))
            if node.get("/Type") == "/OBJR" or tag == "/Lbl":
                return  # the marks of lists are the style sheet's, and promised by nobody
            page = pages.get(node.Pg.objgen, page) if "/Pg" in node else page
            if "/MCID" in node:
                listed.append(("", texts.get((page, int(node.MCID)), "")))
                return
            if tag in ("/Table", "/TR", "/TH", "/TD"):
                listed.append((tag, ""))
            walk(node.get("/K", pikepdf.Array()), page)
            if tag in ("/Table", "/TR", "/TH", "/TD"):
                listed.append((f"{tag}/", ""))
        else:
            listed.append(("", texts.get((page, int(node)), "")))

    if "/StructTreeRoot" in document.Root:
        walk(document.Root.StructTreeRoot.get("/K", pikepdf.Array()), 0)
    return listed


def _kept(promises: Sequence[Promise], said: str) -> Iterator[str]:
    """Yield the promised texts that the page does not say as often as promised."""
    bare = _bare(said)
    wanted = Counter(promise.text for promise in promises if not promise.rows)
    for text, times in wanted.items():
        letters = _bare(text)
        if letters and bare.count(letters) < times:
            yield f"is printed nowhere, or not whole: “{text}”"


def _tables(
    elements: Sequence[tuple[str, str]], promises: Sequence[Promise]
) -> tuple[list[str], int]:
    """Hold the tables read back against those promised, cell by cell, in their order."""
    read: list[list[list[str]]] = []
    in_cell = False
    for tag, text in elements:
        if tag == "/Table":
            read.append([])
        elif tag == "/TR" and read:
            read[-1].append([])
        elif tag in ("/TH", "/TD") and read and read[-1]:
            read[-1][-1].append("")
            in_cell = True
        elif tag in ("/TH/", "/TD/"):
            in_cell = False
        elif not tag and in_cell:
            read[-1][-1][-1] += text
    promised = [promise for promise in promises if promise.rows]
    faults = []
    if len(read) != len(promised):
        faults.append(f"has {len(read)} tables, expected {len(promised)}")
    cells = 0
    for table, promise in zip(read, promised, strict=False):
        found = [[_bare(cell) for cell in row] for row in table]
        expected = [[_bare(cell) for cell in row] for row in promise.rows]
        cells += sum(map(len, expected))
        if found != expected:
            faults.append(f"table “{promise.text}”: {_first_difference(found, expected)}")
    return faults, cells


def _first_difference(found: list[list[str]], expected: list[list[str]]) -> str:
    for number, row in enumerate(expected):
        here = found[number] if number < len(found) else []
        if here != row:
            return f"row {number + 1} reads {' | '.join(here)}, expected {' | '.join(row)}"
    return f"has {len(found)} rows, expected {len(expected)}"


def _inked(pdf: bytes, found: Sequence[_Drawn]) -> Iterator[str]:
    """Yield the texts of which a letter leaves no ink that can be told from its background."""
    pages: dict[int, list[_Drawn]] = {}
    for drawn in found:
        pages.setdefault(drawn.page, []).append(drawn)
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, runs in pages.items():
            page = document[number]
            height = page.get_height()
            picture = page.render(scale=DPI / 72, grayscale=True).to_pil()
            for drawn in runs:
                faint = [
                    glyph.char for glyph in drawn.glyphs if not _has_ink(picture, glyph, height)
                ]
                if faint:
                    letters = "".join(faint)
                    yield f"page {number + 1}: “{letters}” in “{drawn.text}” cannot be seen"
    finally:
        document.close()


def _has_ink(picture: Image.Image, glyph: _Glyph, height: float) -> bool:
    """Tell whether the upper and the lower half of a glyph both show against their background."""
    if glyph.bounds is None:
        return True
    scale = DPI / 72
    left, bottom, right, top = glyph.bounds
    x0, x1 = (glyph.x + left) * scale - 1, (glyph.x + right) * scale + 1
    y0, y1 = (height - glyph.y - top) * scale - 1, (height - glyph.y - bottom) * scale + 1
    middle = (y0 + y1) / 2
    return all(
        _contrast(picture, (x0, upper, x1, lower)) >= CONTRAST
        for upper, lower in ((y0, middle + 1), (middle - 1, y1))
    )


def _contrast(picture: Image.Image, box: tuple[float, float, float, float]) -> int:
    left, top, right, bottom = (int(box[0]), int(box[1]), int(box[2]) + 1, int(box[3]) + 1)
    if left < 0 or top < 0 or right > picture.width or bottom > picture.height:
        return 0
    extremes: Any = picture.crop((left, top, right, bottom)).getextrema()
    return int(extremes[1]) - int(extremes[0])


def _bare(text: str) -> str:
    """Return the letters and signs of a text: spaces and hyphens are the typesetter's."""
    text = unicodedata.normalize("NFKC", text)
    return re.sub(r"[\s\-\u00ad\u2010\u2011]", "", text)


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
