"""How much room words take, from the widths of the letters in our fonts, before anything is set."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from fontTools.ttLib import TTFont

from aidgen.assets.papers import PT_PER_MM


@cache
def _widths(face: str) -> tuple[dict[int, int], int]:
    """Return the widths of a face's characters in font units, and the units of an em."""
    name = f"SourceSansPro-{face}.ttf"
    with (
        as_file(files("font_source_sans_pro") / "files" / name) as path,
        TTFont(path, lazy=True) as font,
    ):
        advances = font["hmtx"].metrics
        widths = {code: advances[name][0] for code, name in font.getBestCmap().items()}
        return widths, font["head"].unitsPerEm


@cache
def characters() -> frozenset[str]:
    """Return every character that one of our fonts can draw."""
    found: set[int] = set()
    for package, family in (("sans", "SourceSansPro"), ("serif", "SourceSerifPro")):
        folder = files(f"font_source_{package}_pro") / "files"
        with as_file(folder / f"{family}-Regular.ttf") as path, TTFont(path, lazy=True) as font:
            found |= font.getBestCmap().keys()
    return frozenset(map(chr, found))


def width(words: str, size: float, face: str = "Regular") -> float:
    """Return the width in mm of `words` at `size` pt."""
    return _ems(words, face) * size / PT_PER_MM


@cache
def _ems(words: str, face: str) -> float:
    """Return the width of `words` as a part of the type size."""
    widths, em = _widths(face)
    usual = widths[ord("n")]
    return sum(widths.get(ord(letter), usual) for letter in words) / em


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
