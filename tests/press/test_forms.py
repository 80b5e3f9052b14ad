"""Blanks that are filled in on the screen."""

from __future__ import annotations

from functools import cache

from aidgen.press.writing import write
from tests.press.structure import elements, laid_out_page, opened, outline

CSS = (
    "@page { size: 100mm 80mm; margin: 0 } div { position: absolute; left: 10mm; width: 40mm }"
    "body { font-family: 'Source Sans Pro' }"
)
BODY = (
    '<div data-field="g.hero.name" data-hint="Hero – name" style="top: 10mm; height: 8mm"></div>'
    '<div data-field="g.hero.notes" data-hint="Notes" style="top: 20mm; height: 20mm"></div>'
    '<div data-field="g.hits" data-hint="Hits" data-tick style="top: 42mm; height: 5mm"></div>'
    '<div data-field="g.hits" data-hint="Hits" data-tick style="top: 50mm; height: 5mm"></div>'
    '<div data-field="g.each" data-hint="Each" data-lower style="top: 60mm; height: 10mm">'
    "Each</div>"
)


@cache
def written(*, fillable: bool = True) -> bytes:
    return write(laid_out_page(BODY, CSS), fillable=fillable)


def test_fields_are_in_groups_by_their_names() -> None:
    pdf = opened(written())
    (game,) = pdf.Root.AcroForm.Fields
    assert str(game.T) == "g"
    assert [str(each.T) for each in game.Kids] == ["hero", "hits", "hits-2", "each"]
    assert [str(each.T) for each in game.Kids[0].Kids] == ["name", "notes"]


def test_a_field_says_what_is_to_be_filled_in() -> None:
    pdf = opened(written())
    name, notes, hits, _, _ = pdf.pages[0].Annots
    assert (str(name.TU), str(name.FT), "/Ff" in name) == ("Hero – name", "/Tx", False)
    assert (str(notes.TU), int(notes.Ff)) == ("Notes", 1 << 12)
    assert (str(hits.FT), str(hits.V), sorted(hits.AP.N.keys())) == (
        "/Btn",
        "/Off",
        ["/Off", "/On"],
    )


def test_a_field_lies_where_its_blank_is() -> None:
    pdf = opened(written())
    places = [[round(float(edge)) for edge in field.Rect] for field in pdf.pages[0].Annots]
    assert places[0] == [28, 176, 142, 198]
    # The upper half of a cell with a name stays free.
    assert places[4] == [28, 28, 142, 43]


def test_a_field_is_read_in_its_place() -> None:
    assert outline(written()) == "Document(Form(@) Form(@) Form(@) Form(@) … Form(@))"
    pdf = opened(written())
    form = elements(pdf, "Form")[0]
    assert form.K[0].Obj.objgen == pdf.pages[0].Annots[0].objgen


def test_western_letters_can_be_typed() -> None:
    pdf = opened(written())
    font = pdf.Root.AcroForm.DR.Font.Ours
    assert str(font.Encoding) == "/WinAnsiEncoding"
    assert len(font.Widths) == 256 - 32
    assert all(float(width) > 0 for width in font.Widths)
