"""Our pages made by aidgen, from nothing, and by a Chromium that is open already, in turn.

    .venv/bin/python bench/chromium.py [--game G]... [--runs 3] [--jobs N] [--install]

Chromium prints the very HTML of our documents, each once, in one size of type, and verifies
nothing. It is for this bench alone: `--install` gets it with apt-get.
"""

from __future__ import annotations

import argparse
import os
import pickle
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from devtools import Browser

from aidgen.assets.options import NO_OPTIONS
from aidgen.layout.document import Document
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.pipeline.tasks import RenderTask
from aidgen.pipeline.worker import prepare
from aidgen.sandbox.limits import STANDARD

# The type of what chooses one, as it is on most pages.
TYPE = "<style>[data-type] { --type: 8.5pt; --air: 1mm }</style>"


def main() -> None:
    """Read the command line, install what is wanted, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes of aidgen")
    parser.add_argument("--game", action="append", default=[], help="only this game (repeatable)")
    parser.add_argument("--install", action="store_true", help="install Chromium with apt-get")
    options = parser.parse_args()
    if options.install and not shutil.which("chromium"):
        words = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
        subprocess.run(words, check=True)
    with tempfile.TemporaryDirectory(prefix="aidgen-chromium-") as folder:
        work = Path(folder)
        pages = write_pages(work, options.game)
        runs = [
            (build(work, options.jobs, options.game), print_pages(pages))
            for _ in range(options.runs)
        ]
    ours, theirs = (statistics.median(seconds) for seconds in zip(*runs, strict=True))
    print(f"{len(pages)} documents, medians of {options.runs}, load {os.getloadavg()[0]:.1f}")
    print(f"aidgen {ours:.1f} s, Chromium {theirs:.1f} s: {ours / theirs:.2f} times as long")


def write_pages(work: Path, games: list[str]) -> list[Path]:
    """Write the HTML of each document of our games; return the files."""
    pack, pages = Pack(ROOT), []
    for job in plan(pack, games=games).jobs:
        game = pickle.dumps(job.game_data)
        task = RenderTask(game, job.aid, pack.roots, NO_OPTIONS, STANDARD)
        for number, document in enumerate(prepare(task, work / "cache").documents):
            page = work / f"{job.output.stem}-{number}" / "page.html"
            page.parent.mkdir()
            page.write_text(html_of(document), encoding="utf-8")
            for name, content in document.files.items():
                file = page.parent / name  # as "picture/…"
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(content)
            pages.append(page)
    return pages


def html_of(document: Document) -> str:
    """Return the HTML of a document as a browser reads it, its pictures in files beside it."""
    return (document.front + document.html).replace("aidgen:", "") + TYPE


def build(work: Path, jobs: int, games: list[str]) -> float:
    """Return the seconds of a cold build of our games."""
    for name in ("out", "caches"):
        shutil.rmtree(work / name, ignore_errors=True)
    words = ["build", *games, "--pack", str(ROOT), "--out", str(work / "out"), f"--jobs={jobs}"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(work / "caches")}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-P", "-m", "aidgen", *words], env=environment, check=True)
    return time.perf_counter() - start


def print_pages(pages: list[Path]) -> float:
    """Return the seconds in which a browser that is open prints all pages."""
    with Browser(shutil.which("chromium") or sys.exit("chromium is missing: --install")) as browser:
        browser.printed(pages[0].as_uri())  # warm
        start = time.perf_counter()
        for page in pages:
            page.with_suffix(".pdf").write_bytes(browser.printed(page.as_uri()))
        return time.perf_counter() - start


if __name__ == "__main__":
    main()
