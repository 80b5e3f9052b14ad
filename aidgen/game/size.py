"""Whether a game keeps within what a game may have: rows, cells, records, forms of its terms."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from aidgen.game.data import GameData
from aidgen.game.records import KINDS_OF_RECORD
from aidgen.game.source import Steps
from aidgen.game.texts import Text, forms
from aidgen.problems import Problem, Where
from aidgen.sandbox.limits import Limits, beyond


def outsized(canon: GameData, places: Mapping[Steps, Where], limits: Limits) -> Iterator[Problem]:
    """Yield what of a game there is too much of, at the lines that `places` tell."""
    counts = [
        *_records(canon),
        *_tables(canon),
        *_contents(canon),
        *_copies(canon),
        *_boards(canon),
        *_forms(canon),
    ]
    for steps, key, number in counts:
        if number > getattr(limits, key):
            where = next(places[steps[:end]] for end in _ends(steps) if steps[:end] in places)
            yield beyond(where, key, number, limits)


Count = tuple[Steps, str, int]
"""What leads to a record, the limit that it has to keep, and how much there is."""


def _ends(steps: Steps) -> range:
    return range(len(steps), -1, -1)


def _records(canon: GameData) -> Iterator[Count]:
    yield ("game",), "records", sum(len(getattr(canon, kind)) for kind in KINDS_OF_RECORD)
    yield ("game", "foreign"), "foreign", len(canon.game.foreign)


def _tables(canon: GameData) -> Iterator[Count]:
    for name, table in canon.tables.items():
        rows = sum(len(rows) for _, _, rows in table.grids())
        yield ("tables", name), "rows", rows
        yield ("tables", name), "cells", rows * len(table.columns)


def _contents(canon: GameData) -> Iterator[Count]:
    for name, section in canon.sections.items():
        yield ("sections", name, "contents"), "contents", len(section.contents)
    for name, card in canon.cards.items():
        number = sum(len(face.contents) for face in (card.front, card.back) if face)
        yield ("cards", name), "contents", number
    for name, aid in canon.aids.items():
        inner = sum(1 + len(block.contents) for block in aid.blocks.values())
        yield ("aids", name), "contents", len(aid.contents) + inner


def _copies(canon: GameData) -> Iterator[Count]:
    for name, aid in canon.aids.items():
        printed = canon.printed(name)
        cards = sum(card.copies for card in canon.cards.values()) if "cards" in printed else 0
        named = [ref.removeprefix("cards.") for ref in printed if ref.startswith("cards.")]
        cards = max(cards, sum(canon.cards[ref].copies for ref in named if ref in canon.cards))
        tokens = len(canon.states) * aid.copies if aid.kind in ("standees", "tokens") else 0
        yield ("aids", name), "copies", max(cards, tokens)


def _boards(canon: GameData) -> Iterator[Count]:
    for name, aid in canon.aids.items():
        if aid.board is None:
            continue
        for side in ("width", "height"):
            yield ("aids", name, "board", side), "board", math.ceil(getattr(aid.board, side))
        if aid.grid:
            # Hexes lie closer than squares of their width: by two to the root of three.
            dense = 1.16 if aid.grid.shape == "hex" else 1.0
            cells = dense * aid.board.width * aid.board.height / aid.grid.cell**2
            yield ("aids", name, "grid", "cell"), "board_cells", int(cells)


def _forms(canon: GameData) -> Iterator[Count]:
    for name, term in canon.terms.items():
        for field in ("one", "many"):
            text = getattr(term, field)
            if text is not None:
                yield from (((("terms", name, field), key, found)) for key, found in of_term(text))


def of_term(text: Text) -> Iterator[tuple[str, int]]:
    """Yield how many forms a term of the glossary has, and how long the longest of them is."""
    listed = forms(text)
    yield "forms", len(listed)
    yield "form", max(map(len, listed))
