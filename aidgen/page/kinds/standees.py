"""Standees and tents: figures of paper that are cut out, folded and set up."""

from __future__ import annotations

from collections.abc import Mapping

from aidgen.assets.papers import Size
from aidgen.game.aids import Aid, Standee
from aidgen.game.records import State
from aidgen.page.kinds import cutouts
from aidgen.page.kinds.base import Kind, no_backs, picture_in_box
from aidgen.page.pieces import Choice, Document, Piece
from aidgen.page.templates import Templates
from aidgen.page.views import PlacedPicture

PLAIN_FIGURE = Standee.model_validate({})
"""A figure of which nothing is said."""
FIGURE_NAME, SHARE = 6.5, 0.2
"""The room for a name: in mm at least, two lines of 8 pt, or as a part of its half."""
AIR = 1.5
"""Space in mm around what is on a half: no cut and no fold is exact."""
SMALLEST_FIGURE, LARGEST_FIGURE = 7.0, 16.0
"""Type of names in pt: read across a table, if there is room."""


def standees(templates: Templates, paper: Size) -> Document:
    """Return the figures of an aid, each as often as `copies` says, to be cut out and folded.

    Raises InputError if one of their pictures cannot be had.
    """
    size = trim(templates.aid)

    def made(name: str, state: State) -> tuple[Piece, None]:
        figure = templates.piece(
            "standees/figure.html",
            size,
            choice=Choice(SMALLEST_FIGURE, LARGEST_FIGURE),
            ref=f"states.{name}",
            state=state,
            art=_figure_art(templates, name, state),
        )
        return figure, None

    return Document((cutouts.cutout_deck(templates, paper, size, made),))


def trim(aid: Aid) -> Size:
    """Return the size in mm of a figure, unfolded: its halves and the flaps below them."""
    made = aid.standee or PLAIN_FIGURE
    return Size(made.width, 2 * (made.height + made.base))


def picture_box(standee: Standee) -> Size:
    """Return the room in mm for a picture on each half, above the name: air around both."""
    height = standee.height - _figure_name(standee) - 3 * AIR
    return Size(round(standee.width - 2 * AIR, 2), round(height, 2))


def _figure_name(standee: Standee) -> float:
    return round(max(FIGURE_NAME, SHARE * standee.height), 2)


def _figure_art(templates: Templates, name: str, state: State) -> PlacedPicture | None:
    box = picture_box(templates.aid.standee or PLAIN_FIGURE)
    if state.image is None:
        return None
    return picture_in_box(templates, state.image, box, ("states", name, "image"))


def figure_measures(aid: Aid) -> Mapping[str, object]:
    """Return the measures of a figure in mm: its halves, flaps, and what is on each half."""
    made = aid.standee or PLAIN_FIGURE
    return {
        "trim": trim(aid),
        "half": made.height,
        "flap": made.base,
        "picture": picture_box(made),
        "name_height": _figure_name(made),
        "air": AIR,
    }


STANDEES = Kind(
    "standees",
    papers=("A4", "Letter"),
    holds="contents",
    parts=standees,
    keys=frozenset({"standee"}),
    is_cut=True,
    state_picture=lambda aid: picture_box(aid.standee or PLAIN_FIGURE),
    lists=cutouts.LISTS,
    smallest_type=7,
    measures=figure_measures,
    option_scopes=("cut-outs",),
    has_backs=no_backs,  # what is behind a figure is folded there
)
