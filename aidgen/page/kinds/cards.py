"""Cards of one or two sides, to be imposed on sheets of paper and cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from aidgen.assets.papers import CARD_SIZES, LARGEST_SIDES, Size, card_size
from aidgen.game.aids import Aid
from aidgen.game.cards import Card, Deck, Face, Overflow, is_selected
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.layout.promises import REMEMBERED, Promise, read_promises
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.cutouts import headlines, notice
from aidgen.page.kinds.faces import (
    FACE_FOOT,
    FACE_MARGIN,
    Cut,
    FaceSide,
    PrintedCard,
    back_picture,
    foot_aside,
    foot_height,
    has_back_picture,
    has_foot,
    has_long_foot,
    has_tight_foot,
    head_height,
    is_chit,
    is_narrow,
    room_below,
    side,
    side_background,
    side_margin,
    side_style,
)
from aidgen.page.pieces import (
    CardFace,
    Choice,
    Document,
    Further,
    Leaf,
    Piece,
    Portion,
    Section,
    Strip,
    mirror_around,
)
from aidgen.page.scaling import scale_leaf, scale_size, scale_strip
from aidgen.page.templates import Templates
from aidgen.page.theme import is_rtl
from aidgen.problems import InputError, Problem, Where

# Where a text may be divided: at an empty line, and before an item of a list with dashes. What
# A paragraph that ends in a colon stays with the next one; numbered items, and what is indented
# below an item, stay together.
DIVIDES = re.compile(r"(?<!:)(?:\n[ \t]*\n+(?![ \t]|\d+[.)] )|\n(?=- ))")


class Span(NamedTuple):
    """Where a paragraph or item begins and ends in the text of a card."""

    start: int
    stop: int


def overflow_of(one: PrintedCard) -> Overflow | None:
    """Return what happens to a front that is too full; None if nothing is set."""
    return one.card.overflow or (one.deck.overflow if one.deck else None)


def divisions(face: Face) -> tuple[Span | str, ...]:
    """Return the parts that a face divides into: paragraphs of its text, then its records."""
    if face.text is None:
        return face.contents
    gaps = [gap.span() for gap in DIVIDES.finditer(face.text)]
    edges = [(0, 0), *gaps, (len(face.text), len(face.text))]
    spans = (Span(before[1], after[0]) for before, after in pairwise(edges))
    return (*spans, *face.contents)


def portion_of(one: PrintedCard, parts: Sequence[Span | str], portion: Portion) -> PrintedCard:
    """Return a card with a range of its front's parts, as one of several faces.

    Its picture and its fields are on the first.
    """
    front, is_first = one.card.front, portion.number == 1
    spans = [span for span in parts if isinstance(span, Span)]
    text = front.text
    if text is not None:
        words = text[spans[0].start : spans[-1].stop] if spans else ""
        text = Text(words, text.state, text.context) if words else None
    face = front.model_copy(
        update={
            "text": text,
            "contents": tuple(ref for ref in parts if isinstance(ref, str)),
            "image": front.image if is_first else None,
        }
    )
    bare: dict[str, object] = {} if is_first else {"image": None, "fields": {}}
    share = f"{portion.number}/{portion.of}"
    further = "back" if overflow_of(one) == "back" else portion.number
    return replace(
        one,
        card=one.card.model_copy(update={"front": face, **bare}),
        number=f"{one.number} · {share}" if one.number else share,
        called="" if is_first else f".{further}",
        listed=front.contents,
    )


SMALLEST_CARD, LARGEST_CARD = 7.4, 13.0
"""Type on cards in pt: never smaller than 7, and no larger than looks well."""
LARGE_SCALE = 1.5
"""By how much cards are larger in large print: four of 63 × 88 mm are on a sheet of A4."""


def decks(templates: Templates, paper: Size) -> Document:
    """Return the cards of an aid with the text around them on each sheet, by size."""
    cards = tuple(yield_cards(templates.game_data, templates.aid))
    cuts = tuple(dict.fromkeys(card.cut for card in cards))
    return Document(
        tuple(card_deck(templates, paper, [one for one in cards if one.cut == cut]) for cut in cuts)
    )


def card_deck(templates: Templates, paper: Size, cards: Sequence[PrintedCard]) -> Section:
    """Return cards of one size with the text around them on each sheet."""
    cut = cards[0].cut
    height = foot_height(templates, cut)
    rooms = {room_below(templates, one): None for one in cards}
    measured = {room: _measured(templates, cut, room) for room in (height, *rooms)}
    templates = measured[height]
    is_footed = any(has_foot(templates.game_data, one) for one in cards)
    plain = {one.card.deck: one for one in cards if one.card.back is None}
    covers = {
        deck: _covered_back(measured[room_below(templates, one)], one)
        for deck, one in plain.items()
    }
    first = side(templates, cards[0], "front")
    foot = _foot(templates, cards[0], "cards/foot.html", first, "front")
    factor = large_scale(cards[0].trim) if templates.choices.large else 1.0
    leaves = tuple(
        _card_faces(measured[room_below(templates, one)], one, covers.get(one.card.deck))
        for one in cards
    )
    return Section(
        backwards=is_rtl(templates.game_data),
        paper=paper,
        imposition="n-up",
        trimmed=scale_size(cards[0].trim, factor),
        leaves=leaves if factor == 1 else tuple(scale_leaf(leaf, factor) for leaf in leaves),
        headlines=headlines(templates, paper),
        notice=notice(templates, paper),
        foot=scale_strip(foot, factor) if is_footed else None,
    )


def large_scale(card: Size) -> float:
    """Return by how much a card is larger in large print: as far as one fits on paper."""
    short, long = sorted((card.width, card.height))
    return max(1.0, min(LARGE_SCALE, LARGEST_SIDES[0] / short, LARGEST_SIDES[1] / long))


def _covered_back(templates: Templates, one: PrintedCard) -> CardFace | None:
    """Return the back of a card without its own: the picture of its deck, or of the theme."""
    # Of two languages, the second is on the back.
    choices = templates.choices
    if choices.languages or choices.no_backs or not has_back_picture(templates.game_data, one):
        return None
    cover = back_picture(templates, one)
    blank = templates.piece("cards/face.html", one.trim, side=None, cover=cover)
    return CardFace(replace(blank, footed=False), _bleed(templates, one, "back", None, blank), None)


def _card_faces(templates: Templates, one: PrintedCard, cover: CardFace | None) -> Leaf:
    front = _front(templates, one)
    is_left_out = templates.choices.no_backs and _is_plain(one.card.back)
    back = None if is_left_out else _face(templates, one, "back")
    back = back or (cover if one.card.back is None else None)
    return Leaf(
        front.piece,
        back.piece if back else None,
        one.card.copies,
        front.bleed,
        back.bleed if back else None,
        one.name,
        _further(templates, one),
        front_foot=front.foot,
        back_foot=back.foot if back else None,
    )


def _front(templates: Templates, one: PrintedCard) -> CardFace:
    front = _face(templates, one, "front")
    assert front is not None
    return front


def _further(templates: Templates, one: PrintedCard) -> Further | None:
    """Return how a card goes on if its front is too full; None if it does not, or cannot."""
    way, divided = overflow_of(one), divisions(one.card.front)
    if (way != "back" and way != "next card") or len(divided) < 2:
        return None
    if way == "back" and one.card.back:
        return None

    def face(portion: Portion) -> CardFace:
        return _front(templates, portion_of(one, divided[portion.start : portion.stop], portion))

    return Further(way, len(divided), face)


def _layout_part(templates: Templates, one: PrintedCard, part: str) -> str:
    """Return the template of a part of a card's layout: its own, or the one of all layouts."""
    own = f"cards/{_layout(one)}-{part}.html"
    return own if templates.brings(own) else f"cards/{part}.html"


