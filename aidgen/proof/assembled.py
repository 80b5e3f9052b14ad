"""A PDF that was put together from proved pieces: is each there, whole, in its place and order?

No piece is read again: its content has to be what was proved, byte by byte, between the marks that
were written for the whole. No code is shared with what puts documents together.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import pikepdf

from aidgen.assets.geometry import Bounds
from aidgen.page.composed import Placed, Side
from aidgen.page.faults import Fault
from aidgen.page.layout import NO_NAVIGATION, Navigation
from aidgen.proof.catalogue import foreign, items
from aidgen.proof.fields import has_blanks, misfilled
from aidgen.proof.furniture import Furniture, check_furniture
from aidgen.proof.hear import hear_whole
from aidgen.proof.leads import Leading, misled
from aidgen.proof.overlays import Lying, overlays
from aidgen.proof.patches import BEARING, Patch
from aidgen.proof.veils import opaque
from aidgen.proof.windows import Shown, unshown

NEAR = 0.01
"""How far in pt an edge of paper or the place of a link may be off: they are written rounded."""


@dataclass(frozen=True)
class Seal:
    """The content of a page of a piece: how long the parts between its marks are, and a digest."""

    lengths: tuple[int, ...]
    digest: str
    """SHA-256 of the parts, a zero byte between two."""
    marks: tuple[str, ...]
    """What the marks are called, in their order."""
    furniture: Furniture
    """What it draws with."""


@dataclass(frozen=True)
class SealedPage:
    """A page of a piece as it was verified: its content, its size in pt, and what is on it."""

    key: str
    """Identifies the piece."""
    seal: Seal
    width: float
    height: float
    texts: tuple[Bounds, ...]
    """Where its texts are, in pt upwards from its lower left corner."""
    patches: tuple[Patch, ...]
    """Where else it is painted on."""
    name: str
    """The card or region that it is; "" if it is none."""
    leads: Navigation = NO_NAVIGATION
    """The links and anchors on it."""


@dataclass(frozen=True)
class Lead:
    """A link or a bookmark: its words, where it leads, and where on its side it can be followed."""

    words: str
    target: tuple[float, ...]
    """The side, from 0, and the place on it in pt from its lower left corner."""
    area: tuple[float, ...] = ()
    """Of a link: its side, from 0, and its edges there in pt."""


@dataclass(frozen=True)
class Spoken:
    """How a document is to be read aloud, and what leads where."""

    shapes: tuple[str, ...]
    """Each element at the top, as `shape` writes it."""
    links: tuple[Lead, ...]
    bookmarks: tuple[Lead, ...]
    """Both as they are met on one side after the other."""


@dataclass(frozen=True)
class Asked:
    """What a document is to be."""

    titles: int = 1
    """How many titles it has: none if there are single cards on its pages, with none above."""
    fillable: bool = False
    """Whether what is to be filled in is a form."""


PLAIN = Asked()


def check(
    pdf: bytes, sides: Sequence[Side[SealedPage]], spoken: Spoken, asked: Asked = PLAIN
) -> tuple[Fault, ...]:
    """Return every fault of a PDF that is to hold pieces so on its sides."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        leading = tuple(_leading(sides))
        return (
            *foreign(document, form=asked.fillable and has_blanks(leading)),
            *_paper(document, sides),
            *_contents(document, sides),
            *check_furniture(
                document, [one.piece.seal.furniture for side in sides for one in side.placed]
            ),
            *_tags(document, spoken),
            *misled(document, leading),
            *(misfilled(document, leading) if asked.fillable else ()),
            *hear_whole(document, titles=asked.titles),
            *_collisions(sides),
            *_unseen(sides),
        )


def _paper(document: pikepdf.Pdf, sides: Sequence[Side[SealedPage]]) -> Iterator[Fault]:
    if len(document.pages) != len(sides):
        found = f"has {len(document.pages)} pages"
        yield Fault(kind="paper", found=found, expected=str(len(sides)))
    for number, (page, side) in enumerate(zip(document.pages, sides, strict=False), start=1):
        edges = _edges(page.mediabox)
        off = zip(edges, (0, 0, side.size.width, side.size.height), strict=True)
        if any(abs(one - other) > NEAR for one, other in off):
            listed = " ".join(f"{edge:g}" for edge in edges)
            found, expected = (
                f"its edges are {listed}",
                f"0 0 {side.size.width:g} {side.size.height:g}",
            )
            yield Fault(kind="paper", found=found, expected=expected, page=number)


def _edges(box: Any) -> list[float]:
    return [float(edge) for edge in box]


# Contents ---------------------------------------------------------------------------------------


