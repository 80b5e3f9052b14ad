"""Things that are cut out, one for each state that an aid lists: tokens, standees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from aidgen.assets.fonts import is_rtl
from aidgen.assets.papers import Size
from aidgen.game.aids import DIAMETER, Aid, Standee, TokenBack
from aidgen.game.data import GameData
from aidgen.game.records import State
from aidgen.imposition.sheet import WORDS_EDGE
from aidgen.page.kinds.base import Kind, picture_in_box
from aidgen.page.sheets import FOLIO, Card, Deck, Face, Rendered, Turning, TypeRange
from aidgen.page.templates import Templates
from aidgen.page.views import PlacedPicture

# Lengths of the style sheet around cards, as custom properties.
SIDES_LENGTHS = {"words-edge": f"{WORDS_EDGE:g}mm"}
# The ways in which backs come behind their fronts.
TURNINGS: tuple[Turning, ...] = ("long", "short", "fold", "")
# What such an aid may list.
LISTS = ("states", "states.NAME")
# How high and wide a token's picture is, as a part of the token.
PICTURE_PART = 0.55
# Space between two tokens in mm: a circle cutter needs some paper around.
GAP = 3.0
# Space in mm between the edge of a token and what fills its back: no cutter is exact.
RIM = 1.1
# The icon on the back of a token: its kind, face down, without its name.
BACKS = {"good": "plus-circle", "bad": "minus-circle", "neutral": "circle-dashed"}
# A back without settings.
PLAIN_BACK = TokenBack.model_validate({})
# A figure without settings.
PLAIN_FIGURE = Standee.model_validate({})
# The room for a name: in mm at least, two lines of 8 pt, or as a part of its half.
FIGURE_NAME, SHARE = 6.5, 0.2
# Space in mm around the content of a half: no cut and no fold is exact.
AIR = 1.5
# Type of names in pt: read across a table, if there is room.
SMALLEST_FIGURE, LARGEST_STANDEE = 7.0, 16.0


def headlines(templates: Templates, paper: Size) -> Mapping[Turning, str]:
    """Return the headline above cards on paper of a size, for each way to turn it over."""
    return {
        turning: templates.face(
            "sides/headline.html",
            paper,
            turning=turning,
            two_sided=turning == "long",
            counted=FOLIO,
        ).inner
        for turning in TURNINGS
    }


def notice(templates: Templates, paper: Size) -> str:
    """Return the notice below cards on paper of a size."""
    return templates.face("sides/notice.html", paper).inner


def _deck_of(
    templates: Templates, paper: Size, trim: Size, cards: Sequence[Card], gap: float = 0.0
) -> Rendered:
    """Return cut-outs of a size, `trim`, with crop marks, or a space of `gap` mm between two."""
    deck = Deck(
        backwards=is_rtl(templates.game_data.script),
        paper=paper,
        trim=trim,
        gap=gap,
        cards=tuple(cards),
        head=templates.head,
        headlines=headlines(templates, paper),
        notice=notice(templates, paper),
        crop_marks=not gap,
        smallest=cards[0].front.smallest,
    )
    return Rendered(decks=(deck,), paper=paper)


def _listed_states(game_data: GameData, aid: Aid) -> Iterator[tuple[str, State]]:
    for ref in aid.contents:
        named = game_data.find(ref)
        yield from named.items() if isinstance(named, Mapping) else [(ref.split(".", 1)[1], named)]


def tokens(templates: Templates, paper: Size) -> Rendered:
    """Return the tokens of an aid, as many of each as `copies` says, with the text around them.

    Raises InputError if the picture of their backs cannot be used.
    """
    aid, trim = templates.aid, _trim(templates.aid)
    cards = [
        Card(
            name,
            _front(templates, trim, name, state),
            _back(templates, trim, name, state),
            aid.copies,
            back_says="text" if name in _token_back(aid).states else "",
        )
        for name, state in _listed_states(templates.game_data, aid)
    ]
    return _deck_of(templates, paper, trim, cards, GAP)


def _front(templates: Templates, trim: Size, name: str, state: State) -> Face:
    art = _state_art(templates, name, state, _token_picture(trim.width))
    return templates.face("tokens/front.html", trim, state=state, art=art)


def _tokens_have_plain_backs(game_data: GameData, aid: Aid) -> bool:
    return any(name not in _token_back(aid).states for name, _ in _listed_states(game_data, aid))


def _token_back(aid: Aid) -> TokenBack:
    return (aid.token and aid.token.back) or PLAIN_BACK


def _token_picture(diameter: float) -> Size:
    return Size(PICTURE_PART * diameter, PICTURE_PART * diameter)


def _state_art(templates: Templates, name: str, state: State, box: Size) -> PlacedPicture | None:
    return picture_in_box(templates, state.image, box, ("states", name, "image"))


def _back(templates: Templates, trim: Size, name: str, state: State) -> Face | None:
    back = _token_back(templates.aid)
    if name in back.states:
        hidden_state = back.states[name]
        return _front(templates, trim, hidden_state, templates.game_data.states[hidden_state])
    inner, within = trim.width - 2 * RIM, ("aids", templates.aid_name, "token", "back", "image")
    return templates.face(
        "tokens/back.html",
        trim,
        nature="neutral" if back.icon or back.image else state.nature,
        sign=back.icon or BACKS[state.nature],
        art=picture_in_box(templates, back.image, Size(inner, inner), within),
        rim=RIM,
    )


def _trim(aid: Aid) -> Size:
    diameter = aid.token.diameter if aid.token else DIAMETER
    return Size(diameter, diameter)


def token_measures(aid: Aid) -> Mapping[str, object]:
    """Return the size of a token in mm."""
    trim = _trim(aid)
    picture = round(_token_picture(trim.width).width, 2)
    lengths = {"rim": f"{RIM:g}mm", "picture": f"{picture:g}mm"}
    return {"trim": trim, "lengths": SIDES_LENGTHS | lengths}


TOKENS = Kind(
    "tokens",
    papers=("A4", "Letter"),
    holds="contents",
    parts=tokens,
    keys=frozenset({"token"}),
    state_picture=lambda aid: _token_picture(_trim(aid).width),
    is_cut=True,
    lists=LISTS,
    prints="names",
    smallest_type=7,
    measures=token_measures,
    option_scopes=("cut-outs",),
    plain_backs=_tokens_have_plain_backs,
)


def standees(templates: Templates, paper: Size) -> Rendered:
    """Return the figures of an aid, as many of each as `copies` says, to cut out and fold.

    Raises InputError if one of their pictures cannot be used.
    """
    aid, size = templates.aid, trim(templates.aid)
    cards = [
        Card(
            name,
            templates.face(
                "standees/figure.html",
                size,
                choice=TypeRange(SMALLEST_FIGURE, LARGEST_STANDEE),
                ref=f"states.{name}",
                state=state,
                art=_state_art(templates, name, state, picture_box(aid.standee or PLAIN_FIGURE)),
            ),
            copies=aid.copies,
            back_says="",
        )
        for name, state in _listed_states(templates.game_data, aid)
    ]
    return _deck_of(templates, paper, size, cards)


def trim(aid: Aid) -> Size:
    """Return the size in mm of a figure, unfolded: its halves and the flaps below them."""
    standee = aid.standee or PLAIN_FIGURE
    return Size(standee.width, 2 * (standee.height + standee.base))


def picture_box(standee: Standee) -> Size:
    """Return the room in mm for a picture on each half, above the name: air around both."""
    height = standee.height - _figure_name(standee) - 3 * AIR
    return Size(round(standee.width - 2 * AIR, 2), round(height, 2))


def _figure_name(standee: Standee) -> float:
    return round(max(FIGURE_NAME, SHARE * standee.height), 2)


def figure_measures(aid: Aid) -> Mapping[str, object]:
    """Return the measures of a figure in mm: halves, flaps, and the content of each half."""
    standee = aid.standee or PLAIN_FIGURE
    return {
        "trim": trim(aid),
        "half": standee.height,
        "flap": standee.base,
        "picture": picture_box(standee),
        "name_height": _figure_name(standee),
        "air": AIR,
        "lengths": SIDES_LENGTHS,
    }


STANDEES = Kind(
    "standees",
    papers=("A4", "Letter"),
    holds="contents",
    parts=standees,
    keys=frozenset({"standee"}),
    is_cut=True,
    state_picture=lambda aid: picture_box(aid.standee or PLAIN_FIGURE),
    lists=LISTS,
    prints="names",
    smallest_type=7,
    measures=figure_measures,
    option_scopes=("cut-outs",),
    has_backs=lambda game_data, aid: False,  # the back of a figure is folded over
)
