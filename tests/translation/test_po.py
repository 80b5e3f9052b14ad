"""PO files: a translation written into its file, where nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from aidgen.game.context import Context
from aidgen.problems import InputError, Where
from aidgen.translation.po import read_po, replace_translation

FILE = """\
# A translator's words.
msgid ""
msgstr "Language: fr\\n"

# Mine.
#. a rule, in full
#: content/mini/rules.yaml:7
#, fuzzy, python-brace-format
#| msgid "Old."
msgctxt "mini.rules.start.text"
msgid "Every hero has a sword."
msgstr "Chaque héros."

msgctxt "mini.rules.start.title"
msgid "Start"
msgstr "Début"

msgctxt "mini.rules.many.text"
msgid "{n} hero"
msgid_plural "{n} heroes"
msgstr[0] "{n} héros"
msgstr[1] "{n} héros"

#~ msgctxt "mini.rules.start.gone"
#~ msgid "Gone"
#~ msgstr "Parti"
"""
WHERE = Where("locales/fr/mini.po", 13, 1)


def changed(context: str, *forms: str) -> str:
    return replace_translation(FILE, WHERE, Context.read(context), forms)


def test_a_translation_stands_in_its_place_and_is_fuzzy_no_more() -> None:
    new = changed("mini.rules.start.text", 'Chaque « héros » a une "épée".')
    flags, former = "#, fuzzy, python-brace-format\n", '#| msgid "Old."\n'
    expected = FILE.replace(flags + former, "#, python-brace-format\n")
    words = 'msgstr "Chaque « héros » a une \\"épée\\"."'
    assert new == expected.replace('msgstr "Chaque héros."', words)


def test_each_form_has_its_line_and_their_number_is_that_of_the_file() -> None:
    new = changed("mini.rules.many.text", "un héros", "{n} héros")
    assert new == FILE.replace('msgstr[0] "{n} héros"', 'msgstr[0] "un héros"')
    with pytest.raises(InputError, match=r"found 1 forms of `mini\.rules\.many\.text`, expected 2"):
        changed("mini.rules.many.text", "un")


@pytest.mark.parametrize("context", ["mini.rules.gone", "mini.rules.start.gone"])
def test_a_text_without_an_entry_is_reported(context: str) -> None:
    with pytest.raises(InputError, match=rf"no entry `{context}`.*i18n sync"):
        changed(context, "x")


def test_a_file_of_excel_is_answered_with_the_file_to_save_instead(tmp_path: Path) -> None:
    path = tmp_path / "game.po"
    Workbook().save(path)
    hint = r"save the texts as PO \(gettext\) in UTF-8, with a PO editor"
    with pytest.raises(InputError, match=rf"is a workbook \(XLSX, ODS\), .* \({hint}\)"):
        read_po(path, "fr/x.po")
    path.write_text("a\tb\n", encoding="utf-16")
    with pytest.raises(InputError, match=r"fr/x\.po: error: is in UTF-16, expected a PO file"):
        read_po(path, "fr/x.po")
