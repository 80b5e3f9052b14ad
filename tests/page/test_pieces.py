"""Pieces: what they say of their pages, how they stand together, and what is known of them late."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from aidgen.assets.papers import Rect, Size
from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.layout.promises import Counts
from aidgen.page.composed import Placed, Side
from aidgen.page.pieces import (
    FOLIO,
    Choice,
    Document,
    Piece,
    Style,
    page_of,
    rectangle_piece,
    together,
)
from aidgen.page.render import facts, render
from aidgen.pipeline.composition import pieces

HEAD = '<!DOCTYPE html>\n<html lang="en"><head><style>\n'
CARD = Piece(
    head=HEAD,
    inner='<p data-box="a"><span data-context="g.a">One</span></p>',
    size=Size(63.0, 88.0),
    margin="0",
    smallest=7.0,
    classes="aid-deck",
    choice=Choice(7.4, 13.0),
)
PAGE = replace(CARD, size=Size(148.0, 210.0), margin="15mm 13.5mm 14mm", choice=None)


def test_pages_of_one_size_and_margin_have_one_name_and_one_rule() -> None:
    alike = replace(CARD, inner="<p>Two</p>")
    assert (alike.page, alike.rule) == (CARD.page, CARD.rule)
    others = [replace(CARD, size=Size(88.0, 63.0)), replace(CARD, margin="1mm"), PAGE]
    assert len({CARD.page, *(piece.page for piece in others)}) == 4
    assert re.fullmatch(r"[a-z][\w-]*", PAGE.page)
    assert PAGE.rule == (f"@page {PAGE.page} {{ size: 148mm 210mm; margin: 15mm 13.5mm 14mm; }}\n")


def test_what_has_no_margin_is_as_high_as_its_page_but_for_a_hair() -> None:
    assert "--height:87.9mm;height:var(--height)" in CARD.element
    assert "height" not in PAGE.element


def test_type_is_named_once_it_is_known() -> None:
    assert "--type" not in CARD.element
    assert "--type:9.2pt" in CARD.sized(9.2).element
    settled = CARD.bounded(8.0, 9.0).settled(8.5, (Style(1, "--air:1mm", ""),))
    assert (settled.choice, settled.type_size) == (None, 8.5)
    assert "--type:8.5pt" in settled.element
    assert CARD.bounded(8.0, 9.0).choice == Choice(8.0, 9.0)


def test_pieces_stand_together_in_one_document_in_their_order() -> None:
    second = replace(PAGE, inner="<p>Two</p>")
    html = together([CARD, PAGE, second])
    assert html.startswith(HEAD)
    assert (html.count("<!DOCTYPE"), html.count("<style>"), html.count("</style>")) == (1, 1, 1)
    assert html.count("@page ") == 2
    assert html.index(CARD.rule) < html.index("</style>") < html.index("<main")
    assert [html.count(piece.element) for piece in (CARD, PAGE, second)] == [1, 1, 1]
    assert html.index(CARD.element) < html.index(PAGE.element) < html.index(second.element)
    assert CARD.html == together([CARD])


def test_what_may_be_long_says_so_to_the_style_sheet() -> None:
    assert 'class="piece aid-deck"' in CARD.element
    assert 'class="piece aid-deck long"' in replace(CARD, long=True).element


def test_a_piece_counts_what_it_promises() -> None:
    table = "<table><tr><th>Roll</th><td>1</td></tr><tr><th>2</th><td>3</td></tr></table>"
    assert CARD.counts == Counts(texts=1, cells=0, cards=1)
    assert replace(CARD, inner=CARD.inner + table).counts == Counts(texts=1, cells=4, cards=1)


def test_crop_marks_are_a_piece_of_black_rectangles() -> None:
    marks = rectangle_piece(CARD, [Rect(1.0, 2.0, 0.1, 5.0), Rect(3.5, 4.0, 5.0, 0.1)])
    assert (marks.head, marks.size, marks.margin) == (CARD.head, CARD.size, CARD.margin)
    assert re.findall(r"(left|top|width|height):([\d.]+)mm", marks.inner) == [
        *(("left", "1"), ("top", "2"), ("width", "0.1"), ("height", "5")),
        *(("left", "3.5"), ("top", "4"), ("width", "5"), ("height", "0.1")),
    ]
    assert (marks.promises.texts, marks.promises.boxes) == ((), 0)


def test_each_piece_on_the_sides_is_listed_once() -> None:
    side = Side(Size(210.0, 297.0), (Placed(CARD), Placed(PAGE), Placed(CARD, left=63.0)))
    assert pieces((side, side)) == (CARD, PAGE)


def parts(game_data: GameData, aid: str) -> Document:
    return render(localize(game_data, {}, game_data.locale), aid, (BUNDLED_PACK,))


@pytest.mark.parametrize(
    ("aid", "imposition"),
    [("deck", "n-up"), ("counters", "n-up"), ("board", "pages"), ("pad", "pages")],
)
def test_an_aid_is_imposed_as_its_kind_says(mini: GameData, aid: str, imposition: str) -> None:
    assert parts(mini, aid).section.imposition == imposition


def test_the_head_of_all_pieces_of_an_aid_is_one(mini: GameData) -> None:
    book, deck = parts(mini, "book").book, parts(mini, "deck").section
    assert book is not None
    assert (
        len({book.cover.head, book.body.marked.head, book.contents.head, book.marks[0].piece.head})
        == 1
    )
    assert book.body.marked.head != deck.headline.head
    assert 'lang="en"' in book.body.marked.head


def test_the_numbers_of_pages_are_written_once_they_are_known(mini: GameData) -> None:
    book = parts(mini, "book").book
    assert book is not None
    refs = [chapter.ref for chapter in book.chapters]
    assert refs == ["sections.play", "sections.lists", "sections.words", "credits"]
    assert all(page_of(ref) in book.contents.inner for ref in refs)
    numbered = book.numbered({ref: number for number, ref in enumerate(refs, start=3)})
    assert FOLIO not in numbered.inner
    entries = re.findall(
        r'data-leads="([^"]+)".*?class="page" data-figure="(\d+)">(\d+)<', numbered.inner
    )
    assert entries == [(ref, str(i), str(i)) for i, ref in enumerate(refs, start=3)]


@pytest.mark.parametrize(("number", "side"), [(2, "left"), (3, "right"), (12, "left")])
def test_the_folio_stands_outside_and_says_of_how_many_pages(
    mini: GameData, number: int, side: str
) -> None:
    book = parts(mini, "book").book
    assert book is not None
    folio = book.folios[number % 2].numbered(number, 24)
    assert f'class="strip below folio {side}"' in folio.piece.inner
    assert [promise.text for promise in folio.piece.promises.texts] == [f"{number}/24"]


def test_which_side_of_paper_it_is_stands_above_the_cards_and_is_promised(mini: GameData) -> None:
    deck = parts(mini, "deck").section
    assert FOLIO in deck.headline.inner
    alone, second = deck.headed(1, 1), deck.headed(2, 4)
    assert FOLIO not in alone.inner + second.inner
    assert "1/1" not in alone.inner
    assert [one.text for one in second.promises.texts][-1] == "2/4"
    assert second.promises.texts[:-1] == alone.promises.texts


def test_a_document_says_what_it_is(mini: GameData) -> None:
    said = facts(localize(mini, {}, "fr_CA"), "book")
    assert said.title == "Mini – Book"
    assert said.language == "fr-CA"
    assert said.description == "Unofficial, and no game at all."
    assert said.author
