"""Translators' PO files: read, counted, and held against the canon.

msgctxt is the path of ids, so a translation survives any reordering.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from aidgen.game.canon import Canon
from aidgen.game.texts import Origin, Text, forms
from aidgen.language import plurals
from aidgen.language.agreement import Disagreement, Glossary, disagreements, misused, short
from aidgen.language.language import LANGUAGE_WORDS, Language
from aidgen.language.leftovers import Vocabulary, leftovers
from aidgen.problems import Problem, Where
from aidgen.translation.po import line_of, read, wanted


@dataclass(frozen=True)
class Entry:
    """One text of a PO file."""

    where: Where
    source: str
    text: Text
    plural: str = ""
    """The source of a text with forms, as msgid_plural has it."""

    def made_for(self, text: Text) -> bool:
        """Tell whether this is a translation of `text`, and of no former one."""
        return (self.source, self.plural) == text.ids


@dataclass(frozen=True)
class Catalog:
    """The translation of one game, or of the templates' words, into one language."""

    file: str
    entries: Mapping[str, Entry]

    @property
    def locale(self) -> str:
        """The language that the file is in, by its folder; "" if it is in none."""
        return PurePosixPath(self.file).parent.name


def catalog(path: Path, name: str) -> Catalog:
    """Read the PO file at `path`, called `name` in problems; no file is an empty catalogue.

    Raises Unusable with the place of what keeps it from being read.
    """
    if not path.is_file():
        return Catalog(name, {})
    po, lines = read(path, name)
    entries: dict[str, Entry] = {}
    for entry in po:
        if entry.obsolete:
            continue
        where = Where(name, line_of(entry, lines), 1)
        ids = (entry.msgid, entry.msgid_plural or "")
        text = _text(entry.msgstr, entry.msgstr_plural, "fuzzy" if entry.fuzzy else "translated")
        entries[entry.msgctxt or ""] = Entry(where, ids[0], text, ids[1])
    return Catalog(name, entries)


def _text(single: str, plural: Mapping[int, str], state: Origin) -> Text:
    """Return what a translator wrote, missing unless it is whole: the form of each number."""
    words = [plural[place].strip() for place in sorted(plural)] or [single.strip()]
    if not all(words):
        return Text(next(filter(None, words), ""), "missing")
    forms = tuple((str(place), words[i]) for i, place in enumerate(sorted(plural)))
    return Text(words[-1], state, plural=forms)


def translation(catalogs: Iterable[Catalog]) -> dict[str, Text]:
    """Return every translated or fuzzy text of `catalogs` by its context."""
    return {
        context: entry.text
        for found in catalogs
        for context, entry in found.entries.items()
        if entry.text.state != "missing"
    }


def dated(canon: Canon, domain: str, found: Catalog) -> Catalog:
    """Return `found` with those texts fuzzy that were made for another text than the canon's."""
    entries = dict(found.entries)
    for context, _, text in wanted(canon, domain):
        entry = entries.get(context)
        if entry is not None and not entry.made_for(text) and entry.text.state == "translated":
            entries[context] = replace(entry, text=Text(entry.text, "fuzzy"))
    return replace(found, entries=entries)


@dataclass(frozen=True)
class Tally:
    """How far a translation is: its texts by their state, and the words of the source."""

    translated: int
    fuzzy: int
    missing: int
    words: int

    @property
    def percent(self) -> int:
        """How much is translated, rounded down: 100 is all."""
        total = self.translated + self.fuzzy + self.missing
        return 100 * self.translated // total if total else 100


def contexts(canon: Canon) -> frozenset[str]:
    """Return the contexts of all texts of a game and of the templates."""
    return frozenset(
        context for domain in (canon.game.id, "ui") for context, _, _ in wanted(canon, domain)
    )


def tally(canon: Canon, domain: str, found: Catalog) -> Tally:
    """Count the texts of `domain` by the state of their translation in `found`."""
    entries = dated(canon, domain, found).entries
    states, words = Counter[str](), 0
    for context, _, text in wanted(canon, domain):
        states[entries[context].text.state if context in entries else "missing"] += 1
        words += len(text.split())
    return Tally(states["translated"], states["fuzzy"], states["missing"], words)


# What is wrong with a translation ---------------------------------------------------------------


