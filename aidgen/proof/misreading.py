"""What is printed as it was laid out, and may be read otherwise, or not at all.

Words and numbers that run together, lines beside a number that look like a sign or a digit, numbers
that are upside down, and type that is too small to be seen.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from aidgen.assets.papers import Bounds, transform_bounds
from aidgen.game.texts import letters_without_hyphens
from aidgen.layout.faults import Fault, FaultKind
from aidgen.layout.promises import Promise
from aidgen.page.layout import LaidSheet
from aidgen.page.shapes import Border, Painted, StraightLine, Tint
from aidgen.proof.capitals import find_letters
from aidgen.proof.content import Glyph, RunFault, TextRun
from aidgen.proof.readback import PromiseCheck

SMALLEST_SEEN = 2.0
"""The smallest type in pt that is more than a row of dots: half of the smallest that is printed."""
LEAST_DIGIT_SPACE, LEAST_WORD_SPACE = 0.1, 0.05
"""How far in em words are apart at least: half of the narrowest space of our fonts between digits,
half of the narrow one before a unit elsewhere."""
SAME_LINE = 0.3
"""How far in em letters of one line may be above each other, as in an index."""
FACING_AWAY = -0.7
"""The cosine of an angle beyond which a text is upside down beside another one."""
BESIDE = 0.35
"""How far in em from a number a line may be to be read with it."""
BAR_REACH = 0.35
"""How far in em a line that looks like a 1 may reach above or below a digit."""
THINNEST, THICKEST = 0.03, 0.25
"""How thick in em a line is that looks like a stroke of a letter."""
MINUS = (0.2, 0.9)
"""How long in em a line is that looks like a minus."""
POINT = (0.05, 0.25)
"""How wide and high in em an area is that looks like a decimal point."""


def check_misreadings(
    runs: Sequence[TextRun], check: PromiseCheck, sheets: Sequence[LaidSheet]
) -> Iterator[RunFault]:
    """Yield what may be read otherwise; words that run together are a fault between digits."""
    yield from _tiny_texts(runs)
    yield from _joined_words(runs, check)
    yield from _turned_numbers(runs, check)
    yield from _signs_of_lines(runs, sheets)


def _fault(run: TextRun, found: str, kind: FaultKind = "misread") -> RunFault:
    return RunFault(run, Fault(kind=kind, found=found, words=run.text.strip(), page=run.page + 1))


def _tiny_texts(runs: Sequence[TextRun]) -> Iterator[RunFault]:
    for run in runs:
        size = math.hypot(*run.glyphs[0].matrix[2:4])
        if size < SMALLEST_SEEN and run.text.strip():
            found = f"is set in type of {size:.1f} pt, which nobody can read"
            yield _fault(run, found, "unseen")


# Words that run together --------------------------------------------------------------------------


def _joined_words(runs: Sequence[TextRun], check: PromiseCheck) -> Iterator[RunFault]:
    breaks = {
        at
        for promise, place in zip(check.promises, check.places, strict=True)
        if place is not None
        for at in _breaks(promise, check.readback.words, place)
    }
    known = dict(_placed_glyphs(runs, check.readback.places))
    for place in sorted(breaks):
        if place - 1 not in known or place not in known:
            continue
        (run, before), (_, after) = known[place - 1], known[place]
        if not (before.char[-1:].isalnum() and after.char[:1].isalnum()):
            continue
        space = _space_between(before, after)
        are_digits = before.char[-1:].isdigit() and after.char[:1].isdigit()
        least = LEAST_DIGIT_SPACE if are_digits else LEAST_WORD_SPACE
        if space is not None and space < least:
            found = f"has no space between “{before.char}” and “{after.char}”"
            yield _fault(run, found, "number" if are_digits else "misread")


def _breaks(promise: Promise, words: str, place: range) -> Iterator[int]:
    """Yield the position in `words` of each space of a promised text, which is at a place there."""
    at = place.start
    for word in promise.text.split()[:-1]:
        read = find_letters(words, letters_without_hyphens(word), at, place.stop)
        if read is None:  # a letter and an accent after a space
            return
        at = read.stop
        yield at


def _placed_glyphs(
    runs: Sequence[TextRun], places: Mapping[tuple[int, int | None], int]
) -> Iterator[tuple[int, tuple[TextRun, Glyph]]]:
    """Yield the glyphs of single letters, each with its position in the words that were read."""
    reached: dict[tuple[int, int | None], int] = dict(places)
    for run in runs:
        here = run.page, run.mcid
        if here not in reached:
            continue
        if run.shaped_text is not None or run.transformed:
            reached[here] += len(letters_without_hyphens(run.text))
            continue
        for glyph in run.glyphs:
            letters = len(letters_without_hyphens(glyph.char))
            if letters == 1:
                yield reached[here], (run, glyph)
            reached[here] += letters


def _space_between(one: Glyph, other: Glyph) -> float | None:
    """Return the space in em between two letters of a line; None if they are on two lines."""
    a, b, c, d, x, y = one.matrix
    wide, em = math.hypot(a, b), math.hypot(c, d)
    *_, other_x, other_y = other.matrix
    if not wide or not em:
        return None
    along = ((other_x - x) * a + (other_y - y) * b) / wide
    above = ((other_y - y) * a - (other_x - x) * b) / wide
    if abs(above) > SAME_LINE * em or along < -em / 2:
        return None
    return (along - one.face.advance(one.code) * wide) / em


# Numbers upside down ------------------------------------------------------------------------------


def _turned_numbers(runs: Sequence[TextRun], check: PromiseCheck) -> Iterator[RunFault]:
    of_box: dict[tuple[int, str], list[TextRun]] = defaultdict(list)
    for run in runs:
        promise = check.promise_of(run)
        if promise is not None and run.text.strip():
            of_box[run.page, promise.box].append(run)
    for together in of_box.values():
        main = _direction(max(together, key=lambda run: len(run.text)))
        for run in together:
            here = _direction(run)
            facing = here[0] * main[0] + here[1] * main[1]
            if facing < FACING_AWAY and any(char.isdigit() for char in run.text):
                yield _fault(run, "is upside down beside other text")


def _direction(run: TextRun) -> tuple[float, float]:
    a, b, *_ = run.glyphs[0].matrix
    wide = math.hypot(a, b) or 1.0
    return a / wide, b / wide


# Lines that look like signs -----------------------------------------------------------------------


def _signs_of_lines(runs: Sequence[TextRun], sheets: Sequence[LaidSheet]) -> Iterator[RunFault]:
    lines = {
        page: [bounds for painted in sheet.painted for bounds in _lines(painted)]
        for page, sheet in enumerate(sheets)
    }
    for run in runs:
        for glyph in run.glyphs:
            bounds = glyph.bounds
            if glyph.char.isdigit() and bounds and glyph.matrix[1] == 0 and lines.get(run.page):
                signs = (_sign(line, bounds, glyph.matrix[3]) for line in lines[run.page])
                sign = next(filter(None, signs), "")
                if sign:
                    yield _fault(run, f"has a line beside “{glyph.char}” that looks like {sign}")
                    break


def _lines(painted: Painted) -> Iterator[Bounds]:
    """Yield the edges in pt of what is painted straight and alone, as a stroke is."""
    shape = painted.shape
    if isinstance(shape, Tint):
        yield from (transform_bounds(one.bounds, painted.matrix) for one in shape.outlines)
    elif isinstance(shape, StraightLine):
        (left, top), (right, bottom) = shape.start, shape.end
        half = shape.side.width / 2
        level = abs(right - left) > abs(bottom - top)
        wide, high = (0.0, half) if level else (half, 0.0)
        edges = (left - wide, top - high, right + wide, bottom + high)
        yield transform_bounds(edges, painted.matrix)
    elif isinstance(shape, Border):
        left, top, right, bottom = shape.outer.bounds
        above, aside, below, before = (
            side.width if side.colour[3] else 0.0 for side in shape.sides
        )
        if not (above or below):
            if before:
                yield transform_bounds((left, top, left + before, bottom), painted.matrix)
            if aside:
                yield transform_bounds((right - aside, top, right, bottom), painted.matrix)
        elif not (before or aside):
            if above:
                yield transform_bounds((left, top, right, top + above), painted.matrix)
            if below:
                yield transform_bounds((left, bottom - below, right, bottom), painted.matrix)


def _sign(line: Bounds, digit: Bounds, em: float) -> str:
    """Return what a line looks like beside a digit; "" if like nothing."""
    left, bottom, right, top = (edge / em for edge in line)
    first, foot, last, head = (edge / em for edge in digit)
    wide, high = right - left, top - bottom
    apart = max(first - right, left - last)
    if apart < 0 or apart > BESIDE:
        return ""
    is_upright = THINNEST <= wide <= THICKEST and high > (head - foot) / 2
    if is_upright and top < head + BAR_REACH and bottom > foot - BAR_REACH:
        return "a 1"
    is_level = THINNEST <= high <= THICKEST and MINUS[0] <= wide <= MINUS[1]
    middle = (top + bottom) / 2 - foot
    if is_level and right <= first and (head - foot) / 4 < middle < (head - foot) * 3 / 4:
        return "a minus"
    is_point = POINT[0] <= min(wide, high) and max(wide, high) <= POINT[1]
    is_on_line = top > foot and abs(bottom - foot) < POINT[1]  # and no underline
    return "a point" if is_point and is_on_line else ""
