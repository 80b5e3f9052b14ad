"""Aids of ours as PDFs, each set once in a run of the tests, whichever processes ask for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from aidgen.build.making import page_of
from aidgen.build.pack import Pack
from aidgen.build.plan import Job
from aidgen.page.render import Page
from aidgen.press.tags import tagged
from aidgen.press.typeset import Typeset, typeset
from tests.mini import MINI
from tests.ours import PACK
from tests.shared import shared


@dataclass(frozen=True)
class Print:
    """An aid: its page, what the engine made of it, and the PDF with its tags."""

    name: str
    page: Page = field(repr=False)
    made: Typeset = field(repr=False)
    pdf: bytes = field(repr=False)


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
    page = page_of(Job(pack_of(game), game, aid, locale))
    made = typeset(page.html, "0" * 32)
    assert not made.faults, made.faults
    return Print(f"{game}-{aid}-{locale}", page, made, tagged(made.pdf, made.reading))
