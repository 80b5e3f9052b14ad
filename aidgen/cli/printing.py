"""All output goes through `say`, so that the text of a pack cannot control the terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from aidgen.problems import Problem
from aidgen.store.fingerprints import CommandFingerprint, Snapshot


def say(*lines: object, err: bool = False) -> None:
    """Print each of `lines` as one line, to standard output or standard error.

    Characters that control the terminal, start a new line or reverse text are escaped (`\\u001b`).
    """
    for line in lines:
        click.echo(printable(line), err=err)


def printable(words: object) -> str:
    """Return words as one line that is safe to print: control characters are escaped."""
    return UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", str(words))


# Control characters, line separators, characters that change the direction of text, invisible tags,
# half surrogates and the byte order mark.
UNSAFE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def problems_out(problems: Iterable[Problem], *, strict: bool = False) -> int:
    """Print problems by place, each once, errors last; return the exit code.

    It is 1 if there is an error, or, if `strict`, a warning.
    """
    listed = sorted(set(problems), key=lambda problem: (problem.severity == "error", problem))
    for problem in listed:
        say(problem, err=True)
    return int(any(strict or problem.severity == "error" for problem in listed))


def written_out(paths: Iterable[Path]) -> None:
    """Print which files were written."""
    for path in paths:
        say(f"{path} written")


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun: `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def remember_output(
    roots: Sequence[Path],
    snapshot: Snapshot,
    lines: Iterable[str],
    problems: Iterable[Problem],
    out: Path | None = None,
) -> None:
    """Store what the command printed, to print it again when nothing has changed.

    `roots` are the packs that it read, `out` is the folder that it wrote.
    """
    printed = "".join(f"{printable(line)}\n" for line in lines)
    warned = "".join(f"{printable(problem)}\n" for problem in sorted(set(problems)))
    CommandFingerprint(sys.argv[1:]).store(roots, out, snapshot, (printed, warned))
