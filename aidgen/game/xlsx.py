"""XLSX files: the cells of a sheet as Excel shows them, or why they cannot be printed.

No library takes part: what they read of a file that is not as it should be is something else than
what Excel shows, and what they read besides its cells can take minutes.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from xml.etree import ElementTree

from aidgen.game.number_formats import (
    BUILT_IN_FORMATS,
    FORMAT_AS_SHOWN,
    UnreadableError,
    number_text,
    shows_dates,
    shows_texts,
)
from aidgen.game.workbooks import (
    FORMAT_AS_TEXT,
    NUMBER,
    OWN_LOOK,
    SheetRow,
    WorkbookParts,
    WorkbookReading,
    listed_looks,
    look_words,
    marked_runs,
    refusal,
    saved_text,
    shift_figures,
    strike,
    text_or_problem,
    without_empty_end,
)
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.limits import Limits, over_limit

Element = ElementTree.Element
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationships"

ROOT = "_rels/.rels"
"""Where all parts of a file are found from."""
# The place of a cell, as in B12.
PLACE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
# What a merged cell covers, as in B2:B4.
AREA = re.compile(rf"{PLACE.pattern}:{PLACE.pattern}")
INDEX = re.compile(r"[0-9]{1,7}")
# A character by its number, as in _x000D_.
ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
LONGEST_FORMAT = 255
"""Characters of a number format: Excel writes no more."""
FIRST_OF_1904 = datetime(1904, 1, 1)
LEAP_DAY = 60
"""The number of the day that Excel calls 29 February 1900."""
MOST_DAYS = 2_958_466
"""Days of dates that Excel shows: up to the year 9999."""
SAVE_AGAIN = "open the file in a spreadsheet program and save it again"
YES, NO = ("1", "true"), ("0", "false")


@dataclass(frozen=True)
class _Style:
    """How a cell shows its value: its number format, and whether its text is struck out."""

    code: str
    is_struck: bool
    look: str = ""
    """What of its look is not printed."""


PLAIN = _Style("General", is_struck=False)


@dataclass(frozen=True)
class _Book:
    """What the cells of all sheets share."""

    texts: tuple[str, ...]
    styles: tuple[_Style | None, ...]
    """None for a number format that is not in the file and differs between languages."""
    epoch: datetime
    calculates_again: bool
    """Whether Excel calculates formulas when it opens the file, whatever values are saved."""
    shows_formulas: bool


def xlsx_rows(parts: WorkbookParts, reading: WorkbookReading) -> Iterator[SheetRow]:
    """Yield the rows of a sheet of an XLSX file."""
    (book_part,) = _targets(parts, "", "officeDocument").values()
    root = parts.tree(book_part, f"{MAIN}workbook")
    targets = _targets(parts, book_part, "worksheet")
    sheets = [sheet for sheet in _only(root, "sheets") if sheet.get(_ID, "") in targets]
    name = reading.choose_sheet(
        (sheet.get("name", ""), sheet.get("state", "visible") != "visible") for sheet in sheets
    )
    part = next(targets[sheet.get(_ID, "")] for sheet in sheets if sheet.get("name", "") == name)
    sheet = parts.tree(part, f"{MAIN}worksheet")
    book, changed = _book(parts, book_part, root)
    _refuse_conditional_formats(sheet, changed, reading.shown)
    views = [*_only(sheet, "sheetViews")]
    book = replace(book, shows_formulas=any(one.get("showFormulas", "0") in YES for one in views))
    hides_zeros = any(one.get("showZeros", "1") in NO for one in views)
    yield from _rows(sheet, book, reading=reading, hides_zeros=hides_zeros)


def _targets(parts: WorkbookParts, part: str, kind: str) -> Mapping[str, str]:
    """Return the parts that a part is related to, by the identifiers of their relations."""
    folder, name = posixpath.split(part)
    targets = {}
    for one in parts.tree(posixpath.join(folder, "_rels", f"{name}.rels"), _RELATIONS):
        if str(one.get("Type")).endswith(f"/{kind}") and one.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, str(one.get("Target"))))
            targets[str(one.get("Id"))] = target.lstrip("/")
    return targets


def _only(root: Element, name: str) -> Element:
    """Return the only child of that name, or an empty element."""
    children = root.findall(f"{MAIN}{name}")
    if len(children) > 1:
        raise ValueError(f"more than one {name}")
    return children[0] if children else ElementTree.Element(name)


def _book(parts: WorkbookParts, book_part: str, root: Element) -> tuple[_Book, set[str]]:
    """Return what the cells of a workbook share, and the conditional formats that change texts."""
    texts: tuple[str, ...] = ()
    for part in _targets(parts, book_part, "sharedStrings").values():
        texts = tuple(_string(one) for one in parts.tree(part, f"{MAIN}sst").iter(f"{MAIN}si"))
    styles: tuple[_Style | None, ...] = ()
    changed: set[str] = set()
    for part in _targets(parts, book_part, "styles").values():
        sheet = parts.tree(part, f"{MAIN}styleSheet")
        styles = tuple(_styles(sheet, parts.shown))
        changed = {
            str(number)
            for number, one in enumerate(_only(sheet, "dxfs"))
            if one.find(f"{MAIN}numFmt") is not None or one.find(f".//{MAIN}strike") is not None
        }
    from_1904 = _only(root, "workbookPr").get("date1904", "0") in YES
    epoch = FIRST_OF_1904 if from_1904 else datetime(1899, 12, 30)
    again = _only(root, "calcPr").get("fullCalcOnLoad", "0") in YES
    return _Book(texts, styles, epoch, again, shows_formulas=False), changed


def _styles(sheet: Element, shown: str) -> Iterator[_Style | None]:
    codes = dict(BUILT_IN_FORMATS)
    for one in _only(sheet, "numFmts"):
        code = one.get("formatCode", "")
        codes[int(one.get("numFmtId", ""))] = code
        if len(code) > LONGEST_FORMAT:
            message = f"has a number format of more than {LONGEST_FORMAT} characters"
            raise refusal(Where(shown), message, FORMAT_AS_SHOWN)
    fonts = [(_is_on(font, "strike"), _font_look(font)) for font in _only(sheet, "fonts")]
    for style in _only(sheet, "cellXfs"):
        font = int(style.get("fontId", "0"))
        number = int(style.get("numFmtId", "0"))
        is_struck, look = fonts[font] if 0 <= font < len(fonts) else (False, "")
        yield _Style(codes[number], is_struck, look) if number in codes else None


def _refuse_conditional_formats(sheet: Element, changed: set[str], shown: str) -> None:
    """Raise InputError if a conditional format shows other texts than those of the cells.

    Newer rules are in a namespace of their own, with their formats within.
    """
    for rule in sheet.iter():
        if rule.tag.endswith("}cfRule") and (
            rule.get("dxfId") in changed
            or any(
                one.tag.endswith(("}numFmt", "}strike")) or one.get("showValue") in NO
                for one in rule.iter()
            )
        ):
            message = "has a conditional format that shows other figures, or none"
            raise refusal(Where(shown), message, "clear the rules of the sheet")


# Cells ------------------------------------------------------------------------------------------

Area = tuple[int, int, int, int]
"""Of merged cells: the first row and column, the last row and column."""


@dataclass
class _MergedCells:
    """The merged cells of a sheet, while its rows are read from the top."""

    where: Where
    areas: list[Area]
    """Those that begin further down, the next one last."""
    covering: dict[int, Area] = field(default_factory=dict)
    """What covers a column."""
    texts: dict[Area, str | Problem] = field(default_factory=dict)

    def spread(self, number: int, texts: list[str | Problem]) -> None:
        """Put the text of merged cells into the first column of each of their rows, and no other
        text into what they cover. Raises InputError if they overlap."""
        while self.areas and self.areas[-1][0] <= number:
            area = self.areas.pop()
            for column in range(area[1], area[3] + 1):
                if column in self.covering and self.covering[column][2] >= area[0]:
                    raise refusal(
                        replace(self.where, line=area[0]), "has merged cells that overlap"
                    )
                self.covering[column] = area
        for column, area in self.covering.items():
            top, left, bottom, _ = area
            if number <= bottom:
                texts += [""] * (column - len(texts))
                if (number, column) == (top, left):
                    self.texts[area] = texts[column - 1]
                else:
                    texts[column - 1] = self.texts.get(area, "") if column == left else ""


def _merged_cells(sheet: Element, where: Where, limits: Limits) -> _MergedCells:
    areas = []
    for one in _only(sheet, "mergeCells"):
        match = AREA.fullmatch(one.get("ref", ""))
        if not match:
            raise refusal(where, f"has merged cells `{one.get('ref', '')[:40]}`, expected an area")
        left, right = _column_number(match[1]), _column_number(match[3])
        areas.append((int(match[2]), left, int(match[4]), min(right, limits.sheet_columns)))
    return _MergedCells(where, sorted(areas, reverse=True))


def _rows(
    sheet: Element, book: _Book, *, reading: WorkbookReading, hides_zeros: bool
) -> Iterator[SheetRow]:
    where = Where(reading.shown)
    merged = _merged_cells(sheet, where, reading.limits)
    number = 0
    for row in _only(sheet, "sheetData"):
        before, number = number, int(row.get("r", number + 1))
        if row.tag != f"{MAIN}row" or number <= before:
            raise refusal(replace(where, line=number), "is not a row below the one before it")
        texts = _row(row, number, book, reading)
        if hides_zeros:
            texts = ["" if text == "0" else text for text in texts]
        merged.spread(number, texts)
        if row.get("hidden", "0") in YES or row.get("ht") == "0":
            reading.hidden.add(number)
        yield number, without_empty_end(texts)


def _row(row: Element, number: int, book: _Book, reading: WorkbookReading) -> list[str | Problem]:
    """Return the texts of a row; raises InputError if it has too many, or in no order."""
    texts: list[str | Problem] = []
    column = 0
    for cell in row:
        before, column = column, column + 1
        if "r" in cell.attrib:
            match = PLACE.fullmatch(cell.get("r", ""))
            column = _column_number(match[1]) if match and int(match[2]) == number else 0
        where = Where(reading.shown, number, column)
        if cell.tag != f"{MAIN}c" or column <= before:
            raise refusal(where, f"is not a cell behind the one before it: {cell.get('r')}")
        text = text_or_problem(partial(_cell_text, cell, where, book), where, reading)
        if text and column > reading.limits.sheet_columns:
            raise InputError([over_limit(where, "sheet_columns", column, reading.limits)])
        if text:
            texts += [*[""] * (column - 1 - len(texts)), text]
    return texts


def _column_number(letters: str) -> int:
    """Return the number of a column: 1 of A, 27 of AA."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _cell_text(cell: Element, where: Where, book: _Book) -> str:
    """Return the text that a cell shows; raises InputError if it cannot be printed."""
    at = cell.get("s", "0")
    style = PLAIN if at == "0" and not book.styles else None
    if INDEX.fullmatch(at) and int(at) < len(book.styles):
        style = book.styles[int(at)]
    elif style is None:
        raise refusal(where, "found a style that the workbook does not have")
    text = _value(cell, where, book, style)
    text = text.replace(OWN_LOOK, style.look if style else "")
    return strike(text) if style and style.is_struck else text


