"""Workbooks: cells print as the sheet shows them, or there is a warning or error at the cell."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from aidgen.game.spreadsheets import Spreadsheet, read_spreadsheet
from aidgen.problems import InputError

ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:automatic-styles>
<style:style style:name="b"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="i"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="h"><style:table-properties table:display="false"/></style:style>
</office:automatic-styles><office:body><office:spreadsheet>
<table:table table:name="Notes" table:style-name="h"/>
<table:table table:name="One">{rows}</table:table>
<table:table table:name="Two"><table:table-row><table:table-cell><text:p>other</text:p>
</table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:body></office:document-content>"""
FORMATS_HINT = "(use the format General, 0, 0.00, #,##0 or 0%, or type it as text)"
DATE_HINT = (
    "(format the cells as text before you type values that look like dates, such as 1/2 or 2-5)"
)


def words(text: str, more: str = "") -> str:
    return f"<table:table-cell{more}><text:p>{text}</text:p></table:table-cell>"


def value(kind: str, attributes: str, shown: str = "") -> str:
    shown = f"<text:p>{shown}</text:p>" if shown else ""
    start = f'<table:table-cell office:value-type="{kind}" {attributes}'
    return f"{start}>{shown}</table:table-cell>"


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def ods(folder: Path, *rows: str) -> Path:
    path = folder / "sheet.ods"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", ODS.format(rows="".join(rows)))
    return path


def xlsx(folder: Path, *rows: list[object], **changes: object) -> Path:
    path = folder / "sheet.xlsx"
    book = openpyxl.Workbook()
    for cells in rows:
        book.active.append(cells)
    for place, number_format in changes.items():
        book.active[place].number_format = number_format
    book.create_sheet("Two").append(["other"])
    book.save(path)
    return path


def read(path: Path, sheet: str | None = None) -> Spreadsheet:
    return read_spreadsheet(path, path.name, sheet)


def texts(path: Path, sheet: str | None = None) -> list[list[str]]:
    grid = read(path, sheet)
    return [[cell.text for cell in cells] for cells in (grid.head, *grid.rows)]


def reported(path: Path, sheet: str | None = None) -> list[str]:
    try:
        grid = read(path, sheet)
    except InputError as error:
        return [str(problem) for problem in error.problems]
    faults = [cell.fault for cells in grid.rows for cell in cells if cell.fault]
    return [str(problem) for problem in (*faults, *grid.doubts)]


@pytest.mark.parametrize(
    ("number", "number_format", "text"),
    [
        (2.0, "General", "2"),
        (0.1 + 0.2, "General", "0.3"),
        (0.25, "General", "0.25"),
        (2.5, "0", "3"),
        (-0.4, "0", "0"),
        (2.5, "0.00", "2.50"),
        (1234567.891, "#,##0", "1234568"),
        (1234.5, "#,##0.00", "1234.50"),
        (0.5, "0%", "50%"),
        (0.1234, "0.0%", "12.3%"),
        (7, "@", "7"),
        (True, "General", "true"),
        (date(2026, 1, 2), "dd/mm/yyyy", "2026-01-02"),
        (datetime(2026, 1, 2, 12, 30), "yyyy-mm-dd hh:mm", "2026-01-02 12:30"),
    ],
)
def test_a_number_prints_as_its_format_shows_it(
    tmp_path: Path, number: object, number_format: str, text: str
) -> None:
    path = xlsx(tmp_path, ["id", "n"], ["a", number], B2=number_format)
    assert texts(path)[1] == ["a", text]
    assert reported(path) == []


@pytest.mark.parametrize(
    ("number", "number_format", "text"),
    [
        (5, '0" ft"', "5"),
        (0.25, "# ?/?", "0.25"),
        (1500, "0,", "1500"),
        (-3, "#,##0_);[Red](#,##0)", "-3"),
        (1e16, "0", "10000000000000000"),
        (1e30, "0", "1000000000000000019884624838656"),
        (2**-40, "General", "0.0000000000009094947017729282379150390625"),
    ],
)
def test_the_value_prints_with_a_warning_if_its_format_is_not_read(
    tmp_path: Path, number: float, number_format: str, text: str
) -> None:
    path = xlsx(tmp_path, ["id", "n"], ["a", number], B2=number_format)
    assert texts(path)[1] == ["a", text]
    message = f"its number format `{number_format}` is not read: printed as {text} {FORMATS_HINT}"
    assert reported(path) == [f"sheet.xlsx:2:2: warning: {message}"]


