"""A board or map on as many sheets as it needs, to be cut and joined; and pages of a grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from aidgen.assets.papers import Rect, Size, Tile, Tiling, fewest_sheets
from aidgen.game.aids import Board, Grid, Space
from aidgen.page.drawings import CellGrid
from aidgen.page.imposing import crop_mark
from aidgen.page.kinds.base import Kind, picture_in_box
from aidgen.page.sheets import Face, Rendered, paged
from aidgen.page.templates import Templates
from aidgen.page.views import Shown

# Space in mm at the sides of the page: what printers leave white, and a little.
GRID_EDGE = 6.0
# Space in mm above a grid for its headline, and below it for the notice.
GRID_HEAD, GRID_FOOT = 11.0, 10.0
# The weight of a line in mm where little ink is to be used: a quarter of a point prints well.
PALE = 0.09
# Space in mm at the sides of a sheet, above and below its content: for marks and the headline.
BOARD_EDGE, BOARD_HEAD, BOARD_FOOT = 8.0, 16.5, 11.0
# How long a mark is in mm, and how far from the board: it ends where printers can print.
BOARD_MARK, PART_DISTANCE = 3.0, 0.6
# How long each of the three dashes of a mark is, and the space between two, in mm.
BOARD_DASH = BOARD_MARK / 5
# The weight of marks in mm: for cuts, and for the overlap with a neighbouring sheet.
THIN_LINE, THICK_LINE = 0.1, 0.25
# The room in mm for the plan that shows which sheet is where.
PLAN = Size(26.0, 8.0)


def grid_page(templates: Templates, paper: Size) -> Rendered:
    """Return a page of a grid, in the middle of what can be printed of paper of a size."""
    grid = templates.aid.grid
    assert grid is not None, "checked"
    room = grid_room(paper)
    ruling = CellGrid(grid, room)
    size = ruling.size
    low = templates.options.ink == "low"
    page = templates.face(
        "grid/page.html",
        paper,
        left=round((paper.width - size.width) / 2, 3),
        top=round(GRID_HEAD + (room.height - size.height) / 2, 3),
        across=size,
        lines=ruling.lines,
        numbers=ruling.numbers,
        weight=line_weight(grid, low=low),
        colour=line_colour(templates, grid, low=low),
    )
    return Rendered((paged([page]),), paper=paper)


def grid_room(paper: Size) -> Size:
    """Return how large a grid on paper may be, in mm."""
    return Size(paper.width - 2 * GRID_EDGE, paper.height - GRID_HEAD - GRID_FOOT)


def line_weight(grid: Grid, *, low: bool) -> float:
    """Return how heavy the lines of a grid are, in mm; no heavier than PALE for little ink."""
    return min(grid.line, PALE) if low else grid.line


def line_colour(templates: Templates, grid: Grid, *, low: bool) -> str:
    """Return the colour of the lines of a grid; pale ones if little ink is to be used."""
    if low:
        return "#aaa"
    theme = templates.theme
    known = {"grey": "#888", "black": "#000", "ink": theme.ink, "second": theme.second}
    return known[grid.colour]


GRID = Kind(
    "grid",
    papers=("A4", "A5", "Letter"),
    holds="grid",
    parts=grid_page,
    keys=frozenset({"grid"}),
    smallest_type=7,
)


@dataclass(frozen=True)
class Spot(Shown):
    """A space on a board: its name, its text, and its box in mm."""

    name: str
    space: Space
    left: float
    top: float
    width: float
    height: float
    read: bool
    """Whether it is read aloud on this sheet: on one of those that show it."""
    whole: bool
    """Whether this sheet shows all of it."""


@dataclass(frozen=True)
class BoardPlan(Shown):
    """Which sheet is where, as paths of an SVG picture: all of them, and this one; sizes in mm."""

    width: float
    height: float
    all: str
    this: str


def sheets(templates: Templates, paper: Size) -> Rendered:
    """Return the sheets of a board on paper of a size, upright or across, whichever are fewer.

    Raises InputError if its picture cannot be had.
    """
    board = templates.aid.board
    assert board is not None, "checked"
    tiling, lies = tile_board(board, paper)
    sheets = [_board_sheet(templates, board, tiling, tile, lies) for tile in tiling.tiles]
    return Rendered((paged(sheets),), paper=lies)


def tile_board(board: Board, paper: Size) -> tuple[Tiling, Size]:
    """Return a board on as few sheets as can be, and how these lie: upright or across."""
    size = Size(board.width, board.height)
    upright, across = paper, paper.turned()
    ways = (across, upright) if size.width > size.height else (upright, across)
    tiling = fewest_sheets(size, map(board_room, ways), board.overlap)
    return tiling, next(way for way in ways if board_room(way) == tiling.room)


def board_room(paper: Size) -> Size:
    """Return how much of a board a sheet may show, in mm."""
    return Size(
        round(paper.width - 2 * BOARD_EDGE, 3), round(paper.height - BOARD_HEAD - BOARD_FOOT, 3)
    )


def window_place(tiling: Tiling, tile: Tile, paper: Size) -> Rect:
    """Return where on its sheet the window of a tile is: in the middle of the room."""
    width, height = tile.window.width, tile.window.height
    left = (paper.width - width) / 2
    top = BOARD_HEAD + (tiling.room.height - height) / 2
    return Rect(round(left, 3), round(top, 3), width, height)


# The board --------------------------------------------------------------------------------------


def _board_window(templates: Templates, board: Board, tiling: Tiling, tile: Tile) -> Face:
    """Return what a sheet shows of a board, of the size of the board."""
    size = Size(board.width, board.height)
    grid, low = templates.aid.grid, templates.options.ink == "low"
    ruling, board_image = CellGrid(grid, size) if grid else None, templates.aid.board_image
    left, top = corner(ruling, size) if ruling else (0.0, 0.0)
    return templates.face(
        "board/ground.html",
        size,
        art=picture_in_box(templates, board_image, size, ("aids", templates.aid_name)),
        ruled=ruling and _surround_board(ruling, (left, top)),
        shift=(min(left, ruling.grid.line), min(top, ruling.grid.line)) if ruling else None,
        lines=ruling.lines if ruling else "",
        numbers=ruling.numbers if ruling else "",
        weight=line_weight(grid, low=low) if grid else 0.0,
        colour=line_colour(templates, grid, low=low) if grid else "",
        spots=tuple(_board_spots(templates.aid_name, board, ruling, tiling, tile)),
        leads=tile == tiling.tiles[0],
    )


def _surround_board(ruling: CellGrid, corner: tuple[float, float]) -> Rect:
    """Return the box of a grid that begins at a distance from the edges of a board, in mm.

    Half of the outermost lines is outside their cells: it needs room within the board.
    """
    (left, top), weight, size = corner, ruling.grid.line, ruling.size
    across, down = min(left, weight), min(top, weight)
    edges = (left - across, top - down, size.width + 2 * across, size.height + 2 * down)
    return Rect(*(round(edge, 3) for edge in edges))


def corner(ruling: CellGrid, board: Size) -> tuple[float, float]:
    """Return where the cells of a board begin, in mm: they lie in its middle."""
    across, down = board.width - ruling.size.width, board.height - ruling.size.height
    return round(across / 2, 3), round(down / 2, 3)


def box(space: Space, board: Board, ruling: CellGrid | None) -> Rect | None:
    """Return the room for the words of a space on a board, in mm; None if it has no place there."""
    if space.box is not None:
        return Rect(*space.box)
    if ruling is None or space.cell is None or space.cell not in ruling.boxes:
        return None
    inner = ruling.boxes[space.cell]
    left, top = corner(ruling, Size(board.width, board.height))
    return Rect(round(left + inner.left, 3), round(top + inner.top, 3), inner.width, inner.height)


def _board_spots(
    aid: str, board: Board, ruling: CellGrid | None, tiling: Tiling, tile: Tile
) -> Iterator[Spot]:
    """Yield the spaces that a sheet shows, whole or in part."""
    for name, space in board.spaces.items():
        place = box(space, board, ruling)
        assert place is not None, "checked"
        # Read on the first sheet that shows most of it.
        shown = sorted(
            (one for one in tiling.tiles if _shared(one.window, place)),
            key=lambda one: -_shared(one.window, place),
        )
        if tile in shown:
            full = f"aids.{aid}.board.spaces.{name}"
            edges = (place.left, place.top, place.width, place.height)
            yield Spot(full, space, *edges, tile == shown[0], _holds(tile.window, place))


def _holds(window: Rect, place: Rect) -> bool:
    """Tell whether a window shows all of a place."""
    return (
        window.left <= place.left
        and window.top <= place.top
        and place.left + place.width <= window.left + window.width
        and place.top + place.height <= window.top + window.height
    )


def _shared(window: Rect, place: Rect) -> float:
    """Return how much of a place a window shows, in mm²."""
    right = min(window.left + window.width, place.left + place.width)
    bottom = min(window.top + window.height, place.top + place.height)
    wide, high = right - max(window.left, place.left), bottom - max(window.top, place.top)
    return round(wide * high, 3) if wide > 0 and high > 0 else 0.0


# Its sheets -------------------------------------------------------------------------------------


def _board_sheet(
    templates: Templates, board: Board, tiling: Tiling, tile: Tile, paper: Size
) -> Face:
    """Return a sheet of a board: its part, marks, its number, how to join it."""
    place = window_place(tiling, tile, paper)
    sheet = templates.face(
        "board/sheet.html",
        paper,
        label=tile.name,
        leads=tile == tiling.tiles[0],
        several=tiling.count > 1,
        lapped=tiling.overlap > 0,
        plan=_plan(tiling, tile),
    )
    seen, ground = tile.window, _board_window(templates, board, tiling, tile)
    window = (
        f'<div data-window style="position:absolute;overflow:hidden;left:{place.left:g}mm;'
        f'top:{place.top:g}mm;width:{place.width:g}mm;height:{place.height:g}mm">'
        f'<div style="position:absolute;left:{-seen.left:g}mm;top:{-seen.top:g}mm;'
        f'width:{board.width:g}mm;height:{board.height:g}mm">\n'
        f"{ground.inner}</div></div>\n"
    )
    drawn = "".join(map(crop_mark, marks(tiling, tile, place)))
    files = {**sheet.files, **ground.files}
    return replace(sheet, inner=f"{sheet.inner}{drawn}{window}", files=files)


def _plan(tiling: Tiling, tile: Tile) -> BoardPlan:
    size = tiling.window
    scale = min(
        PLAN.width / (tiling.columns * size.width), PLAN.height / (tiling.rows * size.height)
    )
    wide, high = size.width * scale, size.height * scale
    return BoardPlan(
        round(tiling.columns * wide, 3),
        round(tiling.rows * high, 3),
        "".join(_frame_board(one, wide, high) for one in tiling.tiles),
        _frame_board(tile, wide, high),
    )


def _frame_board(tile: Tile, wide: float, high: float) -> str:
    left, top = tile.column * wide, tile.row * high
    return f"M{left:.3f} {top:.3f}H{left + wide:.3f}V{top + high:.3f}H{left:.3f}Z"


def marks(tiling: Tiling, tile: Tile, seen: Rect) -> Iterator[Rect]:
    """Yield the marks around a window on paper, outside of what it shows.

    Those at its corners show where to cut; dashed ones show the overlap with a neighbour.
    """
    right, bottom = seen.left + seen.width, seen.top + seen.height
    for x in (seen.left, right):
        yield from _upright(x, seen, (0.0, BOARD_MARK), THIN_LINE)
    for y in (seen.top, bottom):
        yield from _level(y, seen, (0.0, BOARD_MARK), THIN_LINE)
    dashes = [(2 * number * BOARD_DASH, (2 * number + 1) * BOARD_DASH) for number in range(3)]
    for dash in dashes if tiling.overlap else ():
        if tile.column + 1 < tiling.columns:
            yield from _upright(right - tiling.overlap, seen, dash, THICK_LINE)
        if tile.row + 1 < tiling.rows:
            yield from _level(bottom - tiling.overlap, seen, dash, THICK_LINE)


def _upright(x: float, seen: Rect, part: tuple[float, float], weight: float) -> Iterator[Rect]:
    """Yield a part of the marks above and below a window: from so far away from it to so far."""
    start, end = part
    left = round(x - weight / 2, 3)
    for top in (seen.top - PART_DISTANCE - end, seen.top + seen.height + PART_DISTANCE + start):
        yield Rect(left, round(top, 3), weight, round(end - start, 3))


def _level(y: float, seen: Rect, part: tuple[float, float], weight: float) -> Iterator[Rect]:
    """Yield a part of the marks at the left and right of a window."""
    start, end = part
    top = round(y - weight / 2, 3)
    for left in (seen.left - PART_DISTANCE - end, seen.left + seen.width + PART_DISTANCE + start):
        yield Rect(round(left, 3), top, round(end - start, 3), weight)


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
