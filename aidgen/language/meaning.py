"""The content of a text that must be equal in every language: numbers, dice and comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from aidgen.language.contrasts import Side
from aidgen.language.measures import Measure
from aidgen.language.neighbours import (
    figure_before,
    figure_behind,
    figure_name,
    is_article,
    is_figure,
)
from aidgen.language.phrases import Occurrence, Phrases
from aidgen.language.tokens import (
    SPACE,
    Held,
    How,
    Number,
    TextToken,
    Tokens,
    WordToken,
    is_free,
    is_unspaced,
    is_wordlike,
    peek,
)


@dataclass(frozen=True)
class ComparisonForm:
    """A way to express a comparison with a number: at least, at most, more than or less than."""

    sign: str
    phrase: str
    before: bool
    """The number must come before the phrase, as in "5 or more"."""
    behind: bool
    """The number must follow the phrase, as in "above 5"."""
    apart: bool
    """A space separates the number from the phrase after it; a few words may come between them."""
    aside: bool
    """The phrase may also mean something else, as "over" does."""

    @property
    def in_words(self) -> bool:
        """Whether the phrase consists of words instead of a sign."""
        return any(map(str.isalpha, self.phrase))

    @classmethod
    def of(cls, form: str, sign: str) -> ComparisonForm:
        """Parse a form: `#` at one end stands for a required number, `?` marks it as `aside`."""
        aside = len(form) > 1 and form.endswith("?")
        form = form.rstrip("?") if aside else form
        before = form.startswith("#")
        behind = form.endswith("#") and not before
        return cls(sign, form.strip("# "), before, behind, form.startswith("# "), aside)


class Compared(NamedTuple):
    """A comparison found in a text."""

    sign: str
    bound: str
    """The number, placeholder or dice it applies to; "" if there is none."""
    aside: bool
    """The phrase may not be a comparison here."""
    in_words: bool
    """It is in words."""
    negated: bool
    """A negation precedes it in its sentence."""
    share: bool
    """Its number is a percentage or a fraction."""


@dataclass(frozen=True)
class Comparisons:
    """All forms of comparison of a language."""

    forms: tuple[ComparisonForm, ...]
    phrases: Phrases
    """The phrases of `forms`, in the same order."""
    negations: Phrases
    listing: AbstractSet[str]
    """Signs and words between numbers that may share a percent sign: "15 or 30 %"."""

    @classmethod
    def of(
        cls,
        forms: Mapping[str, Iterable[str]],
        negations: Iterable[str],
        listing: AbstractSet[str] = frozenset(),
    ) -> Comparisons:
        """Build comparisons from forms grouped by sign; longer forms take precedence."""
        pairs = [(form, sign) for sign, listed in forms.items() for form in listed]
        pairs.sort(key=lambda pair: (pair[0].startswith("#"), -len(pair[0])))
        read_forms = tuple(ComparisonForm.of(form, sign) for form, sign in pairs)
        phrases = Phrases.of(form.phrase for form in read_forms)
        return cls(read_forms, phrases, Phrases.of(negations), LISTING_SIGNS | listing)

    def read(self, tokens: Tokens) -> tuple[Tokens, list[Compared]]:
        """Return the tokens with each comparison replaced by spaces, and the comparisons."""
        rest = list(tokens)
        made: list[tuple[ComparisonForm, int, str]] = []
        for number, start, stop in self._occurrences_in_order(tokens):
            way = self.forms[number]
            if any(token is SPACE for token in rest[start:stop]):
                continue  # it is part of another comparison
            bound = _bound_of(way, rest, start, stop)
            arrow = way.phrase == ">" and _is_arrow(rest, start)
            added = way.sign in STRICT and way.in_words and is_figure(peek(tokens, start - 1))
            if (bound or not (way.before or way.behind)) and not (arrow or added):
                said = figure_name(bound, last=way.before) if bound else ""
                sure, count = (1, 1)
                if way.sign == "%":
                    sure, count = _numbers_sharing_sign(rest, start, self.listing)
                made += [(way, start, said)] * sure
                made += [(replace(way, aside=True), start, said)] * (count - sure)
                rest[start:stop] = [SPACE] * (stop - start)
        negated = self._after_negation(rest) if made else []
        shares = self._shares(tokens) if made else set()
        return rest, [
            Compared(
                way.sign,
                bound,
                way.aside,
                way.in_words,
                negated[start],
                share="." in bound or bound in shares,
            )
            for way, start, bound in made
        ]

    def _shares(self, tokens: Tokens) -> set[str]:
        """Return the figures that have a percent sign, or a word for it, next to them."""
        found = self.phrases.occurrences(tokens)
        places = [one for one in found if self.forms[one.form].sign == "%"]
        beside = [peek(tokens, at) for one in places for at in (one.start - 1, one.stop)]
        return {figure_name(token) for token in beside if is_figure(token)}

    def _occurrences_in_order(self, tokens: Tokens) -> list[Occurrence]:
        """Return the occurrences of forms in the order in which to accept them.

        Of two that overlap, the earlier one wins, as in « al menos de 4 »; of two with the same
        start, the longer one. Forms that follow their number come last, since they reach back over
        several words, except that their parts are never separate forms: the "more" of "5 or more".
        """
        found = self.phrases.occurrences(tokens)
        back = [one for one in found if self.forms[one.form].before]
        reaching = [one for one in back if _bound_of(self.forms[one.form], tokens, *one[1:])]
        first = [
            one
            for one in found
            if not self.forms[one.form].before
            and not any(self._belongs_to(longer, one, tokens) for longer in reaching)
        ]
        return [*sorted(first, key=lambda one: (one.start, one.form)), *sorted(back)]

    def _belongs_to(self, longer: Occurrence, one: Occurrence, tokens: Tokens) -> bool:
        """Tell whether an occurrence is part of another, as « más de » in « uno o más de los »."""
        if one.start == longer.start and one.stop >= longer.stop:
            return False
        if longer.start <= one.start and one.stop <= longer.stop:
            return True
        within = longer.start < one.start < longer.stop
        return within and _bound_of(self.forms[one.form], tokens, *one[1:]) is None

    def _after_negation(self, tokens: Tokens) -> list[bool]:
        """Return for each token whether a negation precedes it in its sentence."""
        stops = {occurrence.stop for occurrence in self.negations.occurrences(tokens)}
        negated, known = False, []
        for at, token in enumerate(tokens):
            negated = negated or at in stops
            known.append(negated)
            negated = negated and token.key not in SENTENCE_ENDS
        return known


def _is_arrow(tokens: Tokens, at: int) -> bool:
    """Tell whether the sign at a token is the head of an arrow: ->, =>."""
    return not tokens[at].spaced and peek(tokens, at - 1).key in ("-", "=")


def _numbers_sharing_sign(tokens: Tokens, at: int, listing: AbstractSet[str]) -> tuple[int, int]:
    """Return how many numbers certainly share the percent sign at a token, and how many may.

    Both share it in "10-20 %", and may share it in "15 or 30 %".
    """
    sure, count, word = 0, 0, False
    while isinstance(number := peek(tokens, at - 1), Number):
        count += len(number.values)
        sure = sure if word else count
        sign = peek(tokens, at - 2)
        glued = sign.key in GLUING_SIGNS and not (sign.spaced or number.spaced)
        word = word or (sign.key in listing and not glued)
        if not (glued or sign.key in listing or (word and sign.key == ",")):
            break
        at -= 2
    return max(sure, 1), max(count, 1)


def _bound_of(way: ComparisonForm, tokens: Tokens, start: int, stop: int) -> TextToken | None:
    """Return the figure of a comparison; None if there is none where the form requires it."""
    if not way.before:
        return figure_behind(tokens, stop, WORDS_BEHIND)
    if _counts_on(peek(tokens, stop), way.in_words):
        return None
    if not way.apart:
        before = peek(tokens, start - 1)
        counts = is_figure(before) and not is_article(before)
        return before if counts and not tokens[start].spaced else None
    figure = figure_before(tokens, start, WORDS_BEFORE) or _counted_figure(tokens, start)
    if figure is not None and is_article(figure):
        return figure_before(tokens, start, WORDS_BEHIND_ARTICLE)
    return figure


def _counted_figure(tokens: Tokens, at: int) -> TextToken | None:
    """Return the figure before a token in a script without spaces, with a counter: 二人以上."""
    for place in range(at - 1, at - 2 - COUNTER_LETTERS, -1):
        token = peek(tokens, place)
        if is_figure(token):
            return token
        if not (is_free(token) and is_unspaced(token.text[0])):
            return None
    return None


def _counts_on(token: TextToken, in_words: bool) -> bool:
    """Tell whether a figure follows directly: "5 + 3" is not "5+", nor is 3+影響力 "3+"."""
    glued = isinstance(token, Number) and (token.how is How.DIGITS or not token.spaced)
    free = is_free(token) and not token.spaced and not in_words
    return glued or isinstance(token, Held) or free


WORDS_BEFORE, WORDS_BEHIND = 3, 1
"""How many words may stand between a number and its comparison: "5 wooden cards or more"."""
COUNTER_LETTERS = 2
"""The most letters of a counter between a number and its comparison."""
WORDS_BEHIND_ARTICLE = 1
"""An article is a number only nearby: not in "a card that is larger, or more"."""


GLUING_SIGNS = ("/", "-")
"""Signs between numbers that share a percent sign."""
LISTING_SIGNS = frozenset("-~&")
"""Signs that join numbers as "or" does: "15 & 30 %"."""


STRICT = (">", "<")
"""Comparisons that add to a number before them: "1 more than the number of cards"."""

SENTENCE_ENDS = frozenset(".;:!?")


Items = tuple[str, ...]
"""The items of a text in alphabetical order, each as often as it occurs."""


class Hints(NamedTuple):
    """What a language knows about a text beyond the tokens of its figures."""

    foreign: Items
    """Numbers with a decimal separator of another language."""
    alike: Items
    """Numbers whose words a word begins like, as десятку: perhaps an unlisted form."""
    measures: tuple[Measure, ...]
    referring: AbstractSet[str]
    """Its words before things mentioned before, as "other" and "these"."""
    definite: AbstractSet[str]
    """Its definite articles, if they differ for several things."""
    required: Items
    """The figures that it requires, which another language may call the least."""
    storeys: bool
    """Whether it speaks of the storeys of a house, which languages count differently."""
    denials: int
    """How many words say "no", as in "no turn" for 0 turns."""
    negations: int
    """How many words say "no", with those of comparisons, as in "no more than"."""
    denies: bool
    """Whether it says "not", "never" or the like."""
    distributing: AbstractSet[str]
    """Its words for "each" of what follows, as in "je 1 A, B und C"."""
    sides: tuple[tuple[Side, ...], ...]
    """The sides of each pair of opposites, in text order."""


@dataclass(frozen=True)
class Meaning:
    """The content of a text that must be equal in every language.

    Numbers include their sign: `3`, `+1`, `1.5`. The number 1 is separate, since its word may be an
    article.
    """

    dice: Items
    comparisons: Items
    typed: Items
    """The comparisons that are written as signs, as `≥`."""
    bounds: Items
    """Comparisons with their number, as `≥ 3`; those without one are left out."""
    negated: Items
    """Comparisons after a negation: "not more than" may mean "at most"."""
    hints: Items
    """Phrases that may be comparisons, as "over"."""
    shares: Items
    """Comparisons with a percentage or fraction, where it matters little whether it is included."""
    percents: Items
    operators: Items
    numbers: Items
    in_words: Items
    """The numbers that are in words."""
    compounds: Items
    """The numbers in words that begin a compound, as in "two-handed"."""
    bonded: Items
    """Numbers in digits that begin a compound, as in "15-puzzle" and "3D"."""
    asides: Items
    """Numbers in words that other languages may omit, as "both"."""
    named: Items
    """Numbers in names, as in CC BY 4.0 and DM-300, which appear wherever the name does."""
    thousands: Items
    """Decimal numbers with three decimals, with their value in other languages: 5=5000."""
    slips: Items
    """Figures with nothing between them, as in `2 2 cards` and `{low}{high}`: typing errors."""
    neighbours: Items
    """Figures side by side, as in `2 {hero} clues`, with or without a space."""
    bracketed: Items
    """Numbers in brackets or quotation marks, which may be an explanation or a name."""
    referring: Items
    """Numbers of things mentioned before, as in "the other 3"."""
    definite: Items
    """Numbers after a definite article, which may refer to something, too."""
    shared: Items
    """Numbers of each of several things, as in „je 2 A und B“."""
    ranges: tuple[tuple[str, str], ...]
    """The ends of ranges between whole numbers: 1–4."""
    lookalikes: int
    """How many letters stand alone that look like a 1: `l coin`."""
    attached: Items
    """Numbers whose sign directly follows a word, as in `力+2`: the sign may be an operator."""
    reckoned: Items
    """Numbers after an operator, with it, as `+2` in `a + 2`."""
    ones: int
    """How often 1 appears in digits."""
    fixed: int
    """How many of these are never written in words, as in `3 + 1`."""
    articles: int
    """How often 1 appears in words."""
    known: Hints = field(compare=False)
    words: int = field(compare=False)
    """How many words there are; in scripts without spaces, two letters count as one."""

    @classmethod
    def of(cls, tokens: Tokens, compared: Sequence[Compared], hints: Hints) -> Meaning:
        """Collect what tokens say; `compared` are the comparisons already taken out of them."""
        certain = [made.sign for made in compared if not made.aside]
        signs = [sign for sign in certain if sign != PERCENT]
        bound = [made for made in compared if made.bound and made.sign in signs]
        places = [at for at, token in enumerate(tokens) if _is_figure_or_operator(token)]
        amounts = [amount for at in places for amount in _amounts(tokens, at)]
        ones = [amount for amount in amounts if amount.value == "1"]
        many = [amount for amount in amounts if amount.value != "1"]
        romans = sum(_is_roman_one(tokens, at) for at in range(len(tokens)))
        return cls(
            dice=_sorted_items(tokens[at].text for at in places if is_die(tokens[at])),
            comparisons=_sorted_items(signs),
            typed=_sorted_items(
                made.sign for made in compared if not made.aside and not made.in_words
            ),
            bounds=_sorted_items(f"{made.sign} {made.bound}" for made in bound),
            negated=_sorted_items(made.sign for made in compared if made.negated),
            hints=_sorted_items(made.sign for made in compared if made.aside),
            shares=_sorted_items(
                made.sign for made in compared if made.share and made.sign in signs
            ),
            percents=_sorted_items(sign for sign in certain if sign == PERCENT),
            operators=_sorted_items(tokens[at].key for at in places if _is_operator(tokens, at)),
            numbers=_sorted_items(amount.value for amount in many if amount.how is not How.ASIDE),
            in_words=_sorted_items(amount.value for amount in many if amount.how in IN_WORDS),
            compounds=_sorted_items(amount.value for amount in many if amount.how is How.COMPOUND),
            bonded=_sorted_items(_compound_numbers(tokens)),
            asides=_sorted_items(amount.value for amount in many if amount.how is How.ASIDE),
            named=_sorted_items(_numbers_in_names(tokens)),
            thousands=_sorted_items(_thousands(tokens)),
            slips=_sorted_items(slip for at in places if (slip := _repeated_figures(tokens, at))),
            neighbours=_sorted_items(
                pair for at in places if (pair := _repeated_figures(tokens, at, spaced=True))
            ),
            bracketed=_sorted_items(_numbers_in_brackets(tokens)),
            referring=_numbers_after(tokens, places, hints.referring),
            definite=_numbers_after(tokens, places, hints.definite),
            shared=_numbers_after(tokens, places, hints.distributing),
            ranges=tuple(sorted(_whole_ranges(tokens))),
            lookalikes=sum(_looks_like_one(tokens, at) for at in range(len(tokens))),
            attached=_sorted_items(
                _with_sign(tokens, at) for at in places if _is_glued_to_word(tokens, at)
            ),
            reckoned=_sorted_items(
                _with_sign(tokens, at) for at in places if _is_after_operator(tokens, at)
            ),
            ones=sum(amount.how is How.DIGITS for amount in ones) + romans,
            fixed=sum(amount.fixed for amount in ones),
            articles=sum(amount.how is not How.DIGITS for amount in ones),
            known=hints,
            words=_count_words(tokens),
        )

    @property
    def has_signs(self) -> bool:
        """Whether a number has a sign, or is after one."""
        return bool(self.operators) or any(number[0] in NUMBER_SIGNS for number in self.numbers)

    def adapt_to(self, other: Meaning) -> Meaning:
        """Return this adapted for comparison with `other`, which may express the same
        differently.
        """
        return self._with_operators(other)._in_parts(other)

    def _in_parts(self, other: Meaning) -> Meaning:
        """Return this with percentages as fractions where `other` has these: 50 % is a half."""
        spare = len(self.percents) - len(other.percents)
        if spare <= 0:
            return self
        lost = Counter(self.numbers) - Counter(other.numbers)
        extra = Counter(other.numbers) - Counter(self.numbers)
        parts = [(said, part) for said, part in PERCENT_PARTS if lost[said] and extra[part]][:spare]
        made = self
        for said, part in parts:
            numbers, bounds = list(made.numbers), [f"{sign} {said}" for sign in made.comparisons]
            numbers[numbers.index(said)] = part
            made = replace(
                made,
                numbers=_sorted_items(numbers),
                percents=made.percents[1:],
                bounds=_sorted_items(
                    bound.replace(said, part) if bound in bounds else bound for bound in made.bounds
                ),
            )
        return made

    def with_bounds_of(self, other: Meaning) -> Meaning:
        """Return this with bounds as `other` has them, where both mean the same whole numbers.

        "More than 24" is "25 or more".
        """
        made = self
        missing = Counter(self.bounds) - Counter(other.bounds)
        for bound in (Counter(other.bounds) - Counter(self.bounds)).elements():
            twin = _twin_of(bound)
            if missing[twin] > 0:
                missing[twin] -= 1
                made = made._with_bound(twin, bound)
        return made

    def _with_bound(self, old: str, new: str) -> Meaning:
        """Return this with one bound, as `> 24`, replaced by another."""
        (sign, number), (other_sign, other_number) = old.split(), new.split()
        ones, articles = self.ones, self.articles
        if number == "1":
            ones, articles = (ones - 1, articles) if ones else (ones, articles - 1)
        numbers = [*(Counter(self.numbers) - Counter([number])).elements(), other_number]
        return replace(
            self,
            comparisons=_exchange(self.comparisons, sign, other_sign),
            typed=_exchange(self.typed, sign, other_sign),
            negated=_exchange(self.negated, sign, other_sign),
            bounds=_exchange(self.bounds, old, new),
            numbers=_sorted_items(one for one in numbers if one != "1"),
            ones=ones + (other_number == "1"),
            articles=articles,
        )

    def _with_operators(self, other: Meaning) -> Meaning:
        """Return this with `attached` signs as operators where `other` has operators."""
        both = Counter(self.attached) & Counter(other.reckoned)
        if not both:
            return self
        signs = [signed[0] for signed in both.elements()]
        bare = [signed[1:] for signed in both.elements()]
        more = [value for value in bare if value != "1" and not value.startswith("{")]
        return replace(
            self,
            numbers=_sorted_items([*(Counter(self.numbers) - both).elements(), *more]),
            operators=_sorted_items(
                [*self.operators, *(one for one in signs if one in OPERATOR_SIGNS)]
            ),
            ones=self.ones + bare.count("1"),
            fixed=self.fixed + bare.count("1"),
        )


def _twin_of(bound: str) -> str:
    """Return the bound with the other sign that means the same whole numbers; "" if there is none.

    `≥ 25` is `> 24`.
    """
    sign, number = bound.split(maxsplit=1)
    if not number.isdecimal():
        return ""
    twin, step = TWIN_SIGNS[sign]
    return f"{twin} {int(number) + step}"


TWIN_SIGNS = {"≥": (">", -1), ">": ("≥", 1), "≤": ("<", 1), "<": ("≤", -1)}
"""Each comparison with its twin, and the step to the twin's number."""


