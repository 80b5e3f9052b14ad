"""Inflected forms of glossary terms."""

from __future__ import annotations

import re
from pathlib import Path

from tests.commands import aidgen

PO = "locales/fr/mini.po"


def term(pack: Path, words: str) -> Path:
    """Translate the term `hero` of Mini, and return the file."""
    aidgen("i18n", "sync", "fr", "--pack", pack)
    path = pack / PO
    before, _, after = path.read_text(encoding="utf-8").partition('msgctxt "mini.terms.hero.one"')
    after = re.sub('msgstr "[^"]*"', f'msgstr "{words}"', after, count=1)
    path.write_text(f'{before}msgctxt "mini.terms.hero.one"{after}', encoding="utf-8")
    return path


def test_forms_are_listed_and_added(pack: Path) -> None:
    path = term(pack, "hérosse")
    assert "hérosse|héros\n" in aidgen("i18n", "forms", "fr", "--pack", pack).stdout
    assert 'msgstr "hérosse"' in path.read_text(encoding="utf-8")
    assert "1 form added" in aidgen("i18n", "forms", "fr", "--add", "--pack", pack).stdout
    assert 'msgstr "hérosse|héros"' in path.read_text(encoding="utf-8")
    assert "0 forms found" in aidgen("i18n", "forms", "fr", "--pack", pack).stdout


def test_a_star_in_a_further_form_is_no_emphasis(pack: Path) -> None:
    term(pack, "héros|hér*")
    assert "emphasis" not in aidgen("check", "--locale", "fr", "--pack", pack).stderr
    term(pack, "hér*os")
    assert "emphasis" in aidgen("check", "--locale", "fr", "--pack", pack).stderr
