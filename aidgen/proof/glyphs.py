"""What a PDF draws: its glyphs one by one, each known by the font file of ours that it is from."""

from __future__ import annotations

import struct
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

import pikepdf

from aidgen.assets.faces import FontFace
from aidgen.assets.geometry import IDENTITY, Bounds, Matrix, multiply, transform_bounds
from aidgen.page.faults import Fault
from aidgen.proof.embedded import Fonts


class Glyph(NamedTuple):
    """A glyph as drawn: its character, its face, its number there; `matrix` takes em to pt."""

    char: str
    face: FontFace
    code: int
    matrix: Matrix

    @property
    def bounds(self) -> Bounds | None:
        """Where on the page its ink lies, in pt; None if it has none."""
        bounds = self.face.bounds(self.code)
        if bounds is None:
            return None
        a, b, c, d, e, f = self.matrix
        if b == c == 0 and a > 0 and d > 0:  # nearly always, and much faster
            left, bottom, right, top = bounds
            return (a * left + e, d * bottom + f, a * right + e, d * top + f)
        return transform_bounds(bounds, self.matrix)


@dataclass(frozen=True)
class Drawn:
    """A run of text as drawn: the glyphs between two places or marks of the content."""

    page: int
    mcid: int | None
    glyphs: tuple[Glyph, ...]
    said: str | None = None
    """What it says as a whole, where its glyphs alone do not tell."""
    claimed: str | None = None
    """What the PDF has read out in its place."""

    @cached_property
    def text(self) -> str:
        """What the run says, by its fonts."""
        if self.said is not None:
            return self.said
        return "".join([glyph.char for glyph in self.glyphs])

    @cached_property
    def boxes(self) -> tuple[Bounds, ...]:
        """Where on the page the ink of its glyphs lies, in pt; those without ink have none."""
        found = [glyph.bounds for glyph in self.glyphs]
        return tuple([bounds for bounds in found if bounds is not None])


@dataclass(frozen=True)
class Finding:
    """A fault of what is drawn, and the run that it concerns; None if it is no text."""

    run: Drawn | None
    fault: Fault


@dataclass(frozen=True)
class Drawing:
    """All that the pages of a PDF draw, in its order, and what is wrong with its fonts."""

    runs: tuple[Drawn, ...]
    faults: tuple[Fault, ...]


def drawn(document: pikepdf.Pdf) -> Drawing:
    """Return the runs of all pages in the order in which they are drawn."""
    fonts = Fonts()
    readers = []
    for number, page in enumerate(document.pages):
        readers.append(_Reader(number, page.get("/Resources", {}), IDENTITY, fonts))
        readers[-1].read(page)
    runs = (run for reader in readers for run in reader.runs)
    return Drawing(tuple(runs), tuple(fonts.faults()))


@dataclass
class _State:
    """What the operators before have set; text state as in ISO 32000-1, 9.3."""

    matrix: Matrix = IDENTITY
    font: str = ""
    size: float = 0.0
    spacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0


