"""The content of a PDF: one reader of content streams, and the text that pages draw.

`read_content` turns the operators of a stream into events; every check that looks into a stream
uses it. Each glyph is identified by the font file of ours that it comes from.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

import pikepdf
from fontTools.ttLib import TTFont, TTLibError

from aidgen.assets.faces import FontFace, Outlines, faces
from aidgen.assets.papers import IDENTITY, Bounds, Matrix, multiply, transform_bounds
from aidgen.game.texts import text_letters
from aidgen.layout.faults import Fault

# Fonts --------------------------------------------------------------------------------------------

NO_CHARACTER = "\N{REPLACEMENT CHARACTER}"
"""The text of a glyph that no character maps to."""
# <0041> <00410301>: the code of a glyph and its text in UTF-16
TO_UNICODE_ENTRY = re.compile(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>")


class EmbeddedFont:
    """A font of a PDF: the text that the PDF gives its glyphs, its outlines, and our face."""

    def __init__(self, described: Any) -> None:
        """Take the font's dictionary; the codes of its glyphs are their numbers in our face."""
        self.name = str(described.get("/BaseFont", "")).lstrip("/").split("+")[-1]
        self._described = described
        self._chars: dict[int, str] = {}
        self._read: dict[int, tuple[str, float]] = {}

    @cached_property
    def to_unicode(self) -> Mapping[int, str]:
        """The text of each glyph, by the PDF's own table."""
        table = self._described.get("/ToUnicode")
        text = table.read_bytes().decode("latin-1") if table is not None else ""
        entries = TO_UNICODE_ENTRY.findall(text[text.find("beginbfchar") :])
        return {
            int(code, 16): bytes.fromhex(said).decode("utf-16-be", "replace")
            for code, said in entries
        }

    @cached_property
    def face(self) -> FontFace | None:
        """Our face of its name; None if there is none, or its codes are not glyph numbers."""
        return faces().get(self.name) if self._outlines else None

    @cached_property
    def _outlines(self) -> Outlines | None:
        try:
            (inner,) = self._described.DescendantFonts
            cubic = inner.Subtype == "/CIDFontType0"
            numbers = "/Identity" if cubic else str(inner.CIDToGIDMap)
            if (str(self._described.Encoding), numbers) != ("/Identity-H", "/Identity"):
                return None
            file = inner.FontDescriptor["/FontFile3" if cubic else "/FontFile2"]
            return Outlines(TTFont(io.BytesIO(file.read_bytes()), lazy=True))
        except (AttributeError, KeyError, TTLibError, ValueError, pikepdf.PdfError):
            return None

    def read(self, code: int) -> tuple[str, float]:
        """Return the character of a glyph, and its advance in em."""
        if code not in self._read:
            assert self.face is not None
            self._read[code] = self.char(code), self.face.advance(code)
        return self._read[code]

    def char(self, code: int) -> str:
        """Return the character of a glyph: that of the PDF's table, if our face agrees."""
        if code not in self._chars:
            assert self.face is not None
            chars, said = self.face.chars(code), self.to_unicode.get(code, "")
            self._chars[code] = said if said in chars else chars[0] if chars else NO_CHARACTER
        return self._chars[code]

    def faults(self) -> Iterator[Fault]:
        """Yield the wrong entries of its table, and the glyphs asked for that our face lacks."""
        face, outlines = self.face, self._outlines
        if face is None or outlines is None:
            ours = "which has its own encoding" if self.name in faces() else "which is not ours"
            found = f"draws with the font {self.name}, {ours}: a character is in none of our fonts"
            yield Fault(kind="glyph", found=found)
            return
        for code, said in self.to_unicode.items():
            if not any(text_letters(said) == text_letters(char) for char in face.chars(code)):
                shown = "".join(face.chars(code)[:1])
                found = f"is read as “{said}” where its font {self.name} draws “{shown}”"
                yield Fault(kind="glyph", found=found)
        for code in self._chars:
            if not face.shapes.alike(code, outlines):
                shown = "".join(face.chars(code)[:1])
                found = f"draws “{shown}” otherwise than our font {self.name}"
                yield Fault(kind="glyph", found=found)


