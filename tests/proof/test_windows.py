"""Pieces that are larger than their paper: is it reported when a part of one is on no sheet?"""

from __future__ import annotations

import io
from functools import cache

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.assets.papers import PT_PER_MM, Bounds, Rect, Size, Tiling
from aidgen.page.composed import Placed, Side
from aidgen.pipeline.documents import expected_tags
from aidgen.press.pdf.assembly import assemble_pdf
from aidgen.press.pdf.structure import SetPiece
from aidgen.proof.document import SealedPage, check_document
from aidgen.proof.stacking import Patch, StackedPiece, Window, find_hidden, find_unshown
from tests.sheets import FACTS
from tests.wholes import pieces, sealed

SIZE = (100.0, 50.0)


def shown(*windows: Bounds, size: tuple[float, float] = SIZE) -> list[Window]:
    return [Window("board", size, window, number) for number, window in enumerate(windows, 1)]


@pytest.mark.parametrize(
    ("windows", "missing"),
    [
        ([(0, 0, 100, 50)], None),
        ([(0, 0, 60, 50), (50, 0, 100, 50)], None),
        ([(-5, -5, 60, 60), (60, -5, 110, 60)], None),
        ([(0, 0, 50, 50)], 0.5),
        ([(0, 0, 50, 50), (60, 0, 100, 50)], 0.1),
        ([(0, 0, 100, 25), (0, 30, 100, 50)], 0.1),
        ([(0, 0, 50, 50), (50, 0, 100, 25)], 0.25),
        ([(0, 0, 90, 50), (10, 0, 20, 50)], 0.1),
    ],
)
def test_what_no_window_shows_is_reported(windows: list[Bounds], missing: float | None) -> None:
    found = list(find_unshown(shown(*windows)))
    assert [side for side, _ in found] == [1] * (missing is not None)
    assert [part for _, part in found] == pytest.approx([missing] if missing else [])


def test_each_page_of_a_piece_is_looked_at_by_itself() -> None:
    one, other = shown((0, 0, 100, 50), (0, 0, 90, 50))
    ((side, part),) = find_unshown([one, Window("another", SIZE, other.shown, 7)])
    assert side == 7
    assert part == pytest.approx(0.1)


@given(
    width=st.floats(50, 1220),
    height=st.floats(50, 1220),
    overlap=st.floats(0, 40),
    gone=st.integers(0, 1000),
)
def test_a_board_lacks_a_sheet_that_is_not_printed(
    width: float, height: float, overlap: float, gone: int
) -> None:
    tiling = Tiling(Size(width, height), Size(194, 270), overlap)
    size = (width * PT_PER_MM, height * PT_PER_MM)
    windows: list[Bounds] = []
    for tile in tiling.tiles:
        left, top = tile.window.left * PT_PER_MM, tile.window.top * PT_PER_MM
        right = left + tile.window.width * PT_PER_MM
        windows.append((left, size[1] - top - tile.window.height * PT_PER_MM, right, size[1] - top))
    assert list(find_unshown(shown(*windows, size=size))) == []
    del windows[gone % len(windows)]
    assert list(find_unshown(shown(*windows, size=size))) or not windows


# In a PDF ---------------------------------------------------------------------------------------

LEFT, RIGHT = Rect(0.0, 0.0, 120.0, 150.0), Rect(100.0, 0.0, 100.0, 150.0)
"""What two sheets show of a piece that is 200 pt wide and 150 pt high."""


@cache
def halves() -> tuple[tuple[Side[SetPiece], ...], tuple[Side[SealedPage], ...]]:
    """Return a piece on two sides of paper, and what they are to be."""
    placings = (
        Placed(pieces()["title"], 10, 10, window=LEFT),
        Placed(pieces()["title"], -90, 10, again=True, window=RIGHT),
    )
    sides = tuple(Side(Size(140, 170), (one,)) for one in placings)
    return sides, tuple(side.with_pieces(lambda one: sealed(one, "title")) for side in sides)


def reported(pdf: bytes, sides: tuple[Side[SealedPage], ...]) -> list[str]:
    return [
        fault.found
        for fault in check_document(pdf, sides, expected_tags(halves()[0][: len(sides)]))
    ]


def test_a_piece_in_windows_is_found_whole() -> None:
    sides, laid = halves()
    pdf = assemble_pdf(FACTS, sides)
    assert reported(pdf, laid) == []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert b"\n100.000000 0.000000 100.000000 150.000000 re W n\n" in (
            document.pages[1].obj.Contents[0].read_bytes()
        )


def test_a_sheet_that_is_not_there_is_missed() -> None:
    sides, laid = halves()
    pdf = assemble_pdf(FACTS, sides[:1])
    assert reported(pdf, laid[:1]) == ["40.0% of a board is on no sheet"]


@pytest.mark.parametrize(
    "edges",
    [b"100.000000 0.000000 90.000000", b"101.000000 0.000000 100.000000", b"-0.5 -0.5 200.000000"],
)
def test_a_window_that_has_moved_is_reported(edges: bytes) -> None:
    sides, laid = halves()
    with pikepdf.open(io.BytesIO(assemble_pdf(FACTS, sides))) as document:
        contents = document.pages[1].obj.Contents
        before = contents[0].read_bytes()
        after = before.replace(b"100.000000 0.000000 100.000000", edges)
        assert after != before
        contents[0] = document.make_stream(after)
        out = io.BytesIO()
        document.save(out)
    assert "does not have a piece as it was verified, in its place" in reported(
        out.getvalue(), laid
    )


def test_what_a_window_does_not_show_hides_nothing() -> None:
    below = StackedPiece("below", ((10, 10, 40, 20), (60, 10, 90, 20)), ())
    above = StackedPiece("above", (), (Patch((55, 0, 100, 50), 0),))
    assert [found for _, found in find_hidden([below, above])] == ["is hidden by above"]
    seen = below.within((0, 0, 50, 50))
    assert seen.texts == ((10, 10, 40, 20),)
    assert list(find_hidden([seen, above])) == []
    assert above.within((0, 0, 60, 20)).patches == (Patch((55, 0, 60, 20), 0),)
