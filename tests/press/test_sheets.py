"""Pages of sheets: set in the largest type that fits, and filled to the foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from aidgen.assets.papers import Size
from aidgen.page.pieces import Choice, Piece, together
from aidgen.press.engine.boxes import PX_PER_MM
from aidgen.press.engine.document import HtmlDocument, Rendering
from aidgen.press.pdf.structure import PIECE_ELEMENT
from aidgen.press.pieces.copyfit import MAX_BLANK, fit_pieces, largest_types, write_styles
from aidgen.press.pieces.typeset import typeset_pieces
from aidgen.press.pieces.vertical_justification import is_filled_page, measure_pages
from tests.sheets import fitted

WORDS = "Draw three cards, keep the one you like best and put the others back. "
HEIGHT = 100.0
BOUNDS = Choice(8, 14)
CSS = """
* { box-sizing: border-box } html { font-family: Source Sans Pro; --air: 0mm }
body, p { margin: 0 } .piece { font-size: var(--type) } .piece + .piece { break-before: page }
.page { width: 100mm }
.row { display: table; table-layout: fixed; width: 100mm }
.block { display: table-cell; border: .3mm solid #000 }
p + p { margin-top: calc(1mm + 2 * var(--air)) }
"""


def sizes(pieces: Sequence[Piece]) -> tuple[float, ...]:
    return tuple(one.type_size for one in largest_types(pieces))


def page(*rows: tuple[int, ...], choice: Choice | None = BOUNDS) -> Piece:
    """Return a page of rows of blocks, each with as many paragraphs as a number says."""
    number = iter(range(99))

    def block(paragraphs: int) -> str:
        inside = f"<p>{WORDS}</p>" * paragraphs
        name = f"data-fit='b{next(number)}'"
        return f"<div class='block' {name}><div data-spread>{inside}</div></div>"

    inner = "".join(f"<div class='row' data-row>{''.join(map(block, row))}</div>" for row in rows)
    return Piece(
        head=f"<html lang='en'><head><title>x</title><style>{CSS}",
        inner=f"<div class='page' data-fill='{HEIGHT}'>{inner}</div>",
        size=Size(120, HEIGHT + 20),
        margin="10mm",
        smallest=7,
        choice=choice,
    )


def set_alone(piece: Piece) -> Piece:
    """Return a page in the largest type that it may have, filled."""
    return fitted([piece])[0]


def laid_out(piece: Piece) -> HtmlDocument:
    source = HtmlDocument(together([piece]))
    write_styles(next(source.root.iter(PIECE_ELEMENT)), piece.styles)
    return source


@pytest.mark.parametrize(
    "inner",
    [
        "<div data-row></div>",
        "<div data-row><!-- x --><p>a</p><p style='display:none'>b</p></div>",
    ],
)
def test_a_row_is_filled_with_the_blocks_that_were_laid_out(inner: str) -> None:
    whole = page((1,))
    more = whole.inner.replace("<div class='row'", f"{inner}<div class='row'", 1)
    assert set_alone(replace(whole, inner=more)).styles


def test_a_page_that_is_hidden_is_not_filled() -> None:
    whole = page((1,))
    hidden = whole.inner.replace("class='page'", "class='page' style='display:none'")
    assert not set_alone(replace(whole, inner=hidden)).styles


@pytest.mark.parametrize("paragraphs", [8, 14, 22])
def test_a_page_is_filled_to_its_foot_on_one_sheet(paragraphs: int) -> None:
    done = set_alone(page((paragraphs,)))
    (laid,) = laid_out(done).lay_out().pages
    bottoms = [box.edges.border[3] for box, _ in laid.fits if box.edges]
    foot = (laid.page.content[3] - max(bottoms)) / PX_PER_MM
    assert 0 <= foot <= MAX_BLANK * HEIGHT
    assert 8 <= (done.type_size or 0) <= 14


def test_a_page_with_too_little_on_it_says_so_by_its_blank_foot() -> None:
    done = set_alone(page((3,)))
    (laid,) = laid_out(done).lay_out().pages
    (box,) = [box for box, _ in laid.fits if box.edges]
    assert box.edges
    height = (box.edges.border[3] - box.edges.border[1]) / PX_PER_MM
    assert height < (1 - MAX_BLANK) * HEIGHT
    assert done.type_size == 14


def test_the_type_of_a_page_is_the_same_whatever_is_set_with_it() -> None:
    pages = [page((9,)), page((10,)), page((2,))]
    assert sizes(pages) == tuple(size for one in pages for size in sizes([one]))


def test_a_page_with_much_less_on_it_may_be_larger() -> None:
    full, empty = fit_pieces(
        [page((16,), choice=Choice(8, 9.4)), page((2,), choice=Choice(8, 9.4))]
    )
    assert full.type_size == 8
    assert empty.type_size == 9.4


def test_what_was_measured_when_the_type_was_chosen_is_not_measured_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full, empty = pages = [page((14,)), page((2,))]
    found = largest_types(pages)
    least, most = (one.type_size for one in found)
    assert least < most
    bounded = {full.bounded(least, least): found[0], empty.bounded(least, most): found[1]}
    layouts: list[int] = []
    lay_out = HtmlDocument.lay_out

    def counted(source: HtmlDocument, *, endless: bool = False) -> Rendering:
        layouts.append(sum(1 for _ in source.root.iter(PIECE_ELEMENT)))
        return lay_out(source, endless=endless)

    monkeypatch.setattr(HtmlDocument, "lay_out", counted)
    anew = fit_pieces([*bounded])
    before = len(layouts)
    known = {one: each.measures for one, each in bounded.items()}
    assert fit_pieces([*bounded], known) == anew
    assert [one.type_size for one in anew] == [least, most]
    # The empty one in the type of the other; both with air; and it in its own type, with air.
    assert layouts[before:] == [1, 2, 1]


def test_blocks_of_a_row_end_at_the_same_height() -> None:
    done = set_alone(page((4, 6), (3, 3)))
    source = laid_out(done)
    sheets = [element for element in source.root.iter() if is_filled_page(element)]
    measured = measure_pages(source.lay_out(endless=True).pages, sheets)
    assert [page.room for page in measured.values()] == [pytest.approx(0, abs=0.3)]
    (made,) = typeset_pieces([done])
    assert made.faults == ()
    assert len(made.sheets) == 1


def test_what_does_not_fit_at_the_smallest_goes_on_and_is_set_in_it() -> None:
    done = set_alone(page((40,)))
    assert done.type_size == 8
    assert len(laid_out(done).lay_out().pages) > 1
