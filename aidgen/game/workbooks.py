"""What of an XLSX file we look at: values and number formats. The rest never reaches a library.

Styles, names, links, charts and properties of a workbook can be many, and take a library minutes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from aidgen.problems import InputError, Problem, Where

STYLES = "xl/styles.xml"
NEEDED = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/workbook\.xml|xl/_rels/workbook\.xml\.rels"
    r"|xl/styles\.xml|xl/sharedStrings\.xml|xl/worksheets/[^/]+\.xml"
)
"""The parts with values and number formats."""
KEPT = {
    "xl/workbook.xml": ("workbookPr", "sheets"),
    "xl/styles.xml": ("numFmts", "fonts", "cellXfs"),
}
"""The elements of these parts that are kept."""
MOST = 2_000
"""Sheets, number formats, styles of cells, types or relations of a workbook: Excel itself has no
more than 64,000 styles, and a table of a game a dozen."""
MOST_TAGS = 400_000
"""Tags of a part: 100,000 texts, or 100,000 cells; a library needs three seconds for them."""
ATTRIBUTES_OF_STYLES = (
    *("numFmtId", "formatCode", "count", "xfId", "applyNumberFormat"),
    "fontId",
)


def needed_parts(parts: Mapping[str, bytes], where: Where) -> Mapping[str, bytes]:
    """Return the parts of a workbook that are needed, and of these only what is needed.

    Raises InputError if there is too much of it, ElementTree.ParseError if it is not XML.
    """
    found = {name: part for name, part in parts.items() if NEEDED.fullmatch(name)}
    for name, part in found.items():
        if part.count(b"<") > MOST_TAGS:
            raise _too_much(where, f"{MOST_TAGS:,} tags in {name}")
        if not name.startswith(("xl/worksheets/", "xl/sharedStrings")):
            found[name] = _reduced(name, part, where)
    return found


def _reduced(name: str, part: bytes, where: Where) -> bytes:
    """Return a part with the elements that are kept."""
    root = ElementTree.fromstring(part)
    kept = KEPT.get(name)
    for child in list(root):
        if kept and child.tag.rpartition("}")[2] not in kept:
            root.remove(child)
    if name == STYLES:
        _reduce_fonts(root)
    if sum(1 for _ in root.iter()) > MOST:
        raise _too_much(where, f"{MOST:,} sheets, styles or parts")
    if name == STYLES:
        for element in root.iter():
            for child in list(element) if element.tag.endswith("}xf") else ():
                element.remove(child)
            for attribute in set(element.attrib) - set(ATTRIBUTES_OF_STYLES):
                del element.attrib[attribute]
    return ElementTree.tostring(root)


def _reduce_fonts(root: ElementTree.Element) -> None:
    """Leave two fonts: the second one strikes words out."""
    space = root.tag.rpartition("}")[0] + "}"
    struck = set()
    for fonts in root.iter(f"{space}fonts"):
        for number, font in enumerate(list(fonts)):
            line = font.find(f"{space}strike")
            if line is not None and line.get("val", "1") not in ("0", "false"):
                struck.add(str(number))
            fonts.remove(font)
        ElementTree.SubElement(fonts, f"{space}font")
        crossed = ElementTree.SubElement(fonts, f"{space}font")
        ElementTree.SubElement(crossed, f"{space}strike")
    for style in root.iter(f"{space}xf"):
        style.set("fontId", "1" if style.get("fontId") in struck else "0")


def _too_much(where: Where, what: str) -> InputError:
    hint = "copy the sheet into a new workbook"
    return InputError([Problem(where, f"has more than {what}", hint)])