def _exchange(items: Items, old: str, new: str) -> Items:
    """Return items with one of them replaced, if it is there."""
    if old not in items:
        return items
    at = items.index(old)
    return _sorted_items((*items[:at], new, *items[at + 1 :]))


class _Amount(NamedTuple):
    """A number with its sign; `fixed` if it is in digits that are never written in words."""

    value: str
    how: How
    fixed: bool


def _sorted_items(things: Iterable[str]) -> Items:
    return tuple(sorted(things))


def _amounts(tokens: Tokens, at: int) -> Iterator[_Amount]:
    """Yield the numbers of a token; a placeholder or die is one if it has a sign."""
    token, sign = tokens[at], _sign_before(tokens, at)
    if isinstance(token, Number):
        if [peek(tokens, at - step).key for step in (3, 2, 1)] == ["+", "/", "-"]:  # +/-2
            yield _Amount(f"+{token.values[0]}", token.how, fixed=False)
            sign = "-"
        for value in token.values:
            fixed = value == "1" and not sign and _is_never_in_words(tokens, at)
            yield _Amount(sign + value, token.how, fixed)
            sign = ""
    elif isinstance(token, Held) and sign:
        yield _Amount(sign + token.text, How.DIGITS, fixed=False)


def _numbers_after(tokens: Tokens, places: Sequence[int], words: AbstractSet[str]) -> Items:
    """Return the numbers at `places` that directly follow one of some words."""
    after = (at for at in places if peek(tokens, at - 1).key in words)
    return _sorted_items(amount.value for at in after for amount in _amounts(tokens, at))


