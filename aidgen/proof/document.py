"""Checks a finished document: is each verified piece in it, whole, in its place and in its order?

No piece is read again: its content has to be what was verified, byte by byte, between the marks
that were written for the document. No code is shared with what assembles documents.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pikepdf

from aidgen.assets.papers import Bounds, hull, intersection
from aidgen.layout.faults import Fault
from aidgen.page.composed import Placed, Side
from aidgen.page.layout import NO_NAVIGATION, Navigation
from aidgen.proof.accessibility import check_document_tags
from aidgen.proof.annotations import PlacedNavigation, check_fields, check_links, has_blanks
from aidgen.proof.content import read_text_runs
from aidgen.proof.ink import check_text_ink
from aidgen.proof.resources import PageResources, check_keys, check_resources
from aidgen.proof.stacking import (
    OVERHANG,
    Patch,
    StackedPiece,
    Window,
    find_hidden,
    find_on_dark,
    find_unshown,
)
from aidgen.proof.structure import StructureElement, StructureTree

PAPER_ROUNDING = 0.01
"""How far in pt an edge of paper may be off: places are written rounded."""


@dataclass(frozen=True)
class Seal:
    """The content of a page of a piece: the lengths of its parts between marks, and a digest."""

    lengths: tuple[int, ...]
    digest: str
    """SHA-256 of the parts, a zero byte between two."""
    marks: tuple[str, ...]
    """The tags of its marks, in their order."""
    resources: PageResources


@dataclass(frozen=True)
class SealedPage:
    """A page of a piece as it was verified: its content, its size in pt, and what is on it."""

    key: str
    """Identifies the piece."""
    seal: Seal
    width: float
    height: float
    texts: tuple[Bounds, ...]
    """The bounds of its texts, in pt upwards from its lower left corner."""
    patches: tuple[Patch, ...]
    """The areas that are painted beside them."""
    name: str
    """The card or region that it is; "" if it is none."""
    is_pale: bool = False
    """Whether its texts are too pale for white paper, and have to be on something else."""
    navigation: Navigation = NO_NAVIGATION
    """The headings, links, anchors and fields on it."""


@dataclass(frozen=True)
class DocumentTraits:
    """The traits that a document should have."""

    titles: int = 1
    """How many titles it has: none if its pages are single cards, with no title above them."""
    fillable: bool = False
    """Whether its blanks are fields of a form."""


PLAIN_DOCUMENT = DocumentTraits()


def check_document(
    pdf: bytes,
    sides: Sequence[Side[SealedPage]],
    tags: Sequence[str],
    traits: DocumentTraits = PLAIN_DOCUMENT,
) -> tuple[Fault, ...]:
    """Return every fault of a PDF that is to have these pieces on its sides.

    `tags` are the elements at the top of its structure tree, as `describe_element` writes them.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        tree, navigation = StructureTree(document), tuple(_navigation_of(sides))
        resources = [placed.piece.seal.resources for side in sides for placed in side.placed]
        return (
            *check_keys(tree, form=traits.fillable and has_blanks(navigation)),
            *_check_paper(document, sides),
            *_check_contents(document, sides),
            *check_resources(document, resources),
            *_check_tag_order(tree, tuple(tags)),
            *check_links(document, navigation),
            *(check_fields(tree, navigation) if traits.fillable else ()),
            *check_document_tags(tree, titles=traits.titles),
            *_check_stacking(document, sides),
            *_check_windows(sides),
        )


def _check_paper(document: pikepdf.Pdf, sides: Sequence[Side[SealedPage]]) -> Iterator[Fault]:
    if len(document.pages) != len(sides):
        found = f"has {len(document.pages)} pages"
        yield Fault(kind="paper", found=found, expected=str(len(sides)))
    for number, (page, side) in enumerate(zip(document.pages, sides, strict=False), start=1):
        whole = (0.0, 0.0, side.size.width, side.size.height)
        bleed = whole if side.trim_box else None
        for name, box, expected in (
            ("edges", page.mediabox, whole),
            ("trim box", page.get("/TrimBox"), side.trim_box),
            ("bleed box", page.get("/BleedBox"), bleed),
        ):
            here = None if box is None else tuple(float(str(edge)) for edge in box)
            if not _are_close(here, expected):
                found = f"its {name}: {_describe_box(here)}"
                yield Fault(
                    kind="paper", found=found, expected=_describe_box(expected), page=number
                )


