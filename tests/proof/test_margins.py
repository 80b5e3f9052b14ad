from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from aidgen.press.typeset import Typeset, typeset

from aidgen.game.canon import Canon
from aidgen.game.load import OURS
from aidgen.language.localize import localize
from aidgen.page.promises import Margin, Run, Sheet
from aidgen.page.render import Page, render
from aidgen.press.tags import tagged
from aidgen.proof.glyphs import drawn
from aidgen.proof.hear import hear
from aidgen.proof.margins import Misplaced, margins, openings
from aidgen.proof.prove import read_back
from tests.mini import change, read

TITLE = Margin("top-outer", "Game – Book", 1, "left", context="g.game.title")
FOLIO = Margin("bottom-outer", "", 1, folio=True)
ONE = Margin("top-outer", "One", 2, "right", context="g.sections.one.title")
TWO = Margin("top-outer", "Two", 5, "right", context="g.sections.two.title")
PROMISED = (TITLE, FOLIO, ONE, TWO)


def sheet(**words: str) -> Sheet:
    runs = [Run(text, 0, 0, 9, 9, margin=box.replace("_", "-")) for box, text in words.items()]
    return Sheet(100, 100, (Run("text", 0, 0, 9, 9), *runs))


RIGHT = (
    sheet(),
    sheet(top_left="Game – Book", bottom_left="2/5"),
    sheet(top_right="One", bottom_right="3/5"),
    sheet(top_left="Game – Book", bottom_left="4/5"),
    sheet(top_right="Two", bottom_right="5/5"),
)
OPENINGS = (0, 2, 4, 4, 6)


def test_margins_that_show_what_was_promised_pass() -> None:
    assert list(margins(PROMISED, OPENINGS, RIGHT)) == []


@pytest.mark.parametrize(
    ("page", "other", "told"),
    [
        (
            2,
            sheet(top_left="Game &amp; Book", bottom_left="2/5"),
            ("Game &amp; Book", "Game – Book"),
        ),
        (2, sheet(bottom_left="2/5"), ("", "Game – Book")),
        (3, sheet(top_right="Two", bottom_right="3/5"), ("Two", "One")),
        (3, sheet(top_right="One and more", bottom_right="3/5"), ("One and more", "One")),
        (4, sheet(top_left="Game – Book", bottom_left="5/5"), ("5/5", "4/5")),
        (5, sheet(top_right="Two", bottom_right="5/5", top_left="x"), ("x", "")),
        (1, sheet(bottom_right="1/5"), ("1/5", "")),
    ],
)
def test_a_margin_that_shows_something_else_is_told(
    page: int, other: Sheet, told: tuple[str, str]
) -> None:
    sheets = [other if number == page else right for number, right in enumerate(RIGHT, start=1)]
    (found,) = margins(PROMISED, OPENINGS, sheets)
    assert (found.page, found.found, found.expected) == (page, *told)


def test_a_fault_says_what_it_found_and_whose_words_it_expected() -> None:
    found = Misplaced(3, "top-right", "Two", "One", "g.sections.one.title")
    assert str(found) == "page 3: has “Two” in its margin at the top-right, expected “One”"
    sheets = [sheet() if number == 1 else right for number, right in enumerate(RIGHT)]
    assert {one.context for one in margins(PROMISED, OPENINGS, sheets)} == {"", "g.game.title"}


def test_a_page_opens_with_the_promise_that_its_first_words_belong_to() -> None:
    # Promise 0 fills page 1, 1 goes on to page 2, 2 is a table, 3 begins there; page 3 is blank.
    starts, places = [(0, 1), (40, 1), (60, 2), (90, 2)], [0, 40, None, 90]
    assert openings(starts, places, 3) == (0, 1, 3)
    assert openings([], [], 2) == (-1, -1)


# Books of a whole ---------------------------------------------------------------------------------


def made(canon: Canon, aid: str, *roots: Path) -> tuple[Page, Typeset, bytes]:
    page = render(localize(canon, {}, canon.locale), aid, (*roots, OURS))
    typed = typeset(page.html, "0" * 32)
    return page, typed, tagged(typed.pdf, typed.reading)


def faults(page: Page, typed: Typeset, pdf: bytes) -> list[Misplaced]:
    read_words = read_back(pdf)
    places = []
    at = 0
    for promise in page.promises.texts:  # as the proof finds them
        words = "".join(promise.text.split()).replace("-", "")
        found = -1 if promise.rows else read_words.words.find(words, at)
        at = found + len(words) if found >= 0 else at
        places.append(found if found >= 0 else None)
    first = openings(read_words.starts, places, len(typed.sheets))
    return list(margins(page.promises.margins, first, typed.sheets))


def test_a_title_is_printed_in_the_margin_as_it_was_written(pack: Path) -> None:
    change(pack, "content/mini/game.yaml", "title: Mini\n", "title: Mini <i> & more\n")
    page, typed, pdf = made(read(pack), "book")
    runs = [run.text for sheet in typed.sheets for run in sheet.runs if run.margin == "top-left"]
    assert "".join(runs).startswith("Mini <i> & more – Book")
    with pikepdf.open(io.BytesIO(pdf)) as document:
        texts = {run.text for run in drawn(document).runs if run.mcid is None}
    assert "Mini <i> & more" in texts
    assert faults(page, typed, pdf) == []
    assert hear(pdf, page.html) == ()


@pytest.mark.parametrize("aid", ["book", "board", "pad", "plan", "deck", "counters"])
def test_the_margins_of_every_kind_are_as_promised(mini: Canon, aid: str) -> None:
    page, typed, pdf = made(mini, aid)
    assert faults(page, typed, pdf) == []
    assert bool(page.promises.margins) == any(
        run.margin for sheet in typed.sheets for run in sheet.runs
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("string(chapter, start)", "string(chapter, last)"),
        ('counter(page) "/"', 'counter(pages) "/"'),
        ("@top-left { content: element(titles); }", '@top-left { content: "Mini &amp; – Book"; }'),
        ("@bottom-right { content: element(sheet-mark); }", ""),
    ],
)
def test_a_style_sheet_that_fills_the_margins_otherwise_is_told(
    mini: Canon, pack: Path, old: str, new: str
) -> None:
    style = (OURS / "templates" / "book" / "style.css").read_text(encoding="utf-8")
    assert style.count(old) == 1
    path = pack / "templates" / "book" / "style.css"
    path.parent.mkdir(parents=True)
    path.write_text(style.replace(old, new), encoding="utf-8")
    assert faults(*made(mini, "book", pack)) != []
