"""The last word of a paragraph is not divided: it would leave a few letters on a line of their own.

The engine divides any word that does not fit. Where that is the last of a text, the line is broken
before it instead; a word that is longer than a line is divided as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from aidgen.press.engine.boxes import once_a_style

LONGEST = 80
"""In bytes, the end of a divided word: what is longer is not looked at, and is no word."""
Split = Callable[..., tuple[Any, ...]]


def ended_whole(inline: Any) -> None:
    """Have the engine's module of lines in paragraphs keep last words whole."""
    if not hasattr(inline.split_first_line, "__wrapped__"):
        inline.split_first_line = _split_whole(inline.split_first_line)


def _split_whole(split: Split) -> Split:
    @wraps(split)
    def whole(
        text: str, style: Any, *more: Any, is_line_start: bool = True, **others: Any
    ) -> tuple[Any, ...]:
        found = split(text, style, *more, is_line_start=is_line_start, **others)
        resume = found[2]
        if resume is None or style["hyphens"] != "auto" or not _is_divided(text, resume):
            return found
        if is_line_start and not _has_words(text, resume):
            return found  # it is longer than the line
        return split(text, _undivided(style), *more, is_line_start=is_line_start, **others)

    return whole


def _is_divided(text: str, resume: int) -> bool:
    """Tell whether a text is broken after so many bytes within its last word."""
    written = text.encode()
    if len(written) - resume > LONGEST:
        return False
    first, rest = written[:resume].decode(), written[resume:].decode()
    return first[-1:].isalpha() and rest[:1].isalpha() and " " not in rest


def _has_words(text: str, resume: int) -> bool:
    """Tell whether a line that begins a text has more on it than the word in which it ends."""
    return " " in text.encode()[:resume].decode().strip()


@once_a_style
def _undivided(style: Any) -> Any:
    """Return a style in which no word is divided but where it says so itself."""
    plain = style.copy()
    plain["hyphens"] = "manual"
    return plain
