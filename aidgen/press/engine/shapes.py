"""The shapes that the engine draws for a box besides its texts: backgrounds, borders, rules,
pictures.

Like `boxes.py`, it reads the engine's layout, and nothing of how the engine draws.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from typing import Any
from xml.etree.ElementTree import tostring

from aidgen.assets.papers import Bounds, Matrix, multiply
from aidgen.page.shapes import (
    SQUARE,
    Border,
    Clip,
    Dashes,
    FramePicture,
    Outline,
    Painted,
    Rgba,
    Shape,
    ShapeSide,
    StraightLine,
    Tint,
    Vague,
)
from aidgen.press.engine.boxes import PT_PER_PX, box_shadows

BORDER_SIDES = ("top", "right", "bottom", "left")


def box_background(box: Any) -> Iterator[Shape]:
    """Yield the shapes behind the content of a box, from back to front."""
    laid_out = getattr(box, "background", None)
    if laid_out is not None and laid_out.layers:
        outlines = tuple(map(_corner_outline, laid_out.layers[-1].clipped_boxes))
        yield from _background_layers(laid_out, outlines)


def page_canvas(page: Any) -> Iterator[Shape]:
    """Yield the shapes behind everything on a page, from back to front."""
    for laid_out in (page.background, page.canvas_background):
        if laid_out is not None and laid_out.layers:
            area = _corner_outline((*laid_out.layers[-1].painting_area, *SQUARE))
            yield from _background_layers(laid_out, (area,))
    yield from box_border(page)


def _background_layers(laid_out: Any, outlines: tuple[Outline, ...]) -> Iterator[Shape]:
    if box_shadows(laid_out.style):
        yield from (Vague(_grow_outline(outline, laid_out.style)) for outline in outlines)
    if laid_out.color.alpha > 0 and outlines:
        yield Tint(outlines, _rgba(laid_out.color))
    sources = laid_out.style["background_image"]
    for layer, (kind, source) in reversed(list(zip(laid_out.layers, sources, strict=False))):
        if layer.image is not None and 0 not in layer.size:
            found = source if kind == "url" else ""
            yield _background_image(layer, found, outlines, smooth=_is_smooth(laid_out.style))


def _background_image(
    layer: Any, source: str, outlines: tuple[Outline, ...], *, smooth: bool
) -> Shape:
    """Return a picture behind a box; without a source it is a gradient."""
    painted = _corner_outline((*layer.painting_area, *SQUARE))
    if not source:
        return Vague(painted)
    left = layer.positioning_area[0] + layer.position[0]
    top = layer.positioning_area[1] + layer.position[1]
    width, height = layer.size
    frame = (left, top, left + width, top + height)
    if set(layer.repeat) == {"no-repeat"}:
        return FramePicture(source, frame, (*outlines, painted), smooth=smooth)
    if set(layer.repeat) == {"repeat"}:
        return FramePicture(source, frame, (*outlines, painted), tile=(width, height))
    return Vague(painted)


def _is_smooth(style: Any) -> bool:
    return style["image_rendering"] in ("auto", "smooth", "high-quality")


def _grow_outline(outline: Outline, style: Any) -> Outline:
    """Return the outline of a box with all its shadows."""
    reach = max(
        abs(x.value) + abs(y.value) + 2 * blur.value + abs(spread.value)
        for x, y, blur, spread, _, _ in box_shadows(style)
    )
    left, top, right, bottom = outline.bounds
    return Outline((left - reach, top - reach, right + reach, bottom + reach))


def box_border(box: Any) -> Iterator[Shape]:
    """Yield the border of a box, and its outline (`box_outline` in CSS)."""
    style = box.style
    if style["visibility"] != "visible":
        return
    if style["border_image_source"][0] != "none":
        yield Vague(_corner_outline(box.rounded_border_box()))
    elif any(getattr(box, f"border_{side}_width") for side in BORDER_SIDES):
        widths = [getattr(box, f"border_{side}_width") for side in BORDER_SIDES]
        top, right, bottom, left = (
            _border_side(style, f"border_{side}", width)
            for side, width in zip(BORDER_SIDES, widths, strict=True)
        )
        outer, inner = (
            _corner_outline(box.rounded_border_box()),
            _corner_outline(box.rounded_padding_box()),
        )
        yield Border(outer, inner, (top, right, bottom, left))


def box_outline(box: Any) -> Iterator[Shape]:
    """Yield the outline around a box, which takes no room (`outline` in CSS)."""
    style = box.style
    width = style["outline_width"]
    if not width or style["visibility"] != "visible":
        return
    offset = style["outline_offset"]
    left, top = box.border_box_x() - offset, box.border_box_y() - offset
    right = box.border_box_x() + box.border_width() + offset
    bottom = box.border_box_y() + box.border_height() + offset
    side = _border_side(style, "outline", width)
    outer = Outline((left - width, top - width, right + width, bottom + width))
    yield Border(outer, Outline((left, top, right, bottom)), (side, side, side, side))


def text_decorations(box: Any, struck: bool) -> Iterator[Shape]:
    """Yield the lines that run below, above or, if it may be `struck`, through a text."""
    asked, layout = box.style["text_decoration_line"], box.pango_layout
    if asked == "none" or box.style["visibility"] != "visible":
        return
    size = box.style["font_size"]
    thick = _border_width(box.style["text_decoration_thickness"], size, layout.underline_thickness)
    baseline = box.position_y + box.baseline
    lines = []
    if "overline" in asked:
        lines.append((baseline - layout.ascent + thick / 2, thick))
    if "underline" in asked:
        below = _border_width(box.style["text_underline_offset"], size, -layout.underline_position)
        lines.append((baseline + below + thick / 2, thick))
    if "line-through" in asked and struck:
        lines.append((baseline - layout.strikethrough_position, layout.strikethrough_thickness))
    for down, width in lines:
        side = _border_side(box.style, "text_decoration", width)
        yield StraightLine((box.position_x, down), (box.position_x + box.width, down), side)


def box_picture(box: Any) -> Iterator[Shape]:
    """Yield the picture that a box is."""
    if box.style["visibility"] != "visible" or not (box.width and box.height):
        return
    left, top = box.content_box_x(), box.content_box_y()
    frame = (left, top, left + box.width, top + box.height)
    if box.style["object_fit"] != "fill":
        yield Vague(Outline(frame))
    elif str(box.element.tag).rpartition("}")[2] == "svg":
        yield FramePicture(SVG_NAMESPACES.sub("", tostring(box.element, "unicode")), frame)
    else:
        source = box.element.get("src", "") or box.element.get("data", "")
        yield FramePicture(source, frame, smooth=_is_smooth(box.style))


def rules_between_columns(box: Any) -> Iterator[Shape]:
    """Yield the lines between the columns of a text, if there may be some."""
    if box.style["column_rule_width"] and box.style["column_rule_style"] not in ("none", "hidden"):
        inner = _outline_bounds(box.content_box_x(), box.content_box_y(), box.width, box.height)
        columns = [_outline_bounds(kid.position_x, kid.position_y, 0, 0) for kid in box.children]
        if len({left for left, *_ in columns}) > 1:
            yield Vague(Outline(inner))


def _border_width(asked: Any, size: float, usual: float) -> float:
    """Return a length in px from a style sheet, `usual` if it has none."""
    if isinstance(asked, str):
        return usual
    return float(asked.value * size / 100 if asked.unit == "%" else asked.value)


def _border_side(style: Any, name: str, width: float) -> ShapeSide:
    colour = style[f"{name}_color"]
    colour = style["color"] if isinstance(colour, str) else colour
    return _decoration_line(style[f"{name}_style"], width, colour)


def _decoration_line(dashes: str, width: float, colour: Any) -> ShapeSide:
    known: Dashes = "other"
    if dashes == "solid":
        known = "solid"
    elif dashes == "double":
        known = "double"
    red, green, blue, opacity = _rgba(colour)
    shown = 0.0 if dashes in ("none", "hidden") else opacity
    return ShapeSide(width, known, (red, green, blue, shown))


def _rgba(colour: Any) -> Rgba:
    red, green, blue = colour.to("srgb")[:3]
    return red, green, blue, colour.alpha


def _corner_outline(rounded: Sequence[Any]) -> Outline:
    """Return an outline in the engine's form: left, top, width, height, four corners."""
    left, top, width, height, *corners = rounded
    one, two, three, four = ((float(across), float(down)) for across, down in corners)
    return Outline(_outline_bounds(left, top, width, height), (one, two, three, four))


