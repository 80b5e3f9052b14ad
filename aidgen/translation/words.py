"""A language's words and signs for numbers, bounds and dice, as its translator lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from aidgen.game.figures import neutral
from aidgen.game.texts import term_forms
from aidgen.translation.phrases import Phrases

# The lists of `ui` with words for bounds, each with its sign.
BOUNDS = {"at-least": "≥", "at-most": "≤", "more-than": ">", "less-than": "<"}

# Lists of `ui` of which one never translates the other.
CONTRASTS = (("highest", "lowest"), ("half", "twice"), ("plus", "minus"))

# Word lists in `ui` that the checks read; they are not translations of each other.
LANGUAGE_WORDS = frozenset(
    {
        *BOUNDS,
        *(name for pair in CONTRASTS for name in pair),
        "dice-letter",
        "idioms",
        "number-format",
        "number-words",
        "ordinals",
        "percent",
    }
)

# Word lists in `ui` that the search of the site reads; they are not translations either.
SEARCH_WORDS = frozenset({"search-ignored", "search-rolls", "search-synonyms"})

# What a language enters where it has no such words.
NO_WORDS = ("-", "–", "—")


class NumberWord(NamedTuple):
    """The number that a word means; unless it is `sure`, another language may leave it out."""

    value: str
    sure: bool


class Bound(NamedTuple):
    """A way to say a bound: where its number is, and whether it may mean something else."""

    sign: str
    number_before: bool
    number_behind: bool
    sure: bool


@dataclass(frozen=True, eq=False)
class Language:
    """How a language writes numbers, bounds and dice."""

    locale: str
    number_phrases: Phrases
    number_words: tuple[NumberWord, ...]
    """What each of the phrases means."""
    bound_phrases: Phrases
    bounds: tuple[Bound, ...]
    percent: Phrases
    idioms: Phrases
    """Phrases with such words that neither count nor compare, as "above all"."""
    contrasts: tuple[tuple[Phrases, Phrases], ...]
    """The words of each of CONTRASTS."""
    dice_letters: tuple[str, ...]
    """Its own first."""
    decimal: str
    """The sign before decimals; "" if the language has not said."""
    decimals: frozenset[str]
    """All signs that may be before decimals."""
    silent: frozenset[str]
    """The word lists that are empty, so that texts cannot be compared by them."""

    @classmethod
    def of(cls, words: Mapping[str, str], locale: str = "") -> Language:
        """Build a language from its word lists, by name; the forms in a list are joined by `|`."""
        given = {name: str(words.get(name, "")).strip() for name in LANGUAGE_WORDS}
        silent = frozenset(name for name, text in given.items() if not text)
        lists = {
            name: [] if text in NO_WORDS or not text else term_forms(text)
            for name, text in given.items()
        }
        numbers = [
            *_numbers(given["number-words"], first=0),
            *_numbers(given["ordinals"], first=1),
            *_named(lists["half"], "0.5"),
            *_named(lists["twice"], "2"),
        ]
        numbers.sort(key=lambda number: -len(number[0]))
        bounds = [
            (form.strip("# ?"), _bound(form, sign))
            for name, sign in BOUNDS.items()
            for form in lists[name]
            if any(map(str.isalpha, form))
        ]
        bounds.sort(key=lambda bound: -len(bound[0]))
        return cls(
            locale,
            Phrases.of(form for form, _ in numbers),
            tuple(number for _, number in numbers),
            Phrases.of(form for form, _ in bounds),
            tuple(bound for _, bound in bounds),
            Phrases.of(["%", *lists["percent"]]),
            Phrases.of(sorted(lists["idioms"], key=len, reverse=True)),
            tuple(
                (_sure_phrases(lists[first]), _sure_phrases(lists[second]))
                for first, second in CONTRASTS
            ),
            tuple(dict.fromkeys([*lists["dice-letter"], "d", "D"])),
            _decimal_sign(lists["number-format"][0]) if lists["number-format"] else "",
            frozenset(map(_decimal_sign, lists["number-format"])),
            silent,
        )


def _sure_phrases(forms: Sequence[str]) -> Phrases:
    return Phrases.of(form for form in forms if not form.endswith("?"))


def _numbers(text: str, *, first: int) -> list[tuple[str, NumberWord]]:
    """Return the words of `zero one|a? two 30=thirty`, each with its number."""
    numbers = []
    place = first
    for group in text.split() if text not in NO_WORDS else ():
        given, equals, words = group.rpartition("=")
        value = given if equals else str(place)
        place += not equals
        for word in words.split("|"):
            phrase = word.rstrip("?")
            if phrase and value.replace(".", "", 1).isdecimal():
                number = NumberWord(value, not word.endswith("?"))
                # A hyphen in a number stands for a space, too: dix-huit, dix huit.
                forms = {phrase, phrase.replace("-", " "), phrase.replace("-", "‑")}
                numbers += [(form, number) for form in sorted(forms)]
    return numbers


def _named(forms: Sequence[str], value: str) -> list[tuple[str, NumberWord]]:
    return [(form.rstrip("?"), NumberWord(value, not form.endswith("?"))) for form in forms]


def _bound(form: str, sign: str) -> Bound:
    """Read a form: `#` at one end stands for a required number, `?` makes it unsure."""
    bare = form.rstrip("?")
    before, behind = bare.startswith("#"), bare.endswith("#")
    return Bound(sign, before or not behind, behind or not before, not form.endswith("?"))


def _decimal_sign(example: str) -> str:
    return example[-2] if len(example) > 2 and example[-2] in ".,٫" else ""


def canonical(number: str) -> str:
    """Return a number in neutral notation: 5.0 as 5."""
    return neutral(Fraction(number))
