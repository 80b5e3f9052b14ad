"""Workbooks made by hand: what a spreadsheet program does not show is not read, or is refused."""

from __future__ import annotations

import time
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from aidgen.game.spreadsheets import Spreadsheet, read_spreadsheet
from aidgen.problems import InputError
from tests.game.test_spreadsheets import ODS, ods, row, value, words

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SECONDS = 8.0
"""Of processor time, on a machine that others use as well."""
CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml"
TYPES = f"""<Types xmlns="{PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="{CONTENT}.sheet.main+xml"/>
<Override PartName="/xl/one.xml" ContentType="{CONTENT}.worksheet+xml"/>
<Override PartName="/xl/two.xml" ContentType="{CONTENT}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="{CONTENT}.styles+xml"/>
<Override PartName="/xl/sharedStrings.xml" ContentType="{CONTENT}.sharedStrings+xml"/></Types>"""


def relations(**targets: str) -> str:
    """Return the relations of a part, by their types."""
    listed = "".join(
        f'<Relationship Id="{kind}{at}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for kind, listed in targets.items()
        for at, target in enumerate(listed.split())
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{listed}</Relationships>'


BOOK, SHEET, STYLES, STRINGS = "workbook", "worksheet", "styleSheet", "sst"
PARTS = {
    "xl/workbook.xml": (
        BOOK,
        '<sheets><sheet name="One" sheetId="1" r:id="worksheet0"/>'
        '<sheet name="Two" sheetId="2" r:id="worksheet1"/></sheets>',
    ),
    "xl/one.xml": (SHEET, ""),
    "xl/two.xml": (SHEET, '<sheetData><row r="1"><c r="A1"><v>2</v></c></row></sheetData>'),
    "xl/styles.xml": (
        STYLES,
        '<numFmts><numFmt numFmtId="2" formatCode="0&quot; of 9&quot;"/>'
        '<numFmt numFmtId="164" formatCode="*50"/></numFmts>'
        "<fonts><font/></fonts><fills><fill/><fill/></fills><borders><border/></borders>"
        '<cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="2"/>'
        '<xf numFmtId="164"/></cellXfs><cellStyles/>'
        '<dxfs><dxf><font><b/></font></dxf><dxf><numFmt numFmtId="165" formatCode="7"/></dxf>'
        "</dxfs>",
    ),
    "xl/sharedStrings.xml": (STRINGS, "<si><t>first</t></si><si><t>last</t></si>"),
}


def xlsx(folder: Path, cells: str, after: str = "", before: str = "", **changed: str) -> Path:
    """Write a workbook with the cells of row 2, and what is around its rows; parts may be changed
    by the names of their roots."""
    rows = f'<row r="1">{text("A1", "id")}{text("B1", "n")}</row>{cells}'
    path = folder / "sheet.xlsx"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", relations(officeDocument="xl/workbook.xml"))
        known = relations(
            worksheet="one.xml two.xml", styles="styles.xml", sharedStrings="/xl/sharedStrings.xml"
        )
        archive.writestr("xl/_rels/workbook.xml.rels", known)
        for name, (root, part) in PARTS.items():
            if name == "xl/one.xml":
                part = f"{before}<sheetData>{rows}</sheetData>{after}"
            part = changed.get(root, part) if name != "xl/two.xml" else part
            archive.writestr(name, f'<{root} xmlns="{MAIN}" xmlns:r="{OFFICE}">{part}</{root}>')
    return path


def line(number: int, *cells: str) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def text(place: str, words: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{words}</t></is></c>'


def cell(place: str, saved: str, more: str = "", formula: str = "") -> str:
    return f'<c r="{place}"{more}>{formula}<v>{saved}</v></c>'


A2 = text("A2", "a")


def read(path: Path) -> Spreadsheet:
    begun = time.process_time()
    try:
        return read_spreadsheet(path, path.name)
    finally:
        assert time.process_time() - begun < SECONDS


def reported(path: Path) -> str:
    try:
        found = read(path)
    except InputError as error:
        (problem,) = error.problems
    else:
        (problem,) = (cell.fault for cells in found.rows for cell in cells if cell.fault)
    return str(problem)


def rows(path: Path) -> list[list[str]]:
    return [[cell.text for cell in cells] for cells in read(path).rows]


@pytest.mark.parametrize(
    ("saved", "problem"),
    [
        (cell("B2", "-1", ' t="s"'), "found `-1`, expected text or a number"),
        (cell("B2", "2", ' t="s"'), "found `2`, expected text or a number"),
        (cell("B2", "5", ' s="9"'), "found a style that the workbook does not have"),
        (cell("B2", "1_0"), "found `1_0`, expected a number"),
        (cell("B2", "nan"), "found `nan`, expected a number"),
        (cell("B2", "１"), "found `１`, expected a number"),
        (cell("B2", "1e999"), "found inf of more than 15 digits"),
        (cell("B2", "2", ' t="b"'), "found `2`, expected text or a number"),
        (cell("B2", "2", ' t="x"'), "found `2`, expected text or a number"),
        (cell("B2", "2026-01-02", ' t="d"'), "found `2026-01-02`, expected text or a number"),
        (cell("B2", "7", "", "<v>8</v>"), "found two values"),
        (cell("B2", "7", ' t="inlineStr"', "<is><t>8</t></is>"), "found two values"),
        (cell("B2", "7", ' s="2"'), "found 7 in a number format that fills the cell with `5`"),
        (text("B2", "x" * 8_001), "found 8,001 characters of a text"),
        (text("B3", "x"), "is not a cell behind the one before it: B3"),
        (text("B02", "x"), "is not a cell behind the one before it: B02"),
        (text("B2", "x") + text("B2", "y"), "is not a cell behind the one before it: B2"),
        (text("C2", "x") + text("B2", "y"), "is not a cell behind the one before it: B2"),
        ("<x:alt xmlns:x='y'>" + text("B2", "y") + "</x:alt>", "is not a cell behind the one"),
        (text("CW2", "x"), "found 101 columns of a sheet"),
    ],
)
def test_a_cell_that_programs_would_repair_is_refused(
    tmp_path: Path, saved: str, problem: str
) -> None:
    assert f": error: {problem}" in reported(xlsx(tmp_path, line(2, A2, saved)))
    assert reported(xlsx(tmp_path, line(2, A2, saved))).startswith("sheet.xlsx:2:")


@pytest.mark.parametrize(
    ("saved", "shown"),
    [
        (cell("B2", "7", ' s="1"'), "7 of 9"),
        (cell("B2", "1", ' t="s"'), "last"),
        (cell("B2", "", ' t="str"', "<f>A1</f>"), ""),
        (cell("B2", "true", ' t="b"'), "true"),
        (text("B2", "_x0041_xe_x005F_x0042_"), "Axe_x0042_"),
        (text("B2", "_xD83D__xDE00_ _xD83D_"), "\U0001f600 \ufffd"),
        ('<c r="B2" t="inlineStr"><is><t>5</t><rPh><t>6</t></rPh></is></c>', "5"),
    ],
)
def test_a_cell_is_read_as_it_shows(tmp_path: Path, saved: str, shown: str) -> None:
    assert rows(xlsx(tmp_path, line(2, A2, saved)))[0] == ["a", shown]


def test_cells_below_others_that_are_merged_are_not_read(tmp_path: Path) -> None:
    area = '<mergeCells><mergeCell ref="A2:B3"/></mergeCells>'
    hidden = line(2, A2, text("B2", "x")), line(3, text("A3", "y"), text("B3", "z"))
    assert rows(xlsx(tmp_path, "".join(hidden), area)) == [["a", ""], ["a", ""]]
    over = area.replace("</m", '<mergeCell ref="B3:B9"/></m')
    assert reported(xlsx(tmp_path, "".join(hidden), over)).endswith(
        "3: error: has merged cells that overlap"
    )
    odd = area.replace("A2:B3", "A2:XFDX3")
    assert "has merged cells `A2:XFDX3`" in reported(xlsx(tmp_path, hidden[0], odd))


def test_rows_are_in_order(tmp_path: Path) -> None:
    twice = reported(xlsx(tmp_path, line(2, A2) * 2))
    assert twice == "sheet.xlsx:2: error: is not a row below the one before it"


def test_a_dimension_that_lies_hides_no_row(tmp_path: Path) -> None:
    path = xlsx(tmp_path, line(2, A2) + line(3, text("A3", "b")), before='<dimension ref="A1:A2"/>')
    assert rows(path) == [["a", ""], ["b", ""]]


def test_a_sheet_that_shows_other_texts_than_its_cells_have_is_refused(tmp_path: Path) -> None:
    rule = '<conditionalFormatting><cfRule dxfId="{}"{}</conditionalFormatting>'
    five = line(2, A2, cell("B2", "5"))
    assert rows(xlsx(tmp_path, five, rule.format(0, "/>"))) == [["a", "5"]]
    bars = '><dataBar showValue="0"/></cfRule>'
    for after in (rule.format(1, "/>"), rule.format(0, bars)):
        assert "has a conditional format that shows other" in reported(xlsx(tmp_path, five, after))
    view = "<sheetViews><sheetView {}/></sheetViews>"
    zero = line(2, A2, cell("B2", "0"))
    assert rows(xlsx(tmp_path, zero, before=view.format('showZeros="0"'))) == [["a", ""]]
    sum_ = line(2, A2, cell("B2", "2", "", "<f>1+1</f>"))
    assert rows(xlsx(tmp_path, sum_)) == [["a", "2"]]
    assert "a formula that is shown" in reported(
        xlsx(tmp_path, sum_, before=view.format('showFormulas="1"'))
    )


def test_formulas_that_are_calculated_when_a_file_is_opened_have_no_value(tmp_path: Path) -> None:
    sum_ = line(2, A2, cell("B2", "7", "", "<f>1+1</f>"))
    _, book = PARTS["xl/workbook.xml"]
    path = xlsx(tmp_path, sum_, workbook=f'{book}<calcPr fullCalcOnLoad="1"/>')
    assert reported(path).startswith("sheet.xlsx:2:2: error: found a formula without a saved value")


def test_the_first_sheet_is_one_that_is_shown(tmp_path: Path) -> None:
    _, book = PARTS["xl/workbook.xml"]
    for state in ("hidden", "veryHidden"):
        hidden = book.replace('name="One"', f'name="One" state="{state}"')
        found = read(xlsx(tmp_path, line(2, A2), workbook=hidden))
        assert (found.head[0].text, found.sheets) == ("2", ("Two", "One"))
    twice = xlsx(tmp_path, line(2, A2), workbook=book.replace("Two", "One"))
    assert reported(twice) == "sheet.xlsx: error: has more than one sheet `One`"


def test_parts_are_found_as_a_spreadsheet_program_finds_them(tmp_path: Path) -> None:
    path = xlsx(tmp_path, line(2, A2))
    with ZipFile(path, "a") as archive:
        archive.writestr("content.xml", ODS.format(rows=row(words("other"))))
    assert reported(path) == "sheet.xlsx: error: is not a workbook, but 2"
    path = xlsx(tmp_path, line(2, A2))
    with ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("xl/one.xml", "<worksheet/>")
    assert reported(path) == "sheet.xlsx: error: has two parts xl/one.xml"


def test_covered_cells_and_hidden_sheets_of_an_open_document_are_not_read(tmp_path: Path) -> None:
    wide = words("a", ' table:number-columns-spanned="2"')
    covered = words("x").replace("table-cell", "covered-table-cell")
    path = ods(tmp_path, row(words("id"), words("n")), row(wide, covered))
    assert rows(path) == [["a", ""]]
    style = """<office:automatic-styles
    xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">
    <style:style style:name="h"><style:table-properties table:display="false"/></style:style>
    </office:automatic-styles><office:body>"""
    hidden = ODS.replace("<office:body>", style).replace('"One"', '"One" table:style-name="h"')
    assert read(ods(tmp_path, row(words("id")), content=hidden)).head[0].text == "other"


@pytest.mark.parametrize(
    ("saved", "problem"),
    [
        (value("float", 'office:value="nan"'), "found `nan`, expected a number"),
        (value("float", 'table:formula="of:=1+1"'), "found ``, expected a number"),
        (words("5", ' office:string-value="6"'), "found `5` beside another value"),
        (words("5<text:ruby>6</text:ruby>"), "found <ruby> in a text"),
    ],
)
def test_a_cell_of_an_open_document_with_two_readings_is_refused(
    tmp_path: Path, saved: str, problem: str
) -> None:
    path = ods(tmp_path, row(words("id"), words("n")), row(words("a"), saved))
    assert reported(path).startswith(f"sheet.ods:2:2: error: {problem}")


def test_much_of_anything_in_an_open_document_is_read_at_once(tmp_path: Path) -> None:
    many = row(
        "<table:table-cell/>", more=' table:visibility="collapse" table:number-rows-repeated="9999"'
    )
    path = ods(tmp_path, row(words("id")), many * 60_000, row(words("a")))
    assert read(path).hidden == ()
    runs = "".join("<text:span>" + "x" * 60 + "</text:span>" for _ in range(99_000))
    assert "characters of a text" in reported(ods(tmp_path, row(words("id")), row(words(runs))))
    for count in ("-5", "1_0", "x", "9" * 20):
        path = ods(tmp_path, row(words("id"), more=f' table:number-rows-repeated="{count}"'))
        assert reported(path).startswith("sheet.ods: error: is not a workbook")


def test_much_of_anything_in_a_workbook_is_read_at_once_or_refused(tmp_path: Path) -> None:
    one = line(2, A2, cell("B2", "0", ' t="s"'))
    run = f"<r><t>{'x' * 60}</t></r>"
    runs = reported(xlsx(tmp_path, one, sst=f"<si>{run * 70_000}</si>"))
    assert runs.startswith("sheet.xlsx:2:2: error: found 4,200,000 characters of a text")
    many = reported(xlsx(tmp_path, one, sst="<si><t>x</t></si>" * 200_000))
    assert many == "sheet.xlsx: error: has more than 400,000 tags in xl/sharedStrings.xml"
    code = f'<numFmts><numFmt numFmtId="164" formatCode="{"0" * 256}"/></numFmts>'
    long = reported(xlsx(tmp_path, one, styleSheet=code))
    assert long.startswith("sheet.xlsx: error: has a number format of more than 255 characters")
    shared = "".join(
        line(
            at,
            text(f"A{at}", f"a{at}"),
            cell(f"B{at}", "1", "", f'<f t="shared" si="0">{formula}</f>'),
        )
        for at, formula in [(2, "A1+" * 300_000), *((at, "") for at in range(3, 1_900))]
    )
    assert len(rows(xlsx(tmp_path, shared))) == 1_898


def test_strict_workbooks_are_read_like_others(tmp_path: Path) -> None:
    """Excel's “Strict Open XML Spreadsheet” has other names for the same elements."""
    usual = xlsx(tmp_path, '<row r="2"><c r="A2"><v>7</v></c></row>')
    strict = tmp_path / "strict.xlsx"
    with ZipFile(usual) as archive, ZipFile(strict, "w") as written:
        for name in archive.namelist():
            part = archive.read(name).decode()
            part = part.replace(MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main")
            part = part.replace(OFFICE, "http://purl.oclc.org/ooxml/officeDocument/relationships")
            written.writestr(name, part)
    (row,) = read_spreadsheet(strict, "strict.xlsx").rows
    assert row[0].text == "7"


@pytest.mark.parametrize(
    ("days", "shown"),
    [("1", "1900-01-01 00:00:00"), ("61.5", "1900-03-01 12:00:00"), ("0.25", "time 06:00:00")],
)
def test_a_date_is_reported_as_excel_shows_it(tmp_path: Path, days: str, shown: str) -> None:
    cells = f'<row r="2"><c r="A2" s="3"><v>{days}</v></c></row>'
    style = PARTS["xl/styles.xml"][1].replace("</cellXfs>", '<xf numFmtId="14"/></cellXfs>')
    path = xlsx(tmp_path, cells, styleSheet=style)
    (row,) = read_spreadsheet(path, "sheet.xlsx").rows
    assert row[0].fault
    assert shown in row[0].fault.message


@pytest.mark.parametrize(
    "saved", ["5\ufdd2coloured\ufdd26", "_xFDD2_x_xFDD2_56", "5\ufdd06", "5\ufdd36"]
)
def test_noncharacters_in_a_text_hide_nothing_of_it(tmp_path: Path, saved: str) -> None:
    """We mark looks of words with some of them: a file cannot."""
    (row,) = read_spreadsheet(xlsx(tmp_path, line(2, A2, text("B2", saved))), "sheet.xlsx").rows
    assert row[1].fault is None
    assert row[1].text.startswith(("5\ufffd", "\ufffdx\ufffd5"))
    assert row[1].text.endswith("6")
