"""The engine's tags mended, while they are still its objects: what screen readers meet.

WeasyPrint 70 writes a structure tree (ISO 32000-1, 14.7) box by box and page by page. Here it
becomes one of elements: those parted by the end of a page are joined, decoration is left out, and
lists, links and headings are as ISO 14289-1 wants them. In between, the kids of an element (`K`)
are elements, references to annotations (`OBJR`), and the pages and numbers of marked content.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
CELLS = ("/TD", "/TH")
# The place of an element among those that are not read page by page, as the panels of a leaflet.
ORDER = "data-order"


@dataclass
class TagMender:
    """Mends the tags of a PDF of the engine before it is written, and adds some fields."""

    pdf: Any
    sources: Mapping[int, Element]
    """The HTML element of each element of the structure, by its number as an object."""
    fields: dict[Element, Field]

    def mend(self) -> None:
        """Mend the whole tree."""
        root = self._object(self.pdf.catalog["StructTreeRoot"])
        whole = self._read(self._object(root["K"][0]))
        panels = [kid for page in whole["K"] for kid in page["K"]]
        if any(self._says(panel, ORDER) for panel in panels):
            panels.sort(key=lambda panel: place_of(self._says(panel, ORDER)))
            whole["K"][0]["K"], whole["K"][1:] = panels, []
        for tag in list(_elements(whole)):
            self._mend_list(tag)
        tags, levels = list(_elements(whole)), list[int]()
        for tag in tags:
            if tag["S"] in HEADINGS:  # they begin at H1 and leave out no level
                level = HEADINGS.index(tag["S"])
                levels = [*(upper for upper in levels if upper < level), level]
                tag["S"] = HEADINGS[len(levels) - 1]
            self._mend_facts(tag)
        self._write(root, tags)

    def _object(self, reference: Any) -> Any:
        return self.pdf.objects[int(reference.split()[0])]

    def _add(self, facts: Mapping[str, Any]) -> Any:
        added = Dictionary(facts)
        self.pdf.add_object(added)
        return added

    def _says(self, tag: Any, attribute: str) -> str:
        source = self.sources.get(tag.number) if _is_tag(tag) else None
        return "" if source is None else source.get(attribute, "")

    def _read(self, tag: Any, is_bare: bool = False) -> Any:
        """Read what is in an element, and return it; a `bare` one has no annotations."""
        is_hidden = self._says(tag, "aria-hidden") == "true"
        is_hidden = is_hidden or (tag["S"] == "/Figure" and "Alt" not in tag)
        before = [kid if isinstance(kid, int) else self._object(kid) for kid in tag["K"]]
        links = [kid for kid in before if not isinstance(kid, int) and kid["Type"] == "/OBJR"]
        is_link = bool(links) and not (is_bare or is_hidden)
        source = self.sources.get(tag.number)
        for link in links:
            words = "" if source is None else " ".join("".join(source.itertext()).split())
            self._object(link["Obj"]).update({"Contents": String(words), "F": PRINT_FLAG})
            page = self._object(link["Pg"])
            if not is_link:
                page["Annots"] = Array(each for each in page["Annots"] if each != link["Obj"])
        tag["S"] = "/Link" if is_link else tag["S"].replace("/Link", "/Span")
        tag["K"] = links if is_link else []
        for kid in before:
            if isinstance(kid, int):
                if kid >= 0:  # else it was not drawn: see `patch_tag_sources`
                    tag["K"].append((self.pdf.page_references.index(tag["Pg"]), kid))
            elif kid["Type"] != "/OBJR":
                # The engine writes one more annotation for each box within a link.
                inner = self._read(kid, is_bare or is_hidden or is_link)
                self._append(tag, inner, tag["K"][-1:])
        if is_hidden:
            tag["K"] = []
        elif source in self.fields:
            number, facts = self.fields.pop(source)
            page, widget = self.pdf.page_references[number], self._add(facts).reference
            self._object(page).setdefault("Annots", Array()).append(widget)
            reference = Dictionary({"Type": "/OBJR", "Obj": widget, "Pg": page})
            tag["K"].append(self._around("/Form", [reference]))
        return tag

    def _around(self, kind: str, kids: list[Any]) -> Any:
        return self._add({"Type": "/StructElem", "S": kind, "Pg": kids[0]["Pg"], "K": kids})

    def _append(self, tag: Any, kid: Any, before: Sequence[Any]) -> None:
        """Add an element to another one: to its first part, if there is one `before`."""
        # An element has parts on several pages, in several columns or lines.
        source = self.sources.get(kid.number)
        if not kid["K"] and kid["S"] not in CELLS:
            return
        parts = (each for each in reversed(before) if _is_tag(each) and each["S"] == kid["S"])
        same = (each for each in parts if source is self.sources.get(each.number) is not None)
        first = next(same, None)
        if first is None:
            tag["K"].append(kid)
        elif first["S"] != "/THead":  # the head of a table is repeated on each page
            earlier = list(first["K"])
            for inner in kid["K"]:
                if not _is_tag(inner):
                    first["K"].append(inner)
                else:  # a box without an element of its own goes on with the last one
                    is_own = self.sources.get(inner.number) is not source
                    self._append(first, inner, earlier if is_own else first["K"][-1:])

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
            source = self.sources.get(item.number)
            html = "" if source is None else source.tag
            if html == "dd" and term is not None:
                term["K"] += item["K"]
                continue
            tag["K"].append(item)
            if html == "dt" and item["K"]:
                item["K"][0]["S"], term = "/Lbl", item

    def _mend_facts(self, tag: Any) -> None:
        if language := self._says(tag, "lang"):
            tag["Lang"] = String(language)
        if tag["S"] in CELLS:
            # A scope says which cells a head belongs to. The engine's `Headers` also have the heads
            # further down in a column, as the titles of groups.
            tag.pop("ID", None)
            tag["A"].pop("Headers", None)
        if tag["S"] == "/TH":
            tag["A"]["Scope"] = "/Row" if self._says(tag, "scope") == "row" else "/Column"
        if tag["S"] == "/Figure":  # the engine has px downwards
            height = self._object(tag["Pg"])["MediaBox"][3]
            left, top, right, bottom = (edge * PT_PER_PX for edge in tag["A"]["BBox"])
            tag["A"]["BBox"] = Array((left, height - bottom, right, height - top))

    def _write(self, root: Any, tags: Sequence[Any]) -> None:
        """Write the tree, and all that refers to it; what is not in it becomes an artifact."""
        owners: list[dict[int, Any]] = [{} for _ in self.pdf.page_references]
        for tag in tags:
            for page, number in (kid for kid in tag["K"] if isinstance(kid, tuple)):
                owners[page][number] = tag.reference
        parents: list[Any] = [
            Array(marks.get(number, "null") for number in range(max(marks, default=-1) + 1))
            for marks in owners
        ]
        parts = self._release(owners, parents)
        for tag in tags:
            for kid in (kid for kid in tag["K"] if isinstance(kid, dict)):
                if _is_tag(kid):
                    kid["P"] = tag.reference
                else:
                    self._object(kid["Obj"])["StructParent"] = len(parents)
                    parents.append(tag.reference)
            tag["K"] = Array(self._entry(kid, tag.get("Pg"), parts) for kid in tag["K"])
        nums = Array(part for pair in enumerate(parents) for part in pair)
        self._object(root["ParentTree"])["Nums"] = nums
        root["ParentTreeNextKey"] = len(parents)

    def _release(
        self, owners: Sequence[Mapping[int, Any]], parents: list[Any]
    ) -> Mapping[Any, Any]:
        """Make artifacts of marked content without an owner.

        Return the streams of what is translucent: it is drawn in a part of its own (14.7.4.2).
        """
        parts, pages = {}, map(self._object, self.pdf.page_references)
        contents = [self._object(page["Contents"]) for page in pages]
        # All streams of a page share one table of the boxes whose content they mark.
        numbers = {id(content._tags): number for number, content in enumerate(contents)}
        for stream in (each for each in self.pdf.objects if hasattr(each, "_tags")):
            page, content = numbers[id(stream._tags)], stream.stream
            is_part = stream is not contents[page]
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
        here = self.pdf.page_references[kid[0]]
        if kid not in parts and here == page:
            return kid[1]
        place = {"Type": "/MCR", "Pg": here, "MCID": kid[1]}
        return Dictionary(place | ({"Stm": parts[kid]} if kid in parts else {}))


def place_of(order: str) -> float:
    """Return the place that an attribute names; what has none comes last."""
    return float(order) if order.isdecimal() else math.inf


def _is_tag(kid: Any) -> bool:
    return isinstance(kid, dict) and kid["Type"] == "/StructElem"


def _elements(tag: Any) -> Iterator[Any]:
    yield tag
    for kid in filter(_is_tag, tag["K"]):
        yield from _elements(kid)


def _ungrouped(tag: Any) -> Iterator[Any]:
    """Yield the elements in a list, without the groups around them."""
    for kid in filter(_is_tag, tag["K"]):
        yield from _ungrouped(kid) if kid["S"] in GROUPS else (kid,)
