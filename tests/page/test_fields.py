"""Fields to fill in: what is printed of them."""

from __future__ import annotations

import pytest

from aidgen.game.data import GameData
from aidgen.page.fields import fields


def lines(game_data: GameData, low: int, high: int) -> list[int]:
    """Return how many boxes are on each line of a track."""
    (name,) = (name for name, blank in game_data.blanks.items() if blank.shape == "track")
    track = game_data.blanks[name].model_copy(update={"start": low, "end": high, "marks": {}})
    changed = game_data.model_copy(update={"blanks": {name: track}})
    boxes = fields(changed, frozenset({f"blanks.{name}"}))[f"blanks.{name}"].boxes
    ends = [place for place, box in enumerate(boxes, start=1) if box.ends]
    return [b - a for a, b in zip([0, *ends], [*ends, len(boxes)], strict=True)]


@pytest.mark.parametrize(
    ("low", "high", "boxes"),
    [
        (0, 12, [13]),
        (1, 16, [16]),
        (1, 17, [9, 8]),
        (-20, 20, [11, 10, 10, 10]),
    ],
)
def test_a_long_track_goes_on_over_lines_that_are_alike(
    mini: GameData, low: int, high: int, boxes: list[int]
) -> None:
    assert lines(mini, low, high) == boxes
