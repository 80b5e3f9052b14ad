"""Colours that are reported apart, and those made so."""

from __future__ import annotations

import pytest

from aidgen.assets.colours import contrast, parse_colour, readable_shade


@pytest.mark.parametrize("ground", ["#efede8", "#2f3236", "#808080"])
@pytest.mark.parametrize("ink", ["#335577", "#ffee00", "#000000", "#ffffff", "#808080"])
def test_an_ink_is_made_readable_on_its_ground(ink: str, ground: str) -> None:
    assert (
        contrast(readable_shade(parse_colour(ink), parse_colour(ground)), parse_colour(ground))
        >= 4.5
    )


def test_what_can_be_read_keeps_its_colour() -> None:
    assert readable_shade((118, 118, 118), (255, 255, 255)) == (118, 118, 118)  # 4.54 : 1
