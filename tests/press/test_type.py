"""The type that the content of pages and cards takes."""

from __future__ import annotations

import re
from functools import cache

import pytest

from aidgen.layout.boxes import Layout
from aidgen.layout.document import Document
from aidgen.layout.fits import PageItems, box_fits
from aidgen.press.type import largest_types, lay_out

HEAD = '<!DOCTYPE html><html lang="en"><head><title>T</title><style>'
CSS = """
@page { size: 100mm 80mm; margin: 5mm } @page card { size: 60mm 80mm; margin: 0 }
* { margin: 0 } main { font: var(--type)/1.2 "Source Sans Pro"; break-after: page }
p + p { margin-top: calc(.4em + var(--air)) }
.ag-face { position: absolute; font: var(--type)/1.2 "Source Sans Pro" }
.ag-card { page: card; height: 79.9mm; position: relative }
"""


def text(paragraphs: int) -> str:
    """Return so many paragraphs, of one to five sentences."""
    words = "Roll a die for each of your allies, then add what they have left. "
    return "".join(f"<p>{words * (1 + number * 3 % 5)}</p>" for number in range(paragraphs))


def pages(*bodies: str, bounds: str = "8 14", body: str = "<body>") -> str:
    mains = (f'<main data-type="{bounds}" data-area="6300">{inner}</main>' for inner in bodies)
    return f"{HEAD}{CSS}</style></head>{body}{''.join(mains)}</body></html>"


def card(inner: str, more: str = "") -> str:
    place = "left:5mm;top:5mm;width:50mm;height:60mm"
    fit = f'data-fit="a" data-height="fixed"{more}'
    return f'<div class="ag-face" style="{place}" data-type="7 13" {fit}>{inner}</div>'


def cards(*faces: str, body: str = "<body>") -> str:
    mains = (f'<main class="ag-card">{face}</main>' for face in faces)
    return f"{HEAD}{CSS}</style></head>{body}{''.join(mains)}</body></html>"


@cache
def laid_out(html: str) -> Layout:
    return lay_out(Document(html))


@pytest.mark.parametrize("paragraphs", [1, 3, 4, 5, 6])
def test_a_page_takes_the_largest_type_in_which_it_fits(paragraphs: int) -> None:
    layout = laid_out(pages(text(paragraphs)))
    (size,) = layout.types
    assert len(layout.pages) == 1
    assert layout.layouts <= 4
    larger = laid_out(pages(text(paragraphs), bounds=f"{size * 1.15:.1f} {size * 1.15:.1f}"))
    assert size == 14 or len(larger.pages) == 2


def test_a_page_that_fits_in_no_type_takes_the_smallest() -> None:
    layout = laid_out(pages(text(40)))
    assert layout.types == (8.0,)
    assert len(layout.pages) > 1


def test_a_long_page_goes_on_in_its_largest_type() -> None:
    html = pages(text(40)).replace("<main ", '<main class="ag-long" ')
    assert laid_out(html).types == (14.0,)


def test_what_is_placed_at_the_foot_of_a_page_takes_no_room() -> None:
    foot = '<p style="position: absolute; bottom: 0">Fold</p>'
    html = f"<div>{text(4)}{{}}</div>"
    assert laid_out(pages(html.format(foot))).types == laid_out(pages(html.format(""))).types


def test_pages_have_types_of_their_own() -> None:
    layout = laid_out(pages(text(2), text(6), text(4)))
    small, large, middle = layout.types[1], layout.types[0], layout.types[2]
    assert 8 <= small < middle < large == 14
    assert [page.number for page in layout.pages] == [1, 2, 3]


def test_types_differ_by_no_more_than_the_document_allows() -> None:
    layout = laid_out(pages(text(2), text(6), body='<body data-alike="0.5">'))
    large, small = layout.types
    assert 0.3 <= round(large - small, 2) <= 0.5


def test_a_card_takes_the_type_in_which_its_box_holds_its_content() -> None:
    layout = laid_out(cards(card(text(3)), card(text(1))))
    full, sparse = (box_fits([PageItems(page)])[0] for page in layout.pages)
    assert layout.types[1] == 13.0
    assert 7 < layout.types[0] < 13
    assert full.holds
    assert full.room is not None
    assert 0 <= full.room < 0.12 * full.height
    assert sparse.size == pytest.approx(13.0)


def test_a_word_that_is_wider_than_its_card_makes_type_smaller() -> None:
    line = "An unbroken line of some words of a text"
    layout = laid_out(cards(card(f'<p style="white-space: nowrap">{line}</p>')))
    assert layout.types[0] < 13
    assert box_fits([PageItems(layout.pages[0])])[0].holds


