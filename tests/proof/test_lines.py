from __future__ import annotations

import pytest

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.page.layout import LaidLine, LaidSheet
from aidgen.page.markdown import Texts
from aidgen.proof.layout import check_lines
from tests.sheets import set_document

NEWER_PANGO = 1_52_00
"""The first version known, as Pango counts them, with which the engine breaks no line too early."""

TEXT = "This roll is for attacking, to deal damage. The steps are in the chapter on combat."


def laid_out(body: str, *widths: float, css: str = "") -> tuple[LaidSheet, ...]:
    """Return the pages of a text that is set in columns of some widths in mm, below each other."""
    head = f"<title>A title</title><style>body {{ font: 9.4pt 'Source Serif Pro' }} {css}</style>"
    columns = "".join(f'<div style="width: {width}mm">{body}</div>' for width in widths)
    html = f'<html lang="en"><head>{head}</head><body>{columns}</body></html>'
    return set_document(html).sheets


def test_a_line_with_room_for_the_next_word_is_reported() -> None:
    lines = (
        LaidLine("This", 300.0, "roll", 18.0, "g.rules.combat.text"),
        LaidLine("is for attacking, to deal", 17.9, "damage.", 18.0),
        LaidLine("as much as fits", 19.4, "damage.", 18.0),
    )
    (found,) = check_lines((LaidSheet(400, 600, ()), LaidSheet(400, 600, (), lines)))
    assert found.context == "g.rules.combat.text"
    assert str(found) == "page 2: “This” is on a line that has room for “roll”"


def test_a_line_that_the_engine_breaks_by_mistake_is_reported_with_its_text() -> None:
    """Where all but a space before an element fits, WeasyPrint 70 breaks after the first word.

    So it does with Pango 1.50, as Debian 12 has it, and not with 1.52 and later.
    """
    html = f'<p data-context="g.a">{TEXT.replace("chapter", "<em>chapter</em>")}</p>'
    widths = (width / 4 for width in range(340, 380))
    found = {(one.words, one.found, one.context) for one in check_lines(laid_out(html, *widths))}
    from weasyprint.text.ffi import pango  # not before the engine has its fonts

    reported = ("This", "is on a line that has room for “roll”", "g.a")
    assert found == ({reported} if pango.pango_version() < NEWER_PANGO else set())


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("chapter", "[chapter](rules.none)"),
        TEXT.replace("steps are", "*steps* are").replace("combat", "**combat**"),
        TEXT.replace("the chapter", "the :sword: chapter"),
        TEXT.replace("The steps", "See me@there.org. The steps"),
        "*A “Shattered Leg” (level 3) plus “Drained” and “Battered” (level 1) (‘so’ [2]) to «no».*",
        '"One" (1) and "two" (2) and "three" (3), ( not close ) to "four" [4] or “five” “six” {7}',
    ],
)
def test_no_line_of_a_text_ends_early_whatever_its_width(mini: GameData, text: str) -> None:
    texts = Texts(mini, frozenset())
    html = str(texts.block(Text(text, context=Context.read("g.a"))))
    widths = (width / 4 for width in range(160, 480, 3))
    assert list(check_lines(laid_out(html, *widths))) == []


@pytest.mark.parametrize(
    "css",
    [
        "p { hyphens: auto }",
        "p { text-align: justify }",
        "p { text-align: right; font-weight: bold }",
        "em { white-space: nowrap }",
        "em { display: inline-block; padding: 2mm }",
        "em { float: right; width: 12mm; hyphens: auto }",
    ],
)
def test_lines_that_end_where_they_have_to_are_not_reported(css: str) -> None:
    remark = "<p>An <em>unbreakable and fairly long remark</em> – here – characteristically: "
    body = f"{remark}«\u00a0so\u00a0», word by word by word</p>"
    assert list(check_lines(laid_out(body, *range(30, 120, 2), css=css))) == []


def test_a_break_that_was_asked_for_is_none() -> None:
    assert list(check_lines(laid_out("<p>one<br>two</p><p>three</p>", 100))) == []


def test_the_space_before_what_stands_in_a_line_as_a_whole_takes_room() -> None:
    """As in the contents of a book, whose titles are not broken."""
    titles = ("Victoria", "Robar botín", "Experiencia necesaria", "Subida de nivel", "Derrota")
    body = "\u00a0· ".join(f"<b>{title}</b>" for title in titles)
    css = "b { display: inline-block }"
    widths = (width / 4 for width in range(140, 400))
    assert list(check_lines(laid_out(f"<p>{body}</p>", *widths, css=css))) == []
