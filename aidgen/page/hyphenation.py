"""Words that the templates and a game say how to divide at the end of a line."""

from __future__ import annotations

from aidgen.game.data import GameData
from aidgen.game.texts import Text

NAME = "hyphenation"
"""What they are called among the fixed words, and in `game`."""


def hyphenation(canon: GameData) -> str:
    """Return the words of a localized canon, each with hyphens where it may be divided.

    A game's own come last: they count. What is not translated is in another language, and left out.
    """
    lists = (canon.words.get(NAME), canon.game.hyphenation)
    return " ".join(
        word for text in lists if _is_own(text) for word in str(text).split() if _is_divided(word)
    )


def _is_own(text: Text | None) -> bool:
    return text is not None and text.state in ("source", "translated")


def _is_divided(word: str) -> bool:
    return bool(word.strip("-–"))
