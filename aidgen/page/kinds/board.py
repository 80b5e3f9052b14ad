"""A board or map on as many sheets as it needs, to be cut and joined; and pages of a grid."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean
from typing import Any

from aidgen.assets import faces
from aidgen.assets.papers import (
    PLACE_DIGITS,
    ROUNDING,
    Matrix,
    Rect,
    Size,
    Tile,
    Tiling,
    column_letters,
)
from aidgen.game.aids import Aid, Board, Grid, Space
from aidgen.page.imposing import crop_mark
from aidgen.page.kinds.base import Kind, picture_in_box
from aidgen.page.sheets import Rendered, paged
from aidgen.page.templates import Templates
from aidgen.page.views import Shown

# The size in mm of the smallest cell that a number finds room in, in type of 7 pt.
NUMBERED = 9.0
# The type size of a number, and its offset above the middle, as parts of a cell.
TALL, ABOVE = 0.26, 0.16
# The largest type of a number in mm: it is to be found, and not to be in the way.
TALLEST = 4.0
# How far below the middle of a numbered cell the room for words begins, as a part of it.
BELOW = 0.02
# Space in mm between words and the lines of their cell.
CELL_INSET = 0.6
# The side of a hex from whose one side to the other it is 1.
SIDE = 1 / math.sqrt(3)
# Space in mm at the sides of a page of a grid, above it for its headline, below for the notice.
GRID_EDGE, GRID_HEAD, GRID_FOOT = 6.0, 11.0, 10.0
# Space in mm at the sides of a sheet of a board, above and below its content: for marks and the
# headline.
BOARD_EDGE, BOARD_HEAD, BOARD_FOOT = 8.0, 16.5, 11.0
# How long a mark is in mm, and how far from the board: it ends where printers can print.
BOARD_MARK, PART_DISTANCE = 3.0, 0.6
# The dashes of a mark in mm, each from so far away from the board to so far.
DASHES = (0.0, 0.6), (1.2, 1.8), (2.4, 3.0)
# The weight of marks in mm: for cuts, and for the overlap with a neighbouring sheet.
THIN_LINE, THICK_LINE = 0.1, 0.25

Point = tuple[float, float]


# Cells --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CellGrid:
    """Whole cells, as many as find room in a size in mm, from its upper left corner."""

    grid: Grid
    room: Size

    @property
    def _across(self) -> bool:
        """Whether it is of hexes whose corners point to the left and right."""
        return self.grid.points == "across"

    @cached_property
    def counts(self) -> tuple[int, int]:
        """How many cells lie side by side, and one below the other."""
        cell = self.grid.cell
        width, height = self.room.width + ROUNDING, self.room.height + ROUNDING
        if self.grid.shape == "square":
            return int(width // cell), int(height // cell)
        beside, along = (height, width) if self._across else (width, height)
        ranks = max(0, int((along - SIDE * cell / 2) // (1.5 * SIDE * cell)))
        # Every second rank begins half a cell further: there has to be room for one cell in it.
        if beside < 1.5 * cell:
            ranks = min(ranks, 1)
        files = int((beside - (cell / 2 if ranks > 1 else 0)) // cell)
        return (ranks, files) if self._across else (files, ranks)

    @cached_property
    def cells(self) -> Mapping[str, tuple[Point, ...]]:
        """The corners of each cell by its name, row by row: B2 of squares, 0202 of hexes."""
        columns, rows = self.counts
        is_square = self.grid.shape == "square"
        return {
            f"{column_letters(x)}{y + 1}" if is_square else f"{x + 1:02}{y + 1:02}": tuple(
                self._corners(x, y)
            )
            for y in range(rows)
            for x in range(columns)
        }

    def _corners(self, column: int, row: int) -> Iterator[Point]:
        cell = self.grid.cell
        if self.grid.shape == "square":
            for right, below in ((0, 0), (1, 0), (1, 1), (0, 1)):
                yield (column + right) * cell, (row + below) * cell
            return
        side = SIDE * cell
        along, beside = (column, row) if self._across else (row, column)
        middle = cell * (beside + 0.5 + (along % 2) / 2)
        centre = side * (1 + 1.5 * along)
        for far, up in ((-1, 0), (-0.5, 1), (0.5, 1), (1, 0), (0.5, -1), (-0.5, -1)):
            long, short = centre + far * side, middle + up * cell / 2
            x, y = (long, short) if self._across else (short, long)
            yield round(x, PLACE_DIGITS), round(y, PLACE_DIGITS)

    @cached_property
    def size(self) -> Size:
        """The size in mm of all cells together."""
        points = [point for corners in self.cells.values() for point in corners]
        across, down = (max(point[i] for point in points) for i in (0, 1))
        return Size(round(across, PLACE_DIGITS), round(down, PLACE_DIGITS))

    @property
    def corner(self) -> Point:
        """Where the cells begin, in the middle of the room."""
        across, down = self.room.width - self.size.width, self.room.height - self.size.height
        return round(across / 2, 3), round(down / 2, 3)

    @property
    def lines(self) -> str:
        """The edges of all cells as the path of an SVG picture, each drawn once."""
        if self.grid.shape == "square":
            (columns, rows), cell, size = self.counts, self.grid.cell, self.size
            upright = (f"M{x * cell:g} 0V{size.height:g}" for x in range(columns + 1))
            level = (f"M0 {y * cell:g}H{size.width:g}" for y in range(rows + 1))
            return "".join((*upright, *level))
        edges = dict.fromkeys(
            (min(pair), max(pair))
            for corners in self.cells.values()
            for pair in zip(corners, (*corners[1:], corners[0]), strict=True)
        )
        return "".join(f"M{a:g} {b:g}L{c:g} {d:g}" for (a, b), (c, d) in edges)

    @property
    def numbers(self) -> str:
        """The name of each cell, as the path of an SVG picture; "" if none were asked for."""
        em, labels = min(TALL * self.grid.cell, TALLEST), list[tuple[str, Matrix]]()
        for name, corners in self.cells.items() if self.grid.numbered else ():
            middle, centre = map(fmean, zip(*corners, strict=True))
            left = middle - faces.face_named(faces.WORD_FACE).length(name) * em / 2
            low = centre - ABOVE * self.grid.cell + faces.CAPITAL_HEIGHT * em / 2
            labels.append((name, (em, 0, 0, -em, left, low)))
        return faces.outline_words(tuple(labels))

    def box(self, name: str) -> Rect:
        """Return where in the room words in a cell are, below its number if it has one."""
        cell = self.grid.cell
        wide = high = cell - 2 * CELL_INSET
        if self.grid.shape != "square" and self._across:
            wide, high = 1.5 * SIDE * cell - 2 * CELL_INSET, cell / 2 - CELL_INSET
        elif self.grid.shape != "square":
            high = SIDE * cell - CELL_INSET
        middle, centre = map(fmean, zip(*self.cells[name], strict=True))
        below = BELOW * cell if self.grid.numbered else -high / 2
        left, top = self.corner
        edges = (left + middle - wide / 2, top + centre + below, wide, high / 2 - below)
        return Rect(*(round(edge, PLACE_DIGITS) for edge in edges))


def grid_page(templates: Templates, paper: Size) -> Rendered:
    """Return a page of a grid, in the middle of what can be printed of paper of a size."""
    grid, room = templates.aid.grid, grid_room(paper)
    assert grid is not None, "checked"
    ruling = CellGrid(grid, room)
    left, top = ruling.corner
    page = templates.face(
        "grid/page.html",
        paper,
        left=round(GRID_EDGE + left, 3),
        top=round(GRID_HEAD + top, 3),
        across=ruling.size,
        lines=ruling.lines,
        numbers=ruling.numbers,
    )
    return Rendered((paged([page]),), paper=paper)


def grid_room(paper: Size) -> Size:
    """Return how large a grid on paper may be, in mm."""
    return Size(paper.width - 2 * GRID_EDGE, paper.height - GRID_HEAD - GRID_FOOT)


# The board ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot(Shown):
    """A space on a board, as a sheet shows it: its name, its text, and its box in mm."""

    name: str
    space: Space
    box: Rect
    read: bool
    """Whether it is read aloud on this sheet: on the first of those that show most of it."""
    whole: bool
    """Whether the sheet shows all of it."""


def sheets(templates: Templates, paper: Size) -> Rendered:
    """Return the sheets of a board on paper of a size, upright or across, whichever are fewer.

    Raises InputError if its picture cannot be had.
    """
    board = templates.aid.board
    assert board is not None, "checked"
    tiling, lies = tile_board(board, paper)
    ground, spots = _ground(templates, board), _board_spots(templates, board, tiling.tiles)
    pages = []
    for tile in tiling.tiles:
        is_first = tile == tiling.tiles[0]
        below = templates.face(
            "board/ground.html", tiling.board, spots=spots[tile], leads=is_first, **ground
        )
        sheet = templates.face(
            "board/sheet.html",
            lies,
            label=tile.name,
            leads=is_first,
            tile=(tile.column, tile.row),
            tiles=(tiling.columns, tiling.rows),
            window=tiling.window,
            lapped=tiling.overlap > 0,
        )
        place = window_place(tiling, tile, lies)
        inner = sheet.inner + "".join(map(crop_mark, marks(tiling, tile, place)))
        inner += (
            f'<div data-window style="position:absolute;overflow:hidden;left:{place.left:g}mm;'
            f'top:{place.top:g}mm;width:{place.width:g}mm;height:{place.height:g}mm">'
            f"{below.placed(-tile.window.left, -tile.window.top)}</div>\n"
        )
        pages.append(replace(sheet, inner=inner, files={**sheet.files, **below.files}))
    return Rendered((paged(pages),), paper=lies)


def tile_board(board: Board, paper: Size) -> tuple[Tiling, Size]:
    """Return a board on as few sheets as can be, and how these lie: upright or across."""
    ways = (paper.turned(), paper) if board.width > board.height else (paper, paper.turned())
    rooms = [
        Size(round(way.width - 2 * BOARD_EDGE, 3), round(way.height - BOARD_HEAD - BOARD_FOOT, 3))
        for way in ways
    ]
    tilings = (Tiling(Size(board.width, board.height), room, board.overlap) for room in rooms)
    tiling = min(tilings, key=lambda tiling: len(tiling.tiles))  # of two equals, the first
    return tiling, ways[rooms.index(tiling.room)]


def window_place(tiling: Tiling, tile: Tile, paper: Size) -> Rect:
    """Return where on its sheet the window of a tile is: in the middle of the room."""
    width, height = tile.window.width, tile.window.height
    top = BOARD_HEAD + (tiling.room.height - height) / 2
    return Rect(round((paper.width - width) / 2, 3), round(top, 3), width, height)


def _ground(templates: Templates, board: Board) -> dict[str, Any]:
    """Return what is below the spaces of a board: its picture, and the lines of its grid."""
    size, grid = Size(board.width, board.height), templates.aid.grid
    within = ("aids", templates.aid_name)
    art = picture_in_box(templates, templates.aid.board_image, size, within)
    if grid is None:
        return {"art": art, "ruled": None}
    ruling = CellGrid(grid, size)
    left, top = ruling.corner
    # Half of the outermost lines is outside their cells: it needs room within the board.
    shift = across, down = min(left, grid.line), min(top, grid.line)
    wide, high = ruling.size.width + 2 * across, ruling.size.height + 2 * down
    ruled = Rect(*(round(edge, 3) for edge in (left - across, top - down, wide, high)))
    cells = {"lines": ruling.lines, "numbers": ruling.numbers}
    return {"art": art, "ruled": ruled, "shift": shift, **cells}


def board_cells(aid: Aid) -> Mapping[str, Rect]:
    """Return the room for words in each cell of a board, by its name, in mm on the board."""
    if aid.grid is None or aid.board is None:
        return {}
    ruling = CellGrid(aid.grid, Size(aid.board.width, aid.board.height))
    return {name: ruling.box(name) for name in ruling.cells}


def box(space: Space, cells: Mapping[str, Rect]) -> Rect | None:
    """Return the room for the words of a space on a board, in mm; None if it has no place there."""
    return Rect(*space.box) if space.box is not None else cells.get(space.cell or "")


def _board_spots(
    templates: Templates, board: Board, tiles: Sequence[Tile]
) -> Mapping[Tile, Sequence[Spot]]:
    """Return the spaces that each sheet of a board shows."""
    cells = board_cells(templates.aid)
    spots: dict[Tile, list[Spot]] = {tile: [] for tile in tiles}
    for name, space in board.spaces.items():
        place = box(space, cells)
        assert place is not None, "checked"
        shown = {tile: _shared(tile.window, place) for tile in tiles}
        most = max(tiles, key=shown.__getitem__)
        for tile in (tile for tile in tiles if shown[tile]):
            spot = Spot(
                f"aids.{templates.aid_name}.board.spaces.{name}",
                space,
                place,
                read=tile == most,
                whole=shown[tile] > place.width * place.height - ROUNDING,
            )
            spots[tile].append(spot)
    return spots


def _shared(window: Rect, place: Rect) -> float:
    """Return the area in mm² that two rectangles share."""
    rights = (each.left + each.width for each in (window, place))
    bottoms = (each.top + each.height for each in (window, place))
    wide = min(rights) - max(window.left, place.left)
    high = min(bottoms) - max(window.top, place.top)
    return round(max(0.0, wide) * max(0.0, high), 6)


def marks(tiling: Tiling, tile: Tile, seen: Rect) -> Iterator[Rect]:
    """Yield the marks around a window on paper, outside of what it shows.

    Those at its corners show where to cut; dashed ones show the overlap with a neighbour.
    """
    across, down = (seen.left, seen.left + seen.width), (seen.top, seen.top + seen.height)
    yield from _marks_across(across, down, tiling.overlap * (tile.column + 1 < tiling.columns))
    for mark in _marks_across(down, across, tiling.overlap * (tile.row + 1 < tiling.rows)):
        yield Rect(mark.top, mark.left, mark.height, mark.width)


def _marks_across(sides: Point, edges: Point, overlap: float) -> Iterator[Rect]:
    lines = [(side, 0.0, BOARD_MARK, THIN_LINE) for side in sides]
    lines += [(sides[1] - overlap, *dash, THICK_LINE) for dash in DASHES if overlap]
    for at, start, end, weight in lines:
        for place in (edges[0] - PART_DISTANCE - end, edges[1] + PART_DISTANCE + start):
            yield Rect(round(at - weight / 2, 3), round(place, 3), weight, round(end - start, 3))


GRID = Kind(
    "grid",
    papers=("A4", "A5", "Letter"),
    holds="grid",
    parts=grid_page,
    keys=frozenset({"grid"}),
    smallest_type=7,
)
BOARD = Kind(
    "board",
    papers=("A4", "Letter"),
    holds="board",
    parts=sheets,
    smallest_type=7,
    has_backs=lambda game_data, aid: False,
    keys=frozenset({"board", "grid", "image"}),
    landscape="its sheets are turned so that it needs the fewest",
)
