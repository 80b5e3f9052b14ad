"""All output goes through this module, so that the text of a pack cannot control the terminal."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aidgen.pipeline.fingerprints import CommandFingerprint
from aidgen.problems import Problem

if TYPE_CHECKING:
    from aidgen.pipeline.pack import Pack

# The keys of click's context for the report under `--json`, and for `--quiet`.
REPORT, QUIET_MODE = "aidgen.report", "aidgen.quiet"
# Control characters, line separators, characters that change the direction of text, invisible tags,
# half surrogates and the byte order mark.
UNSAFE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


@dataclass
class Report:
    """What a command prints as JSON under `--json`: its problems and its results."""

    problems: list[Problem] = field(default_factory=list)
    results: list[dict[str, object]] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the JSON."""
        text = json.dumps(
            {
                "problems": [
                    {
                        "file": problem.where.file,
                        "line": problem.where.line or None,
                        "column": problem.where.column or None,
                        "severity": problem.severity,
                        "message": problem.message,
                        "hint": problem.hint or None,
                    }
                    for problem in sorted(set(self.problems))
                ],
                "results": self.results,
            },
            ensure_ascii=False,
            indent=2,
        )
        return "\n".join(map(printable, text.split("\n")))  # the escapes are those of JSON


def find_report() -> Report | None:
    """Return the report of the command that runs; None without `--json`."""
    report: Report | None = _modes().get(REPORT)
    return report


def _modes() -> Mapping[str, Any]:
    context = click.get_current_context(silent=True)
    return context.meta if context else {}


def add_result(**facts: object) -> None:
    """Add a result to the report, if there is one."""
    if report := find_report():
        report.results.append(facts)


def _is_silent() -> bool:
    return not _modes().keys().isdisjoint({REPORT, QUIET_MODE})


def say(*lines: object, err: bool = False) -> None:
    """Print each of `lines` as one line, to standard output or standard error.

    Nothing is printed to standard output under `--json` or `--quiet`.

    Characters that control the terminal, start a new line or reverse text are escaped (`\\u001b`).
    """
    if err or not _is_silent():
        for line in lines:
            click.echo(printable(line), err=err)


def printable(words: object) -> str:
    """Return words as one line that is safe to print: control characters are escaped."""
    return UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", str(words))


def problems_out(problems: Iterable[Problem], *, strict: bool = False) -> int:
    """Print problems by place, each once, errors last; return the exit code.

    It is 1 if there is an error, or, if `strict`, a warning.
    """
    listed = sorted(set(problems), key=lambda problem: (problem.severity == "error", problem))
    if report := find_report():
        report.problems += listed
    else:
        say(*listed, err=True)
    return int(any(strict or problem.severity == "error" for problem in listed))


def written_out(paths: Iterable[Path]) -> None:
    """Print which files were written."""
    for path in paths:
        say(f"{path} written")


def remember_output(
    pack: Pack, lines: Iterable[str], problems: Iterable[Problem], out: Path | None = None
) -> None:
    """Store what a command printed, to print it again when nothing has changed in the pack that it
    read, nor in the folder `out` that it wrote.
    """
    printed = "" if _is_silent() else "".join(f"{printable(line)}\n" for line in lines)
    warned = "".join(f"{printable(problem)}\n" for problem in sorted(set(problems)))
    if report := find_report():
        printed, warned = f"{report}\n", ""
    roots = [pack.root, *pack.roots[1:]]
    CommandFingerprint(sys.argv[1:]).store(roots, out, pack.snapshot, (printed, warned))
