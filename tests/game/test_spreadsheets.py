"""Files of rows and columns: what is read of them, and each fault at its file, row and column."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from openpyxl.styles.colors import Color

from aidgen.game import workbooks
from aidgen.game.spreadsheets import Spreadsheet, read_spreadsheet
from aidgen.problems import InputError, Where
from aidgen.sandbox.limits import STANDARD, Limits

ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
<table:table table:name="One">{rows}</table:table>
<table:table table:name="Two"><table:table-row><table:table-cell office:value-type="string">
<text:p>other</text:p></table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:body></office:document-content>"""
ROW = "<table:table-row{more}>{cells}</table:table-row>"
WORDS = (
    '<table:table-cell office:value-type="string"{more}><text:p>{words}</text:p></table:table-cell>'
)


def words(text: str, more: str = "") -> str:
    return WORDS.format(words=text, more=more)


def value(kind: str, attributes: str) -> str:
    return f'<table:table-cell office:value-type="{kind}" {attributes}/>'


def row(*cells: str, more: str = "") -> str:
    return ROW.format(cells="".join(cells), more=more)


def ods(folder: Path, *rows: str, content: str = ODS) -> Path:
    path = folder / "sheet.ods"
    with ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", content.format(rows="".join(rows)))
    return path


def xlsx(folder: Path, *rows: list[object]) -> Path:
    path = folder / "sheet.xlsx"
    book = openpyxl.Workbook()
    for one in rows:
        book.active.append(one)
    book.create_sheet("Two").append(["other"])
    book.save(path)
    return path


def csv(folder: Path, text: str | bytes) -> Path:
    path = folder / "sheet.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(path: Path, sheet: str | None = None, limits: Limits = STANDARD) -> Spreadsheet:
    return read_spreadsheet(path, path.name, sheet, limits)


def texts(found: Spreadsheet) -> list[list[str]]:
    return [[cell.text for cell in cells] for cells in (found.head, *found.rows)]


def reported(path: Path, sheet: str | None = None, limits: Limits = STANDARD) -> str:
    try:
        found = read(path, sheet, limits)
    except InputError as error:
        (problem,) = error.problems
    else:
        (problem,) = (cell.fault for cells in found.rows for cell in cells if cell.fault)
    return str(problem)


@pytest.mark.parametrize(
    "text",
    [
        "id,name\nclub,Club\n\nbow,Bow\n",
        "id;name\nclub;Club\nbow;Bow\n",
        "id\tname\r\nclub\tClub\r\n\t\r\nbow\tBow\r\n",
        "\ufeffid,name,,\nclub,Club\nbow,Bow,,\n",
    ],
)
def test_a_csv_file_is_read_however_its_cells_are_parted(tmp_path: Path, text: str) -> None:
    found = read(csv(tmp_path, text))
    assert texts(found) == [["id", "name"], ["club", "Club"], ["bow", "Bow"]]


def test_a_cell_stands_at_the_line_where_its_row_begins(tmp_path: Path) -> None:
    found = read(csv(tmp_path, 'id,text\na,"one\ntwo"\nb,"x, ""y"""\n'))
    assert texts(found)[1:] == [["a", "one\ntwo"], ["b", 'x, "y"']]
    assert [str(cells[1].where) for cells in found.rows] == ["sheet.csv:2:2", "sheet.csv:4:2"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"id\nna\xefve\n", "sheet.csv:2: error: byte 6 is not UTF-8 (save it as “CSV UTF-8”)"),
        (b'id\n"a"b\n', "sheet.csv:2: error: not CSV: "),
        (b"", "sheet.csv: error: is empty"),
        (b"id,id\na,b\n", "sheet.csv:1:2: error: duplicate heading `id`"),
        (b"id,text\na,b, c\n", "sheet.csv:2:3: error: found `c` in a column without a heading"),
    ],
)
def test_what_is_wrong_with_a_csv_file_is_reported(
    tmp_path: Path, text: bytes, expected: str
) -> None:
    assert reported(csv(tmp_path, text)).startswith(expected)


