"""A translation memory: existing translations that fill the empty entries of a PO file."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from importlib import import_module
from typing import Any, Literal

import polib

from aidgen.game.context import Context
from aidgen.translation.po import is_word_list, keep_layout

MatchKind = Literal["context", "source", "likeness", "kept"]


@dataclass(frozen=True)
class LanguagePair:
    """The languages of a translation."""

    source: str
    target: str


@dataclass(frozen=True)
class MemoryUnit:
    """An existing translation: its source, and its context if known."""

    source: str
    target: str
    context: str = ""
    """The msgctxt, with the number of the plural form: `game.rules.a.text:1`."""
    fuzzy: bool = False
    note: str = ""
    """Comments of the tool and the author."""
    remark: str = ""
    """Comments of the translator, waivers included."""
    former: str = ""
    """The source that a fuzzy translation was for."""


@dataclass(frozen=True)
class FilledEntry:
    """What happened to an entry for which there was a translation."""

    context: str
    how: MatchKind
    fuzzy: bool
    likeness: int = 100
    """In per cent."""
    source: str = ""
    """The source of the translation, if it is another one."""

    def __str__(self) -> str:
        """Describe what was done."""
        if self.how == "kept":
            return f"`{self.context}`: kept; the file has another translation (see --replace)"
        if self.how == "likeness":
            return f"`{self.context}`: proposed, {self.likeness} % similar to “{self.source}”"
        return f"`{self.context}`: {'proposed' if self.fuzzy else 'filled'}, by its {self.how}"


@dataclass(frozen=True)
class FillOptions:
    """How entries are filled."""

    replace: bool = False
    """Whether to overwrite what a translator wrote."""
    unread: bool = False
    """Whether a match by source alone is fuzzy."""


class Memory:
    """Translations, found by context, by source, and by similarity."""

    def __init__(self, offers: Iterable[MemoryUnit]) -> None:
        """Index units; of several for one context, the first wins."""
        all_of_them = [*offers]
        listed = [offer for offer in all_of_them if offer.target.strip() and offer.source.strip()]
        self.by_context: Mapping[str, MemoryUnit] = {
            offer.context: offer for offer in reversed(listed) if offer.context
        }
        self.remarks: Mapping[str, str] = {
            offer.context: offer.remark for offer in all_of_them if offer.context and offer.remark
        }
        self.by_source: dict[str, list[MemoryUnit]] = defaultdict(list)
        self.by_word: dict[str, set[str]] = defaultdict(set)
        for offer in listed:
            self.by_source[unwrap_source(offer.source)].append(offer)
            for word in _words_in(offer.source):
                self.by_word[word].add(offer.source)

    def best(self, source: str) -> tuple[MemoryUnit, bool] | None:
        """Return the most frequent translation of a source, and whether it is the only one."""
        offered = self.by_source.get(unwrap_source(source), ())
        if not offered:
            return None
        targets = Counter(offer.target for offer in offered)
        target, _ = targets.most_common(1)[0]
        first = next(offer for offer in offered if offer.target == target)
        return first, len(targets) == 1

    def alike(self, source: str) -> tuple[MemoryUnit, float] | None:
        """Return the unit with the most similar source, and the similarity; None below
        SIMILAR_ENOUGH.
        """
        telling = (self.by_word.get(word, ()) for word in _words_in(source))
        shared = Counter(near for found in telling if len(found) <= COMMON_WORD for near in found)
        best: tuple[float, str] = (SIMILAR_ENOUGH, "")
        for near, _ in shared.most_common(CANDIDATES):
            best = max(best, (similarity(source, near, best[0]), near))
        if not best[1]:
            return None
        return self.by_source[unwrap_source(best[1])][0], best[0]


SIMILAR_ENOUGH = 0.75
"""The least similarity of a proposed source: msgmerge's 0.6 proposes too much for short titles."""


def similarity(one: str, other: str, least: float = SIMILAR_ENOUGH) -> float:
    """Return the similarity of two sources, from 0 to 1; 0 below `least`."""
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= least else 0.0


def fill_from(po: polib.POFile, offers: Memory, terms: FillOptions) -> list[FilledEntry]:
    """Fill the entries of `po` from a memory; return what happened to those with a match.

    What a translator wrote stays, unless `terms` allow replacing it. A match by anything but
    context and source is fuzzy, with the source it was for. Translators' comments are added to
    those in the file.
    """
    entries = [entry for entry in po if entry.msgctxt and not entry.obsolete]
    filled = [taken for entry in entries if (taken := _fill_entry(entry, offers, terms))]
    for entry in entries:
        for context, _ in slot_contexts(entry):
            add_remarks(entry, offers.remarks.get(context, "").split("\n"))
    return filled


def add_remarks(entry: polib.POEntry, lines: Iterable[str]) -> None:
    """Add lines to the translator's comment of `entry`, without repetition."""
    known = entry.tcomment.split("\n") if entry.tcomment else []
    entry.tcomment = "\n".join(dict.fromkeys([*known, *filter(None, lines)]))


def _fill_entry(entry: polib.POEntry, offers: Memory, terms: FillOptions) -> FilledEntry | None:
    matches = [_match(entry, place, offers, terms) for place in slot_contexts(entry)]
    chosen = [one for one in matches if one is not None]
    if not matches or len(chosen) < len(matches):
        return None
    targets = [target for target, _ in chosen]
    written = _translations_of(entry)
    worst = max((taken for _, taken in chosen), key=lambda taken: MATCH_KINDS.index(taken.how))
    if any(written) and not terms.replace:
        if written == targets or worst.how != "context":
            return None
        return FilledEntry(entry.msgctxt, "kept", fuzzy=False)
    fuzzy = any(taken.fuzzy for _, taken in chosen)
    if entry.msgid_plural:
        entry.msgstr_plural = dict(enumerate(targets))
    else:
        entry.msgstr = targets[0]
    entry.flags = [flag for flag in entry.flags if flag != "fuzzy"] + ["fuzzy"] * fuzzy
    formers = [taken.source or None for _, taken in chosen]
    entry.previous_msgid, entry.previous_msgid_plural = (*formers, None)[:2]
    return FilledEntry(entry.msgctxt, worst.how, fuzzy, worst.likeness, worst.source)


