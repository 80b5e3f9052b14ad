"""Booklets: printed, folded and laid into each other, they have their pages in order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aidgen.imposition.sheet import Opened, booklet_sides, signatures


def read(sides: Sequence[Opened]) -> list[int | None]:
    """Fold a signature, its sheets laid into each other, and turn its leaves: the pages."""
    fronts, backs = sides[::2], sides[1::2]
    pairs = list(zip(fronts, backs, strict=True))
    # The right half of a front is a leaf, with the left half of the back behind it; the other
    # halves follow, innermost sheet first.
    leaves = [(front.right, back.left) for front, back in pairs]
    leaves += [(back.right, front.left) for front, back in reversed(pairs)]
    return [page for leaf in leaves for page in leaf]


@pytest.mark.parametrize("pages", [1, 4, 5, 16, 62, 64])
def test_a_booklet_is_in_order_and_ends_blank(pages: int) -> None:
    sides = booklet_sides(pages)
    assert read(sides) == [*range(pages), *[None] * (-pages % 4)]


@pytest.mark.parametrize(
    ("pages", "sheets"), [(64, (16,)), (65, (9, 8)), (128, (16, 16)), (200, (13, 13, 12, 12))]
)
def test_a_thick_one_is_made_of_signatures_alike(pages: int, sheets: tuple[int, ...]) -> None:
    assert signatures(pages) == sheets
    sides = list(booklet_sides(pages))
    in_order: list[int | None] = []
    for count in sheets:
        in_order += read(sides[: 2 * count])
        del sides[: 2 * count]
    assert sides == []
    assert in_order == [*range(pages), *[None] * (-pages % 4)]


def test_inner_sheets_of_a_thick_one_are_moved_towards_the_fold() -> None:
    assert {side.creep for side in booklet_sides(12)} == {0.0}
    creeps = [side.creep for side in booklet_sides(64)]
    assert creeps[::2] == creeps[1::2]
    assert creeps[:6:2] == pytest.approx([0, 0.1, 0.2])


def test_what_is_read_from_right_to_left_is_bound_at_the_right() -> None:
    for left, right in zip(booklet_sides(12), booklet_sides(12, backwards=True), strict=True):
        assert (left.left, left.right) == (right.right, right.left)
