"""How a language says numbers, dice and comparisons, and what a text in it says of them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from aidgen.game.figures import neutral
from aidgen.game.texts import ICON, LINK, PLACEHOLDER, Text, forms
from aidgen.language.numerals import Numerals


@dataclass(frozen=True)
class Reading:
    """What a text says that must be the same in every language.

    Numbers have their sign: `3`, `+1`, `1.5`. The number 1 is apart: its word may be an article.
    """

    dice: Counter[str]
    comparisons: Counter[str]
    bounds: Counter[str]
    """Comparisons with the number beside them, as `≥ 3`; one that has none is left out."""
    negated: tuple[str, ...]
    """Those that a "not" before them turns round: "not more than" may be "at most"."""
    hints: Counter[str]
    """Comparisons in words that may compare nothing, as "over"."""
    percents: Counter[str]
    operators: Counter[str]
    numbers: Counter[str]
    asides: Counter[str]
    """Numbers said by words that another language may leave out, as "both"."""
    ones: int
    """How many 1 are written in digits."""
    fixed: int
    """How many of these are never put into words, as in `3 + 1`."""
    articles: int
    """How many 1 are said in words."""


@dataclass(frozen=True)
class Phrase:
    """A word or phrase in any of its forms, as a text may have it."""

    stems: tuple[str, ...]
    """In small letters: a text that has none of them need not be searched, which takes longer."""
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, forms: Sequence[str]) -> Phrase:
        """Make a phrase of its forms; the longest that fits is found."""
        longest_first = sorted(forms, key=len, reverse=True)
        stems = tuple(max(re.split(r"[\s*]+", form.lower()), key=len) for form in longest_first)
        pattern = "|".join(map(spelt, longest_first)) or r"(?!)"
        return cls(stems, re.compile(pattern, re.IGNORECASE))

    def places(self, text: str) -> list[re.Match[str]]:
        """Return where `text` has the phrase."""
        return list(self.pattern.finditer(text)) if self._may_stand_in(text) else []

    def replaced(self, new: str | Callable[[re.Match[str]], str], text: str) -> str:
        """Return `text` with `new` in the phrase's place."""
        return self.pattern.sub(new, text) if self._may_stand_in(text) else text

    def _may_stand_in(self, text: str) -> bool:
        lowered = text.lower()
        return any(stem in lowered for stem in self.stems)


@dataclass(frozen=True)
class Comparison:
    """A way of saying that something is at least, at most, more or less than a number."""

    sign: str
    phrase: Phrase
    aside: bool
    """It may say something else, too, as "over"."""

    @classmethod
    def of(cls, form: str, sign: str) -> Comparison:
        """Read a form; `#` at one of its ends is a number that must stand there, ? is `aside`."""
        aside = len(form) > 1 and form.endswith("?")
        form = form.rstrip("?") if aside else form
        phrase = form.strip("# ")
        if form.startswith("#") and phrase:
            word = rf"(?:[ (]+{GAP_WORD})"
            gap = rf"(?(article){word}?|{word}{{0,3}}?)[ (]+" if form[1] == " " else ""
            after = rf"(?! ?[\d{HELD}-\uf8ff])"
            begin = rf"(?<![{SAID}{ASIDE}\d.,/])(?P<article>{ASIDE})?"
            pattern = rf"(?P<number>{begin}{FIGURE})(?P<gap>{gap}){spelt(phrase)}{after}"
        else:
            near = rf"(?=[ (]*(?:{GAP_WORD}[ (]+)?(?P<number>{NUMBER}))"
            pattern = spelt(phrase) + (near if form.endswith("#") else f"(?:{near})?")
        found = re.compile(pattern, re.IGNORECASE)
        return cls(sign, Phrase((phrase.lower(),), found), aside)