def _outline_bounds(left: float, top: float, width: float, height: float) -> Bounds:
    return left, top, left + width, top + height


# Tables ------------------------------------------------------------------------------------------


def table_grid(box: Any) -> Iterator[Shape]:
    """Yield the backgrounds of a table, from the whole down to its cells, and all its borders."""
    rows = [row for group in box.children for row in group.children]
    yield from box_background(box)
    for group in box.column_groups:
        yield from box_background(group)
        for column in group.children:
            yield from box_background(column)
    collapsed = box.style["border_collapse"] == "collapse"
    for group in box.children:
        yield from box_background(group)
        for row in group.children:
            yield from box_background(row)
            yield from (
                shape for cell in _visible_border(row, collapsed) for shape in box_background(cell)
            )
    if collapsed:
        yield from _border_grid(box, rows)
    else:
        yield from box_border(box)
        for row in rows:
            yield from (
                shape for cell in _visible_border(row, collapsed) for shape in box_border(cell)
            )


def _visible_border(row: Any, collapsed: bool) -> list[Any]:
    """Return the cells of a row but those that are to be hidden as they are empty."""
    return [
        cell
        for cell in row.children
        if collapsed or cell.style["empty_cells"] == "show" or not cell.empty
    ]


def _border_grid(box: Any, rows: Sequence[Any]) -> Iterator[StraightLine]:
    """Yield the lines between cells that share their borders, those in front last."""
    if not rows or not box.column_widths:
        return
    grid = _BorderGrid(box, rows)
    lines = sorted((*grid.level(), *grid.upright()), key=operator.itemgetter(0))
    yield from (line for _, line in lines if line.side.width and line.side.colour[3])


