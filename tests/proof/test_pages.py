"""What looks unfinished on a page is found; a page that is as it should be is left alone."""

from __future__ import annotations

import pytest

from aidgen.layout.document import Fit
from aidgen.proof.pages import judge_end, judge_sets, judge_sizes
from tests.verified import verified

HEAD = """<!DOCTYPE html><html lang="en"><head><title>Book</title><meta charset="utf-8"><style>
@page { size: 80mm 110mm; margin: 5mm } body { font: 10pt/5mm "Source Sans Pro"; margin: 0 }
h2, h3, p, table, ol { margin: 0 } h2, h3 { font-size: 10pt; break-after: auto }
tr { height: 10mm } td { padding: 0 } table { border-spacing: 0 }
</style></head><body>"""
COVER = f"{HEAD}<h1>Book</h1></body></html>"
LINE = "<p>Roll two dice.</p>"
ROW = "<tr><td>1</td></tr>"
NEXT = f"<h3 style='break-before:page'>Ends</h3>{LINE * 18}"


def looks(body: str, front: str = "") -> list[str]:
    """Return advice and notes on some pages, without the shares that are used."""
    found = verified(f"{HEAD}<main>{body}</main></body></html>", front=front).printed.looks
    return [f"{fault.kind}: {fault}" for fault in found if fault.kind != "used"]


def test_a_sheet_is_used_up() -> None:
    assert looks(LINE * 20) == []
    assert looks(LINE * 9) == ["blank: page 1: only 48% is filled, expected at least 80%"]
    apart = f"{LINE * 9}<p style='margin-top:30mm'>Late</p>{LINE * 4}"
    assert looks(apart) == ["blank: page 1: only 75% is filled, expected at least 80%"]
    block = "<section data-fit='aids.a.blocks.b' style='height:95mm;border:1px solid'>{}</section>"
    assert looks(block.format(LINE * 17)) == []
    assert looks(block.format(LINE * 4))[1:] == ["blank: page 1: its last 76 mm are blank"]
    cell = "<section data-fit='b' style='display:table-cell;border:1px solid'>{}</section>"
    beside = cell.format(LINE * 18) + cell.format(LINE * 9)
    assert looks(beside) == ["blank: page 1: its last 46 mm are blank"]


def test_each_column_of_a_page_is_used_up() -> None:
    columns = "<div style='columns:2;column-fill:{}'>{}</div>"
    assert looks(columns.format("balance", LINE * 39)) == []
    half = ["blank: page 1: only 57% is filled, expected at least 80%"]
    assert looks(columns.format("auto", LINE * 20)) == half
    assert looks(columns.format("auto", LINE * 38)) == []
    cells = "<section style='display:table-cell;width:34.5mm'>{}</section>"
    assert looks(cells.format(LINE * 20) + cells.format(LINE)) == half


def test_a_line_of_one_short_word_is_noted() -> None:
    text = "<p style='width:52mm'>Each adventurer rolls two {}</p>"
    assert looks(text.format("of the adventurers’ dice.") + LINE * 18) == []
    words = "“Each adventurer rolls two more” ends with one word on a line: “dice.”"
    assert looks(text.format("more dice.") + LINE * 18) == [f"runt: page 1: {words}"]
    assert looks(f"<p style='width:9mm'>10 20 30</p>{LINE * 18}") == []


def test_contents_are_more_than_a_line_below_their_title() -> None:
    front = f"{HEAD}<h1>Book</h1><nav style='break-before:page'><h2>Contents</h2>"
    body = f"<h2>One</h2>{LINE * 19}"
    assert looks(body, front + LINE * 3) == []
    message = "“Roll two dice.” begins all there is on the page: 1 line"
    assert looks(body, front + LINE) == [f"alone: page 2: {message}"]


@pytest.mark.parametrize(
    ("body", "advice"),
    [
        (LINE * 20 + NEXT, []),
        (f"<h2>One</h2>{LINE}<h2>Two</h2>{LINE * 17}", []),
        # A chapter ends where it ends, but its last lines are not alone.
        (f"{LINE * 9}<h2 style='break-before:page'>Two</h2>{LINE * 3}", []),
        (
            f"{LINE * 22}<h2>Two</h2>{LINE * 3}",
            ["alone: page 3: “Roll two dice.” begins all there is above a new chapter: 2 lines"],
        ),
        (LINE * 9 + NEXT, ["blank: page 2: only 48% is filled, expected at least 85%"]),
        (
            f"{LINE * 19}<h3>Ties</h3>{LINE * 18}",
            ["alone: page 2: “Ties” is a heading alone at the foot"],
        ),
        (
            f"{LINE * 20}<p style='break-before:page'></p><p style='break-before:page'></p>{NEXT}",
            ["blank: page 3: is empty"],
        ),
        # Between facing pages, a table may be divided; overleaf it may not.
        (f"{LINE * 14}<table>{ROW * 6}</table>{LINE * 14}", []),
        (
            f"{LINE * 34}<table>{ROW * 6}</table>{LINE * 14}",
            ["broken: page 3: “1” begins a list or table that goes on overleaf: 40% of a page"],
        ),
        (
            f"{LINE * 16}<table><thead>{ROW}</thead>{ROW * 6}</table>{LINE * 5}",
            ["alone: page 2: “1” begins a list or table with one row alone on a page"],
        ),
    ],
)
def test_the_pages_of_a_book_begin_and_end_well(body: str, advice: list[str]) -> None:
    assert looks(body, COVER) == advice


def test_a_book_with_covers_ends_with_few_blank_pages() -> None:
    assert [*judge_end(4)] == []
    message = "5 blank pages are at its end: a page less saves a sheet"
    assert [str(fault) for fault in judge_end(5)] == [message]


def test_the_fronts_of_a_deck_are_of_one_size_and_begin_at_one_height() -> None:
    fits = [
        Fit("cards.a.front", 1, 9.0, 3.0, 12.0, 15.0),
        Fit("cards.b.front", 1, 8.8, 3, 12, 15.4),
    ]
    assert [*judge_sets({"decks.all": fits})] == []
    fits.append(Fit("cards.c.front", 1, 8.2, 3.0, 10.0, 18.0))
    assert [fault.message for fault in judge_sets({"decks.all": fits})] == [
        "the text of fronts is set in 8.2 to 9.0 pt",
        "titles of fronts are set in 10.0 to 12.0 pt",
        "the first lines of fronts are at 15.0 to 18.0 mm",
    ]


def test_what_an_aid_has_to_carry_first_is_as_large_as_the_rest() -> None:
    fits = [Fit("blocks.turn", 1, 9.5, None), Fit("blocks.loot", 1, 10.8, None)]
    assert [*judge_sizes(fits, {"blocks.loot"}, "rules.loot")] == []
    assert [fault.message for fault in judge_sizes(fits, {"blocks.turn"}, "rules.turn")] == [
        "rules.turn, first in `carries`, is set in 9.5 pt, blocks.loot in 10.8 pt"
    ]
