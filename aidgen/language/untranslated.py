"""Words of the source language that a translation still contains."""

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
    """Words that reveal the source language."""

    small: frozenset[str]
    """Small words of the source language, as "the", that the target language does not have."""
    translated: frozenset[str]
    """Source words that nearly all other translations in the catalogue translate."""

    @classmethod
    def of(cls, pair: Pair, translations: Iterable[tuple[str, str]]) -> Vocabulary:
        """Collect the words from two languages and from all texts with their translations."""
        asked: Counter[str] = Counter()
        kept: Counter[str] = Counter()
        own: Counter[str] = Counter()
        for source, target in translations:
            if _visible_text(source) != _visible_text(target):
                before, after = _lowercase_words(source), _lowercase_words(target)
                asked.update(before)
                kept.update(before & after)
                own.update(after - before)
        translated = {word for word in asked if asked[word] >= ENOUGH and word not in own}
        silent = "small-words" in pair.target.silent  # then any word may belong to it
        return cls(
            frozenset() if silent else _small_words(pair, own),
            frozenset(word for word in translated if kept[word] * ENOUGH <= asked[word]),
        )

    def within(self, source: str) -> list[str]:
        """Return the words that occur in a source text: all that affect its check."""
        return sorted(_lowercase_words(source) & (self.small | self.translated))


def _small_words(pair: Pair, own: Counter[str]) -> frozenset[str]:
    """Return the small words of the source that are no words of the target, as Polish "to" is.

    `own` counts the translations with a word that their source does not have.
    """
    known = frozenset(word for word, times in own.items() if times >= OWN_WORD)
    target = pair.target
    return pair.source.small_words - target.small_words - target.written.shared_words - known


def untranslated_words(source: str, target: str, vocabulary: Vocabulary) -> Iterator[Mismatch]:
    """Yield what `target` has left untranslated: all of it, a passage, or words.

    Names may stay: single capitalised words, and passages of mostly capitalised words.
    """
    hint = "translate it; if it is a name, write it exactly as in the source"
    known, words = _lowercase_words(source), _words_of(target)
    unnamed = QUOTED.sub(lambda found: " " if found[1] in source else found[0], target)
    unnamed = CAPITALISED_NAME.sub(lambda name: " " if name[0] in source else name[0], unnamed)
    foreign = [
        word
        for word in (words if unnamed == target else _words_of(unnamed))
        if _is_foreign(word, vocabulary) and word in known
    ]
    if len(foreign) == 1 and foreign[0] not in vocabulary.small and len(foreign[0]) < LONG_WORD:
        foreign = []
    if _visible_text(source) == _visible_text(target):
        if foreign or sum(word[0].islower() for word in words) >= 2:
            yield Mismatch("is identical to the source", "translate it", "error", LEFT_CHECK)
        return
    passage = _longest_run(words, _words_of(source))
    if passage:
        yield Mismatch(
            f"`{' '.join(passage)}` is still in the source language", hint, "error", LEFT_CHECK
        )
    elif foreign:
        quoted = ", ".join(f"`{word}`" for word in dict.fromkeys(foreign))
        verb = "is" if len({*foreign}) == 1 else "are"
        yield Mismatch(f"{quoted} {verb} still in the source language", hint, "warning", LEFT_CHECK)


def _is_foreign(word: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a word belongs to the source language; a capitalised one may be a name."""
    return word[0].islower() and (word in vocabulary.small or word in vocabulary.translated)


def _longest_run(words: Sequence[str], source: Sequence[str]) -> Sequence[str]:
    """Return the longest common passage of PASSAGE words or more, mostly lower case."""
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
    """Return how many words two passages have in common at the start."""
    for at, (word, other) in enumerate(zip(words, others, strict=False)):
        if word != other:
            return at
    return min(len(words), len(others))


@lru_cache(maxsize=1 << 12)
def _visible_text(text: str) -> str:
    """Return a text without icons, placeholders and link targets."""
    return PLACEHOLDER.sub(" ", ICON.sub(" ", LINK.sub(r"\1", text))).strip()


@lru_cache(maxsize=1 << 12)
def _words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, without those of addresses."""
    shown = _visible_text(text)
    return tuple(
        LETTER_RUN.findall(ADDRESS_PATTERN.sub(" ", shown) if ADDRESS_SIGN.search(shown) else shown)
    )


def _lowercase_words(text: str) -> set[str]:
    return {word.lower() for word in _words_of(text)}


LEFT_CHECK = "left"
"""The check's name in translators' waivers."""

PASSAGE = 4
"""This many equal words in a row are no coincidence."""

LONGEST_PASSAGE = 24
"""The longest passage to compare and quote."""

OWN_WORD = 2
"""A word that so many translations have without their source belongs to their language."""

ENOUGH = 4
"""A word must have been translated this often before leaving it untranslated is reported."""

LONG_WORD = 5
"""A single leftover word of fewer letters may be a word of the target language."""

# Not the letter of "2a", nor an ending in brackets, as in "card(s)".
LETTER_RUN = re.compile(r"(?<![^\W_])(?<!\w\()[^\W\d_]+")

# A capital, or a letter of a script without capitals, and the letters and digits after it.
_CAPITAL = r"(?!\d)[^\W_a-zß-öø-ÿ]\w*"
# The same with a lower-case letter.
_SMALL = r"(?!\d)[^\W_A-ZÀ-ÖØ-Þ]\w*"
# Capitalised words with up to three lower-case ones in between: Call of the Wild.
CAPITALISED_NAME = re.compile(rf"\b{_CAPITAL}(?: (?:{_SMALL} ){{1,3}}{_CAPITAL})+")

# A quoted passage, which may be a name: “Best of 3”.
QUOTED = re.compile(r"[\"“„«‹](\s?[^\"“”„«»‹›]{1,60})[\"“”»›]")

# The signs of file names and settings: a dot, a slash, an @, a _ or three hyphens inside.
ADDRESS_SIGN = re.compile(r"[@/_]|\w\.\w|\w-\w+-\w+-\w")
# A string without spaces that contains one.
ADDRESS_PATTERN = re.compile(rf"(?<!\S)\S*(?:{ADDRESS_SIGN.pattern})\S*")
