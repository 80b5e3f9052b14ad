"""PDFs joined to one."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, NumberTree


@contextmanager
def joined(pdfs: Sequence[bytes]) -> Iterator[pikepdf.Pdf]:
    """Give PDFs in a row as one that is open, with tags and outline; what they share is kept once.

    They come from `write`. The joined PDF has the metadata of the first.
    """
    with ExitStack() as stack:
        sources = [stack.enter_context(pikepdf.open(io.BytesIO(pdf))) for pdf in pdfs]
        whole = sources[0]
        if not sources[1:]:
            yield whole
            return
        tree = whole.Root.StructTreeRoot
        parents = list(NumberTree(tree.ParentTree).items())
        for number, source in enumerate(sources[1:], start=2):
            first = len(whole.pages)
            for page in source.pages:
                whole.pages.append(page)
            # Pages come first: what refers to them then refers to their copies.
            added = whole.copy_foreign(source.Root.StructTreeRoot)
            shift = max((key for key, _ in parents), default=-1) + 1
            parents += [(key + shift, kept) for key, kept in NumberTree(added.ParentTree).items()]
            for page in whole.pages[first:]:
                _shift_keys(page.obj, shift)
            if source.Root.Lang != whole.Root.Lang:
                for kid in added.K[0].K:
                    kid.Lang = kid.get("/Lang", str(source.Root.Lang))
            _shift_parts(added.K[0], shift)
            for kid in added.K[0].K:
                kid.P = tree.K[0]
                tree.K[0].K.append(kid)
            _append_outline(whole, source)
            if "/AcroForm" in source.Root:
                _append_fields(whole, whole.copy_foreign(source.Root.AcroForm), number)
        tree.ParentTree = whole.make_indirect(
            Dictionary(Nums=Array([part for pair in parents for part in pair]))
        )
        tree.ParentTreeNextKey = max((key for key, _ in parents), default=-1) + 1
        _share_resources(whole)
        yield whole


def _shift_keys(page: Any, shift: int) -> None:
    if "/StructParents" in page:
        page.StructParents = int(page.StructParents) + shift
    for annotation in page.get("/Annots", []):
        if "/StructParent" in annotation:
            annotation.StructParent = int(annotation.StructParent) + shift


def _shift_parts(added: Any, shift: int) -> None:
    """Shift the keys of what is translucent: it is in parts of pages with keys of their own."""
    parts: dict[tuple[int, int], Any] = {}
    elements = [added]
    for element in elements:
        for kid in (each for each in element.get("/K", []) if isinstance(each, Dictionary)):
            if "/S" in kid:
                elements.append(kid)
            elif "/Stm" in kid:
                parts[kid.Stm.objgen] = kid.Stm
    for part in parts.values():
        part.StructParents = int(part.StructParents) + shift


def _append_outline(whole: Any, source: Any) -> None:
    if "/Outlines" not in source.Root:
        return
    added = whole.copy_foreign(source.Root.Outlines)
    if "/Outlines" not in whole.Root:
        whole.Root.Outlines = added
        return
    outline, entry = whole.Root.Outlines, added.First
    outline.Last.Next, entry.Prev = entry, outline.Last
    outline.Last = added.Last
    outline.Count = int(outline.Count) + int(added.Count)
    while entry is not None:
        entry.Parent = outline
        entry = entry.get("/Next")


def _append_fields(whole: Any, added: Any, number: int) -> None:
    if "/AcroForm" not in whole.Root:
        whole.Root.AcroForm = added
        return
    for entry in added.Fields:
        entry.T = f"{entry.T}-{number}"
        whole.Root.AcroForm.Fields.append(entry)


def _share_resources(document: pikepdf.Pdf) -> None:
    """Keep the equal fonts, pictures and patterns of joined PDFs once."""
    kept: dict[bytes, Any] = {}
    seen: dict[tuple[int, int], Any] = {}
    for page in document.pages:
        page.obj.Resources = _shared(page.obj.Resources, kept, seen)


def _shared(thing: Any, kept: dict[bytes, Any], seen: dict[tuple[int, int], Any]) -> Any:
    """Return a part of resources, or an equal one that was met before."""
    if not isinstance(thing, Array | Dictionary | pikepdf.Stream):
        return thing
    if thing.is_indirect and thing.objgen in seen:
        return seen[thing.objgen]
    # In order: pikepdf returns a set, and the first of equal parts is the one that is kept.
    keys = range(len(thing)) if isinstance(thing, Array) else sorted(thing.keys())
    for key in keys:
        part = thing[key]
        if key != Name.Parent and isinstance(part, Array | Dictionary | pikepdf.Stream):
            thing[key] = _shared(part, kept, seen)
    if not thing.is_indirect:
        return thing
    is_stream = isinstance(thing, pikepdf.Stream)
    drawn = hashlib.sha256(thing.read_raw_bytes()).digest() if is_stream else b""
    facts = thing.stream_dict if is_stream else thing
    # unparse() of an indirect object is only its reference.
    is_dictionary = isinstance(facts, Dictionary)
    written = Dictionary(dict(facts.items())).unparse() if is_dictionary else thing.unparse()
    seen[thing.objgen] = kept.setdefault(written + drawn, thing)
    return seen[thing.objgen]
