"""Readers at the table: what each needs in play stands on an aid that is at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.records import Reader, Record
from aidgen.problems import Problem
from aidgen.rules.aids import record_of


@dataclass(frozen=True)
class Coverage:
    """A record, who needs it in play, the aids that print it, and who is left without."""

    context: Context
    reader: Reader | None
    aids: tuple[str, ...]
    without: tuple[str, ...]


def coverage(canon: GameData) -> Iterator[Coverage]:
    """Yield the coverage of every record that may be needed in play, in the game's order.

    A reader for whom the game has no aid at all is left without nothing.
    """
    printed = {aid: set(map(record_of, canon.printed(aid))) for aid in canon.aids}
    at_hand = {
        reader: {aid for aid in canon.aids if _serves(canon.aids[aid].reader, reader)}
        for reader in READERS
    }
    for context, record in _records(canon):
        aids = tuple(aid for aid in canon.aids if context.ref in printed[aid])
        without = tuple(
            reader
            for reader in READERS
            if _serves(record.reader, reader)
            and at_hand[reader]
            and not at_hand[reader].intersection(aids)
        )
        yield Coverage(context, record.reader, aids, without)


def _serves(reader: Reader | None, asked: str) -> bool:
    return reader in (asked, "both")


def _records(canon: GameData) -> Iterator[tuple[Context, Record]]:
    for kind in NEEDED:
        records: Mapping[str, Record] = getattr(canon, kind)
        for name, record in records.items():
            yield canon.at(kind, name), record


def readers_are_served(canon: GameData) -> Iterator[Problem]:
    """Yield the records that no aid of a reader prints who needs them in play."""
    for row in coverage(canon):
        for reader in row.without:
            name = READERS[reader]
            message = f"`{row.context.ref}` is needed by {name}, none of whose aids has it"
            hint = "add it to one of them, or say in `reader` who needs it"
            where = canon.where(row.context / "reader")
            yield Problem(where, message, hint, "warning")


READERS = {"gm": "the GM", "player": "players"}
"""Who sits at a table, and what they are called in problems."""
NEEDED = ("rules", "procedures", "tables", "states")
"""The kinds of record that are looked up in play."""
