"""Files of rows and columns: CSV, XLSX and ODS read as texts, each cell with its place.

A place is file, row and column: weapons.csv:12:3 is the third cell of the row at line 12. The saved
result of a formula is read; nothing is computed.
"""

from __future__ import annotations

import csv
import io
import re
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

from aidgen.game.number_formats import (
    FORMAT_AS_SHOWN,
    UnreadableError,
    displayed_text,
    number_text,
    shows_texts,
)
from aidgen.game.workbooks import needed_parts
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, over_limit

DELIMITERS = ",;\t|"
"""What parts the cells of a CSV file; spreadsheets write `;` where the comma is decimal."""
CSV_SUFFIXES = (".csv", ".tsv")
SPREADSHEET_SUFFIXES = (*CSV_SUFFIXES, ".xlsx", ".ods")


SheetRow = tuple[int, Sequence[str | Problem]]
"""The number of a row, and the texts of its cells, or why they cannot be printed."""


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
            raise _input_error(Where(shown), f"has no sheet `{sheet}`: a CSV file has no sheets")
        text = _decode_csv(content, shown)
        delimiter, skipped = _find_delimiter(text, header_row)
        lines: Iterable[SheetRow] = _csv_rows(text, shown, delimiter, skipped)
    elif path.suffix.lower() in SPREADSHEET_SUFFIXES:
        lines = sheet_rows(content, reading)
    else:
        hint = f"known: {', '.join(SPREADSHEET_SUFFIXES)}"
        raise _input_error(Where(shown), f"cannot read rows from a `{path.suffix}` file", hint)
    found = _spreadsheet(lines, shown, limits, header_row)
    numbers = {row[0].where.line for row in found.rows if row}
    return replace(
        found,
        hidden=tuple(sorted(reading.hidden & numbers)),
        sheets=tuple(reading.sheets),
        decimal_comma=delimiter == ";",
    )


