"""What stands on a sheet of paper around the cards or tokens that are cut out of it."""

from __future__ import annotations

from collections.abc import Mapping

from aidgen.assets.papers import Size
from aidgen.page.pieces import FOLIO, Piece, Strip, Turning
from aidgen.page.templates import Templates

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
