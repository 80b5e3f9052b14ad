"""The edition mark, drawn when all pages are laid out."""

from __future__ import annotations

from functools import cache

import pikepdf

from aidgen.layout.boxes import Layout
from aidgen.press.stamps import marks_of, stamp
from aidgen.press.writing import write
from tests.press.structure import dark, edited, laid_out_page, opened, outline, words

CSS = (
    "@page { size: 100mm 60mm; margin: 0 } p { position: absolute; margin: 0; line-height: 1 }"
    ".down { left: 60mm; top: 30mm; color: #a00; font-size: 8pt; transform: rotate(180deg) }"
)
BODY = (
    '<p style="left: 10mm; top: 10mm; font-size: 12pt">Edition'
    ' <span data-mark style="visibility: hidden">0000</span></p>'
    '<p class="down"><span data-mark>0000</span></p>'
)


@cache
def layout() -> Layout:
    return laid_out_page(BODY, CSS)


def test_marks_are_where_their_placeholders_are() -> None:
    (page, upright), (_, turned) = marks_of(layout())
    colour, matrix = upright.split(" rg ")
    assert (page, colour) == (0, "0 0 0")
    assert [round(float(part)) for part in matrix.split()[:6]] == [12, 0, 0, 12, 68, 132]
    colour, matrix = turned.split(" rg ")
    assert colour == "0.667 0 0"
    assert [round(float(part)) for part in matrix.split()[:4]] == [-8, 0, 0, -8]


def test_a_mark_is_drawn_and_not_read_aloud() -> None:
    pdf = write(layout())
    stamped = edited(pdf, lambda document: stamp(document, marks_of(layout())[:1], "4f5a"))
    where = (70, 27, 92, 39)
    assert not dark(pdf, 0, where)
    assert dark(stamped, 0, where)
    assert words(stamped) == words(pdf)
    assert outline(stamped) == outline(pdf)
    document = opened(stamped)
    assert b"/Artifact BMC" in document.pages[0].Contents[-1].read_bytes()


def test_only_the_page_with_a_mark_is_given_it() -> None:
    page = '<main style="break-after: page">x</main>'
    two = write(laid_out_page(page * 2, "@page { size: 40mm 40mm }"))
    stamped = opened(edited(two, lambda pdf: stamp(pdf, [(1, "0 0 0 rg 9 0 0 9 9 9 cm")], "1")))
    assert ["/EditionMark" in page.Resources.get("/XObject", {}) for page in stamped.pages][:2] == [
        *(False, True)
    ]
    assert isinstance(stamped.pages[1].Resources.XObject.EditionMark, pikepdf.Stream)