def _sign_before(tokens: Tokens, at: int) -> str:
    """Return the plus or minus of a figure; "" if there is none, or it is between two figures."""
    sign = peek(tokens, at - 1)
    if tokens[at].spaced or sign.key not in NUMBER_SIGNS:
        return ""
    glued = not sign.spaced and _is_operand(peek(tokens, at - 2), SIGNS_AFTER_ABBREVIATION)
    return "" if glued else sign.key


def _with_sign(tokens: Tokens, at: int) -> str:
    """Return a figure with the sign before it."""
    token = tokens[at]
    return tokens[at - 1].key + (token.values[0] if isinstance(token, Number) else token.text)


def _is_glued_to_word(tokens: Tokens, at: int) -> bool:
    """Tell whether the sign of a figure directly follows a word, without a space."""
    sign = peek(tokens, at - 1)
    figure = is_figure(tokens[at]) and _sign_before(tokens, at) != ""
    return figure and not sign.spaced and is_free(peek(tokens, at - 2))


def _is_after_operator(tokens: Tokens, at: int) -> bool:
    """Tell whether an operator precedes a figure, as in `a + 2`, `a+2`, `a - 2`."""
    sign, before = peek(tokens, at - 1), peek(tokens, at - 2)
    if (
        not is_figure(tokens[at])
        or sign.key not in NUMBER_SIGNS
        or sign.spaced != tokens[at].spaced
    ):
        return False
    return _is_operand(before, ")]", spaced=sign.spaced)


