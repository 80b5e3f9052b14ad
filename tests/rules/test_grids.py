"""Grids that say what means nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.rules import check_game
from tests.mini import change, read

AIDS = "content/mini/aids.yaml"
GRID = "grid: {shape: hex, cell: 1 in, line: 0.3 mm, numbered: true}"


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ("grid: {cell: 1 in, points: up}", "`points` does not apply to squares"),
        ("grid: {cell: 8 mm, numbered: true}", "cells of 8 mm are too small"),
        ("landscape: true", "has no `grid`, so it would print nothing"),
    ],
)
def test_a_grid_that_cannot_be_ruled_is_reported_at_its_line(
    pack: Path, grid: str, said: str
) -> None:
    change(pack, AIDS, GRID, grid)
    (problem,) = check_game(read(pack))
    assert str(problem).startswith(f"{AIDS}:46:")
    assert said in str(problem)


def test_a_grid_is_printed_by_no_other_kind(pack: Path) -> None:
    change(pack, AIDS, "kind: tokens, paper: A4", "kind: tokens, paper: A4, grid: {cell: 1 in}")
    (problem,) = check_game(read(pack))
    assert "`grid` does not apply to `kind: tokens`" in str(problem)
