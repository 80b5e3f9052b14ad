"""Translations made wrong on purpose: each changes one thing that a player would be misled by.

What a change of meaning is stands here as rules, and no mutant is left out by hand: the word for
one may go, as it may be an article; so may "both"; 1d6 is d6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

from aidgen import BUNDLED_PACK
from aidgen.game.data import GameData
from aidgen.game.load import load
from aidgen.game.texts import ICON, LINK, PLACEHOLDER, term_forms
from aidgen.problems import Problem
from aidgen.translation.catalog import read_catalog, texts_by_context
from aidgen.translation.checks import OWN_WORDS, glossary_of
from aidgen.translation.compare import compare
from aidgen.translation.figures import read_figures
from aidgen.translation.phrases import TOKEN, Occurrence, tokenize
from aidgen.translation.po import is_word_list, texts_of
from aidgen.translation.terms import Glossary, TermForms
from aidgen.translation.words import BOUNDS, LANGUAGE_WORDS, Language

EXTREMES = (
    ("highest", "lowest"),
    ("largest", "smallest"),
    ("rounded up", "rounded down"),
    ("plus haut", "plus bas"),
    ("plus élevé", "plus bas"),
    ("plus grand", "plus petit"),
    ("arrondi au supérieur", "arrondi à l’inférieur"),
    ("höchste", "niedrigste"),
    ("größte", "kleinste"),
    ("aufgerundet", "abgerundet"),
)
"""Words for what is highest and lowest, in several languages."""

TURNED = {
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
        return rf"(?:\d|\ufffc|(?<!\w)(?:{words}|{'|'.join(term_forms(self.words['half']))})(?!\w))"

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number words of the language that count for more than one and must be said."""
        found: dict[str, int] = {}
        for place, group in enumerate(self.words["number-words"].split()):
            value, _, synonyms = group.rpartition("=")
            for word in synonyms.split("|") if "." not in value else ():
                if int(value or place) != 1 and not word.endswith("?"):
                    found[word.replace("-", " ")] = int(value or place)
        return found

    def comparators(self, name: str) -> list[str]:
        """Return the ways to say a comparison; `#` is where the number stands."""
        return [form for form in term_forms(self.words[name]) if form[-1] != "?" and form != "#+"]


@cache
def tongue(locale: str) -> Tongue:
    """Return one of our languages."""
    words = dict(load(BUNDLED_PACK, "expedition").words)
    path = BUNDLED_PACK / "locales" / locale / "ui.po"
    own = texts_by_context([read_catalog(path, path.name)])
    words |= {context.name: word for context, word in own.items()}
    said = {name: str(words[name]).replace("’", "'") for name in LANGUAGE_WORDS}
    return Tongue(said, Language.of(words, locale))


@dataclass(frozen=True)
class Judge:
    """What holds a translation against its source, as `aidgen check` does."""

    here: Tongue
    there: Tongue
    glossary: Glossary

    def doubts(self, source: str, text: str, *, term: bool) -> list[Problem]:
        """Return what is wrong with `text`; a `term` of the glossary may be left as it is."""
        languages = self.here.language, self.there.language
        problems = compare(source, text, *languages, None if term else self.glossary)
        return [one for one in problems if not (term and one.message.startswith("left:"))]


@dataclass(frozen=True)
class Shipped:
    """A text of ours with its translation, and what judges it."""

    context: str
    source: str
    text: str
    term: bool
    judge: Judge
    declared: frozenset[str]
    """The checks that its translator overruled."""

    def alarms(self) -> list[Problem]:
        """Return what is reported of it as it is."""
        reported = self.judge.doubts(self.source, self.text, term=self.term)
        return [one for one in reported if one.message.partition(":")[0] not in self.declared]


def shipped(path: Path) -> Iterator[Shipped]:
    """Yield the translated texts of one of our PO files."""
    domain, locale = path.stem, path.parent.name
    game_data: GameData = load(BUNDLED_PACK, "expedition" if domain == "ui" else domain)
    found = read_catalog(path, path.name)
    here = tongue("en" if domain == "ui" else game_data.game.language)
    there = tongue(locale)
    known = glossary_of(game_data, found) if domain != "ui" else Glossary.of([])
    judge = Judge(here, there, known)
    for context, text in texts_of(game_data, domain):
        entry = found.entries[context]
        own = context.name in OWN_WORDS or is_word_list(context)
        if entry.text.state == "translated" and not own:
            term = context.kind == "terms" and context.name != "definition"
            declared = frozenset(one.check for one in entry.waivers)
            yield Shipped(str(context), str(text), str(entry.text), term, judge, declared)


def our_catalogues() -> list[Path]:
    """Return our PO files."""
    return sorted(BUNDLED_PACK.glob("locales/*/*.po"))


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
    yield from _figures_exchanged(one, plain)
    yield from _turned(one, plain)
    if not one.term:
        yield from _terms(one)
        yield from _terms_exchanged(one)
        yield from _untranslated(one)


