"""Splits what the engine typeset together: each piece separately, without fonts."""

from __future__ import annotations

import hashlib
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pikepdf

from aidgen.assets.faces import faces
from aidgen.assets.fonts import is_shaped
from aidgen.assets.papers import Bounds, transform_bounds
from aidgen.press.engine.patches import MarkedContent
from aidgen.press.pdf.fonts import RESOURCE_KINDS, form_xobjects, give_fonts
from aidgen.press.pdf.forms import FieldReader
from aidgen.press.pdf.structure import (
    ContentLeaf,
    ContentTree,
    Element,
    FontUse,
    MarkedPlace,
    PieceTag,
    SetPage,
    SetPiece,
    StructElem,
    StructKid,
    records_in,
    structure_tree,
)
from aidgen.press.pieces.groups import (
    NAMING_RESOURCES,
    anchor_patterns,
    drop_idle_states,
    flatten_groups,
    group_drawings,
    with_matrices,
)

MarkedId = tuple[int, int]
"""A page, counted from 0, and a number of marked content there."""


@dataclass(frozen=True)
class CutContent:
    """The content of a page: what comes before its first mark, between two, and after the last."""

    segments: tuple[bytes, ...]
    tags: tuple[bytes, ...]
    """What each mark is called, in their order."""
    glyphs: Mapping[str, frozenset[int]]
    """The numbers of the glyphs that it draws, by the name of the font."""
    uses: frozenset[str]
    """The new names of the other resources that it draws with."""


@dataclass
class ContentCutter:
    """Cuts the content of pages at the marks that are `kept`; all others become artifacts."""

    kept: frozenset[MarkedId]
    boxes: Mapping[MarkedId, Bounds]
    texts: Mapping[MarkedId, str] = field(default_factory=dict)
    """The texts that glyphs alone do not tell, in scripts with shaping."""
    numbers: dict[MarkedId, int] = field(default_factory=dict)
    """The number of each kept mark among those of its page."""
    drawn: dict[MarkedId, Bounds] = field(default_factory=dict)
    """Where on the page a picture is: left, bottom, right, top in pt."""

    def cut(self, number: int, page: Any, names: Mapping[str, str]) -> CutContent:
        """Return the content of a page; resources are called by their new `names`."""
        segments: list[bytes] = []
        tags: list[bytes] = []
        code: list[Any] = []
        glyphs: dict[str, set[int]] = defaultdict(set)
        uses: set[str] = set()
        font = ""
        for instruction, matrix in with_matrices(self._text_instructions(number, page)):
            operator, operands = str(instruction.operator), instruction.operands
            if operator == "BDC" and "/MCID" in operands[1]:
                place = number, int(operands[1].MCID)
                if place in self.boxes:
                    self.drawn[place] = transform_bounds(self.boxes[place], matrix)
                if place in self.kept:
                    self.numbers[place] = len(tags)
                    segments.append(pikepdf.unparse_content_stream(code))
                    tags.append(str(operands[0]).encode())
                    code = []
                    continue
            if operator in ("BDC", "BMC") and "/ActualText" not in _properties(operands):
                instruction = ARTIFACT_BEGIN
            elif operator == "Tf":
                font = str(operands[0])
            elif operator in ("Tj", "TJ"):
                glyphs[font] |= set(glyph_numbers(operands))
            elif operator in NAMING_RESOURCES:
                uses |= {names[str(one)] for one in operands if str(one) in names}
            code.append(_with_new_names(instruction, operator, names))
        segments.append(pikepdf.unparse_content_stream(code))
        used = {name: frozenset(numbers) for name, numbers in glyphs.items()}
        return CutContent(tuple(segments), tuple(tags), used, frozenset(uses))

    def _text_instructions(self, number: int, page: Any) -> Iterator[Any]:
        """Yield the instructions of a page, with the beginnings and ends of content that has a
        replacement text."""
        within = 0  # how many marks are open within such content
        for instruction in pikepdf.parse_content_stream(page):
            operator, operands = str(instruction.operator), instruction.operands
            if within and operator == "EMC":
                within -= 1
                if not within:
                    yield END_MARKED
            within += bool(within) and operator in ("BDC", "BMC")
            yield instruction
            if operator == "BDC" and "/MCID" in operands[1]:
                text = self.texts.get((number, int(operands[1].MCID)))
                if text is not None:
                    within = 1
                    yield _actual_text_begin(text)


