"""The structure tree of a PDF: one reader of its elements, and of the marked content in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pikepdf

from aidgen.proof.content import (
    DrawnObject,
    Fonts,
    Malformed,
    MarkBegin,
    MarkEnd,
    ShownText,
    read_content,
)

ContentPlace = tuple[int, int]
"""A page, from 0, and a number of marked content (MCID) on it."""
EXCERPT = 40
"""How many letters of an element are quoted."""


@dataclass(eq=False)
class StructureElement:
    """A structure element: its type, its parent, its content."""

    node: Any
    tag: str
    parent: StructureElement | None
    lang: str
    kids: list[StructureElement | ContentPlace] = field(default_factory=list)
    annotations: list[Any] = field(default_factory=list)

    @property
    def written_tag(self) -> str:
        """Its type as it is written, which the role map may map to a standard type, its `tag`."""
        return str(self.node.get("/S", ""))[1:]

    @property
    def elements(self) -> list[StructureElement]:
        """The elements directly in it."""
        return [kid for kid in self.kids if isinstance(kid, StructureElement)]

    @property
    def is_mixed(self) -> bool:
        """Whether it has content outside its elements."""
        return any(not isinstance(kid, StructureElement) for kid in self.kids)

    def walk(self) -> Iterator[StructureElement]:
        """Yield it and all elements in it, in reading order."""
        yield self
        for kid in self.elements:
            yield from kid.walk()

    def places(self) -> Iterator[tuple[ContentPlace, str]]:
        """Yield all content in it but that of pictures, with its language, in reading order."""
        for kid in self.kids:
            if isinstance(kid, StructureElement):
                yield from kid.places() if kid.tag != "Figure" else ()
            else:
                yield kid, self.lang

    def attribute(self, name: str, default: Any = None) -> Any:
        """Return an attribute of it."""
        return self.node.get("/A", pikepdf.Dictionary()).get(name, default)


class StructureTree:
    """The structure tree of a PDF; it has no elements if the PDF is not tagged."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        """Read the tree of an open document."""
        self.document = document
        self.pages: dict[Any, int] = {page.objgen: i for i, page in enumerate(document.pages)}
        root: Any = document.Root.get("/StructTreeRoot", pikepdf.Dictionary())
        self._fonts = Fonts()
        self._contents: dict[int, TaggedContent] = {}
        self._roles = dict(root.get("/RoleMap", {}).items())
        self.root = StructureElement(root, "", None, str(document.Root.get("/Lang", "")))
        self._read(root.get("/K", pikepdf.Array()), self.root, 0)
        self.elements = list(self.root.walk())[1:]

    @property
    def is_tagged(self) -> bool:
        """Whether the document has a tree."""
        return "/StructTreeRoot" in self.document.Root

    def _read(self, kids: Any, around: StructureElement, page: int) -> None:
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
                lang, tag = str(kid.get("/Lang", around.lang)), str(kid.get("/S", ""))
                element = StructureElement(kid, str(self._roles.get(tag, tag))[1:], around, lang)
                around.kids.append(element)
                self._read(kid.get("/K", pikepdf.Array()), element, here)

    def content_of(self, page: int) -> TaggedContent | None:
        """Return the marked content of a page, from 0; None if there is no such page."""
        if page not in self._contents and 0 <= page < len(self.pages):
            tagged = TaggedContent(page, self.document.pages[page], self._fonts)
            self._contents[page] = tagged
        return self._contents.get(page)

    @property
    def contents(self) -> Iterator[TaggedContent]:
        """The marked content of each page."""
        return filter(None, map(self.content_of, range(len(self.pages))))

    @cached_property
    def owners(self) -> dict[ContentPlace, list[StructureElement]]:
        """The elements that hold each piece of content."""
        owners = defaultdict(list)
        for element in self.elements:
            for kid in element.kids:
                if not isinstance(kid, StructureElement):
                    owners[kid].append(element)
        return owners

    @cached_property
    def parents(self) -> dict[int, Any]:
        """The entries of the parent tree by their numbers."""
        numbers = list(self.root.node.get("/ParentTree", {}).get("/Nums", []))
        return {int(key): value for key, value in zip(numbers[::2], numbers[1::2], strict=False)}

    @cached_property
    def names(self) -> dict[bytes, Any]:
        """The elements that have a name in the tree."""
        names = list(self.root.node.get("/IDTree", {}).get("/Names", []))
        return {bytes(key): value for key, value in zip(names[::2], names[1::2], strict=False)}

    def text_at(self, place: ContentPlace) -> str:
        """Return the text of a piece of content; none if it does not exist."""
        content = self.content_of(place[0])
        return content.texts[place[1]] if content else ""

    def text_of(self, element: StructureElement) -> str:
        """Return the text in an element but that of pictures."""
        return "".join(self.text_at(place) for place, _ in element.places())

    def excerpt(self, element: StructureElement) -> str:
        """Return the first words of an element, to find it by."""
        return " ".join(self.text_of(element).split())[:EXCERPT]

    def page_of(self, element: StructureElement) -> int:
        """Return the number of the page on which an element begins; 0 if it has no content."""
        return next((page + 1 for (page, _), _ in element.places()), 0)

    def words_before(self, element: StructureElement) -> str:
        """Return the last words read before an element, those of one piece of content."""
        earlier = self.elements[: self.elements.index(element)]
        places = (kid for each in reversed(earlier) for kid in reversed(each.kids))
        texts = (
            self.text_at(kid).strip() for kid in places if not isinstance(kid, StructureElement)
        )
        return next(filter(None, texts), "")


class TaggedContent:
    """The content of a page, and the marked content that it is in."""

    def __init__(self, number: int, page: Any, fonts: Fonts) -> None:
        """Read a page; `number` counts from 0."""
        self.number, self.page = number, page
        self.texts: dict[int, str] = defaultdict(str)
        """The text of each piece of marked content, by the tables of its fonts."""
        self.mcids: list[int] = []
        self.faults: list[str] = []
        self._fonts = fonts
        self._open: list[MarkBegin] = []
        self._read(page, page.get("/Resources", {}))
        if self._open:
            self.faults.append("begins a piece to be read aloud and never ends it")

    def _read(self, stream: Any, resources: Any) -> None:
        """Read the page or a form that it draws."""
        for event in read_content(stream, resources, self._fonts):
            if isinstance(event, MarkBegin):
                self._begin(event)
            elif isinstance(event, MarkEnd):
                if not self._open:
                    self.faults.append("ends a piece to be read aloud that never began")
                del self._open[-1:]
            elif isinstance(event, Malformed):
                self.faults.append(f"has a malformed instruction ({event.operator})")
            else:
                mark = next((mark for mark in reversed(self._open) if _means(mark)), None)
                if mark is None:
                    self.faults.append(
                        "has something that is neither read aloud nor set apart as decoration"
                    )
                if isinstance(event, DrawnObject) and event.is_form:
                    self._read(event.stream, event.resources)
                elif isinstance(event, ShownText) and mark is not None:
                    self._add_text(event, mark)

    def _begin(self, mark: MarkBegin) -> None:
        if mark.mcid is not None:
            if mark.mcid in self.mcids:
                found = f"has two pieces to be read aloud under one number, {mark.mcid}"
                self.faults.append(found)
            self.mcids.append(mark.mcid)
        if _means(mark) and any(map(_means, self._open)):
            self.faults.append("has pieces to be read aloud within one another")
        around = next((each.mcid for each in reversed(self._open) if each.mcid is not None), None)
        if mark.actual_text is not None and around is not None and not self._is_replaced():
            self.texts[around] += mark.actual_text
        self._open.append(mark)

    def _add_text(self, text: ShownText, mark: MarkBegin) -> None:
        if text.font and mark.mcid is not None and not self._is_replaced():
            said = text.font.to_unicode
            self.texts[mark.mcid] += "".join([said.get(code, "") for code in text.codes])

    def _is_replaced(self) -> bool:
        """Tell whether another text is read in place of the one drawn here."""
        return any(mark.actual_text is not None for mark in self._open)


def _means(mark: MarkBegin) -> bool:
    """Tell whether marked content is read aloud or decoration, and not only a span."""
    return mark.mcid is not None or mark.tag == "/Artifact"