def test_what_became_a_date_by_itself_is_reported(tmp_path: Path) -> None:
    path = xlsx(tmp_path, ["id", "n"], ["2-5", date(2026, 5, 2)], ["x", time(1, 2)], B2="d-mmm")
    assert [cells[1] for cells in texts(path)[1:]] == ["2026-05-02", "01:02"]
    assert reported(path)[0] == (
        f"sheet.xlsx:2:2: warning: is a date, printed as 2026-05-02 {DATE_HINT}"
    )


def test_a_formula_has_its_saved_result(tmp_path: Path) -> None:
    path = xlsx(tmp_path, ["id", "n"], ["a", "=1+1"], ["b", '=""'], ["c", "=1+2"], ["d", "#REF!"])
    hint = "(open the file in a spreadsheet program and save it again)"
    unsaved = f"error: found a formula without a saved value {hint}"
    assert reported(path)[0] == f"sheet.xlsx:2:2: {unsaved}"
    with ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"]
    sheet = re.sub(rb"(<f>1\+1</f>)<v ?/>|(<f>1\+1</f>)<v></v>", rb"\1\2<v>2</v>", sheet)
    sheet = sheet.replace(b'<c r="B3"><f>""</f>', b'<c r="B3" t="str"><f>""</f>')
    with ZipFile(path, "w") as archive:
        for name, part in {**parts, "xl/worksheets/sheet1.xml": sheet}.items():
            archive.writestr(name, part)
    assert [cells[1] for cells in texts(path)[1:3]] == ["2", ""]
    assert reported(path) == [
        f"sheet.xlsx:4:2: {unsaved}",
        "sheet.xlsx:5:2: error: found the formula error #REF!",
    ]


def test_bold_and_italic_words_of_a_cell_stay_so(tmp_path: Path) -> None:
    bold, italic = InlineFont(b=True), InlineFont(i=True)
    runs = CellRichText("Lose ", TextBlock(bold, "two "), TextBlock(bold, "coins\nnow"), "; ")
    both = CellRichText(TextBlock(InlineFont(b=True, i=True), "a"), TextBlock(italic, " b"))
    path = xlsx(tmp_path, ["text"], [runs], [both], ["*typed*"])
    expected = ["Lose **two coins**\n**now**;", "***a*** *b*", "*typed*"]
    assert texts(path) == [["text"], *([cell] for cell in expected)]
    span = '<text:span text:style-name="{}">{}</text:span>'
    cell = f"{span.format('b', 'two ')}and {span.format('i', 'b')}"
    assert texts(ods(tmp_path, row(words("text")), row(words(cell)))) == [
        ["text"],
        ["**two** and *b*"],
    ]


def test_a_cell_merged_over_rows_is_in_each_of_them(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path, ["kind", "n", "m"], ["Swords", "a", 1], [None, "b"], [None, "c"], ["Bows", "d"]
    )
    book = openpyxl.load_workbook(path)
    book.active.merge_cells("A2:A4")
    book.active.merge_cells("B3:C3")  # across: the cell is in its first column alone
    book.save(path)
    assert [cells[0] for cells in texts(path)[1:]] == ["Swords", "Swords", "Swords", "Bows"]
    assert texts(path)[2] == ["Swords", "b", ""]
    tall = words("Swords", ' table:number-rows-spanned="2"')
    rows = row(tall, words("a")), row("<table:covered-table-cell/>", words("b"))
    path = ods(tmp_path, row(words("kind"), words("n")), *rows, row(words("Bows"), words("c")))
    assert texts(path)[1:] == [["Swords", "a"], ["Swords", "b"], ["Bows", "c"]]


def test_hidden_rows_are_read_and_reported(tmp_path: Path) -> None:
    hint = "(delete them, or give them 0 copies if they are cards)"
    warning = f"3: warning: hidden rows are printed, too: 3 {hint}"
    path = xlsx(tmp_path, ["id"], ["a"], ["b"], ["c"])
    book = openpyxl.load_workbook(path)
    book.active.row_dimensions[3].hidden = True
    book.save(path)
    assert (reported(path), len(read(path).rows)) == ([f"sheet.xlsx:{warning}"], 3)
    hidden = row(words("b"), more=' table:visibility="filter"')
    path = ods(tmp_path, row(words("id")), row(words("a")), hidden)
    assert reported(path) == [f"sheet.ods:{warning}"]


