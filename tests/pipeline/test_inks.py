"""Pages of a piece that goes on over several: what was drawn right is not looked at again."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.assets.papers import Size
from aidgen.page.pieces import Piece
from aidgen.pipeline.cache import Cache, piece_key
from aidgen.pipeline.worker import CachedPiece, press
from aidgen.proof import ink

HEAD = """<html lang="en"><head><title>x</title><style>
body { font: 11pt Source Sans Pro } p { margin: 0 } p + p { break-before: page }"""
PALE = "color: #fffffe"


def body(*pages: str, css: str = "") -> Piece:
    """Return a piece of some pages of a line each."""
    inner = "".join(f"<p>{text}</p>" for text in pages)
    size = Size(70, 50)
    return Piece(HEAD + css, inner, size, margin="5mm", smallest=7, type_size=11, long=True)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of how many pages the ink is looked at, each time."""
    counted: list[int] = []
    unseen = ink.check_ink

    def count(pdf: bytes, sizes: list[object], *more: object) -> object:
        counted.append(len(sizes))
        return unseen(pdf, sizes, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(ink, "check_ink", count)
    return counted


def pressed(piece: Piece, folder: Path) -> CachedPiece:
    press([piece], folder)
    filed = Cache(folder).get(piece_key(piece), CachedPiece)
    assert filed
    return filed


def test_a_changed_page_is_looked_at_alone(drawn: list[int], tmp_path: Path) -> None:
    assert pressed(body("One", "Two", "Three"), tmp_path).faults == ()
    assert pressed(body("One", "Zwei", "Three"), tmp_path).faults == ()
    assert drawn == [3, 1]


def test_a_changed_page_is_told_by_its_number(drawn: list[int], tmp_path: Path) -> None:
    assert pressed(body("One", "Two", "Three"), tmp_path).faults == ()
    (fault,) = pressed(body("One", "Two", f"<b style='{PALE}'>Three</b>"), tmp_path).faults
    assert (fault.page, fault.words) == (3, "Three")
    assert drawn == [3, 1]


def test_what_was_wrong_is_looked_at_and_told_again(drawn: list[int], tmp_path: Path) -> None:
    wrong = body("One", f"<b style='{PALE}'>Two</b>")
    told = pressed(wrong, tmp_path).faults
    assert [fault.page for fault in told] == [2]
    assert pressed(wrong, tmp_path).faults == told
    assert drawn == [2, 2]


def test_another_style_sheet_or_another_ground_is_looked_at(
    drawn: list[int], tmp_path: Path
) -> None:
    pressed(body("One", "Two"), tmp_path)
    pressed(body("One", "Two", css="p { color: #111 }"), tmp_path)
    pressed(body("One", "<b style='background: #eee'>Two</b>"), tmp_path)
    assert drawn == [2, 2, 1]
