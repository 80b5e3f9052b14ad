"""A PDF opened to be broken on purpose: its texts one by one, and where each stands."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pikepdf


class NoPlace(Exception):  # noqa: N818 - no error: another document may have one
    """A document has nothing that could be broken in this way."""


@dataclass(frozen=True)
class Show:
    """A piece of text in a content stream: its instructions, and what has been set for it."""

    begin: int
    end: int
    show: int
    tm: int
    tf: int
    mcid: int | None
    colour: tuple[float, ...]
    font: str
    matrix: pikepdf.Matrix
    """What takes its place to pt on the page."""
    text: str = ""


NESTING: dict[str, Callable[[list[Any], list[Any]], object]] = {
    "EMC": lambda marks, states: marks.pop(),
    "q": lambda marks, states: states.append(states[-1]),
    "Q": lambda marks, states: states.pop(),
}
"""The operators that open and close what is set."""


@dataclass(frozen=True)
class _State:
    """The colour to fill with, and the matrix, as operators have set them."""

    colour: tuple[float, ...] = (0.0,)
    matrix: pikepdf.Matrix = field(default_factory=pikepdf.Matrix)

    def after(self, name: str, operands: Any) -> _State:
        """Return the state that an operator leaves."""
        numbers = [float(value) for value in operands]
        if name == "cm":
            return replace(self, matrix=pikepdf.Matrix(*numbers) @ self.matrix)
        return replace(self, colour=tuple(numbers))


class Document:
    """An opened PDF and the generator that chooses where to break it."""

    def __init__(self, pdf: pikepdf.Pdf, chance: random.Random) -> None:
        self.pdf, self.chance = pdf, chance
        self.number = chance.randrange(len(pdf.pages))
        self.page = pdf.pages[self.number]
        self.code: list[Any] = list(pikepdf.parse_content_stream(self.page))
        self.fonts: dict[str, Any] = dict(self.page.Resources.Font.items())
        self.says = {name: says_of(font) for name, font in self.fonts.items()}
        self.shows = self._shows()
        self.encryption: pikepdf.Encryption | None = None
        """How it is to be encrypted when it is saved."""

    def _shows(self) -> list[Show]:
        found: list[Show] = []
        marks: list[int | None] = [None]
        states = [_State()]
        last = {"BT": 0, "Tm": 0, "Tf": 0}
        for i, (operands, operator) in enumerate(self.code):
            name = str(operator)
            if name in last:
                last[name] = i
            elif name in ("BDC", "BMC"):
                mcid = operands[1].get("/MCID") if len(operands) > 1 else None
                marks.append(None if mcid is None else int(mcid))
            elif name in ("rg", "g", "cm"):
                states[-1] = states[-1].after(name, operands)
            elif name in NESTING:
                NESTING[name](marks, states)
            elif name in ("TJ", "Tj"):
                ends = (n for n in range(i, len(self.code)) if str(self.code[n].operator) == "ET")
                font = str(self.code[last["Tf"]].operands[0])
                place = (last["BT"], next(ends), i, last["Tm"], last["Tf"])
                show = Show(*place, marks[-1], states[-1].colour, font, states[-1].matrix)
                text = "".join(self.says[font].get(code, "") for code in self.codes(show))
                found.append(replace(show, text=text))
        return found

    def codes(self, show: Show) -> list[int]:
        """Return the glyphs of a text."""
        found = []
        for piece in self.code[show.show].operands[0]:
            if isinstance(piece, pikepdf.String):
                codes = bytes(piece)
                found += [high << 8 | low for high, low in zip(codes[::2], codes[1::2])]  # noqa: B905
        return found

    def pick(self, wanted: Callable[[Show], object] = lambda show: True) -> Show:
        """Choose a text that has letters or digits, and is wanted."""
        found = [show for show in self.shows if re.search(r"\w", show.text) and wanted(show)]
        if not found:
            raise NoPlace
        return self.chance.choice(found)

    def cells(self) -> list[Show]:
        """Return the texts that are the whole of a table cell of this page."""
        mcids = set(_cell_mcids(self.pdf, self.page))
        found = [show for show in self.shows if show.mcid in mcids and show.text.strip()]
        if len({show.text.strip() for show in found}) < 2:
            raise NoPlace
        return found

    def two_cells(self) -> tuple[Show, Show]:
        """Choose two cells that say different things."""
        one = self.chance.choice(self.cells())
        others = [cell for cell in self.cells() if bare_words(cell.text) != bare_words(one.text)]
        return one, self.chance.choice(others)

    def write(self) -> None:
        """Put the changed instructions into the page."""
        self.page.Contents = self.pdf.make_stream(pikepdf.unparse_content_stream(self.code))

    def set_operands(self, index: int, operands: Any) -> None:
        """Change what an instruction is given."""
        operator = self.code[index].operator
        self.code[index] = pikepdf.ContentStreamInstruction(operands, operator)

    def wrap(self, show: Show, before: str, after: str = "") -> None:
        """Put instructions before and after a text, the state kept around them."""
        start, end = show.begin, show.end + 1
        self.code[end:end] = parsed(f"Q {after}", self.pdf)
        self.code[start:start] = parsed(f"q {before}", self.pdf)
        self.write()

    def box(self, show: Show) -> tuple[float, float, float, float]:
        """Return left, baseline, width and size of a text in px downwards."""
        *_, x, y = (float(value) for value in self.code[show.tm].operands)
        size = float(self.code[show.tf].operands[1])
        widths = widths_of(self.fonts[show.font])
        return x, y, sum(widths.get(code, 500) for code in self.codes(show)) * size / 1000, size


def parsed(text: str, pdf: pikepdf.Pdf) -> list[Any]:
    return list(pikepdf.parse_content_stream(pdf.make_stream(text.encode())))


def bare_words(text: str) -> str:
    return re.sub(r"[\s-]", "", text)


def says_of(font: Any) -> dict[int, str]:
    table = font.ToUnicode.read_bytes().decode("latin-1")
    entries = re.findall(r"<(\w{4})> ?<(\w+)>", table[table.find("beginbfchar") :])
    return {int(code, 16): bytes.fromhex(said).decode("utf-16-be") for code, said in entries}


def widths_of(font: Any) -> dict[int, float]:
    listed, found = list(font.DescendantFonts[0].W), {}
    for first, widths in zip(listed[::2], listed[1::2], strict=True):
        for i, width in enumerate(widths):
            found[int(first) + i] = float(width)
    return found


def _cell_mcids(pdf: pikepdf.Pdf, page: Any) -> list[int]:
    """Return the marks of cells of a page that have one mark only."""
    found: list[int] = []

    def leaves(node: Any) -> list[int]:
        if isinstance(node, pikepdf.Array):
            return [mcid for child in node for mcid in leaves(child)]
        if isinstance(node, pikepdf.Dictionary):
            if "/MCID" in node:
                return [int(node.MCID)]
            if "/Pg" in node and node.Pg.objgen != page.objgen:
                return []
            inner = leaves(node.get("/K", pikepdf.Array()))
            if node.get("/S") in ("/TD", "/TH") and len(inner) == 1:
                found.extend(inner)
            return inner
        return [int(node)]

    leaves(pdf.Root.StructTreeRoot.K)
    return found
