"""Languages, and those that they are variants of."""

from __future__ import annotations

from functools import cache


@cache
def lineage(locale: str) -> tuple[str, ...]:
    """Return a language, and those it is a variant of, the nearest first: fr_CA, fr."""
    parts = locale.split("_")
    return tuple("_".join(parts[:end]) for end in range(len(parts), 0, -1))
