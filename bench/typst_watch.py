"""How long Typst takes from a changed word to the new pages, warm, as its watch mode does.

One compiler stays open, as in `typst watch`, and keeps what has not changed; the pages are crude
equivalents of ours. It is installed from the package index into a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from side_by_side import pieces
from typst_pages import typst_page

from aidgen.assets.fonts import font_files
from aidgen.page.pieces import together
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.press.engine.document import HtmlDocument

AIDS = {
    "card": ("player-cards", "Regardez"),
    "sheet": ("cheat-sheet", "Les capacités que vous avez"),
    "book": ("rulebook", "Hors combat"),
}
"""What is looked at, and the words that change in it, as in the bench of live pages."""
WATCH = """
import json, sys, time, typst
path, words, runs, *fonts = sys.argv[1:]
text = open(path, encoding="utf-8").read()
assert words in text, words
compiler, times = typst.Compiler(path, font_paths=fonts, ignore_system_fonts=True), []
for number in range(int(runs) + 1):
    open(path, "w", encoding="utf-8").write(text.replace(words, f"{words} x{number}"))
    start = time.perf_counter()
    compiler.compile(format="png", ppi=108)
    times.append(time.perf_counter() - start)
print(json.dumps(times[1:]))
"""
"""The pictures are as large as those of live pages, 1.5 px per pt."""


def main() -> None:
    """Print the median of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    runs = str(parser.parse_args().runs)
    pack = Pack(ROOT)
    game_data = pack.localized("expedition", "fr")
    fonts = sorted({str(path.parent) for path in font_files()})
    with tempfile.TemporaryDirectory(prefix="aidgen-watch-") as folder:
        tool, page = Path(folder) / "tool", Path(folder) / "page.typ"
        words = ["-m", "pip", "install", "-q", "--no-deps", "--target", str(tool), "typst"]
        subprocess.run([sys.executable, *words], check=True)
        for name, (aid, changed) in AIDS.items():
            source = HtmlDocument(together(pieces(render(game_data, aid, pack.roots))))
            page.write_text(typst_page(source.root, "fr"), encoding="utf-8")
            done = subprocess.run(
                [sys.executable, "-c", WATCH, str(page), changed, runs, *fonts],
                env={**os.environ, "PYTHONPATH": str(tool)},
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            times = json.loads(done.stdout)
            print(f"{name:6} {statistics.median(times):.2f} s (best {min(times):.2f})")


if __name__ == "__main__":
    main()
