"""Pages that show their texts, and can be read otherwise."""

from __future__ import annotations

import pytest

from aidgen.layout.promises import read_promises
from tests.sheets import proved, set_document

STYLE = "body{font-family:Source Sans Pro;font-size:12pt} td{padding:2pt 6pt}"
PARAGRAPH = '<p data-context="g.rules.a.text">Lose 5 6 coins.</p>'
HEADS = '<tr><th scope="col">A</th><th scope="col">B</th></tr>'
CELLS = '<tr><td data-figure="16">16</td><td data-figure="98">98</td></tr>'
TABLE = f'<table data-context="g.tables.t" data-title="T">{HEADS}{CELLS}</table>'
MARK = "td:nth-child(2) b::before{content:'';display:inline-block;margin-right:.2mm;"


def reported(body: str, css: str = "") -> list[tuple[str, str]]:
    """Return what a page is said to be misread for, or to have as another number."""
    head = f"<title>A title</title><style>{STYLE}{css}</style>"
    made = set_document(f'<html lang="en"><head>{head}</head><body>{body}</body></html>')
    proof = proved(made.pdf, read_promises(body), made.sheets)
    kinds = ("misread", "number")
    return [(fault.kind, fault.found) for fault in proof.faults if fault.kind in kinds]


@pytest.mark.parametrize(
    ("body", "css", "expected"),
    [
        (PARAGRAPH, "p{word-spacing:-.25em}", "has no space between “5” and “6”"),
        (PARAGRAPH, "p{word-spacing:-.12em}", "has no space between “5” and “6”"),
        (PARAGRAPH.replace("5 6", "5 <b>6</b>"), "b{margin-left:-.2em}", "between “5” and “6”"),
        (PARAGRAPH.replace("5 6", "5<b> 6</b>"), "b{font-size:0.1pt}", "between “5” and “6”"),
        (PARAGRAPH, "p{white-space:nowrap;letter-spacing:-.11em}", "between “5” and “6”"),
    ],
)  # fmt: skip
def test_numbers_that_run_together_are_faults(body: str, css: str, expected: str) -> None:
    found = [words for kind, words in reported(body, css) if kind == "number"]
    assert any(expected in one for one in found), found


def test_words_that_run_together_are_doubts() -> None:
    assert ("misread", "has no space between “e” and “5”") in reported(
        PARAGRAPH, "p{word-spacing:-.2em}"
    )


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("td:nth-child(1){transform:rotate(180deg)}", "is upside down beside other text"),
        ("td:nth-child(2){transform:scale(-1)}", "is upside down beside other text"),
        ("td:nth-child(2){transform:rotate(170deg)}", "is upside down beside other text"),
        ("td:nth-child(2) b{border-left:.5mm solid;padding-left:.3mm}", "that looks like a 1"),
        ("td:nth-child(2) b{border-right:.5mm solid;padding-right:.3mm}", "that looks like a 1"),
        (f"{MARK}width:1mm;height:.3mm;background:#000;vertical-align:1mm}}", "looks like a minus"),
        (f"{MARK}width:1mm;border-top:.3mm solid;vertical-align:1mm}}", "looks like a minus"),
        (f"{MARK}width:.5mm;height:.5mm;background:#000}}", "that looks like a point"),
        (f"{MARK}width:.4mm;height:2.8mm;background:#000}}", "that looks like a 1"),
        ("td:nth-child(2){text-decoration:line-through #fff}", "a light line through “98”"),
        (
            "td{background:#ddd} td:nth-child(2){text-decoration:line-through #ddd}",
            "a light line through “98”",
        ),
    ],
)  # fmt: skip
def test_what_looks_like_another_number_is_a_doubt(css: str, expected: str) -> None:
    body = TABLE.replace(">16<", "><b>16</b><").replace(">98<", "><b>98</b><")
    assert any(expected in found for _, found in reported(body, css)), reported(body, css)


@pytest.mark.parametrize(
    "css",
    [
        "",
        "td{border:.3mm solid}",
        "table{border-collapse:collapse} td{border:.2mm solid}",
        "td{border-left:.2mm solid}",
        "td{border-bottom:.2mm solid;background:#eee}",
        "table{transform:rotate(180deg)}",
        "table{transform:rotate(90deg) translate(9mm)}",
        "td{text-decoration:underline}",
        "td{background:#ddd;color:#356}",
        "td{background:linear-gradient(#fff,#ccc)}",
        "p{word-spacing:.5em;letter-spacing:.1em}",
        "p{letter-spacing:-.03em}",
        "p{font-style:italic;font-size:7pt}",
        "p{border-left:1mm solid;padding-left:2mm}",
        "p::before{content:'';display:inline-block;width:4mm;height:4mm;border:.2mm solid}",
    ],
)
def test_what_is_read_as_it_was_meant_is_not_reported(css: str) -> None:
    assert reported(PARAGRAPH, css) == []
    assert reported(TABLE, css) == []
