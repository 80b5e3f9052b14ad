"""Bookmarks, links and form fields of a PDF, compared with the layout of its pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import pikepdf

from aidgen.assets.papers import Bounds, hull
from aidgen.game.texts import letters_without_hyphens
from aidgen.layout.faults import Fault
from aidgen.page.layout import Navigation
from aidgen.proof.content import DrawnObject, Fonts, Painting, ShownText, read_content
from aidgen.proof.structure import StructureTree

MOST_OFF_TARGET = 3.0
"""How far in pt the place of a target may be from where it was laid out: less than a line."""


@dataclass(frozen=True)
class PlacedNavigation:
    """The links, headings and fields of a page of a piece that is read aloud, and its place."""

    piece: str
    """Identifies the piece: of several prints of one, links lead to the first."""
    page: int
    """Of the piece, from 0."""
    side: int
    """Of paper, from 0."""
    left: float
    bottom: float
    """The lower left corner of the page on its side, in pt from the side's own."""
    navigation: Navigation
    lang: str = ""
    """Its language, if that is not the document's: its links lead to targets in it."""

    def on_side(self, bounds: Bounds) -> Bounds:
        """Return a place on the page as one on its side."""
        left, bottom, right, top = bounds
        x, y = self.left, self.bottom
        return left + x, bottom + y, right + x, top + y


@dataclass(frozen=True)
class Target:
    """A place that a link or bookmark leads to: the number of its side, and its height in pt."""

    side: int
    height: float

    def is_at(self, other: Target) -> bool:
        """Tell whether a reader who goes there sees the other place."""
        return self.side == other.side and abs(self.height - other.height) < MOST_OFF_TARGET


LinkedRecord = tuple[str, str]
"""A language, and the name of a record that links in this language may lead to."""


def check_links(document: pikepdf.Pdf, pieces: Sequence[PlacedNavigation]) -> Iterator[Fault]:
    """Yield the bookmarks and links that do not lead where the layout has their targets.

    `pieces` are those of all sides in reading order. A link to a record that `document` does not
    have is not a link.
    """
    sides: dict[Any, int] = {page.objgen: i for i, page in enumerate(document.pages)}
    yield from _check_bookmarks(document, sides, pieces)
    anchors: dict[LinkedRecord, Target] = {}
    for piece in _first_prints(pieces):
        for anchor in piece.navigation.anchors:
            target = Target(piece.side, anchor.y + piece.bottom)
            anchors.setdefault((piece.lang, anchor.ref), target)
    for number, page in enumerate(document.pages):
        notes = (note for note in page.get("/Annots", ()) if note.get("/Subtype") != "/Widget")
        found = [(_bounds_of(note), _find_target(note, sides)) for note in notes]
        expected = [
            ((piece.lang, link.ref), piece.on_side(link.bounds))
            for piece in pieces
            if piece.side == number
            for link in piece.navigation.links
            if (piece.lang, link.ref) in anchors
        ]
        for fault in _link_faults(found, expected, anchors):
            yield _link_fault(fault, "", number + 1)


def _first_prints(pieces: Sequence[PlacedNavigation]) -> Iterator[PlacedNavigation]:
    """Yield pages piece by piece, the first of each where it is printed several times."""
    known: dict[str, dict[int, PlacedNavigation]] = {}
    for piece in pieces:
        known.setdefault(piece.piece, {}).setdefault(piece.page, piece)
    for pages in known.values():
        yield from (pages[number] for number in sorted(pages))


def _link_fault(found: str, words: str, page: int) -> Fault:
    return Fault(kind="leads", found=found, words=words, page=page)


def _link_faults(
    found: Sequence[tuple[Bounds, Target | None]],
    expected: Sequence[tuple[LinkedRecord, Bounds]],
    anchors: Mapping[LinkedRecord, Target],
) -> Iterator[str]:
    """Yield the faults of the links of a page: each has its area, and its target or record."""

    def leads_to(target: Target | None, record: LinkedRecord) -> bool:
        return target is not None and target.is_at(anchors[record])

    for area, target in found:
        here = [record for record, bounds in expected if _is_within(_middle_of(area), bounds)]
        if not here:
            yield "has a link where none was laid out"
        elif not any(leads_to(target, record) for record in here):
            yield f"has a link that does not lead to “{here[0][1]}”"
        else:
            whole = hull(bounds for record, bounds in expected if record == here[0])
            left, bottom, right, top = area
            if not all(_is_within(corner, whole) for corner in ((left, bottom), (right, top))):
                yield f"has a link to “{here[0][1]}” that is larger than its words"
    for record, bounds in expected:
        there = (area for area, target in found if leads_to(target, record))
        if not any(_is_within(_middle_of(bounds), area) for area in there):
            yield f"lacks its link to “{record[1]}”"


