"""The content of a page that the engine wrote, cut at its marks, so that they can be set anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from aidgen.assets.geometry import UNIT, Bounds, Matrix, times, turned
from aidgen.press.reading import Leaf

Place = tuple[int, int]
"""A page, counted from 0, and a number of marked content there."""


@dataclass(frozen=True)
class Content:
    """The content of a page: what comes before its first mark, between two, and after the last."""

    segments: tuple[bytes, ...]
    tags: tuple[bytes, ...]
    """What each mark is called, in their order."""
    glyphs: Mapping[str, frozenset[int]]
    """The numbers of the glyphs that it draws, by the name of the font."""
    uses: frozenset[str]
    """The new names of the other resources that it draws with."""


class Engine:
    """The structure that the engine wrote: by it each piece is found in the content."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        """Read the structure of a PDF of the engine's."""
        self._pages = {page.objgen: number for number, page in enumerate(document.pages)}
        self._order: dict[Place, tuple[int, int]] = {}
        self.boxes: dict[Place, Bounds] = {}
        """Where the engine says that a picture is, in its own measure."""
        root = document.Root.StructTreeRoot
        self._visit(root.K[0])
        nums: Any = list(root.ParentTree.Nums)
        for number, parents in zip(nums[::2], nums[1::2], strict=True):
            if int(number) < len(self._pages):
                for mcid, parent in enumerate(parents):
                    # The margins stand outside the tree.
                    here = parent.objgen[0], len(self._order)
                    self._order.setdefault((int(number), mcid), here)

    def _visit(self, node: Any) -> int:
        """Note what is in a structure element; return the highest number of an object in it.

        The engine numbers its objects as it goes through its boxes.
        """
        highest: int = node.objgen[0]
        page = self._pages[node.Pg.objgen] if "/Pg" in node else 0
        for kid in node.K:
            if isinstance(kid, int):
                self._order[page, kid] = highest, len(self._order)
                if node.S == "/Figure":
                    left, top, right, bottom = (float(edge) for edge in node.A.BBox)
                    self.boxes[page, kid] = (left, top, right, bottom)
            elif kid.get("/Type") != "/OBJR":
                highest = max(highest, self._visit(kid))
        return highest

    def places(self, leaves: Sequence[Leaf]) -> Mapping[Leaf, Place]:
        """Return where in the content each of all pieces is."""
        known = sorted(self._order, key=lambda place: (place[0], self._order[place]))
        ordered = sorted(leaves, key=lambda leaf: (leaf.page, leaf.number))
        return dict(zip(ordered, known, strict=True))


