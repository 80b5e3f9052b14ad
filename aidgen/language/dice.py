"""Dice in a text, whatever letter its language has for them: d20, 2W6+1."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from aidgen.language.digits import continues, whole_number
from aidgen.language.tokens import (
    SPACE,
    Digits,
    Held,
    How,
    Number,
    Token,
    Tokens,
    is_glued,
    is_wordlike,
    peek,
)


def with_dice(tokens: Tokens, letters: AbstractSet[str]) -> Tokens:
    """Return some tokens in which each die is one token, held.

    `letters` are those that may stand before the faces of a die. Number words are read by now, as
    in "two d6"; digits are not: in 2d6/1 there is no 6/1.
    """
    if letters.isdisjoint([token.text for token in tokens]):
        return tokens
    rest: list[Token] = []
    at = 0
    while at < len(tokens):
        token, stop = tokens[at], at + 1
        if token.text in letters and (die := _die(tokens, at)):
            count = _count(rest)
            if count or token.spaced or not rest or not is_wordlike(rest[-1]):
                name, stop = die
                first = rest.pop() if count else token
                text = name if count in ("", "1") else count + name
                token = Held(first.gap, text, "", first.spaced)
        rest.append(token)
        at = stop
    return rest


def _count(before: Tokens) -> str:
    """Return how many dice the last of some tokens counts; "" if it counts none."""
    first, sign, last = (SPACE, SPACE, SPACE, *before[-3:])[-3:]
    if isinstance(last, Number):
        return last.whole if last.how is How.WORDS else ""
    if not isinstance(last, Digits) or (is_wordlike(sign) and not last.spaced):
        return ""
    in_decimal = isinstance(first, Digits) and continues((sign, last), 0, ".,")
    return "" if in_decimal else whole_number(last.key)


def _die(tokens: Tokens, at: int) -> tuple[str, int] | None:
    """Return a die without its count, as d6+1, whose letter is at a token; and the token behind."""
    if not is_glued(Digits, tokens, at + 1):
        return None
    name, stop = f"d{whole_number(tokens[at + 1].key)}", at + 2
    sign, bonus = peek(tokens, stop), peek(tokens, stop + 1)
    signed = sign.key == "+" or (sign.key == "-" and not sign.spaced and not bonus.spaced)
    whole = isinstance(bonus, Digits) and not continues(tokens, stop + 2, ".,")
    if signed and whole and not _is_cut(tokens, stop + 2):
        return f"{name}{sign.key}{whole_number(bonus.key)}", stop + 2
    return None if _is_cut(tokens, stop) else (name, stop)


def _is_cut(tokens: Tokens, at: int) -> bool:
    """Tell whether a word goes on at a token: the die in d6x is none."""
    return not peek(tokens, at).spaced and is_wordlike(peek(tokens, at), edge=0)
