"""References with a wild card: all records of a kind, all cards of a deck, all parts of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from aidgen.game.data import GameData
from aidgen.game.records import KINDS_OF_RECORD, Procedure
from aidgen.game.tables import Table

WILD_CARD = ".*"
"""What stands for all that is below the rest of a reference."""


def with_wild_cards(game_data: GameData) -> GameData:
    """Return a game whose lists of contents name each record that their wild cards stand for.

    A wild card that stands for nothing stays, and is reported as a reference to nothing.
    """
    changed: dict[str, dict[str, Any]] = {
        kind: {name: _expanded(one, game_data) for name, one in getattr(game_data, kind).items()}
        for kind in ("aids", "sections")
    }
    for name, aid in changed["aids"].items():
        blocks = {key: _expanded(block, game_data) for key, block in aid.blocks.items()}
        changed["aids"][name] = aid.model_copy(update={"blocks": MappingProxyType(blocks)})
    frozen = {kind: MappingProxyType(records) for kind, records in changed.items()}
    return game_data.model_copy(update=frozen)


def _expanded(record: Any, game_data: GameData) -> Any:
    """Return a record with contents whose wild cards are replaced."""
    if not any(ref.endswith(WILD_CARD) for ref in record.contents):
        return record
    refs = tuple(one for ref in record.contents for one in _meant(ref, game_data))
    return record.model_copy(update={"contents": refs})


def _meant(ref: str, game_data: GameData) -> Iterator[str]:
    """Yield the references that one means."""
    names = tuple(_below(ref.removesuffix(WILD_CARD), game_data)) if ref.endswith(WILD_CARD) else ()
    yield from names or (ref,)


def _below(ref: str, game_data: GameData) -> Iterator[str]:
    """Yield what is below a kind of record, a deck, a table or a procedure."""
    kind, _, name = ref.partition(".")
    if kind not in KINDS_OF_RECORD:
        return
    records: Mapping[str, Any] = getattr(game_data, kind)
    if not name:
        yield from (f"{kind}.{one}" for one in records)
    elif kind == "cards":
        yield from (f"cards.{one}" for one, card in records.items() if card.deck == name)
    elif isinstance(table := records.get(name), Table):
        yield from (f"{ref}.{part}" for part in table.parts)
    elif isinstance(procedure := records.get(name), Procedure):
        yield from (f"{ref}.{step}" for step in procedure.steps)
