from __future__ import annotations

from dataclasses import replace

import pytest

from aidgen.page.leads import Anchor, Heading, Leads, Link
from aidgen.page.promises import Promises
from aidgen.press.typeset import Typeset, typeset
from aidgen.proof.prove import prove

BODY = (
    "<h1>First</h1><p><a href='#there'>Go there</a> or <a href='https://a.example/'>away</a></p>"
    "<h3>Inner</h3><h2 id='there' style='break-before: page'>Second  one</h2>"
)


def made(body: str = BODY) -> Typeset:
    head = "<title>A title</title><style>body{font-family:Source Sans Pro}</style>"
    return typeset(f'<html lang="en"><head>{head}</head><body>{body}</body></html>', "0" * 32)


def told(page: Typeset, *leads: Leads) -> list[str]:
    sheets = page.sheets
    if leads:
        sheets = tuple(replace(one, leads=two) for one, two in zip(sheets, leads, strict=True))
    return [str(fault) for fault in prove(page.pdf, Promises(), sheets).faults]


def test_headings_links_and_targets_are_read_from_the_layout() -> None:
    first, second = (sheet.leads for sheet in made().sheets)
    assert [(one.words, one.level) for one in first.headings] == [("First", 1), ("Inner", 3)]
    assert [(one.words, one.level) for one in second.headings] == [("Second one", 2)]
    assert {link.address for link in first.links} == {"#there", "https://a.example/"}
    assert [anchor.name for anchor in second.anchors] == ["there"]
    assert second.anchors[0].y == pytest.approx(second.headings[0].y)


def test_what_leads_where_the_page_says_is_not_told() -> None:
    assert told(made()) == []


def test_a_bookmark_that_is_not_its_heading_is_told() -> None:
    page = made()
    first, second = (sheet.leads for sheet in page.sheets)
    (heading,) = second.headings

    def other(*headings: Heading) -> list[str]:
        return told(page, first, replace(second, headings=headings))

    assert other(heading) == []
    assert other(replace(heading, words="Third")) == [
        "page 2: “Third” is a heading without its bookmark"
    ]
    assert other() == ["“Second one” is a bookmark for no heading"]
    assert other(heading, heading) == ["page 2: “Second one” is a heading without its bookmark"]
    assert other(replace(heading, y=heading.y - 9)) == [
        "page 2: “Second one” is a bookmark that leads elsewhere"
    ]
    assert other(replace(heading, level=1)) == [
        "“Second one” is a bookmark in another order than its heading"
    ]


def test_a_link_that_leads_elsewhere_or_is_not_there_is_told() -> None:
    page = made()
    first, second = (sheet.leads for sheet in page.sheets)

    def links(*found: Link) -> list[str]:
        return told(page, replace(first, links=found), second)

    inner, outer = first.links[0], first.links[-1]
    assert links(*first.links) == []
    assert links(outer) == ["page 1: has a link where none was laid out"]
    wrong = replace(outer, address="https://b.example/")
    assert "page 1: has a link that does not lead to “https://b.example/”" in links(inner, wrong)
    more = Link("#there", (50, 50, 90, 60))
    assert links(*first.links, more) == ["page 1: lacks its link to “#there”"]
    lower = Anchor("there", second.anchors[0].x, second.anchors[0].y - 9)
    moved = told(page, first, replace(second, anchors=(lower,)))
    assert "page 1: has a link that does not lead to “#there”" in moved


def test_a_heading_that_goes_on_and_a_link_in_two_lines_are_right() -> None:
    words = "words that go on " * 12
    body = f"<h1>A {words}</h1><p><a href='#x'>{words}</a></p><p id='x'><b>there</b></p>"
    assert told(made(body)) == []