def _decode_csv(content: bytes, shown: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        hint = "save it as “CSV UTF-8”"
        raise _input_error(
            Where(shown, line), f"byte {error.start + 1} is not UTF-8", hint
        ) from None


def _find_delimiter(text: str, header_row: int | None) -> tuple[str, int]:
    """Return what parts the cells of a CSV file, and how many lines say so."""
    first = text.partition("\n")[0].rstrip("\r")
    if found := DELIMITER_LINE.fullmatch(first):
        return found[1], 1
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
        raise _input_error(Where(shown, line), f"not CSV: {error}", hint) from None


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
        raise _input_error(Where(shown), "is empty, expected headings and rows below them")
    head, *below = rows
    head = _trimmed_head(head)
    if header_row is not None and (not head or head[0].where.line != header_row):
        raise _input_error(Where(shown, header_row), "is empty, expected headings")
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
            raise _input_error(cell.where, f"duplicate heading `{cell.text}`", "rename one")
        seen.add(cell.text)
    return head


def _pad_row(cells: tuple[SheetCell, ...], wide: int, hint: str = "") -> tuple[SheetCell, ...]:
    """Return a row as wide as the headings; raises InputError for a cell without a heading."""
    for cell in cells[wide:]:
        if cell.text:
            hint = (
                hint or "give the column a heading; in CSV, quote text that contains the delimiter"
            )
            raise _input_error(
                cell.where, f"found `{cell.text[:40]}` in a column without a heading", hint
            )
    last = cells[-1].where
    missing = (Where(last.file, last.line, column) for column in range(len(cells) + 1, wide + 1))
    return (*cells[:wide], *(SheetCell("", where) for where in missing))


# Ends of lines: of Windows as Excel escapes them, vertical tabs, and the separators of Unicode.
LINE_END = re.compile(r"\r\n?|_x000D_\r?\n?|[\v\x85\u2028\u2029]")
# The words of a line of a run, without the spaces around them.
RUN_WORDS = re.compile(r"^([^\S\n]*)(\S(?:.*\S)?)([^\S\n]*)$", re.MULTILINE)


def _input_error(where: Where, message: str, hint: str = "") -> InputError:
    return InputError([Problem(where, message, hint)])


MOST_PARTS = 500
"""Parts of a workbook: it has some ten, and one for each picture."""
XML_SUFFIXES = (".xml", ".rels")
FORMAT_AS_TEXT = (
    "format the cells as text before you type values that look like dates, such as 1/2 or 2-5"
)


@dataclass(frozen=True)
class WorkbookReading:
    """A workbook that is read, `shown` in problems: which sheet is wanted, and what it has."""

    shown: str
    sheet: str | None
    """The name of the sheet; None for the first."""
    limits: Limits
    hidden: set[int] = field(default_factory=set)
    """The numbers of hidden rows, as far as it was read."""
    sheets: list[str] = field(default_factory=list)
    """The names of all its sheets."""

    def choose_sheet(self, names: Iterable[str]) -> str:
        """Return the name of the sheet to read, of those that there are. Raises InputError."""
        self.sheets.extend(names)
        return _sheet_name(self.sheets, self.sheet, self.shown)


def sheet_rows(content: bytes, reading: WorkbookReading) -> Iterator[SheetRow]:
    """Yield the rows of a sheet of a workbook, and note in `reading` what it has.

    A cell merged over several rows is in each of them. Of columns, one more is looked at than there
    may be. Raises InputError.
    """
    shown = reading.shown
    parts = _workbook_parts(content, shown, reading.limits)
    read = _ods_rows if "content.xml" in parts else _xlsx_rows
    try:
        yield from read(parts, reading)
    except InputError:
        raise
    except Exception as error:  # whatever exception a library raises for a broken file
        raise _input_error(Where(shown), f"is not a workbook: {type(error).__name__}") from None


def _workbook_parts(content: bytes, shown: str, limits: Limits) -> Mapping[str, bytes]:
    """Return the XML parts of a workbook; raises InputError if they are too many or too large."""
    found: dict[str, bytes] = {}
    room = limits.unpacked_bytes
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            infos = archive.infolist()
            if len(infos) > MOST_PARTS:
                raise _input_error(Where(shown), f"has more than {MOST_PARTS} parts")
            for info in infos:
                if info.filename.endswith(XML_SUFFIXES):
                    with archive.open(info) as stream:
                        found[info.filename] = stream.read(room + 1)
                    room -= len(found[info.filename])
                if room < 0:
                    found_bytes = limits.unpacked_bytes - room
                    raise InputError(
                        [over_limit(Where(shown), "unpacked_bytes", found_bytes, limits)]
                    )
    except (BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError, ValueError):
        hint = "save it again as .xlsx or .ods, without a password"
        raise _input_error(Where(shown), "is not a readable workbook", hint) from None
    for name, part in found.items():
        if b"<!DOCTYPE" in part or b"<!ENTITY" in part or b"\0" in part[:200]:
            raise _input_error(Where(shown), f"defines XML entities in {name}")
    return found


def _sheet_name(names: Sequence[str], sheet: str | None, shown: str) -> str:
    """Return the name of the sheet to read; raises InputError if there is none of that name."""
    if sheet in names or (sheet is None and names):
        return sheet or names[0]
    hint = did_you_mean(sheet or "", names) or f"known: {', '.join(names)}"
    raise _input_error(Where(shown), f"has no sheet `{sheet or ''}`", hint)


_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"

# XLSX -------------------------------------------------------------------------------------------


def _xlsx_rows(parts: Mapping[str, bytes], reading: WorkbookReading) -> Iterator[SheetRow]:
    """Yield the rows of a sheet of an XLSX file.

    openpyxl takes a quarter of a second to load, so only those who have such a file wait for it.
    """
    shown, limits = reading.shown, reading.limits
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, part in needed_parts(parts, Where(shown)).items():
            archive.writestr(name, _mark_bold_words(part) if b"rPr" in part else part)
    load = import_module("openpyxl").load_workbook
    with warnings.catch_warnings(action="ignore"):
        values, formulas = (
            load(packed, read_only=True, data_only=value, keep_links=False)
            for value in (True, False)
        )
        name = reading.choose_sheet(values.sheetnames)
        merged, hidden = _xlsx_layout(parts, name, shown)
        reading.hidden.update(hidden)
        upper: dict[tuple[int, int], str | Problem] = {}
        both = zip(
            *(
                book[name].iter_rows(max_col=limits.sheet_columns + 1)
                for book in (values, formulas)
            ),
            strict=False,
        )
        for number, (row, written) in enumerate(both, start=1):
            if number > limits.sheet_rows + 1:
                raise InputError(
                    [over_limit(Where(shown, number), "sheet_rows", number - 1, limits)]
                )
            texts = [
                _text_or_fault(_xlsx_text, cell, Where(shown, number, column), formula)
                for column, (cell, formula) in enumerate(zip(row, written, strict=False), start=1)
            ]
            for column, (start, end) in merged.get(number, {}).items():
                texts += [""] * (column - len(texts))
                if number == start:
                    upper[column, end] = texts[column - 1]
                texts[column - 1] = upper.get((column, end), "")
            yield number, _drop_empty_end(texts)


def _xlsx_layout(
    parts: Mapping[str, bytes], sheet: str, shown: str
) -> tuple[Mapping[int, Mapping[int, tuple[int, int]]], set[int]]:
    """Return the merged cells of a sheet, and its hidden rows.

    Of each row, the columns in which a cell begins that is merged over rows, and these. Raises
    InputError if more are merged than a sheet may have.
    """
    part = _xlsx_part(parts, sheet)
    merged: dict[int, dict[int, tuple[int, int]]] = {}
    hidden: set[int] = set()
    covered = 0
    for _, element in ElementTree.iterparse(io.BytesIO(part)):
        if element.tag == f"{_MAIN}mergeCell":
            found = MERGED.fullmatch(element.get("ref", ""))
            if found and 0 < int(found[4]) - int(found[2]) <= MOST_MERGED:
                span = int(found[2]), int(found[4])
                covered += span[1] - span[0]
                if covered > MOST_COVERED:
                    raise _input_error(Where(shown), f"has more than {MOST_COVERED:,} merged cells")
                for row in range(span[0], span[1] + 1):
                    merged.setdefault(row, {})[_column_number(found[1])] = span
        elif element.tag == f"{_MAIN}row":
            if element.get("hidden", "0") in ("1", "true"):
                hidden.add(int(element.get("r", "0")))
            element.clear()
    return merged, hidden


def _xlsx_part(parts: Mapping[str, bytes], sheet: str) -> bytes:
    """Return the part of a workbook that holds a sheet."""
    book = ElementTree.fromstring(parts["xl/workbook.xml"])
    ids = {one.get("name"): one.get(f"{_RELATION}id") for one in book.iter(f"{_MAIN}sheet")}
    links = ElementTree.fromstring(parts["xl/_rels/workbook.xml.rels"])
    target = next(one.get("Target", "") for one in links if one.get("Id") == ids[sheet])
    return parts[target.lstrip("/") if target.startswith("/") else f"xl/{target}"]


def _column_number(letters: str) -> int:
    """Return the number of a column: 1 of A, 27 of AA."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


# What a merged cell covers: B2:B4.
MERGED = re.compile(r"([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})")
MOST_MERGED = 10_000
"""The most rows that a merged cell may cover: more are those of a whole column."""
MOST_COVERED = 200_000
"""The most cells that are merged into others above them: as many as a sheet may have."""
UNWRITTEN_FORMATS = frozenset([*range(23, 37), *range(50, 164)])
"""Numbers of formats that are not in a file, and differ between the languages of Excel."""
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def _drop_empty_end(texts: list[str | Problem]) -> list[str | Problem]:
    """Return the texts of a row without empty ones at the end."""
    while texts and not texts[-1]:
        texts.pop()
    return texts


def _text_or_fault(
    read: Callable[[Any, Where, Any], str], cell: Any, where: Where, how: object
) -> str | Problem:
    """Return the text of a cell, or why it cannot be printed."""
    try:
        text = read(cell, where, how)
    except InputError as error:
        return error.problems[0]
    if struck := STRUCK_WORDS.search(text):
        message = f"found `{struck[1][:40]}`, which is struck out"
        return Problem(where, message, "delete it, or take the line through it away")
    return text


def _xlsx_text(cell: Any, where: Where, formula: Any) -> str:
    """Return the text of a cell; raises InputError if it cannot be printed."""
    text = _xlsx_value(cell, formula, where)
    return strike(text) if text and cell.font.strike else text


def _xlsx_value(cell: Any, formula: Any, where: Where) -> str:
    value = cell.value
    if value is None:
        if formula.value is not None:
            hint = "open the file in a spreadsheet program and save it again"
            raise _input_error(where, "found a formula without a saved value", hint)
        return ""
    if getattr(cell, "data_type", "") == "e":
        raise _input_error(where, f"found the formula error {value}")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date | datetime | time | timedelta):
        raise _input_error(
            where, f"found the date or time {value}, expected text or a number", FORMAT_AS_TEXT
        )
    code = cell.number_format
    if isinstance(value, int | float):
        if cell.style_array.numFmtId in UNWRITTEN_FORMATS:
            told = f"found {value} in a number format of one language, most likely a date"
            raise _input_error(where, told, FORMAT_AS_TEXT)
        try:
            return number_text(value, code)
        except UnreadableError as error:
            raise _input_error(where, f"found {value} {error}", FORMAT_AS_SHOWN) from None
    if not shows_texts(code):
        told = f"found `{str(value)[:40]}` in a number format that shows it otherwise"
        raise _input_error(where, told, FORMAT_AS_SHOWN)
    return str(value)


def _mark_bold_words(part: bytes) -> bytes:
    """Return a part of a workbook with bold and italic words of its texts in Markdown."""
    root = ElementTree.fromstring(part)
    for text in [*root.iter(f"{_MAIN}si"), *root.iter(f"{_MAIN}is")]:
        runs = text.findall(f"{_MAIN}r")
        if runs:
            marked = _marked_runs(
                (_run_text(run), _is_on(run, "b"), _is_on(run, "i")) for run in runs
            )
            for child in list(text):
                text.remove(child)
            ElementTree.SubElement(text, f"{_MAIN}t").text = marked
    return ElementTree.tostring(root)


def _run_text(run: ElementTree.Element) -> str:
    """Return the text of a run, with raised and lowered figures as characters."""
    text = run.findtext(f"{_MAIN}t") or ""
    place = run.find(f"{_MAIN}rPr/{_MAIN}vertAlign")
    shifted = shift_figures(text, "" if place is None else place.get("val", ""))
    return strike(shifted) if _is_on(run, "strike") else shifted


def shift_figures(text: str, place: str) -> str:
    """Return a text with its figures raised (`superscript`) or lowered (`subscript`)."""
    return text.translate(SHIFTED.get(place, {}))


def strike(text: str) -> str:
    """Mark words that are struck out."""
    return f"{STRUCK[0]}{text}{STRUCK[1]}" if text.strip() else text


SHIFTED = {
    "superscript": str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ"),
    "subscript": str.maketrans("0123456789+-−()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎"),
}
STRUCK = "\ufdd0", "\ufdd1"
"""What surrounds words that are struck out: characters that no text has."""
STRUCK_WORDS = re.compile(f"{STRUCK[0]}([^{STRUCK[1]}]*)", re.DOTALL)


def _is_on(run: ElementTree.Element, look: str) -> bool:
    """Tell whether a run is bold (`b`) or italic (`i`)."""
    found = run.find(f"{_MAIN}rPr/{_MAIN}{look}")
    return found is not None and found.get("val", "1") not in ("0", "false")


def _marked_runs(runs: Iterable[tuple[str, bool, bool]]) -> str:
    """Return the text of runs, each with whether it is bold and italic, in Markdown."""
    alike: list[tuple[str, bool, bool]] = []
    for text, bold, italic in runs:
        if alike and (not text.strip() or alike[-1][1:] == (bold, italic)):
            alike[-1] = (alike[-1][0] + text, *alike[-1][1:])
        elif text:
            alike.append((text, bold, italic))
    return "".join(
        RUN_WORDS.sub(rf"\1{stars}\2{stars}\3", text)
        if (stars := "**" * bold + "*" * italic)
        else text
        for text, bold, italic in alike
    )


# ODS --------------------------------------------------------------------------------------------

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"


def _ods_rows(parts: Mapping[str, bytes], reading: WorkbookReading) -> Iterator[SheetRow]:
    """Yield the rows of a sheet of an ODS file."""
    limits = reading.limits
    root = ElementTree.fromstring(parts["content.xml"])
    looks = _ods_looks(root)
    tables = {str(one.get(f"{_TABLE}name", "")): one for one in root.iter(f"{_TABLE}table")}
    number = 0
    merged: dict[int, tuple[int, str | Problem]] = {}  # by column: the last row, and the text
    for row in tables[reading.choose_sheet(tables)].iter(f"{_TABLE}table-row"):
        times = int(row.get(f"{_TABLE}number-rows-repeated", "1"))
        texts = _ods_row(
            row, Where(reading.shown, number + 1), limits.sheet_columns + 1, looks, merged
        )
        if row.get(f"{_TABLE}visibility", "visible") != "visible":
            end = number + 1 + min(times, limits.sheet_rows + 2)
            reading.hidden.update(range(number + 1, end))
        if any(texts):
            for again in range(min(times, limits.sheet_rows + 2)):
                yield number + 1 + again, texts
        number += times


Look = tuple[bool, bool, bool, str]
"""Whether words are bold, italic and struck out, and whether they are raised or lowered."""
Looks = Mapping[str, Look]
PLAIN = (False, False, False, "")


def _ods_looks(root: ElementTree.Element) -> Looks:
    """Return the look of each style."""
    looks: dict[str, Look] = {}
    for style in root.iter(f"{_STYLE}style"):
        for said in style.iter(f"{_STYLE}text-properties"):
            bold = said.get(f"{_FO}font-weight", "") in ("bold", "600", "700", "800", "900")
            italic = said.get(f"{_FO}font-style", "") in ("italic", "oblique")
            struck = said.get(f"{_STYLE}text-line-through-style", "none") != "none"
            place = said.get(f"{_STYLE}text-position", "").split(" ")[0]
            raised = place and not place.startswith(("sub", "-", "0"))
            shift = "superscript" if raised else "subscript" if place[:1] in ("s", "-") else ""
            looks[style.get(f"{_STYLE}name", "")] = (bold, italic, struck, shift)
    return looks


def _ods_row(
    row: ElementTree.Element,
    where: Where,
    most: int,
    looks: Looks,
    merged: dict[int, tuple[int, str | Problem]],
) -> list[str | Problem]:
    """Return the texts of a row, at most `most`, without empty ones at the end."""
    texts: list[str | Problem] = []
    for cell in row:
        if cell.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            times = int(cell.get(f"{_TABLE}number-columns-repeated", "1"))
            at_cell = Where(where.file, where.line, len(texts) + 1)
            said = _text_or_fault(_ods_text, cell, at_cell, looks)
            column = len(texts)
            texts += [said] * min(times, most - len(texts))
            deep = int(cell.get(f"{_TABLE}number-rows-spanned", "1"))
            if deep > 1:
                merged[column] = (where.line + deep - 1, said)
            elif cell.tag == f"{_TABLE}covered-table-cell" and not said:
                for at in range(column, len(texts)):
                    last, upper = merged.get(at, (0, ""))
                    texts[at] = upper if where.line <= last else ""
    return _drop_empty_end(texts)


def _ods_text(cell: ElementTree.Element, where: Where, looks: Looks) -> str:
    """Return the text of an ODS cell; raises InputError if it cannot be printed."""
    text = _ods_value(cell, where, looks)
    _, _, struck, _ = looks.get(cell.get(f"{_TABLE}style-name", ""), PLAIN)
    return strike(text) if struck else text


def _ods_value(cell: ElementTree.Element, where: Where, looks: Looks) -> str:
    if cell.find(f".//{_TABLE}table") is not None:
        raise _input_error(where, "found a table within a cell", "put it on a sheet of its own")
    kind = cell.get(f"{_OFFICE}value-type", "")
    value = cell.get(f"{_OFFICE}value", "")
    if kind in ("date", "time"):
        found = cell.get(f"{_OFFICE}{kind}-value", "")
        raise _input_error(
            where, f"found the date or time {found}, expected text or a number", FORMAT_AS_TEXT
        )
    if kind in ("float", "currency", "percentage"):
        return _ods_number(cell, kind, float(value), where)
    if kind == "boolean":
        return cell.get(f"{_OFFICE}boolean-value", "")
    paragraphs = cell.findall(f"{_TEXT}p")
    said = "\n".join(_marked_runs(_ods_runs(one, looks, PLAIN)) for one in paragraphs)
    if cell.get(f"{_CALC}value-type") == "error":
        raise _input_error(where, f"found the formula error {said}")
    return said


def _ods_number(cell: ElementTree.Element, kind: str, value: float, where: Where) -> str:
    """Return a number as its cell shows it; raises InputError if it shows something else."""
    percent = kind == "percentage"
    displayed = "".join("".join(one.itertext()) for one in cell.findall(f"{_TEXT}p"))
    try:
        if not displayed:
            return number_text(value, "0.#########%" if percent else "General")
        return displayed_text(value, displayed, percent=percent, currency=kind == "currency")
    except UnreadableError as error:
        raise _input_error(where, f"found {value:.15g} {error}", FORMAT_AS_SHOWN) from None


def _ods_runs(
    element: ElementTree.Element, looks: Looks, look: Look
) -> Iterator[tuple[str, bool, bool]]:
    """Yield the runs of a paragraph, each with whether it is bold and italic.

    Several spaces and line breaks are separate elements.
    """
    if element.tag == f"{_TEXT}span":
        look = looks.get(element.get(f"{_TEXT}style-name", ""), look)
    bold, italic, struck, shift = look
    if element.tag == f"{_TEXT}s":
        yield " " * min(int(element.get(f"{_TEXT}c", "1")), 100), bold, italic
    elif element.tag == f"{_TEXT}tab":
        yield " ", bold, italic
    elif element.tag == f"{_TEXT}line-break":
        yield "\n", bold, italic
    else:
        said = shift_figures(element.text or "", shift)
        yield strike(said) if struck else said, bold, italic
        for child in element:
            yield from _ods_runs(child, looks, look)
            said = shift_figures(child.tail or "", shift)
            yield strike(said) if struck else said, bold, italic
