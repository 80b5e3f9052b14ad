"""A body is cut where its template says, and what is open there is closed and opened again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.assets.papers import PAPERS
from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.layout.promises import read_promises
from aidgen.page.pieces import BREAK, Body, Piece, split_units
from aidgen.page.render import render
from tests.mini import MINI, read

BODY = (BUNDLED_PACK / "templates" / "book" / "body.html").read_text(encoding="utf-8")
UNCUT = BODY.replace("{{ cut }}", "")


def body(inner: str) -> Body:
    """Return a body of some HTML, in which | stands for a cut."""
    return Body(Piece("<head>", inner.replace("|", BREAK), PAPERS["A5"], "9mm", 9.0, long=True))


def test_a_take_opens_again_what_was_open_before_it() -> None:
    made = body('|<section class="a" id="x" data-anchor="r"><h2>A</h2>|<p>B</p></section>|<p>C</p>')
    assert len(made.units) == 3
    assert made.take(0, 1).inner == '<section class="a" id="x" data-anchor="r"><h2>A</h2></section>'
    assert made.take(1, 2).inner == '<section class="a"><p>B</p></section>'
    assert made.take(1, 3).inner == '<section class="a"><p>B</p></section><p>C</p>'
    assert made.take(0, 3) == made.whole
    assert BREAK not in made.whole.inner


@pytest.mark.parametrize(
    ("html", "opening", "closing"),
    [
        ("<ol class=steps><li>1</li>|<li>2</li></ol>", "<ol class=steps>", "</ol>"),
        ("<div><p>a<br>b</p><hr><img src='x'/>|<p>c</p></div>", "<div>", "</div>"),
        ("<i style=\"a:url('<svg id=1><g>')\"></i>|<p>c</p>", "", ""),
        (
            "<i style=\"b:' id=2'\" data-a='<b>' hidden>|<p>c</p></i>",
            "<i style=\"b:' id=2'\" hidden>",
            "</i>",
        ),
        ("</div></div><p>a</p>|<p>b</p>", "", ""),
        ("<div><span>|<p>b</p></span></div>", "<div><span>", "</span></div>"),
    ],
)
def test_what_is_open_is_reported_from_what_is_closed(
    html: str, opening: str, closing: str
) -> None:
    unit = body(html).units[-1]
    assert (unit.opening, unit.closing) == (opening, closing)


def test_what_has_no_element_belongs_to_what_is_before_it() -> None:
    made = body("\n|<p>a</p>| b |<p>c</p>|\n")
    assert [unit.inner for unit in made.units] == ["\n<p>a</p> b ", "<p>c</p>\n"]
    assert len(body("words").units) == 1


def test_a_body_is_cut_in_few_elements_alone() -> None:
    assert len(body("<b>" * 16 + "<i>1</i>|<i>2</i>").units) == 2
    assert len(body("<b>" * 17 + "<i>1</i>|<i>2</i>").units) == 1
    many = body("<b>" * 100_000 + "|<i>a</i>" * 100_000 + "|a" * 100_000)
    assert len(many.units) == 1


def test_each_element_says_which_unit_it_is_in() -> None:
    made = body("<div><p>1</p>|<p>2</p>|<p>3</p></div>")
    found = made.counted(1, 3).inner
    assert found == '<div><p data-unit="0">2</p><p data-unit="1">3</p></div>'


@given(st.text("<>/|ab \"'=", max_size=40))
def test_all_of_a_body_is_in_its_units(html: str) -> None:
    marked = html.replace("|", BREAK)
    assert "".join(unit.inner for unit in split_units(marked)) == marked.replace(BREAK, "")


def test_a_body_of_ours_says_in_takes_what_it_says_whole() -> None:
    book = render(localize(read(MINI), {}, "en"), "book", (BUNDLED_PACK,)).book
    assert book is not None
    made = book.body
    assert len(made.units) > 10
    takes = [made.take(number, number + 1) for number in range(len(made.units))]
    reported = [text for take in takes for text in take.promises.texts]
    assert reported == list(read_promises(made.whole.element).texts)


@pytest.mark.parametrize(
    ("own", "cut"),
    [
        ({}, True),
        ({"templates/book/style.css": "p { counter-increment: p }\n"}, False),
        ({"templates/base.css": "p { counter-increment: p }\n"}, False),
        ({"templates/cards/style.css": "p { counter-increment: p }\n"}, True),
        ({"templates/book/style.css": "", "templates/book/body.html": BODY}, True),
        ({"templates/book/style.css": "", "templates/book/body.html": UNCUT}, False),
        ({"templates/book/body.html": UNCUT}, False),
        ({"content/mini/theme.css": ".record { border: 1pt solid black }"}, False),
    ],
)
def test_what_others_count_or_frame_is_not_divided(
    pack: Path, own: dict[str, str], cut: bool
) -> None:
    for name, text in own.items():
        path = pack / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    book = render(localize(read(pack), {}, "en"), "book", (pack, BUNDLED_PACK)).book
    assert book is not None
    assert (len(book.body.units) > 1) == cut


def test_a_body_of_many_tags_is_divided_in_time_that_grows_with_its_length() -> None:
    marked = BREAK.join(["<p>" + "<b>word</b> and more of it. " * 20_000 + "</p>"] * 2)
    begun = time.process_time()
    assert len(split_units(marked)) == 2
    assert time.process_time() - begun < 2
