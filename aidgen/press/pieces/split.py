"""What the engine has set together taken apart: each piece by itself, without fonts."""

from __future__ import annotations

import hashlib
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pikepdf

from aidgen.assets.faces import faces
from aidgen.assets.fonts import is_shaped
from aidgen.assets.geometry import Bounds
from aidgen.press.filled import fields
from aidgen.press.flattening import flatten
from aidgen.press.marks import Content, Cutter, Engine, codes
from aidgen.press.pdf.structure import Kid, Node, anchors, structure
from aidgen.press.reading import Element, Leaf, Reading
from aidgen.press.setpieces import FontUse, Mark, SetPage, SetPiece, Tag
from aidgen.press.xobjects import KINDS, forms, give_fonts

DIGITS = 3
"""With how many digits a place in pt is written."""
NAME = 12
"""How many letters of its digest a resource is called by: enough that no two are alike."""


def taken_apart(pdf: bytes, reading: Reading) -> tuple[SetPiece, ...]:
    """Return the pieces of `pdf`, as the engine wrote it: the `main` elements of `reading`.

    Each begins on a page of its own.
    """
    mains = tuple(_mains(reading.root))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        flatten(document)
        engine = Engine(document)
        places = engine.places([*reading.root.leaves(), *reading.running])
        trees = [structure(main) for main in mains]
        kept = [leaf for tree in trees for leaf in tree.leaves()]
        rtl = reading.root.attributes.get("dir") == "rtl"
        said = {
            places[leaf]: leaf.text for leaf in kept if leaf.text and (rtl or is_shaped(leaf.text))
        }
        cutter = Cutter(frozenset(places[leaf] for leaf in kept), engine.boxes, said)
        names = _Names(document)
        known = _Forms()
        pages = tuple(
            (page, _page(i, page, cutter, names.of(page), known))
            for i, page in enumerate(document.pages)
        )
        names.give(document)
        marks = _Marks(
            {leaf: cutter.numbers[places[leaf]] for leaf in kept},
            {leaf: cutter.drawn[places[leaf]] for leaf in kept if places[leaf] in cutter.drawn},
        )
        return tuple(
            _piece(pages, main, tree, marks) for main, tree in zip(mains, trees, strict=True)
        )


def _mains(element: Element) -> Iterator[Element]:
    if element.tag == "main":
        yield element
        return
    for kid in element.kids:
        if isinstance(kid, Element):
            yield from _mains(kid)


@dataclass(frozen=True)
class _Marks:
    """The numbers of the marks of pieces, and where on the page a picture is, in pt upwards."""

    numbers: Mapping[Leaf, int]
    boxes: Mapping[Leaf, Bounds]


def _piece(
    pages: Sequence[tuple[Any, SetPage]], main: Element, tree: Node, marks: _Marks
) -> SetPiece:
    numbers = [area.page for area in main.areas]
    first = numbers[0]
    own = [pages[number] for number in dict.fromkeys(numbers)]
    begun = tuple(replace(anchor, page=anchor.page - first) for anchor in anchors(main))
    tags = tuple(_tag(kid, first, marks) for kid in tree.kids if isinstance(kid, Node))
    return SetPiece(
        pages=tuple(page for _, page in own),
        resources=_kept(own),
        tree=tags,
        anchors=begun,
        fields=tuple(fields(main, first, marks.numbers)),
    )


def _tag(node: Node, first: int, marks: _Marks) -> Tag:
    """Return a node of a document as that of a piece which begins on its page `first`."""

    def kid(of: Kid) -> Tag | Mark:
        return (
            _tag(of, first, marks) if isinstance(of, Node) else (of.page - first, marks.numbers[of])
        )

    facts = dict(node.facts)
    leaf = next(iter(node.kids), None)
    if node.tag == "Figure" and isinstance(leaf, Leaf):
        facts |= {"O": "/Layout", "BBox": tuple(round(edge, DIGITS) for edge in marks.boxes[leaf])}
    return Tag(
        tag=node.tag,
        kids=tuple(map(kid, node.kids)),
        lang=node.lang,
        alt=node.alt,
        id=node.id,
        facts=facts,
        leads=node.leads,
        areas=tuple(replace(area, page=area.page - first) for area in node.areas),
        listed=node.listed,
    )


# Pages ------------------------------------------------------------------------------------------


class _Names:
    """What the resources of pages are to be called: by what they are."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        """Look at all resources; many pages have the same."""
        resources: list[Any] = [page.Resources for page in document.pages]
        self._resources = {each.objgen: each for each in resources}
        self._names = {
            key: {
                name: f"/R{_digest(thing)[:NAME]}"
                for kind in KINDS
                for name, thing in each.get(kind, {}).items()
            }
            for key, each in self._resources.items()
        }

    def of(self, page: Any) -> Mapping[str, str]:
        """Return the new names of the resources of a page, by the old ones."""
        return self._names[page.Resources.objgen]

    def give(self, document: pikepdf.Pdf) -> None:
        """Give the resources their new names, and make them such as can be copied."""
        for key, resources in self._resources.items():
            for kind in KINDS:
                if kind in resources:
                    new = self._names[key]
                    things = {
                        new[name]: document.make_indirect(thing)
                        for name, thing in resources[kind].items()
                    }
                    resources[kind] = pikepdf.Dictionary(things)


class _Forms:
    """What the forms of a document draw, by their new names: many pages have the same."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[_Lettered, ...]] = {}

    def of(self, name: str, thing: Any) -> tuple[_Lettered, ...]:
        """Return what a resource draws, and what that draws with; each is read once."""
        if name not in self._known:
            self._known[name] = tuple(
                _Lettered(dict(form.Resources.get("/Font", {}).items()), _drawn_by(form))
                for form in forms(thing)
            )
        return self._known[name]


