"""Checks of cards and decks: fields, sizes, overflow, and selections of cards."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.assets.papers import CARD_SIZE_HINT, card_size
from aidgen.game.data import GameData
from aidgen.game.figures import Dice, Figure, decimal_hint
from aidgen.game.formulas import compared_fields, is_selected
from aidgen.game.records import IconName, Slot
from aidgen.page.frames import MOST_AROUND
from aidgen.page.kinds import kind_of
from aidgen.page.kinds.faces import OPPOSITE_CORNERS, is_chit
from aidgen.problems import Problem, did_you_mean

# Types of fields that are the same in each language, so that aids may select by them.
SELECTABLE_TYPES = ("number", "ticks")
# How many boxes a card has room for.
MOST_TICK_BOXES = 30

EXPECTED_VALUES = {
    "number": "a number or a range",
    "dice": "dice such as 2d6+1",
    "icon": "an icon such as :flame:",
    "ticks": f"a number of boxes to tick, at most {MOST_TICK_BOXES}",
}
CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


def cards_fill_their_fields(game_data: GameData) -> Iterator[Problem]:
    """Yield cards of an unknown deck, and fields that do not fit their deck."""
    for name, card in game_data.cards.items():
        at = game_data.at("cards", name)
        if card.deck is not None and card.deck not in game_data.decks:
            hint = did_you_mean(card.deck, game_data.decks)
            yield game_data.problem(at / "deck", f"unknown deck `{card.deck}`", hint)
            continue
        if card.image and card.front.image:
            message = "found an `image` of the card and one of its front, expected one"
            yield game_data.problem(at / "image", message, "remove one of them")
        deck = game_data.deck(card.deck)
        if card.front.title is None and "title" not in (deck.omit if deck else ()):
            hint = "a deck with `omit: [title]` has cards without one"
            yield game_data.problem(at / "front", "`title` is missing", hint)
        slots = deck.fields if deck else {}
        for field, value in card.fields.items():
            place = at / "fields" / field
            if field not in slots:
                hint = did_you_mean(field, slots) or "a deck lists the fields of its cards"
                yield game_data.problem(place, f"unknown field `{field}` in this card's deck", hint)
            elif "\n" in str(value).strip() and slots[field].place != "row":
                message = f"found a line break in `{field}`, which is printed as one line"
                yield game_data.problem(place, message, "`place: row` has room for several lines")
            elif value is not None and (wanted := _expected_value(slots[field], value)):
                hint = decimal_hint(str(value))
                hint = hint or "a field without a `type` takes any word, figure or icon"
                yield game_data.problem(place, f"found `{value}`, expected {wanted}", hint)


def _expected_value(slot: Slot, value: object) -> str:
    # "" if the value fits: an empty cell of a file is no value, and fits everywhere.
    raw = value.raw if isinstance(value, Figure) else None
    fits = {
        "number": raw is not None and not isinstance(raw, Dice),
        "dice": isinstance(raw, Dice),
        "text": True,
        "icon": isinstance(value, IconName),
        "ticks": raw in range(MOST_TICK_BOXES + 1),
    }[slot.type]
    return "" if fits else EXPECTED_VALUES[slot.type]


def decks_can_be_printed(game_data: GameData) -> Iterator[Problem]:
    """Yield decks of an unknown size, and mirrored fields whose opposite corner is not free."""
    for name, deck in game_data.decks.items():
        at = game_data.at("decks", name)
        if deck.size is not None and card_size(deck.size) is None:
            message = f"`{deck.size}` is not a card size"
            yield game_data.problem(at / "size", message, CARD_SIZE_HINT)
        frame = game_data.game.theme.frame
        most = MOST_AROUND.get(frame)
        if most and deck.radius and deck.radius > most:
            message = f"corners with a radius of {deck.radius:g} mm cut into the frame `{frame}`"
            yield game_data.problem(at / "radius", message, f"at most {most:g}, or another frame")
        for field, slot in deck.fields.items():
            if not slot.mirrored:
                continue
            place = at / "fields" / field / "mirrored"
            opposite = OPPOSITE_CORNERS.get(slot.place)
            if opposite is None:
                hint = f"`place: {' or '.join(OPPOSITE_CORNERS)}`"
                yield game_data.problem(place, f"`{field}` is not in an upper corner", hint)
            taken = [name for name, beside in deck.fields.items() if beside.place == opposite]
            if taken:
                message = f"`{field}` is mirrored onto `{taken[0]}`: both {opposite}"
                yield game_data.problem(place, message)


def chits_have_no_corners(game_data: GameData) -> Iterator[Problem]:
    """Yield fields in the corners of cards that are too small for them."""
    for name, card in game_data.cards.items():
        deck = game_data.deck(card.deck)
        listed = {"cards", f"cards.{name}", f"decks.{card.deck}"}
        papers = [aid.paper for aid in game_data.aids.values() if listed & {*aid.contents}]
        sizes = [card_size(paper) for paper in ([deck.size] if deck and deck.size else papers)]
        chit = next((size for size in sizes if size and is_chit(size)), None)
        for field, slot in deck.fields.items() if deck and chit else ():
            if slot.place in CORNERS and card.fields.get(field) is not None:
                message = f"a card of {chit} has no room for `{field}` in a corner"
                at = game_data.at("cards", name, "fields", field)
                yield game_data.problem(at, message, "`place: line` or `row`, or 30 mm a side")


def decks_have_cards(game_data: GameData) -> Iterator[Problem]:
    """Yield aids of cards that are left with none to print."""
    for name, aid in game_data.aids.items():
        kind = kind_of(game_data, aid.kind)
        # What cannot be printed there is reported as such.
        others = [ref for ref in aid.contents if not ref.startswith(("cards", "decks."))]
        cards = [ref for ref in game_data.printed_refs(name) if ref.startswith("cards.")]
        if kind and kind.is_cards and aid.contents and not (others or cards):
            at = game_data.at("aids", name, "contents")
            hint = "those with 0 copies are left out; `deck` of a card names its deck"
            yield game_data.problem(at, "lists no card to print", hint)


def colours_apply(game_data: GameData) -> Iterator[Problem]:
    """Yield fields of colours that a deck lacks, and values that no card has."""
    for name, deck in game_data.decks.items():
        by, parent = deck.colour_by, game_data.deck(deck.like)
        if by is None or (parent and parent.colour_by == by):
            continue
        at = game_data.at("decks", name, "colour_by")
        if by.field not in deck.fields:
            hint = did_you_mean(by.field, deck.fields) or "a field of this deck"
            yield game_data.problem(at / "field", f"unknown field `{by.field}`", hint)
            continue
        # Decks that are like this one have its colours, too.
        decks = {like for like, heir in game_data.decks.items() if heir.colour_by == by}
        cards = [card for card in game_data.cards.values() if card.deck in decks]
        printed = {str(card.fields.get(by.field)) for card in cards}
        for value in by.values:
            if value.strip(" :") not in printed:
                hint = did_you_mean(value, printed)
                message = f"no card has `{value}` in `{by.field}`"
                yield game_data.problem(at / "values" / value, message, hint, "warning")


def cards_can_go_on(game_data: GameData) -> Iterator[Problem]:
    """Yield cards that cannot continue on their back."""
    for name, card in game_data.cards.items():
        deck = game_data.deck(card.deck)
        way = card.overflow or (deck.overflow if deck else None)
        if way == "back" and card.back:
            message = f"`{name}` cannot continue on its back: the back has text"
            hint = "`overflow: next card` continues on another card"
            yield game_data.problem(game_data.at("cards", name, "overflow"), message, hint)


def selections_match(game_data: GameData) -> Iterator[Problem]:
    """Yield selections of cards that are invalid, use unknown fields, or select nothing."""
    fields = {"copies", "deck", "module"} | {
        field
        for deck in game_data.decks.values()
        for field, slot in deck.fields.items()
        if slot.type in SELECTABLE_TYPES
    }
    for name, aid in game_data.aids.items():
        if aid.only is None:
            continue
        at = game_data.at("aids", name, "only")
        try:
            unknown = sorted(compared_fields(aid.only) - fields)
            cards = [card for card in game_data.cards.values() if is_selected(card, aid.only)]
        except ValueError as error:
            yield game_data.problem(at, str(error), "as in `level <= 3 and fire in tags`")
            continue
        for field in unknown:
            hint = did_you_mean(field, fields)
            yield game_data.problem(at, f"`{field}` is not a number on a card", hint)
        if not cards and not unknown:
            yield game_data.problem(at, f"`{aid.only}` selects no card")
