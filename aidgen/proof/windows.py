"""A piece that is larger than its paper is shown in windows: between them, is all of it?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from aidgen.assets.geometry import Bounds

HAIR = 0.01
"""In pt: what no eye misses; places are rounded."""


@dataclass(frozen=True)
class Shown:
    """A window on the page of a piece: which page, how large it is, and what is seen, in pt."""

    page: Hashable
    size: tuple[float, float]
    window: Bounds
    side: int
    """The number of the side of paper that it is on."""


def unshown(windows: Sequence[Shown]) -> Iterator[tuple[int, float]]:
    """Yield the first side of each page that is not seen whole, and how much of it is not."""
    pages: dict[Hashable, list[Shown]] = defaultdict(list)
    for one in windows:
        pages[one.page].append(one)
    for shown in pages.values():
        width, height = shown[0].size
        missing = 1 - _covered([one.window for one in shown], width, height) / (width * height)
        if missing > HAIR * (width + height) / (width * height):
            yield shown[0].side, missing


def _covered(windows: Sequence[Bounds], width: float, height: float) -> float:
    """Return how much of a page some windows cover together, in square pt: band by band."""
    inner = [(max(a, 0.0), max(b, 0.0), min(c, width), min(d, height)) for a, b, c, d in windows]
    levels = sorted({edge for one in inner for edge in (one[1], one[3])})
    return sum(
        (upper - lower) * _length([one for one in inner if one[1] <= lower and upper <= one[3]])
        for lower, upper in pairwise(levels)
    )


def _length(windows: Sequence[Bounds]) -> float:
    """Return how long the windows of a band are together."""
    length, reached = 0.0, 0.0
    for left, _, right, _ in sorted(windows):
        length += max(0.0, right - max(left, reached))
        reached = max(reached, right)
    return length
