"""Our pages made by aidgen, by Chromium and by Typst, side by side, in turn.

Chromium prints the very HTML of our pieces, an aid a document; Typst sets a crude equivalent: the
same words, headings, lists and tables, no icons, no charts, no tags. Neither proves anything.

Both are for this bench alone: Typst is installed into a folder of its own with pip, Chromium with
apt-get (`--install`); aidgen itself needs neither.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from devtools import Browser
from typst_pages import typst_page

from aidgen.assets.fonts import font_files
from aidgen.page.pieces import Document, Piece, together
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.press.engine.document import HtmlDocument

TYPST = """
import sys, time, typst
folder, fonts = sys.argv[1], sys.argv[2:]
start = time.perf_counter()
import pathlib
for path in sorted(pathlib.Path(folder).glob("*.typ")):
    path.with_suffix(".pdf").write_bytes(
        typst.compile(str(path), font_paths=fonts, ignore_system_fonts=True)
    )
print(time.perf_counter() - start)
"""


def main() -> None:
    """Read the command line, install what is wanted, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes of aidgen")
    parser.add_argument("--game", action="append", help="only this game (repeatable)")
    parser.add_argument("--install", action="store_true", help="install Chromium with apt-get")
    chosen = parser.parse_args()
    if chosen.install and not shutil.which("chromium"):
        words = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
        subprocess.run(words, check=True)
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="aidgen-side-") as folder:
        work = Path(folder)
        pages = write_pages(work, chosen.game or [])
        ways: Mapping[str, Callable[[], float]] = {
            "aidgen, cold, with proof": lambda: aidgen(work, chosen.jobs, chosen.game or []),
            "Chromium, warm, one tab": lambda: chromium(work),
            "Typst, crude equivalents": lambda: typst(work),
        }
        for _ in range(chosen.runs):
            for name, way in ways.items():
                times.setdefault(name, []).append(way())
    print(f"{pages} documents, medians of {chosen.runs}, load {os.getloadavg()[0]:.1f}")
    report(times)


def report(times: Mapping[str, list[float]]) -> None:
    """Print the medians, and how often each goes into that of aidgen."""
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    first = next(iter(medians.values()))
    for name, median in medians.items():
        print(f"{name:28}{median:8.2f} s   aidgen takes {first / median:6.2f} times as long")


def write_pages(work: Path, games: list[str]) -> int:
    """Write each aid of our games as a page of HTML and as one of Typst; return how many."""
    pack = Pack(ROOT)
    jobs = plan(pack, games=games).jobs
    for job in jobs:
        html = together(pieces(render(job.game_data, job.aid, pack.roots)))
        name = job.output.stem
        (work / f"{name}.html").write_text(html, encoding="utf-8")
        root: Element = HtmlDocument(html).root
        (work / f"{name}.typ").write_text(typst_page(root, job.locale), encoding="utf-8")
    return len(jobs)


def pieces(parts: Document) -> list[Piece]:
    """Return the pieces of an aid in the type that its bounds allow at most, copies included."""
    if parts.book:
        return [parts.book.cover, parts.book.contents, parts.book.body.whole]
    leaves = [leaf for section in parts.sections for leaf in section.leaves]
    return [_sized(face) for leaf in leaves for face in leaf.faces * leaf.copies]


def _sized(piece: Piece) -> Piece:
    return piece.sized(piece.choice.least) if piece.choice else piece


# The three ways -----------------------------------------------------------------------------------


def aidgen(work: Path, jobs: int, games: list[str]) -> float:
    """Return the seconds of a cold build of our games."""
    out = work / "out"
    shutil.rmtree(out, ignore_errors=True)
    words = ["build", *games, "--pack", str(ROOT), "--out", str(out), "--jobs", str(jobs)]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(work / "cache")}
    shutil.rmtree(work / "cache", ignore_errors=True)
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "aidgen", *words], env=environment, check=True)
    return time.perf_counter() - start


def chromium(work: Path) -> float:
    """Return the seconds in which a browser that is open prints all pages."""
    with Browser(shutil.which("chromium") or sys.exit("chromium is missing: --install")) as browser:
        found = sorted(work.glob("*.html"))
        browser.printed(found[0].as_uri())  # warm
        start = time.perf_counter()
        for page in found:
            page.with_suffix(".chromium.pdf").write_bytes(browser.printed(page.as_uri()))
        return time.perf_counter() - start


def typst(work: Path) -> float:
    """Return the seconds in which Typst sets all pages in one process."""
    tool = work / "typst"
    if not tool.is_dir():
        words = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", tool]
        subprocess.run([*map(str, words), "typst"], check=True)
    fonts = sorted({str(path.parent) for path in font_files()})
    done = subprocess.run(
        [sys.executable, "-c", TYPST, str(work), *fonts],
        env={**os.environ, "PYTHONPATH": str(tool)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return float(done.stdout)


if __name__ == "__main__":
    main()
