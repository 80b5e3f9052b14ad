"""Files of rows and columns: CSV, XLSX and ODS read as texts, each cell with its place.

A place is file, row and column: weapons.csv:12:3 is the third cell of the row at line 12. The saved
result of a formula is read; nothing is computed.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aidgen.game import ods, xlsx
from aidgen.game.workbooks import SheetRow, WorkbookReading, read_parts, refusal
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, over_limit

DELIMITERS = ",;\t|"
"""What parts the cells of a CSV file; spreadsheets write `;` where the comma is decimal."""
CSV_SUFFIXES = (".csv", ".tsv")
SPREADSHEET_SUFFIXES = (*CSV_SUFFIXES, ".xlsx", ".ods")


@dataclass(frozen=True)
class SheetCell:
    """The text of a cell, and its place."""

    text: str
    where: Where
    fault: Problem | None = None
    """Why it cannot be printed: a problem if anything reads it."""


@dataclass(frozen=True)
class Spreadsheet:
    """The rows of a file below their headings; empty rows are left out, and short ones filled."""

    file: str
    head: tuple[SheetCell, ...]
    rows: tuple[tuple[SheetCell, ...], ...]
    hidden: tuple[int, ...] = ()
    """The numbers of hidden rows, which are read as well."""
    sheets: tuple[str, ...] = ()
    """The names of the sheets of a workbook."""
    doubts: tuple[Problem, ...] = ()
    """Warnings about cells, for those that anything reads."""
    decimal_comma: bool = False
    """Whether semicolons part its cells, because its program writes decimals with commas."""


def read_spreadsheet(
    path: Path,
    shown: str,
    sheet: str | None = None,
    limits: Limits = STANDARD,
    header_row: int | None = None,
) -> Spreadsheet:
    """Read the file at `path`, `shown` in problems; of a workbook, the first sheet or `sheet`.

    Raises InputError with its faults.
    """
    content = files.read_file(path, path.parent, shown, limits)
    reading = WorkbookReading(shown, sheet, limits)
    delimiter = ""
    if path.suffix.lower() in CSV_SUFFIXES:
        if sheet is not None:
            raise refusal(Where(shown), f"has no sheet `{sheet}`: a CSV file has no sheets")
        text = _decode_csv(content, shown)
        lines: Iterable[SheetRow]
        if _is_markdown(text):
            lines = _markdown_rows(text)
        else:
            delimiter, skipped = _find_delimiter(text, header_row)
            lines = _csv_rows(text, shown, delimiter, skipped)
    elif path.suffix.lower() in SPREADSHEET_SUFFIXES:
        lines = _workbook_rows(content, reading)
    else:
        hint = f"known: {', '.join(SPREADSHEET_SUFFIXES)}"
        raise refusal(Where(shown), f"cannot read rows from a `{path.suffix}` file", hint)
    spreadsheet = _spreadsheet(lines, shown, limits, header_row)
    numbers = {row[0].where.line for row in spreadsheet.rows if row}
    return replace(
        spreadsheet,
        hidden=tuple(sorted(reading.hidden & numbers)),
        sheets=tuple(reading.sheets),
        doubts=tuple(doubt for doubt in reading.doubts if doubt.where.line in numbers),
        decimal_comma=delimiter == ";",
    )


def _decode_csv(content: bytes, shown: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        hint = "save it as “CSV UTF-8”"
        raise refusal(Where(shown, line), f"byte {error.start + 1} is not UTF-8", hint) from None


def _find_delimiter(text: str, header_row: int | None) -> tuple[str, int]:
    """Return what parts the cells of a CSV file, and how many lines say so."""
    first = text.partition("\n")[0].rstrip("\r")
    if match := DELIMITER_LINE.fullmatch(first):
        return match[1], 1
    head = "".join(text.split("\n", header_row or 1)[(header_row or 1) - 1 :][:1])
    return max(DELIMITERS, key=(head or first).count), 0


def _csv_rows(text: str, shown: str, delimiter: str, skipped: int) -> Iterator[SheetRow]:
    """Yield the lines of a CSV file below those skipped; a row counts where it begins."""
    rows = text.split("\n", skipped)[-1]
    reader = csv.reader(io.StringIO(rows, newline=""), delimiter=delimiter, strict=True)
    line = 1 + skipped
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1 + skipped
    except csv.Error as error:
        hint = 'a cell that begins with " ends with it, and has "" for one within'
        raise refusal(Where(shown, line), f"not CSV: {error}", hint) from None


def _markdown_rows(text: str) -> Iterator[SheetRow]:
    """Yield the lines of a table in Markdown, but the one below its headings."""
    lines = [line.strip().removeprefix("|") for line in text.splitlines()]
    below = next(at for at, line in enumerate(lines) if line) + 1
    for number, line in enumerate(lines):
        if number != below:
            cells = MARKDOWN_BAR.split(line if line.endswith("\\|") else line.removesuffix("|"))
            yield number + 1, [cell.replace("\\|", "|") for cell in cells]


def _is_markdown(text: str) -> bool:
    """Tell whether a text is a table in Markdown: headings, and dashes below them."""
    head, below, *_ = [*text.lstrip().split("\n", 2), ""]
    rule = below.strip()
    fewest = 1 if rule.startswith("|") else 3  # with a single one, it may be a row of CSV
    cells = [cell.strip() for cell in rule.strip("|").split("|")]
    return (
        "|" in head
        and "|" in rule
        and all(cell.count("-") >= fewest and MARKDOWN_DASHES.fullmatch(cell) for cell in cells)
    )


# A cell below a heading of a table in Markdown.
MARKDOWN_DASHES = re.compile(":?-+:?")
# What parts its cells.
MARKDOWN_BAR = re.compile(r"(?<!\\)\|")
# The first line of a CSV file in which Excel finds its delimiter.
DELIMITER_LINE = re.compile(r'"?sep=([,;:|^~\t])"?[,;\t]*')


def _spreadsheet(
    lines: Iterable[SheetRow],
    shown: str,
    limits: Limits,
    header_row: int | None = None,
) -> Spreadsheet:
    rows: list[tuple[SheetCell, ...]] = []
    for line, texts in lines:
        if header_row is not None and line < header_row:
            continue
        cells = tuple(
            _sheet_cell(text, Where(shown, line, column)) for column, text in enumerate(texts, 1)
        )
        if any(cell.text for cell in cells):
            rows.append(cells)
        _refuse_too_large(cells, len(rows), Where(shown, line), limits)
    if not rows:
        raise refusal(Where(shown), "is empty, expected headings and rows below them")
    head, *below = rows
    head = _trimmed_head(head)
    if header_row is not None and (not head or head[0].where.line != header_row):
        raise refusal(Where(shown, header_row), "is empty, expected headings")
    hint = _header_hint(head, below) if header_row is None else ""
    return Spreadsheet(shown, head, tuple(_pad_row(cells, len(head), hint) for cells in below))


def _sheet_cell(text: str | Problem, where: Where) -> SheetCell:
    if isinstance(text, Problem):
        return SheetCell(text.message, where, text)
    return SheetCell(LINE_END.sub("\n", text).strip(), where)


def _header_hint(head: tuple[SheetCell, ...], below: Sequence[tuple[SheetCell, ...]]) -> str:
    """Return a hint if the row below the headings looks more like headings than they do."""
    if below and _count_filled(head) < _count_filled(below[0]):
        row = below[0][0].where.line
        return f"`header_row: {row}` if the headings are in row {row}"
    return ""


def _count_filled(cells: Sequence[SheetCell]) -> int:
    return sum(bool(cell.text) for cell in cells)


def _refuse_too_large(cells: Sequence[SheetCell], rows: int, where: Where, limits: Limits) -> None:
    """Raise InputError where there is too much."""
    if rows > limits.sheet_rows:
        raise InputError([over_limit(where, "sheet_rows", rows, limits)])
    if len(cells) > limits.sheet_columns:
        raise InputError([over_limit(where, "sheet_columns", len(cells), limits)])
    for cell in cells:
        if len(cell.text) > limits.text:
            raise InputError([over_limit(cell.where, "text", len(cell.text), limits)])


def _trimmed_head(head: tuple[SheetCell, ...]) -> tuple[SheetCell, ...]:
    """Return the headings as lines, without empty ones at the end; raises InputError if one
    repeats."""
    while head and not head[-1].text:
        head = head[:-1]
    head = tuple(replace(cell, text=" ".join(cell.text.split())) for cell in head)
    seen: set[str] = set()
    for cell in head:
        if cell.fault:
            raise InputError([cell.fault])
        if cell.text and cell.text in seen:
            raise refusal(cell.where, f"duplicate heading `{cell.text}`", "rename one")
        seen.add(cell.text)
    return head


def _pad_row(cells: tuple[SheetCell, ...], wide: int, hint: str = "") -> tuple[SheetCell, ...]:
    """Return a row as wide as the headings; raises InputError for a cell without a heading."""
    for cell in cells[wide:]:
        if cell.text:
            hint = (
                hint or "give the column a heading; in CSV, quote text that contains the delimiter"
            )
            raise refusal(
                cell.where, f"found `{cell.text[:40]}` in a column without a heading", hint
            )
    last = cells[-1].where
    missing = (Where(last.file, last.line, column) for column in range(len(cells) + 1, wide + 1))
    return (*cells[:wide], *(SheetCell("", where) for where in missing))


# Ends of lines: of Windows as Excel escapes them, vertical tabs, and the separators of Unicode.
LINE_END = re.compile(r"\r\n?|_x000D_\r?\n?|[\v\x85\u2028\u2029]")


def _workbook_rows(content: bytes, reading: WorkbookReading) -> Iterator[SheetRow]:
    """Yield the rows of a sheet of a workbook, and note in `reading` what it has.

    A cell merged over several rows is in each of them. Raises InputError.
    """
    where = Where(reading.shown)
    parts = read_parts(content, reading.shown, reading.limits)
    kinds = [rows for part, rows in READERS.items() if part in parts.parts]
    if len(kinds) != 1:
        raise refusal(
            where, f"is not a workbook, but {len(kinds)}" if kinds else "is not a workbook"
        )
    try:
        yield from kinds[0](parts, reading)
    except InputError:
        raise
    except Exception as error:  # whatever exception is raised for a broken file
        raise refusal(where, f"is not a workbook: {type(error).__name__}") from None


READERS = {ods.CONTENT: ods.ods_rows, xlsx.ROOT: xlsx.xlsx_rows}
"""How a workbook is read, by a part that it has."""
