"""Pages are said to begin with a unit where nothing else stands on them before it."""

from __future__ import annotations

import pytest

from aidgen.assets.papers import Size
from aidgen.page.pieces import BREAK, Body, Piece
from aidgen.press.pdf.structure import SetPiece
from aidgen.press.pieces.typeset import typeset_pieces, units_at_page_tops

HEAD = """<!DOCTYPE html><html lang="en"><head><title>t</title><style>
html { font: 10pt/10mm "Source Sans Pro" } * { margin: 0; padding: 0; margin-break: discard }
.piece + .piece { break-before: page }
p { margin-top: 3mm; orphans: 1; widows: 1 }
.two { height: 20mm }
"""
PAGE = Size(60, 50)
"""In mm: five lines, or three paragraphs."""


def body(inner: str) -> Body:
    return Body(Piece(HEAD, inner.replace("|", BREAK), PAGE, "0 5mm", 6.0, long=True))


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (["<p>a</p>"] * 8, (0, 4)),
        (["<p>a</p>"] * 9, (0, 4, 8)),
        (["<p>a<br>b<br>c</p>"] * 3, (0,)),
        (["<p>a<br>b<br>c</p>", "<p>d<br>e</p>", "<p>f</p>", "<p>g</p>"], (0,)),
        (["<p>a<br>b<br>c<br>d</p>", "<p>e</p>", "<p>f</p>"], (0, 1)),
        (["<section><p>a</p>", "<p class=two>b</p>", "<p class=two>c</p></section>"], (0, 2)),
        (["<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>", "<p>f</p>"], (0,)),
    ],
)
def test_pages_begin_with_units(units: list[str], expected: tuple[int, ...]) -> None:
    made = body("|".join(units))
    assert units_at_page_tops(made.counted(0, len(units))) == expected


def drawn(piece: SetPiece) -> list[str]:
    return [page.digest for page in piece.pages]


def test_a_take_is_set_as_where_it_goes_on_wherever_it_is_set() -> None:
    made = body("<div>" + "|".join(f"<p>{letter}</p>" for letter in "abcdefgh") + "</div>")
    (whole,) = typeset_pieces([made.whole])
    assert units_at_page_tops(made.counted(0, 8)) == (0, 4)
    takes = made.take(0, 4), made.take(4, 8)
    together = [page for one in typeset_pieces(takes) for page in drawn(one.piece)]
    alone = [page for take in takes for one in typeset_pieces([take]) for page in drawn(one.piece)]
    assert together == alone == drawn(whole.piece)
    assert len({page for page in alone}) == 2
