"""How a language writes numbers, dice and comparisons, and what its texts say with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from aidgen.game.texts import Text, term_forms
from aidgen.language.contrasts import Opposites, listed_opposites
from aidgen.language.locales import Conventions, conventions
from aidgen.language.meaning import PERCENT, Comparisons, Hints, Meaning
from aidgen.language.measures import NO_UNITS, UnitNames, unit_names
from aidgen.language.numbers import NumberFormat, Numerals, month_names, read_dice, read_months
from aidgen.language.phrases import Phrases, blank, cut_out
from aidgen.language.thresholds import open_plurals, required_figures
from aidgen.language.tokens import Tokens, tokenize
from aidgen.problems import Severity


@dataclass(frozen=True, eq=False)
class Language:
    """A language's words and signs for numbers and comparisons."""

    numerals: Numerals
    number_format: NumberFormat
    dice_letters: frozenset[str]
    own_dice_letters: tuple[str, ...]
    """Those that it lists, the one to print first."""
    comparisons: Comparisons
    idioms: Phrases
    """Phrases that look like numbers or comparisons but are not, as "above all"; they are
    skipped.
    """
    uncounted: Phrases
    """Phrases whose words are not numbers, as the hundred in "pour cent"."""
    opposites: tuple[Opposites, ...]
    """The words of each of CONTRASTS, then those of `ui.opposites`."""
    version: tuple[str, ...]
    """The keys of the word before a version number such as 5.0."""
    small_words: frozenset[str]
    """Words such as "the" and "with", which reveal the language of a text."""
    silent: frozenset[str]
    """The LANGUAGE_WORDS that are empty, so that texts cannot be checked for them.

    A hyphen means that the language has no such words.
    """
    written: Conventions = field(default_factory=Conventions)
    units: UnitNames = NO_UNITS
    months: Mapping[str, str] = field(default_factory=dict)
    """The numbers of the months by their names."""
    digest: str = ""
    """A digest of its words and its locale."""

    @classmethod
    def of(cls, words: Mapping[str, Text], locale: str = "") -> Language:
        """Build a language from its words in `ui`, by name, and CLDR's data for its `locale`."""
        given = {name: str(words.get(name, "")) for name in LANGUAGE_WORDS}
        silent = frozenset(name for name, text in given.items() if not text.strip())
        given = {name: "" if text.strip() in NO_WORDS else text for name, text in given.items()}
        listed = {name: [form for form in term_forms(text) if form] for name, text in given.items()}
        fractions = {value: given[name] for name, value in FRACTION_WORDS.items()}
        numerals = Numerals.of(given["number-words"], given["ordinals"], fractions)
        compared = {
            sign: dict.fromkeys([*UNIVERSAL_SIGNS[sign], *listed[name]])
            for name, sign in SIGNS.items()
        }
        written = conventions(locale)
        comparisons = Comparisons.of(compared, listed["negations"], written.listing)
        phrases = [way.phrase for way in comparisons.forms]
        return cls(
            numerals=numerals,
            number_format=NumberFormat.of(listed["number-format"]),
            dice_letters=_cases({"d", *listed["dice-letter"]}),
            own_dice_letters=tuple(listed["dice-letter"]),
            comparisons=comparisons,
            idioms=Phrases.of(sorted(listed["idioms"], key=len, reverse=True)),
            uncounted=Phrases.of(phrase for phrase in phrases if numerals.counts(phrase)),
            opposites=(
                *(Opposites.of(*(_certain(listed[name]) for name in names)) for names in CONTRASTS),
                *listed_opposites(given["opposites"]),
            ),
            version=tuple(token.key for token in tokenize(str(words.get("version", "version")))),
            small_words=frozenset(given["small-words"].lower().split()),
            silent=silent,
            written=written,
            units=unit_names(locale, written.units),
            months=month_names(locale),
            digest=_digest_words(words, locale),
        )

    def read(self, text: str) -> Meaning:
        """Return the figures, dice and comparisons in `text`."""
        return _read_meaning(self, text)

    def words(self, text: str) -> Tokens:
        """Return the tokens of `text` without idioms."""
        tokens = tokenize(text)
        return cut_out(tokens, self.idioms.distinct_occurrences(tokens))

    def figures(self, text: str) -> Tokens:
        """Return the tokens of `text` with numbers and dice as single tokens, without idioms."""
        return _read_figures(self, text)