def _value(cell: Element, where: Where, book: _Book, style: _Style | None) -> str:
    kind = cell.get("t", "n")
    saved = [one.text or "" for one in cell.findall(f"{MAIN}v")]
    if cell.find(f"{MAIN}f") is not None:
        if book.shows_formulas:
            raise refusal(where, "found a formula that is shown in place of its value")
        if book.calculates_again or not (any(saved) or (saved and kind == "str")):
            raise refusal(where, "found a formula without a saved value", SAVE_AGAIN)
    if len(saved) > 1 or (saved and kind == "inlineStr"):
        raise refusal(where, "found two values", SAVE_AGAIN)
    said = saved[0] if saved else ""
    if kind == "n" and said:
        return _number(said.strip(), where, book, style)
    if kind == "b" and said in YES + NO:
        return str(said in YES).lower()
    if kind == "e":
        raise refusal(where, f"found the formula error {said}")
    text = _text(kind, said, cell, book)
    if text is None:
        raise refusal(where, f"found `{said[:40]}`, expected text or a number", FORMAT_AS_TEXT)
    if text and style and not shows_texts(style.code):
        message = f"found `{text[:40]}` in a number format that shows it otherwise"
        raise refusal(where, message, FORMAT_AS_SHOWN)
    return text


def _text(kind: str, said: str, cell: Element, book: _Book) -> str | None:
    """Return the text of a cell that has one; None if its value is something else."""
    if kind == "inlineStr":
        return "".join(_string(one) for one in cell.findall(f"{MAIN}is"))
    if kind == "s" and INDEX.fullmatch(said) and int(said) < len(book.texts):
        return book.texts[int(said)]
    if kind == "str":
        return _unescaped(said)
    return None if said else ""


