"""Packs broken on purpose are held back, whatever breaks them."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from tests.mutants_pack import LAYOUT, PACKS, is_layout_refused
from tests.opened import NoPlace

TRIES = 40
"""Not every page has a place for each kind; `bench/mutations.py` makes many of each."""


@pytest.mark.parametrize("kind", PACKS)
def test_a_pack_that_was_broken_is_held_back(kind: str) -> None:
    for seed in range(TRIES):
        with suppress(NoPlace):
            assert PACKS[kind](random.Random(f"{kind} {seed}")), f"missed: {kind}, seed {seed}"
            return
    pytest.fail("no page has a place for it")


def test_the_layout_that_is_broken_is_right() -> None:
    assert not is_layout_refused(LAYOUT)
