"""All checks of one text against its translation that need no glossary."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.language.consistency import (
    Mismatch,
    measure_mismatches,
    mismatches,
    negation_mismatches,
    opposite_mismatches,
    order_mismatches,
)
from aidgen.language.language import Pair
from aidgen.language.typos import typing_errors


def text_mismatches(source: str, target: str, pair: Pair) -> Iterator[Mismatch]:
    """Yield where `target` differs from `source`, except in glossary terms."""
    yield from mismatches(source, target, pair)
    yield from order_mismatches(source, target, pair)
    yield from opposite_mismatches(source, target, pair)
    yield from measure_mismatches(source, target, pair)
    yield from negation_mismatches(source, target, pair)
    for message, hint in typing_errors(source, target, pair):
        yield Mismatch(f"typing: {message}", hint, "warning", "typing")
