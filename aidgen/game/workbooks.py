"""Workbooks: the cells of one sheet of an XLSX or ODS file, as texts.

openpyxl reads XLSX. ODS we read ourselves: python-calamine reads 50 % as 0.5, joins the lines of a
cell, and does not know which cells are merged or which rows are hidden.
"""

from __future__ import annotations

import io
import mimetypes
import re
import warnings
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

from aidgen.problems import InputError, Problem, Where, did_you_mean

Element = ElementTree.Element
# The text of a cell, and why it is printed otherwise than the sheet shows it, or not at all.
CellText = tuple[str, Problem | None]
# The properties of each style of an ODS file, by its name.
Looks = Mapping[str, Mapping[str, str]]
# The number of a row from 1, and its cells.
SheetRow = tuple[int, Sequence[CellText]]

EMPTY: CellText = ("", None)
SAVE_AGAIN = "save it again as .xlsx or .ods, without a password"
AS_TEXT = "format the cells as text before you type values that look like dates, such as 1/2 or 2-5"
PLAIN_FORMATS = "use the format General, 0, 0.00, #,##0 or 0%, or type it as text"

# The number formats whose numbers print as the cell shows them: decimals, per cent.
READ_FORMAT = re.compile(r"(?:General|@|(?:#,##)?0(?:\.(0+))?(%?))")
# Excel shows no more digits of a number than these.
MOST_DIGITS = 15
GENERAL_DECIMALS = 9
# The signs beside the digits of a number that an ODS cell shows: 1,234.50, −12 %.
NUMBER_SIGNS = frozenset(" .,'’-−%\u00a0\u202f")
ODS_CONTENT = "content.xml"
# A sheet of LibreOffice has no more columns: no program repeats a cell more often.
MOST_COLUMNS = 16_384
# How often a row with words may be repeated: nobody fills in more rows alike.
MOST_ALIKE = 1_000
# The words of a line of a run, without the spaces around them: `** a**` is not bold in Markdown.
RUN_WORDS = re.compile(r"^([^\S\n]*)(\S(?:.*\S)?)([^\S\n]*)$", re.MULTILINE)


@dataclass(frozen=True)
class SheetContent:
    """What a file, or a sheet of a workbook, holds."""

    rows: Iterable[SheetRow]
    sheets: tuple[str, ...] = ()  # the names of all sheets of the workbook, hidden ones last
    hidden: frozenset[int] = frozenset()  # the numbers of the hidden rows, which are among `rows`
    decimal_comma: bool = False
    """Whether semicolons part its cells, because its program writes decimals with commas."""


def read_workbook(content: bytes, shown: str, sheet: str | None) -> SheetContent:
    """Read the sheet named `sheet`, or the first that is not hidden, of a file called `shown`.

    Of a formula, the saved result is read. A cell merged over several rows is in each of them.
    Raises InputError if the file is no workbook, or has no such sheet.
    """
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            if ODS_CONTENT in archive.namelist():
                return _read_ods(archive.read(ODS_CONTENT), shown, sheet)
        with warnings.catch_warnings(action="ignore"):  # about parts that nobody prints
            return _read_xlsx(content, shown, sheet)
    except (InputError, MemoryError):
        raise
    except Exception as error:  # openpyxl lets out whatever a broken file led to
        is_other = isinstance(error, BadZipFile | NotImplementedError | zlib.error | EOFError)
        of = "" if is_other else f": {type(error).__name__}"
        raise InputError.at(Where(shown), f"is not a readable workbook{of}", SAVE_AGAIN) from None


def _error(where: Where, message: str, hint: str = "") -> CellText:
    return message, Problem(where, message, hint)


def _warning(text: str, where: Where, message: str, hint: str) -> CellText:
    return text, Problem(where, f"{message} printed as {text}", hint, "warning")


def _choose_sheet(
    shown: str, sheet: str | None, sheets: Iterable[tuple[str, bool]]
) -> tuple[str, tuple[str, ...]]:
    """Return the sheet to read of those listed, each with whether it is hidden, and their names."""
    names = tuple(name for name, _ in sorted(sheets, key=lambda item: item[1]))
    chosen = sheet or next(iter(names), "")
    if chosen not in names:
        hint = did_you_mean(chosen, names) or f"known: {', '.join(names)}"
        raise InputError.at(Where(shown), f"has no sheet `{chosen}`", hint)
    return chosen, names


def _marked_runs(runs: Iterable[tuple[str, bool, bool]]) -> str:
    # Each run has whether it is bold and italic; the text is Markdown.
    joined: list[tuple[str, bool, bool]] = []
    for text, bold, italic in runs:
        # Spaces between two runs of one look belong to both.
        if joined and (not text.strip() or joined[-1][1:] == (bold, italic)):
            joined[-1] = (joined[-1][0] + text, *joined[-1][1:])
        elif text:
            joined.append((text, bold, italic))
    marked = ((text, "**" * bold + "*" * italic) for text, bold, italic in joined)
    return "".join(RUN_WORDS.sub(rf"\1{stars}\2{stars}\3", text) for text, stars in marked)


