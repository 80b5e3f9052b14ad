"""How much ink `--ink low` takes beside what the author has: in all, of words, of all else.

.venv/bin/python -m aidgen build --out OUT; .venv/bin/python -m aidgen build --out OUT --ink low
.venv/bin/python bench/inks.py OUT
"""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2
from pypdfium2 import raw

DPI = 100
VARIANT = "low-ink"


def main() -> None:
    """Print the ink of each aid that is there in both ways, in per cent of its pages."""
    for low in sorted(Path(sys.argv[1]).rglob(f"{VARIANT}/*.pdf")):
        usual = low.parent.parent / low.name.replace(f"-{VARIANT}", "")
        if usual.is_file():
            all_usual, all_low = ink(usual, words=True), ink(low, words=True)
            rest_usual, rest_low = ink(usual, words=False), ink(low, words=False)
            words = f"{all_usual - rest_usual:5.2f} to {all_low - rest_low:5.2f}"
            rest = f"{rest_usual:5.2f} to {rest_low:5.2f}, {rest_low / rest_usual:4.0%}"
            print(f"{usual.stem:40} {all_low / all_usual:4.0%}; words {words}; else {rest}")


def ink(path: Path, *, words: bool) -> float:
    """Return how much of its pages a PDF blackens, in per cent, with its words or without."""
    with pypdfium2.PdfDocument(path) as document:
        pages = [blackened(page, words=words) for page in document]
    return 100 * sum(pages) / len(pages)


def blackened(page: pypdfium2.PdfPage, *, words: bool) -> float:
    """Return which part of a page is black; grey counts in part."""
    if not words:
        without_words(page)
    levels = page.render(scale=DPI / 72).to_pil().convert("L").histogram()
    return sum((255 - level) * count for level, count in enumerate(levels)) / sum(levels) / 255


def without_words(page: pypdfium2.PdfPage) -> None:
    """Take the words out of a page, and out of the pieces on it."""
    for piece in page.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1):
        for number in reversed(range(raw.FPDFFormObj_CountObjects(piece.raw))):
            drawn = raw.FPDFFormObj_GetObject(piece.raw, number)
            if raw.FPDFPageObj_GetType(drawn) == raw.FPDF_PAGEOBJ_TEXT:
                raw.FPDFFormObj_RemoveObject(piece.raw, drawn)
    for text in list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=1)):
        page.remove_obj(text)


if __name__ == "__main__":
    main()
