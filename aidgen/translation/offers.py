"""Texts that exist already, offered to the entries of a PO file that lack them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

import polib

from aidgen.game.context import Context
from aidgen.translation.po import is_own

How = Literal["context", "source", "likeness", "kept"]


@dataclass(frozen=True)
class Languages:
    """Of which language texts are, and into which they are translated."""

    source: str
    target: str


@dataclass(frozen=True)
class Offer:
    """A translation that somebody made: of which source, and where, if it is known."""

    source: str
    target: str
    context: str = ""
    """The msgctxt; of a text with forms, with the number of the form: `game.rules.a.text:1`."""
    fuzzy: bool = False
    note: str = ""
    """What the tool and the author say of the text."""
    remark: str = ""
    """What the translator says, verdicts too."""
    former: str = ""
    """The source that a fuzzy translation was made for."""


@dataclass(frozen=True)
class Taken:
    """What became of an entry that was offered something."""

    context: str
    how: How
    fuzzy: bool
    likeness: int = 100
    """In per cent."""
    source: str = ""
    """That which the offer was made for, if it is another one."""

    def __str__(self) -> str:
        """Say what was done."""
        if self.how == "kept":
            return f"`{self.context}`: kept as it is; another text was offered (see --replace)"
        if self.how == "likeness":
            return f"`{self.context}`: proposed, {self.likeness} % like “{self.source}”"
        return f"`{self.context}`: {'proposed' if self.fuzzy else 'filled'}, by its {self.how}"


@dataclass(frozen=True)
class Terms:
    """How offers are taken."""

    replace: bool = False
    """Whether what a translator wrote may be overwritten."""
    unread: bool = False
    """Whether what fits by its source alone is to be read first: it is fuzzy."""


class Offers:
    """Offers, found by context, by source, and by likeness."""

    def __init__(self, offers: Iterable[Offer]) -> None:
        """Gather offers; of several for one context, the first is taken."""
        all_of_them = [*offers]
        listed = [offer for offer in all_of_them if offer.target.strip() and offer.source.strip()]
        self.by_context: Mapping[str, Offer] = {
            offer.context: offer for offer in reversed(listed) if offer.context
        }
        self.remarks: Mapping[str, str] = {
            offer.context: offer.remark for offer in all_of_them if offer.context and offer.remark
        }
        self.by_source: dict[str, list[Offer]] = defaultdict(list)
        self.by_word: dict[str, set[str]] = defaultdict(set)
        for offer in listed:
            self.by_source[_plain(offer.source)].append(offer)
            for word in _words(offer.source):
                self.by_word[word].add(offer.source)

    def best(self, source: str) -> tuple[Offer, bool] | None:
        """Return what is offered most often for a source, and whether that is all there is."""
        offered = self.by_source.get(_plain(source), ())
        if not offered:
            return None
        targets = Counter(offer.target for offer in offered)
        target, _ = targets.most_common(1)[0]
        first = next(offer for offer in offered if offer.target == target)
        return first, len(targets) == 1

    def alike(self, source: str) -> tuple[Offer, float] | None:
        """Return the offer whose source is most like a text, if it is ALIKE at least."""
        telling = (self.by_word.get(word, ()) for word in _words(source))
        shared = Counter(near for found in telling if len(found) <= COMMON for near in found)
        best: tuple[float, str] = (ALIKE, "")
        for near, _ in shared.most_common(NEAR):
            matcher = SequenceMatcher(None, source, near, autojunk=False)
            if matcher.real_quick_ratio() >= best[0] and matcher.quick_ratio() >= best[0]:
                best = max(best, (matcher.ratio(), near))
        if not best[1]:
            return None
        return self.by_source[_plain(best[1])][0], best[0]


def take(po: polib.POFile, offers: Offers, terms: Terms) -> list[Taken]:
    """Fill the entries of `po` from offers; return what became of those that were offered some.

    What a translator wrote stays, unless `terms` say otherwise. What does not fit by its context
    and source is fuzzy, with the source it was made for beside it. Remarks of translators are added
    to those that are there.
    """
    entries = [entry for entry in po if entry.msgctxt and not entry.obsolete]
    found = [taken for entry in entries if (taken := _take(entry, offers, terms))]
    for entry in entries:
        for context, _ in _places(entry):
            remark(entry, offers.remarks.get(context, "").split("\n"))
    return found


def remark(entry: polib.POEntry, lines: Iterable[str]) -> None:
    """Add lines to the translator's comment of `entry`, unless they are there."""
    known = entry.tcomment.split("\n") if entry.tcomment else []
    entry.tcomment = "\n".join(dict.fromkeys([*known, *filter(None, lines)]))


