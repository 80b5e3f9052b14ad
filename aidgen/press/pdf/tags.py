"""The tags of a PDF: the reading order, the structure types; its outline and its links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf

from aidgen.press.pdf.forms import PRINT_FLAG, AcroForm
from aidgen.press.pdf.structure import ROLE_MAP, Area, MarkedPlace, PieceField, PieceTag, SetPiece

COORDINATE_DIGITS = 3
"""With how many digits a place in pt is written."""


@dataclass(frozen=True)
class PagePlace:
    """The place of a piece's page: its side of paper, the marks before it, and its corner.

    The corner is the upper left one, in pt from that of the side.
    """

    side: int
    marks: int
    left: float
    top: float


@dataclass(frozen=True)
class PlacedOccurrence:
    """A piece that is read aloud, and the places of its pages, by their numbers from 0."""

    piece: SetPiece
    spots: Mapping[int, PagePlace]
    lang: str = ""
    """Its language, where that is not the document's."""


class StructTreeWriter:
    """Writes the structure tree of a document, and everything that refers to it."""

    def __init__(self, document: pikepdf.Pdf, counts: Sequence[int]) -> None:
        """Take a document whose pages have so many marks."""
        self.document = document
        self.pages = [page.obj for page in document.pages]
        self._heights = [float(page.mediabox[3]) for page in document.pages]
        self.parents: list[list[Any]] = [[None] * count for count in counts]
        self.names: dict[str, Any] = {}
        self.links: list[tuple[Any, Any]] = []
        """Each annotation with the structure element that it belongs to."""
        self._form = AcroForm(document)
        self.targets: dict[tuple[str, str], Any] = {}
        """Where each record begins in a language, as a destination."""

    def write(self, occurrences: Sequence[PlacedOccurrence]) -> None:
        """Write the structure of pieces in reading order, their links, and an outline of them."""
        for occurrence in occurrences:
            for anchor in occurrence.piece.anchors:
                spot = occurrence.spots[anchor.page]
                target = self._destination(spot, anchor.top)
                self.targets.setdefault((occurrence.lang, anchor.ref), target)
        root = self.document.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot))
        whole = self.document.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.StructElem, S=pikepdf.Name.Document, P=root)
        )
        kids = [
            _OccurrenceWriter(self, occurrence, number).element(node, whole, occurrence.lang)
            for number, occurrence in enumerate(occurrences)
            for node in occurrence.piece.tree
        ]
        whole.K = pikepdf.Array(kids)
        root.K = pikepdf.Array([whole])
        self._finish(root)
        self._outline(occurrences)
        pages = (page for each in occurrences for page in each.piece.pages)
        self._form.finish(frozenset().union(*(page.said for page in pages)))

    def _destination(self, spot: PagePlace, top: float) -> Any:
        """Return a destination: so far down in pt on a page of a piece."""
        up = round(self._heights[spot.side] - spot.top - top, COORDINATE_DIGITS)
        return [
            self.pages[spot.side],
            pikepdf.Name.XYZ,
            round(spot.left, COORDINATE_DIGITS),
            up,
            0,
        ]

    def _finish(self, root: Any) -> None:
        """Write the references from pages, links and names to the elements."""
        for number, page in enumerate(self.pages):
            page.StructParents = number
        nums: list[Any] = []
        for number, parents in enumerate(self.parents):
            nums += [number, self.document.make_indirect(pikepdf.Array(parents))]
        for number, (annotation, element) in enumerate(self.links, start=len(self.parents)):
            annotation.StructParent = number
            nums += [number, element]
        root.ParentTree = self.document.make_indirect(pikepdf.Dictionary(Nums=nums))
        root.ParentTreeNextKey = len(nums) // 2
        root.RoleMap = pikepdf.Dictionary(
            {f"/{own}": pikepdf.Name(f"/{standard}") for own, standard in ROLE_MAP.items()}
        )
        if self.names:
            names = [each for name in sorted(self.names) for each in (name, self.names[name])]
            root.IDTree = self.document.make_indirect(pikepdf.Dictionary(Names=names))
        self.document.Root.StructTreeRoot = root

    def _outline(self, occurrences: Sequence[PlacedOccurrence]) -> None:
        """Write the headings as an outline; a heading printed several times is listed once."""
        once: dict[int, PlacedOccurrence] = {}
        for occurrence in occurrences:
            once.setdefault(id(occurrence.piece), occurrence)
        with self.document.open_outline() as outline:
            around: list[tuple[int, Any]] = [(0, outline.root)]
            for occurrence in once.values():
                for node in occurrence.piece.headings:
                    level = int(node.tag[1])
                    while around[-1][0] >= level:
                        around.pop()
                    area = node.areas[0]
                    target = self._destination(occurrence.spots[area.page], area.edges[1])
                    item = pikepdf.OutlineItem(node.alt, pikepdf.Array(target))
                    around[-1][1].append(item)
                    around.append((level, item.children))

    def link(self, node: PieceTag, lang: str, spot: PagePlace, area: Area) -> Any:
        """Return a link annotation from an area of a page to a record."""
        annotation = self.document.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Annot,
                Subtype=pikepdf.Name.Link,
                Rect=self._rect(spot, area),
                Border=[0, 0, 0],
                Dest=self.targets[lang, node.leads],
                Contents=node.alt,
                F=PRINT_FLAG,
            )
        )
        self._annotate(spot, annotation)
        return annotation

    def widget(self, field: PieceField, spot: PagePlace) -> Any:
        """Return an annotation by which a field is filled in."""
        annotation = self._form.widget(field, self._rect(spot, field.area))
        self._annotate(spot, annotation)
        return annotation

    def _rect(self, spot: PagePlace, area: Area) -> list[float]:
        """Return the edges of an area in pt: left, bottom, right, top."""
        left, top, right, bottom = area.edges
        x, y = spot.left, self._heights[spot.side] - spot.top
        return [
            round(edge, COORDINATE_DIGITS) for edge in (x + left, y - bottom, x + right, y - top)
        ]

    def _annotate(self, spot: PagePlace, annotation: Any) -> None:
        page = self.pages[spot.side]
        if "/Annots" not in page:
            page.Annots = pikepdf.Array()
            page.Tabs = pikepdf.Name.S
        page.Annots.append(annotation)


