"""Checks what a PDF contains: its fonts, images and patterns, and nothing that acts or hides.

Scripts, actions, attachments, forms, layers, notes, encryption: whatever acts, hides, or looks
different on paper has a key that is on no list below.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf

from aidgen.assets.faces import faces
from aidgen.layout.faults import Fault
from aidgen.proof.annotations import bookmarks_of
from aidgen.proof.content import Fonts
from aidgen.proof.structure import StructureTree

# Keys ---------------------------------------------------------------------------------------------


def check_keys(tree: StructureTree, *, form: bool = False) -> Iterator[Fault]:
    """Yield the keys of a document that no play aid needs; with `form`, a form is allowed."""
    document = tree.document
    if document.is_encrypted:
        yield _key_fault("is encrypted")
    root: Any = document.Root
    yield from _surplus_keys(root, "catalogue of a form" if form else "catalogue")
    yield from _check_form_keys(root.get("/AcroForm", {}))
    for name, inner in CATALOGUE_KEYS.items():
        yield from _surplus_keys(root.get(name, {}), inner)
    for item, _ in bookmarks_of(document):
        yield from _surplus_keys(item, "bookmark")
    for element in tree.elements:
        yield from _surplus_keys(element.node, "element")
    seen: set[Any] = set()
    for number, page in enumerate(document.pages, start=1):
        yield from _surplus_keys(page.obj, "page", number)
        yield from _check_resource_keys(page.get("/Resources", {}), number, seen)
        for note in page.get("/Annots", ()):
            kind = note.get("/Subtype")
            if kind == "/Link" or (form and kind == "/Widget"):
                yield from _surplus_keys(note, "link" if kind == "/Link" else "field", number)
            else:
                yield _key_fault(f"holds a note ({kind}), which no play aid needs", number)


def _key_fault(found: str, page: int = 0) -> Fault:
    return Fault(kind="file", found=found, page=page)


def _surplus_keys(dictionary: Any, name: str, page: int = 0) -> Iterator[Fault]:
    """Yield the keys of a dictionary of the PDF that are not on the list `name`."""
    for key in sorted(set(dictionary.keys()) - ALLOWED_KEYS[name]):
        yield _key_fault(f"holds {key}, which no play aid needs, in its {name}", page)


def _check_form_keys(form: Any) -> Iterator[Fault]:
    """Yield the keys of a form and of its groups of fields; pages lead to the fields themselves."""
    if form == {}:
        return
    yield from _surplus_keys(form, "form to fill in")
    yield from _surplus_keys(form.get("/DR", {}), "resources of fields")
    queue, seen = list(form.get("/Fields", ())), set()
    while queue:
        field = queue.pop()
        if field.objgen in seen or "/Subtype" in field:
            continue
        seen.add(field.objgen)
        yield from _surplus_keys(field, "group of fields")
        queue += list(field.get("/Kids", ()))


def _check_resource_keys(resources: Any, number: int, seen: set[Any]) -> Iterator[Fault]:
    """Yield the keys of resources, and of those of forms and patterns; each object once."""
    queue = [("resources", resources)]
    while queue:
        name, each = queue.pop()
        if each == {} or (each.is_indirect and each.objgen in seen):
            continue
        if each.is_indirect:
            seen.add(each.objgen)
        yield from _surplus_keys(each, name, number)
        if name == "resources":
            for state in each.get("/ExtGState", {}).values():
                queue.append(("graphics state", state))
            for kind in ("/XObject", "/Pattern"):
                for thing in each.get(kind, {}).values():
                    queue.append((_kind_of(thing), thing))
        elif name == "graphics state":
            mask: Any = each.get("/SMask", {})
            if isinstance(mask, pikepdf.Dictionary) and "/G" in mask:
                queue.append((_kind_of(mask.G), mask.G))
        else:
            queue.append(("resources", each.get("/Resources", {})))


def _kind_of(thing: Any) -> str:
    return {"/Form": "form", "/Image": "image"}.get(str(thing.get("/Subtype", "")), "pattern")


def _key_list(*keys: str) -> frozenset[str]:
    return frozenset(f"/{key}" for line in keys for key in line.split())


CATALOGUE_KEYS = {
    "/Pages": "pages",
    "/MarkInfo": "marks",
    "/ViewerPreferences": "preferences",
    "/Outlines": "outline",
    "/StructTreeRoot": "structure",
}
"""The dictionaries of a catalogue, and the lists of their keys."""
CATALOGUE_LIST = "Type Pages Lang Metadata MarkInfo ViewerPreferences StructTreeRoot Outlines"
ALLOWED_KEYS: Mapping[str, frozenset[str]] = {
    "catalogue": _key_list(CATALOGUE_LIST),
    "catalogue of a form": _key_list(f"{CATALOGUE_LIST} AcroForm"),
    "form to fill in": _key_list("Fields DR DA"),  # nothing that counts, checks or sends
    "resources of fields": _key_list("Font"),
    "group of fields": _key_list("T Kids Parent"),
    "field": _key_list("Type Subtype Rect F Ff T TU FT DA AP AS V Parent StructParent"),
    "pages": _key_list("Type Kids Count"),  # pages inherit nothing
    "marks": _key_list("Marked"),
    "preferences": _key_list("DisplayDocTitle Direction"),
    "outline": _key_list("Type First Last Count"),
    "structure": _key_list("Type K ParentTree ParentTreeNextKey RoleMap IDTree"),
    "element": _key_list("Type S P Pg K Lang Alt ID A"),  # no words in place of others
    "page": _key_list(
        "Type Parent Contents Resources MediaBox TrimBox BleedBox Annots StructParents Tabs"
    ),
    "bookmark": _key_list("Title Dest Parent First Last Next Prev Count"),
    "link": _key_list("Type Subtype Rect Dest Border F Contents StructParent"),
    "resources": _key_list("ColorSpace ExtGState Font Pattern Shading XObject"),
    "graphics state": _key_list("Type CA ca SMask AIS BM"),
    "form": _key_list(
        "Type Subtype BBox Matrix Group Resources Length Filter DecodeParms FormType"
    ),
    "image": _key_list(
        "Type Subtype Width Height ColorSpace BitsPerComponent Decode ImageMask Mask SMask",
        "Interpolate Intent Length Filter DecodeParms",
    ),
    "pattern": _key_list(
        "Type PatternType PaintType TilingType BBox XStep YStep Matrix Resources Shading",
        "Length Filter DecodeParms",
    ),
}
"""The keys that each dictionary of a PDF may have (ISO 32000-1, 7.7, 8.4.5, 8.7, 8.9, 8.10, 12)."""


# Fonts --------------------------------------------------------------------------------------------

WIDTH_ROUNDING = 1
"""How far, in thousandths of an em, the PDF's width of a glyph may be off: it is rounded."""
DEFAULT_WIDTH = 1000
"""The width of a glyph without an entry, in thousandths of an em (ISO 32000-1, 9.7.4.3)."""
NO_RESOURCES = pikepdf.Dictionary()


