"""How an aid will look after a change, before anything is set."""

from __future__ import annotations

from dataclasses import replace

from aidgen.assets.papers import Size
from aidgen.page.pieces import (
    Body,
    Book,
    Chapter,
    Choice,
    Document,
    Leaf,
    Piece,
    Section,
    Strip,
    Style,
    Turning,
)
from aidgen.pipeline.pagination import Beginning, Extent, SetBody
from aidgen.press.pdf.structure import RecordPlace
from aidgen.serve.view import LastLayout, adjustable_pieces, preview_parts, with_faces

PAPER, TRIM = Size(210, 297), Size(63, 88)


def face(words: str, size: Size = TRIM) -> Piece:
    return Piece("<style>", f"<p>{words}</p>", size, "0", 7, choice=Choice(7, 12))


def deck(*words: str) -> Document:
    faces = tuple(Leaf(face(word), None, 1) for word in words)
    line = replace(face("head", PAPER), choice=None)
    lines: dict[Turning, Piece] = {"": line, "long": line, "short": line, "fold": line}
    notice = Strip(line, 0, 0)
    section = Section(PAPER, faces, "n-up", trimmed=TRIM, headlines=lines, notice=notice)
    return Document((section,))


def settled(parts: Document, type_size: float) -> LastLayout:
    styles = (Style(1, "margin:1mm", ""),)
    made = {piece: piece.settled(type_size, styles) for piece in adjustable_pieces(parts)}
    return LastLayout(parts, with_faces(parts, made))


def fronts(parts: Document, before: LastLayout | None) -> list[Piece]:
    placed = (one.piece for side in preview_parts(parts, before).sides for one in side.placed)
    return [piece for piece in placed if piece.size == TRIM]


def test_what_has_not_changed_is_as_it_was_settled() -> None:
    before = settled(deck("one", "two"), 9)
    (one, two) = fronts(deck("one", "other"), before)
    assert one == face("one").settled(9, (Style(1, "margin:1mm", ""),))
    assert two == face("other").settled(9, (Style(1, "margin:1mm", ""),))


def test_styles_are_those_of_elements_that_are_still_there() -> None:
    (one,) = fronts(deck("one</p><p>more"), settled(deck("one"), 9))
    assert (one.type_size, one.styles) == (9, ())


def test_what_nobody_knows_is_in_the_smallest_type() -> None:
    assert [piece.type_size for piece in fronts(deck("one"), None)] == [7]
    assert [piece.type_size for piece in fronts(deck("a", "b"), settled(deck("a"), 9))] == [9, 7]


def test_pages_are_guessed_as_cards_are() -> None:
    def leaves(words: str) -> Document:
        return Document((Section(PAPER, (Leaf(face(words, PAPER)),)),))

    (side,) = preview_parts(leaves("new"), settled(leaves("old"), 8)).sides
    assert side.placed[0].piece.type_size == 8


def test_of_a_long_piece_a_page_is_looked_at_where_its_records_began() -> None:
    body = replace(face("body"), choice=None, long=True)
    strip = Strip(replace(face("strip"), choice=None), 0, 0)
    book = Book(
        PAPER,
        body,
        body,
        Body(body),
        strip,
        strip,
        (Chapter("a", strip),),
        (strip,) * 2,
        (strip,) * 2,
    )
    anchors = (RecordPlace("a", 1, 40, False),)
    begins = {"a": Beginning(2, False)}
    document = Document(book=book)
    known = LastLayout(document, document, SetBody((body,), (Extent(3, begins),)), 1, anchors)
    found = preview_parts(document, known)
    assert len(found.sides) == 1 + 1 + 3
    excerpt = found.excerpt(body, 2)
    assert excerpt is not None
    assert (excerpt.page, excerpt.anchors) == (2, anchors)
    assert found.excerpt(face("card"), 0) is None