def spans(text: str, places: Iterable[Occurrence]) -> list[tuple[int, int]]:
    """Return the first letter of each place in a text, and that behind its last."""
    tokens = [piece.span() for piece in TOKEN.finditer(text)]
    return [(tokens[place.start][0], tokens[place.stop - 1][1]) for place in places]


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
    die = rf"(?:{'|'.join(map(re.escape, {'d', *term_forms(there.words['dice-letter'])}))})\d"
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
            if value is None or any(first <= start < last for first, last in idioms):
                continue
            other = others.get(value + 1) or others[value - 1]
            yield "number word changed", _put(text, start, end, other)
            yield "number word dropped", _put(text, start, end, "")
            break


def _figures_exchanged(one: Shipped, plain: str) -> Iterator[Mutant]:
    """Exchange two figures of a text."""
    holes = [found.span() for found in PLACEHOLDER.finditer(one.text)]
    digits = [found.span() for found in re.finditer(r"(?<![\w.,])[2-9](?![\w.,])", plain)]
    for listed in (holes, digits):
        for (start, end), (begin, stop) in pairwise(listed):
            first, second = one.text[start:end], one.text[begin:stop]
            if first != second:
                swapped = one.text[:start] + second + one.text[end:begin] + first + one.text[stop:]
                yield "figures exchanged", swapped


def _turned(one: Shipped, plain: str) -> Iterator[Mutant]:
    """Turn ranges round, and what is highest into what is lowest, if the source has such words."""
    text, here = one.text, one.judge.here
    sides = here.language.contrasts[0]
    said = [bool(side.occurrences(tokenize(one.source))) for side in sides]
    for found in re.finditer(r"(?<![\w–])(\d+)–(\d+)(?![\w–])", plain):
        yield "range turned", _put(text, *found.span(), f"{found[2]}–{found[1]}")
        yield "range made two", _put(text, *found.span(), f"{found[1]}, {found[2]}")
    for high, low in EXTREMES:
        for word, other, asked in ((high, low, said[0]), (low, high, said[1])):
            for found in re.finditer(rf"(?<!\w){word}", plain) if asked else ():
                yield "extreme turned", _put(text, *found.span(), other)


def _terms_exchanged(one: Shipped) -> Iterator[Mutant]:
    """Exchange two terms that stand in other clauses of a text, each once."""
    known, plain = one.judge.glossary, _masked(one.text)
    asked, places = known.count_in_source(one.source), _term_places(known.target, plain)
    once = sorted((places[at][0], at) for at in places if asked[at] == len(places[at]) == 1)
    for ((start, end), one_at), ((begin, stop), other_at) in pairwise(once):
        between, source = plain[end:begin], one.source
        if begin < end or not re.search(r"[.;!?]", between) or one_at == other_at:
            continue
        if re.search(r"[.;!?]", _between(source, known, one_at, other_at)):
            text = one.text
            swapped = (
                text[:start] + text[begin:stop] + text[end:begin] + text[start:end] + text[stop:]
            )
            yield "terms exchanged", swapped


def _term_places(forms: TermForms, plain: str) -> dict[int, list[tuple[int, int]]]:
    """Return where each term, by its number, is in a text."""
    places: dict[int, list[tuple[int, int]]] = {}
    occurrences = forms.phrases.distinct(tokenize(plain))
    for occurrence, span in zip(occurrences, spans(plain, occurrences), strict=True):
        places.setdefault(forms.terms[occurrence.phrase], []).append(span)
    return places


def _between(source: str, known: Glossary, one: int, other: int) -> str:
    """Return what stands between two terms of a source text, in this order."""
    plain = _masked(source)
    places = _term_places(known.source, plain)
    ends = [places.get(at, []) for at in (one, other)]
    if [len(listed) for listed in ends] != [1, 1]:
        return ""
    return plain[ends[0][0][1] : ends[1][0][0]]


def _comparators(one: Shipped, plain: str) -> Iterator[Mutant]:
    """Change phrases that compare, wherever the source says the same comparison.

    "More than" and "less than" are not dropped if none has a figure: they may be idioms.
    """
    there, here = one.judge.there, one.judge.here
    source = _masked(one.source)
    bounds = read_figures(one.text, there.language).bounds
    for name, opposite in TURNED.items():
        sign = BOUNDS[name]
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
                if sign in "≥≤" or any(bound[0] == sign for bound in bounds):
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
    asked, answered = known.count_in_source(one.source), known.count_in_translation(one.text)
    plain = _masked(one.text)
    places = _term_places(known.target, plain)
    # Where the translator says a term by a pronoun, or one more often, a change may even that out.
    even = [at for at in range(len(known.terms)) if asked[at] == answered[at]]
    for place, at in enumerate(even):
        for start, end in places.get(at, ()) if asked[at] else ():
            yield "term changed", _put(one.text, start, end, known.terms[even[place - 1]].target)


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