@dataclass(frozen=True)
class Language:
    """By which words and signs a language says numbers and comparisons."""

    numerals: Numerals
    comparisons: tuple[Comparison, ...]
    """The longest first; those behind their number last, as they reach over several words."""
    negations: Phrase
    idioms: Phrase
    """Phrases that look like one of these and are none, as in "above all"."""
    dice: re.Pattern[str]
    grouped: re.Pattern[str]
    """A number with its thousands set apart."""
    decimal_sign: str
    version: str
    """What comes before a number like 5.0 that counts nothing."""
    small_words: frozenset[str]
    """Words such as "the" and "with", by which the language gives itself away."""

    @classmethod
    def of(cls, words: Mapping[str, Text]) -> Language:
        """Read the language from its words in `ui`, by name; their notes say what each is."""
        said = {name: str(words.get(name, "")).translate(PLAIN_SIGNS) for name in LANGUAGE_WORDS}
        fractions = {value: said[name] for name, value in FRACTION_WORDS.items()}
        signs = [(form, sign) for name, sign in SIGNS.items() for form in forms(said[name]) if form]
        signs.sort(key=lambda pair: (pair[0].startswith("#"), -len(pair[0])))
        letters = sorted({"d", "D", *filter(None, forms(said["dice-letter"]))})
        group, decimal = _signs_of(said["number-format"])
        return cls(
            numerals=Numerals.of(said["number-words"], said["ordinals"], fractions),
            comparisons=tuple(Comparison.of(form, sign) for form, sign in signs),
            negations=Phrase.of([form for form in forms(said["negations"]) if form]),
            idioms=Phrase.of([form for form in forms(said["idioms"]) if form]),
            dice=re.compile(
                rf"(?<![\w{SAID}{ASIDE}])((?:{SAID}?\d+ ?)?)(?:{'|'.join(map(re.escape, letters))})"
                r"(\d+)((?: ?\+ ?|-)\d+(?!\d*[.,]\d))?(?!\w)"
            ),
            grouped=re.compile(rf"(?<![\d.,])\d{{1,3}}(?:[{GROUPING}{group}]\d{{3}})+(?!\d)"),
            decimal_sign=decimal,
            version=str(words.get("version", "version")).lower(),
            small_words=frozenset(said["small-words"].lower().split()),
        )

    def read(self, text: str) -> Reading:
        """Return what `text` says of figures, dice and comparisons."""
        plain, held = self._figures(text)
        plain, compared = self._compared(plain)
        signs = Counter(one.sign for one, _, _ in compared if not one.aside)
        percents = Counter({PERCENT: signs.pop(PERCENT, 0)})
        bounds = [(one.sign, number) for one, number, _ in compared if number and one.sign in signs]
        said: dict[str, Counter[str]] = {kind: Counter() for kind in (DIGITS, SAID, ASIDE, FIXED)}
        for kind, number in _numbers(plain, held):
            said[kind][number] += 1
        loose, fixed, *words = (said[kind].pop("1", 0) for kind in (DIGITS, FIXED, SAID, ASIDE))
        return Reading(
            dice=Counter(name for name in held if not name.startswith("{")),
            comparisons=signs,
            bounds=Counter(f"{sign} {_number(number, held)}" for sign, number in bounds),
            negated=tuple(one.sign for one, _, negated in compared if negated),
            hints=Counter(one.sign for one, _, _ in compared if one.aside),
            percents=+percents,
            operators=Counter(found[0] for found in OPERATOR.finditer(plain)),
            numbers=said[DIGITS] + said[SAID] + said[FIXED],
            asides=said[ASIDE],
            ones=loose + fixed,
            fixed=fixed,
            articles=sum(words),
        )

    def beside(self, text: str, words: Phrase) -> str:
        """Return the number beside the only place that has `words`, or ""."""
        plain, held = self._figures(text)
        places = words.places(plain)
        if len(places) != 1:
            return ""
        before = _BEFORE.search(plain[: places[0].start()])
        after = _AFTER.match(plain[places[0].end() :])
        found = before or after
        return _number(found["number"], held) if found else ""

    def _figures(self, text: str) -> tuple[str, list[str]]:
        """Return `text` with all numbers in digits, and what one letter stands for in it.

        These are placeholders, in braces, and dice.
        """
        held: list[str] = []

        def hold(name: str) -> str:
            held.append(name)
            return chr(ord(HELD) + len(held))

        def hold_die(found: re.Match[str]) -> str:
            count, faces, bonus = found[1].strip(f"{SAID} "), found[2], found[3] or ""
            return hold(f"{'' if count == '1' else count}d{faces}{bonus.replace(' ', '')}")

        plain = self.grouped.sub(lambda found: re.sub(r"\D", "", found[0]), unmarked(text))
        plain = PLACEHOLDER.sub(lambda found: hold(f"{{{found[1]}}}"), plain)
        plain = self.idioms.replaced(" ", " ".join(plain.split()))
        return self.dice.sub(hold_die, self._in_digits(plain)), held

    def _in_digits(self, text: str) -> str:
        """Return `text` with its number words in digits, a mark before each."""
        parts, end = [], 0
        for number in self.numerals.said(text):
            mark = ASIDE if number.aside else SAID
            parts += [text[end : number.start], f"{mark}{number.value}"]
            end = number.stop
        return "".join([*parts, text[end:]])

    def _compared(self, text: str) -> tuple[str, list[tuple[Comparison, str, bool]]]:
        """Return `text` without its comparisons, and these.

        With each is the number it bounds and whether it is negated.
        """
        found: list[tuple[Comparison, str, bool]] = []

        def note(match: re.Match[str]) -> str:
            said = match.groupdict()
            sentence = re.split(r"[.;:!?]", match.string[: match.start()])[-1]
            negated = bool(self.negations.places(sentence))
            found.append((comparison, said.get("number") or "", negated))
            return f"{said['number']}{said['gap']} " if "gap" in said else " "

        for comparison in self.comparisons:
            text = comparison.phrase.replaced(note, text)
        return text, found

    def foreign_decimals(self, text: str) -> list[str]:
        """Return the numbers of `text` that have another decimal sign than the language."""
        plain = self.grouped.sub(" ", unmarked(text))
        return [
            found[0]
            for found in DECIMALS.finditer(plain)
            if found[1] != self.decimal_sign
            and not plain[: found.start()].lower().rstrip().endswith(self.version)
        ]