def _layout(one: PrintedCard) -> str:
    return one.deck.layout if one.deck else "face"


def _bleed(
    templates: Templates, one: PrintedCard, key: str, view: FaceSide | None, made: Piece
) -> Piece | None:
    """Return what goes on around a face, larger than it by the bleed on all sides.

    A layout of a pack without a template for it goes on as its mirror image.
    """
    bleed = templates.choices.bleed
    if not bleed:
        return None
    face: Face | None = getattr(one.card, key)
    around = Size(one.trim.width + 2 * bleed, one.trim.height + 2 * bleed)
    name = _layout_part(templates, one, "bleed")
    if not templates.brings(name) and templates.brings(f"cards/{_layout(one)}.html"):
        return mirror_around(made, bleed)
    return templates.piece(
        name,
        around,
        bleed=bleed,
        trim=one.trim,
        face=face,
        side=view,
        deck=one.deck,
        back=key == "back",
        ground=side_background(templates, one, key),
        style=side_style(one, face),
    )


def _own_foot(
    templates: Templates, one: PrintedCard, key: str, view: FaceSide | None
) -> Strip | None:
    """Return the footer of a face if the pack has a template for it; None for that of all cards."""
    name = _layout_part(templates, one, "foot")
    if not templates.brings(name):
        return None
    return _foot(templates, one, name, view, key)