def test_cards_of_a_deck_are_measured_by_the_fullest_of_them() -> None:
    sparse, size, middle = largest_types(Document(cards(*map(card, map(text, (1, 3, 2))))))
    assert 7 < size < middle < sparse == 13
    at_that_size = cards(card(text(3))).replace("7 13", f"{size} {size}")
    larger = cards(card(text(3))).replace("7 13", f"{size + 0.2} {size + 0.2}")
    assert box_fits([PageItems(laid_out(at_that_size).pages[0])])[0].holds
    assert not box_fits([PageItems(laid_out(larger).pages[0])])[0].holds


def test_a_card_whose_lines_are_reckoned_too_many_is_tried_in_larger_type() -> None:
    words = ["Roll a die for each of your allies, then add what they have left."] * 2
    inner = f"<p>{' '.join(' '.join(words).split()[:25])}</p>" * 2
    assert largest_types(Document(cards(card(inner)))) == (13,)


def test_a_card_that_fits_in_no_type_is_told_from_others() -> None:
    full, sparse = largest_types(Document(cards(card(text(9)), card(text(1)))))
    assert full == 0
    assert sparse > 7


def feet(layout: Layout) -> list[float]:
    """Return how far down in mm each line of the first page is."""
    return [text.rect[3] / 96 * 25.4 for text in PageItems(layout.pages[0]).texts]


def test_the_content_of_a_card_lies_in_the_middle_of_its_height() -> None:
    top, centred = (laid_out(cards(card(text(1), more))) for more in ("", " data-centre"))
    above = feet(centred)[0] - feet(top)[0]
    below = 65 - feet(centred)[-1]
    assert above == pytest.approx(below, abs=1.0)
    assert above > 5


def test_what_is_spread_over_an_enlarged_card_stays_on_it() -> None:
    large = "width:30mm;height:45mm;transform:scale(1.5);transform-origin:0 0"
    html = cards(card("<p>One</p>" * 4, " data-centre")).replace("width:50mm;height:60mm", large)
    assert box_fits([PageItems(laid_out(html).pages[0])])[0].holds


def test_what_is_moved_to_the_middle_is_moved_with_its_background_and_links() -> None:
    inner = '<p style="background: #eee"><a data-leads="x">Go</a></p><p data-anchor="x">There</p>'
    top, centred = (laid_out(cards(card(inner, more))) for more in ("", " data-centre"))

    def places(layout: Layout) -> tuple[float, float]:
        paragraph = next(box for box in layout.pages[0].root.descendants() if box.background)
        link = layout.engine.pages[0].links[0]
        return link[2][1], paragraph.engine.background.layers[-1].painting_area[1]

    moved = [new - old for old, new in zip(places(top), places(centred), strict=True)]
    assert moved[0] > 50
    assert moved == pytest.approx([moved[0]] * 2)


TITLE = '<h2 style="--title-size:{}pt"><span class="ag-words">{}</span></h2>'
TITLE_CSS = (
    "h2 { position: absolute; left: 5mm; top: 1mm; width: 50mm; height: 9mm; overflow: hidden;"
    "font-size: var(--title-size); line-height: 1; text-transform: uppercase }"
)


@pytest.mark.parametrize(
    ("words", "size"),
    [("Short", 14.0), ("A title on two lines", 12.6), ("Incomprehensibilities", 12.0)],
)
def test_a_title_that_is_too_wide_gets_smaller(words: str, size: float) -> None:
    html = cards(TITLE.format(14, words)).replace("* { margin", f"{TITLE_CSS} * {{ margin")
    title = next(laid_out(html).roots[0].iter("h2"))
    found = re.search(r"--title-size:([\d.]+)", title.get("style", ""))
    assert found
    assert float(found[1]) == pytest.approx(size, abs=0.4)


def test_a_title_without_any_room_is_set_as_small_as_may_be() -> None:
    css = f"{TITLE_CSS} h2 {{ width: 0 }} * {{ margin"  # a long text in the corner takes it all
    layout = laid_out(cards(TITLE.format(14, "Night")).replace("* { margin", css))
    assert "--title-size:7.5pt" in next(layout.roots[0].iter("h2")).get("style", "")


def test_a_title_that_is_spaced_too_wide_loses_its_space() -> None:
    css = f"{TITLE_CSS} h2 {{ letter-spacing: 2em; white-space: nowrap }} * {{ margin"
    html = cards(TITLE.format(14, "A title that is too long for a line")).replace("* { margin", css)
    layout = laid_out(html)
    title = next(layout.roots[0].iter("h2"))
    assert title.get("style") == "--title-size:7.5pt;letter-spacing:0"


def test_a_title_of_one_line_in_a_layout_of_a_pack_gets_smaller_still() -> None:
    title = TITLE.format(12, "A title that is too long for that").replace("ag-words", "name")
    html = cards(title).replace(
        "* { margin", f"{TITLE_CSS} h2 {{ white-space: nowrap }} * {{ margin"
    )
    found = next(laid_out(html).roots[0].iter("h2")).get("style")
    assert found == "--title-size:8.1pt"
