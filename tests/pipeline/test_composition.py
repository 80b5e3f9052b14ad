"""The type of cards and pages that lie side by side: how far apart it may be."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from aidgen.assets.papers import Size
from aidgen.page.pieces import Choice, Imposition, Leaf, Piece, Section
from aidgen.pipeline.composition import choose_type
from aidgen.pipeline.scheduler import Scheduler

PAPER, TRIM = Size(210.0, 297.0), Size(63.0, 88.0)


class Fitting:
    """Fits each piece up to the type in pt that it names."""

    async def largest_sizes(self, pieces: Sequence[Piece]) -> list[float]:
        """Return the largest type within the bounds of each piece that fits."""
        return [
            max(piece.choice.least, min(piece.choice.most, float(piece.inner)))
            for piece in pieces
            if piece.choice
        ]

    async def settle(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return pieces in the largest type of their bounds."""
        return [piece.settled(piece.choice.most, ()) for piece in pieces if piece.choice]


def chosen(imposition: Imposition, *fitting: float) -> list[float | None]:
    leaves = (
        Leaf(Piece("<head>", f"{size:g}", TRIM, "0", 7.0, choice=Choice(7.0, 13.0)))
        for size in fitting
    )
    section = Section(PAPER, tuple(leaves), imposition, trimmed=TRIM)
    press = cast(Scheduler, cast(Any, Fitting()))
    typed = asyncio.run(choose_type(section, press))
    return [leaf.front.type_size for leaf in typed.leaves]


def test_cards_of_a_deck_differ_by_four_fifths_of_a_point_at_most() -> None:
    assert chosen("n-up", 8.0, 13.0, 8.4) == [8.0, 8.8, 8.4]
    assert chosen("n-up", 11.0, 11.6) == [11.0, 11.6]


def test_pages_of_a_sheet_differ_by_one_and_a_half_points_at_most() -> None:
    assert chosen("pages", 8.0, 13.0) == [8.0, 9.5]