@dataclass(frozen=True)
class _Lettered:
    """The fonts that a form knows by name, and the numbers of the glyphs that it draws of each."""

    fonts: Mapping[str, Any]
    glyphs: Mapping[str, set[int]]


def _page(
    number: int, page: Any, cutter: Cutter, names: Mapping[str, str], known: _Forms
) -> SetPage:
    """Return a page of the engine's, its resources called by what they are."""
    content = cutter.cut(number, page, names)
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    resources = page.Resources
    used = (
        (kind, names[name])
        for kind in KINDS
        for name in map(str, resources.get(kind, {}))
        if names[name] in content.uses
    )
    return SetPage(
        width=right - left,
        height=top - bottom,
        segments=content.segments,
        tags=content.tags,
        fonts=_fonts(resources, content, names, known),
        resources=tuple(sorted(set(used))),
    )


def _digest(thing: Any) -> str:
    """Return a digest of a PDF object and all that it refers to but fonts."""
    return hashlib.sha256(b"".join(_bytes(thing))).hexdigest()


def _bytes(thing: Any) -> Iterator[bytes]:
    if isinstance(thing, pikepdf.Stream):
        yield _content_of(thing)
        thing = thing.stream_dict
    if isinstance(thing, pikepdf.Dictionary):
        for key, value in sorted(thing.items()):
            if key not in UNTOLD:
                yield str(key).encode()
                yield from _bytes(value)
    elif isinstance(thing, pikepdf.Array):
        for value in thing:
            yield from _bytes(value)
    else:
        yield repr(thing).encode()


def _content_of(stream: pikepdf.Stream) -> bytes:
    """Return what a stream holds, unpacked; a photograph (JPEG) stays as it is in its file."""
    return stream.read_raw_bytes() if stream.get("/Filter") == JPEG else stream.read_bytes()


JPEG = "/DCTDecode"
"""How a photograph is packed, which the engine takes over from its file."""
UNTOLD = ("/Length", "/Filter", "/DecodeParms", "/Parent", "/Font")
"""The keys that do not tell what an object is: how it is packed, where it is, its fonts."""


def _fonts(
    resources: Any, content: Content, names: Mapping[str, str], read: _Forms
) -> Mapping[str, FontUse]:
    """Return the fonts that a page and the forms on it draw with."""
    glyphs: dict[str, set[int]] = defaultdict(set)
    known: dict[str, Any] = dict(resources.get("/Font", {}).items())
    for name, numbers in content.glyphs.items():
        glyphs[name] |= numbers
    used = (
        (names[old], thing)
        for kind in KINDS
        for old, thing in resources.get(kind, {}).items()
        if names[old] in content.uses
    )
    for form in (form for name, thing in used for form in read.of(name, thing)):
        known |= form.fonts
        for name, drawn in form.glyphs.items():
            glyphs[name] |= drawn
    return {
        name: _use(known[name], frozenset(numbers))
        for name, numbers in sorted(glyphs.items())
        if name in known and numbers
    }


def _drawn_by(form: Any) -> Mapping[str, set[int]]:
    """Return the numbers of the glyphs that a form draws, by the names of their fonts."""
    glyphs: dict[str, set[int]] = defaultdict(set)
    font = ""
    for instruction in pikepdf.parse_content_stream(form):
        operator = str(instruction.operator)
        if operator == "Tf":
            font = str(instruction.operands[0])
        elif operator in ("Tj", "TJ"):
            glyphs[font] |= set(codes(instruction.operands))
    return glyphs


def _use(font: Any, glyphs: frozenset[int]) -> FontUse:
    face = str(font.get("/BaseFont", "")).lstrip("/").rpartition("+")[2]
    says = {code: text for code, text in _said(font.get("/ToUnicode")) if code in glyphs}
    known = faces().get(face)
    if (
        known is not None and known.shaped
    ):  # the engine takes what a glyph says where it met it first
        says = {code: known.chars(code)[0] for code in glyphs if known.chars(code)}
    return FontUse(face, {code: says.get(code, "") for code in sorted(glyphs)})


# An entry of a ToUnicode table: the number of a glyph, and what it says in UTF-16.
ENTRY = re.compile(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>")


def _said(table: Any) -> Iterator[tuple[int, str]]:
    """Yield the numbers of glyphs and what they say, of a ToUnicode table (ISO 32000-1, 9.10.3)."""
    text = table.read_bytes().decode("latin-1") if table is not None else ""
    for code, said in ENTRY.findall(text[text.find("beginbfchar") :]):
        yield int(code, 16), bytes.fromhex(said).decode("utf-16-be", "replace")


def _kept(pages: Sequence[tuple[Any, SetPage]]) -> bytes:
    """Return a PDF whose pages have the resources that others use, fonts apart, and no content."""
    target = pikepdf.new()
    for source, page in pages:
        target.add_blank_page(page_size=(99, 99))
        kept: Any = defaultdict(pikepdf.Dictionary)
        for kind, name in page.resources:
            thing = source.Resources[kind][name]
            give_fonts(thing, pikepdf.Dictionary())  # left to whoever places it
            kept[kind][name] = target.copy_foreign(thing)
        target.pages[-1].Resources = pikepdf.Dictionary(kept)
    out = io.BytesIO()
    target.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
