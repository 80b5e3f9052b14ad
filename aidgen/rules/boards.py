"""Checks of boards, grids and blanks: spaces within the board, cells and blanks large enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from aidgen.assets.papers import Rect
from aidgen.game.aids import Board, Space
from aidgen.game.data import GameData
from aidgen.page.kinds.board import NUMBERED, board_cells, box
from aidgen.problems import Problem, did_you_mean
from aidgen.rules.aids import aids_with

# The fields that place a space, unless it is a cell.
SPACE_EDGES = ("left", "top", "width", "height")
# In mm: by how much a space may seem to go beyond the board.
BOARD_TOLERANCE = 0.01

# The shapes that a key of a field to fill in applies to.
SHAPES_OF_KEYS = {
    "look": ("rating",),
    "per_row": ("track",),
    "marks": ("track",),
    "labels": ("boxes", "checks", "rating", "clock", "fields", "area"),
}
# How many segments a clock may have: more cannot be told apart.
MOST_SEGMENTS = 24
# How many boxes or lines a field to fill in may have: more would fill pages.
MOST_BOXES = 1000


def boards_can_be_made(game_data: GameData) -> Iterator[Problem]:
    """Yield empty boards, and spaces without a valid position."""
    for name, aid in aids_with(game_data, "board"):
        board, at = aid.board, game_data.at("aids", name)
        assert board is not None
        if not (aid.board_image or aid.grid or board.spaces):
            hint = "add an `image`, `spaces` or a `grid`"
            yield game_data.problem(at / "board", "is empty", hint)
        cells = board_cells(aid) if aid.grid else None
        if aid.grid and not cells:
            message = f"the board has no room for a cell of {aid.grid.cell:g} mm"
            yield game_data.problem(at / "grid" / "cell", message)
            continue
        for key, space in board.spaces.items():
            if fault := _fault_of_space(space, board, cells):
                edge, message, hint = fault
                place = game_data.at(*at.ids, "board", "spaces", key, *edge.split())
                yield game_data.problem(place, message, hint)


def _fault_of_space(
    space: Space, board: Board, cells: Mapping[str, Rect] | None
) -> tuple[str, str, str] | None:
    """Return the key of a space with a wrong position ("" for none), message and hint."""
    given = [edge for edge in SPACE_EDGES if getattr(space, edge) is not None]
    if space.cell is not None and given:
        hint = f"`cell` alone, or {', '.join(SPACE_EDGES)}"
        return given[0], f"found a `cell` and `{given[0]}`, expected one place", hint
    if space.cell is None and len(given) < len(SPACE_EDGES):
        missing = ", ".join(edge for edge in SPACE_EDGES if edge not in given)
        return "", f"has no position: missing {missing}", "or give a `cell` of the grid"
    if space.cell is not None and cells is None:
        hint = "add a `grid` to the aid, or give the space a box"
        return "cell", f"found the cell `{space.cell}` on a board without a grid", hint
    if (lies := box(space, cells or {})) is None:
        names = list(cells or ())
        hint = did_you_mean(space.cell or "", names) or f"cells: {names[0]} to {names[-1]}"
        return "cell", f"`{space.cell}` is not a cell of the grid", hint
    right, bottom = lies.left + lies.width, lies.top + lies.height
    if max(right - board.width, bottom - board.height) > BOARD_TOLERANCE:
        of = f"{board.width:g} × {board.height:g} mm"
        return "", f"ends at {right:g} × {bottom:g} mm, outside the board of {of}", ""
    return None


def grids_can_be_ruled(game_data: GameData) -> Iterator[Problem]:
    """Yield fields of grids that do not apply, and cells too small for their numbers."""
    for name, aid in aids_with(game_data, "grid"):
        grid, at = aid.grid, game_data.at("aids", name, "grid")
        assert grid is not None
        if grid.points and grid.shape == "square":
            message = "`points` does not apply to squares"
            yield game_data.problem(at / "points", message, "it applies to `shape: hex`")
        if grid.numbered and grid.cell < NUMBERED:
            message = f"cells of {grid.cell:g} mm are too small for a readable number"
            yield game_data.problem(at / "numbered", message, f"at least {NUMBERED:g} mm")


def blanks_can_be_printed(game_data: GameData) -> Iterator[Problem]:
    """Yield fields to fill in that would print nothing, or no end of boxes."""
    for name, blank in game_data.blanks.items():
        at = game_data.at("blanks", name)
        if blank.shape in ("boxes", "fields", "rating") and not blank.labels:
            yield game_data.problem(at, "has no `labels`, so it would print nothing")
        for key, shapes in SHAPES_OF_KEYS.items():
            if getattr(blank, key) and blank.shape not in shapes:
                message = f"`{key}` does not apply to `shape: {blank.shape}`"
                yield game_data.problem(at / key, message, f"it applies to `shape: {shapes[0]}`")
        counts = (blank.start, blank.start if blank.end is None else blank.end, blank.repeat)
        if not _are_known(game_data, counts):
            continue
        start, end, repeat = map(game_data.count, counts)
        # Only the boxes of a track are in steps; no more are counted than are too many.
        step = blank.step if blank.shape == "track" else 1
        numbers = range(start, end + 1, step)[: MOST_BOXES + 1]
        runs = f"runs from {start} to {end}, {repeat} times"
        if not numbers or repeat < 1:
            yield game_data.problem(at, f"{runs}, so it would print nothing")
        elif len(numbers) * max(len(blank.labels), 1) * repeat > MOST_BOXES:
            yield game_data.problem(at, f"{runs}: more than {MOST_BOXES} boxes")
        elif blank.shape == "clock" and not 2 <= len(numbers) <= MOST_SEGMENTS:
            message = f"a clock has 2 to {MOST_SEGMENTS} segments, found {len(numbers)}"
            yield game_data.problem(at, message, "`start` is 1 if left out, `end` the last segment")


def _are_known(game_data: GameData, counts: Iterable[int | str]) -> bool:
    return all(isinstance(count, int) or count in game_data.values for count in counts)


def marks_are_on_their_track(game_data: GameData) -> Iterator[Problem]:
    """Yield words below a box that no box has room for: without its number, or the second ones."""
    for name, blank in game_data.blanks.items():
        counts = (blank.start, blank.start if blank.end is None else blank.end)
        if blank.shape != "track" or not _are_known(game_data, counts):
            continue
        start, end = map(game_data.count, counts)
        marked: dict[int, str] = {}
        for mark in blank.marks:
            at = game_data.at("blanks", name, "marks", mark)
            if mark in game_data.values:
                number = game_data.count(mark)
            elif mark.removeprefix("-").isdecimal():
                number = int(mark)
            else:  # an unknown value, which its own check reports
                continue
            if number in marked:
                message = f"`{marked[number]}` and `{mark}` both mark the box of {number}"
                yield game_data.problem(at, message, "keep one")
            marked.setdefault(number, mark)
            if number not in range(start, end + 1, blank.step) and start <= end:
                message = f"the mark at {number} is not on a box of the track"
                hint = f"boxes run from {start} to {end} in steps of {blank.step}"
                yield game_data.problem(at, message, hint)
