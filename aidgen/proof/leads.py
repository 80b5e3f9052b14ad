"""Bookmarks and links of a PDF held against the headings and links that were laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import pikepdf

from aidgen.assets.geometry import Bounds, hull
from aidgen.game.letters import bare
from aidgen.page.faults import Fault
from aidgen.page.leads import Link
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
        notes = list(page.get("/Annots", pikepdf.Array()))
        clicks = [
            _Click(_edges(note.get("/Rect", (0, 0, 0, 0))), leading.target(note)) for note in notes
        ]
        for found in _links(clicks, sheet.leads.links, anchors):
            yield _fault(found, "", number)


@dataclass(frozen=True)
class _Click:
    """A place of a page that can be clicked, and where that leads to."""

    bounds: Bounds
    target: Spot | str | None

    def leads_to(self, address: str, anchors: Mapping[str, Spot]) -> bool:
        """Tell whether it leads to an address of the page's HTML."""
        wanted = anchors.get(address.removeprefix("#"))
        if isinstance(self.target, Spot):
            return wanted is not None and self.target.is_at(wanted)
        return self.target == address

    def covers(self, bounds: Bounds) -> bool:
        """Tell whether the middle of a place lies within."""
        return _within(_middle(bounds), self.bounds)


def _links(
    clicks: Sequence[_Click], links: Sequence[Link], anchors: Mapping[str, Spot]
) -> Iterator[str]:
    """Yield what is wrong with the links of a page."""
    for click in clicks:
        here = [link for link in links if _within(_middle(click.bounds), link.bounds)]
        if not here:
            yield "has a link where none was laid out"
        elif not any(click.leads_to(link.address, anchors) for link in here):
            yield f"has a link that does not lead to “{here[0].address}”"
        else:
            whole = hull(link.bounds for link in links if link.address == here[0].address)
            if not all(_within(corner, whole) for corner in _corners(click.bounds)):
                yield f"has a link to “{here[0].address}” that is larger than its words"
    for link in links:
        there = (click for click in clicks if click.leads_to(link.address, anchors))
        if not any(click.covers(link.bounds) for click in there):
            yield f"lacks its link to “{link.address}”"


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
        self.pages: dict[Any, int] = {
            page.objgen: number for number, page in enumerate(document.pages, start=1)
        }
        names = document.Root.get("/Names", pikepdf.Dictionary())
        self.named: dict[str, Any] = {}
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
        page = self.pages.get(getattr(place[0], "objgen", None))
        height = place[3]
        return Spot(page, float(height)) if page and height is not None else None


def _fault(found: str, words: str, page: int) -> Fault:
    return Fault(kind="leads", found=found, words=words, page=page)


def _middle(bounds: Bounds) -> tuple[float, float]:
    left, bottom, right, top = bounds
    return (left + right) / 2, (bottom + top) / 2


def _corners(bounds: Bounds) -> tuple[tuple[float, float], tuple[float, float]]:
    left, bottom, right, top = bounds
    return (left, bottom), (right, top)


def _within(point: tuple[float, float], bounds: Bounds) -> bool:
    (x, y), (left, bottom, right, top) = point, bounds
    return left - NEAR < x < right + NEAR and bottom - NEAR < y < top + NEAR


def _edges(box: Any) -> Bounds:
    """Return a rectangle, of which a PDF may name any two corners."""
    x, y, other_x, other_y = (float(edge) for edge in box)
    return min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y)