def _check_bookmarks(
    document: pikepdf.Pdf, sides: Mapping[Any, int], pieces: Sequence[PlacedNavigation]
) -> Iterator[Fault]:
    """Yield the bookmarks that are not those of the headings, in their order."""
    for found, wanted in zip_longest(bookmarks_of(document), _expected_bookmarks(pieces)):
        if wanted is None:
            yield _link_fault("is a bookmark for no heading", str(found[0].get("/Title", "")), 0)
            return
        words, depth, target = wanted
        page = target.side + 1
        if found is None or letters_without_hyphens(
            str(found[0].get("/Title", ""))
        ) != letters_without_hyphens(words):
            yield _link_fault("is a heading without its bookmark", words, page)
            return  # all that follow are out of step
        here = _find_target(found[0], sides)
        if found[1] != depth:
            yield _link_fault("is a bookmark in another order than its heading", words, page)
        elif here is None or not here.is_at(target):
            yield _link_fault("is a bookmark that leads elsewhere", words, page)


def _expected_bookmarks(pieces: Sequence[PlacedNavigation]) -> Iterator[tuple[str, int, Target]]:
    """Yield the words, the depth and the target of the bookmark of each heading."""
    around: list[int] = []
    for piece in _first_prints(pieces):
        for heading in piece.navigation.headings:
            while around and around[-1] >= heading.level:
                around.pop()
            yield heading.words, len(around), Target(piece.side, heading.y + piece.bottom)
            around.append(heading.level)


def bookmarks_of(document: pikepdf.Pdf) -> Iterator[tuple[Any, int]]:
    """Yield all bookmarks of a PDF from the first to the last, each with its depth."""
    outline: Any = document.Root.get("/Outlines", pikepdf.Dictionary())
    queue: list[tuple[Any, int]] = [(outline.get("/First"), 0)]
    seen = set()
    while queue:
        item, depth = queue.pop()
        if item is not None and item.objgen not in seen:
            seen.add(item.objgen)
            yield item, depth
            queue.append((item.get("/Next"), depth))
            queue.append((item.get("/First"), depth + 1))


def _find_target(item: Any, sides: Mapping[Any, int]) -> Target | None:
    """Return the target of a bookmark or a link; None if it does something else."""
    place = item.get("/Dest")
    if "/A" in item or not isinstance(place, pikepdf.Array):
        return None
    if len(place) < 4 or str(place[1]) != "/XYZ":
        return None
    side, height = sides.get(getattr(place[0], "objgen", None)), place[3]
    return None if side is None or height is None else Target(side, float(height))


def _middle_of(bounds: Bounds) -> tuple[float, float]:
    left, bottom, right, top = bounds
    return (left + right) / 2, (bottom + top) / 2


def _is_within(point: tuple[float, float], bounds: Bounds) -> bool:
    (x, y), (left, bottom, right, top), most = point, bounds, MOST_OFF_TARGET
    return left - most < x < right + most and bottom - most < y < top + most


def _bounds_of(note: Any) -> Bounds:
    """Return the rectangle of an annotation, of which a PDF may name any two corners."""
    x, y, other_x, other_y = (float(edge) for edge in note.get("/Rect", (0, 0, 0, 0)))
    return min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y)


# Form fields --------------------------------------------------------------------------------------

MOST_OFF_BLANK = 0.01
"""How far in pt an edge of a field may be off: places are written rounded."""
FIELD_FLAGS = 4
"""The flags of a field that is on paper as it is on screen, and nothing else."""
SEVERAL_LINES_FLAG = 1 << 12
"""The flag of a text field of several lines: no other may be set (ISO 32000-1, 12.7.4.3)."""
DEEPEST_GROUP = 32
"""How many groups a field is in at most: contexts of texts have fewer parts."""


def has_blanks(pieces: Sequence[PlacedNavigation]) -> bool:
    """Tell whether some pages of pieces have something to fill in."""
    return any(piece.navigation.blanks for piece in pieces)


@dataclass(frozen=True)
class _ExpectedField:
    name: str
    hint: str
    tick: bool
    side: int
    bounds: Bounds


def check_fields(tree: StructureTree, pieces: Sequence[PlacedNavigation]) -> Iterator[Fault]:
    """Yield the fields that differ from the layout of their pieces, in reading order.

    An empty field leaves no ink: on paper a form is like any other page.
    """
    document = tree.document
    expected = list(_expected_fields(pieces))
    for number, page in enumerate(document.pages):
        notes = [note for note in page.get("/Annots", ()) if note.get("/Subtype") == "/Widget"]
        here = [field for field in expected if field.side == number]
        for note, field in zip_longest(notes, here):
            found = _field_fault(note, field)
            if found:
                words = field.hint if field else _full_name(note)
                yield Fault(kind="file", found=found, words=words, page=number + 1)
                break
        for note in notes:
            yield from (
                Fault(kind="file", found=found, words=_full_name(note), page=number + 1)
                for found in (*_appearance_faults(note), *_field_tag_faults(tree, note))
            )
    yield from _check_form(document, len(expected))


