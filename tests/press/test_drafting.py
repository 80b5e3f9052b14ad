"""Pages that are laid out to be seen before they are set and proved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.pieces import Book
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.worker import PROOF_FACTS
from aidgen.press.pdf.assembly import assemble_pdf, page_pdf
from aidgen.press.pdf.structure import SetPiece
from aidgen.press.pieces.typeset import Excerpt, draft_piece, typeset_pieces
from aidgen.proof.pictures import page_picture
from tests.mini import MINI

CLOSE = 0.6
"""In mm: what nobody sees when the page is shown anew, set."""


@pytest.fixture(scope="module")
def book() -> Book:
    made = render(Pack(MINI).localized("mini", "en"), "book", (MINI, BUNDLED_PACK)).book
    assert made is not None
    return made


def picture(piece: SetPiece, page: int) -> bytes:
    return page_picture(assemble_pdf(PROOF_FACTS, [page_pdf(piece, page + 1, again=True)]), 0, 1.0)


def test_a_draft_looks_as_the_page_will_and_knows_where_its_texts_stand(book: Book) -> None:
    (setting,) = typeset_pieces([book.cover])
    made = draft_piece(book.cover)
    assert page_picture(made.pdf, 0, 1.0) == picture(setting.piece, 0)
    (title,) = (spot for spot in made.spots if spot.context == "mini.game.title")
    left, top, right, bottom = title.edges
    assert 0 < left < right < book.cover.size.width
    assert 0 < top < bottom < book.cover.size.height


def test_a_page_of_a_book_alone_looks_as_it_does_in_the_book(book: Book) -> None:
    (setting,) = typeset_pieces([book.body.whole])
    whole = draft_piece(book.body.whole).spots
    assert len(setting.piece.pages) > 1
    for page in range(len(setting.piece.pages)):
        made = draft_piece(book.body.whole, Excerpt(page, setting.piece.anchors)).spots
        there = [spot for spot in whole if spot.page == page]
        assert [(spot.context, spot.page) for spot in made] == [
            (spot.context, spot.page) for spot in there
        ]
        for one, other in zip(made, there, strict=True):
            assert one.edges == pytest.approx(other.edges, abs=CLOSE)


def test_a_record_that_has_gone_does_not_matter(book: Book) -> None:
    (setting,) = typeset_pieces([book.body.whole])
    gone = tuple(replace(anchor, ref="rules.gone") for anchor in setting.piece.anchors)
    assert draft_piece(book.body.whole, Excerpt(0, gone)).spots
