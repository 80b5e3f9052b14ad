"""Cards of one or two sides, to be imposed on sheets of paper and cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from aidgen.assets.fonts import is_rtl
from aidgen.assets.papers import CARD_SIZES, Size, card_size
from aidgen.game.aids import Aid
from aidgen.game.data import GameData
from aidgen.game.formulas import is_selected
from aidgen.game.records import Card, Deck, Face
from aidgen.game.texts import Text
from aidgen.page import sheets
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.cutouts import headlines, notice
from aidgen.page.kinds.faces import (
    Cut,
    FaceSide,
    PrintedCard,
    card_measures,
    deck_picture,
    foot_height,
    room_below,
    shared,
    side,
    side_background,
    side_style,
)
from aidgen.page.sheets import Rendered, TypeRange, mirror_around
from aidgen.page.templates import Templates
from aidgen.problems import InputError, Problem, Where

# Type on cards in pt: never smaller than 7.
SMALLEST_CARD = 7.4
# Larger type on a card looks no better.
LARGEST_CARD = 13.0
# How long a record counts where a card is divided, in letters.
RECORD = 200
# Where a text may be divided: at an empty line, and before an item of a list with dashes.
# A paragraph that ends in a colon stays with the next one; numbered items, and what is indented
# below an item, stay together.
DIVIDES = re.compile(r"(?<!:)(?:\n[ \t]*\n+(?![ \t]|\d+[.)] )|\n(?=- ))")


def divisions(face: Face) -> tuple[slice | str, ...]:
    """Return the parts that a face divides into: paragraphs of its text, then its records.

    A paragraph or item is where it begins and ends in the text.
    """
    if face.text is None:
        return face.contents
    gaps = [gap.span() for gap in DIVIDES.finditer(face.text)]
    edges = [(0, 0), *gaps, (len(face.text), len(face.text))]
    spans = (slice(before[1], after[0]) for before, after in pairwise(edges))
    return (*spans, *face.contents)


def part_of_card(
    printed: PrintedCard, parts: Sequence[slice | str], number: int, of: int
) -> PrintedCard:
    """Return a card with some of its front's parts, as one of several faces, counted from 1.

    Its picture and its fields are on the first.
    """
    front, is_first = printed.card.front, number == 1
    spans = [span for span in parts if isinstance(span, slice)]
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
    share = f"{number}/{of}"
    further = "back" if printed.overflow == "back" else number
    return replace(
        printed,
        card=printed.card.model_copy(update={"front": face, **bare}),
        number=f"{printed.number} · {share}" if printed.number else share,
        called="" if is_first else f".{further}",
        listed=front.contents,
    )


def decks(templates: Templates, paper: Size) -> Rendered:
    """Return the cards of an aid, with the words around them on each sheet, by size."""
    cards = tuple(yield_cards(templates.game_data, templates.aid))
    cuts = tuple(dict.fromkeys(card.cut for card in cards))
    return Rendered(
        decks=tuple(
            _deck(templates, paper, [card for card in cards if card.cut == cut]) for cut in cuts
        ),
        paper=paper,
    )


def heads(templates: Templates) -> list[str]:
    """Return the heads of its decks alone, as `decks` has them."""
    cuts = dict.fromkeys(card.cut for card in yield_cards(templates.game_data, templates.aid))
    return [templates.measured(card_measures(templates, cut)).head for cut in cuts]


def _deck(templates: Templates, paper: Size, cards: Sequence[PrintedCard]) -> sheets.Deck:
    templates = templates.measured(card_measures(templates, cards[0].cut))
    cards = [*shared(templates, cards)]
    plain = {card.card.deck: card for card in cards if card.card.back is None}
    covers = {deck: _covered_back(templates, card) for deck, card in plain.items()}
    return sheets.Deck(
        backwards=is_rtl(templates.game_data.script),
        paper=paper,
        trim=cards[0].trim,
        cards=tuple(_card(templates, card, covers.get(card.card.deck)) for card in cards),
        head=templates.head,
        headlines=headlines(templates, paper),
        notice=notice(templates, paper),
        smallest=CARD_SHEETS.smallest_type,
    )


def _covered_back(templates: Templates, printed: PrintedCard) -> sheets.Face | None:
    cover = deck_picture(templates, printed, "back")
    if cover is None and not (templates.theme.back or templates.theme.pattern):
        return None
    blank = templates.face(
        "cards/face.html",
        printed.trim,
        style=_room_style(templates, printed),
        side=None,
        cover=cover,
    )
    return replace(blank, bleed=_bleed(templates, printed, "back", None, blank))


def _card(templates: Templates, printed: PrintedCard, cover: sheets.Face | None) -> sheets.Card:
    back = printed.card.back
    card = sheets.Card(
        printed.name,
        _front(templates, printed),
        _face(templates, printed, "back") if back else cover,
        printed.card.copies,
        "" if back is None else "title" if _is_plain(back) else "text",
    )
    way, divided = printed.overflow, divisions(printed.card.front)
    if way is None or len(divided) < 2 or (way == "back" and printed.card.back):
        return card

    def make_part(share: range, number: int, of: int) -> sheets.Face:
        parts = divided[share.start : share.stop]
        return _front(templates, part_of_card(printed, parts, number, of))

    lengths = (part.stop - part.start if isinstance(part, slice) else RECORD for part in divided)
    return replace(card, overflow=way, lengths=tuple(lengths), make_part=make_part)


def _front(templates: Templates, printed: PrintedCard) -> sheets.Face:
    front = _face(templates, printed, "front")
    assert front is not None, "each card has a front"
    return front


def _bleed(
    templates: Templates, printed: PrintedCard, key: str, view: FaceSide | None, face: sheets.Face
) -> sheets.Face | None:
    # A layout of a pack without a template for it goes on as its mirror image.
    bleed = templates.look.bleed
    if not bleed:
        return None
    content: Face | None = getattr(printed.card, key)
    around = Size(printed.trim.width + 2 * bleed, printed.trim.height + 2 * bleed)
    name = "cards/bleed.html"
    if not templates.brings(name) and templates.brings(f"cards/{printed.layout}.html"):
        return mirror_around(face, bleed)
    return templates.face(
        name,
        around,
        style=face.style,
        bleed=bleed,
        trim=printed.trim,
        face=content,
        side=view,
        deck=printed.deck,
        back=key == "back",
        ground=side_background(templates, printed, key),
        colours=side_style(printed, key),
    )


# Of each deck it is rendered once: it takes a fifth of the time of a card.
@lru_cache(maxsize=1)
def _foot(templates: Templates, cut: Cut) -> sheets.Face:
    return templates.face("cards/foot.html", Size(cut[0].width, foot_height(templates, cut)))


def _face(templates: Templates, printed: PrintedCard, key: str) -> sheets.Face | None:
    view = side(templates, printed, key)
    if view is None:
        return None
    face = templates.face(
        f"cards/{printed.layout}.html",
        printed.trim,
        choice=bounds(view.face, templates.aid, printed),
        style=_room_style(templates, printed),
        side=view,
        cover=None,
    )
    if templates.brings(f"cards/{printed.layout}.html"):
        _refuse_left_out(templates, printed, view, face)
    bleed = _bleed(templates, printed, key, view, face)
    if view.footed:
        foot = _foot(templates, printed.cut)
        face = replace(face, inner=face.inner + foot.inner, files={**face.files, **foot.files})
    return replace(face, bleed=bleed)


def _room_style(templates: Templates, printed: PrintedCard) -> str:
    return f"--foot:{room_below(templates, printed):g}mm"


def _refuse_left_out(
    templates: Templates, printed: PrintedCard, view: FaceSide, face: sheets.Face
) -> None:
    texts = {key: getattr(view.face, key) for key in ("title", "text", "flavour")}
    left_out = {
        key
        for key, text in texts.items()
        if text and text.context is not None and f'"{text.context}"' not in face.inner
    } - set(printed.deck.omit if printed.deck else ())
    if left_out:
        listed = ", ".join(f"`{key}`" for key in sorted(left_out))
        message = f"does not print {listed} of {view.name}"
        hint = f"print it, or add `omit: [{', '.join(sorted(left_out))}]` to the deck"
        where = Where(f"templates/cards/{printed.layout}.html")
        raise InputError([Problem(where, message, hint)])


def bounds(face: Face, aid: Aid, printed: PrintedCard | None = None) -> TypeRange:
    """Return the type sizes in pt that a face may have.

    A `text_size` is fixed, unless `shrink_to` allows less. A face's own are in place of its aid's.
    """
    largest = face.text_size or aid.text_size
    smallest = face.shrink_to or aid.shrink_to or largest or SMALLEST_CARD
    largest = largest or LARGEST_CARD
    is_alike = printed is None or printed.deck is None or printed.deck.one_size
    deck = (printed and printed.card.deck) or ""
    return TypeRange(min(smallest, largest), largest, deck if is_alike else None)


def yield_cards(game_data: GameData, aid: Aid) -> Iterator[PrintedCard]:
    """Yield the cards of an aid, each with its deck and size, and numbered if the deck wants it."""
    usual = CARD_SIZES["poker"]
    printed = [
        PrintedCard(name, card, deck, card_size((deck and deck.size) or aid.paper) or usual)
        for name in _card_names(game_data, aid)
        if is_selected(card := game_data.cards[name], aid.only)
        for deck in (game_data.deck(card.deck),)
    ]
    for each in printed:
        if each.deck is None or not each.deck.numbered:
            yield each
        else:
            alike = [card.name for card in printed if card.card.deck == each.card.deck]
            yield replace(each, number=f"{alike.index(each.name) + 1}/{len(alike)}")


def _card_names(game_data: GameData, aid: Aid) -> Iterator[str]:
    """Yield the ids of the cards an aid lists, `cards` meaning all, `decks.x` those of a deck."""
    for ref in aid.contents:
        kind, _, name = ref.partition(".")
        if kind == "decks":
            yield from (card_id for card_id, card in game_data.cards.items() if card.deck == name)
        else:
            yield from [name] if name else game_data.cards


def _is_plain(back: Face | None) -> bool:
    return back is not None and not back.text and not back.contents


def _cards_have_plain_backs(game_data: GameData, aid: Aid) -> bool:
    cards = [game_data.cards[name] for name in _card_names(game_data, aid)]
    bare = [card for card in cards if card.back is None]
    is_covered = bool(bare) and _have_back_pictures(game_data, _decks_of(game_data, bare))
    return is_covered or any(_is_plain(card.back) for card in cards)


def _cards_have_backs(game_data: GameData, aid: Aid) -> bool:
    cards = [game_data.cards[name] for name in _card_names(game_data, aid)]
    decks = _decks_of(game_data, cards)
    ways = [card.overflow for card in cards] + [deck.overflow for deck in decks]
    return (
        "back" in ways or _have_back_pictures(game_data, decks) or any(card.back for card in cards)
    )


def _decks_of(game_data: GameData, cards: Sequence[Card]) -> list[Deck]:
    decks = (game_data.deck(name) for name in {card.deck for card in cards})
    return [deck for deck in decks if deck]


def _have_back_pictures(game_data: GameData, decks: Sequence[Deck]) -> bool:
    theme = game_data.game.theme
    return bool(theme.back or theme.pattern) or any(deck.back for deck in decks)


CARD_SHEETS = Kind(
    "cards",
    papers=tuple(CARD_SIZES),
    holds="contents",
    parts=decks,
    lists=("cards", "cards.NAME", "decks.NAME"),
    smallest_type=7,
    option_scopes=("cards", "cut-outs", "text"),
    large_type=sheets.LARGE / sheets.LARGE_SCALE,
    has_backs=_cards_have_backs,
    plain_backs=_cards_have_plain_backs,
    is_cards=True,
    is_cut=True,
)
