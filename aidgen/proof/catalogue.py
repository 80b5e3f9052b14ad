"""What a PDF holds beside what it shows: only what is on a list may stand in its dictionaries.

Scripts, actions, attachments, forms, layers, notes, encryption: whatever acts, hides, or looks
otherwise on the printer than on the screen stands under a key that is on no list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pikepdf

from aidgen.page.faults import Fault

DEEPEST = 8
"""How many forms within forms are looked into; ours are one deep."""


def foreign(document: pikepdf.Pdf, *, form: bool = False) -> Iterator[Fault]:
    """Yield what `document` holds and no aid needs; one that is filled in has a `form`."""
    if document.is_encrypted:
        yield _fault("is encrypted")
    root: Any = document.Root
    yield from _keys(root, "catalogue of a form" if form else "catalogue")
    yield from _form(root.get("/AcroForm", {}))
    for name, inner in CATALOGUE.items():
        yield from _keys(root.get(name, {}), inner)
    outline: Any = root.get("/Outlines", {})
    for item in items(outline.get("/First")):
        yield from _keys(item, "bookmark")
    for element in elements(root.get("/StructTreeRoot", {}).get("/K", ())):
        yield from _keys(element, "element")
    seen: set[Any] = set()
    for number, page in enumerate(document.pages, start=1):
        yield from _keys(page.obj, "page", number)
        yield from _resources(page.get("/Resources", {}), number, seen)
        for note in page.get("/Annots", ()):
            yield from _note(note, number, form=form)


def items(first: Any) -> Iterator[Any]:
    """Yield the bookmarks from a first one on, with all below them."""
    queue, seen = [first], set()
    while queue:
        item = queue.pop()
        if item is not None and item.objgen not in seen:
            seen.add(item.objgen)
            yield item
            queue += [item.get("/Next"), item.get("/First")]


def elements(kids: Iterable[Any]) -> Iterator[Any]:
    """Yield the elements of a structure tree among `kids` and below them."""
    queue = list(kids)
    while queue:
        node = queue.pop()
        if isinstance(node, pikepdf.Dictionary) and "/S" in node:
            yield node
            queue.extend(node.get("/K", ()))


def _fault(found: str, page: int = 0) -> Fault:
    return Fault(kind="file", found=found, page=page)


def _keys(found: Any, name: str, page: int = 0) -> Iterator[Fault]:
    """Yield the keys of a dictionary of the PDF that are not on the list `name`."""
    for key in sorted(set(found.keys()) - KEYS[name]):
        yield _fault(f"holds {key}, which no aid needs, in its {name}", page)


def _form(found: Any) -> Iterator[Fault]:
    """Yield what a form holds and may not; its fields are looked at where they stand."""
    if found == {}:
        return
    yield from _keys(found, "form to fill in")
    yield from _keys(found.get("/DR", {}), "resources of fields")
    queue, seen = list(found.get("/Fields", ())), set()
    while queue:
        field = queue.pop()
        if field.objgen in seen or "/Subtype" in field:
            continue
        seen.add(field.objgen)
        yield from _keys(field, "group of fields")
        queue += list(field.get("/Kids", ()))


def _note(note: Any, number: int, *, form: bool) -> Iterator[Fault]:
    """Yield what is neither a plain link nor, in a form, a field."""
    if form and note.get("/Subtype") == "/Widget":
        yield from _keys(note, "field", number)
        return
    if note.get("/Subtype") != "/Link":
        yield _fault(f"holds a note ({note.get('/Subtype')}), which no aid needs", number)
        return
    yield from _keys(note, "link", number)


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
CATALOGUE = {
    "/Pages": "pages",
    "/MarkInfo": "marks",
    "/ViewerPreferences": "preferences",
    "/Outlines": "outline",
    "/StructTreeRoot": "structure",
}
"""The dictionaries of a catalogue, and the lists of their keys."""
CATALOGUED = "Type Pages Lang Metadata MarkInfo ViewerPreferences StructTreeRoot Outlines"
KEYS: Mapping[str, frozenset[str]] = {
    "catalogue": _list(CATALOGUED),
    "catalogue of a form": _list(f"{CATALOGUED} AcroForm"),
    "form to fill in": _list("Fields DR DA"),  # nothing that counts, checks or sends
    "resources of fields": _list("Font"),
    "group of fields": _list("T Kids Parent"),
    "field": _list("Type Subtype Rect F T TU FT DA AP AS V Parent StructParent"),
    "pages": _list("Type Kids Count"),  # pages inherit nothing
    "marks": _list("Marked"),
    "preferences": _list("DisplayDocTitle Direction"),
    "outline": _list("Type First Last Count"),
    "structure": _list("Type K ParentTree ParentTreeNextKey RoleMap IDTree"),
    "element": _list("Type S P Pg K Lang Alt ID A"),  # no words in place of others
    "page": _list("Type Parent Contents Resources MediaBox Annots StructParents Tabs"),
    "bookmark": _list("Title Dest Parent First Last Next Prev Count"),
    "link": _list("Type Subtype Rect Dest Border F Contents StructParent"),
    "resources": _list("ColorSpace ExtGState Font Pattern Shading XObject"),
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