@pytest.mark.parametrize(
    ("limit", "text", "expected"),
    [
        ("sheet_rows", "a\n" * 5, "sheet.csv:4: error: found 4 rows of a sheet"),
        ("sheet_columns", "a,b,c,d\n", "sheet.csv:1: error: found 4 columns of a sheet"),
        ("text", "abcd\n", "sheet.csv:1:1: error: found 4 characters of a text"),
        ("file_bytes", "abcd\n", "sheet.csv: error: found 5 bytes of a file"),
    ],
)
def test_there_is_a_limit_to_rows_columns_cells_and_bytes(
    tmp_path: Path, limit: str, text: str, expected: str
) -> None:
    problem = reported(csv(tmp_path, text), limits=Limits(**{limit: 3}))
    assert problem.startswith(expected)
    assert f"expected at most 3 (if the pack is your own: `--limits {limit}=…`)" in problem


def test_the_cells_of_a_workbook_are_texts(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path, ["id", "n"], ["a", 2.0], ["b", 0.25], [None, None], ["c", True], ["d", 0.5]
    )
    book = openpyxl.load_workbook(path)
    book.active["B6"].number_format = "0%"
    book.save(path)
    found = read(path)
    assert texts(found)[1:] == [["a", "2"], ["b", "0.25"], ["c", "true"], ["d", "50%"]]
    assert str(found.rows[2][1].where) == "sheet.xlsx:5:2"
    assert texts(read(path, "Two")) == [["other"]]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (date(2026, 1, 2), "found the date or time 2026-01-02 00:00:00, expected text"),
        ("=1+1", "found a formula without a saved value (open the file in a spreadsheet program"),
        ("#REF!", "found the formula error #REF!"),
    ],
)
def test_a_cell_that_cannot_be_printed_is_reported_at_its_place(
    tmp_path: Path, cell: object, expected: str
) -> None:
    path = xlsx(tmp_path, ["id", "n"], ["a", cell])
    assert reported(path).startswith(f"sheet.xlsx:2:2: error: {expected}")


def test_a_sheet_that_is_not_there_is_reported(tmp_path: Path) -> None:
    assert reported(xlsx(tmp_path, ["id"]), "Too") == (
        "sheet.xlsx: error: has no sheet `Too` (did you mean `Two`?)"
    )
    assert reported(csv(tmp_path, "id\n"), "Two").startswith("sheet.csv: error: has no sheet `Two`")


def test_the_cells_of_an_open_document_are_texts(tmp_path: Path) -> None:
    path = ods(
        tmp_path,
        row(words("id"), words("n"), '<table:table-cell table:number-columns-repeated="16000"/>'),
        row(words("a"), value("float", 'office:value="2"')),
        row('<table:table-cell table:number-columns-repeated="3"/>'),
        row(
            words("b", ' table:number-columns-repeated="2"'), more=' table:number-rows-repeated="2"'
        ),
        row(words("c"), value("percentage", 'office:value="0.5"')),
        row(words("d"), value("currency", 'office:value="1.5" office:currency="EUR"')),
        row(words("e"), value("boolean", 'office:boolean-value="true"')),
        row(words('two<text:s text:c="2"/>and<text:line-break/><text:span>more</text:span>!')),
        row("<table:table-cell/>", more=' table:number-rows-repeated="1048000"'),
    )
    assert texts(read(path))[1:] == [
        ["a", "2"],
        ["b", "b"],
        ["b", "b"],
        ["c", "50%"],
        ["d", "1.5"],
        ["e", "true"],
        ["two  and\nmore!", ""],
    ]
    assert str(read(path).rows[2][0].where) == "sheet.ods:5:1"
    assert texts(read(path, "Two")) == [["other"]]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (value("date", 'office:date-value="2026-01-02"'), "found the date or time 2026-01-02"),
        (words("#REF!", ' calcext:value-type="error"'), "found the formula error #REF!"),
        (
            f"<table:table-cell><table:table>{row(words('Evil'))}</table:table></table:table-cell>",
            "found a table within a cell",
        ),
        (
            "<table:table-cell><text:p>a</text:p><text:section><table:table/></text:section>"
            "</table:table-cell>",
            "found a table within a cell",
        ),
    ],
)
def test_a_cell_of_an_open_document_is_reported_at_its_place(
    tmp_path: Path, cell: str, expected: str
) -> None:
    path = ods(tmp_path, row(words("id"), words("n")), row(words("a"), cell))
    assert reported(path).startswith(f"sheet.ods:2:2: error: {expected}")


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    path = ods(tmp_path, row(words("x" * 200_000)))
    assert path.stat().st_size < 2_000
    problem = reported(path, limits=Limits(unpacked_bytes=100_000))
    expected = "sheet.ods: error: found 100,001 bytes that a workbook unpacks to, expected at most"
    assert problem.startswith(f"{expected} 100,000 (")


