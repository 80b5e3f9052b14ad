"""What hangs on a style of the engine alone: worked out once for it, and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Found = TypeVar("Found")


def once_a_style(find: Callable[[Any], Found]) -> Callable[[Any], Found]:
    """Return `find`, asked once for each style. A copy of one, which may be changed, is another."""
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def found(style: Any) -> Found:
        kept: dict[str, Found] = style.__dict__
        try:
            return kept[name]
        except KeyError:  # seldom: most styles are those of many boxes
            kept[name] = find(style)
            return kept[name]

    return found
