"""Translators' PO files: read, kept in step with the canon, and held against it.

The only home of polib; msgctxt is the path of ids, so a translation survives any reordering.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import polib

from aidgen.agreement import Glossary, disagreements, misused, short
from aidgen.canon import PLACEHOLDER, Canon, Model, Text, forms
from aidgen.language import LANGUAGE_WORDS, Language
from aidgen.leftovers import Vocabulary, leftovers
from aidgen.problems import Problem, Unusable, Where


@dataclass(frozen=True)
class Entry:
    """One text of a PO file."""

    where: Where
    source: str
    text: Text


@dataclass(frozen=True)
class Catalog:
    """The translation of one game, or of the templates' words, into one language."""

    file: str
    entries: Mapping[str, Entry]


def catalog(path: Path, name: str) -> Catalog:
    """Read the PO file at `path`, called `name` in problems; no file is an empty catalogue.

    Raises Unusable with the place of what keeps it from being read.
    """
    if not path.is_file():
        return Catalog(name, {})
    po, lines = _read(path, name)
    entries: dict[str, Entry] = {}
    problems = []
    for entry in po:
        if entry.obsolete:
            continue
        first_line = entry.linenum or 0
        where = Where(name, next((line for line in lines if line > first_line), first_line), 1)
        context = entry.msgctxt or ""
        if context in entries:
            first = entries[context].where.line
            problems.append(Problem(where, f"`{context}` is here twice, first at line {first}"))
        if entry.msgid_plural:
            problems.append(Problem(where, f"`{context}` has a plural, expected a single msgstr"))
        words = Text(entry.msgid, "missing")
        if entry.msgstr.strip():
            words = Text(entry.msgstr.strip(), "fuzzy" if entry.fuzzy else "translated")
        entries[context] = Entry(where, entry.msgid, words)
    if problems:
        raise Unusable(problems)
    return Catalog(name, entries)


def _read(path: Path, name: str) -> tuple[polib.POFile, list[int]]:
    """Return the PO file at `path`, and the line of each msgstr; raises Unusable at the fault."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        number = path.read_bytes()[: error.start].count(b"\n") + 1
        raise Unusable([Problem(Where(name, number), "is not UTF-8")]) from None
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        # polib drops a character where a quote is missing, and says nothing.
        found = _LINE.fullmatch(line)
        if found is None:
            message = "found no line of a PO file, expected a comment, or a keyword and a text"
            hint = 'texts stand in quotes; a quote within one is written \\"'
            raise Unusable([Problem(Where(name, number), message, hint)])
        if str(found[1]).startswith("msgstr"):
            lines.append(number)
    try:
        return polib.pofile(text + "\n"), lines  # a text without line end may name a file
    except (OSError, ValueError, IndexError) as error:
        at = re.search(r"line (\d+)\)?:? ?(.*)", str(error))
        message = (at[2] if at else "") or "this line is not expected here"
        raise Unusable(
            [Problem(Where(name, int(at[1]) if at else 0), f"broken entry: {message}")]
        ) from None


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
        if entry is not None and entry.source != text and entry.text.state == "translated":
            entries[context] = replace(entry, text=Text(entry.text, "fuzzy"))
    return Catalog(found.file, entries)


def wanted(canon: Canon, domain: str) -> Iterator[tuple[str, tuple[str, ...], Text]]:
    """Yield context, path and text of all that catalogue `domain` (a game or `ui`) holds."""
    if domain == "ui":
        for name, word in canon.words.items():
            yield f"ui.{name}", ("words", name), word
        return
    for path, text in canon.texts():
        yield canon.context(path), path, text


def contexts(canon: Canon) -> frozenset[str]:
    """Return the contexts of all texts of a game and of the templates."""
    return frozenset(
        context for domain in (canon.game.id, "ui") for context, _, _ in wanted(canon, domain)
    )


def sync(canon: Canon, domain: str, locale: str, path: Path) -> str:
    """Return the PO file at `path` brought into step with the canon, as text.

    Merged by context first: what stayed is kept, what changed is fuzzy with its previous msgid,
    what is gone is kept as obsolete; headers and translators' comments stay.
    """
    name = f"locales/{locale}/{domain}.po"
    old = _read(path, name)[0] if path.is_file() else polib.POFile()
    # Of two entries of one context, the one in use comes last and is kept.
    known = {entry.msgctxt: entry for entry in sorted(old, key=lambda entry: not entry.obsolete)}
    new = polib.POFile(wrapwidth=88)
    new.header = old.header
    new.metadata = _headers(canon, domain, locale) | old.metadata
    for context, steps, text in wanted(canon, domain):
        where = canon.where(steps)
        entry = known.pop(context, None) or polib.POEntry(msgctxt=context, msgid=str(text))
        if entry.msgid != text:
            if entry.msgstr and "fuzzy" not in entry.flags:
                entry.flags.append("fuzzy")
                entry.previous_msgid = entry.msgid
            entry.msgid = str(text)
        if "fuzzy" not in entry.flags:
            entry.previous_msgid = None
        entry.obsolete = False
        entry.occurrences = [(where.file, str(where.line))] if domain != "ui" else []
        entry.comment = _role(canon, steps)
        formatted = "python-brace-format"
        entry.flags = [flag for flag in entry.flags if flag != formatted]
        if PLACEHOLDER.search(text):
            entry.flags.append(formatted)
        new.append(entry)
    for entry in known.values():
        if entry.msgstr:
            entry.obsolete = True
            entry.occurrences = []
            new.append(entry)
    return str(new) + "\n"


def _headers(canon: Canon, domain: str, locale: str) -> dict[str, str]:
    return {
        "Project-Id-Version": f"aidgen {domain}",
        "Language": locale,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Source-Language": "en" if domain == "ui" else canon.game.language,
    }


def _role(canon: Canon, path: tuple[str, ...]) -> str:
    """Return what a text is, in words for its translator: the description of its field."""
    node: object = canon
    role = ""
    for step in path:
        if isinstance(node, Model) and step in type(node).model_fields:
            role = type(node).model_fields[step].description or ""
            node = getattr(node, step)
        elif isinstance(node, Mapping):
            node = node.get(step)
    return role


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
        if entry.text.state == "fuzzy" or entry.source != text:
            hint = "read the source again, then remove the flag `fuzzy`"
            message = f"`{context}` was made for another text"
            problems.append(Problem(entry.where, message, hint, "warning"))
            continue  # what it says of the other text is not held against it
        if domain == "ui" and path[-1] in LANGUAGE_WORDS:
            continue
        said = list(disagreements(text, entry.text, here, there))
        if path[0] != "terms" or path[-1] == "definition":
            said += misused(text, entry.text, here, there, terms)
            said += leftovers(text, entry.text, vocabulary)
        problems += (Problem(entry.where, *one) for one in said)
    problems += [
        Problem(entry.where, f"`{context}` is no text of the canon", "run `aidgen i18n sync`")
        for context, entry in found.entries.items()
        if context not in contexts
    ]
    return problems


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


_LINE = re.compile(
    r'\s*(?:#.*|(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?'
)
"""A line of a PO file: a comment, a keyword with a text, a further line of a text, or nothing."""
