"""What lies on what, where pieces meet on a side of paper: none may hide what another shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from aidgen.assets.geometry import Bounds, hull
from aidgen.proof.patches import WHITE, Patch, common

LIGHT = 224
"""The darkest grey, of 255, that a text of another piece may stand on.

It was proved on white, and is darker than that by 70 at least; our tints are 235 and lighter.
"""
LINE = 1.5
"""How thick in pt a line is at most."""
NEAR = 0.01
"""By how much in pt two things must lie on each other: places are rounded."""


@dataclass(frozen=True)
class Lying:
    """A piece as it lies on a side, in pt from the side's lower left corner."""

    name: str
    """The card or region that it is; "" if it is none."""
    texts: tuple[Bounds, ...]
    patches: tuple[Patch, ...]

    @cached_property
    def around(self) -> Bounds | None:
        """What it takes up; None if it draws nothing."""
        found = [*self.texts, *(patch.bounds for patch in self.patches)]
        return hull(found) if found else None

    def moved(self, x: float, y: float) -> Lying:
        """Return it so far to the right and up."""
        return Lying(
            self.name,
            tuple(_moved(text, x, y) for text in self.texts),
            tuple(Patch(_moved(patch.bounds, x, y), patch.tone) for patch in self.patches),
        )

    def within(self, window: Bounds) -> Lying:
        """Return what is seen of it in a window."""
        texts = (seen for text in self.texts if (seen := common(text, window)))
        patches = ((common(one.bounds, window), one.tone) for one in self.patches)
        return Lying(
            self.name, tuple(texts), tuple(Patch(seen, tone) for seen, tone in patches if seen)
        )

    def near(self, bounds: Bounds) -> Lying:
        """Return it with what is within a rectangle alone."""
        texts = (text for text in self.texts if _meet(text, bounds))
        patches = (patch for patch in self.patches if _meet(patch.bounds, bounds))
        return Lying(self.name, tuple(texts), tuple(patches))


def _moved(bounds: Bounds, x: float, y: float) -> Bounds:
    left, bottom, right, top = bounds
    return left + x, bottom + y, right + x, top + y


def overlays(pieces: Sequence[Lying]) -> Iterator[tuple[Lying, str]]:
    """Yield the pieces of which something is hidden or hard to read, and what is wrong with each.

    `pieces` are those of a side, the lowest first.
    """
    for i, lower in enumerate(pieces):
        for upper in pieces[i + 1 :]:
            if lower.around and upper.around and _meet(lower.around, upper.around):
                found = _wrong(lower.near(upper.around), upper.near(lower.around))
                if found:
                    yield lower, f"{found} {upper.name or 'what stands in the margin'}"


def _wrong(lower: Lying, upper: Lying) -> str:
    """Return what is wrong with one piece below another; nothing if all can be seen and read."""
    over = [patch.bounds for patch in upper.patches]
    if _any_meet(lower.texts, upper.texts):
        return "lies on"
    if _any_meet(lower.texts, over):
        return "is hidden by"
    if any(_hides(below, above) for below in lower.patches for above in upper.patches):
        return "is painted over by"
    if _any_meet([one.bounds for one in lower.patches if (one.tone or 0) < LIGHT], upper.texts):
        return "is the ground of"
    return ""


def _hides(below: Patch, above: Patch) -> bool:
    """Tell whether something painted cannot be seen any more; what goes on in one tone can be.

    White shows nothing of its own: what it sets free of something dark meets that, too. A light
    ground is seen around a line.
    """
    alike = below.tone is not None and below.tone == above.tone
    ruled = (below.tone or 0) >= LIGHT and _is_line(above)
    shows = not alike and not ruled and below.tone != WHITE
    return shows and _meet(below.bounds, above.bounds)


def _is_line(patch: Patch) -> bool:
    """Tell whether something painted is as thin as a line: it may lie where a text may stand."""
    left, bottom, right, top = patch.bounds
    return min(right - left, top - bottom) <= LINE


def _any_meet(some: Sequence[Bounds], others: Sequence[Bounds]) -> bool:
    return any(_meet(one, other) for one in some for other in others)


def _meet(one: Bounds, other: Bounds) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > NEAR and min(one[3], other[3]) - max(one[1], other[1]) > NEAR
