"""How much ink `--ink low` takes beside what the author has: in all, of words, of all else.

.venv/bin/python -m aidgen build --out OUT; .venv/bin/python -m aidgen build --out OUT --ink low
.venv/bin/python bench/inks.py OUT
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.inks import inks

VARIANT = "low-ink"


def main() -> None:
    """Print the ink of each aid that is there in both ways, in per cent of its pages.

    Of what is no words, it prints the page that keeps most of it, too.
    """
    for low in sorted(Path(sys.argv[1]).rglob(f"{VARIANT}/*.pdf")):
        usual = low.parent.parent / low.name.replace(f"-{VARIANT}", "")
        if usual.is_file():
            print(f"{usual.stem:40} {_compared(usual, low)}")


def _compared(usual: Path, low: Path) -> str:
    all_usual, all_low = (mean(inks(path, words=True)) for path in (usual, low))
    pages = [list(inks(path, words=False)) for path in (usual, low)]
    rest_usual, rest_low = map(mean, pages)
    most = max(kept / had for had, kept in zip(*pages, strict=False) if had)
    words = f"{all_usual - rest_usual:5.2f} to {all_low - rest_low:5.2f}"
    rest = f"{rest_usual:5.2f} to {rest_low:5.2f}, {rest_low / rest_usual:4.0%}"
    return f"{all_low / all_usual:4.0%}; words {words}; else {rest}, at most {most:4.0%}"


if __name__ == "__main__":
    main()
