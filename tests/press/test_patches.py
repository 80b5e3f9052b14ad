"""Type as a part of the type around it, within a function of CSS."""

from __future__ import annotations

import pytest

from aidgen.press.engine.document import HtmlDocument
from aidgen.proof.pictures import coloured_page


def sizes(html: str) -> dict[str, float]:
    """Return the type in pt of each text of a document."""
    return {
        box.text: round(box.style["font_size"] * 0.75, 2)
        for page in HtmlDocument(html).lay_out().pages
        for box in page.page.engine.descendants()
        if hasattr(box, "text")
    }


def test_a_part_of_the_type_around_ends_at_the_least() -> None:
    rules = "b { font-size: max(.8em, 8pt) } i { font-size: max(var(--part), 8pt) }"
    html = (
        f"<style>html {{ --part: .9em }} {rules}</style>"
        "<p style='font-size: 9pt'>9<b>8</b><i>8.1</i></p>"
        "<p style='font-size: 20pt'>20<b>16<i>14.4</i></b><i>18</i></p>"
        "<p style='font-size: 6pt'>6<b>eight</b></p>"
    )
    assert sizes(html) == {"eight": 8.0} | {
        size: float(size) for size in ("9", "8", "8.1", "20", "16", "14.4", "18", "6")
    }


@pytest.mark.parametrize(("colour", "level"), [("#fff", 255), ("#777", 119), ("black", 0)])
def test_an_inline_drawing_takes_the_colour_of_the_text_around(colour: str, level: int) -> None:
    square = '<svg viewBox="0 0 9 9" style="width: 40px; height: 40px"><g fill="currentColor">'
    html = f'<p style="margin: 0; color: {colour}">{square}<path d="M0 0h9v9H0z"/></g></svg></p>'
    style = "@page { size: 40px 40px; margin: 0; background: #a00 }"
    pdf = HtmlDocument(f"<style>{style}</style>{html}").lay_out().write_untagged_pdf()
    assert coloured_page(pdf, 0, 72).getpixel((15, 15)) == (level, level, level)
