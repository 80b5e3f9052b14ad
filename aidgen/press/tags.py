"""The engine's tags mended, while they are still its objects: what screen readers meet.

WeasyPrint 70 writes a structure tree (ISO 32000-1, 14.7) box by box and page by page. Here it
becomes one of elements: those parted by the end of a page are joined, decoration is left out, and
lists, links and headings are as ISO 14289-1 wants them. In between, the kids of an element (`K`)
are elements, references to annotations (`OBJR`), and the pages and numbers of marked content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from xml.etree.ElementTree import Element

from pydyf import Array, Dictionary, String

from aidgen.layout.boxes import PT_PER_PX
from aidgen.press.forms import PRINT_FLAG, Field

HEADINGS = ("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")
# Elements that say nothing of their content.
GROUPS = ("/Div", "/NonStruct", "/Part", "/Sect", "/Art")
LIST_PARTS = ("/L", "/LI", "/Caption")
MAY_BE_EMPTY = ("/TD", "/TH")


class TagMender:
    """Mends the tags of a PDF of the engine before it is written, and adds some fields.

    `sources` has the HTML element of each element of the structure, by its number as an object.
    """

    def __init__(
        self, pdf: Any, sources: Mapping[int, Element], fields: Mapping[Element, Field]
    ) -> None:
        """Look up the pages of the PDF."""
        self.pdf = pdf
        self.sources = sources
        self.fields = dict(fields)
        self.pages = list(pdf.page_references)
        # All streams of a page share one table of the boxes whose content they mark.
        self.contents = [self._object(self._object(page)["Contents"]) for page in self.pages]
        self.tables = [id(content._tags) for content in self.contents]

    def mend(self) -> None:
        """Mend the whole tree."""
        root = self._object(self.pdf.catalog["StructTreeRoot"])
        whole = self._read(self._object(root["K"][0]))
        tags = [whole, *_descendants(whole)]
        for tag in tags:
            self._mend_list(tag)
        levels: list[int] = []
        tags = [whole, *_descendants(whole)]
        for tag in tags:
            if tag["S"] in HEADINGS:  # they begin at H1 and leave out no level
                level = HEADINGS.index(tag["S"])
                levels = [*(upper for upper in levels if upper < level), level]
                tag["S"] = HEADINGS[len(levels) - 1]
            self._mend_facts(tag, self._source(tag))
        self._write(root, tags)

    def _object(self, reference: Any) -> Any:
        return self.pdf.objects[int(reference.split()[0])]

    def _source(self, tag: Any) -> Element | None:
        return self.sources.get(tag.number)

    def _read(self, tag: Any, is_bare: bool = False) -> Any:
        """Read what is in an element, and return it; a `bare` one has no annotations."""
        source = self._source(tag)
        is_hidden = source is not None and source.get("aria-hidden") == "true"
        is_hidden = is_hidden or (tag["S"] == "/Figure" and "Alt" not in tag)
        blank = None if source is None or is_hidden else self.fields.pop(source, None)
        before = [kid if isinstance(kid, int) else self._object(kid) for kid in tag["K"]]
        links = [kid for kid in before if not isinstance(kid, int) and kid["Type"] == "/OBJR"]
        words = "" if source is None else " ".join("".join(source.itertext()).split())
        for link in links:
            page = self._object(link["Pg"])
            if is_bare or is_hidden:
                page["Annots"] = Array(each for each in page["Annots"] if each != link["Obj"])
            self._object(link["Obj"]).update({"Contents": String(words), "F": PRINT_FLAG})
        is_link = bool(links) and not (is_bare or is_hidden)
        if is_link or tag["S"] == "/Link":
            tag["S"] = "/Link" if is_link else "/Span"
        # The engine writes one more annotation for each box within a link.
        is_bare = is_bare or is_hidden or is_link
        tag["K"] = links if is_link else []
        for kid in before:
            if isinstance(kid, int):
                if kid >= 0:  # else it was not drawn: see `patch_tag_sources`
                    tag["K"].append((self.pages.index(tag["Pg"]), kid))
            elif kid["Type"] != "/OBJR":
                self._append(tag, self._read(kid, is_bare), tag["K"][-1:])
        if is_hidden:
            tag["K"] = []
        if blank is not None:
            page, widget = self.pages[blank[0]], self._add(blank[1]).reference
            self._object(page).setdefault("Annots", Array()).append(widget)
            form = self._add({"Type": "/StructElem", "S": "/Form", "Pg": page})
            form["K"] = [Dictionary({"Type": "/OBJR", "Obj": widget, "Pg": page})]
            tag["K"].append(form)
        return tag

    def _add(self, facts: Mapping[str, Any]) -> Any:
        added = Dictionary(facts)
        self.pdf.add_object(added)
        return added

    def _append(self, tag: Any, kid: Any, before: Sequence[Any]) -> None:
        """Add an element to another one: to its first part, if there is one `before`.

        An element has parts on several pages, in several columns or lines.
        """
        source = self._source(kid)
        if not kid["K"] and kid["S"] not in MAY_BE_EMPTY:
            return
        parts = (each for each in reversed(before) if _is_tag(each) and each["S"] == kid["S"])
        first = next((each for each in parts if source is self._source(each) is not None), None)
        if first is None:
            tag["K"].append(kid)
        elif first["S"] != "/THead":  # the head of a table is repeated on each page
            earlier = list(first["K"])
            for inner in kid["K"]:
                if not _is_tag(inner):
                    first["K"].append(inner)
                elif self._source(inner) is source:  # a box without an element of its own
                    self._append(first, inner, first["K"][-1:])
                else:
                    self._append(first, inner, earlier)

    def _mend_list(self, tag: Any) -> None:
        """Put items of lists into lists, and nothing else; a term labels what it means."""
        if tag["S"] != "/L":
            runs = groupby(tag["K"], lambda kid: _is_tag(kid) and kid["S"] == "/LI")
            parts = ([self._around("/L", list(run))] if is_item else run for is_item, run in runs)
            tag["K"] = [kid for part in parts for kid in part]
            return
        items, term, tag["K"] = list(_ungrouped(tag)), None, []
        for item in items:
            if item["S"] not in LIST_PARTS:
                item = self._around("/LI", [self._around("/LBody", [item])])
            source = self._source(item)
            if source is not None and source.tag == "dd" and term is not None:
                term["K"] += item["K"]
                continue
            tag["K"].append(item)
            if source is not None and source.tag == "dt" and item["K"]:
                item["K"][0]["S"], term = "/Lbl", item

    def _around(self, kind: str, kids: list[Any]) -> Any:
        return self._add({"Type": "/StructElem", "S": kind, "Pg": kids[0]["Pg"], "K": kids})

    def _mend_facts(self, tag: Any, source: Element | None) -> None:
        if source is not None and "lang" in source.attrib:
            tag["Lang"] = String(source.get("lang", ""))
        if source is not None and tag["S"] == "/TH":
            tag["A"]["Scope"] = "/Row" if source.get("scope") == "row" else "/Column"
        if tag["S"] == "/Figure":  # the engine has px downwards
            height = self._object(tag["Pg"])["MediaBox"][3]
            left, top, right, bottom = (edge * PT_PER_PX for edge in tag["A"]["BBox"])
            tag["A"]["BBox"] = Array((left, height - bottom, right, height - top))

    def _write(self, root: Any, tags: Sequence[Any]) -> None:
        """Write the tree, and all that refers to it; what is not in it becomes an artifact."""
        owners: list[dict[int, Any]] = [{} for _ in self.pages]
        for tag in tags:
            for page, number in (kid for kid in tag["K"] if isinstance(kid, tuple)):
                owners[page][number] = tag.reference
        numbers = [range(max(marks, default=-1) + 1) for marks in owners]
        parents: list[Any] = [
            Array(marks.get(number, "null") for number in listed)
            for marks, listed in zip(owners, numbers, strict=True)
        ]
        parts = self._release(owners, parents)
        for tag in tags:
            for kid in (kid for kid in tag["K"] if isinstance(kid, dict) and not _is_tag(kid)):
                self._object(kid["Obj"])["StructParent"] = len(parents)
                parents.append(tag.reference)
            for kid in filter(_is_tag, tag["K"]):
                kid["P"] = tag.reference
            tag["K"] = Array(self._entry(kid, tag.get("Pg"), parts) for kid in tag["K"])
        nums = Array(part for pair in enumerate(parents) for part in pair)
        self._object(root["ParentTree"])["Nums"] = nums
        root["ParentTreeNextKey"] = len(parents)
        named = {tag["ID"].string: tag.reference for tag in tags if "ID" in tag}
        if named:
            names = (part for name in sorted(named) for part in (String(name), named[name]))
            root["IDTree"] = Dictionary({"Names": Array(names)})

    def _release(
        self, owners: Sequence[Mapping[int, Any]], parents: list[Any]
    ) -> Mapping[Any, Any]:
        """Make artifacts of marked content without an owner.

        Return the streams of what is translucent: it is drawn in a part of its own (14.7.4.2).
        """
        parts = {}
        for stream in (each for each in self.pdf.objects if hasattr(each, "_tags")):
            page, content = self.tables.index(id(stream._tags)), stream.stream
            is_part = stream is not self.contents[page]
            marked = [place for place, operator in enumerate(content) if operator == b"BDC"]
            for place in marked:
                number = content[place - 1].get("MCID")
                if number not in owners[page]:
                    content[place - 1].clear()
                    content[place - 2] = "/Artifact"
                elif is_part:
                    parts[page, number] = stream.reference
            if is_part and marked:
                stream.extra["StructParents"] = len(parents)
                parents.append(parents[page])
        return parts

    def _entry(self, kid: Any, page: Any, parts: Mapping[Any, Any]) -> Any:
        if not isinstance(kid, tuple):
            return kid.reference if _is_tag(kid) else kid
        here = self.pages[kid[0]]
        if kid not in parts and here == page:
            return kid[1]
        place = {"Type": "/MCR", "Pg": here, "MCID": kid[1]}
        return Dictionary(place | ({"Stm": parts[kid]} if kid in parts else {}))


def _is_tag(kid: Any) -> bool:
    return isinstance(kid, dict) and kid["Type"] == "/StructElem"


def _descendants(tag: Any) -> Iterator[Any]:
    for kid in filter(_is_tag, tag["K"]):
        yield kid
        yield from _descendants(kid)


def _ungrouped(tag: Any) -> Iterator[Any]:
    """Yield the elements in a list, without the groups around them."""
    for kid in filter(_is_tag, tag["K"]):
        yield from _ungrouped(kid) if kid["S"] in GROUPS else (kid,)
