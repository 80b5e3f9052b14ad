"""Fields to fill in: as many boxes as can be printed, and words below boxes that are there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from aidgen.game.data import GameData
from aidgen.problems import Problem


def blanks_can_be_printed(canon: GameData) -> Iterator[Problem]:
    """Yield fields to fill in that would print nothing, or no end of boxes."""
    for name, blank in canon.blanks.items():
        where = canon.where(canon.at("blanks", name))
        if blank.shape in ("boxes", "fields") and not blank.labels:
            yield Problem(where, "has no `labels`, so it would print nothing")
        counts = (blank.start, blank.start if blank.end is None else blank.end, blank.repeat)
        if any(count not in canon.values for count in _value_names(counts)):
            continue
        start, end, repeat = map(canon.count, counts)
        if end < start or repeat < 1:
            message = f"runs from {start} to {end}, {repeat} times, so it would print nothing"
            yield Problem(where, message)
        elif ((end - start) // blank.step + 1) * repeat > MOST_BOXES:
            message = f"runs from {start} to {end}, {repeat} times: more than {MOST_BOXES} boxes"
            yield Problem(where, message)


def _value_names(counts: Iterable[int | str]) -> list[str]:
    """Return the names of values among `counts`."""
    return [count for count in counts if isinstance(count, str)]


def marks_are_on_their_track(canon: GameData) -> Iterator[Problem]:
    """Words below a box need a box with their number, or they would be lost."""
    for name, blank in canon.blanks.items():
        counts = (blank.start, blank.start if blank.end is None else blank.end)
        if blank.shape != "track" or any(
            count not in canon.values for count in _value_names(counts)
        ):
            continue
        start, end = map(canon.count, counts)
        for mark in blank.marks:
            known = mark in canon.values or re.fullmatch(r"-?\d+", mark)
            number = canon.count(mark if mark in canon.values else int(mark)) if known else start
            if number not in range(start, end + 1, blank.step) and start <= end:
                message = f"the mark at {number} is not on a box of the track"
                hint = f"boxes run from {start} to {end} in steps of {blank.step}"
                yield Problem(canon.where(canon.at("blanks", name, "marks", mark)), message, hint)


MOST_BOXES = 1000
"""How many boxes or lines a field to fill in may have: more would fill pages."""
