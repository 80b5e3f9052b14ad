"""Translations made wrong on purpose: each changes one thing that a player would be misled by.

What a change of meaning is stands here as rules, and no mutant is left out by hand: the word for
one may go, as it may be an article; so may "both"; 1d6 is d6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, chain
from pathlib import Path

from aidgen.game.canon import Canon
from aidgen.game.load import OURS, load
from aidgen.game.texts import ICON, LINK, PLACEHOLDER, forms
from aidgen.language.agreement import Disagreement, disagreements
from aidgen.language.glossary import Glossary, misused
from aidgen.language.language import LANGUAGE_WORDS, Language, Pair
from aidgen.language.leftovers import Vocabulary, leftovers
from aidgen.language.phrases import Occurrence, apart
from aidgen.language.tokens import tokenize
from aidgen.translation.catalog import catalog, translation
from aidgen.translation.judge import glossary, translations
from aidgen.translation.po import wanted

OPPOSITES = {
    "at-least": "at-most",
    "at-most": "at-least",
    "more-than": "less-than",
    "less-than": "more-than",
}


@dataclass(frozen=True)
class Tongue:
    """A language by its words in `ui`, as a translator knows them."""

    words: Mapping[str, str]
    language: Language

    @cached_property
    def number(self) -> str:
        """A pattern for a number before or behind a comparison, in digits or words."""
        words = "|".join(word.replace(" ", "[- ]") for word in self.numbers)
        return rf"(?:\d|\ufffc|(?<!\w)(?:{words}|{'|'.join(forms(self.words['half']))})(?!\w))"

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number words of the language that count for more than one and must be said."""
        found: dict[str, int] = {}
        for place, group in enumerate(self.words["number-words"].split()):
            value, _, synonyms = group.rpartition("=")
            for word in synonyms.split("|"):
                if int(value or place) != 1 and not word.endswith("?"):
                    found[word.replace("-", " ")] = int(value or place)
        return found

    def comparators(self, name: str) -> list[str]:
        """Return the ways to say a comparison; `#` is where the number stands."""
        return [form for form in forms(self.words[name]) if form[-1] != "?" and form != "#+"]


@cache
def tongue(locale: str) -> Tongue:
    """Return one of our languages."""
    words = dict(load(OURS, "expedition").words)
    path = OURS / "locales" / locale / "ui.po"
    own = translation([catalog(path, path.name)])
    words |= {context.name: word for context, word in own.items()}
    said = {name: str(words[name]).replace("’", "'") for name in LANGUAGE_WORDS}
    return Tongue(said, Language.of(words))


@dataclass(frozen=True)
class Judge:
    """What holds a translation against its source, as `aidgen check` does."""

    here: Tongue
    there: Tongue
    glossary: Glossary
    vocabulary: Vocabulary

    def doubts(self, source: str, text: str, *, term: bool) -> Iterator[Disagreement]:
        """Yield what is wrong with `text`; a `term` of the glossary is held to less."""
        pair = Pair(self.here.language, self.there.language)
        yield from disagreements(source, text, pair)
        if not term:
            yield from leftovers(source, text, self.vocabulary)
            yield from misused(source, text, pair, self.glossary)


@dataclass(frozen=True)
class Shipped:
    """A text of ours with its translation, and what judges it."""

    context: str
    source: str
    text: str
    term: bool
    judge: Judge


def shipped(path: Path) -> Iterator[Shipped]:
    """Yield the translated texts of one of our PO files."""
    domain, locale = path.stem, path.parent.name
    canon: Canon = load(OURS, "expedition" if domain == "ui" else domain)
    found = catalog(path, path.name)
    here = tongue("en" if domain == "ui" else canon.game.language)
    there = tongue(locale)
    known = glossary(canon, found) if domain != "ui" else Glossary.of([])
    vocabulary = Vocabulary.of(Pair(here.language, there.language), translations(found))
    judge = Judge(here, there, known, vocabulary)
    for context, text in wanted(canon, domain):
        entry = found.entries[context]
        if entry.text.state == "translated" and not (
            context.is_ui and context.name in LANGUAGE_WORDS
        ):
            term = context.kind == "terms" and context.name != "definition"
            yield Shipped(str(context), str(text), str(entry.text), term, judge)


