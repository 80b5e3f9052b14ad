from __future__ import annotations

from collections.abc import Iterable

import pytest

from aidgen.game.canon import Canon
from aidgen.game.context import Context
from aidgen.game.texts import Text
from aidgen.page.markdown import Texts
from aidgen.page.promises import Line, Sheet
from aidgen.press.typeset import typeset
from aidgen.proof.lines import EarlyBreak, early_breaks

TEXT = "This roll is for attacking, to deal damage. The steps are in the chapter on combat."


def laid_out(body: str, widths: Iterable[float], css: str = "") -> tuple[Sheet, ...]:
    """Set a text once in each width, in mm."""
    style = f"body {{ font: 9.4pt 'Source Serif Pro' }} div {{ break-inside: avoid }} {css}"
    head = f"<title>A title</title><style>{style}</style>"
    bodies = "".join(f'<div style="width: {width}mm">{body}</div>' for width in widths)
    html = f'<html lang="en"><head>{head}</head><body>{bodies}</body></html>'
    return typeset(html, "0" * 32).sheets


def test_a_line_with_room_for_the_next_word_is_told() -> None:
    lines = (
        Line("This", 300.0, "roll", 18.0, "g.rules.combat.text"),
        Line("is for attacking, to deal", 17.9, "damage.", 18.0),
        Line("as much as fits", 19.4, "damage.", 18.0),
    )
    (found,) = early_breaks((Sheet(400, 600, ()), Sheet(400, 600, (), lines)))
    assert found == EarlyBreak(2, "This", "roll", 282.0, "g.rules.combat.text")
    assert str(found) == "page 2: the line “This” has room for “roll”"


def test_a_line_that_the_engine_breaks_by_mistake_is_told_with_its_text() -> None:
    """Where all but a space before an element fits, WeasyPrint 70 breaks after the first word."""
    html = f'<p data-context="g.a">{TEXT.replace("chapter", "<em>chapter</em>")}</p>'
    found = {
        (one.text, one.word, one.context)
        for one in early_breaks(laid_out(html, (w / 4 for w in range(340, 380))))
    }
    assert found == {("This", "roll", "g.a")}


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("chapter", "[chapter](rules.none)"),
        TEXT.replace("steps are", "*steps* are").replace("combat", "**combat**"),
        TEXT.replace("the chapter", "the :sword: chapter"),
        TEXT.replace("The steps", "See me@there.org. The steps"),
    ],
)
def test_no_line_of_a_text_ends_early_whatever_its_width(mini: Canon, text: str) -> None:
    texts = Texts(mini, frozenset())
    html = texts.block(Text(text, context=Context.read("g.a")))
    widths = [w / 4 for w in range(160, 480, 3)]
    sheets = laid_out(str(html), widths)
    assert sum(len(sheet.lines) for sheet in sheets) > len(widths)
    assert list(early_breaks(sheets)) == []


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
def test_lines_that_end_where_they_have_to_are_not_told(css: str) -> None:
    remark = "<p>An <em>unbreakable and fairly long remark</em> – here – characteristically: "
    body = f"{remark}«\u00a0so\u00a0»"
    sheets = laid_out(f"{body}, word by word by word</p>", range(30, 120, 2), css)
    assert list(early_breaks(sheets)) == []


def test_a_break_that_was_asked_for_is_none() -> None:
    assert list(early_breaks(laid_out("<p>one<br>two</p><p>three</p>", [100]))) == []
