"""Bookmarks and links of a PDF held against the headings and links of its pieces, as laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import pikepdf

from aidgen.assets.geometry import Bounds, hull
from aidgen.game.texts import letters_without_hyphens
from aidgen.page.faults import Fault
from aidgen.page.layout import Navigation

NEAR = 3.0
"""How far in pt a place that is led to may be from where it was laid out: less than a line."""


@dataclass(frozen=True)
class Leading:
    """What leads to a page of a piece that is read aloud, or away from it, and where it stands."""

    piece: str
    """What the piece is known by: of what is printed several times, the first is led to."""
    page: int
    """Of the piece, from 0."""
    side: int
    """Of paper, from 0."""
    left: float
    bottom: float
    """The lower left corner of the page on its side, in pt from the side's own."""
    leads: Navigation
    lang: str = ""
    """Its language, where that is not the document's: it leads to what is in the same."""


@dataclass(frozen=True)
class Spot:
    """A place that something leads to: the number of its side, and how high it is in pt."""

    side: int
    height: float

    def is_at(self, other: Spot) -> bool:
        """Tell whether who goes there gets to the other place."""
        return self.side == other.side and abs(self.height - other.height) < NEAR


def misled(document: pikepdf.Pdf, pieces: Sequence[Leading]) -> Iterator[Fault]:
    """Yield the bookmarks and links that do not lead where the laid out `pieces` say.

    They are those of all sides in reading order. A link to what `document` does not have is none.
    """
    paths = _Paths(document)
    yield from _bookmarks(paths, pieces)
    anchors: dict[Target, Spot] = {}
    for piece in _in_order(pieces):
        for anchor in piece.leads.anchors:
            spot = Spot(piece.side, anchor.y + piece.bottom)
            anchors.setdefault((piece.lang, anchor.ref), spot)
    for number, page in enumerate(document.pages):
        notes = [note for note in page.get("/Annots", ()) if note.get("/Subtype") != "/Widget"]
        clicks = [
            _Click(_edges(note.get("/Rect", (0, 0, 0, 0))), paths.target(note)) for note in notes
        ]
        links = [link for piece in pieces if piece.side == number for link in _links(piece)]
        for found in _misled(clicks, [link for link in links if link.target in anchors], anchors):
            yield _fault(found, "", number + 1)


def _in_order(pieces: Sequence[Leading]) -> Iterator[Leading]:
    """Yield pages piece by piece, the first of each where it is printed several times."""
    known: dict[str, dict[int, Leading]] = {}
    for piece in pieces:
        known.setdefault(piece.piece, {}).setdefault(piece.page, piece)
    for pages in known.values():
        yield from (pages[number] for number in sorted(pages))


# Links ------------------------------------------------------------------------------------------


Target = tuple[str, str]
"""A record in a language."""


@dataclass(frozen=True)
class _Link:
    """A part of a link on a side of paper, and the record that it leads to in its language."""

    lang: str
    ref: str
    bounds: Bounds

    @property
    def target(self) -> Target:
        """What it leads to."""
        return self.lang, self.ref


def _links(piece: Leading) -> Iterator[_Link]:
    for link in piece.leads.links:
        left, bottom, right, top = link.bounds
        x, y = piece.left, piece.bottom
        yield _Link(piece.lang, link.ref, (left + x, bottom + y, right + x, top + y))


@dataclass(frozen=True)
class _Click:
    """A place of a page that can be clicked, and where that leads to."""

    bounds: Bounds
    target: Spot | None

    def leads_to(self, target: Target, anchors: Mapping[Target, Spot]) -> bool:
        """Tell whether it leads to a record."""
        return self.target is not None and self.target.is_at(anchors[target])

    def covers(self, bounds: Bounds) -> bool:
        """Tell whether the middle of a place lies within."""
        return _within(_middle(bounds), self.bounds)


def _misled(
    clicks: Sequence[_Click], links: Sequence[_Link], anchors: Mapping[Target, Spot]
) -> Iterator[str]:
    """Yield what is wrong with the links of a page."""
    for click in clicks:
        here = [link for link in links if _within(_middle(click.bounds), link.bounds)]
        if not here:
            yield "has a link where none was laid out"
        elif not any(click.leads_to(link.target, anchors) for link in here):
            yield f"has a link that does not lead to “{here[0].ref}”"
        else:
            whole = hull(link.bounds for link in links if link.target == here[0].target)
            if not all(_within(corner, whole) for corner in _corners(click.bounds)):
                yield f"has a link to “{here[0].ref}” that is larger than its words"
    for link in links:
        there = (click for click in clicks if click.leads_to(link.target, anchors))
        if not any(click.covers(link.bounds) for click in there):
            yield f"lacks its link to “{link.ref}”"


# Bookmarks --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Mark:
    """A bookmark: its words, how deep it stands, and where it leads to."""

    words: str
    depth: int
    spot: Spot | None


def _bookmarks(paths: _Paths, pieces: Sequence[Leading]) -> Iterator[Fault]:
    """Yield the bookmarks that are not those of the headings, in their order."""
    for found, wanted in zip_longest(paths.bookmarks(), _wanted(pieces)):
        if wanted is None:
            yield _fault("is a bookmark for no heading", found.words, 0)
            return
        page = wanted.spot.side + 1
        if found is None or letters_without_hyphens(found.words) != letters_without_hyphens(
            wanted.words
        ):
            yield _fault("is a heading without its bookmark", wanted.words, page)
            return  # all that follow are out of step
        if found.depth != wanted.depth:
            yield _fault("is a bookmark in another order than its heading", wanted.words, page)
        elif found.spot is None or not found.spot.is_at(wanted.spot):
            yield _fault("is a bookmark that leads elsewhere", wanted.words, page)


@dataclass(frozen=True)
class _Wanted:
    """The bookmark that a heading is to have."""

    words: str
    depth: int
    spot: Spot


def _wanted(pieces: Sequence[Leading]) -> Iterator[_Wanted]:
    around: list[int] = []
    for piece in _in_order(pieces):
        for heading in piece.leads.headings:
            while around and around[-1] >= heading.level:
                around.pop()
            yield _Wanted(heading.words, len(around), Spot(piece.side, heading.y + piece.bottom))
            around.append(heading.level)


class _Paths:
    """What leads to the places of a document."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self.sides: dict[Any, int] = {page.objgen: i for i, page in enumerate(document.pages)}
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
            yield _Mark(str(item.get("/Title", "")), depth, self.target(item))
            queue.append((item.get("/Next"), depth))
            queue.append((item.get("/First"), depth + 1))

    def target(self, item: Any) -> Spot | None:
        """Return where a bookmark or a link leads to; None if it does something else."""
        place = item.get("/Dest")
        if "/A" in item or not isinstance(place, pikepdf.Array):
            return None
        if len(place) < 4 or str(place[1]) != "/XYZ":
            return None
        side, height = self.sides.get(getattr(place[0], "objgen", None)), place[3]
        return None if side is None or height is None else Spot(side, float(height))


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