def _is_never_in_words(tokens: Tokens, at: int) -> bool:
    """Tell whether a number is in digits that are never written in words, as in `3 + 1`, `5.1`."""
    number, before, behind = tokens[at], peek(tokens, at - 1), peek(tokens, at + 1)
    if not isinstance(number, Number) or number.how is not How.DIGITS:
        return False
    if (
        "." in number.text
        or before.key in (*CALCULATION_SIGNS, ".")
        or behind.key in CALCULATION_SIGNS
    ):
        return True
    if isinstance(before, WordToken) and before.spaced:
        before = peek(tokens, at - 2)
    row = isinstance(before, Number) and number.spaced  # as in "2 cards 1 coin"
    return row or (isinstance(behind, Number) and behind.how is How.DIGITS and behind.spaced)


def _is_figure_or_operator(token: TextToken) -> bool:
    return isinstance(token, (Number, Held)) or token.key in OPERATOR_SIGNS


def _count_words(tokens: Tokens) -> int:
    """Return how many words there are; in scripts without spaces, two letters count as one."""
    words = [token for token in tokens if isinstance(token, WordToken)]
    return sum(UNSPACED_LETTER if is_unspaced(token.text[0]) else 2 for token in words) // 2


def _compound_numbers(tokens: Tokens) -> Iterator[str]:
    """Yield the numbers in digits that are joined to a word by a hyphen, or to a capital, as 3D."""
    for at, token in enumerate(tokens):
        hyphen, word = peek(tokens, at + 1), peek(tokens, at + 2)
        joined = hyphen.key == "-" and isinstance(word, WordToken) and not word.spaced
        capital = isinstance(hyphen, WordToken) and len(hyphen.text) == 1 and hyphen.text.isupper()
        if isinstance(token, Number) and token.how is How.DIGITS and not hyphen.spaced:
            yield from token.values if joined or capital else ()