class Fonts:
    """The fonts of a PDF, each read once."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[object, EmbeddedFont] = {}

    def font(self, described: Any) -> EmbeddedFont:
        """Return the font that a dictionary of the PDF describes."""
        key = described.objgen if described.is_indirect else len(self._known)
        if key not in self._known:
            self._known[key] = EmbeddedFont(described)
        return self._known[key]

    def faults(self) -> Iterator[Fault]:
        """Yield the faults of the fonts asked for, and of the glyphs drawn with them."""
        for font in self._known.values():
            yield from font.faults()


# Events -------------------------------------------------------------------------------------------


class Glyph(NamedTuple):
    """A glyph as drawn: its character, its face, its number there; `matrix` maps em to pt."""

    char: str
    face: FontFace
    code: int
    matrix: Matrix

    @property
    def bounds(self) -> Bounds | None:
        """The bounds of its ink on the page in pt; None if it has no ink."""
        bounds = self.face.bounds(self.code)
        if bounds is None:
            return None
        a, b, c, d, e, f = self.matrix
        if b == c == 0 and a > 0 and d > 0:  # nearly always, and much faster
            left, bottom, right, top = bounds
            return (a * left + e, d * bottom + f, a * right + e, d * top + f)
        return transform_bounds(bounds, self.matrix)


class MarkBegin(NamedTuple):
    """Marked content begins: its tag, its number, and the text that replaces its own."""

    tag: str
    mcid: int | None
    actual_text: str | None


class MarkEnd(NamedTuple):
    """Marked content ends."""


class ShownText(NamedTuple):
    """Text is drawn: the numbers of its glyphs; the glyphs too if the font is ours."""

    font: EmbeddedFont | None
    codes: tuple[int, ...]
    glyphs: tuple[Glyph, ...]
    moved: bool
    """Whether it has its own place and does not follow the text before it."""


class Painting(NamedTuple):
    """A path, a shading or an inline image is painted."""

    opacity: float


class DrawnObject(NamedTuple):
    """A form or an image is drawn; `matrix` maps its units to pt on the page."""

    stream: Any
    resources: Any
    matrix: Matrix
    opacity: float

    @property
    def is_form(self) -> bool:
        """Whether it is a form, with its own content."""
        return bool(self.stream.get("/Subtype") == "/Form")


class Malformed(NamedTuple):
    """An operator is unknown or has the wrong operands, and does nothing."""

    operator: str


Event = MarkBegin | MarkEnd | ShownText | Painting | DrawnObject | Malformed


def read_content(
    stream: Any, resources: Any, fonts: Fonts, matrix: Matrix = IDENTITY
) -> Iterator[Event]:
    """Yield the effects of the operators of a page, or of a form in it, in order.

    Forms are not entered: the caller reads them if it needs them.
    """
    state = _Interpreter(resources, fonts, matrix)
    try:
        instructions = pikepdf.parse_content_stream(stream, OPERATOR_NAMES)
    except (TypeError, pikepdf.PdfError):
        yield Malformed("content")
        return
    for instruction in instructions:
        operator = str(instruction.operator)
        try:
            event = ACTIONS[operator](state, instruction.operands)
        except (AttributeError, LookupError, TypeError, ValueError):
            event = Malformed(operator)
        if event is not None:
            yield event


@dataclass
class _State:
    """The state that the operators so far have set; text state as in ISO 32000-1, 9.3."""

    matrix: Matrix = IDENTITY
    font: str = ""
    size: float = 0.0
    spacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0


class _Interpreter:
    """The graphics state of a content stream; a method for each group of operators."""

    def __init__(self, resources: Any, fonts: Fonts, matrix: Matrix) -> None:
        self.resources = resources
        self.fonts = {name: fonts.font(font) for name, font in resources.get("/Font", {}).items()}
        self.state = _State(matrix)
        self.stack: list[_State] = []
        self.line = self.text = IDENTITY
        self.moved = True

    def begin_mark(self, operands: Any) -> MarkBegin:
        """Operators BMC, BDC."""
        properties = operands[1] if len(operands) > 1 else {}
        if isinstance(properties, pikepdf.Name):
            properties = self.resources.get("/Properties", {}).get(str(properties), {})
        mcid, text = properties.get("/MCID"), properties.get("/ActualText")
        return MarkBegin(
            str(operands[0]),
            None if mcid is None else int(mcid),
            None if text is None else str(text),
        )

    def end_mark(self, _: Any) -> MarkEnd:
        """Operator EMC."""
        return MarkEnd()

    def paint(self, _: Any) -> Painting:
        """Operators that fill, stroke and shade, and inline images."""
        return Painting(max(self.state.fill_opacity, self.state.stroke_opacity))

    def draw(self, operands: Any) -> DrawnObject:
        """Operator Do."""
        stream = self.resources.get("/XObject", {}).get(str(operands[0]), {})
        matrix = multiply(_matrix(stream.get("/Matrix", IDENTITY)), self.state.matrix)
        resources = stream.get("/Resources", self.resources)
        return DrawnObject(stream, resources, matrix, self.state.fill_opacity)

    def push(self, _: Any) -> None:
        """Operator q."""
        self.stack.append(copy(self.state))

    def pop(self, _: Any) -> None:
        """Operator Q."""
        if self.stack:
            self.state = self.stack.pop()

    def transform(self, operands: Any) -> None:
        """Operator cm."""
        self.state.matrix = multiply(_matrix(operands), self.state.matrix)

    def set_graphics_state(self, operands: Any) -> None:
        """Operator gs."""
        given = self.resources.get("/ExtGState", {}).get(str(operands[0]), {})
        self.state.fill_opacity = float(given.get("/ca", self.state.fill_opacity))
        self.state.stroke_opacity = float(given.get("/CA", self.state.stroke_opacity))

    def begin_text(self, _: Any) -> None:
        """Operator BT."""
        self.place(IDENTITY)

    def place(self, operands: Any) -> None:
        """Operator Tm."""
        self.moved = True
        self.text = self.line = _matrix(operands)

    def move(self, operands: Any) -> None:
        """Operator Td."""
        x, y = operands
        self.place(multiply((1, 0, 0, 1, float(x), float(y)), self.line))

    def move_and_lead(self, operands: Any) -> None:
        """Operator TD."""
        self.state.leading = -float(operands[1])
        self.move(operands)

    def next_line(self, _: Any) -> None:
        """Operator T*."""
        self.move((0, -self.state.leading))

    def choose_font(self, operands: Any) -> None:
        """Operator Tf."""
        self.state.font, self.state.size = str(operands[0]), float(operands[1])

    def show_on_next_line(self, operands: Any) -> ShownText:
        """Operator '."""
        self.next_line([])
        return self.show(operands)

    def show_spaced(self, operands: Any) -> ShownText:
        """Operator ".

        Its first operand spaces words, which does nothing to the two-byte fonts that are ours.
        """
        self.state.spacing = float(operands[1])
        return self.show_on_next_line(operands[2:])

    def show(self, operands: Any) -> ShownText:
        """Operators Tj, TJ."""
        font, moved, self.moved = self.fonts.get(self.state.font), self.moved, False
        pieces = operands[0] if isinstance(operands[0], pikepdf.Array) else operands
        if font is None or font.face is None:
            codes = (
                code
                for piece in pieces
                if not isinstance(piece, int | float | Decimal)
                for code in _codes(piece)
            )
            return ShownText(font, tuple(codes), (), moved)
        state = self.state
        em = (state.size * state.stretch, 0, 0, state.size, 0, state.rise)
        a, b, c, d, x, y = multiply(multiply(em, self.text), state.matrix)
        spacing = state.spacing / state.size if state.size else 0
        pen, face, read, glyphs = 0.0, font.face, font.read, list[Glyph]()
        for piece in pieces:
            if isinstance(piece, int | float | Decimal):  # nothing but texts and numbers
                pen -= float(piece) / 1000
                continue
            for code in _codes(piece):
                char, advance = read(code)
                glyphs.append(Glyph(char, face, code, (a, b, c, d, x + a * pen, y + b * pen)))
                pen += advance + spacing
        self.text = multiply((1, 0, 0, 1, pen * state.size * state.stretch, 0), self.text)
        return ShownText(font, tuple([glyph.code for glyph in glyphs]), tuple(glyphs), moved)


