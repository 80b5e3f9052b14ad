"""Where pages end, and words at the end of a line, by the style of a kind."""

from __future__ import annotations

import pypdfium2
import pytest
from weasyprint import HTML

from aidgen.game.canon import Canon
from aidgen.language.localize import localize
from tests.sheets import rendered

WAY = "<div class=branch><p class=branch-title>{name}</p><p>{name} is said here.</p></div>"
CHOICE = (
    "<li class=step><p>Choose.</p><div class=branches>"
    + WAY.format(name="Stay")
    + WAY.format(name="Go")
    + "</div></li>"
)
STEP = "<li class=step><p>Begin.</p></li>"


def pages(mini: Canon, aid: str, body: str, size: str) -> list[str]:
    """Return the text of each page of a body that is set on pages of a size by an aid's style."""
    html = rendered(localize(mini, {}, "en"), aid)
    sheet = f"@page {{ size: {size}; margin: 0 }}</style>"
    head = html[: html.index("<body")].replace("</style>", sheet, 1)
    pdf = HTML(string=f"{head}<body>{body}</body></html>").write_pdf()
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


@pytest.mark.parametrize(
    ("steps", "cut"), [(STEP + CHOICE, True), (STEP + CHOICE + STEP + STEP, False), (CHOICE, False)]
)
def test_the_choice_that_ends_a_procedure_may_go_on_over_the_page(
    mini: Canon, steps: str, *, cut: bool
) -> None:
    body = f"<div style='height:30mm'></div><ol class=steps>{steps}</ol>"
    found = pages(mini, "book", body, "80mm 54mm")
    assert any("Stay" in page and "Go" not in page for page in found) == cut


def test_the_credits_are_kept_together(mini: Canon) -> None:
    said = "".join(f"<p>Line {number}.</p>" for number in range(6))
    body = f"<div style='height:40mm'></div><section class='chapter credits'>{said}</section>"
    before, after = pages(mini, "book", body, "80mm 60mm")
    assert "Line" not in before
    assert "Line 0" in after


@pytest.mark.parametrize(("alone", "divided"), [("alone", False), ("", True)])
def test_a_card_that_says_one_thing_divides_no_word(
    mini: Canon, alone: str, *, divided: bool
) -> None:
    words = "So we all misunderstand the most complicated circumstances of the information"
    face = f"<div class=face style='top:0;font-size:11pt;width:34mm'><p>{words}</p></div>"
    card = f"<article class='card {alone}'>{face}</article>"
    (found,) = pages(mini, "deck", card, "63mm 88mm")
    assert (found.replace("\ufffe", "-").count("-") > 0) == divided, found