def test_a_workbook_of_too_many_parts_is_refused(tmp_path: Path) -> None:
    path = ods(tmp_path, row(words("a")))
    with ZipFile(path, "a") as archive:
        for number in range(workbooks.MOST_PARTS):
            archive.writestr(f"{number}.xml", "")
    assert reported(path) == "sheet.ods: error: has more than 500 parts"


BOMB = """<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>"""


def test_xml_with_entities_of_its_own_is_refused(tmp_path: Path) -> None:
    path = ods(tmp_path, row(words("&b;")), content=ODS.replace("?>", f"?>{BOMB}"))
    assert reported(path).startswith("sheet.ods/content.xml:1:51: error: defines XML entities or")
    with ZipFile(path, "w") as archive:
        content = ODS.replace("UTF-8", "UTF-16").replace("?>", f"?>{BOMB}")
        archive.writestr("content.xml", content.format(rows="").encode("utf-16"))
    assert reported(path).startswith("sheet.ods/content.xml:1:53: error: defines XML entities or")


def test_a_cell_that_is_far_out_takes_no_memory_and_is_reported(tmp_path: Path) -> None:
    path = xlsx(tmp_path, ["id"], ["a"])
    book = openpyxl.load_workbook(path)
    book.active["XFD1048576"] = "far"
    book.save(path)
    assert reported(path).startswith(
        "sheet.xlsx:1048576:16384: error: found 16,384 columns of a sheet"
    )


def test_what_is_no_workbook_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "sheet.xlsx"
    for content in (b"", b"PK", b"id,name\n"):
        path.write_bytes(content)
        assert reported(path).startswith("sheet.xlsx: error: is not a readable workbook")
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr("_rels/.rels", "<Relationships/>")
    path.write_bytes(buffer.getvalue())
    assert reported(path).startswith("sheet.xlsx: error: found <Relationships> of another")
    other = path.rename(tmp_path / "sheet.numbers")
    assert "cannot read rows from a `.numbers` file" in reported(other)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("a\r\nb", "a\nb"),
        ("a\r\n\r\nb", "a\n\nb"),
        ("a\rb", "a\nb"),
        ("a_x000D_\nb", "a\nb"),
        ("a\vb\u2028c\x85d", "a\nb\nc\nd"),
    ],
)
def test_every_end_of_a_line_is_one(tmp_path: Path, cell: str, text: str) -> None:
    found = read(csv(tmp_path, f'id,text\r\na,"{cell}"\r\n'))
    assert texts(found)[1:] == [["a", text]]


def test_a_line_that_excel_escapes_ends(tmp_path: Path) -> None:
    path = xlsx(tmp_path, ["text"], ["a"])
    with ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part.replace(b"<t>a</t>", b"<t>a_x000D_\nb</t>"))
    assert texts(read(path)) == [["text"], ["a\nb"]]


def test_bold_and_italic_words_of_a_cell_stay_so(tmp_path: Path) -> None:
    bold, italic = InlineFont(b=True), InlineFont(i=True)
    runs = CellRichText("Lose ", TextBlock(bold, "two "), TextBlock(bold, "coins\nnow"), "; ")
    both = CellRichText(TextBlock(InlineFont(b=True, i=True), "a"), TextBlock(italic, " b"))
    path = xlsx(tmp_path, ["text"], [runs], [both], ["*typed*"])
    cells = ["Lose **two coins**\n**now**;", "***a*** *b*", "*typed*"]
    assert texts(read(path)) == [["text"], *([cell] for cell in cells)]


