"""Round tokens in rows on a sheet, cut along their edge, with backs for long-edge duplex."""

from __future__ import annotations

from collections.abc import Mapping

from aidgen.assets.papers import Size
from aidgen.game.aids import DIAMETER, Aid, TokenBack
from aidgen.game.records import State
from aidgen.page.drawings import pattern_path
from aidgen.page.kinds import cutouts
from aidgen.page.kinds.base import Kind, picture_in_box
from aidgen.page.pieces import Document, Piece
from aidgen.page.templates import Templates
from aidgen.page.views import PlacedPicture

GAP = 3.0
"""Space between two tokens in mm: a circle cutter needs some paper around."""
RIM = 1.1
"""Space in mm between the edge of a token and what fills its back: no cutter is exact."""

BACKS = {"good": "plus-circle", "bad": "minus-circle", "neutral": "circle-dashed"}
"""The icon on the back of a token: what it is worth, face down, without its name."""

PLAIN_BACK = TokenBack.model_validate({})
"""A back of which nothing is said."""


def tokens(templates: Templates, paper: Size) -> Document:
    """Return the tokens of an aid, each as often as `copies` says, and what stands around them.

    Raises InputError if the picture of their backs cannot be had.
    """
    trim = _trim(templates.aid)

    def made(name: str, state: State) -> tuple[Piece, Piece]:
        front = templates.piece("tokens/front.html", trim, state=state)
        return front, _back(templates, trim, name, state)

    return Document((cutouts.cutout_deck(templates, paper, trim, made, gap=GAP, cut=False),))


def _back(templates: Templates, trim: Size, name: str, state: State) -> Piece:
    """Return the back of a token: another state, what tells nothing of its front, or its tone."""
    back = (templates.aid.token and templates.aid.token.back) or PLAIN_BACK
    if name in back.states:
        other = templates.canon.states[back.states[name]]
        return templates.piece("tokens/front.html", trim, state=other)
    inner = trim.width - 2 * RIM
    hidden = back.icon or back.pattern or back.image
    return templates.piece(
        "tokens/back.html",
        trim,
        tone="neutral" if hidden else state.tone,
        sign=back.icon or BACKS[state.tone],
        pattern=pattern_path(back.pattern, inner) if back.pattern else "",
        art=_token_art(templates, back, Size(inner, inner)),
        rim=RIM,
    )


def _token_art(templates: Templates, back: TokenBack, box: Size) -> PlacedPicture | None:
    if back.image is None:
        return None
    at = ("aids", templates.aid_name, "token", "back", "image")
    return picture_in_box(templates, back.image, box, at)


def _trim(aid: Aid) -> Size:
    diameter = aid.token.diameter if aid.token else DIAMETER
    return Size(diameter, diameter)


def token_measures(aid: Aid) -> Mapping[str, object]:
    """Return the measures of a token in mm."""
    return {"trim": _trim(aid)}


TOKENS = Kind(
    "tokens",
    papers=("A4", "Letter"),
    holds="contents",
    parts=tokens,
    keys=frozenset({"token"}),
    is_cut=True,
    lists=cutouts.LISTS,
    smallest_type=7,
    measures=token_measures,
    option_scopes=("cut-outs",),
)
