"""Workbooks that would keep a library busy for minutes: read at once, or refused by name."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest

from aidgen.game.spreadsheets import read_spreadsheet
from aidgen.problems import InputError

Change = Callable[[bytes], bytes]
SECONDS = 8.0
"""Of processor time, on a machine that others use as well; before, the longest took 180."""


def workbook(changes: dict[str, Change], added: dict[str, bytes] | None = None) -> bytes:
    """Return a small workbook with some parts changed or added."""
    book = openpyxl.Workbook()
    for row in (["weapon", "damage"], ["Axe", 0.25], ["Sword", 5]):
        book.active.append(row)
    book.active["B2"].number_format = "0%"
    plain, out = io.BytesIO(), io.BytesIO()
    book.save(plain)
    with ZipFile(plain) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            changed = changes[name](part) if name in changes else part
            assert name not in changes or changed != part, name
            new.writestr(name, changed)
        for name, part in (added or {}).items():
            new.writestr(name, part)
    return out.getvalue()


def many(what: bytes, number: int, before: bytes) -> Change:
    return lambda part: part.replace(before, what * number + before, 1)


def names(part: bytes) -> bytes:
    quotes = b"'" + b"a''" * 60_000 + b"!$A$1"
    area = b"$A$1:$B$2," * 80_000
    listed = b"".join(
        b'<definedName name="_xlnm.%s" localSheetId="0">%s</definedName>' % (name, words)
        for name, words in ((b"Print_Titles", quotes), (b"Print_Area", area))
    )
    return part.replace(b"<calcPr", b"<definedNames>" + listed + b"</definedNames><calcPr")


def styles(element: bytes, child: bytes, number: int) -> Change:
    pattern = re.compile(b"<%s[ >].*?</%s>" % (element, element), re.DOTALL)
    filled = b"<%s>%s</%s>" % (element, child * number, element)
    return lambda part: pattern.sub(filled, part)


BOOK, STYLES, TYPES = "xl/workbook.xml", "xl/styles.xml", "[Content_Types].xml"
RELS = "xl/_rels/workbook.xml.rels"
SHEET = "xl/worksheets/sheet1.xml"
HARMLESS: dict[str, bytes] = {
    "fonts": workbook({STYLES: styles(b"fonts", b"<font/>", 80_000)}),
    "fills": workbook({STYLES: styles(b"fills", b"<fill><patternFill/></fill>", 50_000)}),
    "cell styles": workbook({STYLES: styles(b"cellStyles", b'<cellStyle name="x"/>', 90_000)}),
    "print titles": workbook({BOOK: names}),
    "properties": workbook({}, {"docProps/custom.xml": b"<a>" + b"<b/>" * 2_000_000 + b"</a>"}),
    "some xfs": workbook({STYLES: many(b"<xf/>", 90_000, b"</cellXfs>")}),
    "sheets": workbook({BOOK: many(b'<sheet name="s" sheetId="9"/>', 90_000, b"</sheets>")}),
    "types": workbook({TYPES: many(b'<Override PartName="/a"/>', 220_000, b"</Types>")}),
    "relations": workbook({RELS: many(b'<Relationship Id="a"/>', 90_000, b"</Relationships>")}),
    "drawings": workbook({}, {"xl/drawings/drawing1.xml": b"<a>" + b"<b/>" * 2_000_000 + b"</a>"}),
}
REFUSED: dict[str, bytes] = {
    "fonts": workbook({STYLES: styles(b"fonts", b"<font/>", 1_200_000)}),
    "xfs": workbook({STYLES: styles(b"cellXfs", b"<xf/>", 1_800_000)}),
    "sheets": workbook({BOOK: many(b"<sheet/>", 450_000, b"</sheets>")}),
    "relations": workbook({RELS: many(b'<Relationship Id="a"/>', 450_000, b"</Relationships>")}),
    "cells": workbook({SHEET: many(b"<row><c/></row>", 500_000, b"</sheetData>")}),
    "deep": workbook({SHEET: many(b"<a>", 300_000, b"</sheetData>")}),
}


def read(tmp_path: Path, content: bytes) -> list[list[str]]:
    path = tmp_path / "book.xlsx"
    path.write_bytes(content)
    begun = time.process_time()
    try:
        found = read_spreadsheet(path, "book.xlsx")
    finally:
        assert time.process_time() - begun < SECONDS
    return [[cell.text for cell in row] for row in (found.head, *found.rows)]


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_not_needed_of_a_workbook_is_not_looked_at(tmp_path: Path, name: str) -> None:
    expected = [["weapon", "damage"], ["Axe", "25%"], ["Sword", "5"]]
    assert read(tmp_path, HARMLESS[name]) == expected


@pytest.mark.parametrize("name", REFUSED)
def test_a_workbook_with_too_much_in_it_is_refused_by_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"has (more than|a number format of)|elements in an XML"):
        read(tmp_path, REFUSED[name])
