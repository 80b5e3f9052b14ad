"""Words of the source language that a translation has left as they were."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from aidgen.game.texts import ICON, LINK, PLACEHOLDER
from aidgen.language.agreement import Disagreement
from aidgen.language.language import Language


@dataclass(frozen=True)
class Vocabulary:
    """By which words one sees that a text is still in the source language."""

    small: frozenset[str]
    """Small words, as "the", that the target language has not."""
    translated: frozenset[str]
    """Words of the sources that all other translations of the catalogue have put otherwise."""

    @classmethod
    def of(cls, here: Language, there: Language, pairs: Iterable[tuple[str, str]]) -> Vocabulary:
        """Learn the words from two languages, and from all texts with their translations."""
        asked: Counter[str] = Counter()
        kept: Counter[str] = Counter()
        own: set[str] = set()
        for source, text in pairs:
            if _shown(source) != _shown(text):
                before, after = set(_lowered(source)), set(_lowered(text))
                asked.update(before)
                kept.update(before & after)
                own |= after - before
        translated = {word for word in asked if asked[word] >= OFTEN and word not in own}
        return cls(
            here.small_words - there.small_words,
            frozenset(word for word in translated if kept[word] * OFTEN <= asked[word]),
        )


def leftovers(source: str, text: str, vocabulary: Vocabulary) -> Iterator[Disagreement]:
    """Yield what `text` has left in the language of `source`: all of it, a passage, or a word.

    Names may stay: a word of its own, and passages most of whose words have a capital letter.
    """
    hint = "translate it, or write it as in the source if it is a name"
    words, known = _words(text), set(_lowered(source))
    others = _words(_NAME.sub(lambda name: " " if name[0] in source else name[0], text))
    foreign = [word for word in others if _is_foreign(word, vocabulary) and word in known]
    if len(foreign) == 1 and foreign[0] not in vocabulary.small and len(foreign[0]) < LONG:
        foreign = []
    if _shown(source) == _shown(text):
        if foreign or sum(word[0].islower() for word in words) >= 2:
            yield Disagreement("is the same as the source", "translate it", "error")
        return
    passage = _longest_run(words, _words(source))
    if passage:
        yield Disagreement(f"leaves `{' '.join(passage)}` as in the source", hint)
    elif foreign:
        quoted = ", ".join(f"`{word}`" for word in dict.fromkeys(foreign))
        yield Disagreement(f"leaves {quoted} as in the source", hint, "warning")


def _is_foreign(word: str, vocabulary: Vocabulary) -> bool:
    """Tell whether a word is of the source language; with a capital letter it may be a name."""
    return word[0].islower() and (word in vocabulary.small or word in vocabulary.translated)


def _longest_run(words: list[str], source: list[str]) -> list[str]:
    """Return the longest passage of RUN words or more that both have, names aside."""
    beginnings: dict[tuple[str, ...], int] = {}
    for at in range(len(source) - RUN + 1):
        beginnings.setdefault(tuple(source[at : at + RUN]), at)
    longest: list[str] = []
    for at in range(len(words) - RUN + 1):
        there = beginnings.get(tuple(words[at : at + RUN]))
        if there is None:
            continue
        length = RUN
        while words[at : at + length + 1] == source[there : there + length + 1] and (
            max(at, there) + length < max(len(words), len(source))
        ):
            length += 1
        run = words[at : at + length]
        if len(run) > len(longest) and 2 * sum(word[0].islower() for word in run) > len(run):
            longest = run
    return longest


def _shown(text: str) -> str:
    return PLACEHOLDER.sub(" ", ICON.sub(" ", LINK.sub(r"\1", text))).strip()


def _words(text: str) -> list[str]:
    return _WORD.findall(_ADDRESS.sub(" ", _shown(text)))


def _lowered(text: str) -> Iterator[str]:
    return (word.lower() for word in _words(text))


RUN = 4
"""So many words in a row are no chance."""

OFTEN = 4
"""So often must a word have been translated before one that was not is noticed."""

LONG = 5
"""So many letters has a word that stays by mistake; a shorter one may mean something here, too."""

_WORD = re.compile(r"[^\W\d_]+")
_CAPITAL = r"(?!\d)[^\W_a-zß-öø-ÿ]\w*"
_SMALL = r"(?!\d)[^\W_A-ZÀ-ÖØ-Þ]\w*"
_NAME = re.compile(rf"\b{_CAPITAL}(?: (?:{_SMALL} ){{1,3}}{_CAPITAL})+")
"""Words with a capital letter, and up to three small ones between them."""
_ADDRESS = re.compile(r"\S*(?:[@/]|\w\.\w)\S*")
