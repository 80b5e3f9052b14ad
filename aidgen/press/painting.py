"""The shapes of a laid out page in the order in which they are painted (CSS 2.1, appendix E).

It goes through the engine's own boxes as they were laid out; nothing of how it draws is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from aidgen.assets.geometry import Matrix, times
from aidgen.page.shapes import Clip, Painted, Shape
from aidgen.press.engine import shapes
from aidgen.press.engine.boxes import PT_PER_PX

STRUCK = ("s", "strike", "del")
"""Elements whose words are struck through by their meaning."""
ATOMS = ("InlineBlockBox", "InlineFlexBox", "InlineGridBox")
"""Boxes that stand in a line like a letter."""
BOXED = (
    *("BlockBox", "MarginBox", "InlineBlockBox", "TableCellBox"),
    *("FlexContainerBox", "GridContainerBox", "ReplacedBox"),
)
"""Boxes that draw their background and border before what is in them."""


@dataclass(frozen=True, slots=True)
class _Around:
    """What holds for all that is in a box: how it is placed, cut off and seen through."""

    matrix: Matrix
    clips: tuple[Clip, ...] = ()
    opacity: float = 1.0
    struck: bool = False
    """Whether it is within an element whose words are struck through."""

    def within(self, box: Any) -> _Around:
        """Return what holds for what is in `box`, which is itself within."""
        if box.style["overflow"] != "visible":
            clip = Clip(shapes.padding(box), self.matrix)
            return replace(self, clips=(*self.clips, clip))
        return self

    def beside(self, box: Any) -> _Around:
        """Return what holds for `box` itself."""
        around = self
        if box.transformation_matrix:
            matrix = times(box.transformation_matrix.values, around.matrix)
            around = replace(around, matrix=matrix)
        if box.style["opacity"] < 1:
            around = replace(around, opacity=around.opacity * box.style["opacity"])
        if str(box.element_tag) in STRUCK:
            around = replace(around, struck=True)
        return around


@dataclass(frozen=True, slots=True)
class _Stack:
    """A box that is painted at once with what is in it, sorted by when that is painted."""

    box: Any
    around: _Around
    apart: list[_Stack]
    """What lies below and above the rest; not its own if it belongs to a stack around it."""
    owner: bool
    blocks: list[tuple[Any, _Around]] = field(default_factory=list)
    floats: list[_Stack] = field(default_factory=list)
    inlines: list[tuple[Any, _Around] | _Stack] = field(default_factory=list)
    """Words, pictures, and the boxes around them."""

    @property
    def level(self) -> int:
        """How far above others it lies."""
        level = self.box.style["z_index"]
        return 0 if level == "auto" else int(level)


def painted(page: Any) -> tuple[Painted, ...]:
    """Return the shapes of a page of the engine (its `PageBox`), what lies behind first."""
    around = _Around((PT_PER_PX, 0, 0, -PT_PER_PX, 0, page.margin_height() * PT_PER_PX))
    stacks = [_stack(child, around) for child in page.children]
    found = list(_painted_here(around, shapes.canvas(page)))
    for stack in sorted(stacks, key=lambda stack: stack.level):
        found += _painted(stack)
    return tuple(found)


def _stack(box: Any, outside: _Around, apart: list[_Stack] | None = None) -> _Stack:
    """Return a box as a stack; `apart` takes what stands apart in it if that is not its own."""
    around = outside.beside(box)
    stack = _Stack(box, around, [] if apart is None else apart, apart is None)
    inside = around.within(box)
    if _is(box, "InlineBox", "ReplacedBox"):
        stack.inlines.append((box, inside))
    for child in getattr(box, "children", ()):
        _sort(child, inside, stack)
    return stack


def _sort(found: Any, around: _Around, stack: _Stack) -> None:
    """Put a box, and what is in it, where it is to be painted."""
    box = getattr(found, "_box", found)  # what is out of the flow stands in for its box
    style = box.style
    if _stands_apart(box):
        stack.apart.append(_stack(box, around))
    elif style["position"] != "static":
        at = len(stack.apart)
        stack.apart.insert(at, _stack(box, around, stack.apart))
    elif box.is_floated():
        stack.floats.append(_stack(box, around, stack.apart))
    elif _is(box, *ATOMS):
        stack.inlines.append(_stack(box, around, stack.apart))
    else:
        if _is(box, "BlockLevelBox"):
            stack.blocks.append((box, around))
        if _is(box, "InlineLevelBox", "LineBox", "ReplacedBox"):
            stack.inlines.append((box, around))
        around = around.beside(box)
        for child in getattr(box, "children", ()):
            _sort(child, around, stack)


def _stands_apart(box: Any) -> bool:
    """Tell whether nothing of what is outside can lie between parts of a box."""
    style = box.style
    return bool(
        ((style["position"] != "static" or box.is_grid_item) and style["z_index"] != "auto")
        or style["opacity"] < 1
        or style["transform"]
        or style["overflow"] != "visible"
    )


def _painted(stack: _Stack) -> Iterator[Painted]:
    """Yield the shapes of a stack; what stands apart in it only if it is its own."""
    box, around = stack.box, stack.around
    if _is(box, *BOXED):
        yield from _painted_here(around, _block(box))
    if stack.owner:
        yield from _stacked(stack.apart, below=True)
    for block, outside in stack.blocks:
        yield from _painted_here(outside, _block(block))
    for floated in stack.floats:
        yield from _painted(floated)
    for inline in stack.inlines:
        if isinstance(inline, _Stack):
            yield from _painted(inline)
        else:
            yield from _painted_here(inline[1], _inline(*inline, framed=inline[0] is box))
    if stack.owner:
        yield from _stacked(stack.apart, below=False)
    for outlined in (box, *(block for block, _ in stack.blocks)):
        yield from _painted_here(around, shapes.outline(outlined))


def _stacked(stacks: Sequence[_Stack], *, below: bool) -> Iterator[Painted]:
    """Yield the shapes of what lies below, or not below, its surroundings; the lowest first."""
    chosen = [stack for stack in stacks if (stack.level < 0) == below]
    for stack in sorted(chosen, key=lambda stack: stack.level):
        yield from _painted(stack)


def _painted_here(around: _Around, found: Iterable[Shape]) -> Iterator[Painted]:
    for shape in found:
        yield Painted(shape, around.matrix, around.clips, around.opacity)


def _block(box: Any) -> Iterator[Shape]:
    """Yield what lies behind the content of a block, of a table with all its cells."""
    if _is(box, "TableBox"):
        yield from shapes.table(box)
    else:
        yield from shapes.background(box)
        yield from shapes.border(box)
        yield from shapes.column_rules(box)


def _inline(box: Any, around: _Around, *, framed: bool) -> Iterator[Shape]:
    """Yield what a box in a line draws; a picture may have its background and border already."""
    if _is(box, "TextBox"):
        yield from shapes.decorations(box, around.struck)
        return
    if not (_is(box, "ReplacedBox") and (framed or _is(box, "BlockLevelBox"))):
        yield from shapes.background(box)
        yield from shapes.border(box)
        yield from shapes.outline(box)
    if _is(box, "ReplacedBox"):
        yield from shapes.picture(box)


def _is(box: Any, *names: str) -> bool:
    """Tell whether a box is of one of the engine's classes `names`."""
    kind: Any = type(box)
    return not _classes(kind).isdisjoint(names)


@cache
def _classes(kind: Any) -> frozenset[str]:
    return frozenset(parent.__name__ for parent in kind.__mro__)
