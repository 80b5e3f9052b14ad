"""What only a whole catalogue shows: texts pasted in two places, two words for one, tu and vous."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aidgen.game.context import Context
from aidgen.language.locales import conventions
from aidgen.translation.differences import Difference
from aidgen.translation.phrases import tokenize

LONG = 4
"""A translation of so many words is hardly that of two texts by chance."""
ENOUGH_TEXTS = 4
"""So many texts must address their reader before one differs from the others."""
USUAL_SHARE = 0.8
"""The share of these texts that makes a form of address the usual one."""
NAMES = ("title", "one")
"""Fields that hold the name of a record."""


class Translated(NamedTuple):
    """A text of a catalogue with its translation."""

    context: Context
    source: str
    target: str


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
    usual: int | None
    """The form of address that nearly all texts use, by its place in the data of the language."""
    example: str
    """A word of it."""

    @classmethod
    def of(cls, texts: Sequence[Translated], locale: str) -> Consistency:
        """Collect what the texts of a catalogue, in its order, have in common."""
        by_target: dict[str, list[Translated]] = defaultdict(list)
        names: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        before: dict[Context, Translated] = {}
        last: dict[tuple[str, ...], Translated] = {}
        for text in texts:
            place = (text.context.kind, *text.context.ids[2:])  # rules.*.title
            if place in last:
                before[text.context] = last[place]
            last[place] = text
            if len(text.target.split()) >= LONG:
                by_target[text.target].append(text)
            if text.context.name in NAMES and " " in text.source:
                names[text.context.kind, text.source][_plain(text.target)] += 1
        usual, example = _usual_address([text.target for text in texts], locale)
        return cls(locale, by_target, names, before, usual, example)

    def differences(self, text: Translated) -> Iterator[Difference]:
        """Yield where a text differs from the others of its catalogue."""
        hint = "one of the two was pasted here"
        others = self.by_target.get(text.target, ())
        twin = next((other for other in others if not _is_alike(other.source, text.source)), None)
        neighbour = self.before.get(text.context)
        if neighbour and text.context.name in NAMES and neighbour.target == text.target:
            twin = twin or (None if _is_alike(neighbour.source, text.source) else neighbour)
        if twin is not None:
            message = f"`{twin.context}` has the same translation"
            yield Difference("repeated", message, hint, "warning")
        named = self.names.get((text.context.kind, text.source), Counter())
        if text.context.name in NAMES and len(named) > 1:
            usual = named.most_common()[0][0]
            if usual != _plain(text.target):
                message = f"`{text.source}` is `{usual}` elsewhere"
                yield Difference("term", message, "use one translation of a name", "warning")
        for form, word in _words_of_address(text.target, self.locale):
            if self.usual is not None and form != self.usual:
                message = f"found `{word}`, but other texts say `{self.example}`"
                yield Difference("address", message, "address the reader in one way", "warning")
                return


def _plain(name: str) -> str:
    """Return a name without its line breaks and no-break spaces."""
    return " ".join(name.split())


def _is_alike(source: str, other: str) -> bool:
    """Tell whether half of the words of the shorter text are in the other one."""
    words = [{token.key for token in tokenize(text)} for text in (source, other)]
    return 2 * len(words[0] & words[1]) >= min(map(len, words))


def _usual_address(texts: Sequence[str], locale: str) -> tuple[int | None, str]:
    """Return the form of address of nearly all texts, and a word of it."""
    texts_with: Counter[int] = Counter()
    words: Counter[tuple[int, str]] = Counter()
    for text in texts if conventions(locale).address else ():
        addressed = list(_words_of_address(text, locale))
        texts_with.update({form for form, _ in addressed})
        words.update(addressed)
    for form, count in texts_with.most_common(1):
        if texts_with.total() >= ENOUGH_TEXTS and count >= USUAL_SHARE * texts_with.total():
            return form, next(word for (usual, word), _ in words.most_common() if usual == form)
    return None, ""


def _words_of_address(text: str, locale: str) -> Iterator[tuple[int, str]]:
    """Yield the words for the reader; one with a capital, as „Sie“, does not begin a sentence."""
    tokens = tokenize(text)
    for at, token in enumerate(tokens):
        for form, words in enumerate(conventions(locale).address):
            within = at > 0 and tokens[at - 1].text[-1].isalpha()
            if token.key in words or (within and token.text[:1].isupper() and token.text in words):
                yield form, token.text
