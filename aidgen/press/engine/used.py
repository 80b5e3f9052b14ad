"""What a box takes to its sides: of a style that says it in lengths, worked out once.

The engine turns the computed values of a style into used ones (CSS 2.1, 6.1) for each box, each
time it lays the box out: two dozen values. Where none is a percentage, they hang on the style, and
on the borders that a box of a table may have been given.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import product
from types import ModuleType
from typing import Any

from aidgen.press.engine.boxes import once_a_style

SIDES = ("top", "right", "bottom", "left")
LENGTHS = (
    *(f"{kind}_{side}" for kind, side in product(("margin", "padding"), SIDES)),
    *(f"{most}{axis}" for most, axis in product(("", "min_", "max_"), ("width", "height"))),
)
"""The values that may be percentages of what is around a box."""
TOP, RIGHT, BOTTOM, LEFT = BORDERS = tuple(f"border_{side}_width" for side in SIDES)
USED = (*LENGTHS, *BORDERS)
"""What a box is given."""
Resolve = Callable[[Any, Any], None]


def used_once(layout: ModuleType, percent: ModuleType) -> None:
    """Have the modules of the engine's `layout` work out what a style gives its boxes once."""
    before: Resolve = percent.resolve_percentages
    if not hasattr(before, "__wrapped__"):
        ours = _once(before)
        for module in (percent, *vars(layout).values()):
            if getattr(module, "resolve_percentages", None) is before:
                module.resolve_percentages = ours


def _once(resolve: Resolve) -> Resolve:
    @wraps(resolve)
    def resolved(box: Any, containing_block: Any) -> None:
        known = _known(box.style)
        if known is None:
            resolve(box, containing_block)
            return
        borders = _borders(box) if box.style["border_collapse"] == "collapse" else None
        used = known.get(borders)
        if used is None:
            resolve(box, containing_block)
            known[borders] = {name: getattr(box, name) for name in USED}
        else:
            box.__dict__.update(used)

    return resolved


def _borders(box: Any) -> tuple[Any, ...]:
    """Return the borders that a box has, where it shares them: those of its table's grid."""
    has = box.__dict__.get
    return has(TOP), has(RIGHT), has(BOTTOM), has(LEFT)


@once_a_style
def _known(style: Any) -> dict[Any, dict[str, Any]] | None:
    """Return what a style gives boxes, by their borders; None if it hangs on what is around."""
    values = map(style.__getitem__, LENGTHS)
    fixed = all(value == "auto" or getattr(value, "unit", "") == "px" for value in values)
    return {} if fixed else None
