"""What the style sheet has to know of the script that a language is written in."""

from __future__ import annotations

from dataclasses import dataclass

from aidgen.assets.scripts import OURS, SCRIPTS, edition, unset
from aidgen.game.data import GameData
from aidgen.page.views import Shown
from aidgen.problems import MachineError


@dataclass(frozen=True)
class Setting(Shown):
    """How the texts of a language are set, where the fonts that come with aidgen do not do."""

    family: str
    """The font, as CSS asks for it."""
    edition: str
    """What tells it from another edition of it."""
    leading: float
    """From one line to the next, in em."""
    rtl: bool
    """Whether lines and pages are read from right to left."""


def typeface(canon: GameData) -> Setting | None:
    """Return how the script of a localized canon is set; None if our own fonts do.

    Raises MachineError if its fonts are not installed, or if there are none.
    """
    name = canon.script
    if name in OURS:
        return None
    if problem := unset(canon.locale, name):
        raise MachineError(f"{problem.message}: {problem.hint}")
    chosen = SCRIPTS[name]
    return Setting(chosen.family, edition(name), chosen.leading, chosen.rtl)


def is_rtl(canon: GameData) -> bool:
    """Tell whether a canon is in a language that is read from right to left."""
    known = SCRIPTS.get(canon.script)
    return known is not None and known.rtl
