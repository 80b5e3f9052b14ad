"""Numbers that a text requires, as in "requires 3 oceans", which elsewhere may be "at least 3"."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.language.locales import Conventions
from aidgen.language.meaning import SENTENCE_ENDS
from aidgen.language.neighbours import figure_name, is_figure
from aidgen.language.tokens import Tokens, peek


def required_figures(tokens: Tokens, written: Conventions) -> Iterator[str]:
    """Yield the figures that a text requires, as in "requires that you own 3" and "Own 3 tiles".

    A word such as "own" requires something only at the start of its sentence, or after a word such
    as "requires".
    """
    steps, begins, requires = 0, True, False
    for token in tokens if written.requiring else ():
        if token.key in written.requiring or (token.key in written.owning and (begins or requires)):
            steps, requires = STEPS_BEHIND, True
        elif steps and is_figure(token):
            yield figure_name(token)
        begins = token.key in SENTENCE_ENDS
        requires = requires and not begins
        steps = max(steps - 1, 0) if requires else 0


def open_plurals(tokens: Tokens) -> Iterator[str]:
    """Yield a 1 for each plural in brackets: "card(s)" may be "one or more cards"."""
    for at, token in enumerate(tokens):
        ending, closing = peek(tokens, at + 1), peek(tokens, at + 2)
        glued = token.key == "(" and not token.spaced and closing.key == ")"
        if glued and ending.key in PLURAL_ENDINGS:
            yield "1"


PLURAL_ENDINGS = ("s", "es")
"""Endings in brackets by which English leaves the number open."""


STEPS_BEHIND = 6
"""How many tokens after a requiring word its number may be: "requires that you have 2 leaders"."""