def test_bold_and_italic_words_of_an_open_document_stay_so(tmp_path: Path) -> None:
    looks = """<office:automatic-styles
     xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
     xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0">
    <style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>
    <style:style style:name="T2"><style:text-properties fo:font-style="italic"/></style:style>
    </office:automatic-styles>"""
    span = '<text:span text:style-name="{}">{}</text:span>'
    cell = f"{span.format('T1', 'two ')}and {span.format('T2', 'b')}"
    path = ods(
        tmp_path,
        row(words("text")),
        row(words(cell)),
        content=ODS.replace("<office:body>", looks + "<office:body>"),
    )
    assert texts(read(path)) == [["text"], ["**two** and *b*"]]


def test_a_cell_merged_over_rows_is_in_each_of_them(tmp_path: Path) -> None:
    sword = ["Swords", "a", 1]
    path = xlsx(tmp_path, ["kind", "name", "n"], sword, [None, "b"], [None, "c"], ["Bows", "d"])
    book = openpyxl.load_workbook(path)
    book.active.merge_cells("A2:A4")
    book.active.merge_cells("B3:C3")  # across: the cell is in its first column alone
    book.save(path)
    kinds = [row[0] for row in texts(read(path))[1:]]
    assert kinds == ["Swords", "Swords", "Swords", "Bows"]
    assert texts(read(path))[2] == ["Swords", "b", ""]


def test_a_merged_cell_of_an_open_document_is_in_each_row(tmp_path: Path) -> None:
    covered = "<table:covered-table-cell/>"
    tall = words("Swords", ' table:number-rows-spanned="2"')
    path = ods(
        tmp_path,
        row(words("kind"), words("name")),
        row(tall, words("a")),
        row(covered, words("b")),
        row(words("Bows"), words("c")),
    )
    found = texts(read(path))[1:]
    assert found == [["Swords", "a"], ["Swords", "b"], ["Bows", "c"]]


def test_hidden_rows_are_known(tmp_path: Path) -> None:
    path = xlsx(tmp_path, ["id"], ["a"], ["b"], ["c"])
    book = openpyxl.load_workbook(path)
    book.active.row_dimensions[3].hidden = True
    book.save(path)
    assert read(path).hidden == (3,)
    assert len(read(path).rows) == 3
    hidden = row(words("b"), more=' table:visibility="filter"')
    assert read(ods(tmp_path, row(words("id")), row(words("a")), hidden)).hidden == (3,)


def test_headings_may_be_in_another_row(tmp_path: Path) -> None:
    path = csv(tmp_path, "My cards,,\n,,\nid,name,n\na,A,1\n")
    found = read_spreadsheet(path, path.name, header_row=3)
    assert texts(found) == [["id", "name", "n"], ["a", "A", "1"]]
    assert reported(path).endswith("(`header_row: 3` if the headings are in row 3)")
    with pytest.raises(InputError, match=r"sheet\.csv:2: error: is empty, expected headings"):
        read_spreadsheet(path, path.name, header_row=2)


def test_a_heading_of_several_lines_is_one_name(tmp_path: Path) -> None:
    found = read(csv(tmp_path, 'id,"Rules\ntext"\na,x\n'))
    assert [cell.text for cell in found.head] == ["id", "Rules text"]


def test_a_quote_that_is_not_closed_is_explained(tmp_path: Path) -> None:
    path = csv(tmp_path, 'id,n\na,"x\nb,y\n')
    hint = 'a cell that begins with " ends with it, and has "" for one within'
    assert reported(path).endswith(f"not CSV: unexpected end of data ({hint})")


