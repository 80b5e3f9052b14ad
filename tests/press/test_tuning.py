"""The engine with each of our steps, held against the engine without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.kinds import KINDS
from aidgen.page.render import render
from aidgen.press.engine.document import Source
from tests.mini import aid_of
from tests.sheets import pieces_of

RULES = """<style>
:root { --gap: 2mm; --tint: #cde; --font: "Source Sans 3", sans-serif }
body { font-family: var(--font); font-size: 9pt; width: 90mm }
p { padding: var(--gap) 5%; margin: 1mm auto; background: var(--tint); hyphens: auto }
p.wide { width: calc(50% + 3mm); min-height: 10%; box-sizing: border-box; border: 1px solid }
p.own { --gap: 4mm; letter-spacing: .4px; word-spacing: 2px; text-decoration: underline }
p.caps { font-variant: small-caps; font-feature-settings: "onum"; vertical-align: .3ex }
p::first-letter { font-size: 2em } p::first-line { font-weight: bold; letter-spacing: 1px }
table { border-collapse: collapse; width: 80% } td { border: 2px solid; padding: 1mm }
td.thick { border: 5px solid; box-sizing: border-box } table.apart { border-collapse: separate }
.flex { display: flex; gap: var(--gap) } .flex p { flex: 1; min-width: 10mm; width: auto }
.grid { display: grid; grid-template-columns: 1fr 2fr } .rows { columns: 2; height: 20mm }
.left { float: left; width: 30% } .up { position: absolute; top: 1mm; right: 0; width: 3em }
.rule { border-left-style: dashed } .turn { page: turned } .deep, .deep p { page: deep }
@page turned { size: 60mm 40mm } @page deep { size: 50mm }
.head { position: running(head) }
@page { @top-left { content: element(head) } }
.on img { width: 5mm; height: 5mm } img.clear { opacity: .5 } .on img.wide { width: 7mm }
.next { position: relative; left: 2mm } b { display: inline-block; width: 20% }
</style>"""
SHAPES = (
    "<path d='M0 0h9v9z' stroke='navy' stroke-dasharray='1 2' fill='%23a00' fill-opacity='.4'/>",
    "<path d='M0 0h9v9z'/>",
    "<g opacity='.5'><circle cx='3' cy='4' r='2'/></g>",
    "<linearGradient id='g'><stop offset='0' stop-color='red'/><stop offset='1'/></linearGradient>"
    "<rect width='9' height='9' fill='url(%23g)'/>",
    "<text y='8' font-size='8'>Aa</text>",
    "<defs><path id='p' d='M1 1h2v2z'/></defs><use href='%23p'/><use href='%23p' x='3'/>",
    "",
)
"""What is in pictures: some can be drawn again as they were, others have parts with a name."""
PICTURES = tuple(
    f"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{shape}</svg>"
    for shape in SHAPES
)
SHOWN = "".join(
    f'<p class=on style="background:url(&quot;{one}&quot;) 0 / 4mm 4mm">a<img alt=x src="{one}">b'
    f'<img alt=x src="{one}"><img class=clear alt=x src="{one}"><img class=wide alt=x src="{one}">'
    f'<img alt=x src="{one}">{"x" * 90}</p>'
    for one in PICTURES
)
WORDS = "Words that go on over a line or two, being more than it holds. "
BODY = f"""{RULES}<p class=wide>{WORDS * 2}</p><p class=own lang=fr>Des mots, œuvre « longue »</p>
<p class=caps>Small 123 capitals <sup>1</sup></p><p>{WORDS}<b>kept</b><i class=up>up</i></p>
<table><tr><td>1<td class=thick>2<table><tr><td>in</table></tr><tr><td>3<td>{WORDS}</table>
<table class=apart><tr><td class=thick>1<td>{WORDS}</table>
<div class=flex><p>{WORDS}</p><p class=own>one</p></div><div class=left>{WORDS}</div>
<div class=grid><p>a</p><p class=wide>{WORDS}</p></div><p class=next dir=rtl>שלום {WORDS}</p>
<p class=rule>{WORDS}</p><p class=head>{WORDS}</p><div class=rows><p>{WORDS * 3}</p></div>
<ul><li>One<ol dir=ltr><li>Two</ol></ul>
<section><div class=turn><i class=left>f</i><p>{WORDS}</p><div class=deep><p>{WORDS}</p></div></div>
<div><div><p>{WORDS}</p></div><i class=up>u</i></div></section>
<section class=deep><p>x</p></section>{SHOWN * 2}"""


def steps() -> dict[str, tuple[tuple[Any, str], ...]]:
    """Return what each of our steps takes the place of in the engine."""
    from weasyprint import css, images
    from weasyprint.css import computed_values, tokens, units
    from weasyprint.formatting_structure import boxes
    from weasyprint.layout import absolute, block, flex, float, grid, inline, page, percent, table
    from weasyprint.text import line_break

    asked = (percent, absolute, block, float, grid, inline, page, table)
    assert flex.percent is percent
    begun = [(kind, "__init__") for kind in (css.ComputedStyle, css.AnonymousStyle)]
    return {
        "initials": (*begun, (css.ComputedStyle, "__missing__")),
        "used": tuple((module, "resolve_percentages") for module in asked),
        "layouts": ((line_break.Layout, "setup"),),
        "struts": tuple(
            (module, "strut") for module in (line_break, inline, units, computed_values)
        ),
        "variables": ((tokens.Pending, "solve"),),
        "pictures": ((images.SVGImage, "draw"),),
        "flow": ((boxes.Box, "is_in_normal_flow"), (boxes.ParentBox, "page_values")),
    }


def untuned(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Have the engine do some steps as it does of itself."""
    for name in names:
        for holder, step in steps()[name]:
            ours: Callable[..., Any] = getattr(holder, step)
            monkeypatch.setattr(holder, step, ours.__wrapped__)  # type: ignore[attr-defined]


STEPS = ("initials", "used", "layouts", "struts", "variables", "pictures", "flow")


@pytest.mark.parametrize("step", STEPS)
def test_each_step_does_what_the_engine_does(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    html = f"<html lang='en'><body>{BODY}</body></html>"
    ours = Source(html).laid_out().pdf("same")
    untuned(monkeypatch, step)
    assert Source(html).laid_out().pdf("same") == ours


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_of_each_kind_is_set_the_same(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    canon, aid = aid_of(kind)
    html = pieces_of(render(canon, aid, (BUNDLED_PACK,)))[0].html
    ours = Source(html).laid_out().pdf("same")
    untuned(monkeypatch, *STEPS)
    assert Source(html).laid_out().pdf("same") == ours


def test_no_step_is_left_out() -> None:
    Source("<p>A word</p>").laid_out()
    assert set(steps()) == set(STEPS)
    for places in steps().values():
        assert all(hasattr(getattr(holder, step), "__wrapped__") for holder, step in places)
