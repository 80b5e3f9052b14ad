"""What only a whole catalogue shows: texts pasted in two places, two words for one, tu and vous."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aidgen.game.context import Context
from aidgen.language.locales import conventions
from aidgen.problems import Problem
from aidgen.translation.differences import differs
from aidgen.translation.phrases import tokenize

# A translation of so many words is hardly that of two texts by chance.
LONG = 4
# So many texts must address their reader before one differs from the others.
ENOUGH_TEXTS = 4
# The share of these texts that makes a form of address the usual one.
USUAL_SHARE = 0.8
# Fields that hold the name of a record.
NAMES = ("title", "one")


class Translated(NamedTuple):
    """A text of a catalogue with its translation."""

    context: Context
    source: str
    target: str


class Address(NamedTuple):
    """How an aid addresses its reader."""

    form: int
    """Its place in the data of the language."""
    example: str


@dataclass(frozen=True)
class Consistency:
    """What the texts of a catalogue have in common."""

    locale: str
    by_target: Mapping[str, Sequence[Translated]]
    """Texts by their translation, if it is a long one."""
    names: Mapping[tuple[str, str], Counter[str]]
    """The translations of each name of several words, by kind of record and source."""
    before: Mapping[Context, Translated]
    """The text of the same kind and field before each text."""
    addresses: Mapping[Context, Sequence[Address]]
    """How nearly all texts of each aid that prints a text address the reader."""

    @classmethod
    def of(
        cls, texts: Sequence[Translated], locale: str, aids: Iterable[frozenset[str]] = ()
    ) -> Consistency:
        """Collect what the texts of a catalogue, in its order, have in common.

        `aids` are the references that each aid prints.
        """
        by_target: dict[str, list[Translated]] = defaultdict(list)
        names: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        before: dict[Context, Translated] = {}
        last: dict[tuple[str, ...], Translated] = {}
        addresses: dict[Context, list[Address]] = defaultdict(list)
        for text in texts:
            place = (text.context.kind, *text.context.ids[2:])  # rules.*.title
            if place in last:
                before[text.context] = last[place]
            last[place] = text
            if len(text.target.split()) >= LONG:
                by_target[text.target].append(text)
            if text.context.name in NAMES and " " in text.source:
                names[text.context.kind, text.source][_plain(text.target)] += 1
        for refs in aids if conventions(locale).address else ():
            printed = [text for text in texts if ".".join(text.context.ids[:2]) in refs]
            if address := _usual_address((text.target for text in printed), locale):
                for text in printed:
                    addresses[text.context].append(address)
        return cls(locale, by_target, names, before, addresses)

    def differences(self, text: Translated) -> Iterator[Problem]:
        """Yield where a text differs from the others of its catalogue."""
        hint = "one of the two was pasted here"
        same = self.by_target.get(text.target, ())
        twin = next((each for each in same if not _is_alike(each.source, text.source)), None)
        neighbour = self.before.get(text.context)
        if neighbour and text.context.name in NAMES and neighbour.target == text.target:
            twin = twin or (None if _is_alike(neighbour.source, text.source) else neighbour)
        if twin is not None:
            yield differs("repeated", f"`{twin.context}` has the same translation", hint, "warning")
        named = self.names.get((text.context.kind, text.source), Counter())
        if text.context.name in NAMES and len(named) > 1:
            usual = named.most_common()[0][0]
            if usual != _plain(text.target):
                message = f"`{text.source}` is `{usual}` elsewhere"
                yield differs("term", message, "use one translation of a name", "warning")
        for address in self.addresses.get(text.context, ()):
            for form, word in _words_of_address(text.target, self.locale):
                if form != address.form:
                    message = f"found `{word}`, but other texts say `{address.example}`"
                    yield differs("address", message, "address the reader in one way", "warning")
                    return


def _plain(name: str) -> str:
    """Return a name without its line breaks and no-break spaces."""
    return " ".join(name.split())


def _is_alike(first: str, second: str) -> bool:
    """Tell whether half of the words of the shorter source are in the longer one."""
    words = [{token.key for token in tokenize(text)} for text in (first, second)]
    return 2 * len(words[0] & words[1]) >= min(map(len, words))


def _usual_address(texts: Iterable[str], locale: str) -> Address | None:
    """Return how nearly all texts address the reader, with a word of it."""
    texts_with: Counter[int] = Counter()
    words: Counter[Address] = Counter()
    for text in texts:
        addressed = list(_words_of_address(text, locale))
        texts_with.update({address.form for address in addressed})
        words.update(addressed)
    for form, count in texts_with.most_common(1):
        if texts_with.total() >= ENOUGH_TEXTS and count >= USUAL_SHARE * texts_with.total():
            return next(address for address, _ in words.most_common() if address.form == form)
    return None


def _words_of_address(text: str, locale: str) -> Iterator[Address]:
    """Yield the words for the reader; one with a capital, as „Sie“, does not begin a sentence."""
    tokens = tokenize(text)
    for at, token in enumerate(tokens):
        for form, words in enumerate(conventions(locale).address):
            within = at > 0 and tokens[at - 1].text[-1].isalpha()
            if token.key in words or (within and token.text[:1].isupper() and token.text in words):
                yield Address(form, token.text)
