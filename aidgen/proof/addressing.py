"""Words on paper traced to the text that they are of, so that a fault leads to its line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from aidgen.game.texts import letters_without_hyphens
from aidgen.page.faults import Fault
from aidgen.page.promises import Promise


def addressed(faults: Iterable[Fault], promises: Sequence[Promise]) -> tuple[Fault, ...]:
    """Return `faults`, those about words of one promised text alone with its context."""
    texts = [(_letters(promise.text), promise) for promise in promises if promise.context]
    return tuple(
        replace(fault, context=_context(fault, texts))
        if fault.words and not fault.context
        else fault
        for fault in faults
    )


def _context(fault: Fault, texts: Sequence[tuple[str, Promise]]) -> str:
    """Return the context of the words of a fault; "" if several texts have them."""
    words = _letters(fault.words)
    near = [pair for pair in texts if not fault.box or pair[1].box == fault.box]
    for fitting in (
        {promise.context for text, promise in near if text == words},
        {promise.context for text, promise in near if words in text},
    ):
        if len(fitting) == 1:
            return fitting.pop()
    return ""


def _letters(text: str) -> str:
    return letters_without_hyphens(text).casefold()
