"""Kinds that a game makes out of ours: papers, type and templates of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.page.render import render
from aidgen.rules import check_game
from tests.mini import change, read

KINDS = "kinds: {ledger: {extends: form, papers: [A4], smallest_type: 9, template: books}}\n"


def with_kind(pack: Path, kinds: str = KINDS) -> None:
    """Give the game Mini a kind of its own, and an aid of it."""
    (pack / "content/mini/kinds.yaml").write_text(kinds, encoding="utf-8")
    change(pack, "content/mini/aids.yaml", "kind: form", "kind: ledger")


def test_a_kind_of_a_game_is_another_one_but_for_what_it_says(pack: Path) -> None:
    with_kind(pack)
    folder = pack / "templates" / "books"
    folder.mkdir(parents=True)
    (folder / "style.css").write_text('{% include "ours/form/style.css" %}\nh1 { color: #123 }\n')
    game_data = read(pack)
    assert check_game(game_data) == []
    (sheet,) = render(game_data, "pad", (pack, BUNDLED_PACK)).documents
    assert sheet.smallest == 9
    assert 'data-type="8 10.5"' in sheet.html
    assert "h1 { color: #123 }" in sheet.html
    assert "--line:" in sheet.html


def test_a_page_of_its_own_may_build_on_ours(pack: Path) -> None:
    with_kind(pack)
    folder = pack / "templates" / "books"
    folder.mkdir(parents=True)
    page = '{% extends "ours/form/page.html" %}{% block furniture %}<hr>{% endblock %}'
    (folder / "page.html").write_text(page)
    parts = render(read(pack), "pad", (pack, BUNDLED_PACK))
    assert "<hr>" in parts.documents[0].html


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ("kinds: {form: {extends: sheet}}", "kinds.yaml:1:9: error: `form` is a built-in kind"),
        ("kinds: {ledger: {extends: form, papers: [A3]}}", "`form` cannot use the paper `A3`"),
        ("kinds: {leger: {extends: form}}", "unknown kind of aid `ledger` (did you mean `leger`?)"),
    ],
)
def test_a_kind_that_cannot_be_is_reported(pack: Path, kinds: str, said: str) -> None:
    with_kind(pack, kinds)
    assert [one for one in map(str, check_game(read(pack))) if said in one]