class _BorderGrid:
    """The lines of a table whose cells share their borders (CSS 2.1, 17.6.2)."""

    def __init__(self, box: Any, rows: Sequence[Any]) -> None:
        self.box = box
        self.uprights, self.levels = box.collapsed_border_grid
        lefts = list(box.column_positions)
        self.across = [*lefts, lefts[-1] + box.column_widths[-1]]
        tops = [row.position_y for row in rows]
        self.down = [*tops, tops[-1] + rows[-1].height]
        self.columns, self.rows = len(lefts), len(rows)
        first, last = box.children[0], box.children[-1]
        self.head = len(first.children) if first.is_header else 0
        self.foot = len(last.children) if last.is_footer else 0

    def row(self, number: int, level: bool) -> int:
        """Return the number in the whole table of a row on this page; of a line above it."""
        if self.head and number < self.head + level:
            return number
        if self.foot and number >= self.rows - self.foot:
            return number + len(self.uprights) - self.rows
        return number + (self.box.skipped_rows - self.head if self.box.skipped_rows else 0)

    def level(self) -> Iterator[tuple[Any, StraightLine]]:
        """Yield the level lines, each with its rank."""
        for i, down in enumerate(self.down):
            if (i == 0 and self.box.skip_cell_border_top) or (
                i == self.rows and self.box.skip_cell_border_bottom
            ):
                continue
            for j in range(self.columns):
                score, side = self.side(self.levels, self.row(i, level=True), j)
                before = self.half(self.uprights, ((i - 1, j), (i, j)), level=False)
                after = self.half(self.uprights, ((i - 1, j + 1), (i, j + 1)), level=False)
                start = self.across[j] - before, down
                yield score, StraightLine(start, (self.across[j + 1] + after, down), side)

    def upright(self) -> Iterator[tuple[Any, StraightLine]]:
        """Yield the upright lines, each with its rank."""
        for j, across in enumerate(self.across):
            for i in range(self.rows):
                score, side = self.side(self.uprights, self.row(i, level=False), j)
                top, bottom = self.down[i], self.down[i + 1]
                if i or not self.box.skip_cell_border_top:
                    top -= self.half(self.levels, ((i, j - 1), (i, j)), level=True)
                if i < self.rows - 1 or not self.box.skip_cell_border_bottom:
                    bottom += self.half(self.levels, ((i + 1, j - 1), (i + 1, j)), level=True)
                yield score, StraightLine((across, top), (across, bottom), side)

    def side(self, lines: Any, row: int, column: int) -> tuple[Any, ShapeSide]:
        """Return the rank of a line, and what it looks like."""
        score, (dashes, width, colour) = lines[row][column]
        return score, _decoration_line(dashes, width, colour)

    def half(self, lines: Any, places: Sequence[tuple[int, int]], level: bool) -> float:
        """Return half the width of the broadest of lines that cross another one."""
        rows, columns = self.rows + level, self.columns + (not level)
        known = [(i, j) for i, j in places if 0 <= i < rows and 0 <= j < columns]
        widths = (lines[self.row(i, level)][j][1][1] for i, j in known)
        return reduce(max, widths, 0.0) / 2


