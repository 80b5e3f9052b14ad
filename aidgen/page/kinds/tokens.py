"""Round tokens in rows on a sheet, cut along their edge; backs placed for long-edge duplex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aidgen.assets.papers import Sheet, Size
from aidgen.game.canon import Canon
from aidgen.game.records import Aid, State
from aidgen.page.kinds.base import Kind

DIAMETER, GAP = 20.0, 3.0
"""Size of a token, and space between two, in mm: a circle cutter needs some paper around."""

BACKS = {"good": "plus-circle", "bad": "minus-circle", "neutral": "circle-dashed"}
"""The icon on the back of a token: what it is worth, face down, without its name."""


def impose(canon: Canon, aid: Aid, size: Size) -> Mapping[str, Any]:
    """Return the sheets of an aid: each token as often as `copies` says, fronts and backs."""
    sheet = Sheet(size, Size(DIAMETER, DIAMETER), GAP)
    tokens = [state for ref in aid.contents for state in _states(canon, ref) * aid.copies]
    room = len(sheet.slots())
    sides = []
    for start in range(0, len(tokens), room):
        batch = tokens[start : start + room]
        for side in ("front", "back"):
            slots = sheet.slots("back" if side == "back" else "front")
            sides.append({"side": side, "tokens": list(zip(slots, batch, strict=False))})
    return {"sheet": sheet, "sides": sides, "backs": BACKS}


def _states(canon: Canon, ref: str) -> list[State]:
    found = canon.find(ref)
    return list(found.values()) if isinstance(found, Mapping) else [found]


TOKENS = Kind(
    "tokens",
    papers=("A4", "Letter"),
    holds="contents",
    lists=r"states(\.[^.]+)?",
    smallest_type=7,
    view=impose,
)
