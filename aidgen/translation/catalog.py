"""PO files of translators: read, with their waivers, and counted.

msgctxt is the path of ids, so that a translation survives any reordering.

A waiver declares that one check is wrong about one text, in the translator's comment of the entry:

    # aidgen: number ok – “à deux mains” is no count

`sync` pins it, as in `number ok [3fa2c19b]`, to a digest of source and translation. It is in the
comment since comments travel with the entry through Poedit, Weblate and msgmerge and are reviewed
with it. When the pin no longer fits, source or translation has changed, and the check applies
again. A waiver without a pin is valid, since translators may not have aidgen.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Literal

import polib

from aidgen.game.context import UI, Context, locale_code
from aidgen.game.data import GameData
from aidgen.game.texts import Text, term_forms
from aidgen.problems import Problem, Where, did_you_mean
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.translation.differences import CHECKS
from aidgen.translation.po import is_word_list, line_of, read_po, texts_of

# The checks that a translator may waive: a text without its value is never right.
WAIVABLE = tuple(check for check in CHECKS if check != "placeholder")

WaiverState = Literal["holds", "not pinned", "stale", "not needed"]


@dataclass(frozen=True)
class Waiver:
    """A translator's declaration that a check is wrong about a text."""

    check: str
    pin: str
    """The digest of the wording it is for; "" until `sync` sets it."""
    reason: str


@dataclass(frozen=True)
class CatalogEntry:
    """A text of a PO file."""

    where: Where
    source: str
    text: Text
    plural: str = ""
    """The msgid_plural of a text with plural forms."""
    waivers: tuple[Waiver, ...] = ()
    """What the translator waived."""
    misspelt: tuple[Problem, ...] = ()
    """What is wrong with how other waivers are written."""

    def made_for(self, text: Text) -> bool:
        """Tell whether this translates `text`, and not an earlier wording."""
        return (self.source, self.plural) == text.ids

    @property
    def pin(self) -> str:
        """A digest of the text and its translation, for waivers."""
        return pin_of(self.source, self.plural, self.text.wordings)


@dataclass(frozen=True)
class Catalog:
    """The translation of a game, or of the templates' words, into one language."""

    file: str
    entries: Mapping[Context, CatalogEntry]

    @property
    def locale(self) -> str:
        """The language of the file, by its folder; "" if it is in none."""
        return locale_code(PurePosixPath(self.file).parent.name)


def read_catalog(
    path: Path, name: str, *, root: Path | None = None, limits: Limits = STANDARD
) -> Catalog:
    """Read the PO file at `path`, called `name` in problems; no file is an empty catalog.

    It must be in the pack `root`. Raises InputError with the place of the problem.
    """
    if not os.path.lexists(path):
        return Catalog(name, {})
    po, lines = read_po(path, name, root=root, limits=limits)
    return Catalog(
        name,
        {
            Context.read(entry.msgctxt or ""): CatalogEntry(
                Where(name, line_of(entry, lines), 1),
                entry.msgid,
                _text_of_entry(entry),
                entry.msgid_plural or "",
                *waivers_in(entry.tcomment),
            )
            for entry in po
            if not entry.obsolete
        },
    )


def overlay(catalog: Catalog, base: Catalog) -> Catalog:
    """Return a catalog that overrides `base`; its idioms are added to those of the base."""
    entries = dict(base.entries)
    for context, entry in catalog.entries.items():
        below = entries.get(context)
        if below is None or entry.text.state != "missing":
            entries[context] = entry
            if context == IDIOMS and below and below.text.state != "missing":
                idioms = dict.fromkeys([*term_forms(entry.text), *term_forms(below.text)])
                entries[context] = replace(entry, text=Text("|".join(idioms), entry.text.state))
    return Catalog(catalog.file, entries)


# A language's phrases that neither count nor compare.
IDIOMS = Context(UI, ("idioms",))


def _text_of_entry(entry: polib.POEntry) -> Text:
    plural = {str(place): words.strip() for place, words in sorted(entry.msgstr_plural.items())}
    words = [*plural.values()] or [entry.msgstr.strip()]
    if not all(words):
        return Text(next(filter(None, words), ""), "missing")
    return Text(words[-1], "fuzzy" if entry.fuzzy else "translated", plural=tuple(plural.items()))


