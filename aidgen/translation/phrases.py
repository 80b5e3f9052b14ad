"""Words and phrases found in a text, in all their forms at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from aidgen.game.texts import COMBINING_MARKS, ICON, LINK, UNSPACED, UNSPACED_LETTER

# Letters of a script with spaces; digits end a word.
WORD = rf"[^\W\d_{UNSPACED}](?:[^\W\d_{UNSPACED}]|[{COMBINING_MARKS}])*"

# A {placeholder}, digits, a letter of an unspaced script, a word, a sign. No two begin alike, so
# that matching takes linear time.
TOKEN = re.compile(rf"\{{[^{{}}]*\}}|\d+|[{UNSPACED}]|{WORD}|[^\s*]")

# The same for phrases, where a star stands for any letters.
FORM_TOKEN = re.compile(rf"\d+|[{UNSPACED}]|(?:{WORD}|\*)+|\S")

# The end of a sentence or line.
SENTENCE_END = re.compile(r"(?<=[.;!?…。！？])\s+|\n+")

# Variants of dashes, signs and digits, with their ASCII forms.
PLAIN_SIGNS = str.maketrans(
    "−–‐‑≧≦⩾⩽٫’٬＋％：（）０１２３４５６７８９", "----≥≤≥≤.''+%:()0123456789"
)

# Invisible characters that allow or forbid line breaks; vowel signs and elongation, which are
# optional in Arabic and Hebrew.
UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf-\u05c2]")


class Token(NamedTuple):
    """A piece of a text: a word, digits, a sign or a placeholder."""

    text: str
    key: str
    """What phrases compare: in lower case, with plain signs."""
    spaced: bool
    """Whether white space or emphasis precedes it."""

    @property
    def is_unspaced(self) -> bool:
        """Whether it is of a script without spaces."""
        return UNSPACED_LETTER.match(self.text) is not None


@lru_cache(maxsize=1 << 12)
def tokenize(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text, without icons and link targets."""
    plain = LINK.sub(r"\1", ICON.sub(" ", unicodedata.normalize("NFC", text)))
    return tuple(_tokens(TOKEN, UNSEEN.sub("", plain)))


def _tokens(pattern: re.Pattern[str], text: str) -> Iterator[Token]:
    end = -1
    for piece in pattern.finditer(text):
        key = piece[0].translate(PLAIN_SIGNS).lower()
        yield Token(piece[0], key, piece.start() != end)
        end = piece.end()


class Occurrence(NamedTuple):
    """Where a phrase occurs: its number, its first token, and the index after its last."""

    phrase: int
    start: int
    stop: int


@dataclass(frozen=True)
class Phrases:
    """Phrases indexed by their first words; the earlier of two that overlap wins."""

    by_key: Mapping[str, Sequence[tuple[int, tuple[Token, ...]]]]
    by_beginning: Mapping[str, Sequence[tuple[int, tuple[Token, ...]]]]
    """From the letters before the `*` of a first word."""

    @classmethod
    def of(cls, forms: Iterable[str]) -> Phrases:
        """Index forms; `*` in a word stands for any letters, or none."""
        by_key: dict[str, list[tuple[int, tuple[Token, ...]]]] = {}
        by_beginning: dict[str, list[tuple[int, tuple[Token, ...]]]] = {}
        for number, form in enumerate(forms):
            tokens = tuple(_tokens(FORM_TOKEN, unicodedata.normalize("NFC", form)))
            if tokens:
                beginning, star, _ = tokens[0].key.partition("*")
                index = by_beginning if star else by_key
                index.setdefault(beginning, []).append((number, tokens))
        return cls(by_key, by_beginning)

    def occurrences(self, tokens: Sequence[Token]) -> list[Occurrence]:
        """Return all occurrences, which may overlap."""
        keys = [token.key for token in tokens]
        near = [(at, phrase) for at, key in enumerate(keys) for phrase in self.by_key.get(key, ())]
        for beginning, phrases in self.by_beginning.items():
            places = [at for at, key in enumerate(keys) if key.startswith(beginning)]
            near += product(places, phrases)
        return [
            Occurrence(number, at, at + len(form))
            for at, (number, form) in near
            if _occurs(form, tokens, at)
        ]

    def distinct(self, tokens: Sequence[Token]) -> list[Occurrence]:
        """Return occurrences that do not overlap, in the order of the text."""
        return without_overlaps(self.occurrences(tokens))


def without_overlaps(occurrences: Iterable[Occurrence]) -> list[Occurrence]:
    """Return those that do not overlap, in the order of the text; the earlier phrase wins."""
    taken: set[int] = set()
    distinct = []
    for occurrence in sorted(occurrences):
        if taken.isdisjoint(range(occurrence.start, occurrence.stop)):
            taken.update(range(occurrence.start, occurrence.stop))
            distinct.append(occurrence)
    return sorted(distinct, key=lambda occurrence: occurrence.start)


def _occurs(form: Sequence[Token], tokens: Sequence[Token], at: int) -> bool:
    if at + len(form) > len(tokens):
        return False
    for i, part in enumerate(form):
        token = tokens[at + i]
        if (i and token.spaced != part.spaced) or not _matches(part.key, token.key):
            return False
    return True


def _matches(key: str, word: str) -> bool:
    """Tell whether a word matches a key with stars in linear time."""
    if "*" not in key:
        return key == word
    begin, *middle, end = key.split("*")
    at, stop = len(begin), len(word) - len(end)
    if stop < at or not word[:1].isalpha() or not (word.startswith(begin) and word.endswith(end)):
        return False
    for part in middle:
        at = word.find(part, at, stop) + len(part)
        if at < len(part):
            return False
    return True


def blank(tokens: Sequence[Token], occurrences: Iterable[Occurrence]) -> list[Token]:
    """Return the tokens with each token of an occurrence replaced by nothing readable."""
    rest = list(tokens)
    for _, start, stop in occurrences:
        rest[start:stop] = [NOTHING] * (stop - start)
    return rest


# Replaces tokens that were read already.
NOTHING = Token("", "", spaced=True)