def _contents(document: pikepdf.Pdf, sides: Sequence[Side[SealedPage]]) -> Iterator[Fault]:
    for number, (page, side) in enumerate(zip(document.pages, sides, strict=False), start=1):
        rest, marks = _written(page), 0
        for laid in side.placed:
            found = _piece(rest, laid, side, marks)
            if found is None:
                what = (
                    f"does not have {laid.piece.name or 'a piece'} as it was proved, in its place"
                )
                yield Fault(kind="astray", found=what, box=laid.piece.name, page=number)
                break
            if laid.veil:
                resources: Any = page.get("/Resources", {})
                yield from opaque(rest[: len(rest) - len(found[0])], resources, number)
            rest, marks = found
        else:
            if rest:
                found_more = "has more on it than the pieces that were proved"
                yield Fault(kind="stray", found=found_more, page=number)


def _written(page: pikepdf.Page) -> bytes:
    """Return the content of a page; parts of it may be those of others, too."""
    contents: Any = page.get("/Contents")
    streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
    return b"".join(one.read_bytes() for one in streams if isinstance(one, pikepdf.Stream))


def _piece(
    content: bytes, laid: Placed[SealedPage], side: Side[SealedPage], marks: int
) -> tuple[bytes, int] | None:
    """Take a piece from the beginning of a content; return the rest, and how many marks there were.

    None if it does not begin with the piece.
    """
    placed = PLACED.match(content)
    if placed is None:
        return None
    if placed.groups() != _place(laid, side):
        return None
    rest = content[placed.end() :]
    parts = []
    for at, length in enumerate(laid.piece.seal.lengths):
        if at:
            mark = MARK.match(rest)
            if mark is None or not _is_mark(mark, laid, at - 1, marks):
                return None
            marks += not laid.again
            rest = rest[mark.end() :]
        parts.append(rest[:length])
        rest = rest[length + 1 :]
    whole = hashlib.sha256(b"\0".join(parts)).hexdigest() == laid.piece.seal.digest
    return (rest[len(END) :], marks) if whole and rest.startswith(END) else None


def _place(laid: Placed[SealedPage], side: Side[SealedPage]) -> tuple[bytes, ...]:
    """Return where a piece is to begin and to be cut off, as it is written."""
    up = side.size.height - laid.top - laid.piece.height
    shown = laid.shown(laid.piece.height)
    if shown is None:
        edges = (laid.left, up, laid.piece.width + 2 * BEARING, laid.piece.height + 2 * BEARING)
        corner = (b"%g" % -BEARING, b"%g" % -BEARING)
    else:
        left, bottom, right, top = shown
        edges = (laid.left, up, right - left, top - bottom)
        corner = (b"%.6f" % left, b"%.6f" % bottom)
    x, y, width, height = (b"%.6f" % edge for edge in edges)
    return x, y, *corner, width, height


def _is_mark(mark: re.Match[bytes], laid: Placed[SealedPage], at: int, number: int) -> bool:
    if laid.again:
        return mark[0].startswith(b"/Artifact <</Type /Pagination>>")
    return mark[1] == laid.piece.seal.marks[at].encode() and mark[2] == b"%d" % number


# Where a piece begins: its place, in pt from the lower left corner; it is cut off at its page, or
# at what is seen of it.
PLACED = re.compile(
    rb"q\n1 0 0 1 (-?\d+\.\d+) (-?\d+\.\d+) cm\n"
    rb"(-?\d+\.\d+) (-?\d+\.\d+) (\d+\.\d+) (\d+\.\d+) re W n\n"
)
# What opens a mark: of what is read aloud with its number, of all else as decoration.
MARK = re.compile(rb"(/\w+) <<(?:/MCID (\d+)|/Type /Pagination)>> BDC\n")
END = b"Q\n"


# What is read aloud -----------------------------------------------------------------------------


def _tags(document: pikepdf.Pdf, spoken: Spoken) -> Iterator[Fault]:
    """Yield what is not read aloud as the pieces are, and what leads elsewhere."""
    if "/StructTreeRoot" not in document.Root:
        return  # told by `hear_whole`
    pages: dict[Any, int] = {page.objgen: i for i, page in enumerate(document.pages)}
    whole: Any = document.Root.StructTreeRoot.K[0]
    shapes = tuple(shape for kid in whole.get("/K", []) for shape in _shapes(kid, pages, 0))
    if shapes != spoken.shapes:
        pairs = zip(shapes, spoken.shapes, strict=False)
        at = next((i for i, (one, other) in enumerate(pairs) if one != other), len(shapes))
        found = f"is read aloud otherwise than its pieces are, from the {at + 1}. on"
        yield Fault(kind="tags", found=found)
    for kind, there, wanted in (
        ("links", list(_links(document, pages)), spoken.links),
        ("bookmarks", list(_bookmarks(document, pages)), spoken.bookmarks),
    ):
        for one, other in zip_longest(there, wanted):
            if one is None or other is None or not _alike(one, other):
                words = (other or one or NOTHING).words
                yield Fault(kind="tags", found=f"has {kind} that lead elsewhere", words=words)
                break


