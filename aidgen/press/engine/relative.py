"""Type within a function of CSS: in `max(.8em, 8pt)`, an `em` is the type around the element.

The engine takes it for the type of the element itself, which it is just working out, and gives up:
the element has the type around it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

ToPixels = Callable[..., float]


def of_type_around(css: Any) -> None:
    """Have the engine's module of styles count `em` in sizes of type as CSS has it."""
    if not hasattr(css.to_pixels, "__wrapped__"):
        css.to_pixels = _counted(css.to_pixels)


def _counted(to_pixels: ToPixels) -> ToPixels:
    @wraps(to_pixels)
    def counted(value: Any, style: Any, name: str, font_size: float | None = None) -> float:
        around = getattr(style, "parent_style", None)
        if name == "font_size" and font_size is None and around is not None:
            font_size = around["font_size"]
        return to_pixels(value, style, name, font_size)

    return counted