class _Reader:
    """Reads the content of a page, or of a form within it, and keeps the runs of text it draws."""

    def __init__(self, page: int, resources: Any, matrix: Matrix, known: Fonts) -> None:
        self.page, self.resources, self.known = page, resources, known
        self.state = _State(matrix)
        self.stack: list[_State] = []
        self.marks: list[int | None] = []
        self.line = self.text = IDENTITY
        self.glyphs: list[Glyph] = []
        self.runs: list[Drawn] = []
        self.claims: list[str | None] = []
        """The words that are to be read out in place of what is drawn, mark by mark."""
        self.fonts = {name: known.font(font) for name, font in resources.get("/Font", {}).items()}

    def read(self, stream: Any) -> None:
        """Take the runs that `stream` draws, in its order."""
        for instruction in pikepdf.parse_content_stream(stream, OPERATORS):
            ACTS[str(instruction.operator)](self, instruction.operands)
        self.end([])

    def end(self, _: Any) -> None:
        """Close the run: what follows stands somewhere else, or under another mark."""
        if self.glyphs:
            mcid = next((mark for mark in reversed(self.marks) if mark is not None), None)
            claimed = next((words for words in reversed(self.claims) if words is not None), None)
            self.runs.append(Drawn(self.page, mcid, tuple(self.glyphs), claimed=claimed))
            self.glyphs = []

    def begin(self, _: Any) -> None:
        """Begin text (operator BT)."""
        self.place(IDENTITY)

    def push(self, _: Any) -> None:
        """Keep the state (operator q)."""
        self.stack.append(copy(self.state))

    def pop(self, _: Any) -> None:
        """Go back to the state that was kept last (operator Q)."""
        if self.stack:
            self.state = self.stack.pop()

    def transform(self, operands: Any) -> None:
        """Change the matrix of the page (operator cm)."""
        self.state.matrix = multiply(_matrix(operands), self.state.matrix)

    def begin_mark(self, operands: Any) -> None:
        """Open marked content (operators BMC, BDC)."""
        self.end([])
        named = operands[1] if len(operands) > 1 else {}
        if isinstance(named, pikepdf.Name):
            named = self.resources.get("/Properties", {}).get(str(named), {})
        spoken = named.get("/ActualText")
        self.claims.append(None if spoken is None else str(spoken))
        mark = named.get("/MCID")
        self.marks.append(None if mark is None else int(mark))

    def end_mark(self, _: Any) -> None:
        """Close marked content (operator EMC)."""
        self.end([])
        if self.marks:
            self.marks.pop()
            self.claims.pop()

    def place(self, operands: Any) -> None:
        """Set the matrix of the text (operator Tm)."""
        self.end([])
        self.text = self.line = _matrix(operands)

    def move(self, operands: Any) -> None:
        """Go to the start of the next line, so far away from this one (operator Td)."""
        x, y = operands
        self.place(multiply((1, 0, 0, 1, float(x), float(y)), self.line))

    def move_and_lead(self, operands: Any) -> None:
        """Go to the next line and set the leading (operator TD)."""
        self.state.leading = -float(operands[1])
        self.move(operands)

    def next_line(self, _: Any) -> None:
        """Go to the next line (operator T*)."""
        self.move((0, -self.state.leading))

    def show_next(self, operands: Any) -> None:
        """Draw glyphs on the next line (operator ')."""
        self.next_line([])
        self.show(operands)

    def show_spaced(self, operands: Any) -> None:
        """Draw glyphs on the next line, so far apart (operator ")."""
        self.state.spacing = float(operands[1])
        self.show_next(operands[2:])

    def choose(self, operands: Any) -> None:
        """Choose a font and its size (operator Tf)."""
        self.state.font, self.state.size = str(operands[0]), float(operands[1])

    def show(self, operands: Any) -> None:
        """Draw glyphs (operators Tj, TJ)."""
        font = self.fonts.get(self.state.font)
        if font is None:
            return
        state = self.state
        em = (state.size * state.stretch, 0, 0, state.size, 0, state.rise)
        a, b, c, d, x, y = multiply(multiply(em, self.text), state.matrix)
        spacing = state.spacing / state.size if state.size else 0
        gone, face, read, add = 0.0, font.face, font.read, self.glyphs.append
        pieces = operands[0] if isinstance(operands[0], pikepdf.Array) else operands
        for piece in pieces:
            if isinstance(piece, int | float | Decimal):  # nothing but texts and numbers
                gone -= float(piece) / 1000
                continue
            codes = bytes(piece)
            for (code,) in CODE.iter_unpack(codes[: len(codes) // 2 * 2]):
                char, advance = read(code)
                add(Glyph(char, face, code, (a, b, c, d, x + a * gone, y + b * gone)))
                gone += advance + spacing
        self.text = multiply((1, 0, 0, 1, gone * state.size * state.stretch, 0), self.text)

    def draw(self, operands: Any) -> None:
        """Draw a form (operator Do), which may hold text."""
        form = self.resources.get("/XObject", {}).get(str(operands[0]))
        if form is not None and form.get("/Subtype") == "/Form":
            matrix = multiply(_matrix(form.get("/Matrix", IDENTITY)), self.state.matrix)
            inner = form.get("/Resources", self.resources)
            reader = _Reader(self.page, inner, matrix, self.known)
            reader.read(form)
            self.runs += reader.runs


def _sets(name: str, unit: float = 1.0) -> Callable[[_Reader, Any], None]:
    """Return what an operator does that sets one number of the text state."""

    def act(reader: _Reader, operands: Any) -> None:
        setattr(reader.state, name, float(operands[0]) * unit)

    return act


CODE = struct.Struct(">H")
"""The number of a glyph as our fonts code it."""
ACTS: dict[str, Callable[[_Reader, Any], None]] = {
    "'": _Reader.show_next,
    '"': _Reader.show_spaced,
    "BDC": _Reader.begin_mark,
    "BMC": _Reader.begin_mark,
    "BT": _Reader.begin,
    "Do": _Reader.draw,
    "EMC": _Reader.end_mark,
    "ET": _Reader.end,
    "Q": _Reader.pop,
    "T*": _Reader.next_line,
    "TD": _Reader.move_and_lead,
    "TJ": _Reader.show,
    "TL": _sets("leading"),
    "Tc": _sets("spacing"),
    "Td": _Reader.move,
    "Tf": _Reader.choose,
    "Tj": _Reader.show,
    "Tm": _Reader.place,
    "Ts": _sets("rise"),
    "Tz": _sets("stretch", 0.01),
    "cm": _Reader.transform,
    "q": _Reader.push,
}
"""What the operators of a content stream do (ISO 32000-1, annex A), those that place glyphs.

Word spacing (Tw) is not among them: it does nothing to the two-byte fonts that are ours. Whether
the glyphs can be seen, colour, clip, opacity and all, is for the ink to show.
"""


OPERATORS = " ".join(ACTS)
"""The others are not even handed out: a page has many."""


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in operands)
    return (a, b, c, d, e, f)
