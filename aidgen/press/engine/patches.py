"""The engine as we have it: what it does anew for each element, box or line is done once.

Each module named here replaces one step of the engine's by another with the same result, but
`relative`, which mends one.
"""

from __future__ import annotations

from typing import Any

from aidgen.press.engine.arrays import read_once
from aidgen.press.engine.flow import in_flow_at_once
from aidgen.press.engine.initials import at_once
from aidgen.press.engine.layouts import lettered_once
from aidgen.press.engine.parsing import patterns_kept
from aidgen.press.engine.redrawn import drawn_once
from aidgen.press.engine.relative import of_type_around
from aidgen.press.engine.released import given_back
from aidgen.press.engine.used import used_once
from aidgen.press.engine.variables import solved_once


def tuned(engine: Any) -> None:
    """Have the engine, WeasyPrint, work with the steps of ours."""
    from weasyprint import css, document, images, layout, svg
    from weasyprint.css import computed_values, tokens, units
    from weasyprint.formatting_structure import boxes
    from weasyprint.layout import inline, percent
    from weasyprint.pdf import fonts
    from weasyprint.text import line_break

    patterns_kept(engine.tinyhtml5.inputstream)
    at_once(css)
    of_type_around(css)
    solved_once(tokens.Pending)
    used_once(layout, percent)
    in_flow_at_once(boxes)
    lettered_once(line_break, inline, units, computed_values)
    read_once(fonts)
    drawn_once(images)
    given_back(css, document, svg)
