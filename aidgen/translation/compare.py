"""Whether a text says the same as its source: figures, marks, terms, and what was left in it.

`compare` is the whole of it, for any two texts; it knows nothing of games, files or catalogues. It
reports what is certain and cheap to see. What four of five times is a free and right translation
(another order, a lost "not", an opposite) is left to the reader.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from aidgen.game.texts import ICON, ICON_PATTERN, LINK, PLACEHOLDER
from aidgen.problems import Problem, Severity
from aidgen.translation.differences import describe, differs, excerpt
from aidgen.translation.figures import ARTICLE, Bounded, Figures, Number, read_figures
from aidgen.translation.phrases import SENTENCE_END, tokenize
from aidgen.translation.terms import Glossary, term_differences
from aidgen.translation.typing_errors import typing_errors
from aidgen.translation.words import CONTRASTS, Language

# So many equal words in a row are no coincidence and no name.
PASSAGE = 5
# A sentence of fewer words may well be there twice: "Draw a card".
SENTENCE_WORDS = 5
# Texts say these in words; a language without word lists is believed to.
SMALL_NUMBERS = frozenset(map(str, range(21)))
# The bound that each bound never becomes; > becomes ≤ in "not more than".
TURNED = {"≥": "≤", "≤": "≥", ">": "<", "<": ">"}

ICON_RUN = re.compile(rf"{ICON_PATTERN}(?: ?{ICON_PATTERN})*")
EMPHASIS = re.compile(r"\*+(?=\S[^*]*\S\*|\S\*)")
# More stars than this are no emphasis.
STARS = 2
# The mark of an item, whose group is empty for a step.
ITEM = re.compile(r"^ *(?:([-*•])|\d+\.) ", re.MULTILINE)
# What is in an address, and in no other word, or more hyphens than in a word.
ADDRESS_SIGNS = "@/_"
MOST_HYPHENS = 2


def compare(
    source: str,
    target: str,
    source_language: Language,
    target_language: Language,
    terms: Glossary | None = None,
) -> list[Problem]:
    """Return what `target`, a translation of `source`, says differently.

    Languages are built from word lists with `Language.of`; with empty lists, only digits, signs
    and marks are compared. `terms` are words with a fixed translation. The place of each problem is
    empty; its message begins with one of CHECKS and a colon. Errors are certain to mislead a
    reader; a warning may be a free translation. Markup is that of our texts: {placeholder}, :icon:,
    [words](link), *emphasis*, `- ` and `1. ` before items.
    """
    languages = (source_language, target_language)
    problems = [
        *_marks(source, target),
        *_figures(source, target, languages),
        *_left(source, target),
        *_repeated(source, target),
        *typing_errors(source, target, target_language),
    ]
    if terms is not None:
        problems += term_differences(source, target, terms)
    quoted = f"source: “{excerpt(source)}”"
    return [replace(problem, hint=problem.hint or quoted) for problem in problems]


# Marks --------------------------------------------------------------------------------------------


def _marks(source: str, target: str) -> Iterator[Problem]:
    texts = (source, target)
    yield from _placeholders(source, target)
    # In prose an icon is repeated, or a pronoun stands for it; two side by side are a quantity.
    if {*ICON_RUN.findall(source)} != {*ICON_RUN.findall(target)}:
        yield from _counted("icon", *(_found(ICON, text) for text in texts))
    yield from _counted("link", *([link[1] for link in LINK.findall(text)] for text in texts))
    stars = [EMPHASIS.findall(text) for text in (source, target)]
    if len(stars[0]) != len(stars[1]):
        yield differs("emphasis", f"found {len(stars[1])} emphases, expected {len(stars[0])}")
    elif target.count("*") % 2 and not source.count("*") % 2:
        yield differs("emphasis", "a `*` is not closed")
    elif max(map(len, stars[1]), default=0) > max([STARS, *map(len, stars[0])]):
        yield differs("emphasis", f"found `{max(stars[1])}`, expected `*` or `**`")
    items = [Counter(map(bool, ITEM.findall(text))) for text in (source, target)]
    if items[0] != items[1] and ("\n" in source or "\n" in target):
        yield differs("list", f"found {items[1].total()} items, expected {items[0].total()}")
    elif items[0] != items[1]:
        yield differs("list", "the mark of a list item is missing or added")


def _placeholders(source: str, target: str) -> Iterator[Problem]:
    expected, actual = (Counter(_found(PLACEHOLDER, text)) for text in (source, target))
    lost, extra = expected - actual, actual - expected
    # A pronoun may stand for a value that is there once, and a value for a pronoun; one that only
    # the translation has may stand for a word: {happiness} for “Happiness”.
    severity: Severity = "error" if {*lost} - {*actual} or (lost and extra) else "warning"
    if not lost:
        extra = Counter(
            value for value in extra if value not in expected or f"{value} {value}" in target
        )
    if lost or extra:
        yield differs("placeholder", describe(lost, extra), "", severity)


def _counted(check: str, expected: Sequence[str], actual: Sequence[str]) -> Iterator[Problem]:
    lost, extra = Counter(expected) - Counter(actual), Counter(actual) - Counter(expected)
    if lost or extra:
        yield differs(check, describe(lost, extra))


def _found(mark: re.Pattern[str], text: str) -> list[str]:
    return [piece[0] for piece in mark.finditer(text)]


# Figures ------------------------------------------------------------------------------------------


def _figures(source: str, target: str, languages: tuple[Language, Language]) -> Iterator[Problem]:
    expected, actual = read_figures(source, languages[0]), read_figures(target, languages[1])
    lost = Counter(expected.dice) - Counter(actual.dice)
    extra = Counter(actual.dice) - Counter(expected.dice)
    if lost or extra:
        severity: Severity = "error" if lost and extra else "warning"
        yield differs("dice", describe(lost, extra), "", severity)
    else:
        yield from _numbers(expected, actual, languages)
    yield from _percents(expected, actual)
    yield from _signs(expected, actual, target)
    yield from _bounds(expected.bounds, actual.bounds)
    missing = Counter(expected.joined) - Counter(actual.joined)
    added = Counter(actual.joined) - Counter(expected.joined)
    for pair in missing:
        # The same pair turned, or else another, though its numbers may be elsewhere in the text.
        others = [other for other in added if other[1] == pair[1]]
        for instead in sorted(others, key=lambda other: other != pair[::-1])[:1]:
            wrong, right = ("".join(each).replace("-", "–") for each in (instead, pair))
            yield differs("number", f"found {wrong}, expected {right}")
    for names, ours, theirs in zip(CONTRASTS, expected.sides, actual.sides, strict=True):
        for side in (0, 1):
            turned = ours[side] and not ours[1 - side] and theirs[1 - side] and not theirs[side]
            if turned:
                message = f"says “{names[1 - side]}” where the source says “{names[side]}”"
                yield differs("opposite", message, "", "warning")


def _numbers(
    expected: Figures, actual: Figures, languages: tuple[Language, Language]
) -> Iterator[Problem]:
    lost = _unanswered(expected, actual, languages[1])
    extra = _unanswered(actual, expected, languages[0])
    # A digit for another is wrong in every language, whatever words are known.
    severity: Severity = "error" if _in_digits(lost) and _in_digits(extra) else "warning"
    if severity == "warning":
        # What both say, one of them more often, is a pronoun or a repetition; “a card” is “card”.
        lost = [number for number in lost if _must_be_said(number, actual)]
        extra = [number for number in extra if _must_be_said(number, expected)]
        if "number-words" in languages[0].silent:  # a small number may be one of its words
            extra = [number for number in extra if number.value not in SMALL_NUMBERS]
        # A number word alone is often said otherwise: twin, couple, duo; what is halved is divided.
        is_halved = {number.value for number in [*lost, *extra]} == {"0.5", "2"}
        if is_halved or not (_in_digits([*lost, *extra]) or (lost and extra)):
            return
    values = ([number.value for number in numbers] for numbers in (lost, extra))
    yield differs("number", describe(*values), "", severity)


def _in_digits(numbers: Sequence[Number]) -> bool:
    return any(number.digits for number in numbers)


def _must_be_said(number: Number, theirs: Figures) -> bool:
    return not number.in_name and not number.values & {*theirs.values, ARTICLE}


def _unanswered(ours: Figures, theirs: Figures, language: Language) -> list[Number]:
    rest = list(theirs.numbers)
    missing = []
    silent = "number-words" in language.silent
    # Digits first: “2 of the two” needs a digit for the first.
    for number in sorted(ours.numbers, key=lambda number: not number.digits):
        if not number.digits and (not number.sure or silent):
            continue
        answer = next((candidate for candidate in rest if candidate.values & number.values), None)
        if answer is not None:
            rest.remove(answer)
        elif not number.values & theirs.near:
            missing.append(number)
    return missing


def _signs(expected: Figures, actual: Figures, target: str) -> Iterator[Problem]:
    lost = Counter(expected.signed) - Counter(actual.signed)
    extra = Counter(actual.signed) - Counter(expected.signed)
    for signed in lost:
        turned = f"{'-' if signed[0] == '+' else '+'}{signed[1:]}"
        if extra[turned]:
            yield differs("sign", f"found `{turned}`, expected `{signed}`")
        elif signed[1:] in actual.placeholders and not (
            actual.says_change or f"{signed[0]} {signed[1:]}" in target
        ):
            # Of a number in digits it is often said otherwise: “another 2 cards”.
            yield differs("sign", f"`{signed}` has lost its sign", "", "warning")


def _percents(expected: Figures, actual: Figures) -> Iterator[Problem]:
    # One that has got its sign may be right: a game counts in steps of a per cent.
    for value in dict.fromkeys(expected.percents) if not actual.percents else ():
        if value in actual.values | actual.placeholders:
            yield differs("percent", f"`{value}` has lost its percent sign")


def _bounds(expected: Sequence[Bounded], actual: Sequence[Bounded]) -> Iterator[Problem]:
    # A bound in words is often said otherwise, so that a lost one is not reported.
    theirs = {(bound.sign, bound.value) for bound in actual}
    ours = {(bound.sign, bound.value) for bound in expected}
    turned = {(bound.sign, bound.value) for bound in actual if bound.sure}
    for bound in expected:
        if not bound.sure or (bound.sign, bound.value) in theirs:
            continue
        sign = TURNED[bound.sign]
        if (sign, bound.value) in turned and (sign, bound.value) not in ours:
            message = f"found `{sign} {bound.value}`, expected `{bound.sign} {bound.value}`"
            yield differs("comparison", message)
        elif bound.in_sign and not actual:
            yield differs("comparison", f"`{bound.sign} {bound.value}` is missing", "", "warning")


# What was left, and what is there twice -----------------------------------------------------------


def _left(source: str, target: str) -> Iterator[Problem]:
    words, source_words = _words(target), _words(source)
    if words == source_words:
        if sum(word[0].islower() for word in words) >= 2:
            yield differs("left", "is identical to the source", "translate it")
        return
    starts = range(len(source_words) - PASSAGE + 1)
    passages = {tuple(source_words[at : at + PASSAGE]) for at in starts}
    for at in range(len(words) - PASSAGE + 1):
        run = tuple(words[at : at + PASSAGE])
        # Names have capitals: The Lord of the Rings. x and y are the same in all languages.
        letters = sum(len(word) == 1 for word in run)
        small = sum(word[0].islower() for word in run)
        if run in passages and letters < 2 and 2 * small > PASSAGE:
            message = f"`{' '.join(run)}` is still in the source language"
            hint = "translate it; if it is a name, write it exactly as in the source"
            yield differs("left", message, hint)
            return


def _words(text: str) -> list[str]:
    plain = " ".join(word for word in LINK.sub(r"\1", text).split() if not _is_address(word))
    return [token.text for token in tokenize(plain) if token.text[0].isalpha()]


def _is_address(word: str) -> bool:
    dotted = "." in word.strip('.…,;:!?()“”"') and not word[0].isdecimal()
    return dotted or word.count("-") > MOST_HYPHENS or any(sign in word for sign in ADDRESS_SIGNS)


def _repeated(source: str, target: str) -> Iterator[Problem]:
    twice = _sentence_twice(target, SENTENCE_WORDS)
    if twice and not _sentence_twice(source, 1):
        message = f"“{excerpt(twice)}” is there twice"
        yield differs("repeated", message, "delete one of them", "warning")


def _sentence_twice(text: str, words: int) -> str:
    sentences = Counter(
        sentence
        for sentence in map(str.strip, SENTENCE_END.split(text))
        if len(tokenize(sentence)) > words
    )
    return next((sentence for sentence, times in sentences.items() if times > 1), "")
