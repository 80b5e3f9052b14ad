"""What a text says that must be the same in every language: figures, dice and comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from aidgen.language.comparisons import Compared, is_figure
from aidgen.language.tokens import (
    Held,
    How,
    Number,
    Token,
    Tokens,
    Word,
    is_free,
    is_unspaced,
    is_wordlike,
    peek,
)

Things = tuple[str, ...]
"""What a text has, in the order of the alphabet, each thing as often as it is there."""


class Hints(NamedTuple):
    """What is known of the numbers of a text that its tokens do not tell."""

    foreign: Things
    alike: Things


@dataclass(frozen=True)
class Meaning:
    """What a text says that must be the same in every language.

    Numbers have their sign: `3`, `+1`, `1.5`. The number 1 is apart: its word may be an article.
    """

    dice: Things
    comparisons: Things
    typed: Things
    """Those of the comparisons that are typed as a sign, as `≥`."""
    bounds: Things
    """Comparisons with the number beside them, as `≥ 3`; one that has none is left out."""
    negated: Things
    """Those that a "not" before them turns round: "not more than" may be "at most"."""
    hints: Things
    """Comparisons in words that may compare nothing, as "over"."""
    shares: Things
    """Comparisons with a percentage or a part, where it matters little whether it is included."""
    percents: Things
    operators: Things
    numbers: Things
    worded: Things
    """Those of the numbers that are said in words."""
    compounds: Things
    """Those of these that are the beginning of a compound, as in "two-handed"."""
    bonded: Things
    """Numbers in digits that are the beginning of a compound, as in "15-puzzle" and "3D"."""
    alike: Things
    """Numbers that a word begins like, as десятку, which may be a form that was not given."""
    asides: Things
    """Numbers said by words that another language may leave out, as "both"."""
    named: Things
    """Numbers that are part of a name, as in CC BY 4.0 and DM-300, and are said where it is."""
    thousands: Things
    """Decimal numbers with three decimals, and what they would be in other languages: 5=5000."""
    slips: Things
    """Figures that nothing parts, as in `2 2 cards`, `{low}{high}`: slips, if others have none."""
    attached: Things
    """Numbers whose sign stands right behind a word, as in `力+2`: it may be an operator."""
    reckoned: Things
    """Numbers behind an operator, with it, as `+2` of `a + 2`."""
    foreign: Things
    """Numbers whose decimal sign is not that of the language."""
    ones: int
    """How many 1 are written in digits."""
    fixed: int
    """How many of these are never put into words, as in `3 + 1`."""
    articles: int
    """How many 1 are said in words."""
    denials: int
    """How many words say "no", as in "no turn" for 0 turns."""
    words: int = field(compare=False)
    """How many words there are; in scripts without spaces, two letters are one."""

    @classmethod
    def of(
        cls, tokens: Tokens, compared: Sequence[Compared], denials: int, hints: Hints
    ) -> Meaning:
        """Gather what some tokens say; `compared` are the comparisons taken out of them."""
        certain = [made.sign for made in compared if not made.aside]
        signs = [sign for sign in certain if sign != PERCENT]
        bound = [made for made in compared if made.bound and made.sign in signs]
        places = [at for at, token in enumerate(tokens) if _is_read(token)]
        amounts = [amount for at in places for amount in _amounts(tokens, at)]
        ones = [amount for amount in amounts if amount.value == "1"]
        many = [amount for amount in amounts if amount.value != "1"]
        return cls(
            dice=_things(tokens[at].text for at in places if is_die(tokens[at])),
            comparisons=_things(signs),
            typed=_things(made.sign for made in compared if not made.aside and not made.worded),
            bounds=_things(f"{made.sign} {made.bound}" for made in bound),
            negated=_things(made.sign for made in compared if made.negated),
            hints=_things(made.sign for made in compared if made.aside),
            shares=_things(made.sign for made in compared if made.share and made.sign in signs),
            percents=_things(sign for sign in certain if sign == PERCENT),
            operators=_things(tokens[at].key for at in places if _is_operator(tokens, at)),
            numbers=_things(amount.value for amount in many if amount.how is not How.ASIDE),
            worded=_things(amount.value for amount in many if amount.how in IN_WORDS),
            compounds=_things(amount.value for amount in many if amount.how is How.COMPOUND),
            bonded=_things(_bonded(tokens)),
            alike=hints.alike,
            asides=_things(amount.value for amount in many if amount.how is How.ASIDE),
            named=_things(_named(tokens)),
            thousands=_things(_thousands(tokens)),
            slips=_things(slip for at in places if (slip := _slip(tokens, at))),
            attached=_things(_signed(tokens, at) for at in places if _is_attached(tokens, at)),
            reckoned=_things(_signed(tokens, at) for at in places if _is_reckoned(tokens, at)),
            foreign=hints.foreign,
            ones=sum(amount.how is How.DIGITS for amount in ones),
            fixed=sum(amount.fixed for amount in ones),
            articles=sum(amount.how is not How.DIGITS for amount in ones),
            denials=denials,
            words=_words(tokens),
        )

    def beside(self, other: Meaning) -> Meaning:
        """Return this as it is to be held against another text, which may say it otherwise."""
        return self._reckoned(other)._in_parts(other)

    def _in_parts(self, other: Meaning) -> Meaning:
        """Return this with its percentages as parts, where the other has these: 50 % are half."""
        spare = len(self.percents) - len(other.percents)
        if spare <= 0:
            return self
        lost = Counter(self.numbers) - Counter(other.numbers)
        extra = Counter(other.numbers) - Counter(self.numbers)
        parts = [(said, part) for said, part in PARTS if lost[said] and extra[part]][:spare]
        made = self
        for said, part in parts:
            numbers, bounds = list(made.numbers), [f"{sign} {said}" for sign in made.comparisons]
            numbers[numbers.index(said)] = part
            made = replace(
                made,
                numbers=_things(numbers),
                percents=made.percents[1:],
                bounds=_things(
                    bound.replace(said, part) if bound in bounds else bound for bound in made.bounds
                ),
            )
        return made

    def _reckoned(self, other: Meaning) -> Meaning:
        """Return this with its `attached` numbers read as reckoned where the other text reckons."""
        both = Counter(self.attached) & Counter(other.reckoned)
        if not both:
            return self
        signs = [signed[0] for signed in both.elements()]
        bare = [signed[1:] for signed in both.elements()]
        more = [value for value in bare if value != "1" and not value.startswith("{")]
        return replace(
            self,
            numbers=_things([*(Counter(self.numbers) - both).elements(), *more]),
            operators=_things([*self.operators, *(one for one in signs if one in OPERATORS)]),
            ones=self.ones + bare.count("1"),
            fixed=self.fixed + bare.count("1"),
        )


class _Amount(NamedTuple):
    """A number with its sign; whether it is in digits that are never put into words."""

    value: str
    how: How
    fixed: bool


def _things(things: Iterable[str]) -> Things:
    return tuple(sorted(things))


def _amounts(tokens: Tokens, at: int) -> Iterator[_Amount]:
    """Yield the numbers that a token is; a placeholder or die is one if it has a sign."""
    token, sign = tokens[at], _sign(tokens, at)
    if isinstance(token, Number):
        for value in token.values:
            fixed = value == "1" and not sign and _is_fixed(tokens, at)
            yield _Amount(sign + value, token.how, fixed)
            sign = ""
    elif isinstance(token, Held) and sign:
        yield _Amount(sign + token.text, How.DIGITS, fixed=False)


def _sign(tokens: Tokens, at: int) -> str:
    """Return the plus or minus right before a token; one between two figures is none."""
    sign = peek(tokens, at - 1)
    if tokens[at].spaced or sign.key not in SIGNED:
        return ""
    glued = not sign.spaced and _is_operand(peek(tokens, at - 2), ABBREVIATING)
    return "" if glued else sign.key


def _signed(tokens: Tokens, at: int) -> str:
    """Return a figure with the sign before it."""
    token = tokens[at]
    return tokens[at - 1].key + (token.values[0] if isinstance(token, Number) else token.text)


def _is_attached(tokens: Tokens, at: int) -> bool:
    """Tell whether the sign of a figure stands right behind a word, with no space."""
    sign = peek(tokens, at - 1)
    figure = is_figure(tokens[at]) and _sign(tokens, at) != ""
    return figure and not sign.spaced and is_free(peek(tokens, at - 2))


def _is_reckoned(tokens: Tokens, at: int) -> bool:
    """Tell whether there is an operator before a figure, as in `a + 2`, `a+2`, `a - 2`."""
    sign, before = peek(tokens, at - 1), peek(tokens, at - 2)
    if not is_figure(tokens[at]) or sign.key not in SIGNED or sign.spaced != tokens[at].spaced:
        return False
    return _is_operand(before, ")]", spaced=sign.spaced)


def _is_fixed(tokens: Tokens, at: int) -> bool:
    """Tell whether a number is in digits that are never put into words, as in `3 + 1`, `5.1`."""
    number, before, behind = tokens[at], peek(tokens, at - 1), peek(tokens, at + 1)
    if not isinstance(number, Number) or number.how is not How.DIGITS:
        return False
    if "." in number.text or before.key in (*RECKONING, ".") or behind.key in RECKONING:
        return True
    if isinstance(before, Word) and before.spaced:
        before = peek(tokens, at - 2)
    row = isinstance(before, Number) and number.spaced  # as in "2 cards 1 coin"
    return row or (isinstance(behind, Number) and behind.how is How.DIGITS and behind.spaced)


def _is_read(token: Token) -> bool:
    """Tell whether a token is a figure, or may be an operator."""
    return isinstance(token, (Number, Held)) or token.key in OPERATORS


def _words(tokens: Tokens) -> int:
    """Return how many words there are; in scripts without spaces, two letters are one."""
    words = [token for token in tokens if isinstance(token, Word)]
    return sum(LETTER if is_unspaced(token.text[0]) else 2 for token in words) // 2


def _bonded(tokens: Tokens) -> Iterator[str]:
    """Yield the numbers in digits with a word right behind their hyphen, or a capital, as 3D."""
    for at, token in enumerate(tokens):
        hyphen, word = peek(tokens, at + 1), peek(tokens, at + 2)
        joined = hyphen.key == "-" and isinstance(word, Word) and not word.spaced
        capital = isinstance(hyphen, Word) and len(hyphen.text) == 1 and hyphen.text.isupper()
        if isinstance(token, Number) and token.how is How.DIGITS and not hyphen.spaced:
            yield from token.values if joined or capital else ()


def _named(tokens: Tokens) -> Iterator[str]:
    """Yield the numbers in names: decimal ones behind capitals, as SRD 5.1, and that of DM-300."""
    for at, token in enumerate(tokens):
        before = peek(tokens, at - 1)
        if isinstance(token, Number) and token.how is How.DIGITS:
            acronym = len(before.text) > 1 and before.text.isupper()
            hyphen = before.key == "-" and not (before.spaced or token.spaced)
            if (acronym and token.decimal) or (hyphen and is_wordlike(peek(tokens, at - 2))):
                yield from token.values


def _thousands(tokens: Tokens) -> Iterator[str]:
    """Yield the numbers like 5,000 that are read as decimals here, and as 5000 elsewhere."""
    for token in tokens:
        if isinstance(token, Number) and token.decimal and len(token.values) == 1:
            whole, _, decimals = token.text.partition(token.decimal)
            if len(decimals) == THOUSAND and 1 <= len(whole) <= THOUSAND:
                yield f"{token.values[0]}={int(whole + decimals)}"


def _slip(tokens: Tokens, at: int) -> str:
    """Return two figures side by side if one is typed twice, or the sign between them is gone."""
    figure, behind = tokens[at], peek(tokens, at + 1)
    if isinstance(figure, Number) and isinstance(behind, Number):
        twice = figure.how is behind.how is How.DIGITS and figure.values == behind.values
        return f"{figure.text} {behind.text}" if twice else ""
    glued = is_figure(figure) and is_figure(behind) and not behind.spaced
    return f"{figure.text}{behind.text}" if glued else ""


def _is_operator(tokens: Tokens, at: int) -> bool:
    """Tell whether a sign works out something of what stands before and behind it: `a + b`."""
    sign, before, behind = tokens[at], peek(tokens, at - 1), peek(tokens, at + 1)
    if sign.key not in OPERATORS or sign.spaced != behind.spaced or at == len(tokens) - 1:
        return False
    operand = _is_operand(before, ")", spaced=sign.spaced)
    return operand and (behind.spaced or is_figure(behind))


def _is_operand(token: Token, brackets: str, spaced: bool = False) -> bool:
    """Tell whether something can be reckoned with a token, if a sign stands behind it.

    Right behind a word of a script that puts no space there, `spaced` or not, it is the sign of
    the number that follows.
    """
    bracket = token.key != "" and token.key in brackets
    return bracket or is_wordlike(token) or isinstance(token, Held) or (spaced and is_free(token))


def is_die(token: Token) -> bool:
    """Tell whether a token stands for dice, and not for a placeholder."""
    return isinstance(token, Held) and not token.text.startswith("{")


SENTENCE = 3
"""From so many words on a text may say a sign in words: "50 % more" for "+50 %"."""
THOUSAND = 3
"""How many digits stand between the signs that set thousands apart."""
PERCENT = "%"
PARTS = (("50", "0.5"), ("-50", "0.5"), ("25", "0.25"), ("75", "0.75"), ("+100", "2"))
"""Percentages, and what else they are called: what rises by 100 % is doubled."""
LETTER = 1
"""What a letter of a script without spaces counts, where a word counts two."""
IN_WORDS = (How.WORDS, How.COMPOUND)
SIGNED = ("+", "-", "±")
ABBREVIATING = ")]."
"""Behind these, too, a hyphen is none of the number, as in D.M.-300."""
OPERATORS = ("+", "÷")
RECKONING = ("+", "×", "÷", "=")
