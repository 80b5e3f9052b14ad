"""Aids of ours as PDFs, each set once in a run of the tests, whichever processes ask for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from aidgen.build.pack import Pack
from aidgen.build.plan import Job
from tests.mini import MINI
from tests.ours import PACK
from tests.shared import shared
from tests.sheets import SetDocument, html_of, set_aid


@dataclass(frozen=True)
class Print:
    """An aid: the HTML of its pieces, and what they were set as, each once."""

    name: str
    html: str = field(repr=False)
    made: SetDocument = field(repr=False)


OF_EACH_KIND = {
    "book": ("expedition", "rulebook", "fr"),
    "cards": ("pilgrims-loot", "object-cards", "fr"),
    "flow": ("gloomhaven", "scenario-flow", "en"),
    "form": ("pilgrims-loot", "character-sheet", "fr"),
    "gm-screen": ("argosia", "gm-screen", "fr"),
    "sheet": ("expedition", "damage-tables", "de"),
    "tokens": ("pilgrims-loot", "tokens", "en"),
}
"""An aid of ours of each kind."""


@cache
def print_of(game: str, aid: str, locale: str) -> Print:
    """Return an aid of ours, or of the game Mini."""
    return shared(f"{game}-{aid}-{locale}", lambda: _set(game, aid, locale))


@cache
def pack_of(game: str) -> Pack:
    """Return the pack that has a game."""
    return Pack(MINI) if game == "mini" else PACK


def _set(game: str, aid: str, locale: str) -> Print:
    job = Job(pack_of(game), game, aid, locale)
    made = set_aid(job)
    assert not made.faults, made.faults
    return Print(f"{game}-{aid}-{locale}", html_of(job), made)
