from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pikepdf
import pytest

from aidgen.assets.papers import hull
from aidgen.game.load import BUNDLED_PACK
from aidgen.layout.promises import Margin, read_promises
from aidgen.page.kinds.book import BOOK_FOOT, TOP
from aidgen.page.layout import LaidSheet, Run
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import JobResult, make
from aidgen.proof.content import read_text_runs
from aidgen.proof.layout import check_margins, find_first_promises
from tests.mini import MINI, change
from tests.sheets import proved, set_document

TITLE = Margin("top-outer", "Game – Book", 1, "left", context="g.game.title")
FOLIO = Margin("bottom-outer", "", 1, folio=True)
ONE = Margin("top-outer", "One", 2, "right", context="g.sections.one.title")
TWO = Margin("top-outer", "Two", 5, "right", context="g.sections.two.title")
PROMISED = (TITLE, FOLIO, ONE, TWO)


def sheet(**words: str) -> LaidSheet:
    runs = [Run(text, 0, 0, 9, 9, margin=box.replace("_", "-")) for box, text in words.items()]
    return LaidSheet(100, 100, (Run("text", 0, 0, 9, 9), *runs))


RIGHT = (
    sheet(),
    sheet(top_left="Game – Book", bottom_left="2/5"),
    sheet(top_right="One", bottom_right="3/5"),
    sheet(top_left="Game – Book", bottom_left="4/5"),
    sheet(top_right="Two", bottom_right="5/5"),
)
OPENINGS = (0, 2, 4, 4, 6)


def test_margins_that_show_what_was_promised_pass() -> None:
    assert list(check_margins(PROMISED, OPENINGS, RIGHT)) == []


@pytest.mark.parametrize(
    ("page", "other", "reported"),
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
def test_a_margin_that_shows_something_else_is_reported(
    page: int, other: LaidSheet, reported: tuple[str, str]
) -> None:
    sheets = [other if number == page else right for number, right in enumerate(RIGHT, start=1)]
    (fault,) = check_margins(PROMISED, OPENINGS, sheets)
    words, expected = (f"“{each}”" if each else "nothing" for each in reported)
    assert fault.page == page
    assert fault.found.startswith(f"has {words} in its margin at the ")
    assert fault.expected == expected


def test_a_fault_says_what_it_found_and_whose_words_it_expected() -> None:
    wrong = sheet(top_right="Two", bottom_right="3/5")
    sheets = [wrong if number == 3 else right for number, right in enumerate(RIGHT, start=1)]
    (fault,) = check_margins(PROMISED, OPENINGS, sheets)
    assert str(fault) == "page 3: has “Two” in its margin at the top-right, expected “One”"
    sheets = [sheet() if number == 1 else right for number, right in enumerate(RIGHT)]
    assert {one.context for one in check_margins(PROMISED, OPENINGS, sheets)} == {
        "",
        "g.game.title",
    }


def test_a_page_opens_with_the_promise_that_its_first_words_belong_to() -> None:
    # Promise 0 fills page 1, 1 goes on to page 2, 2 is a table, 3 begins there; page 3 is blank.
    starts, places = [(0, 1), (40, 1), (60, 2), (90, 2)], [0, 40, None, 90]
    ranges = [at if at is None else range(at, at + 9) for at in places]
    assert find_first_promises(starts, ranges, 3) == (0, 1, 3)
    assert find_first_promises([], [], 2) == (-1, -1)


def test_what_a_style_sheet_puts_into_a_margin_is_held_against_what_is_promised() -> None:
    css = "@page { @top-left { content: 'Ferry' } } body { font-family: Source Sans Pro }"
    html = f"<html lang='en'><head><style>{css}</style></head><body><p>x</p></body></html>"
    page = set_document(html)
    promises = read_promises("<p data-context=''>x</p>")
    (fault,) = proved(page.pdf, promises, page.sheets).faults
    assert fault.kind == "margin"
    assert (fault.found, fault.expected) == ("has “Ferry” in its margin at the top-left", "nothing")


# Whole books --------------------------------------------------------------------------------------
# What stands in their margins are pieces of their own, on each page the right one.

MM = 72 / 25.4


def made(pack: Path, out: Path, aid: str = "book") -> JobResult:
    (found,) = make([Job(Pack(pack), "mini", aid, "en")], out, workers=1)
    return found


def in_margins(pdf: bytes) -> Mapping[int, tuple[str, str]]:
    """Return what stands in the upper and in the lower margin of each page, from 1."""
    found: dict[int, tuple[str, str]] = defaultdict(lambda: ("", ""))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        heights = [float(page.mediabox[3]) for page in document.pages]
        for run in read_text_runs(document).runs:
            if run.mcid is None and run.boxes:
                above, below = found[run.page + 1]
                _, bottom, _, top = hull(run.boxes)
                if bottom > heights[run.page] - TOP * MM:
                    found[run.page + 1] = above + run.text, below
                elif top < BOOK_FOOT * MM:
                    found[run.page + 1] = above, below + run.text
    return found


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> JobResult:
    return made(MINI, tmp_path_factory.mktemp("book"))


def test_the_margins_of_each_page_show_what_belongs_there(book: JobResult) -> None:
    assert book.problems == ()
    assert book.filed
    shown = in_margins(book.filed.pdf)
    assert 1 not in shown, "a cover has nothing in its margins"
    assert sorted(shown) == list(range(2, book.pages + 1))
    for page, (_, below) in shown.items():
        folio, mark = f"{page}/{book.pages}", "ed.1 · "
        assert below.startswith(f"{folio}{mark}"), (page, below)
    # On page 5 the chapter Lists goes on; others begin further down.
    titles = {page: above for page, (above, _) in shown.items()}
    assert titles == {2: "Mini – Book", 3: "Play", 4: "Mini – Book", 5: "Lists"}
    with pikepdf.open(io.BytesIO(book.filed.pdf)) as document, document.open_outline() as outline:
        pages = {page.objgen: number for number, page in enumerate(document.pages, start=1)}
        (title,) = outline.root
        begins = [(pages[item.destination[0].objgen], item.title) for item in title.children]
    assert begins[:4] == [(2, "Contents"), (3, "Play"), (4, "Lists"), (5, "Words")]


def test_a_title_is_printed_in_the_margin_as_it_was_written(pack: Path, tmp_path: Path) -> None:
    change(pack, "content/mini/game.yaml", "title: Mini\n", "title: Mini <i> & more\n")
    found = made(pack, tmp_path / "out")
    assert found.problems == ()
    assert found.filed
    assert in_margins(found.filed.pdf)[2][0] == "Mini <i> & more – Book"


@pytest.mark.parametrize(
    "rule",
    [
        ".strip { display: none }",
        ".folio { visibility: hidden }",
        ".strip::before { content: 'Mini &amp; Co – ' }",
        ".strip { color: #fff }",
        "@page { @top-left { content: 'Ferry' } }",
        ".above { position: absolute; left: 300mm }",
    ],
)
def test_a_style_sheet_that_fills_the_margins_otherwise_is_reported(
    pack: Path, tmp_path: Path, rule: str
) -> None:
    style = (BUNDLED_PACK / "templates" / "book" / "style.css").read_text(encoding="utf-8")
    path = pack / "templates" / "book" / "style.css"
    path.parent.mkdir(parents=True)
    path.write_text(f"{style}\n{rule}\n", encoding="utf-8")
    assert made(pack, tmp_path / "out").problems != ()