# Numbers and dates -----------------------------------------------------------------------------


def _number_text(value: float, code: str = "General") -> tuple[str, bool]:
    # As a cell with the format `code` shows it, and whether we read the format. Signs of thousands
    # are left out: each language prints its own.
    if abs(value) >= 10**MOST_DIGITS:
        return f"{Decimal(value):f}", False
    match = READ_FORMAT.fullmatch(code)
    if match and code not in ("General", "@"):
        rounded = _rounded(value, len(match[1] or ""), 100 if match[2] else 1)
        return f"{rounded:f}{match[2]}", True
    text = f"{_rounded(value, GENERAL_DECIMALS):f}".rstrip("0").rstrip(".")
    return (f"{Decimal(value):f}", False) if text == "0" and value else (text, match is not None)


def _rounded(value: float, decimals: int, factor: int = 1) -> Decimal:
    # The digits that were typed, not those of the binary form: 0.3 and not 0.30000000000000004.
    exact = Decimal(f"{value:.{MOST_DIGITS}g}") * factor
    # Adding 0 makes 0 of -0.
    return exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) + 0


def _date_text(value: date | time | timedelta) -> str:
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes").removesuffix(" 00:00")
    return value.isoformat() if isinstance(value, date) else str(value).removesuffix(":00")


# XLSX ------------------------------------------------------------------------------------------


def _read_xlsx(content: bytes, shown: str, sheet: str | None) -> SheetContent:
    # It would read the machine's table of types of files, which a process in a sandbox may not.
    mimetypes.knownfiles.clear()
    import openpyxl  # takes longer than reading a game of YAML

    book = openpyxl.load_workbook(io.BytesIO(content), rich_text=True)
    listed = ((page.title, page.sheet_state != "visible") for page in book.worksheets)
    chosen, names = _choose_sheet(shown, sheet, listed)
    # openpyxl has no public way to the cells that there are: `iter_rows` makes all that lie
    # between them, of which a sheet may have billions.
    cells: Mapping[tuple[int, int], Any] = book[chosen]._cells
    formulas = {place for place, cell in cells.items() if cell.data_type == "f"}
    if formulas:
        saved = openpyxl.load_workbook(io.BytesIO(content), rich_text=True, data_only=True)
        cells = saved[chosen]._cells
    texts: dict[int, dict[int, CellText]] = {}
    for (line, column), cell in sorted(cells.items()):
        text = _xlsx_text(cell, Where(shown, line, column), (line, column) in formulas)
        if text != EMPTY:
            texts.setdefault(line, {})[column] = text
    for area in book[chosen].merged_cells.ranges:
        if merged := texts.get(area.min_row, {}).get(area.min_col):
            for line in texts.keys() & {*range(area.min_row + 1, area.max_row + 1)}:
                texts[line][area.min_col] = merged
    rows = [
        (line, [row.get(column, EMPTY) for column in range(1, max(row) + 1)])
        for line, row in texts.items()
    ]
    hidden = frozenset(line for line, row in book[chosen].row_dimensions.items() if row.hidden)
    return SheetContent(rows, names, hidden)


def _xlsx_text(cell: Any, where: Where, is_formula: bool) -> CellText:
    value, code = cell.value, str(cell.number_format)
    if value is None:
        # A formula whose result is an empty text is saved as a text.
        if is_formula and cell.data_type == "n":
            hint = "open the file in a spreadsheet program and save it again"
            return _error(where, "found a formula without a saved value", hint)
        return EMPTY
    if cell.data_type == "e":
        return _error(where, f"found the formula error {value}")
    text = str(value)
    if isinstance(value, list):  # rich text: words, and blocks of words with a font
        fonts = [(str(run), getattr(run, "font", None)) for run in value]
        text = _marked_runs(
            (run, bool(font and font.b), bool(font and font.i)) for run, font in fonts
        )
    elif isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, date | time | timedelta):
        text = _date_text(value)
        # Typed as 2-5, it became a day of this year, shown without its year.
        if isinstance(value, date) and "y" not in code.lower():
            return _warning(text, where, "is a date,", AS_TEXT)
    elif isinstance(value, int | float):
        text, is_read = _number_text(value, code)
        if not is_read:
            return _warning(text, where, f"its number format `{code}` is not read:", PLAIN_FORMATS)
    return text, None


# ODS -------------------------------------------------------------------------------------------


