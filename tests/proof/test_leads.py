from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pikepdf
import pytest

from aidgen.page.layout import Anchor, Heading, Link, Navigation
from aidgen.proof.annotations import PlacedNavigation, check_links
from tests.sheets import SetDocument, set_document

BODY = (
    "<main><h1>First <svg><title>An icon</title></svg></h1><p><a data-leads='x.there'>Go there</a>"
    " or <a data-leads='y.away'>away</a></p><h3>Inner</h3><h4 data-outline='none'>Card</h4></main>"
    "<main style='break-before: page'><h2 data-anchor='x.there'>Second  one</h2></main>"
)


@cache
def made(body: str = BODY) -> SetDocument:
    head = "<title>A title</title><style>body{font-family:Source Sans Pro}</style>"
    return set_document(f'<html lang="en"><head>{head}</head><body>{body}</body></html>')


def leads_of(page: SetDocument) -> tuple[Navigation, ...]:
    return tuple(sheet.leads for sheet in page.sheets)


def reported(page: SetDocument, leads: Sequence[Navigation]) -> list[str]:
    """Return what is reported of pages that each are a piece, whose leads are as given."""
    pieces = [PlacedNavigation(f"{i}", 0, i, 0.0, 0.0, each) for i, each in enumerate(leads)]
    with pikepdf.open(io.BytesIO(page.pdf)) as document:
        return [str(fault) for fault in check_links(document, pieces)]


def test_headings_links_and_targets_are_read_from_the_layout() -> None:
    first, second = leads_of(made())
    assert [(one.words, one.level) for one in first.headings] == [("First", 1), ("Inner", 3)]
    assert [(one.words, one.level) for one in second.headings] == [("Second one", 2)]
    assert {link.ref for link in first.links} == {"x.there", "y.away"}
    assert [anchor.ref for anchor in second.anchors] == ["x.there"]
    assert second.anchors[0].y == pytest.approx(second.headings[0].y)


def test_what_leads_where_the_page_says_is_not_reported() -> None:
    assert reported(made(), leads_of(made())) == []


def test_a_bookmark_that_is_not_its_heading_is_reported() -> None:
    first, second = leads_of(made())
    (heading,) = second.headings

    def other(*headings: Heading) -> list[str]:
        return reported(made(), (first, replace(second, headings=headings)))

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
        "page 2: “Second one” is a bookmark in another order than its heading"
    ]


def test_a_link_that_leads_elsewhere_or_is_not_there_is_reported() -> None:
    first, second = leads_of(made())
    inner, away = first.links

    def links(*found: Link) -> list[str]:
        return reported(made(), (replace(first, links=found), second))

    assert links(inner, away) == links(inner) == []
    assert links(away) == ["page 1: has a link where none was laid out"]
    wide = Link("x.there", (50, 50, 90, 60))
    assert links(inner, away, wide) == ["page 1: lacks its link to “x.there”"]
    beside = Link("x.there", (inner.bounds[0] + 15, *inner.bounds[1:]))
    assert links(beside) == ["page 1: has a link to “x.there” that is larger than its words"]


def test_a_target_that_is_elsewhere_is_reported() -> None:
    first, second = leads_of(made())
    (anchor,) = second.anchors
    lower = replace(second, anchors=(Anchor("x.there", anchor.x, anchor.y - 9),))
    assert "page 1: has a link that does not lead to “x.there”" in reported(made(), (first, lower))
    moved = (replace(first, anchors=second.anchors), second)
    assert "page 1: has a link that does not lead to “x.there”" in reported(made(), moved)


def test_a_heading_that_goes_on_and_a_link_in_two_lines_are_right() -> None:
    words = "words that go on " * 12
    body = (
        f"<h1>A {words}</h1><p><a data-leads='x'>{words}</a></p><p data-anchor='x'><b>there</b></p>"
    )
    page = made(body)
    assert len(page.sheets[0].leads.links) > 1
    assert reported(page, leads_of(page)) == []


def test_what_is_printed_again_or_not_read_aloud_leads_nowhere() -> None:
    rows = "<tr><td>row</td></tr>" * 80
    head = "<thead><tr><th scope='col'><a data-leads='x'>Head</a></th></tr></thead>"
    silent = "<div aria-hidden='true'><h2>Silent</h2></div>"
    page = made(f"<h1 data-anchor='x'>A</h1>{silent}<table>{head}{rows}</table>")
    first, second, *_ = leads_of(page)
    assert [heading.words for heading in first.headings] == ["A"]
    assert len(first.links) == 1
    assert second.links == ()
    pieces = [PlacedNavigation("0", i, i, 0.0, 0.0, each) for i, each in enumerate(leads_of(page))]
    with pikepdf.open(io.BytesIO(page.pdf)) as document:
        assert list(check_links(document, pieces)) == []
