"""Things that are cut out, one for each state that an aid lists: tokens, standees."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aidgen.assets.papers import Size
from aidgen.game.aids import DIAMETER, Aid, TokenBack
from aidgen.game.data import GameData
from aidgen.game.records import State
from aidgen.page.drawings import pattern_path
from aidgen.page.kinds.base import Kind, picture_in_box
from aidgen.page.pieces import FOLIO, Document, Leaf, Piece, Section, Strip, Turning
from aidgen.page.templates import Templates
from aidgen.page.theme import is_rtl
from aidgen.page.views import PlacedPicture

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

    return Document((cutout_deck(templates, paper, trim, made, gap=GAP, cut=False),))


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
    lists=LISTS,
    smallest_type=7,
    measures=token_measures,
    option_scopes=("cut-outs",),
)
