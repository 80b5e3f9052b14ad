"""What a template may use up: how much it writes, how often it does something, how deep it goes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from time import process_time

from jinja2 import TemplateRuntimeError

from aidgen.sandbox.limits import STANDARD, Limits, raise_hint

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
    """What the templates of an aid have used up by now of what they may."""

    def __init__(self, limits: Limits = STANDARD) -> None:
        """Begin with nothing used."""
        self.limits = limits
        self.steps = self.depth = self.kept = 0
        self._begun, self._watched = process_time(), 0

    def spend(self, steps: int) -> None:
        """Take `steps`; raises LimitError if there are not so many left."""
        self.steps += steps
        self._keep("template_steps", self.steps, "does more than {:,} steps")
        if self.steps > self._watched:
            self._watched = self.steps + WATCHED
            seconds = process_time() - self._begun
            self._keep("template_seconds", seconds, "works for more than {} seconds")

    def _keep(self, key: str, used: float, message: str) -> None:
        allowed = getattr(self.limits, key)
        if used > allowed:
            raise LimitError(f"{message.format(allowed)} ({raise_hint(key)})")

    def write(self, length: int) -> None:
        """Take the steps for a text of `length`; raises LimitError if it is too long."""
        self._keep("template_output", length, "writes more than {:,} characters")
        self.spend(1 + length // LETTERS)

    def gather(self, length: int) -> None:
        """Take the steps for a list of `length`; raises LimitError if it is too long."""
        self._keep("template_list", length, "makes a list of more than {:,} elements")
        self.spend(1 + length // LETTERS)

    def enter(self, code: int) -> None:
        """Go into a template or macro of so many bytes; `leave` has to follow."""
        self.depth += 1
        if self.depth > self.limits.template_depth:
            hint = raise_hint("template_depth")
            raise DepthError(f"includes or calls itself without end ({hint})")
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
            self.write(length if length > self.limits.template_output else len(text))
            whole.append(text)
        return whole[0] if len(whole) == 1 else "".join(whole)

    def hand_out(self, html: str) -> str:
        """Return what becomes part of a PDF; raises LimitError if all of it is too long."""
        self.kept += len(html)
        self._keep("html", self.kept, "writes HTML of more than {:,} characters for one PDF")
        return html