def _numbers_in_names(tokens: Tokens) -> Iterator[str]:
    """Yield the numbers in names: decimals after capitals, as SRD 5.1, and that of DM-300."""
    for at, token in enumerate(tokens):
        before = peek(tokens, at - 1)
        if isinstance(token, Number) and token.how is How.DIGITS:
            acronym = len(before.text) > 1 and before.text.isupper()
            hyphen = before.key == "-" and not (before.spaced or token.spaced)
            if (acronym and token.decimal) or (hyphen and is_wordlike(peek(tokens, at - 2))):
                yield from token.values


def _thousands(tokens: Tokens) -> Iterator[str]:
    """Yield numbers like 5,000 that are decimals here and mean 5000 elsewhere."""
    for token in tokens:
        if isinstance(token, Number) and token.decimal and len(token.values) == 1:
            whole, _, decimals = token.text.partition(token.decimal)
            if len(decimals) == GROUP_DIGITS and 1 <= len(whole) <= GROUP_DIGITS:
                yield f"{token.values[0]}={int(whole + decimals)}"


def _repeated_figures(tokens: Tokens, at: int, spaced: bool = False) -> str:
    """Return two figures side by side if one is typed twice or the sign between them is missing.

    With `spaced`, a space may be between the two.
    """
    figure, behind = tokens[at], peek(tokens, at + 1)
    if isinstance(figure, Number) and isinstance(behind, Number):
        start, rest = behind.text[: len(figure.text)], behind.text[len(figure.text) :]
        twice = figure.text == start and not rest[:1].isdigit()  # also the 1 of 1.21.0 and 1.5
        twice = twice and figure.how is behind.how is How.DIGITS
        return f"{figure.text} {behind.text}" if twice else ""
    glued = is_figure(figure) and is_figure(behind) and (spaced or not behind.spaced)
    return f"{figure.text}{behind.text}" if glued else ""


