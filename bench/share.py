"""Which part of the typesetting the proof takes, and how often a page or a card is laid out.

Pieces are typeset the whole way in this process, with an empty cache.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from aidgen.page.pieces import Piece, Section
from aidgen.page.render import render
from aidgen.pipeline import worker
from aidgen.pipeline.cache import Cache
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.press.engine.document import HtmlDocument, Rendering
from aidgen.press.pdf.structure import PIECE_ELEMENT
from aidgen.press.pieces.copyfit import fit_pieces, largest_types
from aidgen.press.pieces.vertical_justification import is_filled_page

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


@dataclass
class Layouts:
    """How often the engine laid out the pieces of a kind."""

    pieces: int = 0
    layouts: int = 0
    """Of each piece, however many the engine laid out at once."""
    cpu_seconds: float = 0.0
    """Processor time of these layouts."""

    def __str__(self) -> str:
        each = self.layouts / max(self.pieces, 1)
        cost = 1000 * self.cpu_seconds / max(self.layouts, 1)
        return f"{self.pieces:4} pieces, {each:.2f} layouts each, {cost:.0f} ms of CPU a layout"


def count_layouts(pack: Path, game: str, locale: str) -> dict[str, Layouts]:
    """Return the layouts of all pieces of a game in one language, by kind: page, card, book."""
    found: dict[str, Layouts] = {"page": Layouts(), "card": Layouts(), "book": Layouts()}
    for some in _pieces(game, locale, pack):
        counted = found[_kind(some[0])]
        counted.pieces += len(some)
        with _counting(counted):
            _done(some)
    return {kind: one for kind, one in found.items() if one.pieces}


def _kind(piece: Piece) -> str:
    if piece.choice is None:
        return "book"
    root = HtmlDocument(piece.html).root
    return "page" if any(map(is_filled_page, root.iter())) else "card"


@contextmanager
def _counting(counted: Layouts) -> Iterator[None]:
    lay_out = HtmlDocument.lay_out

    def measured(source: HtmlDocument, **options: bool) -> Rendering:
        counted.layouts += Counter(one.tag for one in source.root.iter())[PIECE_ELEMENT]
        start = time.process_time()
        try:
            return lay_out(source, **options)
        finally:
            counted.cpu_seconds += time.process_time() - start

    with patch.object(HtmlDocument, "lay_out", measured):
        yield


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
            if found := [fault for fault in filed.faults if not fault.is_doubt]:
                sys.exit(found[0].describe())


def _timed(function: Callable[..., Outcome], spent: dict[str, float], name: str) -> Any:
    def timed(*given: Any) -> Outcome:
        start = time.process_time()
        try:
            return function(*given)
        finally:
            spent[name] += time.process_time() - start

    return timed


def _pieces(game: str, locale: str, folder: Path = ROOT) -> list[tuple[Piece, ...]]:
    pack = Pack(folder)
    found: list[tuple[Piece, ...]] = []
    for job in plan(pack, games=[game], locales=[locale]).jobs:
        parts = render(job.game_data, job.aid, pack.roots)
        found += [(parts.book.body.whole,)] if parts.book else map(_faces, parts.sections)
    return found


def _faces(section: Section) -> tuple[Piece, ...]:
    """Return the faces of a section, all of one head."""
    return tuple(dict.fromkeys(face for leaf in section.leaves for face in leaf.faces))
