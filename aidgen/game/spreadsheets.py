"""Files of rows and columns: CSV, XLSX and ODS read as texts, each cell with its place.

A place is file, row and column: weapons.csv:12:3 is the third cell of the row at line 12.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from aidgen.game.workbooks import SheetContent, SheetRow, read_workbook
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits

# Spreadsheets write `;` where the comma is decimal.
DELIMITERS = ",;\t|"
CSV_SUFFIXES = (".csv", ".tsv")
WORKBOOK_SUFFIXES = (".xlsx", ".ods")
SUFFIXES = (*CSV_SUFFIXES, *WORKBOOK_SUFFIXES)
# How many hidden rows are listed.
MOST_LISTED = 5
# The end of a line of Windows, as Excel escapes it.
ESCAPED_RETURN = "_x000D_"


@dataclass(frozen=True)
class SheetCell:
    """The text of a cell, and its place."""

    text: str
    where: Where
    fault: Problem | None = None
    """Why it is printed otherwise, or not at all: a problem if anything reads it."""


@dataclass(frozen=True)
class Spreadsheet:
    """The rows of a file below their headings; empty rows are left out, and short ones filled."""

    head: tuple[SheetCell, ...]
    rows: tuple[tuple[SheetCell, ...], ...]
    content: SheetContent  # what it was read from
    doubts: tuple[Problem, ...] = ()  # warnings about hidden rows


def read_spreadsheet(
    path: Path,
    shown: str,
    sheet: str | None = None,
    limits: Limits = STANDARD,
    header_row: int | None = None,
) -> Spreadsheet:
    """Read the file at `path`, `shown` in problems; of a workbook, the first sheet or `sheet`.

    The headings are in `header_row`, or else in the first row that has any. Raises InputError with
    the faults of the file.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        hint = f"known: {', '.join(SUFFIXES)}"
        raise InputError.at(Where(shown), f"cannot read rows from a `{path.suffix}` file", hint)
    content = files.read_file(path, path.parent, shown, limits)
    if suffix in CSV_SUFFIXES and sheet is not None:
        raise InputError.at(Where(shown), f"has no sheet `{sheet}`: a CSV file has no sheets")
    if suffix in CSV_SUFFIXES:
        sheet_content = _read_csv(content, shown, header_row or 1)
    else:
        sheet_content = read_workbook(content, shown, sheet)
    head, rows = _head_and_rows(sheet_content.rows, shown, header_row)
    doubts: list[Problem] = []
    if hidden := sorted(sheet_content.hidden & {row[0].where.line for row in rows if row}):
        listed = ", ".join(map(str, hidden[:MOST_LISTED]))
        more = " and others" if len(hidden) > MOST_LISTED else ""
        message = f"hidden rows are printed, too: {listed}{more}"
        hint = "delete them, or give them 0 copies if they are cards"
        doubts.append(Problem(Where(shown, hidden[0]), message, hint, severity="warning"))
    return Spreadsheet(head, rows, sheet_content, tuple(doubts))


# CSV --------------------------------------------------------------------------------------------


def _read_csv(content: bytes, shown: str, header_row: int) -> SheetContent:
    text = files.decode(content, shown, "save it as “CSV UTF-8”")
    first, *lines = text.split("\n", header_row)
    # A first line in which Excel finds the delimiter: sep=; with or without quotes.
    unquoted = first.lstrip('"')
    declared = unquoted[4:5].strip('\r"') if unquoted.startswith("sep=") else ""
    head = lines[header_row - 2] if 1 < header_row <= len(lines) else first
    delimiter = declared or max(DELIMITERS, key=head.count)
    rows = _csv_rows(text, shown, delimiter)
    return SheetContent(islice(rows, bool(declared), None), decimal_comma=delimiter == ";")


def _csv_rows(text: str, shown: str, delimiter: str) -> Iterator[SheetRow]:
    """Yield the lines of a CSV file; a row counts where it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, [(text, None) for text in cells]
            line = reader.line_num + 1
    except csv.Error as error:
        hint = 'a cell that begins with " ends with it, and has "" for one within'
        raise InputError.at(Where(shown, line), f"not CSV: {error}", hint) from None


# Rows and headings ------------------------------------------------------------------------------


def _head_and_rows(
    lines: Iterable[SheetRow], shown: str, header_row: int | None
) -> tuple[tuple[SheetCell, ...], tuple[tuple[SheetCell, ...], ...]]:
    """Return the headings of a file and the rows below, as wide as they are."""
    rows = [
        [
            SheetCell(_with_plain_lines(text), Where(shown, line, column), fault)
            for column, (text, fault) in enumerate(texts, 1)
        ]
        for line, texts in lines
        if line >= (header_row or 0)
    ]
    rows = [cells for cells in rows if any(cell.text for cell in cells)]
    if not rows:
        raise InputError.at(Where(shown), "is empty, expected headings and rows below them")
    if header_row not in (None, rows[0][0].where.line):
        raise InputError.at(Where(shown, header_row or 0), "is empty, expected headings")
    # A heading is in one line.
    head = [replace(cell, text=" ".join(cell.text.split())) for cell in rows[0]]
    while not head[-1].text:
        head.pop()
    seen: set[str] = set()
    for cell in head:
        if cell.fault and cell.fault.severity == "error":
            raise InputError([cell.fault])
        if cell.text and cell.text in seen:
            raise InputError.at(cell.where, f"duplicate heading `{cell.text}`", "rename one")
        seen.add(cell.text)
    return tuple(head), tuple(_pad_row(cells, len(head)) for cells in rows[1:])


def _with_plain_lines(text: str) -> str:
    text = text.replace(f"{ESCAPED_RETURN}\r", "\r").replace(ESCAPED_RETURN, "\r")
    return "\n".join(text.splitlines()).strip()


def _pad_row(cells: Sequence[SheetCell], wide: int) -> tuple[SheetCell, ...]:
    """Return a row as wide as the headings; raises InputError for a cell without a heading."""
    for cell in cells[wide:]:
        if cell.text:
            message = f"found `{cell.text[:40]}` in a column without a heading"
            hint = "give the column a heading, or name the row of the headings: `header_row: 2`"
            if cell.where.file.endswith(CSV_SUFFIXES):
                hint = "give the column a heading; quote text that contains the delimiter"
            raise InputError.at(cell.where, message, hint)
    columns = range(len(cells) + 1, wide + 1)
    padding = (SheetCell("", replace(cells[0].where, column=column)) for column in columns)
    return (*cells[:wide], *padding)
