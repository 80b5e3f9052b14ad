"""All that is printed goes through `say`: words of a pack are shown, and never steer a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import click

from aidgen.problems import Problem


def say(*lines: object, err: bool = False) -> None:
    """Print each of `lines` as one line, to standard output or standard error.

    What would steer the terminal, begin another line or turn the order of the letters is written
    out, as in `\\u001b`.
    """
    for line in lines:
        click.echo(shown(line), err=err)


def shown(words: object) -> str:
    """Return words as one line that may be printed: what steers a terminal is written out."""
    return STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", str(words))


# Control characters, what ends a line or turns the order of letters, tags that nobody sees, half
# characters, and the tail of the byte order mark.
STEERING = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def problems_out(problems: Iterable[Problem], *, strict: bool = False) -> int:
    """Print problems in the order of their places, each once, errors last; return the exit code.

    It is 1 if one of them is an error; if `strict`, a warning does as well.
    """
    listed = sorted(set(problems), key=lambda one: (one.severity == "error", one))
    for problem in listed:
        say(problem, err=True)
    return int(any(strict or problem.severity == "error" for problem in listed))


def written_out(paths: Iterable[Path]) -> None:
    """Say which files were written."""
    for path in paths:
        say(f"{path} written")


def lines(told: Iterable[object]) -> str:
    """Return some things as they are printed, a line each."""
    return "".join(f"{shown(one)}\n" for one in told)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in one of its two forms: `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