def _numbers_in_brackets(tokens: Tokens) -> Iterator[str]:
    """Yield the numbers between brackets or quotation marks."""
    depth, quoted = 0, False
    for token in tokens:
        depth = max(depth + BRACKETS.get(token.key, 0), 0)
        quoted ^= token.key in QUOTATION_MARKS
        if (depth or quoted) and isinstance(token, Number):
            yield from token.values


def _whole_ranges(tokens: Tokens) -> Iterator[tuple[str, str]]:
    """Yield the ends of each range between whole numbers, the lower one first."""
    for at, token in enumerate(tokens):
        low, high = peek(tokens, at - 1), peek(tokens, at + 1)
        if token.key == "-" and isinstance(low, Number) and isinstance(high, Number):
            ends = (low.whole, high.whole)
            if all(0 < len(end) <= GROUP_DIGITS for end in ends) and int(ends[0]) < int(ends[1]):
                yield ends


def _is_roman_one(tokens: Tokens, at: int) -> bool:
    """Tell whether an I is a numeral: after a capitalised word, and before no other: Part I."""
    before, behind = peek(tokens, at - 1), peek(tokens, at + 1)
    if tokens[at].text != "I" or not isinstance(before, WordToken):
        return False
    return before.text[0].isupper() and not isinstance(behind, (WordToken, Number, Held))


