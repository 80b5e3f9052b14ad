"""Type as a part of the type around it, within a function of CSS."""

from __future__ import annotations

from aidgen.press.engine.document import HtmlDocument


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
