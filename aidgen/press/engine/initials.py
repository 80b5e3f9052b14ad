"""Values of styles that need no working out: the engine has them at once, and not one by one.

The engine works out each value of a style when it is first asked for, by rules that provide for
all that CSS may say of it. Of most of them a page says nothing: they are the initial ones of CSS,
or those of what is around an element; and most of the others are words that mean what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

FLOW = {"position", "float", "display"}
"""How an element stands among others: each of these hangs on the others."""
WORKED_OUT = FLOW | {"page"}
"""Values that others hang on, or those of what is around an element (`__missing__`)."""
PROPAGATED = "text_decoration_"
"""How those begin that are joined with those of what is around an element."""
DECORATIONS = {f"{PROPAGATED}{what}" for what in ("line", "color", "style", "thickness")}
"""Those of them that are what is around it has, if no rule says otherwise."""
OWN = "__"
"""How the names begin of what authors call so themselves: `--air`."""
SIDES = ("top", "right", "bottom", "left")
WIDTHS = {f"border_{side}_style": f"border_{side}_width" for side in SIDES}
"""The width of each border, by its style: without one it has none."""
ASKED = {"inherit", "initial"}
"""Words that stand for another value."""


def at_once(css: Any) -> None:
    """Have the engine's module of styles begin each with the initial values, if it does not yet."""
    if not hasattr(css.ComputedStyle.__init__, "__wrapped__"):
        initial = _Initial.of(css)
        css.ComputedStyle.__init__ = _beginning(css.ComputedStyle.__init__, initial)
        css.AnonymousStyle.__init__ = _anonymous(css.AnonymousStyle.__init__, initial)
        css.ComputedStyle.__missing__ = _found(css.ComputedStyle.__missing__, css)


@dataclass(frozen=True)
class _Initial:
    """The initial values that are a style's, if no rule says otherwise."""

    values: Mapping[str, Any]
    without_sides: Mapping[str, Any]
    """Those of them that cannot be named by a side of the text, as in `margin-inline-start`."""
    by_sides: frozenset[str]
    """What a rule names by a side of the text."""
    flow: Mapping[str, Any]
    """How an element stands among others."""

    @classmethod
    def of(cls, css: Any) -> _Initial:
        sides = css.PHYSICAL_FUNCTIONS
        named = {f(block="ttb", inline=way) for f in sides.values() for way in ("ltr", "rtl")}
        others = css.INHERITED | css.INITIAL_NOT_COMPUTED | WORKED_OUT | named
        values = {
            key: value
            for key, value in css.INITIAL_VALUES.items()
            if key not in others and not key.startswith((OWN, PROPAGATED))
        }
        rest = {key: value for key, value in values.items() if key not in sides}
        flow = {key: css.INITIAL_VALUES[key] for key in FLOW}
        return cls(values | dict.fromkeys(WIDTHS.values(), 0), rest, frozenset(named), flow)


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
        for key in named & WIDTHS.keys():
            style.pop(WIDTHS[key], None)
        if parent is not None and named.isdisjoint(initial.flow):
            style.update(initial.flow)
            style.specified.update(initial.flow)

    return filled


def _anonymous(begin: Callable[..., None], initial: _Initial) -> Callable[..., None]:
    @wraps(begin)
    def filled(style: Any, *parent: Any) -> None:
        style.update(initial.values)
        begin(style, *parent)

    return filled


def _found(work_out: Callable[[Any, str], Any], css: Any) -> Callable[[Any, str], Any]:
    """Return what finds a value of a style: its parent's, or a word of a rule, or worked out."""
    around = {key for key in css.INHERITED if not key.startswith(PROPAGATED)} | DECORATIONS
    around = (around | {"page"}) - css.PHYSICAL_FUNCTIONS.keys()
    not_words = css.COMPUTER_FUNCTIONS.keys() | css.PHYSICAL_FUNCTIONS.keys() | WORKED_OUT
    words = css.INITIAL_VALUES.keys() - not_words - DECORATIONS

    @wraps(work_out)
    def found(style: Any, key: str) -> Any:
        said, parent = style.cascaded.get(key), style.parent_style
        if said is None:
            if parent is not None and (key in around or key.startswith(OWN)):
                value = style[key] = parent[key]
                return value
        elif key in words and type(said[0]) is str and said[0] not in ASKED:
            style[key] = said[0]
            return said[0]
        return work_out(style, key)

    return found
