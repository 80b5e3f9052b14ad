"""A body is divided into takes as if all of it were looked at, by looking where it changed."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from aidgen.assets.papers import PAPERS
from aidgen.page.pieces import BREAK, Body, Piece
from aidgen.page.render import render
from aidgen.pipeline import tasks
from aidgen.pipeline.composition import set_body
from aidgen.pipeline.pagination import Extent
from aidgen.pipeline.pool import StoppedError
from aidgen.pipeline.scheduler import Scheduler, StoppedPieceError
from aidgen.press.pieces.typeset import typeset_pieces, units_at_page_tops
from tests.ours import PACK
from tests.pipeline.test_scheduler import run

PAGE = 10
"""How high a page is of those that are made up here, in lines."""
# What is made up: its number in the take, its sort and how many lines it has.
UNIT = re.compile(r'<(\w) data-unit="(\d+)" n="(\d+)">')
HEADING, WHOLE, TEXT = "hwt"
"""Sorts: a heading is with what follows, a whole is on one page, a text goes on anywhere."""


@dataclass(frozen=True)
class Made:
    """A unit made up."""

    sort: str
    lines: int
    words: str = ""

    @property
    def html(self) -> str:
        return f'<{self.sort} n="{self.lines}">{self.words}</{self.sort}>'


def begins(units: Sequence[tuple[str, int]]) -> list[int]:
    """Return which units, each a sort and its lines, begin a page."""
    found, down = [0], 0
    for number, (sort, lines) in enumerate(units):
        need, behind = lines, number
        while units[behind][0] == HEADING and behind + 1 < len(units) and behind < number + 2:
            behind += 1
            need += units[behind][1] if units[behind][0] != TEXT else 1
        need = 1 if sort == TEXT else need
        led = (
            number and units[number - 1][0] == HEADING and number in (found[-1] + 1, found[-1] + 2)
        )
        if down and down + need > PAGE and not led:
            found.append(number)
            down = 0
        down += lines
        while down > PAGE:
            down -= PAGE
    return found


@dataclass
class Compositor(Executor):
    """Divides made up bodies into pages, and keeps what it was given to look at."""

    looked: list[Piece] = field(default_factory=list)
    pressed: list[Piece] = field(default_factory=list)
    error: Exception | None = None
    blind: bool = False

    def submit(self, fn: Any, /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if given[0] == tasks.PIECES_TASK:
            self.pressed += given[1]
            future.set_result([Extent(1, {}) for _ in given[1]])
            return future
        self.looked.append(given[1])
        if self.error:
            future.set_exception(self.error)
        else:
            units = [(sort, int(lines)) for sort, _, lines in UNIT.findall(given[1].inner)]
            future.set_result(() if self.blind else tuple(begins(units)))
        return future

    @property
    def units(self) -> int:
        """How many units it was given to look at."""
        return sum(len(UNIT.findall(piece.inner)) for piece in self.looked)


def body(units: Sequence[Made], *, even: bool = False) -> Body:
    inner = BREAK.join(unit.html for unit in units)
    return Body(Piece("<head>", inner, PAPERS["A5"], "9mm", 9.0, long=True, even=even))


def takes(made: Body, folder: Path, compositor: Compositor | None = None) -> list[str]:
    """Return the takes of a body."""
    found = run(set_body(made, Scheduler(compositor or Compositor(), folder))).takes
    return [take.inner for take in found]


def whole(units: Sequence[Made]) -> list[str]:
    """Return the takes of units that are looked at all at once."""
    begun = [*begins([(unit.sort, unit.lines) for unit in units]), len(units)]
    return [body(units).take(first, end).inner for first, end in pairwise(begun)]


def some(chance: random.Random, count: int) -> list[Made]:
    sorts = chance.choices([HEADING, WHOLE, TEXT], [1, 3, 4], k=count)
    return [
        Made(sort, 1 if sort == HEADING else chance.randint(1, 9), f"abc {chance.random()}")
        for sort in sorts
    ]


@pytest.mark.parametrize("seed", range(12))
def test_a_changed_body_is_divided_as_one_that_is_new(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    units = some(chance, 60)
    for _ in range(15):
        assert takes(body(units), tmp_path) == whole(units)
        at = chance.randrange(len(units))
        match chance.choice(["words", "words", "lines", "more", "fewer"]):
            case "words":
                units[at] = replace(units[at], words=f"new {chance.random()}")
            case "lines":
                units[at] = some(chance, 1)[0]
            case "more":
                units[at:at] = some(chance, 1)
            case "fewer":
                del units[at]


def test_what_has_not_changed_is_not_looked_at(tmp_path: Path) -> None:
    units = some(random.Random(1), 200)
    first = Compositor()
    before = takes(body(units), tmp_path, first)
    assert first.units == 200
    again = Compositor()
    assert takes(body(units), tmp_path, again) == before
    assert not again.looked
    looked = []
    for at in range(10, 190, 9):
        changed = [*units]
        changed[at] = replace(units[at], words="other")
        compositor = Compositor()
        made = takes(body(changed), tmp_path, compositor)
        assert len(set(made) - set(before)) == 1
        looked.append(compositor.units)
    assert max(looked) < 60
    assert sum(looked) / len(looked) < 16
    assert takes(body(units), tmp_path, again) == before
    assert not again.looked


def test_a_number_divides_nothing_anew(tmp_path: Path) -> None:
    units = [Made(WHOLE, 4, "12 of 30")] * 9
    takes(body(units, even=True), tmp_path)
    units[4] = Made(WHOLE, 4, "15 of 99")
    compositor = Compositor()
    assert len(takes(body(units, even=True), tmp_path, compositor)) == 5
    assert not compositor.looked
    takes(body(units), tmp_path, compositor)
    assert compositor.looked


def test_what_nobody_can_divide_is_one_take(tmp_path: Path) -> None:
    made = body(some(random.Random(1), 20))
    blind = Compositor(blind=True)
    assert takes(made, tmp_path, blind) == [made.whole.inner]
    assert len(takes(made, tmp_path)) > 1, "it is not filed"


def test_a_process_that_is_stopped_is_reported(tmp_path: Path) -> None:
    made = body(some(random.Random(1), 20))
    with pytest.raises(StoppedPieceError, match="for too long"):
        takes(made, tmp_path, Compositor(error=StoppedError("for too long")))


def test_a_book_of_ours_is_set_in_takes_as_it_is_whole() -> None:
    game_data = PACK.localized("gloomhaven", "en")
    book = render(game_data, "reference", PACK.roots).book
    assert book is not None
    count = len(book.body.units)
    first = units_at_page_tops(book.body.counted(0, count))
    pieces = [book.body.take(one, end) for one, end in pairwise((*first, count))]
    (setting,) = typeset_pieces([book.body.whole])
    made = [page.digest for one in typeset_pieces(pieces) for page in one.piece.pages]
    assert made == [page.digest for page in setting.piece.pages]
    assert len(pieces) > len(made) / 2
