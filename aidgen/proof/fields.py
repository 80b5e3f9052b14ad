"""The form of a PDF held against what is to be filled in on its pieces, as it was laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import pikepdf

from aidgen.assets.geometry import Bounds
from aidgen.page.faults import Fault
from aidgen.proof.leads import Leading

NEAR = 0.01
"""How far in pt an edge may be off: places are written rounded."""
PRINTED = 4
"""The flags of a field: it is on paper as it is on screen, and nothing else."""
DEEPEST = 32
"""How many groups a field is in at most: names of texts are shorter."""


def has_blanks(pieces: Sequence[Leading]) -> bool:
    """Tell whether there is something to be filled in on some pages of pieces."""
    return any(piece.leads.blanks for piece in pieces)


@dataclass(frozen=True)
class _Wanted:
    """A field that there is to be."""

    name: str
    hint: str
    tick: bool
    side: int
    bounds: Bounds


def misfilled(document: pikepdf.Pdf, pieces: Sequence[Leading]) -> Iterator[Fault]:
    """Yield the fields that are not as the laid out `pieces` say, in reading order.

    What is empty has to leave no ink: on paper a form is like any other.
    """
    wanted = list(_wanted(pieces))
    for number, page in enumerate(document.pages):
        notes = [one for one in page.get("/Annots", ()) if one.get("/Subtype") == "/Widget"]
        here = [one for one in wanted if one.side == number]
        for note, one in zip_longest(notes, here):
            found = _wrong(note, one)
            if found:
                words = one.hint if one else _name(note)
                yield Fault(kind="file", found=found, words=words, page=number + 1)
                break
        for note in notes:
            yield from (
                Fault(kind="file", found=found, words=_name(note), page=number + 1)
                for found in (*_looks(note), *_heard(document, note))
            )
    yield from _whole(document, len(wanted))


def _wanted(pieces: Sequence[Leading]) -> Iterator[_Wanted]:
    """Yield the fields of pieces; of those that are printed again, the names are numbered."""
    met: Counter[str] = Counter()
    for piece in pieces:
        for blank in piece.leads.blanks:
            met[blank.name] += 1
            number = met[blank.name]
            left, bottom, right, top = blank.bounds
            x, y = piece.left, piece.bottom
            yield _Wanted(
                blank.name if number == 1 else f"{blank.name}-{number}",
                blank.hint,
                blank.tick,
                piece.side,
                (left + x, bottom + y, right + x, top + y),
            )


def _wrong(note: Any, wanted: _Wanted | None) -> str:
    """Return what is wrong with a field; nothing if it is what is wanted."""
    if wanted is None:
        return "is a field where nothing is to be filled in"
    if note is None:
        return "cannot be filled in"
    edges = (float(edge) for edge in note.get("/Rect", (0, 0, 0, 0)))
    if any(abs(one - other) > NEAR for one, other in zip(edges, wanted.bounds, strict=True)):
        return "is filled in elsewhere"
    if _name(note) != wanted.name:
        return f"is a field called {_name(note)}, expected {wanted.name}"
    if not wanted.hint or str(note.get("/TU", "")) != wanted.hint:
        return f"is a field that says “{note.get('/TU', '')}” of itself"
    if note.get("/FT") != ("/Btn" if wanted.tick else "/Tx"):
        return "is a field of another kind"
    return ""


def _name(note: Any) -> str:
    """Return the whole name of a field, that of its groups before its own."""
    parts: list[str] = []
    while note is not None and len(parts) < DEEPEST:
        parts.insert(0, str(note.get("/T", "")))
        note = note.get("/Parent")
    return ".".join(parts)


def _looks(note: Any) -> Iterator[str]:
    """Yield what is wrong with how a field looks that is not filled in: it leaves no ink."""
    normal: Any = note.get("/AP", {}).get("/N", {})
    ticked = note.get("/FT") == "/Btn"
    empty = normal.get("/Off", {}) if ticked else normal
    if note.get("/F") != PRINTED:
        yield "is a field that is on paper otherwise than on screen"
    if set(note.get("/AP", {}).keys()) != {"/N"}:
        yield "is a field with looks for the mouse, or with none"
    if not isinstance(empty, pikepdf.Stream) or _inked(empty):
        yield "is a field that leaves ink before it is filled in"
    if ticked:
        if [note.get("/V"), note.get("/AS")] != ["/Off", "/Off"] or set(normal) != {"/On", "/Off"}:
            yield "is a box that is ticked already, or cannot be"
        elif not _inked(normal.On):
            yield "is a box on which no tick can be seen"
    elif "/V" in note or not str(note.get("/DA", "")).startswith("/Ours "):
        yield "is a field that is filled in already, or in no font of ours"


def _inked(form: Any) -> bool:
    """Tell whether a form draws something."""
    silent = ("BMC", "BDC", "EMC", "q", "Q", "w", "J", "m", "l")
    return any(str(one.operator) not in silent for one in pikepdf.parse_content_stream(form))


def _heard(document: pikepdf.Pdf, note: Any) -> Iterator[str]:
    """Yield what is wrong with how a field is met by those who have the page read to them."""
    root: Any = document.Root.get("/StructTreeRoot", {})
    nums: Any = list(root.get("/ParentTree", {}).get("/Nums", ()))
    parents: dict[int, Any] = dict(zip(map(int, nums[::2]), nums[1::2], strict=False))
    element: Any = parents.get(int(note.get("/StructParent", -1)), {})
    kids: Any = list(element.get("/K", ())) if element != {} else []
    within = [kid.get("/Obj") for kid in kids if isinstance(kid, pikepdf.Dictionary)]
    met = [one.objgen for one in within if one is not None]
    if element == {} or element.get("/S") != "/Form" or met != [note.objgen]:
        yield "is a field that is not met where it is read aloud"


def _whole(document: pikepdf.Pdf, fields: int) -> Iterator[Fault]:
    """Yield what is wrong with a form: its fields are those of the pages, its font is ours."""
    form: Any = document.Root.get("/AcroForm", {})
    notes = [note.objgen for page in document.pages for note in page.get("/Annots", ())]
    ends, queue, deep = [], list(form.get("/Fields", ())), 0
    while queue and deep <= DEEPEST * (fields + 1):
        field = queue.pop()
        deep += 1
        if "/Kids" in field:
            queue += list(field.Kids)
        else:
            ends.append(field.objgen)
    if sorted(ends) != sorted(one for one in notes if one in set(ends)) or len(ends) != fields:
        yield Fault(kind="file", found=f"has a form of {len(ends)} fields", expected=str(fields))
    font: Any = form.get("/DR", {}).get("/Font", {}).get("/Ours", {})
    if fields and "/FontFile2" not in font.get("/FontDescriptor", {}):
        yield Fault(kind="file", found="does not have the font in it that it is filled in with")