def test_the_cells_of_an_open_document_are_texts(tmp_path: Path) -> None:
    wide = '<table:table-cell table:number-columns-repeated="16000"/>'
    path = ods(
        tmp_path,
        row(words("id"), words("n"), wide),
        row(words("a"), value("float", 'office:value="2"')),
        row('<table:table-cell table:number-columns-repeated="3"/>'),
        row(
            words("b", ' table:number-columns-repeated="2"'), more=' table:number-rows-repeated="2"'
        ),
        row(words("c"), value("percentage", 'office:value="0.5"', "50 %")),
        row(words("d"), value("float", 'office:value="1234.5678"', "1.234,57")),
        row(words("h"), value("float", 'office:value="-1234567"', "−12,34,567")),
        row(words("e"), value("boolean", 'office:boolean-value="true"')),
        row(words("f"), value("date", 'office:date-value="2026-01-02"', "02/01/26")),
        row(words('two<text:s text:c="2"/>and<text:line-break/><text:span>more</text:span>!')),
        row("<table:table-cell/>", more=' table:number-rows-repeated="1048000"'),
    )
    assert texts(path)[1:] == [
        ["a", "2"],
        ["b", "b"],
        ["b", "b"],
        ["c", "50%"],
        ["d", "1234.57"],
        ["h", "-1234567"],
        ["e", "true"],
        ["f", "2026-01-02"],
        ["two  and\nmore!", ""],
    ]
    assert reported(path) == []
    assert str(read(path).rows[2][0].where) == "sheet.ods:5:1"
    assert texts(path, "Two") == [["other"]]
    assert read(path).content.sheets == ("One", "Two", "Notes")


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (words("#REF!", ' calcext:value-type="error"'), "error: found the formula error #REF!"),
        (
            value("float", 'office:value="5"', "5 ft"),
            f"warning: is shown as `5 ft`: printed as 5 {FORMATS_HINT}",
        ),
        (
            value("float", 'office:value="2"', "3"),
            f"error: is shown as `3`, but its value is 2 {FORMATS_HINT}",
        ),
        (
            value("float", 'office:value="45"', "4.5"),
            f"error: is shown as `4.5`, but its value is 45 {FORMATS_HINT}",
        ),
        (
            value("float", 'office:value="-5"', "5"),
            f"error: is shown as `5`, but its value is -5 {FORMATS_HINT}",
        ),
        (
            value("date", 'office:date-value="2026-05-02"', "2. May"),
            f"warning: is a date, printed as 2026-05-02 {DATE_HINT}",
        ),
    ],
)
def test_a_cell_of_an_open_document_that_shows_something_else(
    tmp_path: Path, cell: str, expected: str
) -> None:
    path = ods(tmp_path, row(words("id"), words("n")), row(words("a"), cell))
    assert reported(path) == [f"sheet.ods:2:2: {expected}"]


def test_a_sheet_that_is_not_there_is_reported(tmp_path: Path) -> None:
    assert texts(xlsx(tmp_path, ["id"]), "Two") == [["other"]]
    assert reported(xlsx(tmp_path, ["id"]), "Too") == [
        "sheet.xlsx: error: has no sheet `Too` (did you mean `Two`?)"
    ]


def test_what_is_no_workbook_is_reported_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "sheet.xlsx"
    for content in (b"", b"PK", b"id,name\n"):
        path.write_bytes(content)
        hint = "(save it again as .xlsx or .ods, without a password)"
        assert reported(path) == [f"sheet.xlsx: error: is not a readable workbook {hint}"]
    with ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    (line,) = reported(path)
    assert line.startswith("sheet.xlsx: error: is not a readable workbook: ")


def test_a_cell_that_is_far_out_takes_no_memory_and_is_reported(tmp_path: Path) -> None:
    path = xlsx(tmp_path, ["id"], ["a"])
    book = openpyxl.load_workbook(path)
    book.active["XFD1048576"] = "far"
    book.save(path)
    (line,) = reported(path)
    assert line.startswith("sheet.xlsx:1048576:16384: error: found `far` in a column without")
    often = ' table:number-{}-repeated="99999999999999999999"'
    path = ods(
        tmp_path,
        row(words("id")),
        row(words("a", often.format("columns"))),
        row("<table:table-cell/>", more=often.format("rows")),
    )
    assert reported(path)[0].startswith("sheet.ods:2:2: error: found `a` in a column without")
    path = ods(
        tmp_path, row(words("id")), row(words("a"), more=' table:number-rows-repeated="9999"')
    )
    assert reported(path) == ["sheet.ods:2: error: found 9,999 rows alike (delete the copies)"]
