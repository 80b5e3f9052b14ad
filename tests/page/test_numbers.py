"""Numbers that a template reckons are written as the language of its page has them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.filters import RenderState
from aidgen.page.markdown import Texts
from aidgen.page.templates import render_template
from aidgen.problems import InputError
from tests.mini import MINI


def _poured(root: Path, locale: str, source: str) -> str:
    path = root / "templates" / "numbers.html"
    path.parent.mkdir()
    path.write_text(source, encoding="utf-8")
    game_data = localize(load(MINI, "mini"), {}, locale)
    made = render_template(
        "numbers.html",
        {"width": 1 / 4, "many": 1200},
        (root,),
        RenderState(Texts(game_data, frozenset())),
    )
    return re.sub(r"<[^>]*>", "", made)


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", "0.5 0.25 mm 1200 1200 −3 2"),
        ("fr", "0,5 0,25 mm 1200 1200 −3 2"),
        ("de", "0,5 0,25 mm 1200 1200 −3 2"),
    ],
)
def test_a_number_is_written_as_the_language_writes_it(
    tmp_path: Path, locale: str, expected: str
) -> None:
    source = """{{ 0.5|line }} {{ (width|written ~ " mm")|line }} {{ many|line }}
        {{ many|written|line }} {{ -3|written|line }} {{ 2.0|line }}"""
    assert re.sub("[ \\n]+", " ", _poured(tmp_path, locale, source)) == expected


@pytest.mark.parametrize(
    "source", ["{{ 'inf'|float|line }}", "{{ 'nan'|float|written }}", "{{ 'x'|written }}"]
)
def test_what_is_no_number_is_reported_with_its_place(tmp_path: Path, source: str) -> None:
    with pytest.raises(InputError) as reported:
        _poured(tmp_path, "en", f"\n{source}")
    assert reported.value.problems[0].where.line == 2
