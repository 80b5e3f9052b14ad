"""What a PDF's tags say: its structure elements, and the pieces of content that stand in them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Any

import pikepdf

Place = tuple[int, int]
"""A page, counted from 0, and a number of marked content there."""
EXCERPT = 40
"""How many letters of an element are quoted, for those who look for it."""


@dataclass(eq=False)
class Heard:
    """A structure element: what it is, what it is in, what is in it."""

    node: Any
    tag: str
    parent: Heard | None
    lang: str
    kids: list[Heard | Place] = field(default_factory=list)
    annotations: list[Any] = field(default_factory=list)

    @property
    def elements(self) -> list[Heard]:
        """The elements that are directly in it."""
        return [kid for kid in self.kids if isinstance(kid, Heard)]

    @cached_property
    def is_mixed(self) -> bool:
        """Whether content stands in it that is in none of its elements."""
        return any(not isinstance(kid, Heard) for kid in self.kids)

    def all(self) -> Iterator[Heard]:
        """Yield it and all elements within, in reading order."""
        yield self
        for kid in self.elements:
            yield from kid.all()

    def places(self) -> Iterator[tuple[Place, str]]:
        """Yield all content within but that of pictures, with its language, in reading order."""
        for kid in self.kids:
            if isinstance(kid, Heard):
                yield from kid.places() if kid.tag != "Figure" else ()
            else:
                yield kid, self.lang

    def fact(self, name: str, default: Any = None) -> Any:
        """Return an attribute of it."""
        return self.node.get("/A", pikepdf.Dictionary()).get(name, default)


class TaggedBook:
    """A PDF with all that is said of how it is read aloud."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        """Take an opened document that has tags."""
        self.document = document
        self.pages: dict[Any, int] = {page.objgen: i for i, page in enumerate(document.pages)}
        root: Any = document.Root.StructTreeRoot
        self.roles = dict(root.get("/RoleMap", {}).items())
        self.root = Heard(root, "", None, str(document.Root.get("/Lang", "")))
        self._read(root.get("/K", pikepdf.Array()), self.root, 0)
        self.elements = list(self.root.all())[1:]

    def _read(self, kids: Any, around: Heard, page: int) -> None:
        """Take what stands in an element."""
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, int):
                around.kids.append((page, kid))
                continue
            here = self.pages.get(kid.Pg.objgen, -1) if "/Pg" in kid else page
            if "/MCID" in kid:
                around.kids.append((here, int(kid.MCID)))
            elif kid.get("/Type") == "/OBJR":
                around.annotations.append(kid.Obj)
            else:
                lang = str(kid.get("/Lang", around.lang))
                tag = str(kid.get("/S", ""))
                heard = Heard(kid, str(self.roles.get(tag, tag))[1:], around, lang)
                around.kids.append(heard)
                self._read(kid.get("/K", pikepdf.Array()), heard, here)

    @cached_property
    def contents(self) -> list[Content]:
        """What each page paints; it takes its time to read."""
        fonts: dict[Any, dict[int, str]] = {}
        return [Content(i, page, fonts) for i, page in enumerate(self.document.pages)]

    @cached_property
    def owners(self) -> dict[Place, list[Heard]]:
        """The elements in which each piece of content stands."""
        owners = defaultdict(list)
        for element in self.elements:
            for kid in element.kids:
                if not isinstance(kid, Heard):
                    owners[kid].append(element)
        return owners

    @cached_property
    def parents(self) -> dict[int, Any]:
        """What the parent tree holds under each number."""
        nums = list(self.root.node.get("/ParentTree", {}).get("/Nums", []))
        return {int(key): value for key, value in zip(nums[::2], nums[1::2], strict=False)}

    @cached_property
    def names(self) -> dict[bytes, Any]:
        """The elements that the tree knows by a name."""
        names = list(self.root.node.get("/IDTree", {}).get("/Names", []))
        return {bytes(key): value for key, value in zip(names[::2], names[1::2], strict=False)}

    def text(self, element: Heard) -> str:
        """Return the first words of an element, for those who look for it."""
        texts = (self.said(place) for place, _ in element.places())
        return " ".join("".join(texts).split())[:EXCERPT]

    def said(self, place: Place) -> str:
        """Return the words of a piece of content; none if it is not there."""
        page, mcid = place
        return self.contents[page].texts[mcid] if 0 <= page < len(self.contents) else ""

    def page(self, element: Heard) -> int:
        """Return the number of the page on which an element begins; 0 if it has no content."""
        return next((page + 1 for (page, _), _ in element.places()), 0)

    def before(self, element: Heard) -> str:
        """Return the last words that are read before an element, those of one piece."""
        earlier = self.elements[: self.elements.index(element)]
        pieces = (kid for one in reversed(earlier) for kid in reversed(one.kids))
        texts = (self.said(kid).strip() for kid in pieces if not isinstance(kid, Heard))
        return next(filter(None, texts), "")

    def tables(self) -> list[Heard]:
        """Return the tables."""
        return [element for element in self.elements if element.tag == "Table"]


class Content:
    """What a page paints, and under which marks."""

    def __init__(self, number: int, page: Any, fonts: dict[Any, dict[int, str]]) -> None:
        """Take a page; they are counted from 0. `fonts` are what those of others say."""
        self.number, self.page = number, page
        self.texts: dict[int, str] = defaultdict(str)
        """What each piece of marked content says, by the tables of its fonts."""
        self.marks: list[int | str] = []
        self.claims: list[bool] = []
        """Of each mark that is open, whether it says what is read in place of its glyphs."""
        self.seen: list[int] = []
        self.faults: list[str] = []
        self.fonts = fonts
        self.read(page, page.get("/Resources", {}))
        if self.marks:
            self.faults.append("begins a piece to be read aloud and never ends it")

    def read(self, stream: Any, resources: Any) -> None:
        """Follow the instructions of the page or of a form that it draws."""
        says: dict[int, str] = {}
        for instruction in pikepdf.parse_content_stream(stream, OPERATORS):
            operands, operator = instruction.operands, str(instruction.operator)
            if operator in PAINTING:
                self.paint(operator, operands, resources, says)
            elif operator == "Tf":
                says = self.font(resources, str(operands[0]))
            elif operator in ("BDC", "BMC"):
                self.begin(operands)
            elif operator == "EMC":
                if not self.marks:
                    self.faults.append("ends a piece to be read aloud that never began")
                del self.marks[-1:], self.claims[-1:]

    def font(self, resources: Any, name: str) -> dict[int, str]:
        """Return what the glyphs of a font say."""
        font = resources.get("/Font", {}).get(name)
        if font is None:
            return {}
        if font.objgen not in self.fonts:
            self.fonts[font.objgen] = dict(_spoken(font))
        return self.fonts[font.objgen]

    def paint(self, operator: str, operands: Any, resources: Any, says: dict[int, str]) -> None:
        """Look under which mark something is painted."""
        mark = next((mark for mark in reversed(self.marks) if mark != OTHER), OTHER)
        if mark == OTHER:
            self.faults.append(
                "has something that is neither read aloud nor set apart as decoration"
            )
        if operator == "Do":
            form = resources.get("/XObject", {}).get(str(operands[0]), {})
            if form.get("/Subtype") == "/Form":
                self.read(form, form.get("/Resources", resources))
        elif operator in ("Tj", "TJ") and isinstance(mark, int) and not any(self.claims):
            pieces = operands[0] if isinstance(operands[0], pikepdf.Array) else operands
            for piece in pieces:
                if type(piece) not in NUMBERS and isinstance(piece, pikepdf.String):
                    codes = bytes(piece)
                    pairs = zip(codes[::2], codes[1::2], strict=False)
                    self.texts[mark] += "".join([says.get(a << 8 | b, "") for a, b in pairs])

    def begin(self, operands: Any) -> None:
        """Open a mark."""
        facts = operands[1] if len(operands) > 1 else {}
        mark: int | str = OTHER
        if not isinstance(facts, pikepdf.Name) and "/MCID" in facts:
            mark = int(facts["/MCID"])
            if mark in self.seen:
                self.faults.append(f"has two pieces to be read aloud under one number, {mark}")
            self.seen.append(mark)
        elif operands[0] == "/Artifact":
            mark = ARTIFACT
        if mark != OTHER and any(around != OTHER for around in self.marks):
            self.faults.append("has pieces to be read aloud within one another")
        around = next((one for one in reversed(self.marks) if isinstance(one, int)), None)
        claimed = None if isinstance(facts, pikepdf.Name) else facts.get("/ActualText")
        if claimed is not None and around is not None and not any(self.claims):
            self.texts[around] += str(claimed)
        self.marks.append(mark)
        self.claims.append(claimed is not None)


def _spoken(font: Any) -> Iterator[tuple[int, str]]:
    """Yield the codes and characters of a font's own table."""
    table = font.get("/ToUnicode")
    text = table.read_bytes().decode("latin-1") if table is not None else ""
    entries = text[text.find("beginbfchar") :]
    for code, said in ENTRY.findall(entries):
        yield int(code, 16), bytes.fromhex(said).decode("utf-16-be", "replace")


NUMBERS = (int, float, Decimal)
"""What stands between texts, and sets them apart: it is asked for first, as that is quick."""
OTHER, ARTIFACT = "other", "artifact"
"""Marks that have no number: those that mean nothing, and those of what is not read aloud."""
# <0041> <00410301>: a code and what it says, in UTF-16
ENTRY = re.compile(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>")
PAINTING = {
    *("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh"),
    *("Do", "INLINE IMAGE", "Tj", "TJ", "'", '"'),
}
"""Operators that leave something on the page (ISO 32000-1, annex A)."""
OPERATORS = " ".join(PAINTING - {"INLINE IMAGE"} | {"BI", "ID", "EI", "Tf", "BDC", "BMC", "EMC"})
"""Those that are followed; a picture within the content comes as one, INLINE IMAGE."""
