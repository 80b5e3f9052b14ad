"""CSV files: what is read of them, and each fault at its file, row and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.game.spreadsheets import Spreadsheet, read_spreadsheet
from aidgen.problems import InputError


def csv(folder: Path, text: str | bytes) -> Path:
    path = folder / "sheet.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(path: Path, header_row: int | None = None) -> Spreadsheet:
    return read_spreadsheet(path, path.name, header_row=header_row)


def texts(grid: Spreadsheet) -> list[list[str]]:
    return [[cell.text for cell in cells] for cells in (grid.head, *grid.rows)]


def reported(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read(path)
    (problem,) = caught.value.problems
    return str(problem)


@pytest.mark.parametrize(
    "text",
    [
        "id,name\nclub,Club\n\nbow,Bow\n",
        "id;name\nclub;Club\nbow;Bow\n",
        "id|name\nclub|Club\nbow|Bow\n",
        "id\tname\r\nclub\tClub\r\n\t\r\nbow\tBow\r\n",
        "\ufeffid,name,,\nclub,Club\nbow,Bow,,\n",
        "sep=;\r\nid;name\r\nclub;Club\r\nbow;Bow\r\n",
        '"sep=;"\nid;name\nclub;Club\nbow;Bow\n',
    ],
)
def test_a_csv_file_is_read_however_its_cells_are_parted(tmp_path: Path, text: str) -> None:
    assert texts(read(csv(tmp_path, text))) == [["id", "name"], ["club", "Club"], ["bow", "Bow"]]


def test_a_cell_is_at_the_line_where_its_row_begins(tmp_path: Path) -> None:
    grid = read(csv(tmp_path, 'id,text\na,"one\ntwo"\nb,"x, ""y"""\n'))
    assert texts(grid)[1:] == [["a", "one\ntwo"], ["b", 'x, "y"']]
    assert [str(cells[1].where) for cells in grid.rows] == ["sheet.csv:2:2", "sheet.csv:4:2"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"id\nna\xefve\n", "sheet.csv:2: error: byte 6 is not UTF-8 (save it as “CSV UTF-8”)"),
        (b'id\n"a"b\n', "sheet.csv:2: error: not CSV: "),
        (b'id,n\na,"x\nb,y\n', "sheet.csv:2: error: not CSV: unexpected end of data ("),
        (b"", "sheet.csv: error: is empty"),
        (b"id,id\na,b\n", "sheet.csv:1:2: error: duplicate heading `id` (rename one)"),
        (b"id,text\na,b, c\n", "sheet.csv:2:3: error: found `c` in a column without a heading"),
    ],
)
def test_what_is_wrong_with_a_csv_file_is_reported(
    tmp_path: Path, text: bytes, expected: str
) -> None:
    assert reported(csv(tmp_path, text)).startswith(expected)


def test_a_file_of_another_kind_is_reported(tmp_path: Path) -> None:
    path = csv(tmp_path, "id\n").rename(tmp_path / "sheet.numbers")
    assert "cannot read rows from a `.numbers` file (known: .csv, .tsv, .xlsx" in reported(path)
    with pytest.raises(InputError, match="has no sheet `Two`: a CSV file has no sheets"):
        read_spreadsheet(csv(tmp_path, "id\n"), "sheet.csv", "Two")


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("a\r\nb", "a\nb"),
        ("a\rb", "a\nb"),
        ("a_x000D_\nb", "a\nb"),
        ("a\vb\u2028c\x85d", "a\nb\nc\nd"),
    ],
)
def test_every_end_of_a_line_is_one(tmp_path: Path, cell: str, text: str) -> None:
    assert texts(read(csv(tmp_path, f'id,text\r\na,"{cell}"\r\n')))[1:] == [["a", text]]


def test_headings_may_be_in_another_row(tmp_path: Path) -> None:
    path = csv(tmp_path, "My cards, second edition,\n;;\nid;name;n\na;A, a;1,5\n")
    assert texts(read(path, header_row=3)) == [["id", "name", "n"], ["a", "A, a", "1,5"]]
    with pytest.raises(InputError, match=r"sheet\.csv:5: error: is empty, expected headings"):
        read(csv(tmp_path, "id\n\n\n\n\na\n"), header_row=5)


def test_a_heading_of_several_lines_is_one_name(tmp_path: Path) -> None:
    grid = read(csv(tmp_path, 'id,"Rules\ntext"\na,x\n'))
    assert [cell.text for cell in grid.head] == ["id", "Rules text"]
