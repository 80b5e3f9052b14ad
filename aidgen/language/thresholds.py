"""Numbers that a text requires, as in "requires 3 oceans", which elsewhere may be "at least 3"."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from aidgen.language.meaning import SENTENCE_ENDS
from aidgen.language.neighbours import figure_name, is_figure
from aidgen.language.tokens import Tokens


def required_figures(tokens: Tokens, requiring: AbstractSet[str]) -> Iterator[str]:
    """Yield the figures that follow one of the words in `requiring` in their sentence."""
    steps = 0
    for token in tokens if requiring else ():
        if token.key in requiring:
            steps = STEPS_BEHIND
        elif token.key in SENTENCE_ENDS:
            steps = 0
        elif steps and is_figure(token):
            yield figure_name(token)
        steps -= steps > 0


STEPS_BEHIND = 6
"""How many tokens after a requiring word its number may be: "requires that you have 2 leaders"."""
