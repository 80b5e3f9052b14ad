"""Where pages end, and words at the end of a line, by the style of a kind."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from weasyprint import HTML
from weasyprint.formatting_structure.boxes import Box, LineBox

from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.language.localize import localize
from aidgen.page.markdown import Texts
from aidgen.press.engine.fonts import load_engine
from tests.sheets import rendered
from tests.trial import printed, write_pack

WAY = "<div class=ag-branch><p class=ag-branch-title>{name}</p><p>{name} is said here.</p></div>"
CHOICE = (
    "<li class=ag-step><p>Choose.</p><div class=ag-branches>"
    + WAY.format(name="Stay")
    + WAY.format(name="Go")
    + "</div></li>"
)
STEP = "<li class=ag-step><p>Begin.</p></li>"


def styled(mini: GameData, aid: str, body: str, size: str) -> HTML:
    """Return a body in an aid's style, for pages of a size."""
    html = rendered(localize(mini, {}, "en"), aid)
    sheet = f"@page {{ size: {size}; margin: 0 }}</style>"
    head = html[: html.index("<body")].replace("</style>", sheet, 1)
    load_engine()  # with our fonts alone
    return HTML(string=f"{head}<body>{body}</body></html>")


def pages(mini: GameData, aid: str, body: str, size: str) -> list[str]:
    """Return the text of each page of a body that is set on pages of a size by an aid's style."""
    pdf = styled(mini, aid, body, size).write_pdf()
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


@pytest.mark.parametrize(
    ("steps", "above"), [(STEP + CHOICE, 30), (STEP + CHOICE + STEP + STEP, 30), (CHOICE, 35)]
)
def test_a_choice_may_go_on_over_the_page_between_two_ways(
    mini: GameData, steps: str, above: int
) -> None:
    body = f"<div style='height:{above}mm'></div><ol class=ag-steps>{steps}</ol>"
    first, then = pages(mini, "book", body, "80mm 54mm")
    assert "Stay is said" in first
    assert "Choose" in first
    assert "Go is said" in then


@pytest.mark.parametrize(("intro", "left"), [("", 0), ("<div class=ag-intro>So.</div>", 1)])
def test_no_step_is_left_alone_at_the_foot_unless_something_leads_to_it(
    mini: GameData, intro: str, left: int
) -> None:
    above = f"<div style='height:{46 if intro else 51}mm'></div>"
    body = f"{above}<section>{intro}<ol class=ag-steps>{STEP * 5}</ol></section>"
    first, then = pages(mini, "book", body, "80mm 60mm")
    assert (first.count("Begin"), then.count("Begin")) == (left, 5 - left)


def items(number: int) -> str:
    return "<ul>" + "".join(f"<li>Item {n}.</li>" for n in range(number)) + "</ul>"


def test_a_way_goes_on_between_the_items_of_its_list_but_for_the_first_and_last(
    mini: GameData,
) -> None:
    way = f"<div class=ag-branch><p class=ag-branch-title>Stay</p>{items(6)}</div>"
    choice = f"<li class=ag-step><p>Choose.</p><div class=ag-branches>{way}</div></li>"
    body = f"<div style='height:20mm'></div><ol class=ag-steps>{choice}</ol>"
    first, then = pages(mini, "book", body, "80mm 54mm")
    assert "Item 1" in first
    assert "Item 4" in then


@pytest.mark.parametrize(("number", "cut"), [(4, False), (8, True)])
def test_only_a_long_list_of_what_is_missing_is_divided(
    mini: GameData, number: int, *, cut: bool
) -> None:
    gap = f"<div class=ag-gap><span class=ag-label>Missing:</span> {items(number)}</div>"
    body = f"<div style='height:34mm'></div><section class='ag-record ag-rules'>{gap}</section>"
    first, _ = pages(mini, "book", body, "80mm 54mm")
    assert ("Item 1" in first) == cut


def test_the_credits_are_kept_together(mini: GameData) -> None:
    said = "".join(f"<p>Line {number}.</p>" for number in range(6))
    body = f"<div style='height:40mm'></div><section class='ag-chapter ag-credits'>{said}</section>"
    before, after = pages(mini, "book", body, "80mm 60mm")
    assert "Line" not in before
    assert "Line 0" in after


@pytest.mark.parametrize(("alone", "divided"), [("ag-alone", False), ("", True)])
def test_a_card_that_says_one_thing_divides_no_word(
    mini: GameData, alone: str, *, divided: bool
) -> None:
    words = "So we all misunderstand the most complicated circumstances of the information"
    face = f"<div class=ag-face style='top:0;font-size:11pt;width:34mm'><p>{words}</p></div>"
    card = f"<article class='ag-card {alone}'>{face}</article>"
    (found,) = pages(mini, "deck", card, "63mm 88mm")
    assert (found.replace("\ufffe", "-").count("-") > 0) == divided, found


LISTS = "<ul><li>One<ul><li>Two</li><li>Three</li></ul></li><li>Four</li></ul>"
AROUND = "<p>Five</p><ol><li>Six</li></ol><p>Seven</p><ul><li>Eight</li></ul><ol><li>Nine</li></ol>"


