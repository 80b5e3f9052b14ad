"""Problems of the input as values: place, what was found, what was expected, hint."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nlargest
from typing import Literal, Self

# A misspelt word is compared in full with so many: those with most of its letters in place, from
# either end. To compare thousands takes a tenth of a second, for each mistake.
MOST_COMPARED = 100

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """A place in a file; line and column count from 1, and 0 means the whole file."""

    file: str
    line: int = 0
    column: int = 0

    def __reduce__(self) -> tuple[type[Where], tuple[str, int, int]]:
        """Return how it is pickled: in a third of the time that a dataclass takes."""
        return Where, (self.file, self.line, self.column)

    def __str__(self) -> str:
        """Return the place in the GNU form `file:line:column`."""
        parts = [self.file, str(self.line or ""), str(self.column or "")]
        return ":".join(part for part in parts if part)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault of the input: where, what was found and expected, and how to fix it."""

    where: Where
    message: str
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        """Return one line in the GNU form, the hint last."""
        hint = f" ({self.hint})" if self.hint else ""
        line = f"{self.message}{hint}".replace("\n", "↵")  # of cells with several lines
        return f"{self.where}: {self.severity}: {line}"


class InputError(Exception):
    """The input cannot be used; carries the problems that explain why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep `problems` in the order in which they were found."""
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def at(cls, where: Where, message: str, hint: str = "") -> Self:
        """Return the error of one problem."""
        return cls([Problem(where, message, hint)])

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Let processes send it to each other."""
        return type(self), (self.problems,)


class UsageError(InputError):
    """A command names something that does not exist: wrong usage, not wrong input."""


class MachineError(Exception):
    """The machine lacks something the work needs (a font, a library, room on the disk)."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint naming the known word closest to `word`, or an empty string."""
    close = closest_word(word, known)
    return f"did you mean `{close}`?" if close else ""


def closest_word(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """Return the known word closest to `word`, or an empty string."""
    word, spelled = word.lower(), {name.lower(): name for name in known}

    def in_place(name: str) -> int:
        ends = [*zip(word, name, strict=False), *zip(word[::-1], name[::-1], strict=False)]
        return sum(mine == theirs for mine, theirs in ends)

    likely = nlargest(MOST_COMPARED, spelled, key=in_place)
    close = difflib.get_close_matches(word, likely, n=1, cutoff=likeness)
    return spelled[close[0]] if close else ""


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun: `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
