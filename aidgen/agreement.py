"""Two texts in two languages: do they say the same figures, dice, comparisons, icons and terms?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from aidgen.canon import ICON, LINK, PLACEHOLDER, Text, forms


@dataclass(frozen=True)
class Language:
    """By which words a language says numbers and comparisons."""

    numbers: Mapping[str, Fraction]
    comparisons: tuple[tuple[re.Pattern[str], str], ...]
    idioms: tuple[re.Pattern[str], ...]
    """Phrases with such a word in them that compare nothing, as in "above all"."""
    dice: str
    """The letters of a die, as a pattern."""

    @classmethod
    def of(cls, words: Mapping[str, Text]) -> Language:
        """Read the language from its words; groups are divided by spaces, synonyms by |."""
        numbers: dict[str, Fraction] = {}
        for value, group in enumerate(str(words["ui.number-words"]).split()):
            numbers |= dict.fromkeys(group.lower().split("|"), Fraction(value))
        for name, fraction in FRACTION_WORDS.items():
            numbers |= dict.fromkeys(forms(str(words[f"ui.{name}"]).lower()), fraction)
        signs = [
            (form, sign)
            for name, sign in COMPARISONS.items()
            for form in forms(words[f"ui.{name}"])
        ]
        signs.sort(key=lambda pair: -len(pair[0]))
        comparisons = tuple((_any_of([form]), sign) for form, sign in signs)
        letters = {"d", "D", *forms(words["ui.dice-letter"])}
        idioms = tuple(_any_of([form]) for form in forms(words["ui.idioms"]))
        return cls(numbers, comparisons, idioms, "|".join(sorted(map(re.escape, letters))))

    def read(self, text: str) -> dict[str, Counter[str]]:
        """Return what must be the same in every language: figures, dice, comparisons."""
        plain = LINK.sub(r"\1", PLACEHOLDER.sub(" ", ICON.sub(" ", text)))
        plain = re.sub(r"[\u00a0\u202f\u2009]", " ", plain).replace("−", "-").replace("–", "-")
        dice = re.compile(rf"(?<!\w)(\d*)(?:{self.dice})(\d+)(?!\w)")
        found_dice = Counter(f"{count or ''}d{faces}" for count, faces in dice.findall(plain))
        plain = dice.sub(" ", plain)
        for idiom in self.idioms:
            plain = idiom.sub(" ", plain)
        signs: Counter[str] = Counter()
        for pattern, sign in self.comparisons:
            plain, times = pattern.subn(" ", plain)
            signs[sign] += times
        return {"dice": found_dice, "comparison": +signs, "number": self._numbers(plain)}

    def _numbers(self, text: str) -> Counter[str]:
        """Return the numbers of a text; the word "one" is left out, it may be an article."""
        found: Counter[str] = Counter()
        for sign, digits in re.findall(r"((?<!\w)[-+])?(\d+(?:[.,]\d+)?)", text):
            found[f"{sign}{Fraction(digits.replace(',', '.'))}"] += 1
        for word in re.findall(r"[^\W\d_]+", text.lower()):
            if word in self.numbers and self.numbers[word] != 1:
                found[str(self.numbers[word])] += 1
        return found


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of `words`, the longest first."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile("|".join(map(_word, longest_first)), re.IGNORECASE)


def _word(form: str) -> str:
    """Return a pattern for a word or phrase, or for a sign, which has no word borders."""
    escaped = re.escape(form).replace(r"\ ", r"\s+")
    return rf"(?<!\w){escaped}(?!\w)" if form[0].isalnum() else escaped


def disagreements(
    source: str, text: str, here: Language, there: Language
) -> Iterator[tuple[str, str]]:
    """Yield what `text` says otherwise than `source`: a message, and a hint."""
    pairs = {
        "placeholder": (Counter(PLACEHOLDER.findall(source)), Counter(PLACEHOLDER.findall(text))),
        "icon": (Counter(ICON.findall(source)), Counter(ICON.findall(text))),
        "link": (_targets(source), _targets(text)),
    }
    one, other = here.read(source), there.read(text)
    pairs |= {name: (one[name], other[name]) for name in one}
    for name, (expected, found) in pairs.items():
        lost, extra = expected - found, found - expected
        if name == "number" and _only_one(lost, extra):
            continue
        if lost or extra:
            yield _difference(name, lost, extra), f"source: “{short(source)}”"
    if emphasis(source) != emphasis(text):
        message = f"found {emphasis(text)} emphases (*…*, **…**), expected {emphasis(source)}"
        yield message, f"source: “{short(source)}”"


def emphasis(text: str) -> int:
    """Return how many emphasised passages a text has; a translation has as many."""
    return len(re.findall(r"(?<![\w*])\*{1,2}(?=[^\s*])", LINK.sub(r"\1", text)))


def _targets(text: str) -> Counter[str]:
    return Counter(target for _, target in LINK.findall(text))


def _only_one(lost: Counter[str], extra: Counter[str]) -> bool:
    """Tell whether two texts differ by a 1 alone, which the other language says as an article."""
    return set(lost) | set(extra) <= {"1"}


def _difference(name: str, lost: Counter[str], extra: Counter[str]) -> str:
    def show(counter: Counter[str]) -> str:
        shown = (f"{{{item}}}" if name == "placeholder" else item for item in counter.elements())
        return ", ".join(f"`{item}`" for item in shown)

    if lost and extra:
        return f"{name}: found {show(extra)}, expected {show(lost)}"
    return f"{name}: {show(lost)} is missing" if lost else f"{name}: {show(extra)} is too much"


@dataclass(frozen=True)
class Term:
    """A glossary term in both languages: its first forms, and what finds it in a text."""

    source: str
    target: str
    asked: re.Pattern[str]
    answered: re.Pattern[str]

    @classmethod
    def of(cls, source: Sequence[str], target: Sequence[str]) -> Term:
        """Make a term of its forms in both languages, those to print first."""
        plain = [form.replace("’", "'") for form in target]
        return cls(source[0], target[0], _any_of(source), _any_of(plain))


def unsaid(source: str, text: str, terms: Sequence[Term]) -> Iterator[tuple[str, str]]:
    """Yield a message and a hint for each glossary term of `source` that `text` does not use."""
    rest = LINK.sub(r"\1", source)
    plain = re.sub(r"[\u00a0\u202f]", " ", LINK.sub(r"\1", text)).replace("’", "'")
    for term in terms:
        rest, asked = term.asked.subn(" ", rest)
        if asked and not term.answered.search(plain):
            message = f"term: `{term.source}` is not said as in the glossary"
            hint = "add an inflected form to the glossary after | if it is one"
            yield f"{message}, expected `{term.target}`", hint


def short(text: str) -> str:
    """Return the beginning of a text, on one line."""
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"


COMPARISONS = {"at-least": "≥", "at-most": "≤", "more-than": ">", "less-than": "<"}
"""The words (in `ui`) that say a comparison, and its sign."""

FRACTION_WORDS = {"half": Fraction(1, 2), "twice": Fraction(2)}
"""Words (in `ui`) for numbers that counting does not reach."""

LANGUAGE_WORDS = frozenset({*COMPARISONS, *FRACTION_WORDS, "idioms", "number-words", "dice-letter"})
"""Words (in `ui`) by which languages are compared; they are not compared themselves."""
