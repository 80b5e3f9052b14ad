"""How a document of set pieces is to be read aloud: what its proof holds it against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aidgen.press.assembly import SetSide
from aidgen.press.setpieces import SetPiece, Tag
from aidgen.proof.assembled import Spoken, shape, shape_of_mark

Spots = dict[int, tuple[int, int]]
"""Of each page of a piece, the side it stands on and how many marks come before it there."""


def spoken(sides: Sequence[SetSide]) -> Spoken:
    """Return how some sides of paper are to be read aloud, and what leads where."""
    begun = list(_begun(sides))
    targets: dict[str, int] = {}
    for piece, spots in begun:
        for anchor in piece.anchors:
            targets.setdefault(anchor.ref, spots[anchor.page][0])
    tags = [(tag, spots) for piece, spots in begun for tag in piece.tree]
    links = (
        (link.alt, targets[link.leads])
        for tag, _ in tags
        for link in _links(tag)
        if link.leads in targets
        for _ in link.areas
    )
    first = {id(piece): (piece, spots) for piece, spots in reversed(begun)}
    bookmarks = (
        (heading.alt, spots[heading.areas[0].page][0])
        for piece, spots in reversed(first.values())
        for heading in piece.headings
    )
    shapes = (_shape(tag, spots) for tag, spots in tags)
    return Spoken(tuple(shapes), tuple(links), tuple(bookmarks))


def _begun(sides: Sequence[SetSide]) -> Iterator[tuple[SetPiece, Spots]]:
    """Yield each piece that is read aloud, as often as it is, with where its pages stand."""
    all_begun: list[tuple[SetPiece, Spots]] = []
    latest: dict[int, Spots] = {}
    for number, side in enumerate(sides):
        marks = 0
        for placing in side.placings:
            if placing.again:
                continue
            if placing.page == 0:
                latest[id(placing.piece)] = {}
                all_begun.append((placing.piece, latest[id(placing.piece)]))
            latest[id(placing.piece)][placing.page] = number, marks
            marks += len(placing.set_page.tags)
    yield from all_begun


def _links(tag: Tag) -> Iterator[Tag]:
    if tag.tag == "Link":
        yield tag
    for kid in tag.kids:
        if isinstance(kid, Tag):
            yield from _links(kid)


def _shape(tag: Tag, spots: Spots) -> str:
    return "".join(_shapes(tag, spots))


def _shapes(tag: Tag, spots: Spots) -> Iterator[str]:
    """Yield an element as the proof writes it; of a link, what is in it."""
    kids: list[str] = []
    for kid in tag.kids:
        if isinstance(kid, Tag):
            kids += _shapes(kid, spots)
        else:
            side, before = spots[kid[0]]
            kids.append(shape_of_mark(side, before + kid[1]))
    if tag.tag == "Link":
        yield from kids
    else:
        alt = tag.alt if tag.tag == "Figure" else ""
        yield shape(tag.tag, tag.lang, alt, kids)