@dataclass
class Cutter:
    """Cuts the content of pages at the marks that are `kept`; all others become artifacts."""

    kept: frozenset[Place]
    boxes: Mapping[Place, Bounds]
    texts: Mapping[Place, str] = field(default_factory=dict)
    """What is said where the glyphs alone do not tell, in scripts that are shaped."""
    numbers: dict[Place, int] = field(default_factory=dict)
    """The number of each kept mark among those of its page."""
    drawn: dict[Place, Bounds] = field(default_factory=dict)
    """Where on the page a picture is: left, bottom, right, top in pt."""

    def cut(self, number: int, page: Any, names: Mapping[str, str]) -> Content:
        """Return the content of a page; resources are called by their new `names`."""
        segments: list[bytes] = []
        tags: list[bytes] = []
        code: list[Any] = []
        glyphs: dict[str, set[int]] = defaultdict(set)
        uses: set[str] = set()
        font = ""
        for instruction, matrix in _traced(self._said(number, page)):
            operator, operands = str(instruction.operator), instruction.operands
            if operator == "BDC" and "/MCID" in operands[1]:
                place = number, int(operands[1].MCID)
                if place in self.boxes:
                    self.drawn[place] = turned(self.boxes[place], matrix)
                if place in self.kept:
                    self.numbers[place] = len(tags)
                    segments.append(pikepdf.unparse_content_stream(code))
                    tags.append(str(operands[0]).encode())
                    code = []
                    continue
            if operator in ("BDC", "BMC") and "/ActualText" not in _facts(operands):
                instruction = ARTIFACT
            elif operator == "Tf":
                font = str(operands[0])
            elif operator in ("Tj", "TJ"):
                glyphs[font] |= set(codes(operands))
            elif operator in NAMING:
                uses |= {names[str(one)] for one in operands if str(one) in names}
            code.append(_renamed(instruction, operator, names))
        segments.append(pikepdf.unparse_content_stream(code))
        used = {name: frozenset(numbers) for name, numbers in glyphs.items()}
        return Content(tuple(segments), tuple(tags), used, frozenset(uses))

    def _said(self, number: int, page: Any) -> Iterator[Any]:
        """Yield the instructions of a page, and what opens and closes content that says a text."""
        within = 0  # how many marks are open within such content
        for instruction in pikepdf.parse_content_stream(page):
            operator, operands = str(instruction.operator), instruction.operands
            if within and operator == "EMC":
                within -= 1
                if not within:
                    yield END
            within += bool(within) and operator in ("BDC", "BMC")
            yield instruction
            if operator == "BDC" and "/MCID" in operands[1]:
                text = self.texts.get((number, int(operands[1].MCID)))
                if text is not None:
                    within = 1
                    yield _saying(text)


def _facts(operands: Any) -> Any:
    return operands[1] if len(operands) > 1 and isinstance(operands[1], pikepdf.Dictionary) else ()


def _saying(text: str) -> Any:
    """Return what opens content that says a text, whatever its glyphs do (ISO 32000-1, 14.9.4)."""
    said = pikepdf.Dictionary(ActualText=pikepdf.String(text))
    return pikepdf.ContentStreamInstruction([SAYING, said], pikepdf.Operator("BDC"))


def _traced(instructions: Iterable[Any]) -> Iterator[tuple[Any, Matrix]]:
    """Yield instructions, each with the transformation that is in force."""
    matrices: list[Matrix] = [UNIT]
    for instruction in instructions:
        operator = str(instruction.operator)
        if operator == "q":
            matrices.append(matrices[-1])
        elif operator == "Q":
            matrices.pop()
        elif operator == "cm":
            a, b, c, d, e, f = (float(number) for number in instruction.operands)
            matrices[-1] = times((a, b, c, d, e, f), matrices[-1])
        yield instruction, matrices[-1]


def codes(operands: Any) -> Iterator[int]:
    """Yield the numbers of the glyphs that are drawn by the operands of Tj or TJ."""
    shown = operands[0] if isinstance(operands[0], pikepdf.Array) else operands
    for text in shown:
        if isinstance(text, pikepdf.String):
            pairs = bytes(text)
            yield from (high << 8 | low for high, low in zip(pairs[::2], pairs[1::2], strict=False))


def _renamed(instruction: Any, operator: str, names: Mapping[str, str]) -> Any:
    """Return an instruction that calls a resource by its new name."""
    if operator not in NAMING:
        return instruction
    operands = [
        pikepdf.Name(names[str(operand)])
        if isinstance(operand, pikepdf.Name) and str(operand) in names
        else operand
        for operand in instruction.operands
    ]
    return pikepdf.ContentStreamInstruction(operands, instruction.operator)


NAMING = ("Do", "gs", "sh", "scn", "SCN", "cs", "CS")
"""The operators that name a resource, fonts apart (ISO 32000-1, annex A)."""
ARTIFACT = pikepdf.ContentStreamInstruction(
    [pikepdf.Name.Artifact, pikepdf.Dictionary(Type=pikepdf.Name.Layout)], pikepdf.Operator("BDC")
)
"""Opens what is not read aloud."""
SAYING = pikepdf.Name("/Span")
END = pikepdf.ContentStreamInstruction([], pikepdf.Operator("EMC"))
