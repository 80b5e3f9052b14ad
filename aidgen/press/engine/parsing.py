"""What reads HTML for the engine: where a text ends is looked for by patterns that are kept.

It means to keep them, and files each under itself (tinyhtml5 2.1, `chars_until`); so it writes one
anew for every text, attribute and name that it reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any


class Patterns(dict[Any, re.Pattern[str]]):
    """For some characters: what runs up to the first of them, or, `opposite`, as far as they go."""

    def __missing__(self, wanted: tuple[Iterable[str], bool]) -> re.Pattern[str]:
        """Write the pattern of some characters, and keep it."""
        characters, opposite = wanted
        listed = "".join(f"\\x{ord(one):02x}" for one in characters)
        pattern = re.compile(f"[{'' if opposite else '^'}{listed}]+")
        self[wanted] = pattern
        return pattern


def patterns_kept(inputstream: Any) -> None:
    """Have the module that reads HTML keep its patterns."""
    if not isinstance(inputstream.characters_until_regex, Patterns):
        inputstream.characters_until_regex = Patterns()
