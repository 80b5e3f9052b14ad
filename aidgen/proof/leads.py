"""Bookmarks and links of a PDF held against the headings and links that were laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import pikepdf

from aidgen.assets.geometry import Bounds
from aidgen.game.letters import bare
from aidgen.page.faults import Fault
from aidgen.page.promises import Sheet

NEAR = 3.0
"""How far in pt a place that is led to may be from where it was laid out: less than a line."""


@dataclass(frozen=True)
class Spot:
    """A place that something leads to: the number of its page from 1, and how high it is in pt."""

    page: int
    height: float

    def is_at(self, other: Spot) -> bool:
        """Tell whether who goes there gets to another place."""
        return self.page == other.page and abs(self.height - other.height) < NEAR


@dataclass(frozen=True)
class _Mark:
    """A bookmark: its words, how deep it stands, and where it leads to."""

    words: str
    depth: int
    spot: Spot | None


def misled(document: pikepdf.Pdf, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Yield the bookmarks and links that do not lead where the laid out pages say."""
    leading = _Leading(document)
    yield from _bookmarks(leading, sheets)
    anchors = {
        anchor.name: Spot(number, anchor.y)
        for number, sheet in reversed(list(enumerate(sheets, start=1)))
        for anchor in sheet.leads.anchors
    }
    for number, (page, sheet) in enumerate(zip(document.pages, sheets, strict=False), start=1):
        left = [(link.address, link.bounds) for link in sheet.leads.links]
        for note in page.get("/Annots", pikepdf.Array()):
            bounds, target = _edges(note.get("/Rect", (0, 0, 0, 0))), leading.target(note)
            here = [link for link in left if _alike(link[1], bounds)]
            if not here:
                yield _fault("has a link where none was laid out", "", number)
                continue
            left.remove(here[0])
            address = here[0][0]
            wanted = anchors.get(address.removeprefix("#"), address)
            if not (target.is_at(wanted) if isinstance(target, Spot) else target == wanted):
                yield _fault(f"has a link that does not lead to “{address}”", "", number)
        for address, _ in left:
            yield _fault(f"lacks the link to “{address}”", "", number)


def _bookmarks(leading: _Leading, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Yield the bookmarks that are not those of the headings, in their order."""
    for found, wanted in zip_longest(leading.bookmarks(), _wanted(sheets)):
        if wanted is None:
            yield _fault("is a bookmark for no heading", found.words, 0)
        elif found is None or bare(found.words) != bare(wanted.words):
            yield _fault("is a heading without its bookmark", wanted.words, wanted.spot.page)
            return  # all that follow are out of step
        elif found.depth != wanted.depth:
            yield _fault("is a bookmark in another order than its heading", wanted.words, 0)
        elif found.spot is None or not found.spot.is_at(wanted.spot):
            yield _fault("is a bookmark that leads elsewhere", wanted.words, wanted.spot.page)


@dataclass(frozen=True)
class _Wanted:
    """The bookmark that a heading is to have."""

    words: str
    depth: int
    spot: Spot


def _wanted(sheets: Sequence[Sheet]) -> Iterator[_Wanted]:
    around: list[int] = []
    for number, sheet in enumerate(sheets, start=1):
        for heading in sheet.leads.headings:
            while around and around[-1] >= heading.level:
                around.pop()
            yield _Wanted(heading.words, len(around), Spot(number, heading.y))
            around.append(heading.level)


class _Leading:
    """What leads to the places of a document."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self.pages = {page.objgen: number for number, page in enumerate(document.pages, start=1)}
        names = document.Root.get("/Names", pikepdf.Dictionary())
        self.named = {}
        if "/Dests" in names:
            self.named = {str(name): place for name, place in pikepdf.NameTree(names.Dests).items()}
        self.outline: Any = document.Root.get("/Outlines", pikepdf.Dictionary())

    def bookmarks(self) -> Iterator[_Mark]:
        """Yield all bookmarks, from the first to the last."""
        queue: list[tuple[Any, int]] = [(self.outline.get("/First"), 0)]
        seen = set()
        while queue:
            item, depth = queue.pop()
            if item is None or item.objgen in seen:
                continue
            seen.add(item.objgen)
            place = self.spot(item.get("/Dest"))
            yield _Mark(str(item.get("/Title", "")), depth, place)
            queue.append((item.get("/Next"), depth))
            queue.append((item.get("/First"), depth + 1))

    def target(self, note: Any) -> Spot | str | None:
        """Return where a link leads to: a place, an address, or nowhere."""
        action = note.get("/A")
        if action is not None:
            return str(action.get("/URI", ""))
        return self.spot(note.get("/Dest"))

    def spot(self, place: Any) -> Spot | None:
        """Return the place that a destination of the PDF is; None if it is none."""
        if isinstance(place, pikepdf.String):
            place = self.named.get(str(place))
        if isinstance(place, pikepdf.Dictionary):
            place = place.get("/D")
        if not isinstance(place, pikepdf.Array) or len(place) < 4 or str(place[1]) != "/XYZ":
            return None
        page = self.pages.get(place[0].objgen)
        return None if page is None else Spot(page, float(place[3]))


def _fault(found: str, words: str, page: int) -> Fault:
    return Fault(kind="leads", found=found, words=words, page=page)


def _alike(one: Bounds, other: Bounds) -> bool:
    return all(abs(here - there) < NEAR for here, there in zip(one, other, strict=True))


def _edges(box: Any) -> Bounds:
    left, bottom, right, top = (float(edge) for edge in box)
    return left, bottom, right, top