def _properties(operands: Any) -> Any:
    return operands[1] if len(operands) > 1 and isinstance(operands[1], pikepdf.Dictionary) else ()


def _actual_text_begin(text: str) -> Any:
    """Return the start of content with a replacement text (ISO 32000-1, 14.9.4)."""
    said = pikepdf.Dictionary(ActualText=pikepdf.String(text))
    return pikepdf.ContentStreamInstruction([SPAN_NAME, said], pikepdf.Operator("BDC"))


def glyph_numbers(operands: Any) -> Iterator[int]:
    """Yield the numbers of the glyphs that are drawn by the operands of Tj or TJ."""
    shown = operands[0] if isinstance(operands[0], pikepdf.Array) else operands
    for text in shown:
        if isinstance(text, pikepdf.String):
            pairs = bytes(text)
            yield from (high << 8 | low for high, low in zip(pairs[::2], pairs[1::2], strict=False))


def _with_new_names(instruction: Any, operator: str, names: Mapping[str, str]) -> Any:
    """Return an instruction that calls a resource by its new name."""
    if operator not in NAMING_RESOURCES:
        return instruction
    operands = [
        pikepdf.Name(names[str(operand)])
        if isinstance(operand, pikepdf.Name) and str(operand) in names
        else operand
        for operand in instruction.operands
    ]
    return pikepdf.ContentStreamInstruction(operands, instruction.operator)


ARTIFACT_BEGIN = pikepdf.ContentStreamInstruction(
    [pikepdf.Name.Artifact, pikepdf.Dictionary(Type=pikepdf.Name.Layout)], pikepdf.Operator("BDC")
)
"""Opens content that is not read aloud."""
SPAN_NAME = pikepdf.Name("/Span")
END_MARKED = pikepdf.ContentStreamInstruction([], pikepdf.Operator("EMC"))


BBOX_DIGITS = 3
"""With how many digits a place in pt is written."""
NAME_LENGTH = 12
"""How many letters of its digest a resource is called by: enough that no two are alike."""


def split_pdf(pdf: bytes, reading: ContentTree, marked: MarkedContent) -> tuple[SetPiece, ...]:
    """Return the pieces of `pdf`, as the engine wrote it: the `main` elements of `reading`.

    Each begins on a new page.
    """
    mains = tuple(_piece_mains(reading.root))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        drop_idle_states(document)
        group_drawings(document)
        flatten_groups(document)
        anchor_patterns(document)
        places = {leaf: marked[id(box.engine)] for leaf, box in reading.boxes.items()}
        pictures = {
            places[leaf]: box.edges.content
            for leaf, box in reading.boxes.items()
            if box.sort == "picture" and box.edges
        }
        trees = [structure_tree(main) for main in mains]
        kept = [leaf for tree in trees for leaf in tree.leaves()]
        rtl = reading.root.attributes.get("dir") == "rtl"
        said = {
            places[leaf]: leaf.text for leaf in kept if leaf.text and (rtl or is_shaped(leaf.text))
        }
        cutter = ContentCutter(frozenset(places[leaf] for leaf in kept), pictures, said)
        names = _ResourceNames(document)
        known = _FormGlyphs()
        pages = tuple(
            (page, _set_page(i, page, cutter, names.of(page), known))
            for i, page in enumerate(document.pages)
        )
        names.give(document)
        marks = _KeptMarks(
            {leaf: cutter.numbers[places[leaf]] for leaf in kept},
            {leaf: cutter.drawn[places[leaf]] for leaf in kept if places[leaf] in cutter.drawn},
        )
        return tuple(
            _set_piece(pages, main, tree, marks) for main, tree in zip(mains, trees, strict=True)
        )


def _piece_mains(element: Element) -> Iterator[Element]:
    if element.tag == "main":
        yield element
        return
    for kid in element.kids:
        if isinstance(kid, Element):
            yield from _piece_mains(kid)


@dataclass(frozen=True)
class _KeptMarks:
    """The numbers of the marks of pieces, and where on the page a picture is, in pt upwards."""

    numbers: Mapping[ContentLeaf, int]
    boxes: Mapping[ContentLeaf, Bounds]


