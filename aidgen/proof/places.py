"""Where texts are drawn, held against where they were laid out, and against each other."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aidgen.assets.geometry import Bounds, hull
from aidgen.game.texts import text_letters
from aidgen.page.faults import Fault, Kind
from aidgen.page.layout import Run, Sheet
from aidgen.proof.embedded import UNKNOWN
from aidgen.proof.glyphs import Drawn, Finding, Glyph
from aidgen.proof.shaped import unlike
from aidgen.proof.typefaces import not_asked

ASIDE = 1.0
"""How far in pt a text may stand from where it was laid out."""
SCALE = 0.02
"""By how much of itself type may differ in size from what was laid out."""
BEARING = 0.5
"""How far in pt the ink of a letter may reach over its place: italics lean out of theirs."""
COLLISION = 0.2
"""How much of a letter's box may lie on a letter of another text: kerning reaches over."""


def in_place(
    runs: Sequence[Drawn], sheets: Sequence[Sheet], drawn_texts: Sequence[str]
) -> Iterator[Finding]:
    """Yield texts that are not drawn where they were laid out, and those that nobody laid out."""
    of_page = defaultdict(list)
    for run in runs:
        of_page[run.page].append(run)
        if UNKNOWN in run.text:
            found = "has a glyph that is no character"
            yield Finding(run, _fault("glyph", found, run.text, run.page))
    for number, sheet in enumerate(sheets):
        matched = _matched(of_page[number], [run for run in sheet.runs if not run.in_letters])
        for drawn, laid in matched.pairs:
            found = unlike(drawn.glyphs, laid)
            if found:
                yield Finding(drawn, _fault("astray", found, drawn.text, number))
            elif asked := not_asked(drawn.glyphs, laid):
                yield Finding(drawn, _other_font(asked, laid.text, number))
        for laid in matched.missing:
            found = "is not drawn where it was laid out"
            yield Finding(None, _fault("astray", found, laid.text, number))
        in_letters = [run for run in sheet.runs if run.in_letters]
        yield from _pictured(matched.astray, in_letters, number)
    words = "".join(
        text_letters(run.text) for sheet in sheets for run in sheet.runs if run.pictured
    )
    if words != "".join(map(text_letters, drawn_texts)):
        found = f"has the words “{words}” in its pictures"
        expected = f"“{' '.join(drawn_texts)}”"
        yield Finding(None, Fault(kind="astray", found=found, expected=expected))


def _fault(kind: Kind, found: str, words: str, page: int, expected: str = "") -> Fault:
    return Fault(kind=kind, found=found, expected=expected, words=words.strip(), page=page + 1)


def _other_font(asked: str, words: str, page: int) -> Fault:
    """Say that words are not in the font that was asked for."""
    return _fault("font", "is set in another font", words, page, expected=asked)


@dataclass(frozen=True)
class _Matched:
    """The texts of a page: those drawn as they were laid out, each with its layout, and others."""

    pairs: tuple[tuple[Drawn, Run], ...]
    missing: tuple[Run, ...]
    """What is laid out and not drawn in place."""
    astray: tuple[Drawn, ...]
    """What else is drawn."""


def _matched(runs: Sequence[Drawn], laid_out: Sequence[Run]) -> _Matched:
    """Hold the texts drawn on a page against those that were laid out."""
    laid: dict[str, list[Run]] = defaultdict(list)
    for run in laid_out:
        if text_letters(run.text):
            laid[text_letters(run.text)].append(run)
    pairs: list[tuple[Drawn, Run]] = []
    astray: list[Drawn] = []
    for drawn in runs:
        places = laid[text_letters(drawn.text)]
        here = next((run for run in places if _as_laid_out(drawn.glyphs, run)), None)
        if here:
            places.remove(here)
            pairs.append((drawn, here))
        else:
            astray.append(drawn)
    missing = (run for places in laid.values() for run in places)
    return _Matched(tuple(pairs), tuple(missing), tuple(astray))


def _pictured(astray: Sequence[Drawn], laid_out: Sequence[Run], number: int) -> Iterator[Finding]:
    """Yield the words of pictures that are not drawn, letter by letter, where they were laid out.

    `astray` are the texts of a page that no box holds, in the order in which they are drawn.
    """
    glyphs = [glyph for drawn in astray for glyph in drawn.glyphs]
    for run in filter(lambda run: text_letters(run.text), laid_out):
        while glyphs and not text_letters(glyphs[0].char):
            glyphs.pop(0)
        taken: list[Glyph] = []
        while glyphs and len(_joined(taken)) < len(text_letters(run.text)):
            taken.append(glyphs.pop(0))
        as_laid_out = taken and _as_laid_out(taken, run)
        if (
            _joined(taken) != text_letters(run.text)
            or not as_laid_out
            or not _abreast(taken, run.text)
        ):
            found = "in a picture is not drawn where it was laid out"
            yield Finding(None, _fault("astray", found, run.text, number))
        elif asked := not_asked(taken, run):
            yield Finding(None, _other_font(asked, run.text, number))
    if _joined(glyphs):
        left = next((drawn for drawn in astray if glyphs[-1] in drawn.glyphs), None)
        found = "stands where nothing was laid out"
        yield Finding(left, _fault("stray", found, _joined(glyphs), number))


