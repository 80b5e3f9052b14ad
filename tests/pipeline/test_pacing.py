"""Where a book in two languages begins a page in both: reckoned for books of which all is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.assets.papers import Size
from aidgen.page.kinds.book import BOOK_FOOT, TOP
from aidgen.page.pieces import Body, Piece
from aidgen.pipeline.bilingual import (
    TOUCH,
    Laid,
    join_breaks,
    lay_out,
    mend_breaks,
    open_pages,
    plan_breaks,
    units,
)
from aidgen.pipeline.pagination import Beginning, Extent
from tests.pipeline.test_bilingual import parts

A5 = Size(148.0, 210.0)
TEXT = 210 - TOP - BOOK_FOOT


def flowing(lengths: Sequence[float], begun: Sequence[int] = (0,)) -> Laid:
    """Return a body whose units are so long in pages, one behind the other."""
    places, at = [], 0.0
    for number, length in enumerate(lengths):
        at = ceil(at) if number in begun else at
        places.append(at)
        at += length
    return Laid(tuple(begun), (*places, at))


def pages(body: Laid) -> list[int]:
    """Return the page of its stretch on which each unit begins."""
    return [
        floor(body.places[unit] + TOUCH) - floor(body.places[first] + TOUCH)
        for first, end in body.stretches
        for unit in range(first, end)
    ]


LONG = st.lists(st.tuples(st.floats(0.03, 1.6), st.floats(0.7, 1.3)), min_size=1, max_size=24).map(
    lambda pairs: ([one for one, _ in pairs], [one * more for one, more in pairs])
)


@given(LONG)
def test_what_is_on_a_page_is_on_the_page_beside_it(lengths: tuple[list[float], ...]) -> None:
    begun = plan_breaks(*map(flowing, lengths))
    assert begun[0] == 0
    left, right = (flowing(one, begun) for one in lengths)
    assert pages(left) == pages(right)


def test_pages_begin_where_one_language_would_be_ahead_and_nowhere_else() -> None:
    one, other = [0.5, 0.4, 0.3, 0.5], [0.5, 0.6, 0.3, 0.5]
    assert plan_breaks(flowing(one), flowing(other)) == (0, 1)
    assert plan_breaks(flowing(one), flowing(one)) == (0,)


def test_a_page_begins_with_what_did_not_face_itself() -> None:
    seen = flowing([0.3] * 6)
    # In the other language, the fourth did not find the room that was left for it.
    other = Laid((0,), (0.0, 0.3, 0.6, 1.0, 1.3, 1.6, 1.9))
    assert mend_breaks(seen, other) == (0, 3)
    assert mend_breaks(seen, seen) == (0,)


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([0.5, 0.4, 0.2, 0.3, 0.4], (0, 2)),  # the third has a page of its own: it goes on
        ([0.5, 0.4, 0.2, 0.3, 0.6], (0, 3)),  # there is no room for it
        ([0.5, 0.4, 0.2, 0.3, 0.4, 0.5], (0, 2)),  # what follows begins another page anyway
        ([0.5, 0.4, 0.05, 0.3, 0.4], (0, 3)),  # it is on a page with others
    ],
)
def test_little_on_a_last_page_goes_on_to_the_next(
    lengths: list[float], expected: tuple[int, ...]
) -> None:
    found = paged(lengths, (0, 3))
    free = flowing(lengths)
    assert join_breaks(found, found, (free, free)) == expected
    crowded = flowing([*lengths[:3], lengths[3] + 0.3, *lengths[4:]])
    other = paged([*lengths[:3], lengths[3] + 0.3, *lengths[4:]], (0, 3))
    assert join_breaks(found, other, (free, crowded)) == (0, 3)
    whole = paged(lengths, (0,))
    assert join_breaks(whole, whole, (free, free)) == (0,)


def paged(lengths: Sequence[float], begun: Sequence[int]) -> Laid:
    """Return a body no unit of which is on two pages."""
    places: list[float] = []
    at = 0.0
    for number, length in enumerate(lengths):
        if number in begun or at - floor(at) + length > 1 + 1e-9:
            at = ceil(at)
        places.append(at)
        at += length
    return Laid(tuple(begun), (*places, at))


def extent(order: Sequence[str]) -> Extent:
    begins = {ref: Beginning(1 + at // 4, first=False, down=at % 4) for at, ref in enumerate(order)}
    return Extent(3, dict(reversed(begins.items())))


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("rules.a rules.b rules.c", "rules.a rules.b rules.c", "rules.b rules.c"),
        ("rules.a rules.b rules.c", "rules.a rules.c rules.b", ""),
        ("tables.a tables.a.x tables.b", "tables.a tables.a.x tables.b", "tables.b"),
    ],
    ids=["in one order", "sorted", "parts"],
)
def test_records_may_begin_a_page_but_the_first_of_a_chapter(
    first: str, second: str, found: str
) -> None:
    book = parts("book", "en").book
    assert book is not None
    orders = [["sections.play", *words.split(), "credits"] for words in (first, second)]
    known = units((book, book), [extent(order) for order in orders])
    assert known == ("sections.play", *found.split(), "credits")
    assert units((book, book), [extent(orders[0]), Extent(0, {})]) == ()


def test_a_body_is_known_by_where_its_units_begin() -> None:
    begins = {"a": Beginning(1, first=True, down=TOP), "b": Beginning(2, True, TOP + TEXT / 4)}
    found = lay_out(Extent(2, begins), ("a", "b"), (0,), A5)
    assert found.places == pytest.approx((0, 1.25, 1.6))


def test_a_page_is_begun_before_the_section_of_a_record_once() -> None:
    inner = (
        '<section class="record"><h3 data-anchor="rules.a">A</h3></section>'
        '<section class="record"><i></i><h3 data-anchor="rules.ab">B</h3></section>'
    )
    body = Body(Piece("<head>", inner, A5, "0", 9.0))
    found = open_pages(body, ("rules.ab",)).whole.inner
    assert found == inner.replace(
        '<section class="record"><i>', '<section data-opens="" class="record"><i>'
    )
    assert open_pages(body, ()) == body
    bare = Body(replace(body.marked, inner='<h3 data-anchor="rules.a">A</h3>'))
    assert (
        open_pages(bare, ("rules.a",)).whole.inner
        == '<h3 data-opens="" data-anchor="rules.a">A</h3>'
    )
