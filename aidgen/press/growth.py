"""How high boxes get in larger or smaller type, reckoned from a layout instead of another one.

Lines are broken again where words of the new width ask for it; of what stands side by side, the
highest counts, and what stands below each other is added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from aidgen.layout.boxes import LaidBox

# The height in px for type that is larger by a factor.
Growth = Callable[[float], float]
# Words, each with its width in px and that of the space after it: 0 where no line may break.
Words = Sequence[tuple[float, float]]

# By which part of the growth of type spaces grow: most are in mm.
SPACE_GROWTH = 0.2
TABLE_CELLS = ("td", "th")
# By how much in px boxes may overlap that stand below each other, and words a line: rounded.
TOLERANCE = 1.0


def content_growth(box: LaidBox, *, rigid: bool = False, taken: float = 0.0) -> Growth:
    """Return how high the content of a box is, from the top of its first child to its foot.

    The lines of a `rigid` one do not break; of one beside others, type that is twice as large takes
    as many px of its width as are `taken`.
    """
    children = [each for each in box.children if takes_room(each)]
    if not children:
        return lambda ratio: 0.0
    if all(child.sort == "line" for child in children):
        return _lines(box, children, rigid=rigid, taken=taken)
    rows = [(_height(row), _row(row, rigid, taken)) for row in _rows(children)]
    space = _height(children) - sum(height for height, _ in rows)
    return lambda ratio: _spaced(space, ratio) + sum(row(ratio) for _, row in rows)


def takes_room(box: LaidBox) -> bool:
    """Tell whether a box is not merely placed on its page."""
    return box.sized and (box.in_flow or box.floated)


def _spaced(space: float, ratio: float) -> float:
    return space * (1 + SPACE_GROWTH * (ratio - 1))


def _height(boxes: Sequence[LaidBox]) -> float:
    return max(box.border[3] for box in boxes) - min(box.border[1] for box in boxes)


def _rows(boxes: Sequence[LaidBox]) -> Iterator[list[LaidBox]]:
    """Yield boxes that stand side by side."""
    row: list[LaidBox] = []
    for box in sorted(boxes, key=lambda each: each.border[1]):
        if row and box.border[1] >= max(each.border[3] for each in row) - TOLERANCE:
            yield row
            row = []
        row.append(box)
    yield row


def _row(row: Sequence[LaidBox], rigid: bool, taken: float) -> Growth:
    """Return how high boxes are that stand side by side; the lowest have space to spare."""
    height = _height(row)
    if len(row) == 1 and row[0].sort == "picture":
        return lambda ratio: height * ratio
    if any(not box.children and box.tag not in TABLE_CELLS for box in row):
        return lambda ratio: _spaced(height, ratio)  # a place to write on is in mm
    if len(row) > 1 and row[0].sort == "cell":
        short = [box for box in row if len([*islice(_lines_in(box), 2)]) < 2]
        # A table gives the cells of one line the width that they need.
        narrow = sum(width for box in short for width in _widths(box))
        rest = len(row) - len(short)
        inner = [
            content_growth(box, rigid=box in short, taken=narrow / max(rest, 1)) for box in row
        ]
    else:
        inner = [content_growth(box, rigid=rigid, taken=taken) for box in row]
    space = height - max(growth(1.0) for growth in inner)
    return lambda ratio: _spaced(space, ratio) + max(growth(ratio) for growth in inner)


def _lines_in(box: LaidBox) -> Iterator[LaidBox]:
    return (each for each in box.descendants() if each.sort == "line")


def _widths(box: LaidBox) -> Iterator[float]:
    for line in _lines_in(box):
        yield sum(width + space for width, space in _words(line))


def _lines(box: LaidBox, lines: Sequence[LaidBox], *, rigid: bool, taken: float) -> Growth:
    height, count = _height(lines), len(lines)
    words = [list(_words(line)) for line in lines]
    left, _, right, _ = box.content
    broken = _broken(words, right - left)

    def growth(ratio: float) -> float:
        more = 0 if rigid else _broken(words, (right - left - taken * (ratio - 1)) / ratio) - broken
        return height * ratio * max(1, count + more) / count

    return growth


def _words(box: LaidBox) -> Iterator[tuple[float, float]]:
    if box.text:
        letter = box.line[2] / len(box.text)
        *words, last = box.text.split(" ")
        yield from ((len(word) * letter, letter) for word in words)
        yield len(last) * letter, 0.0
    elif box.sized and (box.sort == "picture" or box.sort == "block"):
        yield box.border[2] - box.border[0], 0.0
    else:
        for child in box.children:
            yield from _words(child)


def _broken(lines: Sequence[Words], width: float) -> int:
    """Return how many lines of a width words take that stood on some lines."""
    count, filled, word = 1, 0.0, 0.0
    for line in lines:
        for length, space in (*line, (0.0, TOLERANCE)):
            word += length
            if space:
                if filled and filled + word > width + TOLERANCE:
                    count, filled = count + 1, 0.0
                filled += word + space
                word = 0.0
    return count
