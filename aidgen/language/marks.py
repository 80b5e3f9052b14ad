"""The marks in a text: what is put into it, and how it is set; the same in every language."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from aidgen.game.texts import ICON, LINK, PLACEHOLDER


@dataclass(frozen=True)
class Marks:
    """The marks of a text, and how often each stands there."""

    placeholders: Counter[str]
    icons: Counter[str]
    links: Counter[str]
    """By their targets."""
    emphasis: Counter[str]
    bullets: Counter[str]

    @classmethod
    def of(cls, text: str) -> Marks:
        """Count the marks of a text."""
        return cls(
            Counter(PLACEHOLDER.findall(text) if "{" in text else ()),
            Counter(ICON.findall(text) if ":" in text else ()),
            Counter(target for _, target in LINK.findall(text)) if "](" in text else Counter(),
            emphasis(text) if "*" in text else Counter(),
            Counter(BULLET.findall(text) if "\n" in text else ()),
        )


def emphasis(text: str) -> Counter[str]:
    """Return how many passages of a text are emphasised, by `*…*` and by `**…**`.

    A star that closes nothing, or opens nothing, is counted as `*`.
    """
    rest, strong = STRONG.subn(r"\1", LINK.sub(r"\1", text))
    rest, weak = WEAK.subn(r"\1", rest)
    return +Counter({"**…**": strong, "*…*": weak, "*": len(STRAY.findall(rest))})


# Two stars before a letter; no two stars, but single ones (a `*…*` within); two stars behind a
# letter, or three, of which the first ends a `*…*` within.
STRONG = re.compile(r"\*\*(?=[^\s*])((?:[^*]|\*(?!\*))+?\*?)(?<=\S)\*\*")

# One star before a letter; no stars; one star behind a letter.
WEAK = re.compile(r"\*(?=[^\s*])([^*]+?)(?<=\S)\*")

# A star with something before or behind it: that in `2 * 3` is a sign.
STRAY = re.compile(r"(?<![\s*])\*|\*(?![\s*])")

# A hyphen, or a number and a point, at the beginning of a line, before a space.
BULLET = re.compile(r"^[^\S\n]*(-|\d+\.) ", re.MULTILINE)
