"""The marks in a text: what is put into it, and how it is set; the same in every language."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aidgen.game.texts import ICON, LINK, PLACEHOLDER


@dataclass(frozen=True)
class Marks:
    """The marks of a text, in the order of the alphabet, each as often as it stands there."""

    placeholders: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """Their targets."""
    emphasis: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> Marks:
        """Read the marks of a text."""
        return cls(
            tuple(sorted(PLACEHOLDER.findall(text))) if "{" in text else (),
            tuple(sorted(ICON.findall(text))) if ":" in text else (),
            tuple(sorted(target for _, target in LINK.findall(text))) if "](" in text else (),
            emphasis(text) if "*" in text else (),
            tuple(sorted(BULLET.findall(text))) if "\n" in text else (),
        )


def emphasis(text: str) -> tuple[str, ...]:
    """Return the passages of a text that are emphasised, each as `*…*` or as `**…**`.

    A star that closes nothing, or opens nothing, is a `*`.
    """
    rest, strong = STRONG.subn(r"\1", LINK.sub(r"\1", text))
    rest, weak = WEAK.subn(r"\1", rest)
    stray = len(STRAY.findall(rest))
    return ("*",) * stray + ("**…**",) * strong + ("*…*",) * weak


# Two stars before a letter; no two stars, but single ones (a `*…*` within); two stars behind a
# letter, or three, of which the first ends a `*…*` within.
STRONG = re.compile(r"\*\*(?=[^\s*])((?:[^*]|\*(?!\*))+?\*?)(?<=\S)\*\*")

# One star before a letter; no stars; one star behind a letter.
WEAK = re.compile(r"\*(?=[^\s*])([^*]+?)(?<=\S)\*")

# A star with something before or behind it: that in `2 * 3` is a sign.
STRAY = re.compile(r"(?<![\s*])\*|\*(?![\s*])")

# A hyphen, or a number and a point, at the beginning of a line, before a space.
BULLET = re.compile(r"^[^\S\n]*(-|\d+\.) ", re.MULTILINE)