@pytest.mark.parametrize("above", ["My cards", "My cards, second edition, 2024"])
def test_the_headings_say_what_parts_the_cells(tmp_path: Path, above: str) -> None:
    path = csv(tmp_path, f"{above}\nid;name;n\na;A, a;1,5\n")
    found = read_spreadsheet(path, path.name, header_row=2)
    assert texts(found) == [["id", "name", "n"], ["a", "A, a", "1,5"]]


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\nid;name\na;1,5\n",
        "sep=;\r\nid;name\r\na;1,5\r\n",
        '"sep=;"\nid;name\na;1,5\n',
        "id\tname\na\t1,5\n",
    ],
)
def test_the_delimiter_may_be_said(tmp_path: Path, text: str) -> None:
    found = read(csv(tmp_path, text))
    assert texts(found) == [["id", "name"], ["a", "1,5"]]
    assert found.rows[0][0].where.line == text.count("\n")


@pytest.mark.parametrize("sign", ['"', "a", "\\0", "\\x1b", " "])
def test_what_separates_no_cells_is_no_delimiter(tmp_path: Path, sign: str) -> None:
    with pytest.raises(InputError):
        read(csv(tmp_path, f"sep={sign.encode().decode('unicode_escape')}\nid,name\na,b\n"))


def test_raised_and_lowered_figures_stay_so(tmp_path: Path) -> None:
    raised, lowered = (InlineFont(vertAlign=place) for place in ("superscript", "subscript"))
    power = CellRichText("10", TextBlock(raised, "-3"), " of H", TextBlock(lowered, "2"), "O")
    found = read(xlsx(tmp_path, ["id", "n"], ["a", power]))
    assert found.rows[0][1].text == "10⁻³ of H₂O"


def test_words_that_are_struck_out_are_reported(tmp_path: Path) -> None:
    struck = CellRichText("now ", TextBlock(InlineFont(strike=True), "two"), " three")
    expected = "is struck out (delete it, or take the line through it away)"
    path = xlsx(tmp_path, ["id", "n"], ["a", struck])
    assert reported(path) == f"sheet.xlsx:2:2: error: found `two`, which {expected}"
    book = openpyxl.load_workbook(xlsx(tmp_path, ["id", "n"], ["a", 3]))
    book.active["B2"].font = Font(strike=True, name="Arial", sz=8)
    book.save(path)
    assert reported(path) == f"sheet.xlsx:2:2: error: found `3`, which {expected}"


LOOKS = (
    '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
    '<style:style style:name="s"><style:text-properties style:text-line-through-style="solid"/>'
    '</style:style><style:style style:name="u"><style:text-properties style:text-position="super'
    ' 58%"/></style:style></office:automatic-styles><office:body>'
)


def test_looks_of_an_open_document_that_change_its_meaning(tmp_path: Path) -> None:
    content = ODS.replace("<office:body>", LOOKS)
    power = words('10<text:span text:style-name="u">3</text:span>')
    path = ods(tmp_path, row(words("id"), words("n")), row(words("a"), power), content=content)
    assert read(path).rows[0][1].text == "10³"
    for cell in (
        words("x", ' table:style-name="s"'),
        words('<text:span text:style-name="s">x</text:span>'),
    ):
        path = ods(tmp_path, row(words("id"), words("n")), row(words("a"), cell), content=content)
        assert reported(path).startswith("sheet.ods:2:2: error: found `x`, which is struck out")


PLAIN = "in the sheet, and printed plain (make it bold or italic)"


@pytest.mark.parametrize(
    ("looks", "warned"),
    [
        ([None, {"u": "single"}], "`two` is underlined"),
        ([None, {"color": "FFFF0000"}], "`two` is coloured"),
        ([{"color": "FFFF0000"}, None], "`one` is coloured"),
        ([{"color": "FFFF0000", "u": "double"}, {"color": "FF0000FF"}], "`two` is coloured"),
        ([None, {"u": "none", "color": "FF000000"}], ""),
        ([{"color": "FF222222"}, {"color": Color(theme=1), "b": True}], ""),
        ([{"color": "FFFF0000"}, {"color": "FFFF0000", "b": True}], ""),
    ],
)
def test_words_that_look_otherwise_than_those_beside_them(
    tmp_path: Path, looks: list[dict[str, Any] | None], warned: str
) -> None:
    runs = [
        word if look is None else TextBlock(InlineFont(**look), word)
        for word, look in zip(("one", "two"), looks, strict=True)
    ]
    path = xlsx(tmp_path, ["id", CellRichText("n ", *runs)], ["a", CellRichText(*runs)])
    found = read(path)
    assert found.rows[0][1].text.replace("*", "") == "onetwo"
    assert len(found.doubts) == bool(warned)
    for doubt in found.doubts:
        assert str(doubt).startswith(f"sheet.xlsx:2:2: warning: {warned}")
        assert str(doubt).endswith(PLAIN)