# ns1:xmlns="…" and xmlns:ns1="http://www.w3.org/2000/xmlns/", which the HTML parser leaves behind
SVG_NAMESPACES = re.compile(r' ns\d+:xmlns="[^"]*"| xmlns:ns\d+="http://www\.w3\.org/2000/xmlns/"')


STRIKES = ("s", "strike", "del")
"""Elements whose words are struck through by their meaning."""
ATOMIC_BOXES = ("InlineBlockBox", "InlineFlexBox", "InlineGridBox")
"""Boxes that are part of a line like a letter."""
LINE_BOXES = (
    *("BlockBox", "MarginBox", "InlineBlockBox", "TableCellBox"),
    *("FlexContainerBox", "GridContainerBox", "ReplacedBox"),
)
"""Boxes that draw their background and border before their content."""


@dataclass(frozen=True, slots=True)
class _PaintContext:
    """What holds for all that is in a box: how it is placed, cut off and seen through."""

    matrix: Matrix
    clips: tuple[Clip, ...] = ()
    opacity: float = 1.0
    struck: bool = False
    """Whether it is within an element whose words are struck through."""

    def within(self, box: Any) -> _PaintContext:
        """Return the state for the content of `box`."""
        if box.style["overflow"] != "visible":
            clip = Clip(_corner_outline(box.rounded_padding_box()), self.matrix)
            return replace(self, clips=(*self.clips, clip))
        return self

    def beside(self, box: Any) -> _PaintContext:
        """Return what holds for `box` itself."""
        around = self
        if box.transformation_matrix:
            matrix = multiply(box.transformation_matrix.values, around.matrix)
            around = replace(around, matrix=matrix)
        if box.style["opacity"] < 1:
            around = replace(around, opacity=around.opacity * box.style["opacity"])
        if str(box.element_tag) in STRIKES:
            around = replace(around, struck=True)
        return around


@dataclass(frozen=True, slots=True)
class _StackingContext:
    """A box that is painted together with its content, in the order of painting."""

    box: Any
    around: _PaintContext
    apart: list[_StackingContext]
    """What is below and above the rest; not its own if it belongs to an outer stacking context."""
    owner: bool
    blocks: list[tuple[Any, _PaintContext]] = field(default_factory=list)
    floats: list[_StackingContext] = field(default_factory=list)
    inlines: list[tuple[Any, _PaintContext] | _StackingContext] = field(default_factory=list)
    """Words, pictures, and the boxes around them."""

    @property
    def level(self) -> int:
        """Its z-index."""
        level = self.box.style["z_index"]
        return 0 if level == "auto" else int(level)


def painted_shapes(page: Any) -> tuple[Painted, ...]:
    """Return the shapes of a page of the engine (its `PageBox`), from back to front."""
    around = _PaintContext((PT_PER_PX, 0, 0, -PT_PER_PX, 0, page.margin_height() * PT_PER_PX))
    stacks = [_stacking_contexts(child, around) for child in page.children]
    found = list(_paint_box(around, page_canvas(page)))
    for stack in sorted(stacks, key=lambda stack: stack.level):
        found += _paint_stack(stack)
    return tuple(found)


def _stacking_contexts(
    box: Any, outside: _PaintContext, apart: list[_StackingContext] | None = None
) -> _StackingContext:
    """Return a box as a stack; `apart` collects positioned content that is not its own."""
    around = outside.beside(box)
    stack = _StackingContext(box, around, [] if apart is None else apart, apart is None)
    inside = around.within(box)
    if _is_class(box, "InlineBox", "ReplacedBox"):
        stack.inlines.append((box, inside))
    for child in getattr(box, "children", ()):
        _stacking_order(child, inside, stack)
    return stack


