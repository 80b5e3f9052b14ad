"""The kinds of aid that can be printed, by the name an aid's `kind:` gives."""

from dataclasses import replace

from aidgen.game.data import GameData
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.board import BOARD, GRID
from aidgen.page.kinds.book import BOOK
from aidgen.page.kinds.cards import CARD_SHEETS
from aidgen.page.kinds.cutouts import STANDEES, TOKENS
from aidgen.page.kinds.sheet import FLOW, FORM, GM_SCREEN, LEAFLET, SHEET_KIND

KINDS: dict[str, Kind] = {
    "board": BOARD,
    "book": BOOK,
    "cards": CARD_SHEETS,
    "flow": FLOW,
    "form": FORM,
    "gm-screen": GM_SCREEN,
    "grid": GRID,
    "leaflet": LEAFLET,
    "sheet": SHEET_KIND,
    "standees": STANDEES,
    "tokens": TOKENS,
}


def kind_of(game_data: GameData, name: str) -> Kind | None:
    """Return a kind of aid by its name: one of ours, or one that the game makes out of it."""
    custom = game_data.kinds.get(name)
    if name in KINDS or custom is None:
        return KINDS.get(name)
    base = KINDS[custom.extends]
    return replace(
        base,
        papers=custom.papers or base.papers,
        smallest_type=custom.smallest_type or base.smallest_type,
        folder=custom.template or name,
    )
