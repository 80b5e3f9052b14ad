"""Which lines and branches the tests reach, room by room; words go to pytest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ALL = "all rooms"
LEAST = 100
"""In per cent: files below it are named, with the lines that no test reaches."""


def main() -> None:
    """Run the tests, print the figures, and end as the tests ended."""
    with tempfile.TemporaryDirectory() as folder:
        reported = Path(folder) / "reported.json"
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "COVERAGE_FILE": str(Path(folder) / "data"),
            "COVERAGE_RCFILE": str(ROOT / "pyproject.toml"),
        }

        def coverage(*words: str) -> int:
            command = [sys.executable, "-m", "coverage", *words]
            return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode

        ended = coverage("run", "-m", "pytest", "-n", "auto", *sys.argv[1:])
        coverage("combine", "--quiet")
        coverage("json", "--quiet", "-o", str(reported))
        report(json.loads(reported.read_text(encoding="utf-8")))
    sys.exit(ended)


def report(reported: Any) -> None:
    """Print the files that the tests do not reach whole, and the figure of each room."""
    reached, there = Counter[str](), Counter[str]()
    for name, file in sorted(reported["files"].items()):
        figures = file["summary"]
        room = Path(name).relative_to("aidgen").parts[0].removesuffix(".py")
        covered = figures["covered_lines"] + figures["covered_branches"]
        total = figures["num_statements"] + figures["num_branches"]
        for place in (room, ALL):
            reached[place] += covered
            there[place] += total
        if 100 * covered < LEAST * total:
            print(f"{name}: {covered} of {total}, not {runs(file['missing_lines'])}")
    for room in (*sorted(there.keys() - {ALL}), ALL):
        print(f"{room:12} {100 * reached[room] / there[room]:5.1f} % of {there[room]}")


def runs(lines: list[int]) -> str:
    """Write the numbers of lines, those that follow each other as one run."""
    starts = [line for line in lines if line - 1 not in lines]
    ends = [line for line in lines if line + 1 not in lines]
    pairs = zip(starts, ends, strict=True)
    reported = ", ".join(f"{one}-{other}" if one < other else f"{one}" for one, other in pairs)
    return reported or "some branches"


if __name__ == "__main__":
    main()
