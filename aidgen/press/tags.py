"""The tags of a PDF written anew from its HTML: what is read aloud, in which order, and as what."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from aidgen.assets.geometry import UNIT, Bounds, Matrix, times, turned
from aidgen.press.reading import Leaf, Reading
from aidgen.press.structure import ROLES, Node, structure

Place = tuple[int, int]
"""A page, counted from 0, and a number of marked content there."""


def tagged(pdf: bytes, reading: Reading) -> bytes:
    """Return `pdf`, as the engine wrote it, with tags that follow `reading`, what was set for it.

    What is not to be read aloud becomes an artifact. No page looks different, the file keeps its
    identifier, and the same PDF gives the same bytes.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        engine = _Engine(document)
        tree = structure(reading.root)
        places = engine.places([*reading.root.leaves(), *reading.running])
        kept = {places[leaf] for leaf in tree.leaves()}
        running = {places[leaf] for leaf in reading.running}
        marks = _Marks(kept, running, engine.boxes)
        for number, page in enumerate(document.pages):
            marks.renumber(document, number, page)
        _Writer(document, places, marks, engine.links).write(tree)
        out = io.BytesIO()
        document.save(
            out,
            deterministic_id=True,
            fix_metadata_version=False,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return out.getvalue()


class _Engine:
    """The structure that the engine wrote: by it each piece is found in the content."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self.pages = {page.objgen: number for number, page in enumerate(document.pages)}
        self.order: dict[Place, tuple[int, int]] = {}
        self.boxes: dict[Place, Bounds] = {}
        """Where the engine says that a picture is, in its own measure."""
        self.links: dict[Place, list[Any]] = defaultdict(list)
        """The annotations of links, by a piece of each."""
        root = document.Root.StructTreeRoot
        self.visit(root.K[0])
        nums: Any = list(root.ParentTree.Nums)
        for number, parents in zip(nums[::2], nums[1::2], strict=True):
            if int(number) < len(self.pages):
                for mcid, parent in enumerate(parents):
                    # The margins stand outside the tree.
                    here = parent.objgen[0], len(self.order)
                    self.order.setdefault((int(number), mcid), here)

    def visit(self, node: Any) -> int:
        """Note what is in a structure element; return the highest number of an object in it.

        The engine numbers its objects as it goes through its boxes.
        """
        highest: int = node.objgen[0]
        page = self.pages[node.Pg.objgen] if "/Pg" in node else 0
        for kid in node.K:
            if isinstance(kid, int):
                self.order[page, kid] = highest, len(self.order)
                if node.S == "/Figure":
                    left, top, right, bottom = (float(edge) for edge in node.A.BBox)
                    self.boxes[page, kid] = (left, top, right, bottom)
            elif kid.get("/Type") != "/OBJR":
                highest = max(highest, self.visit(kid))
        for kid in node.K:
            if not isinstance(kid, int) and kid.get("/Type") == "/OBJR":
                self.links[_first(node, self.pages)].append(kid.Obj)
        return highest

    def places(self, leaves: Sequence[Leaf]) -> Mapping[Leaf, Place]:
        """Return where in the content each piece is."""
        found = sorted(self.order, key=lambda place: (place[0], self.order[place]))
        ordered = sorted(leaves, key=lambda leaf: (leaf.page, leaf.number))
        return dict(zip(ordered, found, strict=True))


def _first(node: Any, pages: Mapping[Any, int]) -> Place:
    """Return the first piece within a structure element."""
    for kid in node.K:
        if isinstance(kid, int):
            return pages[node.Pg.objgen], kid
        if kid.get("/Type") != "/OBJR":
            found = _first(kid, pages)
            if found != NOWHERE:
                return found
    return NOWHERE


@dataclass
class _Marks:
    """The marks of the content, numbered anew where they are kept, else made artifacts."""

    kept: set[Place]
    running: set[Place]
    boxes: Mapping[Place, Bounds]
    new: dict[Place, int] = field(default_factory=dict)
    count: dict[int, int] = field(default_factory=dict)
    drawn: dict[Place, Bounds] = field(default_factory=dict)
    """Where on the page a picture is: left, bottom, right, top in pt."""

    def renumber(self, document: pikepdf.Pdf, number: int, page: Any) -> None:
        """Write the content of a page anew; what it draws stays as it is."""
        matrices: list[Matrix] = [UNIT]
        code: list[Any] = []
        self.count[number] = 0
        for instruction in pikepdf.parse_content_stream(page):
            operator = str(instruction.operator)
            if operator == "q":
                matrices.append(matrices[-1])
            elif operator == "Q":
                matrices.pop()
            elif operator == "cm":
                a, b, c, d, e, f = (float(number) for number in instruction.operands)
                matrices[-1] = times((a, b, c, d, e, f), matrices[-1])
            elif operator == "BDC" and "/MCID" in instruction.operands[1]:
                place = number, int(instruction.operands[1].MCID)
                if place in self.boxes:
                    self.drawn[place] = turned(self.boxes[place], matrices[-1])
                instruction = self.mark(place, instruction)
            elif operator == "BMC":
                instruction = _artifact("/Layout")  # the engine has no other
            code.append(instruction)
        page.Contents = document.make_stream(pikepdf.unparse_content_stream(code))

    def mark(self, place: Place, old: Any) -> Any:
        """Return the instruction that opens a mark."""
        if place not in self.kept:
            return _artifact("/Pagination" if place in self.running else "/Layout")
        number = self.new[place] = self.count[place[0]]
        self.count[place[0]] = number + 1
        facts = pikepdf.Dictionary(MCID=number)
        return pikepdf.ContentStreamInstruction([old.operands[0], facts], old.operator)


def _artifact(kind: str) -> Any:
    """Return the instruction that opens an artifact."""
    facts = pikepdf.Dictionary(Type=pikepdf.Name(kind))
    return pikepdf.ContentStreamInstruction([pikepdf.Name.Artifact, facts], pikepdf.Operator("BDC"))


class _Writer:
    """Writes the structure tree, and all that leads into it."""

    def __init__(
        self,
        document: pikepdf.Pdf,
        places: Mapping[Leaf, Place],
        marks: _Marks,
        links: Mapping[Place, list[Any]],
    ) -> None:
        self.document, self.places, self.marks, self.links = document, places, marks, links
        self.names: dict[str, Any] = {}
        self.parents = {number: [None] * count for number, count in marks.count.items()}
        self.annotations: list[tuple[Any, Any]] = []
        """Each annotation with the structure element that it belongs to."""

    def write(self, tree: Node) -> None:
        """Put the tree into the document in place of the engine's."""
        for page in self.document.pages:
            if "/Annots" in page:
                del page.Annots
        root = self.document.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot))
        root.K = pikepdf.Array([self.element(tree, root)])
        nums: list[Any] = []
        for number, parents in self.parents.items():
            nums += [number, self.document.make_indirect(pikepdf.Array(parents))]
        for number, (annotation, element) in enumerate(self.annotations, start=len(self.parents)):
            annotation.StructParent = number
            nums += [number, element]
        root.ParentTree = self.document.make_indirect(pikepdf.Dictionary(Nums=nums))
        root.RoleMap = pikepdf.Dictionary(
            {f"/{own}": pikepdf.Name(f"/{standard}") for own, standard in ROLES.items()}
        )
        root.ParentTreeNextKey = len(nums) // 2
        if self.names:
            names = [each for name in sorted(self.names) for each in (name, self.names[name])]
            root.IDTree = self.document.make_indirect(pikepdf.Dictionary(Names=names))
        self.document.Root.StructTreeRoot = root

    def element(self, node: Node, parent: Any) -> Any:
        """Return a node as a structure element below `parent`."""
        made = self.document.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.StructElem, S=pikepdf.Name(f"/{node.tag}"), P=parent
            )
        )
        first = next(node.leaves(), None)
        page = first.page if first else None
        if page is not None:
            made.Pg = self.document.pages[page].obj
        if node.lang:
            made.Lang = node.lang
        if node.alt and node.tag != "Link":
            made.Alt = node.alt
        if node.id:
            made.ID = node.id
            self.names[node.id] = made
        facts = dict(node.facts) | self.box(node)
        if facts:
            made.A = pikepdf.Dictionary({f"/{key}": _value(facts[key]) for key in facts})
        kids = [self.kid(kid, made, page) for kid in node.kids] + self.references(node, made)
        made.K = pikepdf.Array(kids)
        return made

    def kid(self, kid: Node | Leaf, parent: Any, page: int | None) -> Any:
        """Return what stands in an element: another, or a piece of content."""
        if isinstance(kid, Node):
            return self.element(kid, parent)
        place = self.places[kid]
        mcid = self.marks.new[place]
        self.parents[kid.page][mcid] = parent
        if kid.page == page:
            return mcid
        return pikepdf.Dictionary(
            Type=pikepdf.Name.MCR, Pg=self.document.pages[kid.page].obj, MCID=mcid
        )

    def box(self, node: Node) -> dict[str, object]:
        """Return what is to be said of a picture: where it is."""
        if node.tag != "Figure":
            return {}
        (leaf,) = node.kids
        assert isinstance(leaf, Leaf)
        drawn = self.marks.drawn[self.places[leaf]]
        return {"O": "/Layout", "BBox": tuple(round(edge, DIGITS) for edge in drawn)}

    def references(self, node: Node, made: Any) -> list[Any]:
        """Return the references of a link to its annotations, which get its words."""
        found = []
        for page, annotation in self.areas(node):
            annotation.Contents = node.alt
            annotation.F = PRINTED
            self.annotations.append((annotation, made))
            sheet = self.document.pages[page].obj
            if "/Annots" not in sheet:
                sheet.Annots = pikepdf.Array()
                sheet.Tabs = pikepdf.Name.S
            sheet.Annots.append(annotation)
            found.append(pikepdf.Dictionary(Type=pikepdf.Name.OBJR, Obj=annotation, Pg=sheet))
        return found

    def areas(self, node: Node) -> Iterator[tuple[int, Any]]:
        """Yield the annotations of a link with their pages, but none that lies within another."""
        found = [
            (leaf.page, annotation)
            for leaf in node.claims
            for annotation in self.links.get(self.places[leaf], ())
        ]
        for page, one in found:
            others = [other for there, other in found if there == page and other is not one]
            if not any(_holds(other.Rect, one.Rect) for other in others):
                yield page, one


def _holds(one: Any, other: Any) -> bool:
    """Tell whether a rectangle has another in it, and is larger."""
    (a, b, c, d), (e, f, g, h) = (
        (*sorted(edges[::2]), *sorted(edges[1::2]))
        for edges in ([float(edge) for edge in rect] for rect in (one, other))
    )
    inside = a <= e + HAIR and f <= b + HAIR and c <= g + HAIR and h <= d + HAIR
    return inside and (b - a) * (d - c) > (f - e) * (h - g) + HAIR


def _value(value: object) -> Any:
    if isinstance(value, str) and value.startswith("/"):
        return pikepdf.Name(value)
    if isinstance(value, tuple):
        return pikepdf.Array(value)
    return value


NOWHERE: Place = (-1, -1)
PRINTED = 4
"""The flag of an annotation that is on paper as it is on screen (ISO 32000-1, 12.5.3)."""
DIGITS = 3
"""With how many digits a place in pt is written."""
HAIR = 0.01
"""In pt: what is a matter of rounding."""
