"""Tables as games print their dice: each number once, whatever way it is written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.trial import printed, reported, write_pack

BLOCKS = "{b: {scale: 0.8, contents: [tables.t]}}"
SHEET = f"aids: {{s: {{title: S, kind: sheet, paper: A4, blocks: {BLOCKS}}}}}\n"
D66 = [f"{first}{second}" for first in "123456" for second in "123456"]
D100 = [f"{number:02}" for number in range(1, 100)]


def table(die: str, *parts: list[str]) -> str:
    """Return a table whose rows have those ranges."""
    rows = [
        "{"
        + ", ".join(f"{json.dumps(row)}: [{json.dumps(f'W{at}')}]" for at, row in enumerate(part))
        + "}"
        for part in parts
    ]
    held = f"rows: {rows[0]}"
    if len(rows) > 1:
        listed = ", ".join(f"p{at}: {{title: P, rows: {row}}}" for at, row in enumerate(rows))
        held = f"parts: {{{listed}}}"
    columns = "{roll: {header: R, type: range}, what: {header: W, type: text}}"
    return (
        f"tables: {{t: {{title: T, {f'die: {die}, ' if die else ''}columns: {columns}, {held}}}}}\n"
    )


@pytest.mark.parametrize(
    ("die", "rows"),
    [
        ("d66", D66),
        ("d66", ["11-16", "21-26", "31-36", "41-46", "51-56", "61-66"]),
        ("d66", ["11-13", "14-22", "23-65", "66"]),
        ("d666", ["111-366", "411-666"]),
        ("d44", ["11-14", "21-44"]),
        ("d%", ["01-50", "51-99", "00"]),
        ("d100", [*D100, "00"]),
        ("d100", [*D100, "100"]),
        ("d100", ["01-95", "96-00"]),
        ("d100", ["00-49", "50-99"]),
        ("d10", ["1-9", "0"]),
        ("d10", ["0", "1-9"]),
        ("d1000", ["001-999", "000"]),
        ("", ["01-95", "96-00"]),
        ("", ["11-36", "41-66"]),
        ("", ["111-666"]),
        ("2d6", ["10+", "7-9", "6-"]),
        ("2d6", ["6-", "7-9", "10+"]),
        ("2d6", ["≤6", "7-9", "≥10"]),
        ("2d6", ["6 or less", "7-9", "10 or more"]),
        ("2d6", ["<7", "7-9", ">9"]),
        ("2d6", ["1-", "2-6", "7-9", "10-12", "13+"]),
        ("2d6", ["2-6", "7-9", "10-12", "15+"]),
        ("2d6", ["10-12", "7-9", "2-6"]),
        ("", ["10+", "7-9", "6-"]),
        ("", ["≤6", "7-9", "≥10"]),
        ("d6", ["6", "5", "4", "3", "2", "1"]),
        ("2d6+1d4", ["3-10", "11-16"]),
        ("4dF", ["-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4"]),
        ("4dF", ["-4 to -2", "-1 to +1", "+2 to +4"]),
        ("4dF", ["−4–−2", "−1–+1", "+2–+4"]),
        ("4dF", ["-4…-2", "-1 - +1", "+2...+4"]),
        ("4dF", ["-2 or less", "-1", "0", "+1", "+2 or more"]),
        ("4dF", ["≤-2", "-1-+1", "≥+2"]),
        ("3d6", ["3-18"]),
        ("d6", ["1 to 3", "4 to 6"]),
        ("d6", ["1 bis 3", "4 à 6"]),
        ("d6", ["1, 2", "3, 4 or 5", "6"]),
        ("d6", ["1 or 2", "3 and 4", "5 & 6"]),
        ("d100", ["01-50%", "51–99 %", "100%"]),
        ("d%", ["01 to 95", "96 to 00"]),
        ("d%", ["1%-50%", "51%-100%"]),
        ("2d6x10", ["20-60", "70-120"]),
        ("1d6-3", ["-2–0", "1—3"]),
        ("k6", ["1", "2-6"]),
        ("d20", ["Nat 1", "2-19", "Natural 20"]),
        ("d20", ["nat 20", "2-19", "nat. 1"]),
    ],
)
def test_ranges_are_taken_as_games_write_them(tmp_path: Path, die: str, rows: list[str]) -> None:
    assert reported(write_pack(tmp_path, table(die, rows) + SHEET)) == []


@pytest.mark.parametrize(
    "parts",
    [[D66[:12], D66[12:24], D66[24:]], [["11-36"], ["41-66"]], [["11-66"], ["11-36", "41-66"]]],
)
def test_parts_share_the_numbers_of_a_die_or_have_them_all(
    tmp_path: Path, parts: list[list[str]]
) -> None:
    assert reported(write_pack(tmp_path, table("d66", *parts) + SHEET)) == []


@pytest.mark.parametrize("rows", [["10+", "7-9", "6-"], ["up to 6", "7—9", "10 or better"]])
def test_words_of_a_table_with_a_die_may_be_its_ranges(tmp_path: Path, rows: list[str]) -> None:
    text = table("2d6", []).replace("type: range", "type: text")
    for given, faults in ((rows, 0), ([rows[0], "8-9", rows[2]], 1)):
        listed = json.dumps({f"r{at}": [row, "x"] for at, row in enumerate(given)})
        found = reported(write_pack(tmp_path, text.replace("rows: {}", f"rows: {listed}") + SHEET))
        assert ["leaves a gap" in one for one in found] == [True] * faults


RUN = "as in 3-4, 10+ or 6-: a row has one run of numbers"
X = f"found `x` in column `roll`, expected a range ({RUN})"


@pytest.mark.parametrize(
    ("die", "rows", "fault"),
    [
        ("d66", ["11-16", "21-27"], "found `21-27`, expected numbers of d66, as in 11–66"),
        ("d66", ["11-16", "31-66"], "`31-66` leaves a gap after `11-16`: 21–26 (d66 needs 11–66)"),
        ("d66", ["11-36", "36-66"], "`36-66` overlaps `11-36`: 36"),
        ("d66", ["11-56"], "`11-56` leaves a gap after it: 61–66 (d66 needs 11–66)"),
        ("d%", ["01-95", "97-00"], "`97–00` leaves a gap after `01–95`: 96 (d% needs 1–100)"),
        ("d100", ["01-00", "00"], "`00` overlaps `01–00`: 100"),
        ("2d6", ["10+", "6-"], "`10+` leaves a gap after `6-`: 7–9 (2d6 needs 2–12)"),
        ("2d6", ["10+", "6-9", "6-"], "`6-9` overlaps `6-`: 6"),
        ("2d6", ["2-12", "13-14"], "`13-14` is out of range: 13–14 (2d6 has 2–12)"),
        ("", ["11-16", "21-26"], "`21-26` leaves a gap after `11-16`: 17–20"),
        ("d6", ["1-2", "x"], X),
        ("d6", ["1, 3, 5", "6"], X.replace("`x`", "`1, 3, 5`")),
        ("d6", ["1,2", "3-6"], X.replace("`x`", "`1,2`")),
        ("4dF", ["-4-1", "2-4"], X.replace("`x`", "`-4-1`")),
        ("2d6x10", ["20-60", "50-120"], "`50-120` overlaps `20-60`: 50–60"),
        ("d6", ["3 to 1", "4-6"], "`3 to 1` runs backwards"),
        ("d20", ["1-9", "10-20", "Nat 20"], "`Nat 20` overlaps `10-20`: 20"),
    ],
)
def test_a_fault_is_reported_once_a_cell(
    tmp_path: Path, die: str, rows: list[str], fault: str
) -> None:
    found = reported(write_pack(tmp_path, table(die, rows) + SHEET))
    assert re.sub(r"^.*?error: ", "", found[0]) == fault
    assert len({one.split(" error")[0] for one in found}) == len(found)


def words_of(pack: Path, locale: str = "en") -> str:
    """Return the words of the page of a pack."""
    html = re.sub(r"</?span[^>]*>", "", printed(pack, "s", locale))
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_ranges_are_printed_as_typed(tmp_path: Path) -> None:
    rows = ["01-09", "10-95", "96-00"]
    assert "01–09 W0 10–95 W1 96–00 W2" in words_of(
        write_pack(tmp_path, table("d100", rows) + SHEET)
    )
    rows = ["10+", "7-9", "6-"]
    assert "10+ W0 7–9 W1 6- W2" in words_of(write_pack(tmp_path, table("", rows) + SHEET))


@pytest.mark.parametrize(
    ("die", "rows", "typed", "french"),
    [
        (
            *("4dF", ["-4 to -2", "-1-+1", "+2 to +4"]),
            *("−4 to −2, −1–+1, +2 to +4", "−4 … −2, −1–+1, 2–4"),
        ),
        ("d6", ["1, 2", "3 or 4", "5 to 6"], "1, 2, 3 or 4, 5 to 6", "1, 2, 3–4, 5–6"),
        ("d20", ["Nat 1", "2-19", "Nat 20"], "Nat 1, 2–19, Nat 20", "1, 2–19, 20"),
        ("d100", ["01-50%", "51-00 %"], "01–50%, 51–00 %", "01–50%, 51–00 %"),
    ],
)
def test_words_of_ranges_are_printed_in_the_language_they_were_typed_in(
    tmp_path: Path, die: str, rows: list[str], typed: str, french: str
) -> None:
    pack = write_pack(tmp_path, table(die, rows) + SHEET)
    for locale, expected in (("en", typed), ("fr", french)):
        words = re.sub(r" W\d\b", ",", words_of(pack, locale))
        assert expected in words.replace("\xa0", " ")


def test_a_heading_has_the_faces_of_its_die(tmp_path: Path) -> None:
    columns = "{at: {type: text}, low: {range: 1 to 3}, high: {range: '4, 5, 6'}}"
    records = f"tables: {{t: {{title: T, die: d6, columns: {columns}, rows: {{a: [A, 1, 2]}}}}}}\n"
    assert "1 to 3 4, 5, 6 A 1 2" in words_of(write_pack(tmp_path, records + SHEET))


def test_dice_are_printed_as_typed(tmp_path: Path) -> None:
    dice = ["2d6+1d4", "4dF", "d%", "3d6x10", "1D6", "W6", "d66"]
    values = {f"v{at}": one for at, one in enumerate(dice)}
    text = ", ".join(f"{{{name}}}" for name in values)
    records = f"values: {json.dumps(values)}\nrules: {{r: {{title: R, text: '{text}'}}}}\n"
    pack = write_pack(tmp_path, records + SHEET.replace("tables.t", "rules.r"))
    assert "2d6+1d4, 4dF, d%, 3d6 × 10, 1D6, W6, d66" in words_of(pack).replace("\xa0", " ")


def test_a_long_table_is_folded(tmp_path: Path) -> None:
    records = table("d66", D66).replace("die:", "fold: 5, die:", 1)
    html = printed(write_pack(tmp_path, records + SHEET), "s")
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.S)
    lines = [re.sub(r"<[^>]*>|\s+", " ", row).split() for row in rows]
    assert len(lines) == 1 + 8
    assert lines[1] == ["11", "W0", "23", "W8", "35", "W16", "51", "W24", "63", "W32"]
    assert lines[-1] == ["22", "W7", "34", "W15", "46", "W23", "62", "W31"]
    across = records.replace("fold: 5,", "fold: 2, across: true,")
    assert "`fold` does not apply" in reported(write_pack(tmp_path, across + SHEET))[0]
