"""What an element looks like to which no style sheet says anything: the engine's own sheet.

Of six parts that it styles in each element of a document, most documents have none: markers of
what is no `li`, footnotes and their calls. They are left out of it for a document that cannot have
them; working them out was a tenth of laying out.
"""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType
from typing import Any

# A rule for a part of each element: ::footnote-call { … }
EACH = re.compile(r"^::([\w-]+) *\{[^{}]*\}$", re.M)
LISTED = "marker"
"""The part that lists have, and what is shown as one."""
# What can make a footnote or a note of an element, or a list item of another one than `li`.
MAKES = re.compile(r"footnote|note\s*\(|list-item", re.I)


def plain(html: Any, source: str, engine: ModuleType) -> None:
    """Have a document of the `engine`, made of `source`, look as it does with less work."""
    if not MAKES.search(source):
        html._ua_stylesheets = lambda forms=False: [_sheet(engine)]


@cache
def _sheet(engine: ModuleType) -> Any:
    from weasyprint.css.counters import CounterStyle
    from weasyprint.html import UA

    # Counters of its own, which nobody asks for: the engine's are there already.
    return engine.CSS(string=EACH.sub(_of_lists, UA), counter_style=CounterStyle())


def _of_lists(rule: re.Match[str]) -> str:
    return f"li{rule[0]}" if rule[1] == LISTED else ""
