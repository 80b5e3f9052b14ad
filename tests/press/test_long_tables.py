"""A long table is set in segments: each as it is in the whole table, with its columns and head."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from aidgen.assets.papers import Size
from aidgen.layout.promises import read_promises
from aidgen.page.long_tables import long_tables, widest_rows, with_columns
from aidgen.page.pieces import BREAK, Body, Piece
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.press.pieces.typeset import column_widths, typeset_pieces, units_at_page_tops
from tests.pipeline.test_tables import arms

HEAD = """<!DOCTYPE html><html lang="en"><head><title>t</title><style>
* { margin: 0; padding: 0; margin-break: discard } .piece + .piece { break-before: page }
html { font: 8pt/1.2 "Source Sans Pro"; }
table { border-collapse: collapse; width: 100%; margin: 1mm 0 } td, th { padding: 1pt 3pt }
thead th { border-bottom: 1pt solid #000 } tr { break-inside: avoid }
tbody tr:nth-child(even) > * { background: #ddd; border-top: .5pt solid #777; }
"""
WORDS = ("a", "gate", "tower", "incomprehensible", "wandering", "through", "many", "of", "water")


def table(rows: int, seed: int) -> str:
    """Return a table with | wherever it may be divided."""
    chance = random.Random(seed)

    def cell() -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(1, 6)))

    made = "|".join(
        f'<tr><th scope="row" data-figure="{n}">{n}</th><td>{cell()}</td><td>{cell()}</td></tr>\n'
        for n in range(rows)
    )
    heads = '<thead><tr><th scope="col">No</th><th>One id and all</th><th>Two</th></tr></thead>'
    return (
        '<section class="a" id="s"><h2>A table</h2><table data-context="t" data-title="T">\n'
        f"{heads}\n<tbody>\n{made}</tbody>\n</table></section>|<p>After it</p>"
    )


def body(inner: str) -> Body:
    inner = inner.replace("|", BREAK)
    return Body(Piece(HEAD, inner, Size(90, 60), "0 5mm", 6.0, long=True))


def test_a_segment_begins_with_the_head_of_its_table() -> None:
    made = body(table(5, 1))
    assert len(made.units) == 6
    opening = made.take(2, 3).inner.partition('<tr><th scope="row"')[0]
    heads = '<thead><tr><th scope="col">No</th><th>One id and all</th><th>Two</th></tr></thead>'
    tag = '<table style="margin-top:-.7px" data-context="t" data-title="T">'
    begun = f'<section class="a">{tag}\n{heads}<tbody>'
    assert opening == begun
    hidden = '<tr style="display:none" aria-hidden="true"></tr>'
    assert made.take(3, 4).inner.startswith(f"{begun}{hidden}<tr>"), "the second background is next"
    assert len(read_promises(made.take(3, 5).inner).texts[0].rows) == 3


@pytest.mark.parametrize("seed", range(3))
def test_the_widest_rows_have_the_columns_of_the_table(seed: int) -> None:
    made = body(table(80, seed))
    (long,) = long_tables(made)
    few = widest_rows(long, made.marked)
    assert few.inner.count("<tr>") < 40
    assert column_widths(few) == pytest.approx(column_widths(made.whole), abs=0.01)


def test_segments_have_the_pages_of_the_whole_table() -> None:
    made = body(table(40, 4))
    (long,) = long_tables(made)
    divided = with_columns(made, long, column_widths(widest_rows(long, made.marked)))
    count = len(divided.units)
    first = units_at_page_tops(divided.counted(0, count))
    assert len(first) > 3
    assert any(number % 2 for number in first)
    takes = [divided.take(one, end) for one, end in pairwise((*first, count))]
    segments = [sheet for one in typeset_pieces(takes) for sheet in one.sheets]
    (whole,) = typeset_pieces([made.whole])
    pages = zip(segments, whole.sheets, strict=True)
    runs = [pair for here, there in pages for pair in zip(here.runs, there.runs, strict=True)]
    assert len(runs) > 100
    for here, there in runs:
        assert here.text == there.text
        assert here.x == pytest.approx(there.x, abs=0.1)
        assert here.y == pytest.approx(there.y, abs=0.6)
        assert here.y > there.y - 0.01, "nothing is pushed to the next page"


def test_a_table_whose_columns_nobody_knows_is_not_divided() -> None:
    made = body(table(9, 1))
    (long,) = long_tables(made)
    assert len(with_columns(made, long, ()).units) == 2
    assert with_columns(made, long, ()).whole == made.whole


@pytest.mark.parametrize(("rows", "breaks"), [(200, 0), (201, 200)])
def test_a_table_of_more_than_200_rows_may_be_divided(pack: Path, rows: int, breaks: int) -> None:
    opened = Pack(arms(pack, rows))
    book = render(opened.localized("mini", "en"), "list", opened.roots).book
    assert book is not None
    assert sum(one.html.count(BREAK) for one in long_tables(book.body)) == breaks