def unmarked(text: str) -> str:
    """Return `text` without marks, its digits and signs as in ASCII."""
    plain = re.sub(r"[*\ue000-\uf8ff]", "", LINK.sub(r"\1", ICON.sub(" ", text)))
    plain = re.sub(r"[！-～]|(?![0-9])\d", _ascii, plain)
    return re.sub(r"(\d*)([¼-¾⅐-⅞])", _mixed, plain).translate(PLAIN_SIGNS)


def _ascii(found: re.Match[str]) -> str:
    """Return any script's digit, and any full-width sign, as ASCII has it."""
    digit = unicodedata.decimal(found[0], None)
    return unicodedata.normalize("NFKC", found[0]) if digit is None else str(digit)


def _mixed(found: re.Match[str]) -> str:
    part = Fraction(unicodedata.numeric(found[2])).limit_denominator(10)
    return f"{SAID}{int(found[1] or 0) + part}"


def _signs_of(examples: str) -> tuple[str, str]:
    """Return how `examples`, the number 1,234.5, set thousands and decimals apart."""
    found = re.findall(r"1(\D?)234(\D)5", unmarked(examples))
    groups = "".join(re.escape(re.sub(r"\s", " ", group)) for group, _ in found)
    return groups, found[0][1] if found else "."


def _numbers(text: str, held: list[str]) -> Iterator[tuple[str, str]]:
    """Yield how each number of `text` is said (DIGITS, SAID, ASIDE, FIXED), and the number."""
    for found in NUMBERS.finditer(text):
        sign = found["sign"] or ""
        if sign or not found["held"]:
            before, after = text[: found.start()], text[found.end() :]
            fixed = _FIXED_BEFORE.search(before) or _FIXED_AFTER.match(after)
            kind = found["kind"] or (FIXED if fixed else DIGITS)
            yield kind, f"{sign}{_number(found[0], held)}"


