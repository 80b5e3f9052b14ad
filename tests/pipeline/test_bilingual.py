"""An aid in two languages: backs behind fronts, pages side by side, spreads of a book."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import HALF, PAPERS, SHARES, Size, fills_sheet
from aidgen.game.load import BUNDLED_PACK
from aidgen.page.composed import Placed, Side
from aidgen.page.pieces import Book, Document, Piece
from aidgen.page.render import render
from aidgen.pipeline.bilingual import (
    PrintedBook,
    back_to_back,
    body_numbers,
    count_splits,
    facing_pages,
    pages_back_to_back,
    side_by_side,
    spreads,
)
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pagination import Beginning, Extent, SetBody, booklet_signature, compose
from tests.mini import MINI

BOTH = PrintOptions(languages=("en", "fr"))
A4 = Size(210.0, 297.0)


@cache
def parts(aid: str, locale: str) -> Document:
    return render(Pack(MINI).localized("mini", locale), aid, (BUNDLED_PACK,), BOTH)


def test_a_card_has_the_other_language_on_its_back_with_its_foot() -> None:
    one, other = parts("deck", "en").section, parts("deck", "fr").section
    (night,) = (card for card in one.leaves if card.name == "night")
    (nuit,) = (card for card in other.leaves if card.name == "night")
    front, back, *_ = compose(back_to_back((one,), (other,)))
    assert {face.piece for face in front.placed if face.unit} == {night.front}
    assert {face.piece for face in back.placed if face.unit} == {nuit.front}
    assert one.foot
    assert other.foot
    feet = [
        {at.piece for at in side.placed} & {one.foot.piece, other.foot.piece}
        for side in (front, back)
    ]
    assert feet == [{one.foot.piece}, {other.foot.piece}]


def test_a_card_with_a_back_of_its_own_is_printed_whole_in_each_language() -> None:
    one, other = parts("deck", "en").section, parts("deck", "fr").section
    sides = compose(back_to_back((one,), (other,)))[2:]
    found = [{face.piece for face in side.placed if face.unit == "fight"} for side in sides]
    wanted = [
        {face}
        for deck in (one, other)
        for card in deck.leaves
        if card.name == "fight"
        for face in (card.front, card.back)
    ]
    assert found == wanted
    assert [side.placed[0].piece.language for side in sides] == ["en", "en", "fr", "fr"]


def piece(name: str, size: Size = A4) -> Piece:
    return Piece("<head>", name, size, "0", 8.0)


def letters(side: Side[Piece]) -> list[tuple[str, float, float, int]]:
    return [(one.piece.inner, one.left, one.top, one.turn) for one in side.placed]


def test_upright_pages_lie_beside_each_other_and_broad_ones_below() -> None:
    for size, sheet, at in (
        (A4, Size(420.0, 297.0), (210.0, 0.0)),
        (A4.turned(), Size(297.0, 420.0), (0.0, 210.0)),
    ):
        a, b, c = (Side(size, (Placed(piece(name, size)),)) for name in "abc")
        first, second = side_by_side([a, b], [c])
        assert first.size == second.size == sheet
        assert letters(first) == [("a", 0.0, 0.0, 0), ("c", *at, 1)]
        assert letters(second) == [("b", 0.0, 0.0, 0)]


def test_pages_that_have_no_room_beside_each_other_are_on_each_others_backs() -> None:
    a, b, c, d = (Side(A4, (Placed(piece(name)),)) for name in "abcd")
    fronts = [("a", 0.0, 0.0, 0), ("c", 0.0, 0.0, 1), ("b", 0.0, 0.0, 0), ("d", 0.0, 0.0, 1)]
    assert [one for side in pages_back_to_back([a, b], [c, d]) for one in letters(side)] == fronts
    longer = pages_back_to_back([a], [c, d])
    assert [letters(side) for side in longer[2:]] == [[], [("d", 0.0, 0.0, 1)]]
    assert [side.size for side in longer] == [A4] * 4


@pytest.mark.parametrize(
    ("paper", "page"),
    [
        ("", A4),
        ("a3", A4),
        ("a4", A4),
        ("legal", PAPERS["Legal"]),
        ("letter", PAPERS["Letter"]),
    ],
)
def test_a_page_is_half_the_paper_where_half_is_wide_enough(paper: str, page: Size) -> None:
    game_data = Pack(MINI).localized("mini", "en")
    leaves = render(game_data, "board", (BUNDLED_PACK,), replace(BOTH, paper=paper)).section
    assert page in (leaves.paper, leaves.paper.turned())
    assert fills_sheet(leaves.paper, paper) is (paper in ("a4", "letter", "legal"))


def test_a_page_of_a_small_paper_is_half_of_a_larger_one() -> None:
    game_data = Pack(MINI).localized("mini", "en")
    small = game_data.aids["board"].model_copy(update={"paper": "A5"})
    game_data = game_data.model_copy(update={"aids": {**game_data.aids, "board": small}})
    for paper in ("a4", "letter", "legal"):
        leaves = render(game_data, "board", (BUNDLED_PACK,), replace(BOTH, paper=paper)).section
        assert leaves.paper == PAPERS[SHARES[paper][HALF]]


def whole(book: Book, extent: Extent) -> SetBody:
    """Return the body of a book as if it were set as one take, so long."""
    return SetBody((book.body.whole,), (extent,))


def printed(locale: str, pages: tuple[int, ...]) -> PrintedBook:
    """Return the book of Mini as if its chapters were so long."""
    book = parts("book", locale).book
    assert book is not None
    starts = [1 + sum(pages[:number]) for number in range(len(pages))]
    begins = {
        chapter.ref: Beginning(page, first=True)
        for chapter, page in zip(book.chapters, starts, strict=True)
    }
    return PrintedBook(book, 1, whole(book, Extent(sum(pages), begins)), tuple(begins))


def test_each_stretch_begins_on_a_spread_of_both_languages() -> None:
    one, other = printed("en", (1, 3, 1, 1)), printed("fr", (2, 1, 1, 1))
    opened = spreads(one, other)
    assert opened.bodies == ((1, 1), (None, 2), (2, 3), (3, None), (4, None), (5, 4), (6, 5))
    sides = facing_pages((one, other), (one.book.contents, other.book.contents), booklet=False)
    assert len(sides) == 2 + 2 * (1 + len(opened.bodies))
    assert sides[0].placed[0].piece == one.book.cover
    assert sides[-1].placed[0].piece == other.book.cover
    for number, side in enumerate(sides[1:-1], start=2):
        language = "fr" if number % 2 else "en"
        assert {at.piece.language for at in side.placed} <= {language}
    pages = [
        (side.placed[0].piece.language, side.placed[0].page) for side in sides[3:-1] if side.placed
    ]
    assert pages[:4] == [("en", 1), ("fr", 1), ("fr", 2), ("en", 2)]


def test_what_begins_on_another_spread_in_one_language_is_counted() -> None:
    one, other = (
        replace(printed(lang, (1, 1, 1, 1)), openings=("sections.play",)) for lang in ("en", "fr")
    )
    units = tuple(other.body.extent.beginnings)
    assert count_splits(one, other, units) == 0
    begins = {**other.body.extent.beginnings, "credits": Beginning(3, first=False)}
    later = replace(other, body=whole(other.book, Extent(4, begins)))
    assert count_splits(one, later, units) == 1


def test_contents_name_the_pages_of_their_own_language() -> None:
    one, other = printed("en", (1, 3, 1, 1)), printed("fr", (2, 1, 1, 1))
    opened = spreads(one, other)
    assert [opened.sheets(0)[page] for page in (1, 2, 5, 6)] == [4, 8, 14, 16]
    assert [opened.sheets(1)[page] for page in (1, 2, 3, 5)] == [5, 7, 9, 17]
    assert ">16</span>" in one.book.numbered(body_numbers(one, opened, 0)).inner
    assert ">17</span>" in other.book.numbered(body_numbers(other, opened, 1)).inner


def test_a_booklet_has_the_second_cover_outside_and_is_read_language_by_language() -> None:
    one, other = printed("en", (1, 1, 1, 1)), printed("fr", (1, 1, 1, 1))
    contents = one.book.contents, other.book.contents
    sides = facing_pages((one, other), contents, booklet=True)
    assert len(sides) == 12
    sheets = booklet_signature(sides, A4)
    outer = {at.piece for at in sheets[0].placed if at.left}
    assert one.book.cover in outer
    covers = {one.book.cover, other.book.cover}
    assert covers <= {at.piece for at in sheets[0].placed}
    met = sorted(
        (at for sheet in sheets for at in sheet.placed if not at.again), key=lambda at: at.turn
    )
    languages = [at.piece.language for at in met]
    assert languages == sorted(languages)
    french = [at.piece for at in met if at.piece.language == "fr"]
    assert french[0] == other.book.cover


def test_pages_beside_each_other_are_half_of_the_paper_that_a_reader_chose() -> None:
    game_data = Pack(MINI).localized("mini", "en")
    made = render(game_data, "board", (BUNDLED_PACK,), replace(BOTH, paper="a3"))
    assert made.paper == A4
    made = render(game_data, "board", (BUNDLED_PACK,), replace(BOTH, paper="a4"))
    assert made.paper == A4