def _take(entry: polib.POEntry, offers: Offers, terms: Terms) -> Taken | None:
    found = [_found(entry, place, offers, terms) for place in _places(entry)]
    if not found or any(one is None for one in found):
        return None
    chosen: Sequence[tuple[str, Taken]] = [one for one in found if one is not None]
    targets = [target for target, _ in chosen]
    written = _written(entry)
    worst = max((taken for _, taken in chosen), key=lambda taken: HOWS.index(taken.how))
    if any(written) and not terms.replace:
        same = written == targets
        return None if same or worst.how != "context" else Taken(entry.msgctxt, "kept", fuzzy=False)
    fuzzy = any(taken.fuzzy for _, taken in chosen)
    if entry.msgid_plural:
        entry.msgstr_plural = dict(enumerate(targets))
    else:
        entry.msgstr = targets[0]
    entry.flags = [flag for flag in entry.flags if flag != "fuzzy"] + ["fuzzy"] * fuzzy
    entry.previous_msgid, entry.previous_msgid_plural = (chosen[0][1].source or None, None)
    if entry.msgid_plural and len(chosen) > 1:
        entry.previous_msgid_plural = chosen[1][1].source or None
    return Taken(entry.msgctxt, worst.how, fuzzy, worst.likeness, worst.source)


def _places(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Return context and source of what has to be filled in an entry: of each of its forms."""
    if not entry.msgid_plural:
        return [(entry.msgctxt, entry.msgid)]
    numbers = range(len(entry.msgstr_plural))
    return [
        (f"{entry.msgctxt}:{number}", entry.msgid_plural if number else entry.msgid)
        for number in numbers
    ]


def _found(
    entry: polib.POEntry, place: tuple[str, str], offers: Offers, terms: Terms
) -> tuple[str, Taken] | None:
    context, source = place
    offer = offers.by_context.get(context)
    if offer is not None:
        changed = _plain(offer.source) != _plain(source)
        was = offer.source if changed else offer.former if offer.fuzzy else ""
        taken = Taken(entry.msgctxt, "context", changed or offer.fuzzy, source=was)
        return offer.target, taken
    if is_own(Context.read(entry.msgctxt)):
        return None  # the same words in another place are no list of a language's own
    if best := offers.best(source):
        offer, alone = best
        fuzzy = not alone or offer.fuzzy or terms.unread
        return offer.target, Taken(entry.msgctxt, "source", fuzzy)
    if near := offers.alike(source):
        offer, ratio = near
        taken = Taken(entry.msgctxt, "likeness", True, round(100 * ratio), offer.source)
        return offer.target, taken
    return None


def _written(entry: polib.POEntry) -> list[str]:
    if entry.msgid_plural:
        return [entry.msgstr_plural[place] for place in sorted(entry.msgstr_plural)]
    return [entry.msgstr]


def opened(text: str) -> polib.POFile:
    """Return the PO file that has a text."""
    return polib.pofile(text)


def offers_of(po: Iterable[polib.POEntry]) -> list[Offer]:
    """Return all that is translated in entries of a PO file, obsolete ones too."""
    return [offer for entry in po for offer in _offers_of(entry)]


def _offers_of(entry: polib.POEntry) -> Iterator[Offer]:
    """Yield an offer for each form; what the translator says of the entry goes with the first."""
    places = zip(_contexts(entry), _written(entry), strict=True)
    for number, ((context, source), target) in enumerate(places):
        former = entry.previous_msgid_plural if number else entry.previous_msgid
        said = "" if number else entry.tcomment
        yield Offer(source, target, context, entry.fuzzy, entry.comment, said, former or "")


def _contexts(entry: polib.POEntry) -> list[tuple[str, str]]:
    places = _places(entry)
    return places if entry.msgctxt else [("", source) for _, source in places]


def _plain(text: str) -> str:
    """Return a text as it is compared: whoever brings it may have broken its lines otherwise."""
    return " ".join(text.split())


def _words(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


HOWS: tuple[How, ...] = ("context", "source", "likeness", "kept")

ALIKE = 0.75
"""How like a source has to be for its translation to be proposed: gettext's own msgmerge takes 0.6,
which proposes more than is of use for short titles."""

NEAR = 20
"""So many sources that share words are looked at."""

COMMON = 400
"""A word that stands in more sources than that tells nothing of any of them."""

WORD = re.compile(r"[^\W\d_]{2,}")
