"""Cards with room left: centred, with air between their parts."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest

from aidgen.assets.papers import Size
from aidgen.page.pieces import Choice, Piece, together
from aidgen.press.engine.document import HtmlDocument, Rendering
from aidgen.press.pdf.structure import PIECE_ELEMENT
from aidgen.press.pieces.copyfit import fit_pieces, largest_types, write_styles
from aidgen.press.pieces.faults import box_fits
from aidgen.press.pieces.vertical_justification import MAX_AIR
from tests.sheets import fitted

WORDS = "Draw three cards, keep the one you like best. "
HEIGHT = 60.0
CSS = f"""
* {{ box-sizing: border-box }}
.piece {{ font-family: Source Sans Pro; --air: 0mm }} p {{ margin: 0 }}
.card {{ height: {HEIGHT}mm; width: 55mm }} p + p {{ margin-top: calc(1mm + var(--air)) }}
.piece + .piece {{ break-before: page }}
"""


def card(paragraphs: int, name: str = "one", more: str = "") -> Piece:
    inner = (
        f"<div class='card' data-fit='{name}' data-height='fixed' data-centre>"
        f"{f'<p>{WORDS}</p>' * paragraphs}{more}</div>"
    )
    head = f"<html lang='en'><head><title>x</title><style>{CSS}"
    return Piece(head, inner, Size(65, 70), margin="5mm", smallest=7, choice=Choice(7.4, 13))


def centred(*cards: Piece) -> tuple[HtmlDocument, list[Element]]:
    """Return cards as they are to be set, and their boxes."""
    done = fitted(cards)
    source = HtmlDocument(together(done))
    for main, piece in zip(source.root.iter(PIECE_ELEMENT), done, strict=True):
        write_styles(main, piece.styles)
    return source, [one for one in source.root.iter("div") if one.get("data-fit")]


def said(box: Element, what: str) -> float:
    found = re.search(rf"{what}:([\d.]+)", box.get("style", ""))
    assert found
    return float(found[1])


def test_a_short_card_stands_in_the_middle() -> None:
    source, (box,) = centred(card(2))
    (fitting,) = box_fits(source.lay_out().pages)
    assert fitting.room == pytest.approx(said(box, "padding-top"), abs=0.6)
    assert said(box, "padding-top") > 1
    assert said(box, "--air") == pytest.approx(MAX_AIR)


def test_a_full_card_begins_at_its_top() -> None:
    _, (box,) = centred(card(12))
    assert said(box, "padding-top") < 1


@pytest.mark.parametrize("filler", range(8, 14))
def test_the_spacing_of_a_card_that_is_nearly_full_fits(filler: int) -> None:
    """Spacing is rounded: if that made the card too full, all of its spacing would be removed."""
    more = f"<p style='height: {filler + 0.03}mm; margin-top: 0'></p>"
    source, (box,) = centred(card(4, more=more))
    assert 0 < said(box, "--air") < MAX_AIR
    (fitting,) = box_fits(source.lay_out(endless=True).pages)
    assert fitting.holds


def test_a_card_is_centred_alike_whatever_stands_beside_it() -> None:
    _, together_ = centred(card(2), card(5, "two"), card(2))
    _, (alone,) = centred(card(2))
    styles = [one.get("style") for one in together_]
    assert styles[0] == styles[2] == alone.get("style") != styles[1]


def test_what_was_measured_when_the_type_was_chosen_is_not_measured_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = [card(2), card(5, "two")]
    found = largest_types(cards)
    chosen = [
        one.bounded(known.type_size, known.type_size)
        for one, known in zip(cards, found, strict=True)
    ]
    layouts: list[HtmlDocument] = []
    lay_out = HtmlDocument.lay_out

    def counted(source: HtmlDocument, *, endless: bool = False) -> Rendering:
        layouts.append(source)
        return lay_out(source, endless=endless)

    monkeypatch.setattr(HtmlDocument, "lay_out", counted)
    anew = fit_pieces(chosen)
    known = {one: each.measures for one, each in zip(chosen, found, strict=True)}
    before = len(layouts)
    assert fit_pieces(chosen, known) == anew
    assert (before, len(layouts) - before) == (2, 1)
    assert fit_pieces(chosen, {chosen[0]: found[0].measures}) == anew