def texts_by_context(catalogs: Iterable[Catalog]) -> dict[Context, Text]:
    """Return all translated and fuzzy texts of `catalogs` by context."""
    return {
        context: entry.text
        for catalog in catalogs
        for context, entry in catalog.entries.items()
        if entry.text.state != "missing"
    }


def mark_outdated(game_data: GameData, domain: str, catalog: Catalog) -> Catalog:
    """Return a catalog with texts as fuzzy whose source has changed."""
    entries = dict(catalog.entries)
    for context, text in texts_of(game_data, domain):
        entry = entries.get(context)
        if entry is None or is_word_list(context) or entry.made_for(text):
            continue
        if entry.text.state == "translated":
            entries[context] = replace(entry, text=Text(entry.text, "fuzzy"))
    return replace(catalog, entries=entries)


@dataclass(frozen=True)
class Tally:
    """The progress of a translation: texts by state, and words of the source."""

    translated: int
    fuzzy: int
    missing: int
    words: int
    declared: int
    """How many waivers it has."""

    @property
    def percent(self) -> int:
        """The percentage that is translated, rounded down so that 100 means all."""
        total = self.translated + self.fuzzy + self.missing
        return 100 * self.translated // total if total else 100


def contexts_of(game_data: GameData) -> frozenset[Context]:
    """Return the contexts of all texts of a game and of the templates."""
    domains = (game_data.game.id, UI)
    return frozenset(context for domain in domains for context, _ in texts_of(game_data, domain))


def tally_texts(game_data: GameData, domain: str, catalog: Catalog) -> Tally:
    """Count the texts of `domain` by the state of their translation."""
    entries = mark_outdated(game_data, domain, catalog).entries
    texts = dict(texts_of(game_data, domain))
    states = Counter(
        entries[context].text.state if context in entries else "missing" for context in texts
    )
    words = sum(len(text.split()) for text in texts.values())
    declared = sum(len(entries[context].waivers) for context in texts if context in entries)
    return Tally(states["translated"], states["fuzzy"], states["missing"], words, declared)


def waivers_in(comment: str) -> tuple[tuple[Waiver, ...], tuple[Problem, ...]]:
    """Return the waivers in a translator's comment, and what is wrong with others."""
    lines = [_read_waiver(line) for line in comment.split("\n") if _is_waiver(line)]
    waivers = tuple(waiver for waiver in lines if isinstance(waiver, Waiver))
    return waivers, tuple(problem for problem in lines if isinstance(problem, Problem))


def pin_of(source: str, plural: str, wordings: Iterable[str]) -> str:
    """Return the digest of a source text, with its plural, and of its translation."""
    return sha256("\x04".join((source, plural, *wordings)).encode()).hexdigest()[:PIN_LENGTH]


def add_pins(comment: str, pin: str) -> str:
    """Return a translator's comment with a pin in each waiver that has none."""

    def pin_line(line: str) -> str:
        waiver = _read_waiver(line) if _is_waiver(line) else None
        if not isinstance(waiver, Waiver) or waiver.pin:
            return line
        return line.replace(" ok", f" ok [{pin}]", 1)

    return "\n".join(pin_line(line) for line in comment.split("\n"))


def _is_waiver(line: str) -> bool:
    return line.lstrip().startswith("aidgen:")


def _read_waiver(line: str) -> Waiver | Problem:
    written = WAIVER.fullmatch(line)
    example = "expected, for example, `aidgen: number ok – why it is right`"
    if written is None:
        return Problem(Where(""), f"waiver: cannot read `{line.strip()}`", example, "warning")
    check, pin, reason = written["check"], written["pin"] or "", written["reason"] or ""
    if check not in WAIVABLE:
        hint = did_you_mean(check, WAIVABLE) or f"expected one of {', '.join(WAIVABLE)}"
        return Problem(Where(""), f"waiver: unknown check `{check}`", hint, "warning")
    if not reason:
        return Problem(Where(""), f"waiver: `{check} ok` gives no reason", example, "warning")
    return Waiver(check, pin, reason)


# Letters of a pin: collisions are one in four billion.
PIN_LENGTH = 8

# aidgen: a check, ok, an optional pin in brackets, and the reason after a dash or colon.
WAIVER = re.compile(
    r"\s*aidgen:\s*(?P<check>[\w-]+)\s+ok(?:\s+\[(?P<pin>[0-9a-f]+)\])?"
    r"(?:\s*[-–—:]+\s*(?P<reason>\S.*))?\s*"
)
