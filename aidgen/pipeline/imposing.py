"""Cards put on sides of paper, or each on a page of its own as a print shop wants them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from aidgen.assets.choices import Choices
from aidgen.assets.papers import Rect, Size
from aidgen.imposition import sheet as imposition
from aidgen.imposition.shops import SHOPS, canvas
from aidgen.page.composed import Placed, Side, strip_at
from aidgen.page.pieces import CardFaces, Deck, Piece, Strip, Turning, ruled
from aidgen.page.veil import veil
from aidgen.problems import Problem, Unusable, Where

HAIRLINE = 0.1
"""Width in mm of a crop mark."""
Cards = tuple[CardFaces, ...]


def imposed(decks: Sequence[Deck], choices: Choices) -> tuple[Side, ...]:
    """Return the sides of paper of decks, one after the other, or all fronts before all backs.

    Raises Unusable if the cards find no room on their paper.
    """
    made = [
        tuple(_singles(deck, choices) if choices.shop else _deck(deck, choices, leads=not number))
        for number, deck in enumerate(decks)
    ]
    if choices.single_sided:
        return tuple(_apart(decks, made, choices))
    return tuple(chain.from_iterable(made))


def _apart(
    decks: Sequence[Deck], made: Sequence[tuple[Side, ...]], choices: Choices
) -> Iterator[Side]:
    """Yield the fronts of all decks, then their backs, in the same order.

    On paper a stack is turned over whole: behind fronts without backs there is a blank side.
    """
    fronts, backs = list[Side](), list[Side]()
    for deck, sides in zip(decks, made, strict=True):
        half = len(sides) // 2 if _has_backs(deck, choices) else len(sides)
        blank = () if choices.shop else (Side(side.size, ()) for side in sides)
        fronts += sides[:half]
        backs += sides[half:] or blank
    has_backs = any(_has_backs(deck, choices) for deck in decks)
    return chain(fronts, backs if has_backs else ())


def _has_backs(deck: Deck, choices: Choices) -> bool:
    """Tell whether as many sides of a deck are backs as are fronts."""
    return deck.two_sided or bool(choices.shop and SHOPS[choices.shop].backs_first)


def _deck(deck: Deck, choices: Choices, *, leads: bool) -> Iterator[Side]:
    """Yield the sides of a deck; what stands around its cards is read aloud if it `leads`."""
    choices = replace(choices, gutterfold=choices.gutterfold and deck.two_sided)
    sheet = _sheet(deck, choices)
    sides = list(_turned(deck, tuple(_batches(_copies(deck.cards), sheet.room)), choices))
    turning = _turning(deck, sheet, choices)
    ground = replace(deck, paper=sheet.paper)
    for number, (batch, turned) in enumerate(sides, start=1):
        faces = [
            face for side in turned for face in _faces(deck, batch, _slots(sheet, deck, side), side)
        ]
        headline = replace(deck.headed(number, len(sides), turning), size=sheet.paper)
        around = _Around(headline, _marks(deck, sheet), first=leads and number == 1)
        made = Side(sheet.paper, tuple(_side(ground, around, faces, choices)))
        yield made.moved(choices.offset) if turned == ("back",) else made


def _singles(deck: Deck, choices: Choices) -> Iterator[Side]:
    """Yield a page of each side of each card, as a print shop wants them; a back may be blank.

    Nothing is yielded of cards of a size that it does not have.
    """
    shop = SHOPS[choices.shop]
    lies = canvas(shop, deck.trim)
    if lies is None:
        return
    turned = imposition.SIDES if _has_backs(deck, choices) else imposition.SIDES[:1]
    cards = [card for card in deck.cards for _ in range(card.copies if shop.backs_first else 1)]
    turns = [(card, side) for card in cards for side in turned]
    if shop.backs_first:
        turns = [(card, side) for card in cards for side in reversed(turned)]
    if choices.single_sided:
        turns.sort(key=lambda turn: turned.index(turn[1]))
    for card, side in turns:
        placed = (
            one
            for face in _faces(deck, [card], [lies.card], side)
            for one in _lying(face, deck.trim, choices)
        )
        yield Side(lies.size, tuple(placed), lies.safe)


def _lying(face: _Face, trim: Size, choices: Choices) -> Iterator[Placed]:
    """Yield what is on a face in its slot, its ground first."""
    bleed = choices.bleed
    if face.bleed:
        yield Placed(face.bleed, face.slot.left - bleed, face.slot.top - bleed, again=True)
    yield Placed(face.piece, face.slot.left, face.slot.top, unit=face.name)
    if face.foot:
        yield strip_at(face.foot, left=face.slot.left, top=face.slot.top)
    if choices.watermark:
        over = veil(face.piece, choices.watermark, trim)
        yield Placed(over, face.slot.left, face.slot.top, again=True, veil=True)


def _sheet(deck: Deck, choices: Choices) -> imposition.Sheet:
    """Return the sheet that a deck is imposed on; raises Unusable if no card finds room on it."""
    gap = max(deck.gap, 2 * choices.bleed) if choices.gap is None else choices.gap
    sheet = imposition.fullest(
        imposition.Sheet(deck.paper, deck.trim, gap, choices.bleed, choices.gutterfold)
    )
    if not sheet.room:
        message = f"no card of {deck.trim} finds room on {deck.paper}"
        hint = f"{gap:g} mm between two, {choices.bleed:g} mm of bleed, and marks around them"
        raise Unusable([Problem(Where("--paper"), message, hint)])
    return sheet


def _turning(deck: Deck, sheet: imposition.Sheet, choices: Choices) -> Turning:
    """Return how the backs of a deck come behind its fronts."""
    if not deck.two_sided:
        return ""
    if choices.gutterfold:
        return "fold"
    return "long" if sheet.paper.width <= sheet.paper.height else "short"


def _turned(
    deck: Deck, batches: Sequence[Cards], choices: Choices
) -> Iterator[tuple[Cards, tuple[imposition.Side, ...]]]:
    """Yield what each side of paper has on it: some cards, and which of their faces."""
    if choices.gutterfold:
        yield from ((batch, imposition.SIDES) for batch in batches)
    elif choices.single_sided or not deck.two_sided:
        turned = imposition.SIDES if deck.two_sided else imposition.SIDES[:1]
        yield from ((batch, (side,)) for side in turned for batch in batches)
    else:
        yield from ((batch, (side,)) for batch in batches for side in imposition.SIDES)


def _slots(sheet: imposition.Sheet, deck: Deck, side: imposition.Side) -> tuple[Rect, ...]:
    """Return the slots of a side in the order of its cards, from the right if it is read so."""
    slots = sheet.slots(side)
    if not deck.backwards:
        return slots
    across = sheet.paper.width
    return tuple(replace(one, left=across - one.left - one.width) for one in slots)


def _copies(cards: Sequence[CardFaces]) -> Iterator[CardFaces]:
    """Yield each card as often as it is printed: a whole set, then the next."""
    for copy in range(max(card.copies for card in cards)):
        yield from (card for card in cards if copy < card.copies)


def _batches(copies: Iterator[CardFaces], room: int) -> Iterator[Cards]:
    while batch := tuple(islice(copies, room)):
        yield batch


@dataclass(frozen=True)
class _Face:
    """A face of a card in its slot, and what goes on around it."""

    name: str
    """That of the card."""
    piece: Piece
    bleed: Piece | None
    slot: Rect
    foot: Strip | None


def _faces(
    deck: Deck, batch: Sequence[CardFaces], slots: Sequence[Rect], side: imposition.Side
) -> Iterator[_Face]:
    """Yield what is on one side of some cards, each with its slot."""
    for slot, card in zip(slots, batch, strict=False):
        if side == "front":
            yield _Face(card.name, card.front, card.front_bleed, slot, deck.foot)
        elif card.back is not None:
            foot = deck.back_foot or deck.foot
            yield _Face(card.name, card.back, card.back_bleed, slot, foot)


@dataclass(frozen=True)
class _Around:
    """What stands around the cards on a side of paper."""

    headline: Piece
    marks: tuple[Rect, ...]
    first: bool
    """Whether it is the first side, which alone says what all say."""


def _marks(deck: Deck, sheet: imposition.Sheet) -> tuple[Rect, ...]:
    """Return the marks on a sheet, as they are drawn: where to cut, and where to fold."""
    cuts = sheet.crop_marks() if deck.cut else ()
    return tuple(map(_drawn, (*cuts, *sheet.fold_marks())))


def _side(
    deck: Deck, around: _Around, faces: Sequence[_Face], choices: Choices
) -> Iterator[Placed]:
    bleed, watermark = choices.bleed, choices.watermark
    yield Placed(around.headline, again=not around.first)
    if around.marks:
        yield Placed(ruled(around.headline, around.marks), again=True)
    for face in faces:
        if face.bleed:
            yield Placed(face.bleed, face.slot.left - bleed, face.slot.top - bleed, again=True)
    for face in faces:
        yield Placed(face.piece, face.slot.left, face.slot.top, unit=face.name)
        if face.foot:
            yield strip_at(face.foot, left=face.slot.left, top=face.slot.top)
    for face in faces if watermark else ():
        over = veil(face.piece, watermark, deck.trim)
        yield Placed(over, face.slot.left, face.slot.top, again=True, veil=True)
    notice = replace(deck.notice, piece=replace(deck.notice.piece, size=deck.paper))
    yield strip_at(notice, again=not around.first)


def _drawn(mark: imposition.Line) -> Rect:
    """Return the place of a crop mark as it is drawn, a hairline wide."""
    left = mark.x1 - HAIRLINE / 2 if mark.x1 == mark.x2 else mark.x1
    top = mark.y1 - HAIRLINE / 2 if mark.y1 == mark.y2 else mark.y1
    return Rect(left, top, (mark.x2 - mark.x1) or HAIRLINE, (mark.y2 - mark.y1) or HAIRLINE)
