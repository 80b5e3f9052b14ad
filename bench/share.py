"""Which part of the typesetting the proof takes: pieces of our decks set, then proved."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from aidgen.page.pieces import Piece, Section
from aidgen.page.render import render
from aidgen.pipeline import worker
from aidgen.pipeline.cache import Cache
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.press.pieces.copyfit import fit_pieces, largest_types

ROOT = Path(__file__).resolve().parents[1]
PROVING = ("check_pieces", "check_tags")
"""What a worker does to a set piece that is no typesetting."""
Outcome = TypeVar("Outcome")


def proof_share(game: str = "expedition", locale: str = "en") -> float:
    """Return processor time of the proof by that of the typesetting: type, room, setting.

    Of all decks, books and single pages of a game in one language, in this process, warm.
    """
    pieces = _pieces(game, locale)
    spent = {"proof": 0.0, "all": 0.0}
    with tempfile.TemporaryDirectory(prefix="aidgen-share-") as folder:
        worker.typeset_and_check(pieces[0], Cache(folder))
    for name in PROVING:
        setattr(worker, name, _timed(getattr(worker, name), spent, "proof"))
    done = _timed(_done, spent, "all")
    for some in pieces:
        done(some)
    return spent["proof"] / (spent["all"] - spent["proof"])


def _done(pieces: tuple[Piece, ...]) -> None:
    """Take pieces of one head the whole way, with an empty shelf."""
    chosen = [piece for piece in pieces if piece.choice]
    if chosen:
        sizes = zip(chosen, largest_types(chosen), strict=True)
        bounded = {
            piece.bounded(one.type_size, one.type_size): one.measures for piece, one in sizes
        }
        pieces = fit_pieces([*bounded], bounded)
    with tempfile.TemporaryDirectory(prefix="aidgen-share-") as folder:
        for filed in worker.typeset_and_check(pieces, Cache(folder)):
            if filed.faults:
                sys.exit(f"{filed.faults[0]}")


def _timed(function: Callable[..., Outcome], spent: dict[str, float], name: str) -> Any:
    def timed(*given: Any) -> Outcome:
        start = time.process_time()
        try:
            return function(*given)
        finally:
            spent[name] += time.process_time() - start

    return timed


def _pieces(game: str, locale: str) -> list[tuple[Piece, ...]]:
    pack = Pack(ROOT)
    found: list[tuple[Piece, ...]] = []
    for job in plan(pack, games=[game], locales=[locale]).jobs:
        parts = render(job.game_data, job.aid, pack.roots)
        found += [(parts.book.body.whole,)] if parts.book else map(_faces, parts.sections)
    return found


def _faces(section: Section) -> tuple[Piece, ...]:
    """Return the faces of a section, all of one head."""
    return tuple(dict.fromkeys(face for leaf in section.leaves for face in leaf.faces))