PageBounds = tuple[float, ...]


def _are_close(here: PageBounds | None, expected: PageBounds | None) -> bool:
    if here is None or expected is None:
        return here is expected
    pairs = zip(here, expected, strict=True)
    return all(abs(one - other) <= PAPER_ROUNDING for one, other in pairs)


def _describe_box(box: PageBounds | None) -> str:
    return "none" if box is None else " ".join(f"{edge:g}" for edge in box)


def _navigation_of(sides: Sequence[Side[SealedPage]]) -> Iterator[PlacedNavigation]:
    """Yield the navigation of the pieces that are read aloud, in reading order."""
    spoken = [
        (number, side, placed)
        for number, side in enumerate(sides)
        for placed in side.placed
        if not placed.again
    ]
    for number, side, placed in sorted(spoken, key=lambda each: each[2].turn):
        page = placed.piece
        bottom = side.size.height - placed.top - page.height
        place = (placed.page - 1, number, placed.left, bottom)
        yield PlacedNavigation(page.key, *place, page.navigation, placed.lang)


# Contents -----------------------------------------------------------------------------------------


def _check_contents(document: pikepdf.Pdf, sides: Sequence[Side[SealedPage]]) -> Iterator[Fault]:
    for number, (page, side) in enumerate(zip(document.pages, sides, strict=False), start=1):
        rest, marks = _page_content(page), 0
        for placed in side.placed:
            after = _skip_piece(rest, placed, side, marks)
            if after is None:
                name = placed.piece.name
                found = f"does not have {name or 'a piece'} as it was verified, in its place"
                yield Fault(kind="astray", found=found, box=name, page=number)
                break
            rest = after
            marks += 0 if placed.again else len(placed.piece.seal.lengths) - 1
        else:
            if rest.strip():  # a blank side has an empty line
                found = "has more on it than the verified pieces"
                yield Fault(kind="stray", found=found, page=number)


def _page_content(page: pikepdf.Page) -> bytes:
    """Return the content of a page; it may share parts with others."""
    contents: Any = page.get("/Contents")
    streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
    return b"".join(one.read_bytes() for one in streams if isinstance(one, pikepdf.Stream))


def _skip_piece(
    content: bytes, placed: Placed[SealedPage], side: Side[SealedPage], marks: int
) -> bytes | None:
    """Return what follows the piece with which a content begins, after a number of marks.

    None if it does not begin with the piece.
    """
    beginning = PIECE_BEGINNING.match(content)
    if beginning is None or beginning.groups() != _place_of(placed, side):
        return None
    rest, parts, seal = content[beginning.end() :], [], placed.piece.seal
    for at, length in enumerate(seal.lengths):
        if at:
            mark = PIECE_MARK.match(rest)
            if mark is None:
                return None
            if placed.again:
                if not mark[0].startswith(b"/Artifact <</Type /Pagination>>"):
                    return None
            elif (mark[1], mark[2]) != (seal.marks[at - 1].encode(), b"%d" % (marks + at - 1)):
                return None
            rest = rest[mark.end() :]
        parts.append(rest[:length])
        rest = rest[length + 1 :]
    is_whole = hashlib.sha256(b"\0".join(parts)).hexdigest() == seal.digest
    return rest.removeprefix(b"Q\n") if is_whole and rest.startswith(b"Q\n") else None


def _place_of(placed: Placed[SealedPage], side: Side[SealedPage]) -> tuple[bytes, ...]:
    """Return where a piece has to begin and to be cut off, as it is written."""
    page = placed.piece
    up = side.size.height - placed.top - page.height
    shown = placed.shown(page.height)
    if shown is None:
        edges = (placed.left, up, page.width + 2 * OVERHANG, page.height + 2 * OVERHANG)
        corner = (b"%g" % -OVERHANG, b"%g" % -OVERHANG)
    else:
        left, bottom, right, top = shown
        edges = (placed.left, up, right - left, top - bottom)
        corner = (b"%.6f" % left, b"%.6f" % bottom)
    x, y, width, height = (b"%.6f" % edge for edge in edges)
    return x, y, *corner, width, height