@dataclass(frozen=True)
class VerifiedFont:
    """A font as a page was verified to draw with it: its name there, our face, its glyphs."""

    name: str
    face: str
    says: tuple[tuple[int, str], ...]
    """The number of each glyph that is drawn, and its text; "" if it has none."""


@dataclass(frozen=True)
class PageResources:
    """The resources that a page was verified to draw with."""

    fonts: tuple[VerifiedFont, ...]
    others: tuple[tuple[str, str], ...]
    """The kind and the name of each other resource; its name is a digest of it."""


def check_resources(document: pikepdf.Pdf, expected: Sequence[PageResources]) -> Iterator[Fault]:
    """Yield the faults of the resources that all pages of `document` share."""
    if len({page.get("/Resources", NO_RESOURCES).objgen for page in document.pages}) != 1:
        yield Fault(kind="glyph", found="has pages with resources of their own")
    shared: Any = document.pages[0].get("/Resources", NO_RESOURCES)
    yield from _check_font_uses(shared, {use: None for each in expected for use in each.fonts})
    yield from _check_digests(shared, {other: None for each in expected for other in each.others})


def _check_font_uses(shared: Any, expected: Mapping[VerifiedFont, None]) -> Iterator[Fault]:
    """Yield the fonts that are not ours, and glyphs that are drawn otherwise than in them."""
    fonts = Fonts()
    described = dict(shared.get("/Font", NO_RESOURCES).items())
    widths: dict[str, dict[int, float]] = {}
    for each in described.values():
        font = fonts.font(each)
        if font.face is not None:
            for code in font.to_unicode:
                font.char(code)
    for use in expected:
        drawn_with = fonts.font(described[use.name]) if use.name in described else None
        face = drawn_with.face if drawn_with else None
        if drawn_with is None or face is None or face is not faces().get(use.face):
            found = f"does not have the font {use.face} as {use.name}"
            yield Fault(kind="glyph", found=found)
            continue
        if use.name not in widths:
            widths[use.name] = dict(_widths_of(described[use.name]))
        for code, said in use.says:
            drawn_with.char(code)
            if said and not drawn_with.to_unicode.get(code):
                found = f"does not say that {use.face} draws “{said}”"
                yield Fault(kind="glyph", found=found)
            width = 1000 * face.advance(code)
            if abs(widths[use.name].get(code, DEFAULT_WIDTH) - width) > WIDTH_ROUNDING:
                found = f"says that “{said}” of {use.face} is of another width"
                yield Fault(kind="glyph", found=found)
    yield from fonts.faults()