@dataclass(frozen=True)
class _OccurrenceWriter:
    """Writes the elements of one occurrence of a piece."""

    tags: StructTreeWriter
    occurrence: PlacedOccurrence
    number: int
    """It makes the names of its headings differ from those of other pieces."""

    def element(self, node: PieceTag, parent: Any, lang: str = "") -> Any:
        """Return a node as an element below `parent`; in `lang`, or in its own language."""
        made = self.tags.document.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.StructElem, S=pikepdf.Name(f"/{node.tag}"), P=parent
            )
        )
        first = next(node.marks(), None)
        side = None if first is None else self.occurrence.spots[first[0]].side
        if side is not None:
            made.Pg = self.tags.pages[side]
        if node.lang or lang:
            made.Lang = node.lang or lang
        if node.alt and node.tag == "Figure":
            made.Alt = node.alt
        if node.id:
            made.ID = self._tag_id(node.id)
            self.tags.names[self._tag_id(node.id)] = made
        if node.facts:
            made.A = self._facts(node)
        kids = [made_kid for kid in node.kids for made_kid in self._kids(kid, made, side)]
        if node.tag == "Link":
            kids += list(self._references(node, made))
        if node.field:
            kids.append(self._field_annotation(node.field, made))
        made.K = pikepdf.Array(kids)
        return made

    def _kids(self, kid: PieceTag | MarkedPlace, element: Any, side: int | None) -> Iterator[Any]:
        """Yield the entries of a kid on a side of paper: an element, or marked content.

        A link without a target, such as a card's to a chapter of the book, becomes its words.
        """
        if not isinstance(kid, PieceTag):
            yield self._mark(kid, element, side)
        elif kid.tag == "Link" and (self.occurrence.lang, kid.leads) not in self.tags.targets:
            for inner in kid.kids:
                yield from self._kids(inner, element, side)
        else:
            yield self.element(kid, element)

    def _mark(self, mark: MarkedPlace, element: Any, side: int | None) -> Any:
        """Return a mark as a kid: its number, with its page where that is another one."""
        spot = self.occurrence.spots[mark[0]]
        number = spot.marks + mark[1]
        self.tags.parents[spot.side][number] = element
        if spot.side == side:
            return number
        return pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=self.tags.pages[spot.side], MCID=number)

    def _references(self, node: PieceTag, element: Any) -> Iterator[Any]:
        """Yield the annotations of a link, one for each line that it is on."""
        for area in node.areas:
            spot = self.occurrence.spots[area.page]
            annotation = self.tags.link(node, self.occurrence.lang, spot, area)
            yield self._annotation(annotation, spot, element)

    def _field_annotation(self, field: PieceField, element: Any) -> Any:
        spot = self.occurrence.spots[field.area.page]
        return self._annotation(self.tags.widget(field, spot), spot, element)

    def _annotation(self, annotation: Any, spot: PagePlace, element: Any) -> Any:
        """Return an annotation as content of its element."""
        self.tags.links.append((annotation, element))
        page = self.tags.pages[spot.side]
        return pikepdf.Dictionary(Type=pikepdf.Name.OBJR, Obj=annotation, Pg=page)

    def _facts(self, node: PieceTag) -> Any:
        facts = {f"/{name}": self._value(name, value) for name, value in node.facts.items()}
        return pikepdf.Dictionary(facts)

    def _value(self, name: str, value: object) -> Any:
        """Return an attribute of an element in the form of a PDF; headings by name."""
        if isinstance(value, str):
            return pikepdf.Name(value)
        if isinstance(value, tuple) and name == "Headers":
            return pikepdf.Array([pikepdf.String(self._tag_id(str(one))) for one in value])
        return pikepdf.Array(value) if isinstance(value, tuple) else value

    def _tag_id(self, name: str) -> str:
        return f"{self.number}-{name}"
