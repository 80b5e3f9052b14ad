"""What a template may use up: how much it writes, how often it does something, how deep it goes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from time import process_time

from jinja2 import TemplateRuntimeError

TEMPLATE_OUTPUT = 8_000_000
"""Characters of what a template makes, and of each text in it: our longest page has 300,000."""
TEMPLATE_STEPS = 2_000_000
"""Turns of loops, calls and made texts for an aid, by their weight: our longest book has 40,000."""
TEMPLATE_DEPTH = 40
"""Templates and macros within each other: ours go 9 deep, and Python ends at 200."""
TEMPLATE_SECONDS = 20.0
"""Processor time for an aid, where steps are dearer than was thought: two millions take 4 s."""
LIST = 200_000
"""Elements of a list or range that a template makes."""
NUMBER = 10**15
"""What a number that a template makes stays below: up to there a float is exact."""
LETTERS = 1000
"""Characters that are copied or compared for a step."""
SET_LETTERS = 5
"""Characters of a text turned into HTML for a step: Markdown takes a microsecond for one."""
CALL = 5
"""Steps of a call, besides those of what it runs: one takes 3 µs, a turn of a loop 0.5."""
CODE = 400
"""Bytes of Python made of a template that are run for a step."""
BATCH = 500
"""Pieces of output that are looked at together."""
WATCHED = 2000
"""Steps between two looks at the clock."""


class LimitError(TemplateRuntimeError):
    """A template has used up what it may."""


class DepthError(LimitError):
    """Templates and macros are too deep within each other."""


class Budget:
    """What the templates of an aid have used up by now."""

    def __init__(self) -> None:
        """Begin with nothing used."""
        self.steps = self.depth = 0
        self._begun, self._watched = process_time(), 0

    def spend(self, steps: int) -> None:
        """Take `steps`; raises LimitError if there are not so many left."""
        self.steps += steps
        if self.steps > TEMPLATE_STEPS:
            raise LimitError(f"does more than {TEMPLATE_STEPS} steps (limit `template-steps`)")
        if self.steps > self._watched:
            self._watched = self.steps + WATCHED
            if process_time() - self._begun > TEMPLATE_SECONDS:
                limit = f"{TEMPLATE_SECONDS:g} seconds (limit `template-seconds`)"
                raise LimitError(f"works for more than {limit}")

    def write(self, length: int) -> None:
        """Take the steps for a text of `length`; raises LimitError if it is too long."""
        if length > TEMPLATE_OUTPUT:
            limit = f"{TEMPLATE_OUTPUT} characters (limit `template-output`)"
            raise LimitError(f"writes more than {limit}")
        self.spend(1 + length // LETTERS)

    def gather(self, length: int) -> None:
        """Take the steps for a list of `length`; raises LimitError if it is too long."""
        if length > LIST:
            raise LimitError(f"makes a list of more than {LIST} elements")
        self.spend(1 + length // LETTERS)

    def enter(self, code: int) -> None:
        """Go into a template or macro of so many bytes; `leave` has to follow."""
        self.depth += 1
        if self.depth > TEMPLATE_DEPTH:
            raise DepthError("includes or calls itself without end (limit `template-depth`)")
        self.spend(CALL + code // CODE)

    def leave(self) -> None:
        """Come back out of a template or macro."""
        self.depth -= 1

    def joined(self, pieces: Iterable[str]) -> str:
        """Return pieces of output as one text; raises LimitError if it is too long."""
        whole, length, source = [], 0, iter(pieces)
        while batch := list(islice(source, BATCH)):
            text = "".join(batch)
            length += len(text)
            self.write(length if length > TEMPLATE_OUTPUT else len(text))
            whole.append(text)
        return whole[0] if len(whole) == 1 else "".join(whole)
