"""Files of rows and columns: CSV, XLSX and ODS read as texts, each cell with its place.

A place is file, row and column: weapons.csv:12:3 is the third cell of the row at line 12. What a
formula comes to is read as it was saved; nothing is worked out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from aidgen.game.workbooks import sheet_of
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, beyond

DELIMITERS = ",;\t"
"""What parts the cells of a CSV file; spreadsheets write `;` where the comma is decimal."""
FORMATS = (".csv", ".xlsx", ".ods")


@dataclass(frozen=True)
class Cell:
    """What stands in a cell, and where."""

    text: str
    where: Where


@dataclass(frozen=True)
class Grid:
    """The rows of a file below their headings; empty rows are left out, and short ones filled."""

    file: str
    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


def grid(path: Path, shown: str, sheet: str | None = None, limits: Limits = STANDARD) -> Grid:
    """Read the file at `path`, `shown` in problems; of a workbook, the first sheet or `sheet`.

    Raises InputError with what is wrong with it.
    """
    content = files.read(path, path.parent, shown, limits)
    if path.suffix.lower() == ".csv":
        if sheet is not None:
            raise _input_error(Where(shown), f"has no sheet `{sheet}`: a CSV file has none")
        lines: Iterable[tuple[int, Sequence[str]]] = _csv(content, shown)
    elif path.suffix.lower() in FORMATS:
        lines = sheet_of(content, shown, sheet, limits)
    else:
        hint = f"known: {', '.join(FORMATS)}"
        raise _input_error(
            Where(shown), f"`{path.suffix}` is no kind of file to read rows from", hint
        )
    return _grid(lines, shown, limits)


def _csv(content: bytes, shown: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the lines of a CSV file with their numbers; a row counts where it begins."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        hint = "save it as “CSV UTF-8”"
        raise _input_error(
            Where(shown, line), f"byte {error.start + 1} is not UTF-8", hint
        ) from None
    first = text.partition("\n")[0]
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=max(DELIMITERS, key=first.count), strict=True
    )
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise _input_error(Where(shown, line), f"not CSV: {error}") from None


def _grid(lines: Iterable[tuple[int, Sequence[str]]], shown: str, limits: Limits) -> Grid:
    rows: list[tuple[Cell, ...]] = []
    for line, texts in lines:
        cells = tuple(
            Cell(text.strip(), Where(shown, line, column)) for column, text in enumerate(texts, 1)
        )
        if any(cell.text for cell in cells):
            rows.append(cells)
        _limited(cells, len(rows), Where(shown, line), limits)
    if not rows:
        raise _input_error(Where(shown), "has no rows, expected headings and rows below them")
    head, *below = rows
    head = _trimmed(head)
    return Grid(shown, head, tuple(_filled(cells, len(head)) for cells in below))


def _limited(cells: Sequence[Cell], rows: int, where: Where, limits: Limits) -> None:
    """Raise InputError where there is too much."""
    if rows > limits.sheet_rows:
        raise InputError([beyond(where, "sheet_rows", rows, limits)])
    if len(cells) > limits.sheet_columns:
        raise InputError([beyond(where, "sheet_columns", len(cells), limits)])
    for cell in cells:
        if len(cell.text) > limits.text:
            raise InputError([beyond(cell.where, "text", len(cell.text), limits)])


def _trimmed(head: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the headings without empty cells at the end; raises InputError if one repeats."""
    while head and not head[-1].text:
        head = head[:-1]
    seen: set[str] = set()
    for cell in head:
        if cell.text and cell.text in seen:
            raise _input_error(cell.where, f"found the heading `{cell.text}` twice", "rename one")
        seen.add(cell.text)
    return head


def _filled(cells: tuple[Cell, ...], wide: int) -> tuple[Cell, ...]:
    """Return a row as wide as the headings; raises InputError of what stands below no heading."""
    for cell in cells[wide:]:
        if cell.text:
            hint = "quote a text that has the sign in it by which cells are parted"
            raise _input_error(cell.where, f"found `{cell.text[:40]}` below no heading", hint)
    last = cells[-1].where
    missing = (Where(last.file, last.line, column) for column in range(len(cells) + 1, wide + 1))
    return (*cells[:wide], *(Cell("", where) for where in missing))


def _input_error(where: Where, message: str, hint: str = "") -> InputError:
    return InputError([Problem(where, message, hint)])