@pytest.mark.parametrize(("aid", "on_grid"), [("deck", False), ("board", True), ("book", False)])
def test_lines_of_nested_lists_are_even_and_so_are_paragraphs_and_lists(
    mini: GameData, aid: str, *, on_grid: bool
) -> None:
    (page,) = styled(mini, aid, f"{LISTS}{AROUND}", "63mm 88mm").render().pages
    lines = [box for box in page._page_box.children[0].descendants() if isinstance(box, LineBox)]
    tops = [box.position_y for box in lines]
    gaps = [after - before for before, after in pairwise(tops)]
    nested, around = gaps[:3], gaps[4:]
    assert len(tops) == 9
    assert max(nested) - min(nested) < 0.05, gaps
    assert max(around) - min(around) < 0.05, gaps
    assert (min(around) > max(nested)) != on_grid, gaps


def test_in_large_print_a_small_table_is_whole_and_the_notice_not_alone(mini: GameData) -> None:
    rows = "".join(f"<tr><td>Row {number}</td></tr>" for number in range(5))
    table = f"<section class='ag-record ag-tables'><table>{rows}</table></section>"
    block = f"<section class='ag-large ag-look-framed'><div class=ag-inside>{table}</div></section>"
    above = "<div style='height:40mm'></div>"
    first, then = pages(mini, "board", above + block, "80mm 60mm")
    assert "Row" not in first
    assert "Row 0" in then
    block = "<section class=ag-large><p>One.</p><p>Two.</p></section>"
    above = "<div style='height:{}mm'></div>"
    for height in (42, 44, 46, 48):
        found = pages(
            mini, "board", above.format(height) + block + "<footer>So.</footer>", "80mm 60mm"
        )
        assert all("Two." in page for page in found if "So." in page)


def test_an_entry_of_an_index_stays_with_the_first_one_below_it(mini: GameData) -> None:
    body = (
        "<p class=ag-letter>O</p><p class=ag-entry>oak</p><p class='ag-entry ag-below'>bog, 7</p>"
        "<p class='ag-entry ag-below'>fen, 9</p>"
    )
    for above in range(26, 36):
        index = f"<div style='height:{above}mm'></div><div class=ag-index-list>{body}</div>"
        ends = [page.split()[-1] for page in pages(mini, "book", index, "80mm 44mm") if page]
        assert not {"O", "oak"} & set(ends), above


def test_a_record_begins_a_page_of_its_own(tmp_path: Path) -> None:
    records = """
        rules: {a: {title: A, text: One.}, b: {title: B, text: Two., new_page: true}}
        sections: {s: {title: S, contents: [rules.a, rules.b]}}
        aids: {deck: {title: Book, kind: book, paper: A5, contents: [sections.s]}}
    """
    html = printed(write_pack(tmp_path, records))
    (kind,) = re.findall(r'class="([^"]*)">\s*<h3 data-anchor="rules.b"', html)
    assert kind.split() == ["ag-record", "ag-rules", "ag-new-page"]


@pytest.mark.parametrize("words", [4, 16])
def test_a_first_column_of_sentences_is_not_bold(tmp_path: Path, words: int) -> None:
    row, blocks = f"[{' '.join(['water'] * words)}, x]", "{contents: [tables.t]}"
    records = f"""
        tables:
          t: {{title: T, columns: {{a: {{type: text}}, b: {{type: text}}}}, rows: {{x: {row}}}}}
        aids: {{deck: {{title: S, kind: sheet, paper: A5, blocks: {{x: {blocks}}}}}}}
    """
    html = printed(write_pack(tmp_path, records))
    assert ('<table class="ag-plain-keys"' in html) == (words == 16)


@pytest.mark.parametrize("kind", ["ag-grouped", "ag-lengthy", ""])
def test_no_row_of_a_table_is_alone_overleaf(mini: GameData, kind: str) -> None:
    tables = []
    for above in range(12):  # millimetres: more than a row is high
        rows = "".join(f"<tr><th>T{above}</th><td>{row}</td></tr>" for row in range(9))
        table = f"<table class={kind}><tbody class=ag-long>{rows}</tbody></table>"
        tables.append(
            f"<div style='break-before:page;height:{12 + above}mm'></div>"
            f"<section class='ag-record {kind}'>{table}</section>"
        )
    counts = [Counter(page.split()) for page in pages(mini, "book", "".join(tables), "80mm 60mm")]
    overleaf = [count[f"T{at}"] for at in range(12) for count in counts if count[f"T{at}"]]
    assert sum(overleaf) == 12 * 9
    assert len(overleaf) > 12
    assert min(overleaf) > 1


@pytest.mark.parametrize("text", ["Take 1 and 1:coins: for each.", "Take **and 1**:coins: of it."])
def test_an_icon_is_on_the_line_of_the_figure_before_it(mini: GameData, text: str) -> None:
    words = Texts(mini, frozenset()).block(Text(text))
    split = []
    for width in range(12, 40, 3):
        (page,) = styled(mini, "deck", words, f"{width}mm 88mm").render().pages
        lines = [
            box for box in page._page_box.children[0].descendants() if isinstance(box, LineBox)
        ]
        split += [width for line in lines if _first_leaf(line).element_tag.endswith("svg")]
    assert split == []


def _first_leaf(box: Box) -> Box:
    return _first_leaf(box.children[0]) if getattr(box, "children", ()) else box
