"""Page numbers in the text of a book: the body is set until they are right."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast
from unittest.mock import patch

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.pieces import Body, Book, Piece, page_of
from aidgen.page.render import render
from aidgen.pipeline import composition
from aidgen.pipeline.composition import set_book
from aidgen.pipeline.pagination import Beginning, Extent, SetBody
from aidgen.problems import InputError
from tests.mini import MINI, aid_of


def book_asking(*refs: str) -> Book:
    """Return the book of Mini with a body that names the pages of some records."""
    game, name = aid_of("book")
    book = render(game, name, (MINI, BUNDLED_PACK)).book
    assert book is not None
    marked = replace(book.body.marked, inner="".join(map(page_of, refs)))
    return replace(book, body=Body(marked))


class Press:
    """Sets contents on one page."""

    async def extents(self, pieces: Sequence[Piece]) -> tuple[Extent, ...]:
        return tuple(Extent(1, {}) for _ in pieces)


def typeset(book: Book, pages: dict[str, int]) -> tuple[composition.SetBook, list[str]]:
    """Return a book whose records are on `pages` of its body, and the bodies that were set.

    A page is wider by one if its number has two digits: then all after it are on the next one.
    """
    seen: list[str] = []

    async def body_of(body: Body, _press: Any) -> SetBody:
        seen.append(body.marked.inner)
        begun = {ref: Beginning(page, first=True) for ref, page in pages.items()}
        return SetBody((body.marked,), (Extent(max(pages.values()), begun),))

    with patch.object(composition, "set_body", body_of):
        return asyncio.run(set_book(book, cast(Any, Press()))), seen


def test_a_body_is_set_again_with_the_numbers_that_it_has_become() -> None:
    chapters = [chapter.ref for chapter in book_asking().chapters]
    pages = {ref: number for number, ref in enumerate(chapters, start=1)}
    done, seen = typeset(book_asking(chapters[0], chapters[-1]), pages)
    assert seen == ["9999", f"3{len(chapters) + 2}"]
    assert done.body.takes[0].inner == seen[-1]


def test_a_body_without_page_numbers_is_set_once() -> None:
    pages = {chapter.ref: 1 for chapter in book_asking().chapters}
    assert len(typeset(book_asking(), pages)[1]) == 1


def test_page_numbers_that_never_settle_are_reported() -> None:
    book = book_asking("sections.moving")
    pages = iter(range(1, 100))

    async def body_of(body: Body, _press: Any) -> SetBody:
        begun = {"sections.moving": Beginning(next(pages), first=True)}
        return SetBody((body.marked,), (Extent(1, begun),))

    with patch.object(composition, "set_body", body_of), pytest.raises(InputError) as refused:
        asyncio.run(set_book(book, cast(Any, Press())))
    assert str(refused.value.problems[0].message) == "move the pages that they name"


def test_a_record_begins_a_right_page_and_a_picture_faces_it() -> None:
    piece = book_asking().cover
    plain = Extent(1, {"rules.a": Beginning(1, first=True)})
    plate = Extent(1, {"plate:1": Beginning(1, first=True)})
    right = Extent(2, {"rules.b": Beginning(1, first=True)})
    body = SetBody((piece,) * 3, (plain, plate, right))
    # Page 3 has rules.a: without a blank page the picture is on page 4, rules.b on 5.
    assert body.with_right_pages({"rules.b"}, 2).blanks == frozenset()
    # From page 4 on, the picture would be on 5: a blank page comes before it, and it is on 6.
    made = body.with_right_pages({"rules.b"}, 3)
    assert made.blanks == {1}
    assert made.extent.beginnings["rules.b"].page == 4
    assert [page is None for page in made.pages] == [False, True, False, False, False]
    assert SetBody((piece,) * 2, (plain, right)).with_right_pages({"rules.b"}, 3).blanks == set()
