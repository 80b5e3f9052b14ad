"""How cards and regions fit their content, aid by aid and language by language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aidgen.page.layout import Fit
from aidgen.pipeline.production import Made


def fits(made: Iterable[Made]) -> dict[str, dict[str, dict[str, Fit]]]:
    """Return how the cards and regions fit: by game and aid, then locale, then their name."""
    found: dict[str, dict[str, dict[str, Fit]]] = {}
    for one in sorted(made, key=lambda one: one.job.output):
        for fit in one.filed.fits if one.filed else ():
            aid = found.setdefault(f"{one.job.game} {one.job.aid}", {})
            aid.setdefault(one.job.locale, {})[fit.name] = fit
    return found


# The name of what a card goes on on: cards.fireball.front.2, or .back in place of a number.
FURTHER = re.compile(r"(cards\.[^.]+)\.front\.(\d+|back)")


def going_on(names: Iterable[str]) -> tuple[str, ...]:
    """Say of each card that goes on, by the names of what was set, on what it does."""
    on: dict[str, str] = {}
    for name in names:
        if further := FURTHER.fullmatch(name):
            on[further[1]] = "on its back" if further[2] == "back" else f"on {further[2]} cards"
    return tuple(f"{card} goes on {way}" for card, way in on.items())


@dataclass(frozen=True)
class Summary:
    """The type of the cards and regions of an aid in pt, and which of them is fullest."""

    boxes: int
    smallest: float
    largest: float
    fullest: tuple[float, str] | None
    """The least room at a foot in mm, and the card or region that has it; None if all may grow."""

    def __str__(self) -> str:
        """Say so in a line."""
        type_size = f"{self.boxes} cards or regions, type {self.smallest:g}–{self.largest:g} pt"
        if self.fullest is None:
            return type_size
        room, name = self.fullest
        return f"{type_size}, least room {room:g} mm in {name}"


def summary(fits: Mapping[str, Fit]) -> Summary:
    """Sum up how the cards and regions of an aid, by name, fit in one language."""
    sizes = sorted(fit.size for fit in fits.values())
    rooms = [(fit.room, name) for name, fit in fits.items() if fit.room is not None]
    return Summary(len(fits), sizes[0], sizes[-1], min(rooms, default=None))
