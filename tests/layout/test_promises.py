"""What HTML promises: texts, cells and figures, each with where it belongs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from aidgen.game.figures import Dice, Range, Ratio, Raw
from aidgen.layout.promises import read_figure, text_contexts
from tests.verified import PAGE, read_html


def texts_of(body: str) -> list[tuple[str, str]]:
    """Return the context and the words of each promise of a page."""
    return [(each.context, each.text) for each in read_html(f"<body>{body}")]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<p data-context="a">One <b>two</b> three</p>', [("a", "One two three")]),
        ('<p data-context="a">One\n  two<br>three</p>', [("a", "One two three")]),
        ('<p data-context="">Words of no text</p><p>None</p>', [("", "Words of no text")]),
        ('<p data-context="a">One</p><ul data-continues><li>two<li>three</ul>',
         [("a", "One two three")]),
        ('<p data-context="a">Of <i data-context="b">two</i> texts</p>',
         [("a", "Of texts"), ("b", "two")]),
        ('<p data-context="a">Seen<span aria-hidden="true">hidden</span></p>', [("a", "Seen")]),
        ('<p aria-hidden="true"><b data-context="a">Hidden</b></p>', []),
        ('<p data-context="a">A<script>b</script><style>c</style>d<!-- e --></p>', [("a", "Ad")]),
        ('<p data-context="a">A <svg><text>drawing</text></svg></p>', [("a", "A")]),
        ('<p data-context="a">Caf&eacute; &amp; bar &lt;3</p>', [("a", "Café & bar <3")]),
        ('<p data-context="a">One<span data-note data-context="n">Note.</span> two</p>',
         [("a", "One two"), ("n", "Note.")]),
    ],
)  # fmt: skip
def test_the_words_of_texts(body: str, expected: list[tuple[str, str]]) -> None:
    assert texts_of(body) == expected


def test_a_table_promises_its_cells() -> None:
    cells = [each for each in read_html(PAGE) if each.is_cell]
    assert [(each.row, each.text, each.context) for each in cells] == [
        (1, "Roll", "tables.hits"),
        (1, "Place", "tables.hits"),
        (2, "1–3", "tables.hits"),
        (2, "Head", "tables.hits.head"),
        (3, "4–6", "tables.hits"),
        (3, "Leg", "tables.hits.leg"),
    ]
    assert {each.table for each in cells} == {"Hits"}
    assert [each.figure for each in cells] == [None, None, Range(1, 3), None, Range(4, 6), None]


def test_a_table_in_a_table_counts_rows_of_its_own() -> None:
    inner = "<table data-title=Inner><tr><td>i1</td></tr><tr><td>i2</td></tr></table>"
    html = f"<table data-title=Outer><tr><td>o1{inner}</td></tr><tr><td>o2</td></tr></table>"
    assert [(each.table, each.row, each.text) for each in read_html(html)] == [
        ("Outer", 1, "o1"),
        ("Inner", 1, "i1"),
        ("Inner", 2, "i2"),
        ("Outer", 2, "o2"),
    ]


def test_texts_name_their_cards_and_regions() -> None:
    promises = read_html(PAGE)
    assert [(each.context, each.box) for each in promises if not each.is_cell] == [
        ("cards.wolf.title", "cards.wolf"),
        ("cards.wolf.text", "cards.wolf"),
        ("rules.turn", "sheet.hits"),
    ]


def test_a_list_in_many_lists_promises_all_its_words() -> None:
    depth = 40
    lists = "".join(f"<ul><li>{level} " for level in range(depth))
    ((_, words),) = texts_of(f'<div data-context="a">{lists}{"</li></ul>" * depth}</div>')
    assert words == " ".join(map(str, range(depth)))


def test_the_contexts_of_some_html() -> None:
    html = '<td data-context="b.&quot;"><p data-context="">x<i data-context="a">y</i></p>'
    assert text_contexts(html) == ('b."', "a")
    assert text_contexts(PAGE)[:3] == ("cards.wolf.title", "cards.wolf.text", "tables.hits")


@pytest.mark.parametrize(
    ("written", "figure"),
    [
        ("12", Fraction(12)),
        ("-3", Fraction(-3)),
        ("7/5", Fraction(7, 5)),
        ("1.5", Fraction(3, 2)),
        ("1-3", Range(1, 3)),
        ("2d6", Dice(2, 6)),
        ("20:60", Ratio(Fraction(20), Fraction(60))),
        ("7/0", None),
        ("wolf", None),
        ("", None),
        ("9" * 90, None),
    ],
)
def test_figures_are_read_as_they_are_written(written: str, figure: Raw | None) -> None:
    assert read_figure(written) == figure