def _stacking_order(found: Any, around: _PaintContext, stack: _StackingContext) -> None:
    """Put a box, and its content, into the order of painting."""
    box = getattr(found, "_box", found)  # a placeholder for its box, which is out of the flow
    style = box.style
    if _stands_apart(box):
        stack.apart.append(_stacking_contexts(box, around))
    elif style["position"] != "static":
        at = len(stack.apart)
        stack.apart.insert(at, _stacking_contexts(box, around, stack.apart))
    elif box.is_floated():
        stack.floats.append(_stacking_contexts(box, around, stack.apart))
    elif _is_class(box, *ATOMIC_BOXES):
        stack.inlines.append(_stacking_contexts(box, around, stack.apart))
    else:
        if _is_class(box, "BlockLevelBox"):
            stack.blocks.append((box, around))
        if _is_class(box, "InlineLevelBox", "LineBox", "ReplacedBox"):
            stack.inlines.append((box, around))
        around = around.beside(box)
        for child in getattr(box, "children", ()):
            _stacking_order(child, around, stack)


def _stands_apart(box: Any) -> bool:
    """Tell whether a box is a stacking context: nothing outside can be between its parts."""
    style = box.style
    return bool(
        ((style["position"] != "static" or box.is_grid_item) and style["z_index"] != "auto")
        or style["opacity"] < 1
        or style["transform"]
        or style["overflow"] != "visible"
    )


def _paint_stack(stack: _StackingContext) -> Iterator[Painted]:
    """Yield the shapes of a stacking context, with positioned content only if it is its own."""
    box, around = stack.box, stack.around
    if _is_class(box, *LINE_BOXES):
        yield from _paint_box(around, _paint_block(box))
    if stack.owner:
        yield from _paint_context(stack.apart, below=True)
    for block, outside in stack.blocks:
        yield from _paint_box(outside, _paint_block(block))
    for floated in stack.floats:
        yield from _paint_stack(floated)
    for inline in stack.inlines:
        if isinstance(inline, _StackingContext):
            yield from _paint_stack(inline)
        else:
            yield from _paint_box(inline[1], _paint_inline(*inline, framed=inline[0] is box))
    if stack.owner:
        yield from _paint_context(stack.apart, below=False)
    for outlined in (box, *(block for block, _ in stack.blocks)):
        yield from _paint_box(around, box_outline(outlined))


def _paint_context(stacks: Sequence[_StackingContext], *, below: bool) -> Iterator[Painted]:
    """Yield the shapes of content with a negative z-index, or of the rest; from back to front."""
    chosen = [stack for stack in stacks if (stack.level < 0) == below]
    for stack in sorted(chosen, key=lambda stack: stack.level):
        yield from _paint_stack(stack)


def _paint_box(around: _PaintContext, found: Iterable[Shape]) -> Iterator[Painted]:
    for shape in found:
        yield Painted(shape, around.matrix, around.clips, around.opacity)


def _paint_block(box: Any) -> Iterator[Shape]:
    """Yield the shapes behind the content of a block, or of a table with all its cells."""
    if _is_class(box, "TableBox"):
        yield from table_grid(box)
    else:
        yield from box_background(box)
        yield from box_border(box)
        yield from rules_between_columns(box)


def _paint_inline(box: Any, around: _PaintContext, *, framed: bool) -> Iterator[Shape]:
    """Yield the shapes of a box in a line; a picture's background and border may be painted
    already."""
    if _is_class(box, "TextBox"):
        yield from text_decorations(box, around.struck)
        return
    if not (_is_class(box, "ReplacedBox") and (framed or _is_class(box, "BlockLevelBox"))):
        yield from box_background(box)
        yield from box_border(box)
        yield from box_outline(box)
    if _is_class(box, "ReplacedBox"):
        yield from box_picture(box)


def _is_class(box: Any, *names: str) -> bool:
    """Tell whether a box is of one of the engine's classes `names`."""
    kind: Any = type(box)
    return not _class_names(kind).isdisjoint(names)


@cache
def _class_names(kind: Any) -> frozenset[str]:
    return frozenset(parent.__name__ for parent in kind.__mro__)