def faults(
    canon: Canon,
    domain: str,
    found: Catalog,
    source: Mapping[str, Text],
    language: Mapping[str, Text],
) -> list[Problem]:
    """Return what is wrong with the translation `found` of the texts of `domain`.

    `source` and `language` hold the words of the templates in the language of the texts and of
    their translation, among them the number words, dice letters and comparisons by which the two
    are held against each other; where they lack one, the English word is taken.
    """
    english = {f"ui.{name}": word for name, word in canon.words.items()}
    here, there = Language.of({**english, **source}), Language.of({**english, **language})
    terms = glossary(canon, found) if domain != "ui" else Glossary.of([])
    vocabulary = Vocabulary.of(here, there, translated(found))
    problems: list[Problem] = []
    contexts = set()
    for context, path, text in wanted(canon, domain):
        contexts.add(context)
        entry = found.entries.get(context)
        if entry is None or entry.text.state == "missing":
            where = entry.where if entry else Where(found.file)
            message, hint = f"`{context}` is not translated", f"“{short(text)}”"
            problems.append(Problem(where, message, hint, "warning"))
            continue
        if entry.text.state == "fuzzy" or not entry.made_for(text):
            hint = "read the source again, then remove the flag `fuzzy`"
            message = f"`{context}` was made for another text"
            problems.append(Problem(entry.where, message, hint, "warning"))
            continue  # what it says of the other text is not held against it
        if domain == "ui" and path[-1] in LANGUAGE_WORDS:
            continue
        said = list(_said_otherwise(text, entry.text, here, there, found.locale))
        if path[0] != "terms" or path[-1] == "definition":
            said += misused(text, entry.text, here, there, terms)
            said += leftovers(text, entry.text, vocabulary)
        said += _too_long(canon, path, entry.text)
        said += _miscounted(entry.text, found.locale)
        problems += (Problem(entry.where, *one) for one in said)
    problems += [
        Problem(entry.where, f"`{context}` is no text of the canon", "run `aidgen i18n sync`")
        for context, entry in found.entries.items()
        if context not in contexts
    ]
    return problems


def _said_otherwise(
    text: Text, translated: Text, here: Language, there: Language, locale: str
) -> Iterator[Disagreement]:
    """Yield what a translation, or one of its forms, says otherwise than the source.

    A form says what the source says of many; that of a single number may say what it says of one,
    which need not name the number: "a card".
    """
    for place, wording in translated.plural or (("", str(translated)),):
        alone = place and locale and plurals.is_of_one(locale, int(place))
        sources = (text.wordings[0], str(text)) if alone else (str(text),)
        told = [list(disagreements(source, wording, here, there)) for source in sources]
        if all(told):
            yield from told[-1]


def _too_long(canon: Canon, path: tuple[str, ...], text: Text) -> Iterator[Disagreement]:
    _, limit = canon.role(path)
    longest = max(text.wordings, key=canon.length)
    if limit is not None and canon.length(longest) > limit:
        message = f"found {canon.length(longest)} characters, expected at most {limit}"
        yield Disagreement(message, f"“{short(longest)}”")


def _miscounted(text: Text, locale: str) -> Iterator[Disagreement]:
    if text.plural and locale and len(text.plural) != plurals.number_of_forms(locale):
        message = f"found {len(text.plural)} forms, expected {plurals.number_of_forms(locale)}"
        yield Disagreement(message, f"Plural-Forms of {locale}: {plurals.header(locale)}")


def glossary(canon: Canon, found: Catalog) -> Glossary:
    """Return the glossary terms that are translated, and the titles of the records."""
    pairs: list[tuple[list[str], list[str]]] = []
    for name, term in canon.terms.items():
        source, target = [], []
        for field in ("one", "many"):
            word = getattr(term, field)
            entry = found.entries.get(canon.context(("terms", name, field)))
            if word is not None and entry is not None and entry.text.state != "missing":
                source += forms(word)
                target += forms(entry.text)
        if source:
            pairs.append((source, target))
    return Glossary.of(pairs, (text for path, text in canon.texts() if path[-1] == "title"))


def translated(found: Catalog) -> Iterator[tuple[str, str]]:
    """Yield the texts that are translated, each with its translation."""
    for entry in found.entries.values():
        if entry.text.state == "translated":
            yield entry.source, entry.text
