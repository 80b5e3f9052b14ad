"""The glyphs of a laid out text as the engine's shaper has placed them, kerned and justified."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from aidgen.page.layout import Letter
from aidgen.press.engine.boxes import Lettering


def letters(box: Any, scale: float) -> tuple[Letter, ...]:
    """Return the glyphs of a text box of the engine from left to right.

    `scale` takes px of the layout to pt along the baseline on the page.
    """
    layout = box.pango_layout
    if layout is None or not box.text.strip():
        return ()
    return _active(layout, box.style, scale)


def whole(
    words: str, lettering: Lettering, fonts: Any, *, rtl: bool
) -> tuple[float, tuple[Letter, ...]]:
    """Return how wide words of a picture are that stand in one line, in px, and their glyphs.

    `fonts` are the engine's, of the page that the picture is on.
    """
    from weasyprint.css.properties import INITIAL_VALUES
    from weasyprint.svg.text import Style
    from weasyprint.text.line_break import split_first_line

    style = Style(INITIAL_VALUES)
    style.font_config = fonts
    style["font_family"] = list(lettering.families)
    style["font_style"] = "italic" if lettering.slanted else "normal"
    style["font_weight"], style["font_size"] = lettering.weight, lettering.size
    style["direction"] = "rtl" if rtl else "ltr"
    layout, _, _, width, _, _ = split_first_line(words, style, None, math.inf, 0)
    return width, _active(layout, style, 1.0)


def _active(layout: Any, style: Any, scale: float) -> tuple[Letter, ...]:
    """Return the glyphs of a layout in a style, which it has put away."""
    layout.reactivate(style)
    try:
        return tuple(_letters(layout, scale))
    finally:
        layout.deactivate()


def _letters(layout: Any, scale: float) -> Iterator[Letter]:
    """Yield the glyphs of the first line of a layout of Pango, which is all that a box shows."""
    from weasyprint.text.ffi import FROM_UNITS, ffi, pango

    pango.pango_layout_set_single_paragraph_mode(layout.layout, True)
    line, _ = layout.get_first_line()
    run, gone, unit = line.runs[0], 0, scale * FROM_UNITS
    while run != ffi.NULL:
        string = run.data.glyphs
        for info in string.glyphs[0 : string.num_glyphs]:
            code, place = info.glyph, info.geometry
            if code != pango.PANGO_GLYPH_EMPTY:
                yield Letter(code, (gone + place.x_offset) * unit, -place.y_offset * unit)
            gone += place.width
        run = run.next
