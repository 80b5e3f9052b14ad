"""How the lines of a style are lettered: told to Pango once, not for each line.

The engine makes a layout of Pango for each line that it tries, and tells it the language, the font
and its features. All that hangs on the style alone: the first layout of a style is copied for the
others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import Any

COPY = "PangoLayout * pango_layout_copy (PangoLayout *);"
"""What copies a layout (docs.gtk.org/Pango/method.Layout.copy.html); the engine names it not."""
FIRST = "_first_layout"
STRUT = "_strut"
"""What a style keeps both as: a copy of it, which may be changed, has none."""
KNOWN = (
    *("language", "ascent", "underline_position", "strikethrough_position"),
    *("underline_thickness", "strikethrough_thickness"),
)
"""What a layout knows of its style."""

Setup = Callable[[Any, Any], None]
Strut = Callable[[Any], Any]


def lettered_once(line_break: Any, *askers: ModuleType) -> None:
    """Have the engine's module of lines, and who asks it for struts, look at a style once."""
    if not hasattr(line_break.strut, "__wrapped__"):
        line_break.ffi.cdef(COPY)
        line_break.Layout.setup = _setup_once(line_break.Layout.setup, line_break)
        strut = _strut_once(line_break.strut)
        for module in (line_break, *askers):
            module.strut = strut


def _setup_once(setup: Setup, line_break: ModuleType) -> Setup:
    copied, owned = line_break.pango.pango_layout_copy, line_break.ffi.gc
    freed = line_break.gobject.g_object_unref

    @wraps(setup)
    def begun(layout: Any, style: Any) -> None:
        first = style.__dict__.get(FIRST)
        if first is None:
            setup(layout, style)
            facts = {name: value for name, value in vars(layout).items() if name in KNOWN}
            setattr(style, FIRST, (owned(copied(layout.layout), freed), facts))
            return
        layout.style, layout.first_line_direction = style, 0
        layout.layout = owned(copied(first[0]), freed)
        layout.__dict__.update(first[1])

    return begun


def _strut_once(measure: Strut) -> Strut:
    @wraps(measure)
    def strut(style: Any) -> Any:
        known = style.__dict__.get(STRUT)
        if known is None:
            known = measure(style)
            setattr(style, STRUT, known)
        return known

    return strut
