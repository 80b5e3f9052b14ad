"""The engine's own style sheet, without what a document cannot have."""

from __future__ import annotations

import pytest

from aidgen.press.engine import document
from aidgen.press.engine.boxes import Box
from aidgen.press.engine.document import Source

LISTS = "<ul><li>One<ol><li>Two</ol></ul><p>A <q>word</q> of<br>two<wbr>parts</p>"
SHOWN_AS_LISTED = """<style>div { display: list-item; list-style: lower-alpha inside }
div { text-transform: uppercase }</style><div>Three</div>"""
FOOTNOTE = "<p>Four<span style='float: footnote'>Five</span></p>"
SHARED_OUT = "<style>p i { float: footnote } p::footnote-call { content: '*' }</style><p>A<i>B</i>"
NOTE = (
    "<style>@page { @note-area { position: note(x) } } i { position: note(x) }</style><p>A<i>B</i>"
)


def drawn(body: str) -> list[tuple[str, str, float, object]]:
    """Return all boxes of a document: its part, its words, the size of its type, its place."""

    def told(box: Box) -> tuple[str, str, float, object]:
        words = box.words.text if box.words else ""
        return f"{box.tag}::{box.generated}", words, box.lettering.size, box.edges

    (page,) = Source(f"<html lang='en'><body>{body}</body></html>").laid_out().pages
    return [told(box) for child in page.page.children for box in child.descendants()]


OF_SEVERAL = """<div dir=rtl><ul><li>One<ol dir=ltr><li>Two</ol></ul></div><menu><li>Three
<ul><li>Four</ul></menu><table><tr hidden><td>Five<tr><td>Six</table><dl><dd>Seven</dl>"""


@pytest.mark.parametrize("body", [OF_SEVERAL, LISTS, SHOWN_AS_LISTED, FOOTNOTE, SHARED_OUT, NOTE])
def test_a_document_looks_as_with_all_of_it(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = drawn(body)
    monkeypatch.setattr(document, "plain", lambda *_: None)
    assert ours == drawn(body)


def test_a_list_has_its_markers_and_a_footnote_its_number() -> None:
    assert {words for _, words in ours_of(LISTS)} >= {"• ", "1. ", "One", "Two"}
    assert ("span::footnote-marker", "1. ") in ours_of(FOOTNOTE)
    assert ("div::marker", "a. ") in ours_of(SHOWN_AS_LISTED)


def ours_of(body: str) -> set[tuple[str, str]]:
    return {(part, words) for part, words, *_ in drawn(body) if words}
