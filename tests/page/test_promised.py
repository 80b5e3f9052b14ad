from __future__ import annotations

import re
import time
from fractions import Fraction
from html import unescape

import pytest

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.figures import Figure, Range
from aidgen.language.localize import localize
from aidgen.layout.promises import Margin, Promise, Promises, read_promises
from aidgen.page.markdown import raw
from tests.sheets import rendered


def page(game_data: GameData, aid: str) -> str:
    return rendered(localize(game_data, {}, game_data.locale), aid)


def promises(game_data: GameData, aid: str) -> Promises:
    return read_promises(page(game_data, aid))


def texts(html: str) -> list[tuple[str, str]]:
    return [(promise.context, promise.text) for promise in read_promises(html).texts]


def test_texts_are_promised_in_reading_order_with_their_contexts() -> None:
    html = """<h1 data-context="g.title">A <em>small</em> game</h1>
    <p>nobody's words <span data-context="">12</span></p>
    <p data-context="g.notice">It &amp; all.</p>"""
    assert texts(html) == [("g.title", "A small game"), ("", "12"), ("g.notice", "It & all.")]


def test_a_text_of_several_paragraphs_is_one_promise() -> None:
    html = """<p data-context="a">one</p><ul data-context="a" data-continues><li>two</li>
    <li>three</li></ul><p data-context="a">again</p>"""
    assert texts(html) == [("a", "one two three"), ("a", "again")]


def test_elements_end_where_the_next_begins_as_in_every_browser() -> None:
    table = "<thead><tr><th>A<th>B<tbody><tr><td>1<td>2<tr><td>3<td>4"
    (promise,) = read_promises(f"<table data-context='t'>{table}</table> beside it").texts
    assert promise.rows == (("A", "B"), ("1", "2"), ("3", "4"))
    listed = "<ul><li data-context='a'>one<li data-context='b'>two<ul><li>in</ul></ul>out"
    assert texts(listed) == [("a", "one"), ("b", "two in")]
    spoken = "<dl><dt data-context='a'>one<dd data-context='b'>two<dt data-context='c'>three</dl>"
    assert texts(spoken) == [("a", "one"), ("b", "two"), ("c", "three")]


@pytest.mark.parametrize(
    "html",
    [
        "<table>" + "<tr><td>1" * 30_000,
        "<table><tr>" + "<td><b>1" * 30_000,
        "<p data-context='a'>1" * 30_000,
        "<b data-context='a'>1" * 30_000,
        "<b>" * 60_000 + "</i>" * 60_000,
        "<svg>" + "<text>1" * 30_000,
    ],
    ids=lambda html: html[-12:],
)
def test_a_page_that_closes_nothing_is_read_soon(html: str) -> None:
    begun = time.process_time()
    read_promises(html)
    assert time.process_time() - begun < 3


def test_what_is_hidden_promises_nothing() -> None:
    html = """<title>no</title><header aria-hidden="true"><p data-context="a">once</p>
    <section data-box="b"><table><tr><td>1</td></tr></table></section></header>
    <svg><title data-context="c">an icon</title></svg><p data-context="a">here</p>"""
    assert read_promises(html) == Promises((Promise("here", context="a"),), (), (), 0)


def test_boxes_are_counted_and_texts_know_theirs() -> None:
    html = """<article data-box="x"><p data-context="a">in</p></article><p data-context="a">out</p>
    <article data-box="y"></article>"""
    found = read_promises(html)
    assert [promise.box for promise in found.texts] == ["x", ""]
    assert found.boxes == 2


def test_a_table_is_promised_cell_by_cell_with_its_figures() -> None:
    html = """<table data-context="g.tables.t" data-title="T"><thead><tr><th>Roll</th>
    <th data-figure="1-4">1–4</th></tr></thead><tbody><tr><th data-figure="1">1</th>
    <td data-figure="7/5">1,4</td></tr><tr><th><span data-context="c">two</span> <span>×</span></th>
    <td></td></tr></tbody></table>"""
    table, *cells = read_promises(html).texts
    assert table == Promise(
        "T",
        (("Roll", "1–4"), ("1", "1,4"), ("two ×", "")),
        "g.tables.t",
        figures=((None, Range(1, 4)), (Fraction(1), Fraction(7, 5)), (None, None)),
    )
    assert [cell.text for cell in cells] == ["1–4", "1", "1,4", "two"]


