"""Translators' PO files, read and counted.

msgctxt is the path of ids, so a translation survives any reordering.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Literal

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData
from aidgen.game.load import term_sizes
from aidgen.game.texts import Text, TextState, exceeded_limits, term_forms
from aidgen.language.consistency import Mismatch
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox.limits import STANDARD, Limits, over_limit
from aidgen.translation.po import is_word_list, line_of, read_po, texts_of

WaiverState = Literal["holds", "not pinned", "stale", "not needed"]


WAIVABLE_CHECKS = {
    "comparison": "at least, more than",
    "dice": "dice, as 2d6",
    "emphasis": "how much is emphasised",
    "extreme": "highest, lowest",
    "icon": "icons",
    "left": "words of the source language",
    "link": "links",
    "list": "items of a list",
    "number": "numbers, in digits and words",
    "operator": "plus, divided by",
    "order": "in which order figures and terms stand",
    "percent": "per cent",
    "term": "words of the glossary",
}
"""The checks that a translator may overrule, and what they look at."""


@dataclass(frozen=True)
class Waiver:
    """What a translator declared of a text."""

    check: str
    pin: str
    """Of which wording; "" as long as `sync` has not said so."""
    reason: str


@dataclass(frozen=True)
class Waivers:
    """The verdicts of an entry, and what is wrong with how they are written."""

    verdicts: tuple[Waiver, ...] = ()
    faults: tuple[Mismatch, ...] = ()


NO_WAIVERS = Waivers()
"""No verdicts."""


@dataclass(frozen=True)
class Entry:
    """One text of a PO file."""

    where: Where
    source: str
    text: Text
    plural: str = ""
    """The source of a text with forms, as msgid_plural has it."""
    spoken: Waivers = NO_WAIVERS
    """What the translator declared right."""

    def made_for(self, text: Text) -> bool:
        """Tell whether this is a translation of `text`, and of no former one."""
        return (self.source, self.plural) == text.ids

    @property
    def pin(self) -> str:
        """A digest of the text and its translation, by which verdicts know what they were on."""
        return pin_of(self.source, self.plural, self.text.wordings)


@dataclass(frozen=True)
class Catalog:
    """The translation of one game, or of the templates' words, into one language."""

    file: str
    entries: Mapping[Context, Entry]

    @property
    def locale(self) -> str:
        """The language that the file is in, by its folder; "" if it is in none."""
        return PurePosixPath(self.file).parent.name


def read_catalog(
    path: Path, name: str, *, root: Path | None = None, limits: Limits = STANDARD
) -> Catalog:
    """Read the PO file at `path`, called `name` in problems; no file is an empty catalogue.

    It has to lie in the pack `root`. Raises InputError with the place of what keeps it from being
    read.
    """
    if not os.path.lexists(path):
        return Catalog(name, {})
    po, lines = read_po(path, name, root=root, limits=limits)
    entries: dict[Context, Entry] = {}
    problems: list[Problem] = []
    for entry in po:
        if entry.obsolete:
            continue
        where = Where(name, line_of(entry, lines), 1)
        ids = (entry.msgid, entry.msgid_plural or "")
        text = _text_of_entry(
            entry.msgstr, entry.msgstr_plural, "fuzzy" if entry.fuzzy else "translated"
        )
        context = Context.read(entry.msgctxt or "")
        entries[context] = Entry(where, ids[0], text, ids[1], waivers_in(entry.tcomment))
        problems += (
            over_limit(where, key, number, limits)
            for key, number in _excess_sizes(context, entries[context], limits)
        )
    if problems:
        raise InputError(problems)
    return Catalog(name, entries)


def _excess_sizes(context: Context, entry: Entry, limits: Limits) -> Iterator[tuple[str, int]]:
    """Yield the limits that an entry does not keep, each with the number that was found."""
    for wording in (entry.source, entry.plural, *entry.text.wordings):
        yield from exceeded_limits(wording, limits)
    if context.kind == "terms" and context.name in ("one", "many"):
        for key, number in term_sizes(entry.text):
            if number > getattr(limits, key):
                yield key, number


def overlay(found: Catalog, base: Catalog) -> Catalog:
    """Return a catalogue that holds only what it says otherwise, with what its base has.

    To the idioms of the base, its own are added.
    """
    entries = dict(base.entries)
    for context, entry in found.entries.items():
        below = entries.get(context)
        if below is None or entry.text.state != "missing":
            entries[context] = _with_idioms(entry, below) if context == IDIOMS else entry
    return Catalog(found.file, entries)


def _with_idioms(entry: Entry, below: Entry | None) -> Entry:
    if below is None or below.text.state == "missing":
        return entry
    idioms = [*term_forms(entry.text), *term_forms(below.text)]
    return replace(entry, text=Text("|".join(dict.fromkeys(idioms)), entry.text.state))


IDIOMS = Context(UI, ("idioms",))
"""The phrases of a language that count and compare nothing."""


