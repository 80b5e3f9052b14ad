"""How long builds take: cold, unchanged and with one text changed; and how fast `check` starts.

Works on a copy of the pack in a temporary folder; each figure is the median of several runs.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
Timing = tuple[float, str]
sys.path.insert(0, str(ROOT))

from aidgen.game.load import load


def main() -> None:
    """Read the command line, time everything, print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs of each figure (5)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (all)")
    parser.add_argument("--pack", type=Path, default=ROOT, help="the pack to build (ours)")
    parser.add_argument("--game", default="expedition", help="the game to build (expedition)")
    chosen = parser.parse_args()
    times: dict[str, list[float]] = {}
    news: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="aidgen-bench-") as folder:
        for run in range(chosen.runs):
            scratch = Path(folder) / str(run)
            for name, (taken, said) in once(scratch, chosen.pack, chosen.game, chosen.jobs):
                times.setdefault(name, []).append(taken)
                news[name] = said
            shutil.rmtree(scratch)
    if news["cold build"].startswith("0 "):
        sys.exit(f"{chosen.game} cannot be built: see `aidgen check`")
    cold = statistics.median(times["cold build"])
    print(f"{chosen.game}, {chosen.jobs} processes, medians of {chosen.runs}")
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{name:32}{median:8.2f} s{median / cold:8.1%}  {news[name]}")


def once(scratch: Path, pack: Path, game: str, jobs: int) -> list[tuple[str, Timing]]:
    """Time every figure once, in the empty folder `scratch`."""
    copy = scratch / "pack"
    for name in ("content", "locales", "templates"):
        if (pack / name).is_dir():
            shutil.copytree(pack / name, copy / name)
    given = ["--pack", str(copy)]
    out = scratch / "build"
    build = ["-m", "aidgen", "build", game, *given, "--out", str(out), "--jobs", str(jobs)]

    def built(change: Callable[[Path, str], None] | None = None) -> Timing:
        if change:
            change(copy, game)
        before = len(list(out.rglob(".shelf/*/*")))
        taken = timed(build)
        return taken, f"{len(list(out.rglob('.shelf/*/*'))) - before} filed"

    return [
        ("cold build", built()),
        ("nothing changed", built()),
        ("one translation changed", built(change_translation)),
        ("one text of the source changed", built(change_source)),
        ("check", (timed(["-m", "aidgen", "check", game, *given]), "")),
        ("import of check", (timed(["-c", IMPORT]), "")),
        ("Python alone", (timed(["-c", ""]), "")),
    ]


def timed(arguments: Sequence[str]) -> float:
    """Run Python with `arguments` and return the seconds it takes; stop if it breaks."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, *arguments]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    taken = time.perf_counter() - start
    if done.returncode > 1:  # 1 tells of problems in the input, untranslated texts for example
        sys.exit(f"{' '.join(arguments)}\n{done.stdout}{done.stderr}")
    return taken


def change_translation(pack: Path, game: str) -> None:
    """Write a mark behind the translation of one rule, in every language."""
    for path in (pack / "locales").glob(f"*/{game}.po"):
        text = path.read_text(encoding="utf-8")
        text, count = re.subn(ENTRY, r'\1 †"\n\n', text, count=1)
        if count != 1:
            sys.exit(f"{path} translates no rule")
        path.write_text(text, encoding="utf-8")


def change_source(pack: Path, game: str) -> None:
    """Write a mark before the title of one rule."""
    canon = load(pack, game)
    where = canon.where(("rules", next(iter(canon.rules)), "title"))
    path = pack / where.file
    lines = path.read_text(encoding="utf-8").split("\n")
    line = lines[where.line - 1]
    column = where.column - 1 + (line[where.column - 1] in "\"'")
    lines[where.line - 1] = f"{line[:column]}† {line[column:]}"
    path.write_text("\n".join(lines), encoding="utf-8")


ENTRY = r'(msgctxt "[^"]*\.rules\.[^"]*\.text"\n(?:.+\n)*?msgstr (?:".*"\n)*".*)"\n\n'
"""A translated rule of a PO file, all but its closing quote."""

IMPORT = """
import sys, aidgen.cli.check
sys.exit(2 if {"weasyprint", "pikepdf", "pypdfium2"} & sys.modules.keys() else 0)
"""
"""Fails if the commands that typeset nothing pay for what typesets."""

if __name__ == "__main__":
    main()
