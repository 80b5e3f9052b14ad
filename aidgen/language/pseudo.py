"""Pseudolocalization: texts a third longer, accented and in brackets, yet readable.

It comes last, between localizing and rendering: values are filled in and figures written, so that
only words change.
"""

from __future__ import annotations

import re
from itertools import count

from aidgen.game.context import Context
from aidgen.game.data import GameData, Leaf, rewrite
from aidgen.game.texts import Text

REGION = "XA"
"""The region of pseudolocales (en_XA, fr_XA), reserved for them by Unicode."""
OPEN, CLOSE = "‹›"
"""Brackets in every face of both our font families; ⟦ ⟧ have no italics and no serifs."""


def pseudolocalize(canon: GameData, locale: str) -> GameData:
    """Return the localized `canon` with all texts stretched, accented and in brackets."""

    def change(_: Context, leaf: Leaf) -> Leaf:
        if isinstance(leaf, Text):
            return Text(stretch(leaf), leaf.state, leaf.context)
        return leaf

    changed: GameData = rewrite(canon, canon.at(), change)
    return changed.model_copy(update={"locale": locale})


def pseudo_locale(language: str) -> str:
    """Return the pseudolocale of texts in `language`."""
    return f"{language.split('_')[0]}_{REGION}"


def is_pseudo(locale: str) -> bool:
    """Tell whether `locale` is a pseudolocale."""
    return locale.endswith(f"_{REGION}")


def stretch(text: str) -> str:
    """Return `text` with brackets around each paragraph and list item."""
    letters = count(1)
    pieces = BLOCK_STARTS.split(text)
    return "".join(
        piece if i % 2 or not piece else f"{OPEN}{_accent_words(piece, letters)}{CLOSE}"
        for i, piece in enumerate(pieces)
    )


def _accent_words(text: str, letters: count[int]) -> str:
    """Return the accented words of `text`; markup, icons, link targets and words with digits
    stay.
    """
    kept = UNCHANGED.findall(text)
    plain = UNCHANGED.split(text)
    changed = [WORD.sub(lambda word: _accent_word(word[0], letters), piece) for piece in plain]
    return "".join(piece + keep for piece, keep in zip(changed, [*kept, ""], strict=True))


def _accent_word(word: str, letters: count[int]) -> str:
    """Return `word` with accents, and with every third letter of the text doubled."""
    new = "".join(letter * (1 + (next(letters) % 3 == 0)) for letter in word.translate(_ACCENTS))
    return new if new != word else word + word[-1]


# Between two paragraphs or items: the mark of an item at the start of a text or line; an empty
# line, with the mark of an item after it.
BLOCK_STARTS = re.compile(
    r"(\A[ \t]*(?:- |\d+\. )|\n[^\S\n]*(?:- |\d+\. )|\n[ \t]*\n\s*(?:- |\d+\. )?)"
)

# Link targets, icons, and words with a digit: figures, dice.
UNCHANGED = re.compile(
    r"\]\((?:(?!\]\()[^)\s])*\)|(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])|(?<!\w)\w*\d\w*"
)

WORD = re.compile(r"[^\W\d_]+")
_ACCENTS = str.maketrans("acdefgiklnorstuyzACDEGIKLNORSTUYZ", "åçďéƒğîķłñöřšťüýžÅÇĎÉĞÎĶŁÑÖŘŠŤÜÝŽ")
