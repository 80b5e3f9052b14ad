"""The figures near a word: before it, behind it or beside it."""

from __future__ import annotations

from aidgen.language.tokens import (
    SPACE,
    Held,
    How,
    Number,
    Sign,
    TextToken,
    Tokens,
    WordToken,
    peek,
)


def figure_name(figure: TextToken, last: bool = False) -> str:
    """Return the name of a number, placeholder or die; of several numbers, the first or last."""
    return figure.values[-1 if last else 0] if isinstance(figure, Number) else figure.text


def is_figure(token: TextToken) -> bool:
    """Tell whether a token is a number, a placeholder or a die."""
    return isinstance(token, (Number, Held))


def figure_before(tokens: Tokens, at: int, words: int) -> TextToken | None:
    """Return the figure before a token, with at most `words` other words between them.

    A space or an opening bracket must precede the token and each of these words.
    """
    spaced = tokens[at].spaced
    if not spaced and at and not _is_open(tokens[at - 1]):
        return None
    for place in range(at - 1, max(at - REACH, 0) - 1, -1):
        token = tokens[place]
        if is_figure(token):
            return token if spaced or _has_unit(tokens, place) else None
        if _is_open(token):
            spaced = True
            continue
        words -= spaced
        if words < 0 or not _may_stand_between(token):
            return None
        spaced = token.spaced
    return None


def _has_unit(tokens: Tokens, at: int) -> bool:
    """Tell whether a unit directly follows the digits at a token: 20€, 5%, 20M€."""
    number, unit = tokens[at], tokens[at + 1]
    digits = isinstance(number, Number) and number.how is How.DIGITS
    return digits and unit.key != "-" and not unit.text[0].islower()  # 5th is another number


def figure_behind(tokens: Tokens, at: int, words: int) -> TextToken | None:
    """Return the figure at a token or after it, with at most `words` other words between them.

    In "a 4" it is the number and not the article; "a {die}" is one die.
    """
    spaced = True
    for place, token in enumerate(tokens[at : at + REACH], start=at):
        spaced = spaced or token.spaced
        if is_article(token) and isinstance(peek(tokens, place + 1), Number):
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
    """Return the name of the figure right before or after some tokens; "" if there is none."""
    if figure := figure_before(tokens, start, WORDS_BESIDE):
        return figure_name(figure)
    for at, token in enumerate(tokens[stop : stop + REACH]):
        if is_figure(token) and (at or token.spaced):
            return figure_name(token)
        if token.key not in SIGNS_BEFORE_FIGURE:
            break
    return ""


def is_article(token: TextToken) -> bool:
    """Tell whether a token may be an article, or another word that is not always a number."""
    return isinstance(token, Number) and token.how is How.ASIDE


def _is_open(token: TextToken) -> bool:
    """Tell whether a token merely separates its neighbours."""
    return token is SPACE or token.key == "("


def _may_stand_between(token: TextToken) -> bool:
    """Tell whether a token may belong to a word between a comparison and its number."""
    return isinstance(token, WordToken) or (
        isinstance(token, Sign) and token.key not in CLAUSE_SIGNS
    )


WORDS_BESIDE = 2
"""How many words may come between a number and what it counts: "2 points of damage"."""


SIGNS_BEFORE_FIGURE = ("(", ":")
"""Signs between a word and its number: "damage: 2", "damage (2)"."""


REACH = 32
"""The most tokens to look at: enough for three words."""


CLAUSE_SIGNS = frozenset(".,;:!?()[]{}")
"""Signs that separate a number from a comparison."""
