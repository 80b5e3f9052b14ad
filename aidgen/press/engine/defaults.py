"""What an element looks like to which no style sheet says anything: the engine's own sheet.

Of six parts that it styles in each element of a document, most documents have none: markers of
what is no `li`, footnotes and their calls. They are left out of it for a document that cannot have
them; working them out was a tenth of laying out. And each element is held against all rules that do
not end in a name: those that end in one of several are written out.
"""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType
from typing import Any

# A rule for a part of each element: ::footnote-call { … }
EACH = re.compile(r"^::([\w-]+) *\{[^{}]*\}$", re.M)
# A rule that ends in one of several names: [dir] :is(ol, ul)[hidden] {
ONE_OF = re.compile(
    r"^(?P<before>(?:[^(),{}\n]|\([^()\n]*\))*):is\((?P<names>[\w, ]+)\)(?P<more>[^(),{}\n]*)\{",
    re.M,
)
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
    css = ONE_OF.sub(_written_out, EACH.sub(_of_lists, UA))
    return engine.CSS(string=css, counter_style=CounterStyle())


def _of_lists(rule: re.Match[str]) -> str:
    return f"li{rule[0]}" if rule[1] == LISTED else ""


def _written_out(rule: re.Match[str]) -> str:
    names = (f"{rule['before']}{name}{rule['more']}" for name in rule["names"].split(", "))
    return f"{','.join(names)}{{"
