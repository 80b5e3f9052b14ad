"""Tokens: with one thing on their backs, and states that there are."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.tokens import TokenBack
from aidgen.page.kinds import kind_of
from aidgen.problems import Problem, did_you_mean

ONE = ("icon", "image", "pattern", "states")
"""What may be on the back of a token, one of them."""


def tokens_can_be_made(canon: GameData) -> Iterator[Problem]:
    """Yield backs of tokens that cannot be."""
    for name, aid in canon.aids.items():
        kind = kind_of(canon, aid.kind)
        if aid.token is None or kind is None or kind.name != "tokens":
            continue
        at = canon.at("aids", name, "token")
        if aid.token.back is not None:
            said = [field for field in ONE if getattr(aid.token.back, field)]
            if len(said) != 1:
                message = f"found {len(said)} things on a back, expected one"
                yield Problem(canon.where(at / "back"), message, " or ".join(ONE))
            yield from _turned(canon, name, at / "back" / "states", aid.token.back)


def _turned(canon: GameData, aid: str, at: Context, back: TokenBack) -> Iterator[Problem]:
    """Yield fronts that the aid does not print, and backs that are no state."""
    printed = canon.printed(aid)
    fronts = [name for name in canon.states if f"states.{name}" in printed]
    for front, turned in back.states.items():
        if front not in fronts:
            hint = did_you_mean(front, fronts) or "`contents` says what is on the fronts"
            yield Problem(canon.where(at / front), f"`{front}` is on no front of this aid", hint)
        if turned not in canon.states:
            hint = did_you_mean(turned, canon.states)
            yield Problem(canon.where(at / front), f"`{turned}` is no state", hint)
