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

from aidgen.press.engine.boxes import once_a_style

COPY = "PangoLayout * pango_layout_copy (PangoLayout *);"
"""What copies a layout (docs.gtk.org/Pango/method.Layout.copy.html); the engine names it not."""
Setup = Callable[[Any, Any], None]


def lettered_once(line_break: Any, *askers: ModuleType) -> None:
    """Have the engine's module of lines, and who asks it for struts, look at a style once."""
    if not hasattr(line_break.strut, "__wrapped__"):
        line_break.ffi.cdef(COPY)
        line_break.Layout.setup = _setup_once(line_break.Layout.setup, line_break)
        strut = once_a_style(line_break.strut)
        for module in (line_break, *askers):
            module.strut = strut


def _setup_once(setup: Setup, line_break: Any) -> Setup:
    copied, owned = line_break.pango.pango_layout_copy, line_break.ffi.gc
    freed = line_break.gobject.g_object_unref

    @once_a_style
    def first(style: Any) -> Any:
        layout = line_break.Layout.__new__(line_break.Layout)
        setup(layout, style)
        del layout.style  # which keeps it: none would ever go
        return layout

    @wraps(setup)
    def begun(layout: Any, style: Any) -> None:
        known = first(style)
        layout.__dict__.update(known.__dict__)
        layout.layout, layout.style = owned(copied(known.layout), freed), style

    return begun
