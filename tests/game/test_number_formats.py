"""Numbers of workbooks: read as their cells show them, or refused at the cell."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest

from aidgen.game.spreadsheets import read_spreadsheet
from tests.game.test_spreadsheets import ods, row, words

ACCOUNTS = r'_(* #,##0_);_(* \(#,##0\);_(* "-"_);_(@_)'


def xlsx_cell(folder: Path, value: object, code: str) -> Path:
    """Write a workbook with a cell in B2."""
    book = openpyxl.Workbook()
    book.active.append(["id", "n"])
    book.active.append(["a", value])
    book.active["B2"].number_format = code
    path = folder / "sheet.xlsx"
    book.save(path)
    return path


def read_cell(path: Path) -> str:
    ((_, cell),) = read_spreadsheet(path, path.name).rows
    return cell.text


def refusal(path: Path) -> str:
    ((_, cell),) = read_spreadsheet(path, path.name).rows
    return str(cell.fault)


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (5, '0"%"', "5%"),
        (5, r"0\%", "5%"),
        (5, 'General"%"', "5%"),
        (5, "[$%]0", "%5"),
        (0.25, "0%", "25%"),
        (0.125, "0%", "13%"),
        (0.125, "[Red]0.0 %", "12.5 %"),
        (0.05, "0%%", "500%%"),
        (5, '0" ft"', "5 ft"),
        (5, '"1"0', "15"),
        (7, "000", "007"),
        (5, "+0;-0;0", "+5"),
        (-5, "+0;-0;0", "-5"),
        (-0.4, "0", "0"),
        (2.5, "0", "3"),
        (2.0, "0.00", "2"),
        (0.5, ".00", "0.5"),
        (1234567.5, "#,##0.00", "1234567.5"),
        (5, '"$"#,##0', "5"),
        (5, "[$CHF-807] 0.00", "5"),
        (-5, ACCOUNTS, "-5"),
        (0, ACCOUNTS, "-"),
        (0, "0;-0;", ""),
        (0, "#", ""),
        (5, "@", "5"),
        (-3, "General", "-3"),
        (123456789.25, "General", "123456789.25"),
        (123456789012345, "General", "123456789012345"),
        (1 / 3, "General", "0.333333333"),
        (0.1 + 0.2, "General", "0.3"),
        (100.1 - 100, "General", "0.1"),
        ("Axe", "0.00", "Axe"),
        ("Axe", ACCOUNTS, "Axe"),
    ],
)
def test_a_number_is_read_as_its_cell_shows_it(
    tmp_path: Path, value: object, code: str, text: str
) -> None:
    assert read_cell(xlsx_cell(tmp_path, value, code)) == text


DATES = "in a number format of dates, times, fractions or powers of ten"


@pytest.mark.parametrize(
    ("value", "code", "reported"),
    [
        (45293, "bbbb", DATES),
        (45293, '[$-411]ggge"年"', DATES),
        (-45293, "0;[$-107041E]d/m/bbbb", DATES),
        (0.5, "# ?/?", DATES),
        (12345, "0.00E+00", DATES),
        (5000, "0,", "in a number format of thousands"),
        (5000000, '0.0,,"M"', "in a number format of thousands"),
        (5, "000-00", "in a number format with signs between the digits"),
        (5, '[>3]"many";0', "in a number format with conditions"),
        (-5, "0;[Red]0", "in a number format that shows no minus"),
        (5, ";;;", "in a number format that does not show it"),
        (5, '"none"', "in a number format that does not show it"),
        (1234567890123456789, "0", "of more than 15 digits"),
        (1e20, "General", "of more than 15 digits"),
        (1e-12, "General", "of more than 9 decimals"),
    ],
)
def test_a_number_that_is_shown_otherwise_is_refused_at_its_cell(
    tmp_path: Path, value: float, code: str, reported: str
) -> None:
    problem = refusal(xlsx_cell(tmp_path, value, code))
    assert problem.startswith("sheet.xlsx:2:2: error: found ")
    assert f" {reported} (format the cell" in problem


@pytest.mark.parametrize("code", [";;;", '"Card "@', ';;;"x"@', '@"!"'])
def test_a_text_that_is_shown_otherwise_is_refused_at_its_cell(tmp_path: Path, code: str) -> None:
    problem = refusal(xlsx_cell(tmp_path, "Axe", code))
    assert problem.startswith("sheet.xlsx:2:2: error: found `Axe` in a number format that shows it")


@pytest.mark.parametrize("number", [27, 36, 50, 57, 58, 71, 81])
def test_a_date_in_a_format_of_another_language_is_refused(tmp_path: Path, number: int) -> None:
    path = xlsx_cell(tmp_path, 45293, "0.00")
    with ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    old = b'numFmtId="2"'
    assert parts["xl/styles.xml"].count(old) == 1
    with ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part.replace(old, b'numFmtId="%d"' % number))
    problem = refusal(path)
    assert problem.startswith("sheet.xlsx:2:2: error: found 45293 in a number format of one lang")
    assert "format the cells as text" in problem


def ods_cell(folder: Path, kind: str, value: float, displayed: str) -> Path:
    """Write an open document with a cell in B2."""
    cell = f'<table:table-cell office:value-type="{kind}" office:value="{value}">'
    cell += f"<text:p>{displayed}</text:p></table:table-cell>"
    return ods(folder, row(words("id"), words("n")), row(words("a"), cell))


@pytest.mark.parametrize(
    ("kind", "value", "displayed", "text"),
    [
        ("float", 5, "5%", "5%"),
        ("float", 5, "5 ft", "5 ft"),
        ("float", 1234.5, "1.234,50", "1234.5"),
        ("float", 1234.5, "1,235", "1235"),
        ("float", 7, "007", "007"),
        ("float", -2.5, "−2,5", "-2.5"),
        ("float", -3, "(3)", "-3"),
        ("float", -0.4, "-0", "0"),
        ("percentage", 0.125, "12,5 %", "12.5 %"),
        ("percentage", 0.125, "13%", "13%"),
        ("currency", 1.5, "1,50 €", "1.5"),
        ("float", 123456789.25, "123456789.25", "123456789.25"),
    ],
)
def test_a_number_of_an_open_document_is_read_as_it_is_shown(
    tmp_path: Path, kind: str, value: float, displayed: str, text: str
) -> None:
    assert read_cell(ods_cell(tmp_path, kind, value, displayed)) == text


@pytest.mark.parametrize(
    ("value", "displayed"),
    [(5, "7"), (2, "20"), (12, "0.12"), (-3, "3"), (0.5, "1/2"), (12345, "1.23E+04"), (5, "五")],
)
def test_a_number_of_an_open_document_that_is_shown_otherwise_is_refused(
    tmp_path: Path, value: float, displayed: str
) -> None:
    problem = refusal(ods_cell(tmp_path, "float", value, displayed))
    assert problem.startswith(f"sheet.ods:2:2: error: found {value} shown as `{displayed}` (format")
