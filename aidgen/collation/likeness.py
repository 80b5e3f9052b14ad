"""How alike two texts of one language are: by their letters, and by the words they share."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache


@lru_cache(maxsize=1 << 14)
def folded(text: str) -> str:
    """Return the letters and digits of `text` in small letters without accents, spaces single."""
    plain = unicodedata.normalize("NFKD", text.lower().replace("œ", "oe").replace("ß", "ss"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", plain))


@lru_cache(maxsize=1 << 16)
def letters_alike(one: str, other: str) -> float:
    """Return how alike the letters of two short texts are, from 0 to 1."""
    left, right = folded(one), folded(other)
    if not left or not right:
        return float(left == right)
    matcher = SequenceMatcher(None, left[:LONGEST], right[:LONGEST], autojunk=False)
    return 1.0 if left == right else matcher.ratio()


def titles_alike(one: str, other: str) -> float:
    """Return how alike two headings are; those with different numbers are not."""
    left, right = folded(one), folded(other)
    numbers = [set(re.findall(r"\d+", text)) for text in (left, right)]
    if numbers[0] and numbers[1] and not numbers[0] & numbers[1]:
        return 0.0
    return letters_alike(one, other)


def stems(text: str) -> frozenset[str]:
    """Return the beginnings of the longer words of `text`, by which its forms are one word."""
    return frozenset(word[:STEM] for word in folded(text).split() if len(word) > 2)


@dataclass(frozen=True)
class Weights:
    """How much each word tells: a word of few texts tells more than one of many."""

    rarity: dict[str, float]

    @classmethod
    def of(cls, texts: Iterable[frozenset[str]]) -> Weights:
        """Weigh the words of `texts`."""
        count: Counter[str] = Counter()
        total = 0
        for words in texts:
            total += 1
            count.update(words)
        return cls({word: math.log(1 + total / times) for word, times in count.items()})

    def weight(self, words: Iterable[str]) -> float:
        """Return the weight of `words` together."""
        return sum(self.rarity.get(word, 0.0) for word in words)


STEM = 5
"""Letters by which a word is known."""
LONGEST = 400
"""Letters of a text that are compared one by one."""
