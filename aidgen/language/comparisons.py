"""Comparisons and percentages in a text: "at least 3", "5 or more", "≤ 2", "10 %"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from aidgen.language.phrases import Occurrence, Phrases
from aidgen.language.tokens import SPACE, Held, How, Number, Sign, Token, Tokens, Word, peek


@dataclass(frozen=True)
class Comparison:
    """A way of saying that something is at least, at most, more or less than a number."""

    sign: str
    phrase: str
    before: bool
    """The number must stand before the phrase, as in "5 or more"."""
    behind: bool
    """The number must stand behind the phrase, as in "above 5"."""
    apart: bool
    """There is a space between the number before it and the phrase, and may be a few words."""
    aside: bool
    """It may say something else, too, as "over"."""

    @property
    def worded(self) -> bool:
        """Whether it is said in words, and not by a sign."""
        return any(map(str.isalpha, self.phrase))

    @classmethod
    def of(cls, form: str, sign: str) -> Comparison:
        """Read a form; `#` at one of its ends is a number that must stand there, ? is `aside`."""
        aside = len(form) > 1 and form.endswith("?")
        form = form.rstrip("?") if aside else form
        before = form.startswith("#")
        behind = form.endswith("#") and not before
        return cls(sign, form.strip("# "), before, behind, form.startswith("# "), aside)


class Compared(NamedTuple):
    """A comparison that a text makes."""

    sign: str
    bound: str
    """The number, placeholder or dice beside it; "" if there is none."""
    aside: bool
    """It may be none."""
    worded: bool
    """It is said in words."""
    negated: bool
    """A "not" stands before it in its sentence."""
    share: bool
    """Its number is a percentage, or a part of a whole."""


@dataclass(frozen=True)
class Comparisons:
    """All the ways in which a language compares."""

    ways: tuple[Comparison, ...]
    phrases: Phrases
    """Those of the ways, in their order."""
    negations: Phrases

    @classmethod
    def of(cls, forms: Mapping[str, Iterable[str]], negations: Iterable[str]) -> Comparisons:
        """Make comparisons of their forms, which are listed by their signs.

        Longer forms stand before shorter ones.
        """
        pairs = [(form, sign) for sign, listed in forms.items() for form in listed]
        pairs.sort(key=lambda pair: (pair[0].startswith("#"), -len(pair[0])))
        ways = tuple(Comparison.of(form, sign) for form, sign in pairs)
        return cls(ways, Phrases.of(way.phrase for way in ways), Phrases.of(negations))

    def read(self, tokens: Tokens) -> tuple[Tokens, list[Compared]]:
        """Return some tokens, numbers among them, with spaces for comparisons, and these."""
        rest = list(tokens)
        made: list[tuple[Comparison, int, str]] = []
        for number, start, stop in self._found(tokens):
            way = self.ways[number]
            if any(token is SPACE for token in rest[start:stop]):
                continue  # it is part of another comparison
            bound = _bound(way, rest, start, stop)
            arrow = way.phrase == ">" and _is_arrow(rest, start)
            if (bound or not (way.before or way.behind)) and not arrow:
                said = name(bound) if bound else ""
                sure, count = _sharing(rest, start) if way.sign == "%" else (1, 1)
                made += [(way, start, said)] * sure
                made += [(replace(way, aside=True), start, said)] * (count - sure)
                rest[start:stop] = [SPACE] * (stop - start)
        negated = self._negated(rest) if made else []
        shares = self._shares(tokens) if made else set()
        return rest, [
            Compared(
                way.sign,
                bound,
                way.aside,
                way.worded,
                negated[start],
                share="." in bound or bound in shares,
            )
            for way, start, bound in made
        ]

    def _shares(self, tokens: Tokens) -> set[str]:
        """Return the figures beside which a percent sign, or a word for it, stands."""
        found = self.phrases.occurrences(tokens)
        places = [one for one in found if self.ways[one.form].sign == "%"]
        beside = [peek(tokens, at) for one in places for at in (one.start - 1, one.stop)]
        return {name(token) for token in beside if is_figure(token)}

    def _found(self, tokens: Tokens) -> list[Occurrence]:
        """Return where ways stand in some tokens, in the order in which they are to be chosen.

        Of two that overlap, that which begins first, as in « al menos de 4 »; of two that begin at
        one place, the longer. Those behind their number come last, since they reach back over
        several words, but for what is part of them: the "more" of "5 or more" is none.
        """
        found = self.phrases.occurrences(tokens)
        back = [one for one in found if self.ways[one.form].before]
        reaching = [one for one in back if _bound(self.ways[one.form], tokens, *one[1:])]
        first = [
            one
            for one in found
            if not self.ways[one.form].before
            and not any(_is_within(one, longer) for longer in reaching)
        ]
        return [*sorted(first, key=lambda one: (one.start, one.form)), *sorted(back)]

    def _negated(self, tokens: Tokens) -> list[bool]:
        """Return of each token whether a negation stands before it in its sentence."""
        stops = {occurrence.stop for occurrence in self.negations.occurrences(tokens)}
        negated, known = False, []
        for at, token in enumerate(tokens):
            negated = negated or at in stops
            known.append(negated)
            negated = negated and token.key not in SENTENCE_ENDS
        return known


def _is_within(one: Occurrence, longer: Occurrence) -> bool:
    """Tell whether an occurrence is a part of another one."""
    inside = longer.start <= one.start and one.stop <= longer.stop
    return inside and one[1:] != longer[1:]


def _is_arrow(tokens: Tokens, at: int) -> bool:
    """Tell whether the sign at a token is the head of an arrow: ->, =>."""
    return not tokens[at].spaced and peek(tokens, at - 1).key in ("-", "=")


def _sharing(tokens: Tokens, at: int) -> tuple[int, int]:
    """Return for how many numbers a percent sign at a token stands, and for how many it may.

    It stands for both in 10-20 %, and may do so in "15 or 30 %".
    """
    sure, count, word = 0, 0, False
    while isinstance(number := peek(tokens, at - 1), Number):
        count += len(number.values)
        sure = sure if word else count
        sign = peek(tokens, at - 2)
        glued = sign.key in LISTING and not (sign.spaced or number.spaced)
        word = word or (sign.key in JOINTS and not glued)
        if not (glued or sign.key in JOINTS or (word and sign.key == ",")):
            break
        at -= 2
    return max(sure, 1), max(count, 1)


def name(figure: Token) -> str:
    """Return what a number, a placeholder or a die is called: of several numbers, the first."""
    return figure.values[0] if isinstance(figure, Number) else figure.text


def is_figure(token: Token) -> bool:
    """Tell whether a token is a number, a placeholder or a die."""
    return isinstance(token, (Number, Held))


def figure_before(tokens: Tokens, at: int, words: int) -> Token | None:
    """Return the figure before a token, with at most so many other words between them.

    There must be a space, or an opening bracket, before the token and before each of the words.
    """
    spaced = tokens[at].spaced
    if not spaced and at and not _is_open(tokens[at - 1]):
        return None
    for token in reversed(tokens[max(at - REACH, 0) : at]):
        if is_figure(token):
            return token if spaced else None
        if _is_open(token):
            spaced = True
            continue
        words -= spaced
        if words < 0 or not _may_stand_between(token):
            return None
        spaced = token.spaced
    return None


def figure_behind(tokens: Tokens, at: int, words: int) -> Token | None:
    """Return the figure at a token, or behind at most so many other words from there on.

    Of an article and a number, as in "a 4", it is the number; of "a {die}" it is one die.
    """
    spaced = True
    for place, token in enumerate(tokens[at : at + REACH], start=at):
        spaced = spaced or token.spaced
        if _is_article(token) and isinstance(peek(tokens, place + 1), Number):
            continue
        if is_figure(token):
            return token if spaced else None
        if _is_open(token):
            spaced = True
            continue
        words -= spaced
        if words < 0 or not _may_stand_between(token):
            return None
        spaced = False
    return None


def figure_beside(tokens: Tokens, start: int, stop: int) -> str:
    """Return what the figure before, or behind, some tokens is called; "" if there is none."""
    if figure := figure_before(tokens, start, WORDS_BESIDE):
        return name(figure)
    for at, token in enumerate(tokens[stop : stop + REACH]):
        if is_figure(token) and (at or token.spaced):
            return name(token)
        if token.key not in BESIDE:
            break
    return ""


def _bound(way: Comparison, tokens: Tokens, start: int, stop: int) -> Token | None:
    """Return the figure that a comparison is with; None if there is none where it may stand."""
    if not way.before:
        return figure_behind(tokens, stop, WORDS_BEHIND)
    if _counts_on(peek(tokens, stop)):
        return None
    if not way.apart:
        before = peek(tokens, start - 1)
        counts = is_figure(before) and not _is_article(before)
        return before if counts and not tokens[start].spaced else None
    figure = figure_before(tokens, start, WORDS_BEFORE)
    if figure is not None and _is_article(figure):
        return figure_before(tokens, start, WORDS_BEHIND_ARTICLE)
    return figure


def _is_article(token: Token) -> bool:
    """Tell whether a token may be an article, or another word that counts only sometimes."""
    return isinstance(token, Number) and token.how is How.ASIDE


def _counts_on(token: Token) -> bool:
    """Tell whether a token is a figure that is no word, or right here: "5 + 3" is no "5 +"."""
    glued = isinstance(token, Number) and (token.how is How.DIGITS or not token.spaced)
    return glued or isinstance(token, Held)


def _is_open(token: Token) -> bool:
    """Tell whether a token only parts what stands before and behind it."""
    return token is SPACE or token.key == "("


def _may_stand_between(token: Token) -> bool:
    """Tell whether a token may be part of a word between a comparison and its number."""
    return isinstance(token, Word) or (isinstance(token, Sign) and token.key not in PARTING)


WORDS_BEFORE, WORDS_BEHIND = 3, 1
"""How many words may stand between a number and its comparison: "5 wooden cards or more"."""
WORDS_BEHIND_ARTICLE = 1
"""An article counts nothing from afar: "a card that is larger, or more"."""

WORDS_BESIDE = 2
"""How many words may stand between a number and what it counts: "2 points of damage"."""

BESIDE = ("(", ":")
"""What may stand between a word and the number behind it: "damage: 2", "damage (2)"."""

LISTING = ("/", "-")
"""What stands between numbers that share a percent sign."""
_JOINTS = (
    "- ~ & and or to et ou à au und oder bis y o u e i lub albo oraz a do nebo či och eller и или"
    " ali vagy és ja tai veya ve 和 或 と から"
)
JOINTS = frozenset(_JOINTS.split())
"""Likewise, as words of their own: "15 or 30 %"."""

REACH = 32
"""How many tokens these words may have: enough for three, and a bound to what is looked at."""

PARTING = frozenset(".,;:!?()[]{}")
"""Signs across which no number belongs to a comparison."""

SENTENCE_ENDS = frozenset(".;:!?")
