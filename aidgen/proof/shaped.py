"""Within a run of text: does each glyph stand where the layout put it, and in its size?"""

from __future__ import annotations

import math
from collections.abc import Sequence

from aidgen.page.layout import Run
from aidgen.proof.glyphs import Glyph

SLID = 0.04
"""How far in em a glyph may stand from its place, seen from the one before it in its run."""
APART = 0.02
"""And seen from the first of its run."""
ROUNDED = 0.001
"""How much further that may be with each glyph.

The engine writes advances in whole thousandths of an em, always rounded down: at the end of a line
of eighty glyphs that may come to a quarter of the narrowest digit, which is 0.4 em wide.
"""
SHAPE = 0.02
"""By how much of an em a glyph may be shaped otherwise than the first of its run."""


def unlike(glyphs: Sequence[Glyph], run: Run) -> str:
    """Return what is wrong within `glyphs`, drawn for a laid out run; nothing if all is right."""
    if len(glyphs) != len(run.letters):
        return f"is drawn with {len(glyphs)} glyphs, laid out were {len(run.letters)}"
    first, start = glyphs[0], run.letters[0]
    a, b, c, d, x, y = first.matrix
    wide, em = math.hypot(a, b) or 1.0, math.hypot(c, d)
    across, up = a / wide, b / wide
    before = (0.0, 0.0)
    for number, (glyph, letter) in enumerate(zip(glyphs, run.letters, strict=True)):
        e, f, g, h, here, there = glyph.matrix
        along, above = letter.along - start.along, letter.above - start.above
        off = here - x - along * across + above * up, there - y - along * up - above * across
        if glyph.code != letter.code:
            return f"has “{glyph.char}” where another glyph was laid out"
        far = math.hypot(*off)
        if far > (APART + ROUNDED * number) * em or math.dist(off, before) > SLID * em:
            return f"has “{glyph.char}” {far:.1f} pt from where it was laid out"
        if max(abs(e - a), abs(f - b), abs(g - c), abs(h - d)) > SHAPE * em:
            return f"has “{glyph.char}” in another size or slope than was laid out"
        before = off
    return ""
