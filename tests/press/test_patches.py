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


def page_words(body: str) -> list[str]:
    """Return the words on each page of 60 mm, of a body of lines of 5 mm."""
    rules = (
        "@page { size: 100mm 60mm; margin: 0 } * { margin: 0; line-height: 5mm; font-size: 9pt }"
        ".whole { break-inside: avoid } h2 { break-after: avoid; margin-bottom: 5mm }"
        "h3 { break-after: avoid; margin-top: 10mm } section { margin-break: discard }"
    )
    return [
        " ".join(
            box.text
            for box in page.page.engine.descendants(placeholders=True)
            if hasattr(box, "text")
        )
        for page in HtmlDocument(f"<style>{rules}</style>{body}").lay_out().pages
    ]


def lines(count: int, name: str = "p") -> str:
    """Return so many lines, numbered from 1."""
    return "".join(f"<{name}>{number}</{name}>" for number in range(1, count + 1))


ROWS = "<table>" + "".join(f"<tr><td>{number}</td></tr>" for number in range(1, 21)) + "</table>"


@pytest.mark.parametrize(
    ("body", "first"),
    [
        (f"<h2>A</h2><section class=whole>{lines(20)}</section>", "A 1 2 3 4 5 6 7 8 9 10"),
        # The gap above a heading stays.
        (
            f"<h2>A</h2><section class=whole><h3>B</h3>{lines(20)}</section>",
            "A B 1 2 3 4 5 6 7 8",
        ),
        (
            f"<h2>A</h2><section><h3>B</h3><div class=whole>{lines(20)}</div></section>",
            "A B 1 2 3 4 5 6 7 8",
        ),
        # What finds room on a page is not divided, nor is a heading alone in the middle of a page.
        (f"<p>0</p><h2>A</h2><section class=whole>{lines(10)}</section>", "0"),
        (f"<p>0</p><h2>A</h2><section class=whole>{lines(20)}</section>", "0"),
    ],
)
def test_what_is_longer_than_a_page_begins_below_its_heading(body: str, first: str) -> None:
    pages = page_words(body)
    assert pages[0] == first
    numbers = [word for word in " ".join(pages).split() if word.isdigit() and word != "0"]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]


def test_a_table_longer_than_a_page_begins_below_its_heading() -> None:
    pages = page_words(f"<h2>A</h2><section class=whole>{ROWS}</section>")
    assert pages[0].startswith("A 1 2 3")
    assert " ".join(pages).split()[1:] == [str(number) for number in range(1, 21)]


def test_a_box_with_a_place_of_its_own_is_not_divided_at_the_end_of_a_page() -> None:
    place = "<div style='position: absolute; left: 0; top: 0'>%s</div>"
    records = f"<section>{lines(6)}</section><section>{lines(9)}</section>"
    first, second = page_words(
        f"<main style='height: 50mm; position: relative'>{place % records}</main>"
        "<main style='break-before: page'>Next</main>"
    )
    assert first == "1 2 3 4 5 6 1 2 3 4 5 6 7 8 9"
    assert second == "Next"
