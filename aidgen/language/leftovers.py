"""Words of the source language that a translation has left as they were."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aidgen.game.texts import ICON, LINK, PLACEHOLDER
from aidgen.language.agreement import Disagreement
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
            if _shown(source) != _shown(target):
                before, after = _lowered(source), _lowered(target)
                asked.update(before)
                kept.update(before & after)
                own |= after - before
        translated = {word for word in asked if asked[word] >= OFTEN and word not in own}
        silent = "small-words" in pair.target.silent  # then any may be a word of it
        return cls(
            frozenset() if silent else pair.source.small_words - pair.target.small_words,
            frozenset(word for word in translated if kept[word] * OFTEN <= asked[word]),
        )

    def within(self, source: str) -> list[str]:
        """Return those of the words that stand in a source: by no others is it looked at."""
        return sorted(_lowered(source) & (self.small | self.translated))


def leftovers(source: str, target: str, vocabulary: Vocabulary) -> Iterator[Disagreement]:
    """Yield what `target` has left in the language of `source`: all of it, a passage, or a word.

    Names may stay: a word of its own, and passages most of whose words have a capital letter.
    """
    hint = "translate it, or write it as in the source if it is a name"
    known, words = _lowered(source), _words(target)
    unnamed = NAME.sub(lambda name: " " if name[0] in source else name[0], target)
    foreign = [
        word
        for word in (words if unnamed == target else _words(unnamed))
        if _is_foreign(word, vocabulary) and word in known
    ]
    if len(foreign) == 1 and foreign[0] not in vocabulary.small and len(foreign[0]) < LONG:
        foreign = []
    if _shown(source) == _shown(target):
        if foreign or sum(word[0].islower() for word in words) >= 2:
            yield Disagreement("is the same as the source", "translate it", "error", CHECK)
        return
    passage = _longest_run(words, _words(source))
    if passage:
        yield Disagreement(f"leaves `{' '.join(passage)}` as in the source", hint, "error", CHECK)
    elif foreign:
        quoted = ", ".join(f"`{word}`" for word in dict.fromkeys(foreign))
        yield Disagreement(f"leaves {quoted} as in the source", hint, "warning", CHECK)


def _is_foreign(word: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a word is of the source language; with a capital letter it may be a name."""
    return word[0].islower() and (word in vocabulary.small or word in vocabulary.translated)


def _longest_run(words: Sequence[str], source: Sequence[str]) -> Sequence[str]:
    """Return the longest passage of RUN words or more that both have, names and letters aside."""
    known = set(source)
    if sum(word in known for word in words) < RUN:
        return ()
    starts: dict[Sequence[str], int] = {}
    for at in range(len(source) - RUN + 1):
        starts.setdefault(source[at : at + RUN], at)
    longest: Sequence[str] = ()
    for at in range(len(words) - RUN + 1):
        start = starts.get(words[at : at + RUN])
        if start is not None:
            alike = _alike(words[at : at + LONGEST], source[start : start + LONGEST])
            run = words[at : at + alike]
            small = sum(word[0].islower() and len(word) > 1 for word in run)
            if alike > len(longest) and 2 * small > alike:
                longest = run
    return longest


def _alike(words: Sequence[str], others: Sequence[str]) -> int:
    """Return how many words two passages begin with that are the same."""
    for at, (word, other) in enumerate(zip(words, others, strict=False)):
        if word != other:
            return at
    return min(len(words), len(others))


@lru_cache(maxsize=1 << 12)
def _shown(text: str) -> str:
    """Return a text without its icons, placeholders and the targets of its links."""
    return PLACEHOLDER.sub(" ", ICON.sub(" ", LINK.sub(r"\1", text))).strip()


@lru_cache(maxsize=1 << 12)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, but for those of addresses."""
    shown = _shown(text)
    return tuple(WORD.findall(ADDRESS.sub(" ", shown) if LINKED.search(shown) else shown))


def _lowered(text: str) -> set[str]:
    return {word.lower() for word in _words(text)}


CHECK = "left"
"""By this name a translator declares that what is left is right."""

RUN = 4
"""So many words in a row are no chance."""

LONGEST = 24
"""So many of them are looked at, and quoted, at most."""

OFTEN = 4
"""So often must a word have been translated before one that was not is noticed."""

LONG = 5
"""So many letters has a word that stays by mistake; a shorter one may mean something here, too."""

WORD = re.compile(r"[^\W\d_]+")

# A capital letter, or one of a script without, and all letters and digits behind it.
_CAPITAL = r"(?!\d)[^\W_a-zß-öø-ÿ]\w*"
# The same with a small letter.
_SMALL = r"(?!\d)[^\W_A-ZÀ-ÖØ-Þ]\w*"
# Words with a capital letter, and up to three small ones between them: Call of the Wild.
NAME = re.compile(rf"\b{_CAPITAL}(?: (?:{_SMALL} ){{1,3}}{_CAPITAL})+")

# What has a point, a stroke, an @, a _ or three hyphens within, as names of files and settings.
LINKED = re.compile(r"[@/_]|\w\.\w|\w-\w+-\w+-\w")
# All that stands between two spaces and has one.
ADDRESS = re.compile(rf"(?<!\S)\S*(?:{LINKED.pattern})\S*")
