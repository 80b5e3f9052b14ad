"""Values in which authors' own names stand, `var(--air)`: worked out once for what these mean.

The engine reads such a value anew for each element, and for each side of a box that it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

KNOWN = "_solved"
"""Where such a value keeps what came of it."""
MOST = 64
"""How many results it keeps; names that elements set for themselves mean something new in each."""
NESTED = {"function", "() block"}
"""What is put together anew each time, if a name stands in it."""
Solve = Callable[[Any, Sequence[Any], str, Any], Any]


def solved_once(pending: Any) -> None:
    """Have the engine's class of such values keep what came of them."""
    if not hasattr(pending.solve, "__wrapped__"):
        pending.solve = _once(pending.solve)


def _once(solve: Solve) -> Solve:
    @wraps(solve)
    def solved(value: Any, tokens: Sequence[Any], wanted: str, base_url: Any) -> Any:
        if any(token.type in NESTED for token in tokens):
            return solve(value, tokens, wanted, base_url)
        known = value.__dict__.setdefault(KNOWN, {})
        key = (wanted, base_url, *map(id, tokens))
        if key not in known:
            if len(known) >= MOST:
                known.clear()
            # What was read is kept beside it: else another could come to lie in its place.
            known[key] = solve(value, tokens, wanted, base_url), tuple(tokens)
        return known[key][0]

    return solved
