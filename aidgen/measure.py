"""How much room words take, from the widths of the letters in our fonts, before anything is set."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from fontTools.ttLib import TTFont

from aidgen.paper import PT_PER_MM


@cache
def _widths(face: str) -> tuple[dict[int, int], int]:
    """Return the widths of a face's characters in font units, and the units of an em."""
    with as_file(files("font_source_sans_pro") / "files" / f"SourceSansPro-{face}.ttf") as path:
        font = TTFont(path, lazy=True)
        advances = font["hmtx"].metrics
        widths = {code: advances[name][0] for code, name in font.getBestCmap().items()}
        return widths, font["head"].unitsPerEm


def width(words: str, size: float, face: str = "Regular") -> float:
    """Return the width in mm of `words` at `size` pt."""
    widths, em = _widths(face)
    usual = widths[ord("n")]
    return sum(widths.get(ord(letter), usual) for letter in words) / em * size / PT_PER_MM


def lines(words: str, size: float, room: float, face: str = "Regular") -> int:
    """Return how many lines of `room` mm the `words` fill at `size` pt, no word divided."""
    space = width(" ", size, face)
    count, used = 1, 0.0
    for word in words.split():
        needed = width(word, size, face)
        if used and used + space + needed > room:
            count, used = count + 1, needed
        else:
            used += needed + (space if used else 0)
    return count