def _number(said: str, where: Where, book: _Book, style: _Style | None) -> str:
    if not NUMBER.fullmatch(said):
        raise refusal(where, f"found `{said[:40]}`, expected a number")
    if style is None:
        problem = f"found {said} in a number format of one language, most likely a date"
        raise refusal(where, problem, FORMAT_AS_TEXT)
    value = float(said)
    if shows_dates(style.code) and 0 <= value < MOST_DAYS:
        message = f"found the date or time {_date(value, book.epoch)}, expected text or a number"
        raise refusal(where, message, FORMAT_AS_TEXT)
    try:
        return number_text(value, style.code)
    except UnreadableError as error:
        raise refusal(where, f"found {value:.15g} {error}", FORMAT_AS_SHOWN) from None


def _date(days: float, epoch: datetime) -> str:
    """Return a date as Excel shows it, which has a 29 February 1900; below one day, a time."""
    is_before_march = epoch < FIRST_OF_1904 and days < LEAP_DAY
    shown = epoch + timedelta(days=days + (is_before_march and days >= 1))
    return f"{shown:%H:%M:%S}" if days < 1 else f"{shown:%Y-%m-%d %H:%M:%S}"


# Texts ------------------------------------------------------------------------------------------


def _string(item: Element) -> str:
    """Return a text, with bold and italic words in Markdown; how it is pronounced is not in it."""
    runs = item.findall(f"{MAIN}r")
    plain = "".join(one.text or "" for one in item.findall(f"{MAIN}t"))
    marked = marked_runs((_run_text(run), _is_on(run, "b"), _is_on(run, "i")) for run in runs)
    looks = listed_looks((_run_text(run), _run_look(run)) for run in runs) if runs else ""
    return _unescaped(plain) + marked + looks


