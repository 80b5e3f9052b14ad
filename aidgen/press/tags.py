"""The engine's tags mended, while they are still its objects: what screen readers meet.

WeasyPrint 70 writes a structure tree (ISO 32000-1, 14.7) box by box and page by page. Here it
becomes one of elements: those parted by the end of a page are joined, decoration is left out, and
lists, links and headings are as ISO 14289-1 wants them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element

from pydyf import Array, Dictionary, String

from aidgen.layout.boxes import PT_PER_PX
from aidgen.press.forms import PRINT_FLAG, Field

HEADINGS = ("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")
GROUPS = ("/Div", "/NonStruct", "/Part", "/Sect", "/Art")
"""Elements that say nothing of their content."""
LIST_PARTS = ("/L", "/LI", "/Caption")
MAY_BE_EMPTY = ("/TD", "/TH")


@dataclass(frozen=True)
class _Mark:
    """Marked content: its page, from 0, and its number there."""

    page: int
    number: int


@dataclass(eq=False)
class _Tag:
    """An element of the structure, and the HTML element that it is for."""

    facts: Any
    source: Element | None = None
    kids: list[_Tag | _Mark] = field(default_factory=list)
    annotations: list[Any] = field(default_factory=list)
    """The references (`OBJR`) to annotations that belong to it."""

    @property
    def type(self) -> str:
        """Its type, as in /P."""
        return str(self.facts["S"])

    @property
    def tags(self) -> list[_Tag]:
        """The elements in it."""
        return [kid for kid in self.kids if isinstance(kid, _Tag)]

    def descendants(self) -> Iterator[_Tag]:
        """Yield all elements in it, in reading order."""
        for tag in self.tags:
            yield tag
            yield from tag.descendants()


def mend_tags(pdf: Any, sources: Mapping[int, Element], fields: Mapping[Element, Field]) -> None:
    """Mend the tags of a PDF of the engine before it is written, and add some `fields`.

    `sources` has the HTML element of each element of the structure, by its number as an object.
    """
    _Mender(pdf, sources, dict(fields)).mend()


class _Mender:
    def __init__(
        self, pdf: Any, sources: Mapping[int, Element], fields: dict[Element, Field]
    ) -> None:
        self.pdf = pdf
        self.sources = sources
        self.fields = fields
        self.pages = {reference: number for number, reference in enumerate(pdf.page_references)}
        self.root = self._object(pdf.catalog["StructTreeRoot"])

    def mend(self) -> None:
        whole = self._read(self._object(self.root["K"][0]))
        _drop_decoration(whole)
        _join_parted(whole)
        for tag in list(whole.descendants()):
            self._add_field(tag)
        self._mend_links(whole, None)
        _drop_empty(whole)
        for tag in [whole, *whole.descendants()]:
            self._mend_list(tag)
        _mend_headings(whole)
        for tag in whole.descendants():
            self._mend_facts(tag)
        self._write([whole, *whole.descendants()])

    def _object(self, reference: Any) -> Any:
        return self.pdf.objects[int(reference.split()[0])]

    def _read(self, facts: Any) -> _Tag:
        tag = _Tag(facts, self.sources.get(facts.number))
        for kid in facts["K"]:
            if isinstance(kid, int):
                tag.kids.append(_Mark(self.pages[facts["Pg"]], kid))
            elif (inner := self._object(kid))["Type"] == "/OBJR":
                tag.annotations.append(inner)
            else:
                tag.kids.append(self._read(inner))
        return tag

    def _new(self, kind: str, kids: list[_Tag]) -> _Tag:
        """Return a new element around others."""
        facts = {"Type": "/StructElem", "S": kind, "Pg": kids[0].facts["Pg"]}
        return _Tag(self._add(facts), None, [*kids])

    def _add_field(self, tag: _Tag) -> None:
        """Add the field of a blank, for which `write_form` draws a form."""
        field = self.fields.pop(tag.source, None) if tag.source is not None else None
        if field is None:
            return
        page = list(self.pages)[field.page]
        widget = {"Type": "/Annot", "Subtype": "/Widget", "Rect": Array(field.rect)}
        words = {"T": String(field.name), "TU": String(field.hint)}
        widget |= {"FT": "/Btn" if field.tick else "/Tx", "F": PRINT_FLAG, **words}
        annotation = self._add(widget)
        self._object(page).setdefault("Annots", Array()).append(annotation.reference)
        form = _Tag(self._add({"Type": "/StructElem", "S": "/Form", "Pg": page}))
        reference = {"Type": "/OBJR", "Obj": annotation.reference, "Pg": page}
        form.annotations = [self._add(reference)]
        tag.kids.append(form)

    def _add(self, facts: Mapping[str, Any]) -> Any:
        """Add a dictionary to the objects of the PDF."""
        added = Dictionary(facts)
        self.pdf.add_object(added)
        return added

    def _mend_list(self, tag: _Tag) -> None:
        """Put items of lists into lists, and nothing else; a term labels what it means."""
        if tag.type == "/L":
            while any(kid.type in GROUPS for kid in tag.tags):
                parts = ((kid.kids if kid.type in GROUPS else [kid]) for kid in tag.tags)
                tag.kids = [inner for part in parts for inner in part]
            tag.kids = [
                kid if kid.type in LIST_PARTS else self._new("/LI", [self._new("/LBody", [kid])])
                for kid in tag.tags
            ]
            _join_terms(tag)
            return
        kids: list[_Tag | _Mark] = []
        list_of_items = None
        for kid in tag.kids:
            if not isinstance(kid, _Tag) or kid.type != "/LI":
                kids.append(kid)
                list_of_items = None
            elif list_of_items is None:
                list_of_items = self._new("/L", [kid])
                kids.append(list_of_items)
            else:
                list_of_items.kids.append(kid)
        tag.kids = kids

    def _mend_links(self, tag: _Tag, link: _Tag | None) -> None:
        """Keep one annotation for each box of a link, and name it by its words.

        The engine writes one more for each box within.
        """
        if link is not None:
            for reference in tag.annotations:
                page = self._object(reference["Pg"])
                page["Annots"] = Array(a for a in page["Annots"] if a != reference["Obj"])
            tag.annotations = []
        if tag.type == "/Link" and not tag.annotations:
            tag.facts["S"] = "/Span"
        elif tag.annotations and tag.type not in ("/Link", "/Form"):
            tag.facts["S"] = "/Link"
        if tag.type == "/Link":
            link = tag
            words = "" if tag.source is None else " ".join("".join(tag.source.itertext()).split())
            for reference in tag.annotations:
                annotation = self._object(reference["Obj"])
                annotation["Contents"], annotation["F"] = String(words), PRINT_FLAG
        for kid in tag.tags:
            self._mend_links(kid, link)

    def _mend_facts(self, tag: _Tag) -> None:
        """Write what an element says of itself: its language, what it heads, its place."""
        source = tag.source
        if source is not None and "lang" in source.attrib:
            tag.facts["Lang"] = String(source.get("lang", ""))
        if tag.type == "/TH" and source is not None:
            tag.facts["A"]["Scope"] = "/Row" if source.get("scope") == "row" else "/Column"
        if tag.type == "/Figure":  # the engine has px downwards
            height = self._object(tag.facts["Pg"])["MediaBox"][3]
            left, top, right, bottom = (edge * PT_PER_PX for edge in tag.facts["A"]["BBox"])
            tag.facts["A"]["BBox"] = Array((left, height - bottom, right, height - top))

    def _write(self, tags: list[_Tag]) -> None:
        """Write the tree, and all that refers to it; what is not in it becomes an artifact."""
        streams = [list(self._streams(self._object(page))) for page in self.pages]
        # What is translucent is drawn in a part of its own (14.7.4.2).
        parts = {
            _Mark(page, marked["MCID"]): stream
            for page, listed in enumerate(streams)
            for stream in listed[1:]
            for marked in _marked(stream)
        }
        owners: list[dict[int, Any]] = [{} for _ in streams]
        numbers = Array()
        for tag in tags:
            for mark in (kid for kid in tag.kids if isinstance(kid, _Mark)):
                owners[mark.page][mark.number] = tag.facts.reference
            tag.facts["K"] = Array(each.reference for each in tag.annotations)
            tag.facts["K"] += [self._kid(tag, kid, parts) for kid in tag.kids]
        for page, marks in enumerate(owners):
            listed = Array(marks.get(n, "null") for n in range(max(marks, default=-1) + 1))
            numbers += [page, listed]
            for stream in streams[page]:
                _release(stream, marks)
        for mark, part in parts.items():
            if "StructParents" not in part.extra:
                part.extra["StructParents"] = len(numbers) // 2
                numbers += [len(numbers) // 2, numbers[2 * mark.page + 1]]
        for tag in tags:
            for reference in tag.annotations:
                self._object(reference["Obj"])["StructParent"] = len(numbers) // 2
                numbers += [len(numbers) // 2, tag.facts.reference]
        self._object(self.root["ParentTree"])["Nums"] = numbers
        self.root["ParentTreeNextKey"] = len(numbers) // 2
        named = {tag.facts["ID"].string: tag.facts for tag in tags if "ID" in tag.facts}
        if named:
            names = (part for n in sorted(named) for part in (String(n), named[n].reference))
            self.root["IDTree"] = Dictionary({"Names": Array(names)})

    def _kid(self, tag: _Tag, kid: _Tag | _Mark, parts: Mapping[_Mark, Any]) -> Any:
        """Return an entry of an element: another one, or marked content of its page or a part."""
        if isinstance(kid, _Tag):
            kid.facts["P"] = tag.facts.reference
            return kid.facts.reference
        page = list(self.pages)[kid.page]
        if kid not in parts and tag.facts.get("Pg") == page:
            return kid.number
        place = {"Type": "/MCR", "Pg": page, "MCID": kid.number}
        return Dictionary(place | ({"Stm": parts[kid].reference} if kid in parts else {}))

    def _streams(self, page: Any) -> Iterator[Any]:
        """Yield the content of a page, and the parts that are drawn in it."""
        yield from self._within(self._object(page["Contents"]), page["Resources"])

    def _within(self, stream: Any, resources: Any) -> Iterator[Any]:
        yield stream
        drawn = self._object(resources)["XObject"]
        for operator in stream.stream:
            if isinstance(operator, bytes) and operator.endswith(b" Do"):
                part = self._object(drawn[operator[1:-3].decode()])
                if part.extra.get("Subtype") == "/Form":
                    yield from self._within(part, part.extra["Resources"])


def _marked(stream: Any) -> list[Any]:
    """Return the properties of all marked content in a stream."""
    content = stream.stream
    return [content[place - 1] for place, each in enumerate(content) if each == b"BDC"]


def _release(stream: Any, owners: Mapping[int, Any]) -> None:
    """Make artifacts of the marked content in a stream that belongs to no element."""
    content = stream.stream
    for place, operator in enumerate(content):
        if operator == b"BDC" and content[place - 1].get("MCID") not in owners:
            content[place - 1].clear()
            content[place - 2] = "/Artifact"


def _drop_decoration(tag: _Tag) -> None:
    """Leave out what is hidden from readers, and pictures that say nothing."""
    tag.kids = [kid for kid in tag.kids if isinstance(kid, _Mark) or not _is_decoration(kid)]
    for kid in tag.tags:
        _drop_decoration(kid)


def _is_decoration(tag: _Tag) -> bool:
    if tag.source is not None and tag.source.get("aria-hidden") == "true":
        return True
    return tag.type == "/Figure" and "Alt" not in tag.facts


def _join_parted(tag: _Tag) -> None:
    """Join the parts of each HTML element: of several pages, columns or lines."""
    joined: list[_Tag | _Mark] = []
    for kid in tag.kids:
        last = joined[-1] if joined else None
        if isinstance(kid, _Tag) and isinstance(last, _Tag) and _is_part(last, kid):
            _absorb(last, kid)
        else:
            joined.append(kid)
    tag.kids = joined
    for kid in tag.tags:
        _join_parted(kid)


def _is_part(tag: _Tag, further: _Tag) -> bool:
    is_one = tag.source is not None and tag.source is further.source
    return is_one and tag.type == further.type


def _absorb(tag: _Tag, further: _Tag) -> None:
    """Add a further part of an element to it; the head of a table is repeated on each page."""
    tag.annotations += further.annotations
    for kid in further.kids:
        parted = None
        if isinstance(kid, _Tag):
            # Boxes without an element of their own, which have that around, part at the end only.
            before = tag.tags if kid.source is not tag.source else tag.tags[-1:]
            parted = next((each for each in reversed(before) if _is_part(each, kid)), None)
        if parted is None:
            tag.kids.append(kid)
        elif parted.type != "/THead":
            _absorb(parted, kid)  # type: ignore[arg-type]


def _drop_empty(tag: _Tag) -> None:
    for kid in tag.tags:
        _drop_empty(kid)
    tag.kids = [
        kid
        for kid in tag.kids
        if isinstance(kid, _Mark) or kid.kids or kid.annotations or kid.type in MAY_BE_EMPTY
    ]


def _join_terms(tag: _Tag) -> None:
    """Join the terms of a list (`dt`) with their meanings (`dd`): a label and a body."""
    items: list[_Tag | _Mark] = []
    term = None
    for item in tag.tags:
        kind = item.source.tag if item.source is not None else ""
        if kind == "dt" and item.tags:
            item.tags[0].facts["S"] = "/Lbl"
            term = item
        elif kind == "dd" and term is not None:
            term.kids += item.kids
            continue
        items.append(item)
    tag.kids = items


def _mend_headings(whole: _Tag) -> None:
    """Have headings begin at H1 and leave out no level."""
    around: list[int] = []
    for tag in whole.descendants():
        if tag.type in HEADINGS:
            level = HEADINGS.index(tag.type)
            around = [*(upper for upper in around if upper < level), level]
            tag.facts["S"] = HEADINGS[len(around) - 1]