@pytest.mark.parametrize(("own", "warned"), [("FFFF0000", False), ("FF0000FF", True)])
def test_words_that_look_as_their_cell_are_only_decorated(
    tmp_path: Path, own: str, warned: bool
) -> None:
    runs = CellRichText("one ", TextBlock(InlineFont(b=True, color="FFFF0000"), "two"))
    book = openpyxl.Workbook()
    book.active.append(["id", "n"])
    book.active.append(["a", runs])
    book.active["B2"].font = Font(color=own)
    book.save(tmp_path / "sheet.xlsx")
    found = read(tmp_path / "sheet.xlsx")
    assert found.rows[0][1].text == "one **two**"
    assert bool(found.doubts) == warned


SPANS = (
    '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
    ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"><style:style'
    ' style:name="red"><style:text-properties fo:color="#ff0000"/></style:style><style:style'
    ' style:name="under"><style:text-properties style:text-underline-style="solid"/></style:style>'
    '<style:style style:name="bold"><style:text-properties fo:font-weight="bold"/></style:style>'
    "</office:automatic-styles><office:body>"
)


@pytest.mark.parametrize(
    ("cell", "span", "warned"),
    [
        ("", "red", "`two` is coloured"),
        ("", "under", "`two` is underlined"),
        ("red", "under", "`two` is underlined and coloured"),
        ("red", "red", ""),
        ("red", "bold", ""),
    ],
)
def test_looks_of_words_in_an_open_document(
    tmp_path: Path, cell: str, span: str, warned: str
) -> None:
    inner = f'one <text:span text:style-name="{span}">two</text:span>'
    cells = words("a"), words(inner, f' table:style-name="{cell}"')
    content = ODS.replace("<office:body>", SPANS)
    found = read(ods(tmp_path, row(words("id"), words("n")), row(*cells), content=content))
    assert found.rows[0][1].text.replace("*", "") == "one two"
    said = [str(doubt).removesuffix(f" {PLAIN}") for doubt in found.doubts]
    assert said == ([f"sheet.ods:2:2: warning: {warned}"] if warned else [])


def test_headings_below_a_row_of_groups_are_proposed(tmp_path: Path) -> None:
    path = csv(tmp_path, "Thing,Price,\nname,cost,weight\nRope,1,2\n")
    assert reported(path).endswith("(`header_row: 2` if the headings are in row 2)")


def test_bars_part_cells(tmp_path: Path) -> None:
    assert [cell.text for cell in read(csv(tmp_path, "id|n\na|1,5\n")).rows[0]] == ["a", "1,5"]


@pytest.mark.parametrize(
    "text",
    [
        '| id | n |\n|----|--:|\n| a | 1,5 |\n| b | x \\| "y |\n',
        '\r\n|id|n|\r\n|:-:|:-|\r\n|a|1,5|\r\n|b|x \\| "y|\r\n',
        'id | n\n--- | ---\na | 1,5\n\nb | x \\| "y',
        '| id | n |\n| - | - |\n| a | 1,5\n| b | x \\| "y |',
    ],
)
def test_a_table_in_markdown_is_read(tmp_path: Path, text: str) -> None:
    found = read(csv(tmp_path, text))
    assert texts(found) == [["id", "n"], ["a", "1,5"], ["b", 'x | "y']]
    last = text.rstrip().count("\n") + 1
    assert found.rows[1][1].where == Where("sheet.csv", last, 2)


def test_rules_of_dashes_alone_are_no_table_in_markdown(tmp_path: Path) -> None:
    assert texts(read(csv(tmp_path, "id\n---\na\n"))) == [["id"], ["---"], ["a"]]
    assert texts(read(csv(tmp_path, "id|n\n-|-\n"))) == [["id", "n"], ["-", "-"]]