def _set_piece(
    pages: Sequence[tuple[Any, SetPage]], main: Element, tree: StructElem, marks: _KeptMarks
) -> SetPiece:
    numbers = [area.page for area in main.areas]
    first = numbers[0]
    own = [pages[number] for number in dict.fromkeys(numbers)]
    targets = tuple(replace(anchor, page=anchor.page - first) for anchor in records_in(main))
    tags = tuple(_piece_tag(kid, first, marks) for kid in tree.kids if isinstance(kid, StructElem))
    return SetPiece(
        pages=tuple(page for _, page in own),
        resources=_resource_pdf(own),
        tree=tags,
        anchors=targets,
        fields=tuple(FieldReader(first, marks.numbers).within(main)),
    )


def _piece_tag(node: StructElem, first: int, marks: _KeptMarks) -> PieceTag:
    """Return a node of a document as that of a piece which begins on its page `first`."""

    def kid(of: StructKid) -> PieceTag | MarkedPlace:
        return (
            _piece_tag(of, first, marks)
            if isinstance(of, StructElem)
            else (of.page - first, marks.numbers[of])
        )

    facts = dict(node.facts)
    leaf = next(iter(node.kids), None)
    if node.tag == "Figure" and isinstance(leaf, ContentLeaf):
        facts |= {
            "O": "/Layout",
            "BBox": tuple(round(edge, BBOX_DIGITS) for edge in marks.boxes[leaf]),
        }
    areas = tuple(replace(area, page=area.page - first) for area in node.areas)
    same = {**vars(node), "kids": tuple(map(kid, node.kids)), "facts": facts, "areas": areas}
    return PieceTag(**same)


# Pages ------------------------------------------------------------------------------------------


class _ResourceNames:
    """The new names of the resources of pages: digests of their content."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        """Look at all resources; many pages have the same."""
        resources: list[Any] = [page.Resources for page in document.pages]
        self._resources = {each.objgen: each for each in resources}
        self._names = {
            key: {
                name: f"/R{_object_digest(thing)[:NAME_LENGTH]}"
                for kind in RESOURCE_KINDS
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
            for kind in RESOURCE_KINDS:
                if kind in resources:
                    new = self._names[key]
                    things = {
                        new[name]: document.make_indirect(thing)
                        for name, thing in resources[kind].items()
                    }
                    resources[kind] = pikepdf.Dictionary(things)


class _FormGlyphs:
    """The glyphs drawn by the forms of a document, by their new names: many pages share forms."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[_FormFonts, ...]] = {}

    def of(self, name: str, thing: Any) -> tuple[_FormFonts, ...]:
        """Return the glyphs that a resource draws, and its fonts; each is read once."""
        if name not in self._known:
            self._known[name] = tuple(
                _FormFonts(dict(form.Resources.get("/Font", {}).items()), _form_glyphs(form))
                for form in form_xobjects(thing)
            )
        return self._known[name]


@dataclass(frozen=True)
class _FormFonts:
    """The fonts that a form names, and the glyph numbers that it draws of each."""

    fonts: Mapping[str, Any]
    glyphs: Mapping[str, set[int]]


def _set_page(
    number: int, page: Any, cutter: ContentCutter, names: Mapping[str, str], known: _FormGlyphs
) -> SetPage:
    """Return a page of the engine's, its resources called by what they are."""
    content = cutter.cut(number, page, names)
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    resources = page.Resources
    used = (
        (kind, names[name])
        for kind in RESOURCE_KINDS
        for name in map(str, resources.get(kind, {}))
        if names[name] in content.uses
    )
    return SetPage(
        width=right - left,
        height=top - bottom,
        segments=content.segments,
        tags=content.tags,
        fonts=_font_uses(resources, content, names, known),
        resources=tuple(sorted(set(used))),
    )


def _object_digest(thing: Any) -> str:
    """Return a digest of a PDF object and all that it refers to but fonts."""
    return hashlib.sha256(b"".join(_object_bytes(thing))).hexdigest()


