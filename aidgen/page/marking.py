"""Pages without the mark that tells which sheets belong together."""

from __future__ import annotations

import re

# Where a mark begins, and where any element of its kind begins or ends.
BEGINS = re.compile(r"<span\b[^>]*\sdata-mark\b[^>]*>")
SPAN = re.compile(r"<(/?)span\b")


def unmarked(html: str) -> str:
    """Return HTML without its marks: the same of each edition that says nothing else."""
    kept, behind = [], 0
    for found in BEGINS.finditer(html):
        if found.start() >= behind:
            kept.append(html[behind : found.start()])
            behind = _end(html, found.end())
    return "".join([*kept, html[behind:]])


def _end(html: str, start: int) -> int:
    """Return where a mark ends; where its words begin, if that is nowhere."""
    depth = 1
    for span in SPAN.finditer(html, start):
        depth += -1 if span[1] else 1
        if not depth:
            return span.start()
    return start