def _looks_like_one(tokens: Tokens, at: int) -> bool:
    """Tell whether a letter stands alone that looks like a 1: an l, or an I within a sentence."""
    letter, before, behind = tokens[at], peek(tokens, at - 1), peek(tokens, at + 1)
    if letter.text not in ("l", "I") or not isinstance(behind, WordToken) or not behind.spaced:
        return False
    if letter.text == "l":
        return True
    return isinstance(before, WordToken) and (before.text[0].islower() or behind.text[0].islower())


def _is_operator(tokens: Tokens, at: int) -> bool:
    """Tell whether a sign is an operator between two operands: `a + b`."""
    sign, before, behind = tokens[at], peek(tokens, at - 1), peek(tokens, at + 1)
    if sign.key not in OPERATOR_SIGNS or sign.spaced != behind.spaced or at == len(tokens) - 1:
        return False
    operand = _is_operand(before, CLOSING_SIGNS, spaced=sign.spaced)
    free = is_figure(before) and is_free(behind)  # 3+影響力
    return operand and (behind.spaced or is_figure(behind) or free)


def _is_operand(token: TextToken, brackets: str, spaced: bool = False) -> bool:
    """Tell whether a token can be the operand before a sign.

    In scripts without spaces between words, a sign directly after a word belongs to the number that
    follows, unless `spaced`.
    """
    bracket = token.key != "" and token.key in brackets
    return bracket or is_wordlike(token) or isinstance(token, Held) or (spaced and is_free(token))