def _object_bytes(thing: Any) -> Iterator[bytes]:
    if isinstance(thing, pikepdf.Stream):
        yield _stream_content(thing)
        thing = thing.stream_dict
    if isinstance(thing, pikepdf.Dictionary):
        for key, value in sorted(thing.items()):
            if key not in UNDIGESTED_KEYS:
                yield str(key).encode()
                yield from _object_bytes(value)
    elif isinstance(thing, pikepdf.Array):
        for value in thing:
            yield from _object_bytes(value)
    else:
        yield repr(thing).encode()


def _stream_content(stream: pikepdf.Stream) -> bytes:
    """Return the content of a stream, unpacked; a photograph (JPEG) stays as it is in its file."""
    return stream.read_raw_bytes() if stream.get("/Filter") == JPEG_FILTER else stream.read_bytes()


JPEG_FILTER = "/DCTDecode"
"""How a photograph is packed, which the engine takes over from its file."""
UNDIGESTED_KEYS = ("/Length", "/Filter", "/DecodeParms", "/Parent", "/Font")
"""The keys that do not identify an object: its compression, its length, its fonts."""


def _font_uses(
    resources: Any, content: CutContent, names: Mapping[str, str], read: _FormGlyphs
) -> Mapping[str, FontUse]:
    """Return the fonts that a page and the forms on it draw with."""
    glyphs: dict[str, set[int]] = defaultdict(set)
    known: dict[str, Any] = dict(resources.get("/Font", {}).items())
    for name, numbers in content.glyphs.items():
        glyphs[name] |= numbers
    used = (
        (names[old], thing)
        for kind in RESOURCE_KINDS
        for old, thing in resources.get(kind, {}).items()
        if names[old] in content.uses
    )
    for form in (form for name, thing in used for form in read.of(name, thing)):
        known |= form.fonts
        for name, drawn in form.glyphs.items():
            glyphs[name] |= drawn
    return {
        name: _font_use(known[name], frozenset(numbers))
        for name, numbers in sorted(glyphs.items())
        if name in known and numbers
    }


def _form_glyphs(form: Any) -> Mapping[str, set[int]]:
    """Return the numbers of the glyphs that a form draws, by the names of their fonts."""
    glyphs: dict[str, set[int]] = defaultdict(set)
    font = ""
    for instruction in pikepdf.parse_content_stream(form):
        operator = str(instruction.operator)
        if operator == "Tf":
            font = str(instruction.operands[0])
        elif operator in ("Tj", "TJ"):
            glyphs[font] |= set(glyph_numbers(instruction.operands))
    return glyphs


def _font_use(font: Any, glyphs: frozenset[int]) -> FontUse:
    face = str(font.get("/BaseFont", "")).lstrip("/").rpartition("+")[2]
    says = {code: text for code, text in _glyph_texts(font.get("/ToUnicode")) if code in glyphs}
    known = faces().get(face)
    if (
        known is not None and known.shaped
    ):  # the engine uses the text of a glyph where it first occurred
        says = {code: known.chars(code)[0] for code in glyphs if known.chars(code)}
    return FontUse(face, {code: says.get(code, "") for code in sorted(glyphs)})


# An entry of a ToUnicode table: the number of a glyph, and its text in UTF-16.
BFCHAR_ENTRY = re.compile(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>")


def _glyph_texts(table: Any) -> Iterator[tuple[int, str]]:
    """Yield the numbers of glyphs and their texts from a ToUnicode table (ISO 32000-1, 9.10.3)."""
    text = table.read_bytes().decode("latin-1") if table is not None else ""
    for code, said in BFCHAR_ENTRY.findall(text[text.find("beginbfchar") :]):
        yield int(code, 16), bytes.fromhex(said).decode("utf-16-be", "replace")


def _resource_pdf(pages: Sequence[tuple[Any, SetPage]]) -> bytes:
    """Return a PDF whose pages have the resources that others use, fonts apart, and no content."""
    target = pikepdf.new()
    for source, page in pages:
        target.add_blank_page(page_size=(99, 99))
        kept: Any = defaultdict(pikepdf.Dictionary)
        for kind, name in page.resources:
            thing = source.Resources[kind][name]
            give_fonts(thing, pikepdf.Dictionary())  # left to the assembly
            kept[kind][name] = target.copy_foreign(thing)
        target.pages[-1].Resources = pikepdf.Dictionary(kept)
    out = io.BytesIO()
    target.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
