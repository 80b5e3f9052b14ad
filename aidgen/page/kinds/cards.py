"""Cards of one or two sides, to be imposed on sheets of A4 and cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from aidgen.assets.papers import CARDS, Size
from aidgen.game.canon import Canon
from aidgen.game.records import Aid, Card, Face
from aidgen.page.kinds.base import ON_SHEETS, Kind
from aidgen.page.kinds.entries import Entry, below
from aidgen.page.kinds.sheets import headlines, notice
from aidgen.page.pieces import CardFaces, Choice, Deck, Piece, Strip
from aidgen.page.templates import Templates
from aidgen.page.typeface import is_rtl
from aidgen.page.views import Shown

SMALLEST, LARGEST = 7.4, 13.0
"""Type on cards in pt: never smaller than 7, and no larger than looks well."""
MARGIN, HEAD, FOOT = 4.0, 12.0, 7.0
"""What a card's face leaves free at its sides, for its title and for its foot, in mm."""
LONG = 22
"""From how many letters on a title is set smaller, so that it stays on one line of a poker card."""
NARROW = 50.0
"""Up to which width in mm a card has no room for the name of its game at the foot."""


@dataclass(frozen=True)
class Side(Shown):
    """A side of a card, and all that its template asks for."""

    name: str
    face: Face
    icon: str | None
    module: str | None
    entries: tuple[Entry, ...]
    long: bool
    """Whether its title is set smaller."""
    back: bool


def deck(templates: Templates, paper: Size) -> Deck:
    """Return the cards of an aid, and what stands around them on each sheet."""
    trim = CARDS[templates.aid.paper]
    names = tuple(_names(templates.canon, templates.aid))
    foot = templates.piece("cards/foot.html", Size(trim.width, FOOT))
    return Deck(
        backwards=is_rtl(templates.canon),
        paper=paper,
        trim=trim,
        gap=0.0,
        cards=tuple(_faces(templates, name, trim) for name in names),
        headlines=headlines(templates, paper),
        notice=notice(templates, paper),
        foot=Strip(foot, 0.0, trim.height - FOOT),
    )


def _faces(templates: Templates, name: str, trim: Size) -> CardFaces:
    card = templates.canon.cards[name]
    front, back = (_face(templates, name, card, trim, side) for side in ("front", "back"))
    assert front is not None
    bleed = partial(_bleed, templates, trim)
    return CardFaces(front, back, card.copies, bleed(card.front), bleed(card.back))


def _bleed(templates: Templates, trim: Size, face: Face | None) -> Piece | None:
    """Return the ground of a face that goes on around it, larger by the bleed on all sides."""
    bleed = templates.choices.bleed
    if not bleed or face is None:
        return None
    around = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
    return templates.piece("cards/bleed.html", around, bleed=bleed, face=face)


def _face(templates: Templates, name: str, card: Card, trim: Size, side: str) -> Piece | None:
    face: Face | None = getattr(card, side)
    if face is None:
        return None
    view = Side(
        name=f"cards.{name}.{side}",
        face=face,
        icon=face.icon or card.icon,
        module=face.module or card.module,
        entries=below(templates.canon, face.contents, face.title),
        long=len(face.title) > LONG,
        back=side == "back",
    )
    choice = bounds(face, templates.aid)
    return templates.piece("cards/face.html", trim, choice=choice, side=view)


def bounds(face: Face, aid: Aid) -> Choice:
    """Return the type in pt that a face may be set in.

    A `text_size` is kept to, unless `shrink_to` allows for less; what a face says goes before
    what its aid says.
    """
    largest = face.text_size or aid.text_size
    smallest = face.shrink_to or aid.shrink_to or largest or SMALLEST
    return Choice(min(smallest, largest or LARGEST), largest or LARGEST)


def _names(canon: Canon, aid: Aid) -> Iterator[str]:
    """Yield the ids of the cards an aid prints, `cards` meaning all of them."""
    for ref in aid.contents:
        yield from canon.cards if ref == "cards" else [ref.split(".", 1)[1]]


def _has_backs(canon: Canon, aid: Aid) -> bool:
    return any(canon.cards[name].back for name in _names(canon, aid))


def measures(aid: Aid) -> Mapping[str, object]:
    """Return the measures of a card's face in mm."""
    trim = CARDS[aid.paper]
    return {
        "trim": trim,
        "side_margin": MARGIN,
        "head_height": HEAD,
        "foot_height": FOOT,
        "narrow": trim.width <= NARROW,
    }


CARD_SHEETS = Kind(
    "cards",
    papers=tuple(CARDS),
    holds="contents",
    parts=deck,
    lists=r"cards(\.[^.]+)?",
    smallest_type=7,
    measures=measures,
    takes=ON_SHEETS | {"bleed"},
    has_backs=_has_backs,
)