def _codes(piece: Any) -> Iterator[int]:
    """Yield the numbers of glyphs in a string, as our fonts code them: in two bytes."""
    codes = bytes(piece)
    for (code,) in TWO_BYTES.iter_unpack(codes[: len(codes) // 2 * 2]):
        yield code


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in operands)
    return (a, b, c, d, e, f)


def _set_number(name: str, unit: float = 1.0) -> Callable[[_Interpreter, Any], None]:
    """Return the action of an operator that sets one number of the text state."""

    def act(interpreter: _Interpreter, operands: Any) -> None:
        setattr(interpreter.state, name, float(operands[0]) * unit)

    return act


TWO_BYTES = struct.Struct(">H")
PAINTING_OPERATORS = ("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "INLINE IMAGE")
ACTIONS: Mapping[str, Callable[[_Interpreter, Any], Event | None]] = {
    **dict.fromkeys(PAINTING_OPERATORS, _Interpreter.paint),
    "'": _Interpreter.show_on_next_line,
    '"': _Interpreter.show_spaced,
    "BDC": _Interpreter.begin_mark,
    "BMC": _Interpreter.begin_mark,
    "BT": _Interpreter.begin_text,
    "Do": _Interpreter.draw,
    "EMC": _Interpreter.end_mark,
    "Q": _Interpreter.pop,
    "T*": _Interpreter.next_line,
    "TD": _Interpreter.move_and_lead,
    "TJ": _Interpreter.show,
    "TL": _set_number("leading"),
    "Tc": _set_number("spacing"),
    "Td": _Interpreter.move,
    "Tf": _Interpreter.choose_font,
    "Tj": _Interpreter.show,
    "Tm": _Interpreter.place,
    "Ts": _set_number("rise"),
    "Tz": _set_number("stretch", 0.01),
    "cm": _Interpreter.transform,
    "gs": _Interpreter.set_graphics_state,
    "q": _Interpreter.push,
}
"""What the operators of a content stream do (ISO 32000-1, annex A).

Missing are those that build paths and set colours and clips. Whether what is drawn can be seen is
a question for the ink.
"""
OPERATOR_NAMES = " ".join({*ACTIONS, "BI", "ID", "EI"} - {"INLINE IMAGE"})
"""pikepdf hands out no others, and a page has many; an inline image comes as one INLINE IMAGE."""


# Text runs ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TextRun:
    """Text as drawn: the glyphs between two places or marks of the content."""

    page: int
    mcid: int | None
    glyphs: tuple[Glyph, ...]
    shaped_text: str | None = None
    """Its text, if its glyphs alone do not determine it."""
    actual_text: str | None = None
    """The text that the PDF puts in its place."""
    transformed: bool = False
    """Whether its capitals are those of the style sheet, not of the text."""

    @cached_property
    def text(self) -> str:
        """Its text, by its fonts."""
        if self.shaped_text is not None:
            return self.shaped_text
        return "".join([glyph.char for glyph in self.glyphs])

    @cached_property
    def boxes(self) -> tuple[Bounds, ...]:
        """The bounds of the ink of its glyphs on the page in pt; glyphs without ink have none."""
        found = [glyph.bounds for glyph in self.glyphs]
        return tuple([bounds for bounds in found if bounds is not None])


@dataclass(frozen=True)
class RunFault:
    """A fault of something drawn, and the text run that it concerns; None if it is no text."""

    run: TextRun | None
    fault: Fault


@dataclass(frozen=True)
class DrawnText:
    """All text that the pages of a PDF draw, in its order, and the faults of its fonts."""

    runs: tuple[TextRun, ...]
    faults: tuple[Fault, ...]


def read_text_runs(document: pikepdf.Pdf) -> DrawnText:
    """Return the text runs of all pages in the order in which they are drawn."""
    fonts = Fonts()
    runs = [
        run
        for number, page in enumerate(document.pages)
        for run in _text_runs(number, page, page.get("/Resources", {}), fonts, IDENTITY)
    ]
    return DrawnText(tuple(runs), tuple(fonts.faults()))


def _text_runs(
    page: int, stream: Any, resources: Any, fonts: Fonts, matrix: Matrix
) -> Iterator[TextRun]:
    """Yield the text runs of a page, or of a form in it, which has its own marked content."""
    marks: list[MarkBegin] = []
    glyphs: list[Glyph] = []

    def close() -> Iterator[TextRun]:
        if glyphs:
            numbers = (mark.mcid for mark in reversed(marks) if mark.mcid is not None)
            texts = (mark.actual_text for mark in reversed(marks) if mark.actual_text is not None)
            text = next(texts, None)
            yield TextRun(page, next(numbers, None), tuple(glyphs), actual_text=text)
            glyphs.clear()

    for event in read_content(stream, resources, fonts, matrix):
        if not isinstance(event, ShownText) or event.moved:
            yield from close()
        if isinstance(event, ShownText):
            glyphs += event.glyphs
        elif isinstance(event, MarkBegin):
            marks.append(event)
        elif isinstance(event, MarkEnd):
            del marks[-1:]
        elif isinstance(event, DrawnObject) and event.is_form:
            yield from _text_runs(page, event.stream, event.resources, fonts, event.matrix)
    yield from close()