def _foot(
    templates: Templates, one: PrintedCard, name: str, view: FaceSide | None, key: str
) -> Strip:
    height = foot_height(templates, one.cut)
    piece = templates.piece(
        name,
        Size(one.trim.width, height),
        long_foot=has_long_foot(templates, one.cut),
        tight_foot=has_tight_foot(templates, one.cut),
        side=view,
        deck=one.deck,
        back=key == "back",
    )
    return Strip(piece, 0.0, one.trim.height - height)


def _face(templates: Templates, one: PrintedCard, key: str) -> CardFace | None:
    view = side(templates, one, key)
    if view is None:
        return None
    choice = bounds(view.face, templates.aid, overflow_of(one))
    name = f"cards/{_layout(one)}.html"
    made = templates.piece(name, one.trim, choice=choice, side=view, cover=None)
    if not templates.is_ours(name):
        game = templates.game_data.game.id
        left_out = set(_left_out(made, view, game)) - set(one.deck.omit if one.deck else ())
        if left_out:
            listed = ", ".join(f"`{key}`" for key in sorted(left_out))
            message = f"does not print {listed} of {view.name}"
            hint = f"print it, or add `omit: [{', '.join(sorted(left_out))}]` to the deck"
            raise InputError([Problem(Where(f"templates/{name}"), message, hint)])
    bleed, foot = _bleed(templates, one, key, view, made), _own_foot(templates, one, key, view)
    return CardFace(replace(made, footed=view.footed), bleed, foot)


def _left_out(made: Piece, view: FaceSide, game: str) -> Iterator[str]:
    """Yield the keys of what a side of a card has and its piece does not print."""
    printed = _printed(made.element)
    contexts = {promise.context for promise in printed}
    for key in ("title", "text", "flavour"):
        text: Text | None = getattr(view.face, key)
        if text and text.context is not None and str(text.context) not in contexts:
            yield key
    records = [".".join(entry.ref.split(".")[:2]) for entry in view.entries]  # of a part, its table
    if records and not any(
        context.startswith(f"{game}.{record}.") or context == f"{game}.{record}"
        for record in records
        for context in contexts
    ):
        yield "contents"
    if view.art is not None and view.art.address not in made.inner:
        yield "image"
    words = " ".join(promise.text for promise in printed)
    for filled in (one for some in view.slots.values() for one in some):
        value = filled.value
        if isinstance(value, Text):
            is_printed = value.context is None or str(value.context) in contexts
        else:  # a plain number; a drawn one, or one grouped as 1,000, is not checked
            is_printed = not PLAIN_NUMBER.fullmatch(str(value)) or bool(
                re.search(rf"(?<!\d){value}(?!\d)", words)
            )
        if not is_printed:
            yield filled.name


@lru_cache(REMEMBERED)
def _printed(html: str) -> tuple[Promise, ...]:
    return read_promises(html).texts


PLAIN_NUMBER = re.compile(r"\d{1,3}")


def bounds(face: Face, aid: Aid, way: Overflow | None = None) -> Choice:
    """Return the type sizes in pt that a face may have.

    A `text_size` is fixed, unless `shrink_to` allows less, or the card shrinks when it overflows; a
    face's own settings override its aid's.
    """
    largest = face.text_size or aid.text_size
    smallest = (
        face.shrink_to or aid.shrink_to or (largest if way != "shrink" else None) or SMALLEST_CARD
    )
    if way == "error" and largest:
        smallest = largest
    return Choice(min(smallest, largest or LARGEST_CARD), largest or LARGEST_CARD)