def _read_ods(content: bytes, shown: str, sheet: str | None) -> SheetContent:
    root = ElementTree.fromstring(content)
    for element in root.iter():
        # Names without their namespaces. LibreOffice's own come last: they tell of errors.
        element.tag = element.tag.rpartition("}")[2]
        keys = sorted(element.attrib, key=lambda key: ":calc:" in key)
        element.attrib = {key.rpartition("}")[2]: element.attrib[key] for key in keys}
    looks = {
        style.get("name", ""): {key: value for part in style for key, value in part.items()}
        for style in root.findall("automatic-styles/style")
    }
    tables = {table.get("name", ""): table for table in root.findall("body/spreadsheet/table")}
    listed = (
        (name, looks.get(table.get("style-name", ""), {}).get("display") == "false")
        for name, table in tables.items()
    )
    chosen, names = _choose_sheet(shown, sheet, listed)
    rows: list[SheetRow] = []
    hidden: set[int] = set()
    merged: dict[int, tuple[int, CellText]] = {}  # by column: the last row it covers, its text
    line = 1
    for row in tables[chosen].iter("table-row"):
        times = int(row.get("number-rows-repeated", "1"))
        texts = _ods_row(row, Where(shown, line), looks, merged)
        if texts and times > MOST_ALIKE:
            raise InputError.at(
                Where(shown, line), f"found {times:,} rows alike", "delete the copies"
            )
        if texts:
            numbers = range(line, line + times)
            rows += ((number, texts) for number in numbers)
            if row.get("visibility", "visible") != "visible":
                hidden.update(numbers)
        line += times
    return SheetContent(rows, names, frozenset(hidden))


def _ods_row(
    row: Element, at: Where, looks: Looks, merged: dict[int, tuple[int, CellText]]
) -> list[CellText]:
    """Return the texts of a row at `at`, without empty ones at its end; notes what is merged."""
    texts: list[CellText] = []
    for cell in row:
        column = len(texts) + 1
        times = min(int(cell.get("number-columns-repeated", "1")), MOST_COLUMNS)
        columns = range(column, column + times)
        if cell.tag == "covered-table-cell":
            above = (merged.get(at_column, (0, EMPTY)) for at_column in columns)
            texts += [text if at.line <= last else EMPTY for last, text in above]
        elif cell.tag == "table-cell":
            text = _ods_text(cell, Where(at.file, at.line, column), looks)
            deep = int(cell.get("number-rows-spanned", "1"))
            merged[column] = (at.line + deep - 1, text)
            texts += [text] * times
    while texts and texts[-1] == EMPTY:
        texts.pop()
    return texts


def _ods_text(cell: Element, where: Where, looks: Looks) -> CellText:
    kind = cell.get("value-type", "")
    paragraphs = [list(_ods_runs(part, looks)) for part in cell.findall("p")]
    shown = "\n".join("".join(words for words, *_ in runs) for runs in paragraphs)
    if kind == "error":
        return _error(where, f"found the formula error {shown}")
    text = "\n".join(_marked_runs(runs) for runs in paragraphs)
    if kind in ("float", "currency", "percentage"):
        value = float(cell.get("value", ""))
        printed = _number_text(value)[0]
        text = _shown_number(value, shown, percent=kind == "percentage") if shown else printed
        if not text:
            message = f"is shown as `{shown[:40]}`, but its value is {printed}"
            return _error(where, message, PLAIN_FORMATS)
        if {sign for sign in shown if not sign.isdecimal()} - NUMBER_SIGNS:
            return _warning(printed, where, f"is shown as `{shown[:40]}`:", PLAIN_FORMATS)
    elif kind == "boolean":
        text = cell.get("boolean-value", "")
    elif kind == "date":
        text = _date_text(datetime.fromisoformat(cell.get("date-value", "")))
        if shown and text[2:4] not in shown:  # of its year, as we warn of it in XLSX
            return _warning(text, where, "is a date,", AS_TEXT)
    return text, None


def _shown_number(value: float, shown: str, *, percent: bool) -> str:
    """Return a number with the decimals that its cell shows; "" if the cell shows another."""
    if abs(value) >= 10**MOST_DIGITS or ("%" in shown) != percent:
        return ""
    if any(sign in shown for sign in "-−") != (value < 0):
        return ""
    groups = "".join(sign if sign.isdecimal() else " " for sign in shown).split()
    # 1,234 has three decimals or none: those that make it this number. 4.5 is not 45.
    for decimals in range(GENERAL_DECIMALS):
        rounded = _rounded(value, decimals, 100 if percent else 1)
        whole, _, fraction = f"{abs(rounded):f}".partition(".")
        if "".join(groups) != whole + fraction or fraction not in ("", groups[-1]):
            continue
        sizes = [len(group) for group in (groups[:-1] if fraction else groups)[1:]]
        if not sizes or (sizes[-1] == 3 and min(sizes) > 1):  # 12,34,567 in India
            return f"{rounded:f}{'%' if percent else ''}"
    return ""


def _ods_runs(
    element: Element, looks: Looks, *, bold: bool = False, italic: bool = False
) -> Iterator[tuple[str, bool, bool]]:
    """Yield the runs of a paragraph: spaces and line breaks are elements of their own."""
    if element.tag == "s":
        yield " " * min(int(element.get("c", "1")), 100), bold, italic
    elif element.tag in ("tab", "line-break"):
        yield "\n" if element.tag == "line-break" else " ", bold, italic
    look = looks.get(element.get("style-name", ""), {})
    inner_bold = bold or look.get("font-weight") == "bold"
    inner_italic = italic or look.get("font-style") == "italic"
    yield element.text or "", inner_bold, inner_italic
    for child in element:
        yield from _ods_runs(child, looks, bold=inner_bold, italic=inner_italic)
        yield child.tail or "", inner_bold, inner_italic