def our_catalogues() -> list[Path]:
    """Return our PO files."""
    return sorted(OURS.glob("locales/*/*.po"))


# One change each ---------------------------------------------------------------------------------

Mutant = tuple[str, str]
"""The kind of a change, and the text that has it."""


def mutants(one: Shipped) -> Iterator[Mutant]:
    """Yield every mutant of a translation."""
    yield from _marks(one.text)
    plain = _masked(one.text)
    yield from _digits(one.text, plain, one.judge.there)
    yield from _number_words(one.text, plain, one.judge.there)
    yield from _comparators(one, plain)
    if not one.term:
        yield from _terms(one)
        yield from _untranslated(one)


def spans(text: str, places: Iterable[Occurrence]) -> list[tuple[int, int]]:
    """Return the first letter of each place in a text, and that behind its last."""
    line = tokenize(text)
    ends = [0, *accumulate(len(token.gap) + len(token.text) for token in line)]
    return [(ends[place.start] + len(line[place.start].gap), ends[place.stop]) for place in places]


def _put(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _masked(text: str) -> str:
    """Return `text` with placeholders, icons and links' targets blotted out, as long as before."""
    plain = LINK.sub(
        lambda found: f" {found[1]} " + " " * (len(found[0]) - len(found[1]) - 2), text
    )
    plain = PLACEHOLDER.sub(lambda found: "\ufffc" * len(found[0]), plain)
    return ICON.sub(lambda found: " " * len(found[0]), plain).replace("’", "'").replace("*", " ")


def _marks(text: str) -> Iterator[Mutant]:
    for kind, pattern, other in (
        ("placeholder", PLACEHOLDER, "{other}"),
        ("icon", ICON, ":other:"),
        ("link", LINK, "[there](rules.elsewhere)"),
        ("emphasis", re.compile(r"\*+(?=\S[^*]*\S\*|\S\*)"), "***"),
        ("list", re.compile(r"(?m)^- (?=.)"), "1. "),
    ):
        for found in pattern.finditer(text):
            start, end = found.span()
            yield f"{kind} dropped", _put(text, start, end, "")
            if kind != "list" or "\n" in text:
                yield f"{kind} changed", _put(text, start, end, other)
            if kind in ("placeholder", "icon", "link"):
                yield f"{kind} doubled", _put(text, start, end, f"{found[0]} {found[0]}")
    for found in re.finditer(r"(?<!\w)([-+−])(?=\{)", text):
        opposite = "+" if found[1] in "-−" else "−"
        yield "sign changed", _put(text, *found.span(), opposite)
        yield "sign dropped", _put(text, *found.span(), "")


def _digits(text: str, plain: str, there: Tongue) -> Iterator[Mutant]:
    die = rf"(?:{'|'.join(map(re.escape, {'d', *forms(there.words['dice-letter'])}))})\d"
    for found in re.finditer(r"\d+", plain):
        start, end = found.span()
        yield "number changed", _put(text, start, end, str(int(found[0]) + 1))
        if found[0] == "0" and plain[start - 1 : start] in (".", ","):
            continue  # 5.0 is 5
        counts_dice = re.match(rf" ?{die}", plain[end:]) is not None
        if not (counts_dice and found[0] == "1"):
            yield "number dropped", _put(text, start, end, "")
        if not counts_dice:
            yield "number doubled", _put(text, start, end, f"{found[0]} {found[0]}")
    for found in re.finditer(r"(?<![\w\ufffc)])[-+−](?=\d)", plain):
        yield "sign changed", _put(text, *found.span(), "−" if found[0] == "+" else "+")
    for kind, pattern in (
        ("decimal sign", r"(?<=\d)[.,](?=\d)"),
        ("sign", r"(?<![\w\ufffc)])[-+−](?=\d)"),
        ("comparator", r"(?<=[\d\ufffc])\+(?!\s?[\d\ufffc])"),
        ("dice", rf"(?<![\w\ufffc])\d*{die}+(?!\w)"),
        ("operator", r"(?<=[\w)\ufffc] )[+÷] "),
        ("percent", r"(?<=[\d\ufffc])\s?%"),
    ):
        for found in re.finditer(pattern, plain):
            yield f"{kind} dropped", _put(text, *found.span(), "")


def _number_words(text: str, plain: str, there: Tongue) -> Iterator[Mutant]:
    numbers = there.numbers
    others = {value: word for word, value in reversed(numbers.items())}
    idioms = spans(plain, there.language.idioms.occurrences(tokenize(plain)))
    for found in re.finditer(r"[^\W\d_]+(?:[- ][^\W\d_]+)?", plain):
        for word in (found[0], re.match(r"[^\W\d_]+", found[0])[0]):  # type: ignore[index]
            value = numbers.get(word.lower().replace("-", " "))
            start, end = found.start(), found.start() + len(word)
            if value is None or any(one <= start < other for one, other in idioms):
                continue
            other = others.get(value + 1) or others[value - 1]
            yield "number word changed", _put(text, start, end, other)
            yield "number word dropped", _put(text, start, end, "")
            break


def _comparators(one: Shipped, plain: str) -> Iterator[Mutant]:
    """Change phrases that compare, wherever the source says the same comparison."""
    there, here = one.judge.there, one.judge.here
    source = _masked(one.source)
    for name, opposite in OPPOSITES.items():
        if not any(_places(form, source, here) for form in here.comparators(name)):
            continue
        for form in there.comparators(name):
            for start, end in _places(form, plain, there):
                new = next(
                    (
                        other
                        for other in there.comparators(opposite)
                        if _shape(other) == _shape(form)
                    ),
                    there.comparators(opposite)[0],
                )
                yield "comparator changed", _put(one.text, start, end, new.strip("# "))
                yield "comparator dropped", _put(one.text, start, end, "")


def _shape(form: str) -> tuple[bool, bool, bool]:
    return form.startswith("#"), form.endswith("#"), form.strip("#").isalpha()


def _places(form: str, plain: str, there: Tongue) -> list[tuple[int, int]]:
    """Return where a comparator stands in a text, its number beside it if it must have one."""
    phrase = form.strip("# ")
    if phrase.lower() not in plain.lower():
        return []
    border = r"(?!\w)" if phrase[-1].isalnum() else ""
    idioms = spans(plain, there.language.idioms.occurrences(tokenize(plain)))
    found = []
    for place in re.finditer(rf"(?<!\w){re.escape(phrase)}{border}", plain, re.IGNORECASE):
        before, behind = plain[: place.start()], plain[place.end() :]
        numbered = rf"{there.number}(\s+[^\W\d]+){{0,2}}\s*$"
        if form.startswith("#") and not re.search(numbered, before):
            continue
        if form.endswith("#") and not re.match(rf"\s*{there.number}", behind):
            continue
        if not any(start <= place.start() < end for start, end in idioms):
            found.append(place.span())
    return found


def _terms(one: Shipped) -> Iterator[Mutant]:
    """Say another term of the glossary in each place of one that the source has."""
    known = one.judge.glossary
    asked, answered = known.asked(one.source), known.answered(one.text)
    plain = _masked(one.text)
    places = known.target.occurrences(tokenize(plain))
    # Where the translator says a term by a pronoun, or one more often, a change may even that out.
    even = [at for at in range(len(known.terms)) if asked[at] == answered[at]]
    for place, at in enumerate(even):
        if not asked[at]:
            continue
        other = known.terms[even[place - 1]].target
        for start, end in spans(plain, apart(places.get(at, ()))):
            if not any(
                (first <= start and end < last) or (first < start and end <= last)
                for first, last in spans(plain, chain(*places.values()))
            ):
                yield "term changed", _put(one.text, start, end, other)


def _untranslated(one: Shipped) -> Iterator[Mutant]:
    """Leave a sentence of the source, or half of it."""
    words = one.source.split()
    half = words[: len(words) // 2]
    if one.source != one.text and _is_sentence(words):
        yield "source left", one.source
    if "\n" not in one.source and _is_sentence(half):
        yield "half left", f"{' '.join(half)} {one.text}"


def _is_sentence(words: list[str]) -> bool:
    """Tell whether these are no name: six words or more, most in small letters."""
    return len(words) >= 6 and 2 * sum(word[0].islower() for word in words) > len(words)