def yield_cards(game_data: GameData, aid: Aid) -> Iterator[PrintedCard]:
    """Yield the cards of an aid, each with its deck and size, and numbered if the deck wants it."""
    names = [
        name for name in _card_names(game_data, aid) if is_selected(game_data.cards[name], aid.only)
    ]
    found = []
    for name in names:
        card = game_data.cards[name]
        own = game_data.deck(card.deck)
        size = card_size(own.size if own and own.size else aid.paper) or CARD_SIZES["poker"]
        found.append(PrintedCard(name, card, own, size))
    for one in found:
        if one.deck is None or not one.deck.numbered:
            yield one
            continue
        alike = [other.name for other in found if other.card.deck == one.card.deck]
        yield replace(one, number=f"{alike.index(one.name) + 1}/{len(alike)}")


def _card_names(game_data: GameData, aid: Aid) -> Iterator[str]:
    """Yield the ids of the cards an aid lists, `cards` meaning all, `decks.x` those of a deck."""
    for ref in aid.contents:
        kind, _, name = ref.partition(".")
        if kind == "decks":
            yield from (one for one, card in game_data.cards.items() if card.deck == name)
        else:
            yield from [name] if name else game_data.cards


def _is_plain(back: Face | None) -> bool:
    """Tell whether a back says nothing but its title."""
    return back is not None and not back.text and not back.contents


def _cards_have_plain_backs(game_data: GameData, aid: Aid) -> bool:
    cards = [game_data.cards[name] for name in _card_names(game_data, aid)]
    return _have_back_pictures(game_data, cards) or any(_is_plain(card.back) for card in cards)


def _have_back_pictures(game_data: GameData, cards: Sequence[Card]) -> bool:
    decks = _decks_of(game_data, cards)
    return bool(game_data.game.theme.back) or any(deck.back for deck in decks)


def _decks_of(game_data: GameData, cards: Sequence[Card]) -> list[Deck]:
    decks = (game_data.deck(name) for name in {card.deck for card in cards})
    return [deck for deck in decks if deck]


def _cards_have_backs(game_data: GameData, aid: Aid) -> bool:
    cards = [game_data.cards[name] for name in _card_names(game_data, aid)]
    ways = [card.overflow for card in cards]
    ways += [deck.overflow for deck in _decks_of(game_data, cards)]
    is_covered = _have_back_pictures(game_data, cards)
    return "back" in ways or is_covered or any(card.back for card in cards)


def _measures(trim: Size, radius: float = 0.0, *, guided: bool = True) -> dict[str, object]:
    """Return the measures of a card in mm, and whether it shows where its corners are rounded."""
    return {
        "trim": trim,
        "radius": radius,
        "guided": guided,
        "side_margin": side_margin(trim),
        "head_height": head_height(trim),
        "foot_height": FACE_FOOT,
        "foot_aside": FACE_MARGIN,
        "chit": is_chit(trim),
        "narrow": is_narrow(trim),
    }


def _measured(templates: Templates, cut: Cut, room: float) -> Templates:
    """Return templates for cards that are cut alike, with so much room in mm below their text."""
    measures = _measures(*cut, guided=not templates.choices.shop)
    aside = round(foot_aside(templates, cut), 2)
    return templates.measured(measures | {"foot_height": room, "foot_aside": aside})


CARD_SHEETS = Kind(
    "cards",
    papers=tuple(CARD_SIZES),
    holds="contents",
    parts=decks,
    lists=("cards", "cards.NAME", "decks.NAME"),
    smallest_type=7,
    measures=lambda aid: _measures(card_size(aid.paper) or CARD_SIZES["poker"]),
    option_scopes=("cards", "cut-outs", "text"),
    large_scale=LARGE_SCALE,
    has_backs=_cards_have_backs,
    plain_backs=_cards_have_plain_backs,
    any_card_size=True,
    is_cut=True,
    for_shops=True,
)