# The place of a piece, in pt from the lower left corner; it is cut off at its page or its window.
PIECE_BEGINNING = re.compile(
    rb"q\n1 0 0 1 (-?\d+\.\d+) (-?\d+\.\d+) cm\n"
    rb"(-?\d+\.\d+) (-?\d+\.\d+) (\d+\.\d+) (\d+\.\d+) re W n\n"
)
# The beginning of marked content: what is read aloud has a number, the rest is decoration.
PIECE_MARK = re.compile(rb"(/\w+) <<(?:/MCID (\d+)|/Type /Pagination)>> BDC\n")


# Tags ---------------------------------------------------------------------------------------------


def _check_tag_order(tree: StructureTree, expected: tuple[str, ...]) -> Iterator[Fault]:
    """Yield where the document is read aloud otherwise than its pieces are."""
    tags = tuple(
        each
        for whole in tree.root.elements[:1]
        for kid in whole.kids
        for each in _describe_kid(kid)
    )
    if tree.is_tagged and tags != expected:
        pairs = zip(tags, expected, strict=False)
        at = next((i for i, (here, there) in enumerate(pairs) if here != there), len(tags))
        found = f"is read aloud otherwise than its pieces are, from the {at + 1}. on"
        yield Fault(kind="tags", found=found)


def _describe_kid(kid: StructureElement | tuple[int, int]) -> Iterator[str]:
    """Yield an element as `describe_element` writes it; a link is left out, its content not."""
    if not isinstance(kid, StructureElement):
        yield describe_mark(*kid)
        return
    kids = [each for inner in kid.kids for each in _describe_kid(inner)]
    if kid.written_tag == "Link":
        yield from kids
    else:
        lang, alt = (str(kid.node.get(key, "")) for key in ("/Lang", "/Alt"))
        yield describe_element(kid.written_tag, lang, alt, kids)


def describe_element(tag: str, lang: str, alt: str, kids: Sequence[str]) -> str:
    """Describe an element: its type, its language, its alternative text, and its content."""
    return f"{tag}[{lang}|{alt}]({' '.join(kids)})"


def describe_mark(page: int, number: int) -> str:
    """Write marked content: its page, from 0, and its number there."""
    return f"{page}.{number}"


# Pieces on one side -------------------------------------------------------------------------------


def _check_stacking(document: pikepdf.Pdf, sides: Sequence[Side[SealedPage]]) -> Iterator[Fault]:
    """Yield the pieces of which something is hidden, or hard to read, where it is placed."""
    for number, side in enumerate(sides, start=1):
        placings = side.placed
        pieces = [_stacked_piece(placed, side) for placed in placings]
        for piece, found in find_hidden(pieces):
            yield Fault(kind="overlap", found=found, box=piece.name, page=number)
        unsure = {i for i, placed in enumerate(placings) if placed.piece.is_pale}
        texts = [text for i in unsure | set(find_on_dark(pieces)) for text in pieces[i].texts]
        if texts:
            yield from _check_texts(document, number, texts)


def _check_texts(document: pikepdf.Pdf, number: int, texts: Sequence[Bounds]) -> Iterator[Fault]:
    """Yield those of some texts on a page, from 1, that are hidden or pale where they are."""
    single = pikepdf.new()
    single.pages.append(document.pages[number - 1])
    out = io.BytesIO()
    single.save(out)
    left, bottom, right, top = (float(str(edge)) for edge in single.pages[0].mediabox)
    runs = [
        run
        for run in read_text_runs(single).runs
        if run.boxes and any(intersection(hull(run.boxes), text) for text in texts)
    ]
    for each in check_text_ink(out.getvalue(), (left, bottom, right, top), runs):
        yield replace(each.fault, page=number)


def _stacked_piece(placed: Placed[SealedPage], side: Side[SealedPage]) -> StackedPiece:
    page = placed.piece
    piece, shown = StackedPiece(page.name, page.texts, page.patches), placed.shown(page.height)
    piece = piece.within(shown) if shown else piece
    return piece.moved(placed.left, side.size.height - placed.top - page.height)


def _check_windows(sides: Sequence[Side[SealedPage]]) -> Iterator[Fault]:
    """Yield the pieces that are shown in windows, but not whole."""
    windows = [
        Window((page.key, placed.page), (page.width, page.height), shown, number)
        for number, side in enumerate(sides, start=1)
        for placed in side.placed
        for page in (placed.piece,)
        if (shown := placed.shown(page.height))
    ]
    for first, part in find_unshown(windows):
        yield Fault(kind="astray", found=f"{part:.1%} of a board is on no sheet", page=first)
