"""Styles begun with the initial values, held against those that the engine works out one by one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from aidgen.press.engine.document import HtmlDocument

RULES = """<style>
p { margin-inline-start: 3mm; padding-block: 2mm 1mm; border: 1px solid; inset-inline: 1mm auto }
p[dir] { direction: rtl; margin-inline-start: 5mm; margin-left: 2mm }
b { display: inline-block; position: relative; width: calc(10% + 3px); min-width: var(--w, 4mm) }
b, td { --w: 9mm; color: inherit; float: initial; margin: inherit; text-decoration: underline }
u { border-bottom: 1px solid; padding: 1px }
i { position: absolute; float: left; page: other; text-decoration: line-through }
p::first-line { letter-spacing: 1px; background: #eee } p::first-letter { font-size: 2em }
td::before { content: "x"; border-left: 2px solid } li::marker { color: #333 }
table { border-collapse: collapse } td { padding: 1mm; border: 1px solid }
</style>
<p><u>Words</u> <b>of <i>all</i></b> kinds</p><p dir=rtl>and <u>ways</u></p><ul><li>One</ul>
<table><tr><td>1<td>2</table><div style="display: flex"><p>a</p><p>b</p></div>"""


def computed(html: str) -> list[dict[str, Any]]:
    """Return all values of the styles of all boxes of a document."""
    from weasyprint.css import INITIAL_VALUES

    return [
        {key: value(box.style, key) for key in INITIAL_VALUES}
        for page in HtmlDocument(html).lay_out().pages
        for box in page.page.engine.descendants()
    ]


def value(style: Any, name: str) -> Any:
    """Return a value of a style, a formula as it is written.

    None if the engine has it under another name alone.
    """
    try:
        found = style[name]
    except KeyError:
        return None
    return found.serialize() if hasattr(found, "serialize") else found


@contextmanager
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the engine begin its styles as it does of itself."""
    from weasyprint import css

    with monkeypatch.context() as patch:
        for kind in (css.ComputedStyle, css.AnonymousStyle):
            patch.setattr(kind, "__init__", kind.__init__.__wrapped__)
        found = css.ComputedStyle.__missing__.__wrapped__
        patch.setattr(css.ComputedStyle, "__missing__", found)
        yield


def test_a_style_has_the_same_values_as_worked_out_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    html = f"<html lang='en'><body>{RULES}</body></html>"
    ours = computed(html)
    with one_by_one(monkeypatch):
        assert computed(html) == ours
