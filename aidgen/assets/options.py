"""What a reader chooses of how aids are printed: paper, room to cut, the way backs are placed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from typing import Any

# What the name of a file does not have.
UNNAMED = re.compile(r"[^\w]+")


@dataclass(frozen=True, kw_only=True)
class PrintOptions:
    """What is chosen of one variant; where nothing is, it is as the author has it."""

    paper: str = ""
    """A paper of `SHARES`."""
    ink: str = ""
    """`low`: no grounds and tints, pictures pale."""
    large: bool = False
    """Whether it is in large print: pages are set anew, and may be more."""
    booklet: bool = False
    """Whether pages lie on sheets to be folded in the middle."""
    gap: float | None = None
    """Space between two cards in mm."""
    bleed: float = 0.0
    """How far in mm the ground of a card goes on beyond its edge."""
    gutterfold: bool = False
    """Whether backs lie beside their fronts, to be folded behind them."""
    single_sided: bool = False
    """Whether backs are on sheets of their own, behind those of all fronts."""
    shop: str = ""
    """For whom each card gets a page of its own."""
    changed: tuple[tuple[str, int], ...] = ()
    """The cards that alone are printed, by their names, and how often; all if none is named."""
    offset: tuple[float, float] = (0.0, 0.0)
    """How far in mm backs are moved to the right and down, as one looks at them."""
    languages: tuple[str, ...] = ()
    """Two languages, the first that of the aid: it is printed in both."""
    fillable: bool = False
    """Whether what is to be filled in is a form on the screen."""
    watermark: str = ""
    """Words that stand over each page or card, pale and aslant."""

    @property
    def made(self) -> tuple[str, ...]:
        """The names of what is chosen."""
        return tuple(
            field.name for field in fields(self) if getattr(self, field.name) != field.default
        )

    def only(self, names: Collection[str]) -> PrintOptions:
        """Return what is chosen of some names, all else as the author has it."""
        return PrintOptions(**{name: getattr(self, name) for name in self.made if name in names})

    @property
    def name(self) -> str:
        """What a variant is called in the names of folders and files; "" if it is the author's."""
        return "-".join(self._names())

    def _names(self) -> Iterator[str]:
        if self.shop:
            yield f"{self.shop}-apart" if self.single_sided else self.shop
        known = OF_SHOPS if self.shop else ()
        yield from (_named(name, getattr(self, name)) for name in self.made if name not in known)


def _named(name: str, chosen: Any) -> str:
    """Return what is chosen as a part of the name of a variant."""
    if name == "changed":
        return "since"
    if name == "paper":
        return str(chosen)
    if name == "ink":
        return f"{chosen}-ink"
    if name == "offset":
        return f"offset{chosen[0]:+g}{chosen[1]:+g}"
    if name == "languages":
        return "+".join(chosen)
    if name == "watermark":
        return f"{name}-{UNNAMED.sub('-', chosen).strip('-').lower() or 'signs'}"
    return option_name(name) if chosen is True else f"{name}{chosen:g}"


OF_SHOPS = ("shop", "bleed", "single_sided")
"""What a shop's name says: it knows its own bleed."""

NO_OPTIONS = PrintOptions()
"""Nothing is chosen: all is as the author has it."""


def option_name(name: str) -> str:
    """Return the name of a choice as it is written in words and files."""
    return name.replace("_", "-")