def _joined(glyphs: Sequence[Glyph]) -> str:
    return text_letters("".join(glyph.char for glyph in glyphs))


def _abreast(glyphs: Sequence[Glyph], text: str) -> bool:
    """Tell whether each letter of `text` stands where those before it end, shaped like the first.

    Spaces are not drawn.
    """
    face, (a, b, c, d, _, _) = glyphs[0].face, glyphs[0].matrix
    em = math.hypot(c, d)
    places = [face.length(text[:at]) for at, char in enumerate(text) if not char.isspace()]
    for glyph, gone in zip(glyphs, places, strict=False):
        off = [one - other for one, other in zip(glyph.matrix, glyphs[0].matrix, strict=True)]
        if any(abs(part) > SCALE * em for part in off[:4]):
            return False
        if math.hypot(off[4] - a * gone, off[5] - b * gone) > ASIDE:
            return False
    return len(places) == len(glyphs)


def _as_laid_out(glyphs: Sequence[Glyph], run: Run) -> bool:
    """Tell whether a text is drawn upright in the place, the size and the width of its layout."""
    a, b, c, d, x, y = _ends(glyphs)[0].matrix
    size = math.hypot(c, d)
    long, short = _width(glyphs), _width(_trimmed(glyphs))
    tolerance = ASIDE + SCALE * run.width
    return (
        math.hypot(run.x - x, run.y - y) < ASIDE
        and abs(size / run.size - 1) < SCALE
        # The layout counts a space at the end of a text, but not at the end of a line.
        and short - tolerance < run.width < long + tolerance
        and a * d - b * c > 0
        and abs(math.remainder(math.atan2(b, a) - math.radians(run.turn), math.tau)) < SCALE
    )


def _trimmed(glyphs: Sequence[Glyph]) -> Sequence[Glyph]:
    end = len(glyphs)
    while end and glyphs[end - 1].char.isspace():
        end -= 1
    return glyphs[:end]


def _ends(glyphs: Sequence[Glyph]) -> tuple[Glyph, Glyph]:
    """Return the first and last glyphs that move the pen: marks stand where their letters are."""
    first = next((glyph for glyph in glyphs if glyph.face.advance(glyph.code)), glyphs[0])
    last = next((glyph for glyph in reversed(glyphs) if glyph.face.advance(glyph.code)), glyphs[-1])
    return first, last


def _width(glyphs: Sequence[Glyph]) -> float:
    if not glyphs:
        return 0.0
    first, last = _ends(glyphs)
    (*_, x, y), (a, b, *_, end_x, end_y) = first.matrix, last.matrix
    advance = last.face.advance(last.code)
    return math.hypot(end_x - x, end_y - y) + math.hypot(a, b) * advance


def overlapping(runs: Sequence[Drawn]) -> Iterator[Finding]:
    """Yield the texts of which a letter lies on a letter of another text."""
    pages = defaultdict(list)
    for run in runs:
        if run.boxes:
            pages[run.page].append((hull(run.boxes), run.boxes, run))
    for number, placed in pages.items():
        placed.sort(key=lambda item: item[0][1])
        for i, (box, boxes, run) in enumerate(placed):
            for other_box, other_boxes, other in placed[i + 1 :]:
                if other_box[1] >= box[3]:
                    break
                if other_box[0] < box[2] and box[0] < other_box[2] and _collide(boxes, other_boxes):
                    found = f"and “{other.text.strip()}” overlap"
                    yield Finding(run, _fault("overlap", found, run.text, number))


def _collide(boxes: Sequence[Bounds], others: Sequence[Bounds]) -> bool:
    frame, other_frame = hull(boxes), hull(others)
    here = [box for box in boxes if _common(box, other_frame)]
    there = [box for box in others if _common(box, frame)]
    return any(
        _common(one, two) > COLLISION * min(_area(one), _area(two)) for one in here for two in there
    )


def _common(one: Bounds, two: Bounds) -> float:
    width = min(one[2], two[2]) - max(one[0], two[0])
    height = min(one[3], two[3]) - max(one[1], two[1])
    return width * height if width > 0 and height > 0 else 0.0


def _area(box: Bounds) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def beyond(runs: Sequence[Drawn], edges: Sequence[Bounds]) -> Iterator[Finding]:
    """Yield the texts of which a letter reaches over the edge of its page, given in pt.

    By a bearing at most it may: on paper a margin is around it, or another piece.
    """
    for run in runs:
        left, bottom, right, top = edges[run.page]
        page = (left - BEARING, bottom - BEARING, right + BEARING, top + BEARING)
        if hull([page, *run.boxes]) != page:
            found = "reaches over the edge of its page"
            yield Finding(run, _fault("edge", found, run.text, run.page))