def is_die(token: TextToken) -> bool:
    """Tell whether a token is dice, and not a placeholder."""
    return isinstance(token, Held) and not token.text.startswith("{")


BRACKETS = {"(": 1, ")": -1}
QUOTATION_MARKS = frozenset('"“”„«»「」『』')
SENTENCE_WORDS = 3
"""A text of this many words may put a sign in words: "50 % more" for "+50 %"."""
GROUP_DIGITS = 3
"""How many digits there are between thousands separators."""
PERCENT = "%"
PERCENT_PARTS = (("50", "0.5"), ("-50", "0.5"), ("25", "0.25"), ("75", "0.75"), ("+100", "2"))
"""Percentages and the fractions or multiples that replace them: a rise by 100 % is a doubling."""
UNSPACED_LETTER = 1
"""The weight of a letter in a script without spaces; a word weighs 2."""
IN_WORDS = (How.WORDS, How.COMPOUND)
NUMBER_SIGNS = ("+", "-", "±")
SIGNS_AFTER_ABBREVIATION = ")]."
"""After these, too, a hyphen is not a minus, as in D.M.-300."""
OPERATOR_SIGNS = ("+", "÷")
CLOSING_SIGNS = ')"”“»」』'
"""After these, too, a sign is an operator: 1 card “Boat” + 1 card."""
CALCULATION_SIGNS = ("+", "×", "÷", "=")
