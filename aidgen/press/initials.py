"""What no rule says anything of: the engine has it of an element at once, and not value by value.

The engine works out each value of a style when it is first asked for. Two thirds of them are the
initial ones of CSS, which need no working out; to come to that of each anew was a twelfth of laying
out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

WORKED_OUT = {"position", "float", "display", "page"}
"""Values that others hang on, or those of what is around an element (`__missing__`)."""
PROPAGATED = "text_decoration_"
"""How those begin that are joined with those of what is around an element."""


def at_once(css: Any) -> None:
    """Have the engine's module of styles begin each with the initial values, if it does not yet."""
    if not hasattr(css.ComputedStyle.__init__, "__wrapped__"):
        initial = _Initial.of(css)
        css.ComputedStyle.__init__ = _beginning(css.ComputedStyle.__init__, initial)
        css.AnonymousStyle.__init__ = _anonymous(css.AnonymousStyle.__init__, initial)


@dataclass(frozen=True)
class _Initial:
    """The initial values that are a style's, if no rule says otherwise."""

    values: Mapping[str, Any]
    without_sides: Mapping[str, Any]
    """Those of them that cannot be named by a side of the text, as in `margin-inline-start`."""
    by_sides: frozenset[str]
    """What a rule names by a side of the text."""

    @classmethod
    def of(cls, css: Any) -> _Initial:
        sides = css.PHYSICAL_FUNCTIONS
        named = {f(block="ttb", inline=way) for f in sides.values() for way in ("ltr", "rtl")}
        others = css.INHERITED | css.INITIAL_NOT_COMPUTED | WORKED_OUT | named
        values = {
            key: value
            for key, value in css.INITIAL_VALUES.items()
            if key not in others and not key.startswith(("__", PROPAGATED))
        }
        rest = {key: value for key, value in values.items() if key not in sides}
        return cls(values, rest, frozenset(named))


def _beginning(begin: Callable[..., None], initial: _Initial) -> Callable[..., None]:
    @wraps(begin)
    def filled(style: Any, parent: Any, cascaded: Any, *more: Any) -> None:
        begin(style, parent, cascaded, *more)
        named = cascaded.keys()
        values = initial.values
        if not named.isdisjoint(initial.by_sides):
            values = initial.without_sides
        style.update(values)
        for key in named & values.keys():
            del style[key]

    return filled


def _anonymous(begin: Callable[..., None], initial: _Initial) -> Callable[..., None]:
    @wraps(begin)
    def filled(style: Any, *parent: Any) -> None:
        style.update(initial.values)
        begin(style, *parent)

    return filled
