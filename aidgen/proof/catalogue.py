"""What a PDF holds beside what it shows: only what is on a list may stand in its dictionaries.

Scripts, actions, attachments, forms, layers, notes, encryption: whatever acts, hides, or looks
otherwise on the printer than on the screen stands under a key that is on no list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pikepdf

from aidgen.page.faults import Fault

SIZE = 0.5
"""How far in pt a box of a page may be from its paper."""
DEEPEST = 8
"""How many forms within forms are looked into; ours are one deep."""


def foreign(document: pikepdf.Pdf) -> Iterator[Fault]:
    """Yield what `document` holds and no aid needs."""
    if document.is_encrypted:
        yield _fault("is encrypted")
    root: Any = document.Root
    yield from _keys(root, "catalogue")
    for name, inner in (("/Names", "names"), ("/MarkInfo", "marks")):
        yield from _keys(root.get(name, {}), inner)
    yield from _keys(root.get("/ViewerPreferences", {}), "preferences")
    yield from _bookmarks(root.get("/Outlines", {}).get("/First"))
    seen: set[Any] = set()
    for number, page in enumerate(document.pages, start=1):
        yield from _keys(page.obj, "page", number)
        yield from _boxes(page, number)
        yield from _resources(page.get("/Resources", {}), number, seen)
        for note in page.get("/Annots", ()):
            yield from _note(note, number)


def _fault(found: str, page: int = 0) -> Fault:
    return Fault(kind="file", found=found, page=page)


def _keys(found: Any, name: str, page: int = 0) -> Iterator[Fault]:
    """Yield the keys of a dictionary of the PDF that are not on the list `name`."""
    for key in sorted(set(found.keys()) - KEYS[name]):
        yield _fault(f"holds {key}, which no aid needs, in its {name}", page)


def _boxes(page: Any, number: int) -> Iterator[Fault]:
    """Yield the boxes of a page that are not as large as its paper."""
    paper = [float(edge) for edge in page.mediabox]
    for key in BOXES:
        box = [float(edge) for edge in page.get(key, paper)]
        if any(abs(one - other) > SIZE for one, other in zip(box, paper, strict=True)):
            listed = " ".join(f"{edge:g}" for edge in box)
            yield _fault(f"has a {key} of {listed}, which is not its paper", number)


def _bookmarks(first: Any) -> Iterator[Fault]:
    queue, seen = [first], set()
    while queue:
        item = queue.pop()
        if item is None or item.objgen in seen:
            continue
        seen.add(item.objgen)
        yield from _keys(item, "bookmark")
        queue += [item.get("/First"), item.get("/Next")]


def _note(note: Any, number: int) -> Iterator[Fault]:
    """Yield what is not a plain link."""
    if note.get("/Subtype") != "/Link":
        yield _fault(f"holds a note ({note.get('/Subtype')}), which no aid needs", number)
        return
    yield from _keys(note, "link", number)
    action = note.get("/A", {})
    yield from _keys(action, "action", number)
    if action.get("/S", "/URI") != "/URI":
        yield _fault(f"has a link that does {action.get('/S')}", number)


def _resources(found: Any, number: int, seen: set[Any], depth: int = 0) -> Iterator[Fault]:
    """Yield what stands in resources, and in those of forms and patterns, and may not."""
    if found == {} or found.objgen in seen or depth > DEEPEST:
        return
    if found.is_indirect:
        seen.add(found.objgen)
    yield from _keys(found, "resources", number)
    for state in found.get("/ExtGState", {}).values():
        yield from _keys(state, "graphics state", number)
        yield from _inner(state.get("/SMask", {}), number, seen, depth)
    for kind in ("/XObject", "/Pattern"):
        for thing in found.get(kind, {}).values():
            if not (thing.is_indirect and thing.objgen in seen):
                yield from _thing(thing, number, seen, depth)


def _inner(mask: Any, number: int, seen: set[Any], depth: int) -> Iterator[Fault]:
    """Yield what a mask is made of and may not be."""
    if isinstance(mask, pikepdf.Dictionary) and "/G" in mask:
        yield from _thing(mask.G, number, seen, depth)


def _thing(thing: Any, number: int, seen: set[Any], depth: int) -> Iterator[Fault]:
    """Yield what a picture, a form or a pattern holds and may not."""
    if thing.is_indirect:
        seen.add(thing.objgen)
    name = NAMES.get(str(thing.get("/Subtype", "")), "pattern")
    yield from _keys(thing, name, number)
    yield from _resources(thing.get("/Resources", {}), number, seen, depth + 1)


def _list(*keys: str) -> frozenset[str]:
    return frozenset(f"/{key}" for line in keys for key in line.split())


NAMES = {"/Form": "form", "/Image": "image"}
BOXES = ("/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
"""Parts of a page that a printer may take for the whole."""
KEYS: Mapping[str, frozenset[str]] = {
    "catalogue": _list(
        "Type Version Pages Lang Metadata MarkInfo ViewerPreferences StructTreeRoot Outlines Names",
        "PageMode PageLayout",
    ),
    "names": _list("Dests"),
    "marks": _list("Marked Suspects"),
    "preferences": _list("DisplayDocTitle"),
    "page": _list(
        "Type Parent Contents Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit",
        "Annots StructParents Tabs Group",
    ),
    "bookmark": _list("Title Dest Parent First Last Next Prev Count"),
    "link": _list("Type Subtype Rect Dest A BS Border F Contents StructParent"),
    "action": _list("Type S URI"),
    "resources": _list("ColorSpace ExtGState Font Pattern Shading XObject ProcSet Properties"),
    "graphics state": _list("Type CA ca SMask AIS BM"),
    "form": _list("Type Subtype BBox Matrix Group Resources Length Filter DecodeParms FormType"),
    "image": _list(
        "Type Subtype Width Height ColorSpace BitsPerComponent Decode ImageMask Mask SMask",
        "Interpolate Intent Length Filter DecodeParms",
    ),
    "pattern": _list(
        "Type PatternType PaintType TilingType BBox XStep YStep Matrix Resources Shading",
        "Length Filter DecodeParms",
    ),
}
"""What may stand in each dictionary of a PDF (ISO 32000-1, 7.7, 8.4.5, 8.7, 8.9, 8.10, 12)."""
