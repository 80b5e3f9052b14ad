"""The body of a book in takes, each set by itself from the top of a page on, and their units.

A take is what one compositor was given of a long text: units in a row, which may begin a page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

CUT = "\ue001"
"""Stands where a page may begin a take; a character that no text may have."""
UNIT = "data-unit"
"""Says of the element with which a unit of a take begins which one that is, from 0."""
# A tag: whether it closes an element, and its name. What is quoted in it may be a picture, in tags.
TAG = re.compile(r"""<(/?)([A-Za-z][\w-]*+)(?:[^"'<>]++|"[^"]*+"|'[^']*+')*>""")
# What is said of an element: its name.
SAID = re.compile(r"""\s+([^\s=<>"'/]+)(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?""")
OPENED = re.compile(r"<([A-Za-z][\w-]*)")
VOID = ("br", "col", "hr", "img", "input", "wbr")
"""Elements that nothing can stand in."""
DEEPEST = 16
"""In how many elements a cut is one: each take opens them again."""


@dataclass(frozen=True)
class Unit:
    """A part of a body that may begin a page: its HTML, and what is open where it begins."""

    inner: str
    around: tuple[str, ...] = ()
    """The tags that opened that, the outermost first."""

    @property
    def opening(self) -> str:
        """What opens again where a take begins with it."""
        return "".join(SAID.sub(_again, tag) for tag in self.around)

    @property
    def closing(self) -> str:
        """What closes where a take ends before it."""
        opened = (OPENED.match(tag) for tag in reversed(self.around))
        return "".join(f"</{found[1]}>" for found in opened if found)


def _again(said: re.Match[str]) -> str:
    """Return what is said of an element if it is to be said of what goes on with it, too."""
    return "" if said[1].startswith("data-") or said[1] == "id" else said[0]


NOTHING = Unit("")
"""What follows the last unit of a body."""


def units(marked: str) -> tuple[Unit, ...]:
    """Return the units of a body; what has no element of its own belongs to what is before it."""
    found: list[Unit] = []
    parts: list[str] = []
    opened: list[str] = []
    around: tuple[str, ...] = ()
    begun = False
    for part in marked.split(CUT):
        begins = OPENED.search(part) is not None and len(opened) <= DEEPEST
        if begun and begins:
            found.append(Unit("".join(parts), around))
            parts, around = [], tuple(opened)
        parts.append(part)
        begun = begun or begins
        _follow(part, opened)
    return (*found, Unit("".join(parts), around))


def _follow(part: str, opened: list[str]) -> None:
    """Note the tags that are open behind a part of a body."""
    for tag in TAG.finditer(part):
        closes, name = tag.groups()
        if closes and opened:
            opened.pop()
        elif not (closes or tag[0].endswith("/>") or name in VOID):
            opened.append(tag[0])


def take(some: Sequence[Unit], then: Unit = NOTHING) -> str:
    """Return the HTML of units in a row, `then` being the unit behind them."""
    return "".join([some[0].opening, *(unit.inner for unit in some), then.closing])


def counted(some: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return units each of which says at its beginning which one it is."""
    return tuple(
        replace(unit, inner=OPENED.sub(rf'\g<0> {UNIT}="{number}"', unit.inner, count=1))
        for number, unit in enumerate(some)
    )