def _text_of_entry(single: str, plural: Mapping[int, str], state: TextState) -> Text:
    """Return what a translator wrote, missing unless it is whole: the form of each number."""
    words = [plural[place].strip() for place in sorted(plural)] or [single.strip()]
    if not all(words):
        return Text(next(filter(None, words), ""), "missing")
    places = tuple((str(place), words[i]) for i, place in enumerate(sorted(plural)))
    return Text(words[-1], state, plural=places)


def texts_by_context(catalogs: Iterable[Catalog]) -> dict[Context, Text]:
    """Return every translated or fuzzy text of `catalogs` by its context."""
    return {
        context: entry.text
        for found in catalogs
        for context, entry in found.entries.items()
        if entry.text.state != "missing"
    }


def mark_outdated(
    canon: GameData, domain: str, found: Catalog, genders: Sequence[str] = ()
) -> Catalog:
    """Return `found` with those texts fuzzy that were made for another text than the canon's."""
    entries = dict(found.entries)
    for context, text in texts_of(canon, domain, genders):
        entry = entries.get(context)
        if entry is None or is_word_list(context) or entry.made_for(text):
            continue
        if entry.text.state == "translated":
            entries[context] = replace(entry, text=Text(entry.text, "fuzzy"))
    return replace(found, entries=entries)


@dataclass(frozen=True)
class Tally:
    """How far a translation is: its texts by their state, and the words of the source."""

    translated: int
    fuzzy: int
    missing: int
    words: int
    declared: int
    """How many verdicts of translators there are on them."""

    @property
    def percent(self) -> int:
        """How much is translated, rounded down: 100 is all."""
        total = self.translated + self.fuzzy + self.missing
        return 100 * self.translated // total if total else 100


def contexts_of(canon: GameData) -> frozenset[Context]:
    """Return the contexts of all texts of a game and of the templates."""
    domains = (canon.game.id, UI)
    return frozenset(context for domain in domains for context, _ in texts_of(canon, domain))


def count_texts(canon: GameData, domain: str, found: Catalog, genders: Sequence[str] = ()) -> Tally:
    """Count the texts of `domain` by the state of their translation in `found`.

    A variant that is not written is none: the text itself is printed.
    """
    entries = mark_outdated(canon, domain, found, genders).entries
    states, words, declared = Counter[str](), 0, 0
    for context, text in texts_of(canon, domain, genders):
        if context.variant and (context not in entries or entries[context].text.state == "missing"):
            continue
        states[entries[context].text.state if context in entries else "missing"] += 1
        words += len(text.split())
        declared += len(entries[context].spoken.verdicts) if context in entries else 0
    return Tally(states["translated"], states["fuzzy"], states["missing"], words, declared)


def waivers_in(comment: str) -> Waivers:
    """Read the verdicts in a translator's comment."""
    found = [_read_waiver(line) for line in comment.split("\n") if WAIVER_START.match(line)]
    return Waivers(
        tuple(one for one in found if isinstance(one, Waiver)),
        tuple(one for one in found if isinstance(one, Mismatch)),
    )


def pin_of(source: str, plural: str, wordings: Iterable[str]) -> str:
    """Return the digest of a source text, with its plural, and of the wordings translating it."""
    said = "\x04".join((source, plural, *wordings))
    return sha256(said.encode()).hexdigest()[:PIN_LENGTH]


def add_pins(comment: str, pin: str) -> str:
    """Return a translator's comment with a pin for each verdict that has none."""

    def put(line: str) -> str:
        verdict = _read_waiver(line) if WAIVER_START.match(line) else None
        if not isinstance(verdict, Waiver) or verdict.pin:
            return line
        return re.sub(r"\bok\b", f"ok [{pin}]", line, count=1)

    return "\n".join(put(line) for line in comment.split("\n"))


def _read_waiver(line: str) -> Waiver | Mismatch:
    written = WAIVER.fullmatch(line)
    if written is None:
        hint = "expected as in `aidgen: number ok – why it is right`"
        return Mismatch(f"verdict: found `{line.strip()}`", hint, "warning")
    check, pin, reason = written["check"], written["pin"] or "", written["reason"] or ""
    if check not in WAIVABLE_CHECKS:
        hint = (
            did_you_mean(check, WAIVABLE_CHECKS) or f"expected one of {', '.join(WAIVABLE_CHECKS)}"
        )
        return Mismatch(f"verdict: `{check}` is no check that can be overruled", hint, "warning")
    if not reason:
        hint = "expected as in `aidgen: number ok – why it is right`"
        return Mismatch(f"verdict: `{check} ok` says no reason", hint, "warning")
    return Waiver(check, pin, reason)


PIN_LENGTH = 8
"""Letters of a pin: an accident in four thousand million."""

WAIVER_START = re.compile(r"\s*aidgen:")

# aidgen: a check, ok, perhaps a pin in brackets, and behind a dash or colon the reason.
WAIVER = re.compile(
    r"\s*aidgen:\s*(?P<check>[\w-]+)\s+ok(?:\s+\[(?P<pin>[0-9a-f]+)\])?"
    r"(?:\s*[-–—:]+\s*(?P<reason>\S.*))?\s*"
)