def _run_text(run: Element) -> str:
    """Return the text of a run, with raised and lowered figures as characters."""
    text = _unescaped("".join(one.text or "" for one in run.findall(f"{MAIN}t")))
    place = run.find(f"{MAIN}rPr/{MAIN}vertAlign")
    shifted = shift_figures(text, "" if place is None else place.get("val", ""))
    return strike(shifted) if _is_on(run, "strike") else shifted


def _run_look(run: Element) -> str:
    """Return what of the look of a run is not printed; without a font, it looks as its cell."""
    font = run.find(f"{MAIN}rPr")
    return OWN_LOOK if font is None else _font_look(font)


def _font_look(font: Element) -> str:
    line = font.find(f"{MAIN}u")
    underlined = line is not None and line.get("val", "single") != "none"
    return look_words(underlined=underlined, colour=_colour(font.find(f"{MAIN}color")))


def _colour(colour: Element | None) -> str:
    """Return a colour in six digits, or its number in a palette; "" for that of texts."""
    if colour is None or colour.get("auto") in YES:
        return ""
    if rgb := colour.get("rgb"):
        return rgb[-6:].upper()
    theme, indexed, tint = (colour.get(name, "") for name in ("theme", "indexed", "tint"))
    is_usual = (theme == "1" and not tint) or indexed in ("0", "8", "64")
    return "" if is_usual else f"{theme or indexed} {tint}"


def _is_on(element: Element, look: str) -> bool:
    """Tell whether a run or a font is bold (`b`), italic (`i`) or struck out (`strike`)."""
    flag = element.find(f"{MAIN}rPr/{MAIN}{look}")
    flag = element.find(f"{MAIN}{look}") if flag is None else flag
    return flag is not None and flag.get("val", "1") not in NO


def _unescaped(text: str) -> str:
    """Return a text with the characters that Excel writes by their numbers."""
    if "_x" in text:
        letters = ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
        text = letters.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return saved_text(text)