def slot_contexts(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Return the context and source of each form of an entry; the context may be empty."""
    context = entry.msgctxt or ""
    if not entry.msgid_plural:
        return [(context, entry.msgid)]
    return [
        (context and f"{context}:{number}", entry.msgid_plural if number else entry.msgid)
        for number in range(len(entry.msgstr_plural))
    ]


def _match(
    entry: polib.POEntry, place: tuple[str, str], offers: Memory, terms: FillOptions
) -> tuple[str, FilledEntry] | None:
    context, source = place
    offer = offers.by_context.get(context)
    if offer is not None:
        changed = unwrap_source(offer.source) != unwrap_source(source)
        was = offer.source if changed else offer.former if offer.fuzzy else ""
        taken = FilledEntry(entry.msgctxt, "context", changed or offer.fuzzy, source=was)
        return offer.target, taken
    if is_word_list(Context.read(entry.msgctxt)):
        return None  # the same words elsewhere are not a word list
    if best := offers.best(source):
        offer, alone = best
        fuzzy = not alone or offer.fuzzy or terms.unread
        return offer.target, FilledEntry(entry.msgctxt, "source", fuzzy)
    if near := offers.alike(source):
        offer, ratio = near
        taken = FilledEntry(entry.msgctxt, "likeness", True, round(100 * ratio), offer.source)
        return offer.target, taken
    return None


def _translations_of(entry: polib.POEntry) -> list[str]:
    if entry.msgid_plural:
        return [entry.msgstr_plural[place] for place in sorted(entry.msgstr_plural)]
    return [entry.msgstr]


def parse_po(text: str) -> polib.POFile:
    """Parse the text of a PO file."""
    return polib.pofile(text)


def units_of(po: Iterable[polib.POEntry]) -> list[MemoryUnit]:
    """Return all translations in entries of a PO file, obsolete ones too."""
    return [offer for entry in po for offer in _units_of_entry(entry)]


def _units_of_entry(entry: polib.POEntry) -> Iterator[MemoryUnit]:
    """Yield a unit for each form; the translator's comment goes with the first."""
    places = zip(slot_contexts(entry), _translations_of(entry), strict=True)
    for number, ((context, source), target) in enumerate(places):
        former = entry.previous_msgid_plural if number else entry.previous_msgid
        said = "" if number else entry.tcomment
        yield MemoryUnit(source, target, context, entry.fuzzy, entry.comment, said, former or "")


def unwrap_source(text: str) -> str:
    """Return a text for comparison: tools may wrap its lines differently."""
    return " ".join(text.split())


def _words_in(text: str) -> set[str]:
    return set(MEMORY_WORD.findall(text.lower()))


MATCH_KINDS: tuple[MatchKind, ...] = ("context", "source", "likeness", "kept")

CANDIDATES = 20
"""How many sources with common words are compared."""

COMMON_WORD = 400
"""A word in more sources than this is ignored in the search for similar ones."""

MEMORY_WORD = re.compile(r"[^\W\d_]{2,}")


COUNTED_NUMBERS = (*range(21),)
"""Numbers with a word of their own in many languages; the rest is composed of tens."""
ROUND_NUMBERS = (30, 40, 50, 60, 70, 80, 90, 100, 1000)
ORDINALS = range(1, 13)
DRAFT_NOTE = (
    "drafted by num2words: add inflected forms after a bar, then take the flag `fuzzy` away"
)


def draft_number_words(text: str, locale: str) -> str:
    """Return the text of a `ui.po` with fuzzy drafts of number words where it has none.

    It is unchanged if num2words is not installed, or does not know the language.
    """
    known = _draft_words(locale)
    po = parse_po(text)
    for entry in po:
        words = known.get(entry.msgctxt or "", "")
        if words and not entry.msgstr:
            entry.msgstr, entry.tcomment = words, DRAFT_NOTE
            entry.flags.append("fuzzy")
    return keep_layout(po, text)


def _draft_words(locale: str) -> dict[str, str]:
    try:
        library: Any = import_module("num2words")
    except ImportError:
        return {}
    names = (locale, locale.partition("_")[0])
    language = next((name for name in names if name in library.CONVERTER_CLASSES), None)
    if language is None:
        return {}

    def say(number: int, way: str = "cardinal") -> str:
        return str(library.num2words(number, lang=language, to=way)).strip()

    counted = [
        *_words_for(say, COUNTED_NUMBERS),
        *(f"{n}={_hyphenate(say(n))}" for n in ROUND_NUMBERS),
    ]
    ordinals = list(_words_for(lambda number: say(number, "ordinal"), ORDINALS))
    return {"ui.number-words": " ".join(counted), "ui.ordinals": " ".join(ordinals)}


def _words_for(say: Callable[[int], str], numbers: Iterable[int]) -> list[str]:
    """Return the words of numbers in order; none if the library lacks one."""
    try:
        return [_hyphenate(say(number)) for number in numbers]
    except (NotImplementedError, LookupError, TypeError, ValueError, AttributeError):
        return []


def _hyphenate(words: str) -> str:
    """Return the words of one number joined by hyphens, which also stand for spaces."""
    return "-".join(words.split())
