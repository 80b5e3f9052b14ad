"""The engine with our speed-ups: the same pages as without, and nothing left of a layout."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import pytest

from aidgen.cli import doctor
from aidgen.game.load import BUNDLED_PACK
from aidgen.page.kinds import KINDS
from aidgen.page.pieces import together
from aidgen.page.render import render
from aidgen.press.engine import patches
from aidgen.press.engine.document import HtmlDocument
from tests.commands import ENVIRONMENT
from tests.mini import aid_of
from tests.sheets import pieces_of

WORDS = "Words that go on over a line or two, being more than it holds. "
RULES = """<style>
:root { --gap: 2mm; --tint: #cde; --font: "Source Sans Pro", sans-serif }
body { font-family: var(--font); font-size: 9pt; width: 90mm }
p { padding: var(--gap) 5%; margin: 1mm auto; background: var(--tint); hyphens: auto }
p { margin-inline-start: 3mm; padding-block: 2mm 1mm; border: 1px solid; inset-inline: 1mm auto }
p[dir] { direction: rtl; margin-inline-start: 5mm; margin-left: 2mm }
p.wide { width: calc(50% + 3mm); min-height: 10%; box-sizing: border-box; border: 1px solid }
p.own { --gap: 4mm; letter-spacing: .4px; word-spacing: 2px; text-decoration: underline }
p::first-letter { font-size: 2em } p::first-line { font-weight: bold; letter-spacing: 1px }
table { border-collapse: collapse; width: 80% } td { border: 2px solid; padding: 1mm }
td.thick { border: 5px solid; box-sizing: border-box } table.apart { border-collapse: separate }
td::before { content: "x"; border-left: 2px solid } li::marker { color: #333 }
b, td { --w: 9mm; color: inherit; float: initial; margin: inherit; text-decoration: underline }
b { display: inline-block; position: relative; width: calc(10% + 3px); min-width: var(--w, 4mm) }
u { border-bottom: 1px solid; padding: 1px } .rule { border-inline-start-style: dashed }
.flex { display: flex; gap: var(--gap) } .flex p { flex: 1; min-width: 10mm; width: auto }
.grid { display: grid; grid-template-columns: 1fr 2fr } .rows { columns: 2; height: 20mm }
.left { float: left; width: 30% } .up { position: absolute; top: 1mm; right: 0; width: 3em }
i { text-decoration: line-through } .turn { page: turned } @page turned { size: 60mm 40mm }
</style>"""
TEXTS = f"""<p class=wide>{WORDS * 2}</p><p class=own lang=fr>Des mots « longs »</p>
<p dir=rtl>and <u>ways</u> <b>of <i>all</i></b> kinds</p><p>{WORDS}<i class=up>up</i></p>
<table><tr><td>1<td class=thick>2<table><tr><td>in</table></tr><tr><td>3<td>{WORDS}</table>
<table class=apart><tr hidden><td>0<tr><td class=thick>1<td>{WORDS}</table>
<div class=flex><p>{WORDS}</p><p class=own>one</p></div><div class=left>{WORDS}</div>
<div class=grid><p>a</p><p class=wide>{WORDS}</p></div><div class=rows><p>{WORDS * 3}</p></div>
<div dir=rtl><ul><li>One<ol dir=ltr><li>Two</ol></ul></div><menu><li>Three<ul><li>Four</ul></menu>
<dl><dd>Five</dl><p class=rule>A <q>word</q> of<br>two</p><div class=turn><p>{WORDS}</p></div>"""
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' {0}>{1}</svg>"
"""A picture: its attributes and what is in it."""
INNER = PICTURE.format("width='9' height='9'", "<path d='M1 2h3v4z' fill='#123456'/>")
OUTER = PICTURE.format(
    "", f"<image href='data:image/svg+xml,{quote(INNER)}' width='9' height='9'/>"
)
SHAPES = (
    "<marker id='m' markerWidth='2' markerHeight='2'><path d='M0 0h2v2z'/></marker>"
    "<path d='M1 1 5% 50%q1 2 3 4t2 1s1 2 2 2a3 2 9 0 1 2 2' marker='url(#m)' fill='none'/>"
    "<path d='M1 1h2l3' fill='#123456'/>"
    "<g transform='scale(2)'><path d='M1 1h2v2z' opacity='.5'/></g><path d='M1 1h2v2z'/>"
)
PATHS = [PICTURE.format(f"width='{width}' height='9'", SHAPES) for width in (9, 9, 30)]
"""The same paths twice and in a larger picture; one of them is broken off."""
DOCUMENTS = {
    "texts": f"{RULES}{TEXTS}",
    "lists": """<style>div { display: list-item; list-style: lower-alpha inside }
        div { text-transform: uppercase }</style><div>Three</div>""",
    "footnote": "<style>p i { float: footnote } p::footnote-call { content: '*' }</style><p>A<i>B",
    "note": "<style>@page { @note-area { position: note(x) } } i { position: note(x) }</style>"
    "<p>A<i>B</i>",
    "picture": f'<img alt="x" src="data:image/svg+xml,{quote(OUTER)}">',
    "paths": "".join(f'<img alt="x" src="data:image/svg+xml,{quote(one)}">' for one in PATHS),
    "sums": "<style>:root { --gap: 1px } b { width: calc(1em + 2px) }"
    "i { margin: max(2px, calc(1em - var(--gap))) }</style><b>x</b><i>y</i>",
}
"""Bodies with all that the speed-ups have to do with."""


def pages(name: str) -> str:
    """Return the HTML of one of `DOCUMENTS`, or of the pages of an aid of a kind."""
    if name in DOCUMENTS:
        return f"<html lang='en'><body>{DOCUMENTS[name]}</body></html>"
    game, aid = aid_of(name)
    pieces = pieces_of(render(game, aid, (BUNDLED_PACK,)))
    return together([piece for piece in pieces if piece.head == pieces[0].head])


VALUES = (
    *(f"{kind}_{side}" for kind in ("margin", "padding") for side in patches.SIDES),
    *(f"border_{side}_{part}" for part in ("width", "style") for side in patches.SIDES),
    *("width", "min_width", "max_width", "height", "min_height", "max_height", "page", "color"),
    *("position", "float", "display", "direction", "text_decoration_line", "font_size"),
)
"""The computed values that are compared."""
ALL = (*DOCUMENTS, *KINDS)


def digests() -> dict[str, list[str]]:
    """Return digests of the PDFs and the computed styles of all these documents."""
    found = {}
    for name in ALL:
        rendering = HtmlDocument(pages(name)).lay_out()
        pdf, warnings, _ = rendering.write_pdf("same")
        styles = [
            (box.element_tag, [(key, value(box.style, key)) for key in VALUES])
            for page in rendering.pages
            for box in page.page.engine.descendants()
        ]
        made = (pdf, repr(warnings).encode(), repr(styles).encode())
        found[name] = [sha256(one).hexdigest() for one in made]
    return found


def value(style: Any, name: str) -> Any:
    """Return a value of a style, a formula as it is written, several in order."""
    found = style[name]
    if isinstance(found, (set, frozenset)):
        return sorted(found)
    return found.serialize() if hasattr(found, "serialize") else found


def test_speedups_change_no_output() -> None:
    without = subprocess.run(
        [sys.executable, "-P", "-m", "tests.press.test_speedups"],
        capture_output=True,
        check=True,
        env=ENVIRONMENT,
    )
    expected = json.loads(without.stdout)
    found = digests()
    assert [name for name in ALL if found[name] != expected[name]] == []


@contextmanager
def uncollected() -> Iterator[None]:
    """Have nothing collected for a while, and ignore what there is, which stays out of rounds."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize("name", ["texts", "picture", "paths", "sums", *KINDS])
def test_nothing_is_left_of_a_layout(name: str) -> None:
    document = HtmlDocument(pages(name))
    document.lay_out().write_pdf("first")
    with uncollected():
        document.lay_out(endless=True)
        document.lay_out().write_pdf("again")
        names = (f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())
        left = Counter(one for one in names if one.startswith(("weasyprint.", "aidgen.")))
    del left["weasyprint.css.properties.Dimension"]  # of style sheets, which are kept
    assert not left


def test_a_picture_within_a_picture_is_drawn() -> None:
    pdf, warnings, _ = HtmlDocument(pages("picture")).lay_out().write_pdf("picture")
    assert b"1 2 m" in pdf
    assert not warnings


def test_boxes_without_an_element_share_a_style() -> None:
    (page,) = HtmlDocument("<html><body>a<p>b</p>c<p>d</p>e</body></html>").lay_out().pages
    root = next(box for box in page.page.engine.children if box.element_tag == "html")
    between = [box.style for box in root.children[0].children if box.element_tag == "body"]
    assert len(between) == 3
    assert len({*map(id, between)}) == 1


def test_doctor_says_when_speedups_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "speed-ups" not in doctor.NEEDS["typesetting"]()
    monkeypatch.setattr(patches, "version", lambda _: "69.0")
    assert doctor.NEEDS["typesetting"]().endswith("; speed-ups are off, they need 70.0")
    monkeypatch.setattr(patches, "SPEEDUPS", ())
    assert "speed-ups" not in doctor.NEEDS["typesetting"]()


if __name__ == "__main__":
    patches.SPEEDUPS = ()
    print(json.dumps(digests()))
