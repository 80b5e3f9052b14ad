"""What lies over a page or card as a watermark: does it let all be seen that is below it?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

from aidgen.page.faults import Fault

MOST = 0.15
"""How much of what is below a veil may take away at most.

What is read has to be told from its ground by 70 of 255 where it is proved: 59 are left then, on
the worst ground of all; black on white keeps 216.
"""
PAINTING = frozenset(("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "BI", "INLINE IMAGE"))
NAMED = {"/ca": 1.0, "/CA": 1.0}
"""How opaque what is filled is, and what is drawn along a line, where nothing is said of it."""
WRITING = frozenset(("BT", "Tj", "TJ", "'", '"'))


def opaque(content: bytes, resources: Any, page: int) -> Iterator[Fault]:
    """Yield why the content of a veil, on a page of that number, hides what is below it."""
    with pikepdf.new() as document:
        stream = document.make_stream(content)
        found = dict.fromkeys(_opaque(stream, resources, 1.0))
    for told in found:
        yield Fault(kind="overlap", found=told, page=page)


def _opaque(content: Any, resources: Any, around: float) -> Iterator[str]:
    """Yield what is wrong with a content that is painted so opaque as a whole."""
    seen, outer = NAMED, []
    for instruction in pikepdf.parse_content_stream(content):
        name, operands = str(instruction.operator), instruction.operands
        if name == "q":
            outer.append(seen)
        elif name == "Q":
            seen = outer.pop() if outer else NAMED
        elif name == "gs":
            state = resources.get("/ExtGState", {}).get(str(operands[0]), {})
            seen = {key: float(state.get(key, was)) for key, was in seen.items()}
        elif name == "Do":
            form = resources.get("/XObject", {}).get(str(operands[0]), {})
            yield from _within(form, seen["/ca"] * around)
        elif name in PAINTING and max(seen.values()) * around > MOST:
            part = max(seen.values()) * around
            yield f"has a watermark that hides what is below it: it is {part:.0%} opaque"
        elif name in WRITING:
            yield "has a watermark with a text in it"


def _within(form: Any, seen: float) -> Iterator[str]:
    """Yield what is wrong with a form in a veil; what is no group is as opaque as its parts."""
    if form.get("/Subtype") != "/Form":
        yield "has a watermark with a picture of points in it"
    else:
        around = seen if "/Group" in form else 1.0
        yield from _opaque(form, form.get("/Resources", {}), around)
