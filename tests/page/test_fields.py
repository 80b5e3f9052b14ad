"""Fields to fill in: what is printed of them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from aidgen.game.data import GameData
from aidgen.game.records import Blank
from aidgen.page.fields import Field, Segment, fields
from tests.mini import aid_of
from tests.trial import DECK, printed, write_pack


def lines(game_data: GameData, low: int, high: int) -> list[int]:
    """Return how many boxes are on each line of a track."""
    (name,) = (name for name, blank in game_data.blanks.items() if blank.shape == "track")
    track = game_data.blanks[name].model_copy(update={"start": low, "end": high, "marks": {}})
    ref = f"blanks.{name}"
    changed = game_data.model_copy(update={"blanks": {name: track}})
    return [len(boxes) for boxes in fields(changed, frozenset({ref}))[ref].lines]


@pytest.mark.parametrize(
    ("low", "high", "boxes"),
    [
        (0, 12, [13]),
        (1, 16, [16]),
        (1, 17, [10, 7]),
        (-20, 20, [1, 10, 10, 10, 10]),
    ],
)
def test_a_long_track_goes_on_over_lines_of_tens(
    mini: GameData, low: int, high: int, boxes: list[int]
) -> None:
    assert lines(mini, low, high) == boxes


def test_a_clock_has_a_line_before_each_segment_and_a_box_in_its_middle() -> None:
    segments = fields_of("clock", end=4)
    assert [one.line for one in segments] == [
        "M50 50L50.00 2.00",
        "M50 50L98.00 50.00",
        "M50 50L50.00 98.00",
        "M50 50L2.00 50.00",
    ]
    assert [(one.left, one.top) for one in segments[:2]] == [(71.21, 28.79), (71.21, 71.21)]


@pytest.mark.parametrize(
    ("end", "per_row", "expected"),
    [(9, 9, [9]), (10, 4, [4, 4, 2]), (8, 4, [4, 4]), (3, 4, [3])],
)
def test_a_track_has_so_many_boxes_in_a_row(end: int, per_row: int, expected: list[int]) -> None:
    blank = Blank.model_validate(
        {"title": "Extra", "shape": "track", "end": end, "per_row": per_row}
    )
    assert [len(boxes) for boxes in made(blank).lines] == expected


def made(blank: Blank) -> Field:
    game = aid_of("form")[0].model_copy(update={"blanks": {"extra": blank}})
    return fields(game, frozenset({"blanks.extra"}))["blanks.extra"]


def fields_of(shape: str, end: int) -> tuple[Segment, ...]:
    return made(Blank.model_validate({"title": "Extra", "shape": shape, "end": end})).segments


def test_a_track_is_in_halves_of_halves_where_it_may_be_too_long_for_its_place(
    tmp_path: Path,
) -> None:
    records = """
        blanks: {hp: {title: HP, shape: track, start: 1, end: 20}}
        cards: {a: {front: {title: A, contents: [blanks.hp]}}}
    """
    html = printed(write_pack(tmp_path, DECK + textwrap.dedent(records)))
    halves = html.split('<span class="ag-half">')[1:]
    counts = [half.count('class="ag-number"') for half in halves]
    assert counts == [5, 5, 5, 5], "two lines of ten, each in two halves"
