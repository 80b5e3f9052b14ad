"""Renders a localized game with the templates of a kind, as a user's print options ask for it.

All pages pass through here: this is where print options are obeyed. What comes later is handed what
they mean: a paper, a size in mm, where backs are.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from aidgen.assets.files import naming_pictures
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import (
    HALF,
    PAPERS,
    SHARES,
    WHOLE,
    chosen_sheet,
    fills_sheet,
    is_halved,
    matching_part,
)
from aidgen.game.aids import Aid
from aidgen.game.data import GameData
from aidgen.imposition.shops import canvas
from aidgen.page.kinds import KINDS, kind_of
from aidgen.page.kinds.base import Kind, size
from aidgen.page.kinds.book import BOOK_SIDE
from aidgen.page.kinds.cards import decks, heads
from aidgen.page.sheets import Deck, Rendered
from aidgen.page.templates import Look, Templates
from aidgen.sandbox.limits import STANDARD, Limits


def render(
    game_data: GameData,
    aid_name: str,
    roots: tuple[Path, ...],
    options: PrintOptions = NO_OPTIONS,
    limits: Limits = STANDARD,
) -> Rendered:
    """Return the aid called `aid_name` as it is printed with the user's print options.

    `roots` are the packs whose templates are searched, in order. Raises InputError if a template
    asks for something that does not exist, or exceeds the limits.
    """
    with naming_pictures():
        kind, templates = _templates_for(game_data, aid_name, roots, options, limits)
        aid = templates.aid
        whole = PAPERS[SHARES[chosen_sheet(aid.paper, options.paper)][WHOLE]]
        # Cards name their own size instead of a paper: they go on the paper that the user chose.
        sheet = whole if options.paper and aid.paper not in PAPERS else size(aid)
        rendered = kind.parts(templates, sheet)
    decks_of = tuple(_obeying(deck, options) for deck in rendered.decks)
    # A shop does without cards of a size that it does not sell.
    decks_of = tuple(deck for deck in decks_of if deck.canvas or not options.shop)
    cuts = {deck.canvas.trim for deck in decks_of if deck.canvas}
    rendered = replace(
        rendered,
        decks=decks_of,
        fillable=options.fillable,
        folded_sheet=whole if options.booklet else None,
        doubled_sheet=whole if options.two_up else None,
        # Backs of cards are moved on their sheets.
        offset=(0.0, 0.0) if decks_of else options.offset,
        cut=cuts.pop() if len(cuts) == 1 else None,
    )
    if decks_of:
        return replace(rendered, second="apart" if options.single_sided else "behind")
    if any(document.front for document in rendered.documents):
        return replace(rendered, second="facing")
    is_full = fills_sheet(rendered.paper, options.paper)
    return replace(rendered, second="behind" if is_full else "beside")


def _obeying(deck: Deck, options: PrintOptions) -> Deck:
    left_out = ("title", "") if options.no_backs else ()
    if options.languages:  # the second is on the back
        left_out = (*left_out, "")
    cards = (
        replace(card, back=None) if card.back_says in left_out else card for card in deck.cards
    )
    return replace(
        deck,
        cards=tuple(cards),
        wanted=options.cards,
        large=options.large,
        gap=max(deck.gap, 2 * options.bleed) if options.gap is None else options.gap,
        bleed=options.bleed,
        backs="beside" if options.gutterfold else "apart" if options.single_sided else "behind",
        offset=options.offset,
        canvas=canvas(options.shop, deck.trim) if options.shop else None,
        backs_first=options.shop is not None and options.shop.backs_first,
    )


def restyle(
    rendered: Rendered,
    game_data: GameData,
    aid_name: str,
    roots: tuple[Path, ...],
    limits: Limits = STANDARD,
) -> Rendered | None:
    """Return decks of cards as they are rendered once style sheets alone have changed.

    None if the aid has other pages as well. Raises InputError as `render` does.
    """
    with naming_pictures():
        kind, templates = _templates_for(game_data, aid_name, roots, NO_OPTIONS, limits)
        if kind.parts is not decks:
            return None
        pairs = zip(rendered.decks, heads(templates), strict=True)
        restyled = (deck.restyled(head, templates.pictures) for deck, head in pairs)
        return replace(rendered, decks=tuple(restyled))


def _templates_for(
    game_data: GameData,
    aid_name: str,
    roots: tuple[Path, ...],
    options: PrintOptions,
    limits: Limits,
) -> tuple[Kind, Templates]:
    kind = kind_of(game_data, game_data.aids[aid_name].kind)
    assert kind is not None, "its kind is checked"
    if options.frame:
        theme = game_data.game.theme.model_copy(update={"frame": options.frame})
        game = game_data.game.model_copy(update={"theme": theme})
        game_data = game_data.model_copy(update={"game": game})
    author_aid = game_data.aids[aid_name]
    large_type = kind.large_type if options.large else 0.0
    if options.large and kind.large_sheet:
        options = replace(options, paper=options.paper or kind.large_sheet, large=False)
        most = author_aid.text_size and max(author_aid.text_size, large_type)
        author_aid = author_aid.model_copy(update={"shrink_to": large_type, "text_size": most})
    aid = _on_paper(author_aid, kind, options)
    smallest = max(kind.smallest_type, large_type)
    enlargement = kind.larger(author_aid, aid)
    if options.large and not kind.is_cut:  # cards are magnified when they are placed on sheets
        enlargement = max(enlargement, smallest / kind.smallest_type, kind.large_scale)
    widest = max((drawing.width for drawing in game_data.drawings.values()), default=1.0)
    look = Look(
        smallest_type=smallest,
        measures=kind.measures(aid),
        aid=aid,
        ink="low" if options.ink else "normal",
        large=options.large,
        facing=bool(options.languages),
        bleed=options.bleed,
        guided=not options.shop,
        enlargement=enlargement,
        drawn=min(enlargement, max(1.0, (size(aid).width - 2 * BOOK_SIDE) / widest)),
        raised=smallest > KINDS[kind.name].smallest_type,
        folder=kind.folder,
    )
    return kind, Templates(game_data, aid_name, look, roots, limits)


def _on_paper(aid: Aid, kind: Kind, options: PrintOptions) -> Aid:
    """Return an aid of a kind on the paper that the user chose.

    A booklet page is half a sheet, and so is a page that lies beside another language. Large print
    takes a whole sheet, upright, so that its lines have the usual number of letters. For cards,
    `paper` is their own size.
    """
    paper = matching_part(aid.paper, options.paper)
    if options.languages and kind.holds == "blocks" and is_halved(aid.paper, options.paper):
        paper = SHARES[options.paper][HALF]
    elif options.booklet or (options.large and aid.paper in PAPERS):
        part = HALF if options.booklet else WHOLE
        paper = SHARES[chosen_sheet(aid.paper, options.paper)][part]
    landscape = aid.landscape and not options.large
    return aid.model_copy(update={"paper": paper, "landscape": landscape, "kind": kind.name})
