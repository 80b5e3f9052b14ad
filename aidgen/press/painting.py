"""The shapes of a laid out page in the order in which they are painted (CSS 2.1, appendix E)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from aidgen.assets.geometry import UNIT, Matrix, times
from aidgen.page.shapes import Clip, Painted, Shape
from aidgen.press import shapes
from aidgen.press.boxes import PT_PER_PX, Box, PageBox, Stacking, stacking

STRUCK = ("s", "strike", "del")
"""Elements whose words are struck through by their meaning."""


@dataclass(frozen=True, slots=True)
class _Around:
    """What holds for all that is in a box: how it is placed, cut off and seen through."""

    matrix: Matrix
    clips: tuple[Clip, ...] = ()
    opacity: float = 1.0
    struck: bool = False
    """Whether it is within an element whose words are struck through."""

    def painted(self, found: Iterable[Shape]) -> Iterator[Painted]:
        """Yield shapes as they are painted here."""
        for shape in found:
            yield Painted(shape, self.matrix, self.clips, self.opacity)


@dataclass(frozen=True, slots=True)
class _Context:
    """A box that is painted at once with all that is in it."""

    box: Box
    around: _Around
    stacking: Stacking
    layers: _Layers


@dataclass(frozen=True, slots=True)
class _Layers:
    """What is in a context, sorted by when it is painted, each in the order of the document."""

    contexts: list[_Context]
    """What lies below and above the rest."""
    blocks: list[tuple[Box, _Around]] = field(default_factory=list)
    floats: list[_Context] = field(default_factory=list)
    inlines: list[tuple[Box, _Around] | _Context] = field(default_factory=list)
    """Words, pictures, and the boxes around them."""


def painted(page: PageBox) -> tuple[Painted, ...]:
    """Return the shapes of a page, what lies behind first."""
    around = _Around((PT_PER_PX, 0, 0, -PT_PER_PX, 0, page.height * PT_PER_PX))
    children = [_context(child, around, stacking(child), []) for child in page.children]
    children.sort(key=lambda context: context.stacking.level)
    behind = around.painted(shapes.canvas(page.engine))
    return (*behind, *(shape for context in children for shape in _painted(context, True)))


def _context(box: Box, around: _Around, how: Stacking, contexts: list[_Context]) -> _Context:
    """Return a box as a context; those that stand apart within it are put into `contexts`."""
    layers = _Layers(contexts)
    if box.matrix != UNIT:
        around = replace(around, matrix=times(box.matrix, around.matrix))
    if how.opacity < 1:
        around = replace(around, opacity=around.opacity * how.opacity)
    inside = replace(around, struck=around.struck or _is_struck(box))
    if box.clips:
        clip = Clip(shapes.padding(box.engine), around.matrix)
        inside = replace(inside, clips=(*around.clips, clip))
    if box.kind in ("inline", "picture"):
        layers.inlines.append((box, inside))
    for child in box.children:
        _sort(child, inside, layers)
    return _Context(box, around, how, layers)


def _sort(box: Box, around: _Around, layers: _Layers) -> None:
    """Put a box, and what is in it, where it is to be painted."""
    how = stacking(box)
    if how.apart or box.clips or box.matrix != UNIT:
        layers.contexts.append(_context(box, around, how, []))
    elif how.positioned:
        inner: list[_Context] = []
        layers.contexts.append(_context(box, around, how, inner))
        layers.contexts.extend(inner)
    elif box.floated:
        layers.floats.append(_context(box, around, how, layers.contexts))
    elif box.kind == "atom":
        layers.inlines.append(_context(box, around, how, layers.contexts))
    else:
        if box.kind in ("block", "table"):
            layers.blocks.append((box, around))
        elif box.kind != "part":
            layers.inlines.append((box, around))
        if _is_struck(box):
            around = replace(around, struck=True)
        for child in box.children:
            _sort(child, around, layers)


def _is_struck(box: Box) -> bool:
    return box.element is not None and box.element.tag in STRUCK


def _painted(context: _Context, apart: bool) -> Iterator[Painted]:
    """Yield the shapes of a context; if it stands `apart`, with what lies below and above it."""
    box, around, layers = context.box, context.around, context.layers
    if box.kind != "inline":
        yield from around.painted(_block(box))
    if apart:
        yield from _stacked(layers.contexts, -1)
    for block, outside in layers.blocks:
        yield from outside.painted(_block(block))
    for floated in layers.floats:
        yield from _painted(floated, False)
    for inline in layers.inlines:
        if isinstance(inline, _Context):
            yield from _painted(inline, False)
        else:
            yield from inline[1].painted(_inline(*inline))
    if apart:
        yield from _stacked(layers.contexts, 0)
        yield from _stacked(layers.contexts, 1)