def _number(said: str, held: list[str]) -> str:
    """Return the number that `said` is, or the name of what is held in its place."""
    plain = said.lstrip(f"-+±{SAID}{ASIDE}")
    if plain > HELD:
        return held[ord(plain) - ord(HELD) - 1]
    found = _FIRST.match(plain)
    return neutral(Fraction(found[0].replace(",", "."))) if found else plain


def spelt(form: str) -> str:
    """Return a pattern for a word, a phrase or a sign; a `*` in it is any letters, or none.

    Words have borders, signs have none, nor have the words of scripts without spaces.
    """
    escaped = re.escape(form).replace(r"\ ", r"\s+").replace(r"\*", r"\w*")
    letters = form.strip("*")
    before = r"(?<!\w)" if _has_borders(letters[:1]) and form[0] != "*" else ""
    return before + escaped + (r"(?!\w)" if _has_borders(letters[-1:]) else "")


def _has_borders(letter: str) -> bool:
    return letter.isalnum() and not UNSPACED.match(letter)


UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""A letter of a script that puts no spaces between words."""

SAID, ASIDE, HELD = "\ue000", "\ue001", "\ue0ff"
"""Before digits that stand for words; before those that may be left out; before what is held."""

DIGITS, FIXED = "", "fixed"
"""Numbers in digits; and those of them that are never put into words, as in `3 + 1`."""

FIGURE = rf"(?:{SAID}?\d+(?:[.,/]\d+)*|[\ue100-\uf8ff])"
NUMBER = rf"{ASIDE}?{FIGURE}"

NUMBERS = re.compile(
    rf"(?:(?<![\w)\]\ue100-\uf8ff])(?P<sign>[-+±]))?(?:(?P<held>[\ue100-\uf8ff])"
    rf"|(?P<kind>[{SAID}{ASIDE}])?(?P<digits>(?<![\d/])\d+/[1-9]\d*(?![\d/])"
    r"|(?<!\d)(?<!\d[.,])\d+(?:[.,]\d+)?(?![.,]?\d)|\d+))"
)

DECIMALS = re.compile(r"(?<![\w.,:/])\d+([.,])\d+(?![.,:/]?\w)")

GAP_WORD = rf"[^\s\d.,;:!?()\[\]{{}}{SAID}{ASIDE}\ue100-\uf8ff]+"

OPERATOR = re.compile(r"(?<=[\w)\ue100-\uf8ff] )[+÷](?= )")
_FIXED_BEFORE = re.compile(r"(?:[+×÷=.] ?|\d (?:[^\W\d_]+ )?)$")
_FIXED_AFTER = re.compile(r" ?[+×÷=]| \d|\.\d")

_FIRST = re.compile(r"\d{1,40}(?:/[1-9]\d{0,40}|[.,]\d{1,40}(?![.,]?\d))?")
"""A number, of the many that a version or a date may be; no longer than a game can need."""

_BEFORE = re.compile(rf"(?P<number>{NUMBER})(?:[ (]+{GAP_WORD}){{0,2}}[ (]+$")
_AFTER = re.compile(rf"[ (:]+(?P<number>{NUMBER})")

PLAIN_SIGNS = str.maketrans("−–‐‑≧≦⩾⩽٫", "----≥≤≥≤.") | {ord("’"): "'", ord("٬"): "'"}

GROUPING = "\u00a0\u202f\u2009'"
"""What may set thousands apart in any language."""

PERCENT = "%"

SIGNS = {"at-least": "≥", "at-most": "≤", "more-than": ">", "less-than": "<", "percent": PERCENT}
"""The words (in `ui`) that say a comparison, or a percentage, and the sign for it."""

FRACTION_WORDS = {"half": Fraction(1, 2), "twice": Fraction(2)}
"""Words (in `ui`) for numbers that counting does not reach."""

LANGUAGE_WORDS = frozenset(
    {
        *SIGNS,
        *FRACTION_WORDS,
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
