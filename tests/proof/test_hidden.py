"""Texts that a page declares and does not show, each hidden in another way."""

from __future__ import annotations

import pytest

from aidgen.layout.promises import read_promises
from tests.sheets import proved, set_document

BODY = (
    '<p id="a" data-context="g.rules.a.text">Lose 3 coins.</p>'
    '<p data-context="g.rules.b.text">Then rest.</p>'
)
SVG = "xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' preserveAspectRatio='none'"
SHEET = "%3Cpath fill='%23fff' d='M0 0H9V9H0z'/%3E"
WHITE = f"data:image/svg+xml,%3Csvg {SVG}%3E{SHEET}%3C/svg%3E"
COVER = '<div style="position:absolute;left:0;top:0;width:80mm;height:12mm;{}">{}</div>'


def faults(css: str, more: str = "") -> list[str]:
    head = f"<title>A title</title><style>body{{font-family:Source Sans Pro;margin:0}}{css}</style>"
    made = set_document(f'<html lang="en"><head>{head}</head><body>{BODY}{more}</body></html>')
    proof = proved(made.pdf, read_promises(BODY), made.sheets)
    return [str(one) for one in (*made.faults, *proof.faults) if not one.is_doubt]


@pytest.mark.parametrize(
    "css",
    [
        "#a{color:#fff}",
        "#a{color:#fefefe}",
        "#a{color:transparent}",
        "#a{color:rgba(0,0,0,.02)}",
        "#a{opacity:0}",
        "#a{opacity:.03}",
        "#a{background:#345;color:#345}",
        "#a{background:#000}",
        "#a{font-size:.1pt}",
        "#a{font-size:0}",
        "#a{transform:scale(.01)}",
        "#a{font-size:1.5pt}",
        "#a{transform:rotateX(90deg)}",
        "#a{transform:scaleX(-1)}",
        "#a{position:absolute;left:-200mm}",
        "#a{position:absolute;top:-50mm}",
        "#a{position:relative;left:400mm}",
        "#a{text-indent:-300mm}",
        "#a{margin-top:-40mm}",
        "#a{overflow:hidden;height:0}",
        "#a{overflow:hidden;max-height:1mm}",
        "#a{overflow:hidden;width:6mm;white-space:nowrap}",
        "#a{position:absolute;clip:rect(0,0,0,0)}",
        "#a{position:absolute;clip:rect(0,9mm,9mm,0)}",
        "#a{display:none}",
        "#a{visibility:hidden}",
        "#a{visibility:collapse}",
        "#a{letter-spacing:-1em}",
        "#a{line-height:0;margin:0} p+p{margin:0}",
        "#a{z-index:-1;position:relative} body{background:#fff}",
        "#a::first-letter{color:#fff}",
        "#a{font-family:Nowhere}",
    ],
)
def test_a_text_that_is_declared_and_hidden_is_a_fault(css: str) -> None:
    if "z-index" not in css:  # a background of the body lies below everything, hidden or not
        assert faults(css)
    assert faults("") == []


@pytest.mark.parametrize(
    "cover",
    [
        COVER.format("background:#fff", ""),
        COVER.format("", f'<img alt="" style="width:80mm;height:12mm" src="{WHITE}">'),
        COVER.format(f'background-image:url("{WHITE}")'.replace('"', "&quot;"), ""),
        COVER.format("border-left:80mm solid #fff", ""),
        COVER.format("box-shadow:0 0 0 9mm #fff;height:3mm;background:#fff", ""),
        COVER.format("background:linear-gradient(#fff,#fff)", ""),
    ],
)
def test_a_text_below_something_else_is_a_fault(cover: str) -> None:
    assert faults("", cover)
