"""Judges PDFs for a printing press from outside: qpdf, poppler and Ghostscript's plates.

    .venv/bin/python bench/press.py [--ink 240] FILE.pdf …

For each file: whether qpdf finds an error, which PDF/X poppler reads, and the greatest sum of inks
on the plates that Ghostscript (tiffsep) draws. Needs qpdf, poppler-utils and ghostscript. Exit
status: 1 if a file is wrong.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops, ImageMath

INKS = ("Cyan", "Magenta", "Yellow", "Black")
DPI = 100
ROUNDED = 3
"""By how many percent a sum of four rounded plates may be off."""


def judge(path: Path, most: int) -> list[str]:
    """Return what is wrong with a PDF."""
    wrong = []
    if run("qpdf", "--check", path).returncode:
        wrong.append("qpdf finds errors")
    reported = run("pdfinfo", path).stdout
    standard = re.search(r"PDF subtype:\s+(.+)", reported)
    if not standard:
        wrong.append("poppler reads no PDF/X")
    with tempfile.TemporaryDirectory() as folder:
        plates = ("-sDEVICE=tiffsep", f"-r{DPI}", f"-sOutputFile={folder}/%d.tif")
        done = run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", *plates, path)
        if done.returncode or "rror" in done.stdout + done.stderr:
            wrong.append("Ghostscript reports an error")
        pages = [page for page in Path(folder).glob("*.tif") if page.stem.isdecimal()]
        fullest = max((fullest_ink(page) for page in pages), default=0.0)
    if fullest > most + ROUNDED:
        wrong.append(f"{fullest:.0f} % of ink")
    named = standard[1] if standard else "no PDF/X"
    print(f"{path}: {named}, {len(pages)} pages, at most {fullest:.0f} % of ink", *wrong, sep="; ")
    return wrong


def fullest_ink(page: Path) -> float:
    """Return the greatest sum of inks on a page, in percent."""
    plates: list[Image.Image] = []
    for ink in INKS:
        with Image.open(page.with_name(f"{page.stem}({ink}).tif")) as opened:
            plates.append(ImageChops.invert(opened.convert("L")).convert("I"))
    total: Image.Image = plates[0]
    for plate in plates[1:]:
        total = ImageMath.lambda_eval(lambda args: args["a"] + args["b"], a=total, b=plate)
    high = total.getextrema()[1]
    assert isinstance(high, int | float), "there is one band"
    return 100 * high / 255


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program."""
    return subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)


def main() -> int:
    """Judge the files that are named; return 1 if one is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--ink", type=int, default=240)
    words = parser.parse_args()
    return int(any([judge(path, words.ink) for path in words.files]))


if __name__ == "__main__":
    sys.exit(main())