@pytest.mark.parametrize(
    "typed",
    [
        "12",
        "-3",
        "007",
        "1.4",
        "1/3",
        "20/60",
        "½",
        "1½",
        "+1",
        "+0.5",
        "50%",
        "-10%",
        "1-4",
        "9+",
        "≤6",
        "96-00",
        "d6",
        "2d6-1",
        "d%",
        "4dF",
        "2d6+1d4",
        "3d6×10",
        "1d6/2",
        "d66",
    ],
)
def test_every_figure_of_a_cell_is_promised_as_the_game_has_it(typed: str) -> None:
    """One that could be written and not read stopped its page, which `check` had passed."""
    figure = Figure.read(typed)
    assert figure is not None
    cell = f"<table><tr><td data-figure='{raw(figure)}'>{typed}</td></tr></table>"
    assert read_promises(cell).texts[0].figures == ((figure.raw,),)


def test_the_words_of_pictures_are_their_own() -> None:
    html = """<p data-context="a">see <svg><title>it rises</title><text x="1">Tier &amp;</text>
    <text>3+</text></svg> here</p>"""
    found = read_promises(html)
    assert found.pictured == ("Tier &", "3+")
    assert found.texts == (Promise("see here", context="a"),)


def test_margins_are_promised_from_their_places_on() -> None:
    html = """<p data-context="a">cover</p>
    <div aria-hidden="true" data-margin="top-left" data-pages="left"><span data-context="t">A</span>
    – B</div><div aria-hidden="true" data-margin="bottom-outer" data-folio></div>
    <h2><span data-margin="top-right" data-pages="right"><span data-context="c">One</span></span>
    (new)</h2>"""
    found = read_promises(html)
    assert found.margins == (
        Margin("top-left", "A – B", 1, "left", context="t"),
        Margin("bottom-outer", "", 1, folio=True),
        Margin("top-right", "One", 1, "right", context="c"),
    )
    assert [promise.text for promise in found.texts] == ["cover", "One"]


@pytest.mark.parametrize("aid", ["book", "deck", "board", "pad", "plan", "counters"])
def test_no_template_prints_words_that_it_does_not_promise(mini: GameData, aid: str) -> None:
    found = page(mini, aid)
    seen = "<body" + found.split("<body", 1)[1]
    for hidden in (r"<svg.*?</svg>", r'<(\w+)[^>]*aria-hidden="true".*?</\1>', r"<[^>]*>"):
        seen = re.sub(hidden, " ", seen, flags=re.DOTALL)
    texts = read_promises(found).texts
    cells = [cell for promise in texts for row in promise.rows for cell in row]
    said = " ".join([*(promise.text for promise in texts), *cells])
    assert set(re.findall(r"\w+", unescape(seen))) <= set(re.findall(r"\w+", said))


def test_a_table_names_the_place_where_it_is_written(mini: GameData) -> None:
    tables = {promise.context for promise in promises(mini, "book").texts if promise.rows}
    assert tables
    for context in tables:
        place = Context.read(context)
        assert mini.where(place) == mini.places[place], context


def test_every_cell_has_the_figure_that_the_canon_has(mini: GameData) -> None:
    french = read_promises(rendered(localize(mini, {}, "fr"), "book"))
    figures = [figure for one in french.texts for row in one.figures for figure in row]
    english = [
        figure for one in promises(mini, "book").texts for row in one.figures for figure in row
    ]
    assert Fraction(3, 2) in figures
    assert figures == english


def test_the_boxes_of_a_track_are_promised_by_number(mini: GameData) -> None:
    (track,) = (name for name, blank in mini.blanks.items() if blank.shape == "track")
    numbers = [one.text for one in promises(mini, "pad").texts if one.text.lstrip("−").isdigit()]
    blank = mini.blanks[track]
    end = mini.count(blank.end) if blank.end is not None else mini.count(blank.start)
    wanted = [str(i) for i in range(mini.count(blank.start), end + 1, blank.step)]
    assert numbers[: len(wanted)] == [number.replace("-", "−") for number in wanted]


def test_cards_and_regions_are_boxes_by_their_names(mini: GameData) -> None:
    assert promises(mini, "deck").boxes == 3
    boxes = {promise.box for promise in promises(mini, "deck").texts if promise.box}
    assert boxes == {"cards.fight.front", "cards.fight.back", "cards.night.front"}
    regions = {promise.box for promise in promises(mini, "board").texts if promise.box}
    assert regions == {f"aids.board.blocks.{name}" for name in mini.aids["board"].blocks}
