"""Fields to fill in, as they are printed: how many, and the boxes of tracks with their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import ceil, cos, pi, sin

from aidgen.game.data import GameData
from aidgen.game.records import Blank
from aidgen.game.texts import Text
from aidgen.page.views import Shown

# From how many boxes on a track goes on over several lines, and how many of them are on one.
LONG_TRACK, BOXES_ON_A_LINE = 16, 10
# How many boxes to tick find room on a line, in the narrowest column of a page.
TICKS_ON_A_LINE = 12
# The room for a box to tick on a card, in mm.
TICK = 4.6
# How far the rim of a clock is from its centre, and the middle of a segment, in per cent of it.
RIM_OF_CLOCK, MIDDLE = 48.0, 30.0


@dataclass(frozen=True)
class Box(Shown):
    """A box of a track: its number, as it is printed, and the words below it."""

    number: int
    written: str
    mark: Text | None


@dataclass(frozen=True)
class Segment(Shown):
    """A segment of a clock: the line before it, and the place of its middle, in per cent."""

    number: int
    line: str
    left: float
    top: float


@dataclass(frozen=True)
class Field(Shown):
    """A field to fill in: how often it is printed, with how many lines or boxes to tick."""

    copies: int
    count: int
    lines: tuple[tuple[Box, ...], ...]
    """The numbered boxes of a track, line by line."""
    segments: tuple[Segment, ...] = ()
    """Those of a clock."""
    ends: tuple[int, ...] = ()
    """Behind which boxes to tick, counted from 1, lines end."""


def fields(game_data: GameData, printed: frozenset[str]) -> Mapping[str, Field]:
    """Return the fields among the records `printed`, by their references."""
    return {
        f"blanks.{name}": _field(game_data, blank)
        for name, blank in game_data.blanks.items()
        if f"blanks.{name}" in printed
    }


def _field(game_data: GameData, blank: Blank) -> Field:
    start = game_data.count(blank.start)
    end = start if blank.end is None else game_data.count(blank.end)
    numbers = range(start, end + 1, blank.step) if blank.shape == "track" else range(0)
    count = end - start + 1
    return Field(
        game_data.count(blank.repeat),
        count,
        tuple(_lines(game_data, blank, numbers)),
        tuple(_segments(count)) if blank.shape == "clock" else (),
        tuple(range(BOXES_ON_A_LINE, count, BOXES_ON_A_LINE)) if count > TICKS_ON_A_LINE else (),
    )


def _segments(count: int) -> Iterator[Segment]:
    for number in range(count):
        turn, half = 2 * pi * number / count, pi / count
        x, y = 50 + RIM_OF_CLOCK * sin(turn), 50 - RIM_OF_CLOCK * cos(turn)
        left, top = 50 + MIDDLE * sin(turn + half), 50 - MIDDLE * cos(turn + half)
        yield Segment(number + 1, f"M50 50L{x:.2f} {y:.2f}", round(left, 2), round(top, 2))


def _lines(game_data: GameData, blank: Blank, numbers: range) -> Iterator[tuple[Box, ...]]:
    marks: dict[int, Text] = {}
    for at, words in blank.marks.items():
        marks.setdefault(game_data.count(at) if at in game_data.values else int(at), words)
    boxes = [Box(number, str(number).replace("-", "−"), marks.get(number)) for number in numbers]
    if blank.per_row or len(boxes) <= LONG_TRACK:
        most = blank.per_row or LONG_TRACK
        yield from (tuple(boxes[at : at + most]) for at in range(0, len(boxes), most))
        return
    # Zero has a line; those of tens lead away from it, so that each ends with the round number.
    boxes.sort(key=lambda box: (box.number < 0, abs(box.number)))
    tens = BOXES_ON_A_LINE * blank.step
    for _, line in groupby(boxes, lambda box: (box.number < 0, ceil(abs(box.number) / tens))):
        yield tuple(line)


def has_fields(game_data: GameData, printed: frozenset[str]) -> bool:
    """Tell whether the records `printed` have something to fill in.

    That is a blank, an empty cell of a table, or boxes to tick on a card.
    """
    return any(_is_filled_in(game_data, *ref.split(".")) for ref in printed)


def _is_filled_in(game_data: GameData, kind: str, name: str = "", *_part: str) -> bool:
    if kind == "cards" and name in game_data.cards:
        card = game_data.cards[name]
        deck = game_data.deck(card.deck)
        slots = deck.fields.items() if deck else ()
        return any(slot.type == "ticks" and card.fields.get(field) for field, slot in slots)
    if kind == "tables" and name in game_data.tables:
        grids = (rows for _, _, rows in game_data.tables[name].grids())
        return any(cell is None for rows in grids for row in rows.values() for cell in row.values())
    return kind == "blanks"
