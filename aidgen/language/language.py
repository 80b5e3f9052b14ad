"""How a language says numbers, dice and comparisons, and what a text in it says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from aidgen.game.texts import Text, term_forms
from aidgen.language.genders import GENDERS, genders
from aidgen.language.locales import conventions
from aidgen.language.meaning import PERCENT, Comparisons, Hints, Meaning
from aidgen.language.numbers import NumberFormat, Numerals, month_names, read_dice, read_months
from aidgen.language.phrases import Phrases, cut
from aidgen.language.tokens import Tokens, tokenize


@dataclass(frozen=True, eq=False)
class Language:
    """By which words and signs a language says numbers and comparisons."""

    numerals: Numerals
    number_format: NumberFormat
    dice_letters: frozenset[str]
    comparisons: Comparisons
    idioms: Phrases
    """Phrases that look like numbers or comparisons and are none, as "above all": left out."""
    uncounted: Phrases
    """Phrases that are read, but whose words are no numbers, as the hundred in "pour cent"."""
    extremes: tuple[Phrases, ...]
    """The words of each of EXTREMES."""
    version: tuple[str, ...]
    """The keys of what comes before a number like 5.0 that counts nothing."""
    small_words: frozenset[str]
    """Words such as "the" and "with", by which the language gives itself away."""
    silent: frozenset[str]
    """Which of LANGUAGE_WORDS are empty: of what they would say, no check can know anything.

    One that is a hyphen says that the language has no such words.
    """
    genders: tuple[str, ...] = ()
    """The genders by which it says things otherwise, the usual one first."""
    joining: frozenset[str] = frozenset()
    """Words that join two figures without making a range of them, as "and"."""
    months: Mapping[str, str] = field(default_factory=dict)
    """The numbers of the months, by their names in small letters."""
    digest: str = ""
    """A digest of the words that it was read from, and of its locale."""

    @classmethod
    def of(cls, words: Mapping[str, Text], locale: str = "") -> Language:
        """Read the language from its words in `ui`, by name; their notes say what each is.

        By its `locale`, CLDR knows the names of its months.
        """
        given = {name: str(words.get(name, "")) for name in LANGUAGE_WORDS}
        silent = frozenset(name for name, text in given.items() if not text.strip())
        given = {name: "" if text.strip() in NONE else text for name, text in given.items()}
        listed = {name: [form for form in term_forms(text) if form] for name, text in given.items()}
        fractions = {value: given[name] for name, value in FRACTION_WORDS.items()}
        numerals = Numerals.of(given["number-words"], given["ordinals"], fractions)
        compared = {
            sign: dict.fromkeys([*EVERYWHERE[sign], *listed[name]]) for name, sign in SIGNS.items()
        }
        written = conventions(locale)
        comparisons = Comparisons.of(compared, listed["negations"], written.listing)
        phrases = [way.phrase for way in comparisons.forms]
        return cls(
            numerals=numerals,
            number_format=NumberFormat.of(listed["number-format"]),
            dice_letters=_cases({"d", *listed["dice-letter"]}),
            comparisons=comparisons,
            idioms=Phrases.of(sorted(listed["idioms"], key=len, reverse=True)),
            uncounted=Phrases.of(phrase for phrase in phrases if numerals.counts(phrase)),
            extremes=tuple(Phrases.of(listed[name]) for name in EXTREMES),
            version=tuple(token.key for token in tokenize(str(words.get("version", "version")))),
            small_words=frozenset(given["small-words"].lower().split()),
            silent=silent,
            genders=genders({GENDERS: words[GENDERS.name]} if GENDERS.name in words else {}),
            joining=written.joining,
            months=month_names(locale),
            digest=_digest(words, locale),
        )

    def read(self, text: str) -> Meaning:
        """Return what `text` says of figures, dice and comparisons."""
        tokens = self.figures(text)
        foreign = tuple(sorted(self.number_format.foreign(tokens, self.version)))
        alike = tuple(sorted(self.numerals.alike(tokens)))
        rest, compared = self.comparisons.read(tokens)
        denials = len(self.comparisons.negations.chosen(rest))
        return Meaning.of(rest, compared, denials, Hints(foreign, alike))

    def figures(self, text: str) -> Tokens:
        """Return the tokens of `text`: each number one of them, in digits or words, each die one.

        Idioms are left out.
        """
        return _figures(self, text)


def _digest(words: Mapping[str, Text], locale: str) -> str:
    read = {name: str(words.get(name, "")) for name in (*LANGUAGE_WORDS, "version", GENDERS.name)}
    return sha256(repr((locale, sorted(read.items()))).encode()).hexdigest()


def _cases(letters: Iterable[str]) -> frozenset[str]:
    """Return letters as capitals and as small ones: who gives к means К20, too."""
    return frozenset(case for letter in letters for case in (letter.lower(), letter.upper()))


@lru_cache(maxsize=1 << 10)
def _figures(language: Language, text: str) -> Tokens:
    """Return some tokens of figures; several checks of a text ask for it, one after the other."""
    tokens = cut(tokenize(text), language.idioms.chosen(tokenize(text)))
    tokens = read_months(tokens, language.months)
    names = language.uncounted.occurrences(tokens)
    words = {at for occurrence in names for at in range(occurrence.start, occurrence.stop)}
    tokens = read_dice(language.numerals.read(tokens, words), language.dice_letters)
    return language.number_format.read(tokens)


@dataclass(frozen=True)
class Pair:
    """The two languages of a translation: how the source says things, and how its target does."""

    source: Language
    target: Language
    conversions: tuple[Fraction, ...] = ()
    """By what the numbers of the source are multiplied, where its units are other ones."""


SIGNS = {"at-least": "≥", "at-most": "≤", "more-than": ">", "less-than": "<", "percent": PERCENT}
"""The words (in `ui`) that say a comparison, or a percentage, and the sign for it."""

EXTREMES = ("highest", "lowest")
"""The words for what is highest, and those for what is lowest: one never translates the other."""

EVERYWHERE = {
    "≥": ("≥", ">=", "#+"),
    "≤": ("≤", "<="),
    ">": (">",),
    "<": ("<",),
    PERCENT: (PERCENT,),
}
"""By which signs every language says them."""

NONE = ("-", "–", "—")
"""What stands where a language has no words of a kind."""

FRACTION_WORDS = {"half": Fraction(1, 2), "twice": Fraction(2)}
"""Words (in `ui`) for numbers that counting does not reach."""

LANGUAGE_WORDS = frozenset(
    {
        *SIGNS,
        *FRACTION_WORDS,
        *EXTREMES,
        "dice-letter",
        "idioms",
        "negations",
        "number-format",
        "number-words",
        "ordinals",
        "small-words",
    }
)
"""Words (in `ui`) by which languages are compared; they are not compared themselves."""
