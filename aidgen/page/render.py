"""Renders a localized game with the templates of a kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from aidgen.assets.files import naming_pictures
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import PAPERS, SHARES, WHOLE
from aidgen.game.data import GameData
from aidgen.page.kinds import KINDS, kind_of
from aidgen.page.kinds.base import Kind, on_paper, size
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
        paper, aid = templates.options.paper, templates.aid
        # Cards name their own size instead of a paper: they go on the paper that the user chose.
        is_chosen = paper and aid.paper not in PAPERS
        sheet = PAPERS[SHARES[paper][WHOLE]] if is_chosen else size(aid)
        rendered = kind.parts(templates, sheet)
        decks_of = tuple(_obeying(deck, templates.options) for deck in rendered.decks)
        return replace(rendered, decks=decks_of)


def _obeying(deck: Deck, options: PrintOptions) -> Deck:
    left_out = ("title", "") if options.no_backs else ()
    if options.languages:  # the second is on the back
        left_out = (*left_out, "")
    cards = (
        replace(card, back=None) if card.back_says in left_out else card for card in deck.cards
    )
    return replace(deck, cards=tuple(cards), large=options.large)


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
    halved = bool(options.languages) and kind.holds == "blocks"
    aid = on_paper(author_aid, options, halved=halved)
    aid = aid.model_copy(update={"kind": kind.name})
    smallest = max(kind.smallest_type, large_type)
    enlargement = kind.larger(author_aid, aid)
    if options.large and not kind.is_cut:  # cards are magnified when they are placed on sheets
        enlargement = max(enlargement, smallest / kind.smallest_type, kind.large_scale)
    measures = kind.measures(aid)
    raised = smallest > KINDS[kind.name].smallest_type
    look = Look(kind.name, smallest, measures, aid, options, enlargement, raised, kind.folder)
    return kind, Templates(game_data, aid_name, look, roots, limits)