def _expected_fields(pieces: Sequence[PlacedNavigation]) -> Iterator[_ExpectedField]:
    """Yield the fields of pieces; if a piece is printed again, the names are numbered."""
    counts: Counter[str] = Counter()
    for piece in pieces:
        for blank in piece.navigation.blanks:
            counts[blank.name] += 1
            number = counts[blank.name]
            name = blank.name if number == 1 else f"{blank.name}-{number}"
            bounds = piece.on_side(blank.bounds)
            yield _ExpectedField(name, blank.hint, blank.tick, piece.side, bounds)


def _field_fault(note: Any, expected: _ExpectedField | None) -> str:
    """Return what is wrong with a field; "" if it is as expected."""
    if expected is None:
        return "is a field where nothing is to be filled in"
    if note is None:
        return "cannot be filled in"
    edges = (float(edge) for edge in note.get("/Rect", (0, 0, 0, 0)))
    off = (abs(here - there) for here, there in zip(edges, expected.bounds, strict=True))
    if max(off) > MOST_OFF_BLANK:
        return "is filled in elsewhere"
    if _full_name(note) != expected.name:
        return f"is a field called {_full_name(note)}, expected {expected.name}"
    if not expected.hint or str(note.get("/TU", "")) != expected.hint:
        return f"is a field with the tooltip “{note.get('/TU', '')}”"
    if note.get("/FT") != ("/Btn" if expected.tick else "/Tx"):
        return "is a field of another kind"
    return ""


def _full_name(note: Any) -> str:
    """Return the name of a field with those of its groups before it."""
    parts: list[str] = []
    while note is not None and len(parts) < DEEPEST_GROUP:
        parts.insert(0, str(note.get("/T", "")))
        note = note.get("/Parent")
    return ".".join(parts)


def _appearance_faults(note: Any) -> Iterator[str]:
    normal: Any = note.get("/AP", {}).get("/N", {})
    is_box = note.get("/FT") == "/Btn"
    empty = normal.get("/Off", {}) if is_box else normal
    if note.get("/F") != FIELD_FLAGS:
        yield "is a field that is on paper otherwise than on screen"
    if int(note.get("/Ff", 0)) not in ((0,) if is_box else (0, SEVERAL_LINES_FLAG)):
        yield "is a field with flags that ours do not have"
    if set(note.get("/AP", {}).keys()) != {"/N"}:
        yield "is a field with several appearances, or none"
    if not isinstance(empty, pikepdf.Stream) or _leaves_ink(empty):
        yield "is a field that leaves ink before it is filled in"
    if is_box:
        if [note.get("/V"), note.get("/AS")] != ["/Off", "/Off"] or set(normal) != {"/On", "/Off"}:
            yield "is a box that is ticked already, or cannot be"
        elif not _leaves_ink(normal.On):
            yield "is a box on which no tick can be seen"
    elif "/V" in note or not str(note.get("/DA", "")).startswith("/Ours "):
        yield "is a field that is filled in already, or in no font of ours"


def _leaves_ink(form: Any) -> bool:
    events = read_content(form, form.get("/Resources", {}), Fonts())
    return any(isinstance(event, Painting | ShownText | DrawnObject) for event in events)


def _field_tag_faults(tree: StructureTree, note: Any) -> Iterator[str]:
    """Yield the faults of how a screen reader meets a field."""
    element: Any = tree.parents.get(int(note.get("/StructParent", -1)), {})
    kids: Any = list(element.get("/K", ())) if element != {} else []
    objects = [kid.get("/Obj") for kid in kids if isinstance(kid, pikepdf.Dictionary)]
    own = [each.objgen for each in objects if each is not None]
    if element == {} or element.get("/S") != "/Form" or own != [note.objgen]:
        yield "is a field that is not met where it is read aloud"


def _check_form(document: pikepdf.Pdf, fields: int) -> Iterator[Fault]:
    """Yield the faults of a form: its fields are those of the pages, its font is embedded."""
    form: Any = document.Root.get("/AcroForm", {})
    notes = {note.objgen for page in document.pages for note in page.get("/Annots", ())}
    ends, queue, steps = [], list(form.get("/Fields", ())), 0
    while queue and steps <= DEEPEST_GROUP * (fields + 1):
        field = queue.pop()
        steps += 1
        if "/Kids" in field:
            queue += list(field.Kids)
        else:
            ends.append(field.objgen)
    if len(ends) != fields or len(set(ends)) != fields or not notes.issuperset(ends):
        yield Fault(kind="file", found=f"has a form of {len(ends)} fields", expected=str(fields))
    font: Any = form.get("/DR", {}).get("/Font", {}).get("/Ours", {})
    if fields and "/FontFile2" not in font.get("/FontDescriptor", {}):
        yield Fault(kind="file", found="does not have the font in it that it is filled in with")
