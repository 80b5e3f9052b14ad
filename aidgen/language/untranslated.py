"""Words of the source language that a translation has left as they were."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aidgen.game.texts import ICON, LINK, PLACEHOLDER
from aidgen.language.consistency import Mismatch
from aidgen.language.language import Pair


@dataclass(frozen=True)
class Vocabulary:
    """By which words one sees that a text is still in the source language."""

    small: frozenset[str]
    """Small words, as "the", that the target language has not."""
    translated: frozenset[str]
    """Words of the sources that all other translations of the catalogue have put otherwise."""

    @classmethod
    def of(cls, pair: Pair, translations: Iterable[tuple[str, str]]) -> Vocabulary:
        """Learn the words from two languages, and from all texts with their translations."""
        asked: Counter[str] = Counter()
        kept: Counter[str] = Counter()
        own: set[str] = set()
        for source, target in translations:
            if _visible_text(source) != _visible_text(target):
                before, after = _lowercase_words(source), _lowercase_words(target)
                asked.update(before)
                kept.update(before & after)
                own |= after - before
        translated = {word for word in asked if asked[word] >= ENOUGH and word not in own}
        silent = "small-words" in pair.target.silent  # then any may be a word of it
        return cls(
            frozenset() if silent else pair.source.small_words - pair.target.small_words,
            frozenset(word for word in translated if kept[word] * ENOUGH <= asked[word]),
        )

    def within(self, source: str) -> list[str]:
        """Return those of the words that stand in a source: by no others is it looked at."""
        return sorted(_lowercase_words(source) & (self.small | self.translated))


def untranslated_words(source: str, target: str, vocabulary: Vocabulary) -> Iterator[Mismatch]:
    """Yield what `target` has left in the language of `source`: all of it, a passage, or a word.

    Names may stay: a word of its own, and passages most of whose words have a capital letter.
    """
    hint = "translate it, or write it as in the source if it is a name"
    known, words = _lowercase_words(source), _words_of(target)
    unnamed = CAPITALISED_NAME.sub(lambda name: " " if name[0] in source else name[0], target)
    foreign = [
        word
        for word in (words if unnamed == target else _words_of(unnamed))
        if _is_foreign(word, vocabulary) and word in known
    ]
    if len(foreign) == 1 and foreign[0] not in vocabulary.small and len(foreign[0]) < LONG_WORD:
        foreign = []
    if _visible_text(source) == _visible_text(target):
        if foreign or sum(word[0].islower() for word in words) >= 2:
            yield Mismatch("is the same as the source", "translate it", "error", LEFT)
        return
    passage = _longest_run(words, _words_of(source))
    if passage:
        yield Mismatch(f"leaves `{' '.join(passage)}` as in the source", hint, "error", LEFT)
    elif foreign:
        quoted = ", ".join(f"`{word}`" for word in dict.fromkeys(foreign))
        yield Mismatch(f"leaves {quoted} as in the source", hint, "warning", LEFT)


def _is_foreign(word: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a word is of the source language; with a capital letter it may be a name."""
    return word[0].islower() and (word in vocabulary.small or word in vocabulary.translated)


def _longest_run(words: Sequence[str], source: Sequence[str]) -> Sequence[str]:
    """Return the longest passage of RUN words or more that both have, names and letters aside."""
    known = set(source)
    if sum(word in known for word in words) < PASSAGE:
        return ()
    starts: dict[Sequence[str], int] = {}
    for at in range(len(source) - PASSAGE + 1):
        starts.setdefault(source[at : at + PASSAGE], at)
    longest: Sequence[str] = ()
    for at in range(len(words) - PASSAGE + 1):
        start = starts.get(words[at : at + PASSAGE])
        if start is not None:
            alike = _count_equal(
                words[at : at + LONGEST_PASSAGE], source[start : start + LONGEST_PASSAGE]
            )
            run = words[at : at + alike]
            small = sum(word[0].islower() and len(word) > 1 for word in run)
            if alike > len(longest) and 2 * small > alike:
                longest = run
    return longest


def _count_equal(words: Sequence[str], others: Sequence[str]) -> int:
    """Return how many words two passages begin with that are the same."""
    for at, (word, other) in enumerate(zip(words, others, strict=False)):
        if word != other:
            return at
    return min(len(words), len(others))


@lru_cache(maxsize=1 << 12)
def _visible_text(text: str) -> str:
    """Return a text without its icons, placeholders and the targets of its links."""
    return PLACEHOLDER.sub(" ", ICON.sub(" ", LINK.sub(r"\1", text))).strip()


@lru_cache(maxsize=1 << 12)
def _words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, but for those of addresses."""
    shown = _visible_text(text)
    return tuple(LETTERS.findall(ADDRESS.sub(" ", shown) if ADDRESS_SIGN.search(shown) else shown))


def _lowercase_words(text: str) -> set[str]:
    return {word.lower() for word in _words_of(text)}


LEFT = "left"
"""By this name a translator declares that what is left is right."""

PASSAGE = 4
"""So many words in a row are no chance."""

LONGEST_PASSAGE = 24
"""So many of them are looked at, and quoted, at most."""

ENOUGH = 4
"""So often must a word have been translated before one that was not is noticed."""

LONG_WORD = 5
"""So many letters has a word that stays by mistake; a shorter one may mean something here, too."""

LETTERS = re.compile(r"[^\W\d_]+")

# A capital letter, or one of a script without, and all letters and digits behind it.
_CAPITAL = r"(?!\d)[^\W_a-zß-öø-ÿ]\w*"
# The same with a small letter.
_SMALL = r"(?!\d)[^\W_A-ZÀ-ÖØ-Þ]\w*"
# Words with a capital letter, and up to three small ones between them: Call of the Wild.
CAPITALISED_NAME = re.compile(rf"\b{_CAPITAL}(?: (?:{_SMALL} ){{1,3}}{_CAPITAL})+")

# What has a point, a stroke, an @, a _ or three hyphens within, as names of files and settings.
ADDRESS_SIGN = re.compile(r"[@/_]|\w\.\w|\w-\w+-\w+-\w")
# All that stands between two spaces and has one.
ADDRESS = re.compile(rf"(?<!\S)\S*(?:{ADDRESS_SIGN.pattern})\S*")
