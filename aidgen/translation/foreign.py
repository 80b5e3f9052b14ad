"""PO files of other programs, compared with their sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import polib

from aidgen import BUNDLED_PACK
from aidgen.game.context import locale_code
from aidgen.game.load import template_words
from aidgen.problems import Problem, Where
from aidgen.sandbox.limits import Limits
from aidgen.translation.catalog import read_catalog, texts_by_context
from aidgen.translation.checks import language_of
from aidgen.translation.compare import compare
from aidgen.translation.po import line_of, parse_po
from aidgen.translation.words import Language

# %s and %2$d of C: a placeholder. Its number is left out, since a source seldom has it.
C_PLACEHOLDER = re.compile(r"%(?:\d+\$)?[-+0]*\d*l*([dsufi])")


def check_po(path: Path, source: str, locale: str, limits: Limits) -> tuple[int, list[Problem]]:
    """Return how many translated texts a PO file has, and their problems at their lines.

    `source` and `locale` are the languages of the msgids and msgstrs; "" is that of the header.
    Raises InputError if it is no PO file.
    """
    po, _, lines = parse_po(path, str(path), path.parent, limits)
    locale = locale or po.metadata.get("Language", "")
    languages = (_language(locale_code(source)), _language(locale_code(locale)))
    entries = po.translated_entries()
    problems = [
        replace(problem, where=Where(str(path), line_of(entry, lines)))
        for entry in entries
        for problem in _differences(entry, *languages)
    ]
    return len(entries), problems


def _language(locale: str) -> Language:
    words = template_words(BUNDLED_PACK)[0]
    name = f"locales/{locale}/ui.po"
    return language_of(words, texts_by_context([read_catalog(BUNDLED_PACK / name, name)]), locale)


def _differences(entry: polib.POEntry, source: Language, target: Language) -> Iterator[Problem]:
    """Yield the problems of an entry; a plural form may be that of either of its sources."""
    in_c = "c-format" in entry.flags
    sources = [_plain(words, in_c=in_c) for words in (entry.msgid, entry.msgid_plural) if words]
    for form in entry.msgstr_plural.values() or [entry.msgstr]:
        problems = [compare(text, _plain(form, in_c=in_c), source, target) for text in sources]
        yield from problems[-1] if all(problems) else ()


def _plain(text: str, *, in_c: bool) -> str:
    if in_c:
        text = C_PLACEHOLDER.sub(r"{\1}", text)
    reader = _WordReader()
    reader.feed(text)
    reader.close()
    return reader.words.replace("*", "")


class _WordReader(HTMLParser):
    words = ""

    def handle_starttag(self, tag: str, attrs: object = None) -> None:
        self.words += " "

    handle_endtag = handle_starttag

    def handle_data(self, data: str) -> None:
        self.words += data
