"""What is drawn beside the texts: a difference that only one resolution shows is none."""

from __future__ import annotations

import io
from urllib.parse import quote

import pikepdf

from aidgen.layout.promises import Promises
from aidgen.page.drawings import draw_icon
from aidgen.proof.pictures import coloured_page
from tests.sheets import proved, set_document

SPOTS = (
    *((327.582, 44.018), (31.558, 143.837), (576.072, 306.596), (245.529, 96.035)),
    *((255.908, 231.611), (182.163, 33.143), (450.246, 431.332), (623.753, 89.872)),
)
"""Places in px where the chords of this icon are others than those of what was laid out."""
STYLE = """@page { size: 8.5in 11in; margin: 0 }
svg { position: absolute; width: 18.6666667px; height: 18.6666667px; display: block }"""


def _reported(drawn_over: bytes = b"") -> tuple[str, ...]:
    """Return what is reported of hairline icons, something else drawn over them."""
    drawn = str(draw_icon("mask-sad", "A mask", sparing=True))
    icons = (drawn.replace("<svg ", f'<svg style="left:{x}px;top:{y}px" ', 1) for x, y in SPOTS)
    head = f"<title>A title</title><style>{STYLE}</style>"
    page = set_document(f'<html lang="en"><head>{head}</head><body>{"".join(icons)}</body></html>')
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(page.pdf)) as document:
        document.pages[0].contents_add(document.make_stream(drawn_over))
        document.save(out)
    return tuple(map(str, proved(out.getvalue(), Promises(()), page.sheets).faults))


def test_bent_hairlines_are_those_that_were_laid_out() -> None:
    assert _reported() == ()


def test_a_hairline_too_many_is_reported() -> None:
    (fault,) = _reported(b"q 0.2 w 300 400 m 308 403 l S Q")
    assert "has ink that is not in the layout at 30" in fault


def test_a_pale_picture_is_pale_as_a_whole_and_not_part_by_part() -> None:
    """`--ink low` prints pictures pale: what one part of a picture covers does not show."""
    parts = "<rect width='63' height='88' fill='#1d4a5f'/><circle cx='31' cy='44' r='{}' {}/>"
    drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88'>{}</svg>"
    pages = []
    for radius, fill in ((14, "fill='#fff'"), (14, "fill='#1d4a5f'"), (11, "fill='#fff'")):
        picture = quote(drawing.format(parts.format(radius, fill)))
        image = f'<img alt="A moon" src="data:image/svg+xml,{picture}">'
        head = "<title>A title</title><style>img { width: 63mm; opacity: .3 }</style>"
        pages.append(
            set_document(f'<html lang="en"><head>{head}</head><body>{image}</body></html>')
        )
    white, *others = pages
    assert proved(white.pdf, Promises(()), white.sheets).faults == ()
    for other in others:
        (fault,) = map(str, proved(other.pdf, Promises(()), white.sheets).faults)
        assert "that is not in the layout" in fault


def test_a_part_of_a_cropped_page_is_where_the_page_shows_it() -> None:
    """pdfium draws what lies in the CropBox: what is beyond it is blank, and no error."""
    out = io.BytesIO()
    with pikepdf.new() as document:
        page = document.add_blank_page(page_size=(200, 200))
        page.Contents = document.make_stream(b"1 0 0 rg 100 100 10 10 re f")
        page.obj.CropBox = pikepdf.Array([90, 90, 200, 200])
        document.save(out)
    drawn = coloured_page(out.getvalue(), 0, 72, (95, 95, 105, 105))
    assert drawn.size == (10, 10)
    assert [drawn.getpixel(place) for place in ((7, 2), (2, 7))] == [(255, 0, 0), (255, 255, 255)]
    beyond = coloured_page(out.getvalue(), 0, 72, (0, 0, 20, 20))
    assert beyond.getcolors() == [(400, (255, 255, 255))]