def _widths_of(described: Any) -> Iterator[tuple[int, float]]:
    """Yield the numbers of a font's glyphs with their widths, by the PDF."""
    listed = list(described.DescendantFonts[0].get("/W", []))
    for first, widths in zip(listed[::2], listed[1::2], strict=False):
        for code, width in enumerate(widths, start=int(first)):
            yield code, float(width)


# Images and the rest ------------------------------------------------------------------------------


def _check_digests(shared: Any, expected: Mapping[tuple[str, str], None]) -> Iterator[Fault]:
    """Yield the resources that are missing, or whose name is not their digest."""
    fonts = shared.get("/Font", NO_RESOURCES)
    for kind, name in expected:
        if name not in shared.get(kind, NO_RESOURCES):
            yield Fault(kind="stray", found=f"draws with {name}, which is not there")
    if "/Pattern" in shared:
        found = "paints with a pattern whose place is that on the page, not that on its piece"
        yield Fault(kind="astray", found=found)
    for kind, things in shared.items():
        for name, thing in things.items() if kind != "/Font" else ():
            digest = hashlib.sha256(b"".join(_bytes_of(thing))).hexdigest()
            if not digest.startswith(str(name).removeprefix("/R")):
                yield Fault(
                    kind="stray", found=f"draws with {name}, which is not what was verified"
                )
            if any(each.objgen != fonts.objgen for each in _inner_fonts(thing)):
                yield Fault(kind="glyph", found=f"draws {name} with fonts of its own")


def _bytes_of(thing: Any) -> Iterator[bytes]:
    """Yield the content of a resource, keys in their order; its fonts are those of the pages."""
    if isinstance(thing, pikepdf.Stream):
        is_photograph = thing.get("/Filter") == "/DCTDecode"  # JPEG, which is not unpacked
        yield thing.read_raw_bytes() if is_photograph else thing.read_bytes()
        thing = thing.stream_dict
    if isinstance(thing, pikepdf.Dictionary):
        for key, value in sorted(thing.items()):
            if key not in ("/Length", "/Filter", "/DecodeParms", "/Parent", "/Font"):
                yield str(key).encode()
                yield from _bytes_of(value)
    elif isinstance(thing, pikepdf.Array):
        for value in thing:
            yield from _bytes_of(value)
    else:
        yield repr(thing).encode()


def _inner_fonts(thing: Any) -> Iterator[Any]:
    """Yield the font dictionaries of a form or a pattern, and of all that it draws with."""
    if isinstance(thing, pikepdf.Stream):
        thing = thing.stream_dict
    if isinstance(thing, pikepdf.Dictionary):
        for key, value in thing.items():
            if key == "/Font":
                yield value
            elif key != "/Parent":
                yield from _inner_fonts(value)
    elif isinstance(thing, pikepdf.Array):
        for value in thing:
            yield from _inner_fonts(value)
