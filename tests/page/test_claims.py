"""Elements of a pack's own templates that give out words as the game's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.page.render import render
from aidgen.problems import InputError
from tests.mini import read

START = "{% set rule = find('rules.start') %}{% set table = find('tables.wounds') %}\n"
TEXT = "Every hero has 12 health &amp; a sword."


def reported(pack: Path, body: str) -> str:
    """Return what is wrong with a page of a template that writes that; "" if nothing."""
    path = pack / "templates" / "flow" / "page.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{START}<h1>{{{{ aid.title|line }}}}</h1>\n{body}\n", encoding="utf-8")
    try:
        render(localize(read(pack), {}, "en"), "plan", (pack, BUNDLED_PACK))
    except InputError as error:
        return str(error.problems[0])
    return ""


@pytest.mark.parametrize(
    "body",
    [
        '<p data-context="mini.rules.start.text">Every hero has 19 health &amp; a sword.</p>',
        '<p data-context="mini.rules.start.text">Every hero has no health.</p>',
        '<p data-context="mini.rules.start.text">Never. {{ rule.text|words }}</p>',
        '<p data-context="mini.rules.start.text">{{ rule.text|words }} −1</p>',
        '<p data-context="mini.rules.start.text">{{ rule.title|line }}</p>',
        '<p data-context="ui.unofficial">Official</p>',
        '<p data-context="mini.nothing.such">Fight</p>',
        '{{ rule.text|block }}<p data-continues data-context="">9 more</p>',
        '<p{{ rule.text|promise }}>{{ rule.text|plain|replace("12", "19") }}</p>',
        '<p{{ rule.text|promise }}>{{ (rule.text|words).split("12")|join("19") }}</p>',
        '<p{{ rule.text|promise }}>{{ rule.title|upper }}</p>',
        '<span data-figure="9">19</span>',
        '<span data-figure="12">{{ 19|written }}</span>',
        '<table data-context="mini.tables.wounds" data-title="Wounds">'
        '<tr><td data-figure="77">77</td></tr></table>',
        '<table data-context="mini.tables.wounds" data-title="Wounds"><tr><td>77</td></tr></table>',
        '<p aria-hidden="true">Attack 99</p>',
        '<p aria-hidden="true"><b>Attack 77{{ 9 }}</b></p>',
        '<table data-context="mini.tables.wounds" data-title="W"><tr><td>{{ 9 }}</td></tr></table>',
        '<p data-margin="top-left">Attack 99</p>',
        '<svg viewBox="0 0 9 9"><text x="0" y="5" font-family="Source Sans Pro">99</text></svg>',
        '<svg viewBox="0 0 9 9" aria-hidden="true"><g><text><tspan>99</tspan></text></g></svg>',
    ],
)  # fmt: skip
def test_words_that_the_game_does_not_have_are_refused_at_their_line(pack: Path, body: str) -> None:
    said = reported(pack, body)
    assert re.match(r"templates/flow/page\.html:3(:\d+)?: error: template: “", said), said
    assert "print it with `|line`" in said


@pytest.mark.parametrize(
    "body",
    [
        "{{ rule.text|line }}",
        "{{ rule.text|block }}",
        "<p{{ rule.text|promise }}>{{ rule.text|words }}</p>",
        "<p{{ rule.title|promise }}>{{ rule.title|plain|upper }}:</p>",
        "<p{{ rule.title|promise }}>{{ rule.title|words }} ({{ words.unofficial }})</p>",
        f'<p data-context="mini.rules.start.text">{TEXT}</p>{{{{ rule.text|plain }}}}',
        '<p aria-hidden="true">{{ rule.text|plain }}, {{ 9|line }}</p>',
        '<p aria-hidden="true">Once more: {{ aid.title }} {{ 1 + 1 }}/{{ 3|string }}</p>',
        '<span data-figure="3">{{ 3|written }}</span>',
        '<span data-figure="-2">−2</span>',
        '<p data-margin="top-left">{{ rule.title|line }}</p>',
        "<p>{{ 99|line }}</p>",
        "{% from 'records.html' import record with context %}{{ record('tables.wounds', 2) }}",
    ],
)  # fmt: skip
def test_words_that_filters_print_are_those_of_the_game(pack: Path, body: str) -> None:
    assert reported(pack, body) == ""


@pytest.mark.parametrize("value", ["", "-1", "--5", "x", "1/0", "1e9", "9" * 5000, "٣", "nan"])
@pytest.mark.parametrize(
    "body",
    [
        '<div data-fill="{}">x</div>',
        '<div data-row="{}">x</div>',
        '<p data-unit="{}">x</p>',
        '<main data-x="{}">x</main>',
        '<table><tr><td colspan="{}">x</td></tr></table>',
        '<table><tr><td rowspan={}>x</td></tr></table>',
        '<ol start="{}"><li>x</li></ol>',
        '<p data-figure="{0}">{0}</p>',
        '<table data-context="" data-title="T"><tr><td data-figure="{0}">{0}</td></tr></table>',
    ],
)  # fmt: skip
def test_an_attribute_that_is_no_number_is_refused_at_its_line(
    pack: Path, body: str, value: str
) -> None:
    written = body.format(value)
    said = reported(pack, written)
    right = {
        "": ("data-row", "data-figure"),
        "-1": ("<p data-figure", "start"),
    }
    if any(name in body for name in right.get(value, ())):
        assert said == ""
    else:
        assert re.match(r"templates/flow/page\.html:3(:\d+)?: error: template: ", said), said
        assert "Error" not in said
        assert "Fraction" not in said
