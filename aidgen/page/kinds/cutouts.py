"""Things that are cut out, one for each state that an aid lists: tokens, standees."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aidgen.assets.papers import Size
from aidgen.game.data import GameData
from aidgen.game.records import State
from aidgen.page.pieces import FOLIO, Leaf, Piece, Section, Strip, Turning
from aidgen.page.templates import Templates
from aidgen.page.theme import is_rtl

TURNINGS: tuple[Turning, ...] = ("long", "short", "fold", "")
"""The ways in which backs come behind their fronts."""


def headlines(templates: Templates, paper: Size) -> Mapping[Turning, Piece]:
    """Return what is said above cards on paper of a size, for each way to turn it over."""
    return {
        turning: templates.piece(
            "sides/headline.html",
            paper,
            turning=turning,
            two_sided=turning == "long",
            counted=FOLIO,
        )
        for turning in TURNINGS
    }


def notice(templates: Templates, paper: Size) -> Strip:
    """Return what is said below cards on paper of a size."""
    return Strip(templates.piece("sides/notice.html", paper), 0.0, 0.0)


LISTS = r"states(\.[^.]+)?"
"""What such an aid may list."""

MakePieces = Callable[[str, State], tuple[Piece, Piece | None]]
"""Makes the front of a state, by its id, and its back, if it has one."""


def cutout_deck(
    templates: Templates,
    paper: Size,
    trim: Size,
    made: MakePieces,
    *,
    gap: float = 0.0,
    cut: bool = True,
) -> Section:
    """Return what is made of the states of an aid, each as often as `copies` says.

    `trim` is its size and `gap` the space between two, in mm; `cut` says whether crop marks show
    where to cut.
    """
    aid = templates.aid
    return Section(
        backwards=is_rtl(templates.canon),
        paper=paper,
        imposition="n-up",
        trimmed=trim,
        gap=gap,
        leaves=tuple(
            Leaf(*made(name, state), aid.copies, name=name)
            for ref in aid.contents
            for name, state in _states(templates.canon, ref)
        ),
        headlines=headlines(templates, paper),
        notice=notice(templates, paper),
        crop_marks=cut,
    )


def _states(canon: GameData, ref: str) -> list[tuple[str, State]]:
    """Return the states that a reference names, by their ids."""
    named = canon.find(ref)
    return list(named.items()) if isinstance(named, Mapping) else [(ref.split(".", 1)[1], named)]