def _digest_words(words: Mapping[str, Text], locale: str) -> str:
    read = {name: str(words.get(name, "")) for name in (*LANGUAGE_WORDS, "version")}
    return sha256(repr((locale, sorted(read.items()))).encode()).hexdigest()


def _cases(letters: Iterable[str]) -> frozenset[str]:
    """Return letters in both cases: к also stands for К20."""
    return frozenset(case for letter in letters for case in (letter.lower(), letter.upper()))


@lru_cache(maxsize=1 << 10)
def _read_figures(language: Language, text: str) -> Tokens:
    """Return the tokens of figures; cached, since several checks need them for the same text."""
    tokens = read_months(language.words(text), language.months)
    names = language.uncounted.occurrences(tokens)
    words = {at for occurrence in names for at in range(occurrence.start, occurrence.stop)}
    tokens = read_dice(language.numerals.read(tokens, words), language.dice_letters)
    return language.number_format.read(tokens)


@lru_cache(maxsize=1 << 10)
def _read_meaning(language: Language, text: str) -> Meaning:
    """Return what a text says; cached like its figures."""
    tokens = language.figures(text)
    rest, compared = language.comparisons.read(tokens)
    negations = language.comparisons.negations
    # Comparisons are no opposites ("3 or more"), and words such as "half" and "last" are numbers.
    words = language.words(text)
    keys = {token.key for token in words}
    change, extremes, *_ = language.opposites
    changing = blank(rest, extremes.phrases.occurrences(rest))
    hints = Hints(
        foreign=tuple(sorted(language.number_format.foreign(tokens, language.version))),
        alike=tuple(sorted(language.numerals.alike(tokens))),
        measures=tuple(sorted(language.units.measures(tokens))),
        referring=language.written.referring,
        definite=language.written.definite,
        required=tuple(sorted([*required_figures(rest, language.written), *open_plurals(words)])),
        storeys=not keys.isdisjoint(language.written.storeys),
        denials=len(negations.distinct_occurrences(rest)),
        negations=len(negations.distinct_occurrences(words)),
        denies=bool(_phrases(language.written.denials).occurrences(rest)),
        distributing=language.written.distributive & keys,
        sides=(change.read(changing), *(one.read(words) for one in language.opposites[1:])),
    )
    return Meaning.of(rest, compared, hints)


_phrases = lru_cache(maxsize=1 << 6)(Phrases.of)


def _certain(forms: Sequence[str]) -> list[str]:
    """Return forms without those that may mean something else."""
    return [form for form in forms if not form.endswith("?")]


@dataclass(frozen=True)
class Pair:
    """The languages of a translation."""

    source: Language
    target: Language


SIGNS = {"at-least": "≥", "at-most": "≤", "more-than": ">", "less-than": "<", "percent": PERCENT}
"""Words in `ui` for comparisons and percentages, with their signs."""

CONTRASTS: Mapping[tuple[str, str], tuple[str, Severity]] = {
    ("plus", "minus"): ("opposite", "error"),
    ("highest", "lowest"): ("extreme", "error"),
    ("half", "twice"): ("number", "error"),
}
"""Words in `ui` of which one never translates the other; the name and severity of each check."""

UNIVERSAL_SIGNS = {
    "≥": ("≥", ">=", "#+", "min #", "min. #"),
    "≤": ("≤", "<=", "max #", "max. #"),
    ">": (">",),
    "<": ("<",),
    PERCENT: (PERCENT,),
}
"""Signs and abbreviations that many languages use for them."""

NO_WORDS = ("-", "–", "—")
"""What a language enters where it has no such words."""

FRACTION_WORDS = {"half": Fraction(1, 2), "twice": Fraction(2)}
"""Words in `ui` for numbers that cannot be counted to."""

LANGUAGE_WORDS = frozenset(
    {
        *SIGNS,
        *FRACTION_WORDS,
        *(name for names in CONTRASTS for name in names),
        "dice-letter",
        "idioms",
        "negations",
        "number-format",
        "number-words",
        "opposites",
        "ordinals",
        "small-words",
    }
)
"""Word lists in `ui` that the checks read; they are not translations of each other."""

SEARCH_WORDS = frozenset({"search-ignored", "search-rolls", "search-synonyms"})
"""Word lists in `ui` that the search of the site reads; they are not translations either."""