def _alike(one: Lead, other: Lead) -> bool:
    """Tell whether two links or bookmarks are the same, their places nearly so."""
    places = (*one.target, *one.area), (*other.target, *other.area)
    if one.words != other.words or len(places[0]) != len(places[1]):
        return False
    return all(abs(here - there) < NEAR for here, there in zip(*places, strict=True))


NOTHING = Lead("", ())


def _shapes(node: Any, pages: dict[Any, int], page: int) -> Iterator[str]:
    """Yield an element as `shape` writes it; of a link, what is in it."""
    if isinstance(node, int):
        yield shape_of_mark(page, node)
        return
    if node.get("/Type") == "/OBJR":
        return
    here = pages.get(node.Pg.objgen, -1) if "/Pg" in node else page
    if "/MCID" in node:
        yield shape_of_mark(here, int(node.MCID))
        return
    kids = [shape for kid in node.get("/K", []) for shape in _shapes(kid, pages, here)]
    if node.S == "/Link":
        yield from kids
    else:
        yield shape(str(node.S)[1:], str(node.get("/Lang", "")), str(node.get("/Alt", "")), kids)


def shape(tag: str, lang: str, alt: str, kids: Sequence[str]) -> str:
    """Write an element: its type, language and alternative, and what is in it."""
    return f"{tag}[{lang}|{alt}]({' '.join(kids)})"


def shape_of_mark(page: int, number: int) -> str:
    """Write a mark: its page, from 0, and its number there."""
    return f"{page}.{number}"


def _target(item: Any, pages: dict[Any, int]) -> tuple[float, ...]:
    """Return the side and the place that something leads to; nothing if it is none of ours."""
    target = item.get("/Dest")
    if not isinstance(target, pikepdf.Array) or len(target) != 5 or target[1] != "/XYZ":
        return ()
    return pages.get(target[0].objgen, -1), float(target[2]), float(target[3])


def _links(document: pikepdf.Pdf, pages: dict[Any, int]) -> Iterator[Lead]:
    for number, page in enumerate(document.pages):
        for note in page.get("/Annots", pikepdf.Array()):
            if note.get("/Subtype") == "/Widget":
                continue  # told by `misfilled`, or foreign
            edges = (float(edge) for edge in note.get("/Rect", pikepdf.Array()))
            words = str(note.get("/Contents", ""))
            yield Lead(words, _target(note, pages), (number, *edges))


def _bookmarks(document: pikepdf.Pdf, pages: dict[Any, int]) -> Iterator[Lead]:
    outline: Any = document.Root.get("/Outlines", pikepdf.Dictionary())
    for item in items(outline.get("/First")):
        yield Lead(str(item.get("/Title", "")), _target(item, pages))


def _leading(sides: Sequence[Side[SealedPage]]) -> Iterator[Leading]:
    """Yield what leads to the pieces that are read aloud, or away from them, in reading order."""
    met = [
        (number, side, laid)
        for number, side in enumerate(sides)
        for laid in side.placed
        if not laid.again
    ]
    for number, side, laid in sorted(met, key=lambda one: one[2].turn):
        bottom = side.size.height - laid.top - laid.piece.height
        yield Leading(
            laid.piece.key, laid.page - 1, number, laid.left, bottom, laid.piece.leads, laid.lang
        )


# What lies on each other ------------------------------------------------------------------------


def _collisions(sides: Sequence[Side[SealedPage]]) -> Iterator[Fault]:
    """Yield the pieces of which something is hidden by another one, veils apart."""
    for number, side in enumerate(sides, start=1):
        for lying, found in overlays([_lying(one, side) for one in side.placed if not one.veil]):
            yield Fault(kind="overlap", found=found, box=lying.name, page=number)


def _lying(laid: Placed[SealedPage], side: Side[SealedPage]) -> Lying:
    lying = Lying(laid.piece.name, laid.piece.texts, laid.piece.patches)
    shown = laid.shown(laid.piece.height)
    lying = lying.within(shown) if shown else lying
    return lying.moved(laid.left, side.size.height - laid.top - laid.piece.height)


def _unseen(sides: Sequence[Side[SealedPage]]) -> Iterator[Fault]:
    """Yield the pieces that are shown in windows, but not all of them."""
    shown = [
        Shown((one.piece.key, one.page), (one.piece.width, one.piece.height), shown, number)
        for number, side in enumerate(sides, start=1)
        for one in side.placed
        if (shown := one.shown(one.piece.height))
    ]
    for first, part in unshown(shown):
        yield Fault(kind="astray", found=f"{part:.1%} of a board is on no sheet", page=first)
