"""What is asked for is set once, on whatever process; what has not changed is not set again."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.layout.faults import Fault
from aidgen.page.pieces import Choice, Document, Leaf, Piece, Section
from aidgen.page.render import render
from aidgen.pipeline import composition, tasks, worker
from aidgen.pipeline.cache import Cache, CachedDocument, piece_key
from aidgen.pipeline.composition import pieces, sides
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import make
from aidgen.pipeline.scheduler import LARGEST_BATCH, Scheduler, TaskProgress
from aidgen.pipeline.worker import CachedPiece
from aidgen.press.pieces.typeset import typeset_pieces
from aidgen.problems import MachineError
from aidgen.proof.accessibility import check_tags
from aidgen.store.cache import CACHE_FOLDER
from tests.mini import MINI, change, read

Outcome = TypeVar("Outcome")


@dataclass
class Here(Executor):
    """Runs errands in this process, and keeps which they were and what was handed to them."""

    asked: list[tuple[str, Any]] = field(default_factory=list)

    def submit(self, fn: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        assert fn is tasks.run_task
        self.asked.append((given[0], given[1]))
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*given, **named))
        except Exception as error:
            future.set_exception(error)
        return future

    def pressed(self) -> list[Piece]:
        """Return the pieces that were set, in their order."""
        return [one for errand, given in self.asked if errand == tasks.PIECES_TASK for one in given]


def run(awaited: Coroutine[Any, Any, Outcome]) -> Outcome:
    return asyncio.run(awaited)


def parts(game_data: GameData, aid: str) -> Document:
    return render(localize(game_data, {}, game_data.locale), aid, (BUNDLED_PACK,))


def _deck() -> Section:
    return parts(read(MINI), "deck").section


def piece(words: str, head: str = "") -> Piece:
    """Return the piece of a card that says `words`."""
    inner = f'<p><span data-context="mini.a">{words}</span></p>'
    return replace(CARD, head=head or CARD.head, inner=inner)


DECK = _deck()
CARD = replace(DECK.leaves[0].front, choice=None, type_size=9.0)
ONE, TWO, THREE = (piece(words) for words in ("One", "Two", "Three"))


# Nothing twice


def test_what_is_asked_for_twice_is_set_once(tmp_path: Path) -> None:
    here = Here()

    async def asked() -> list[list[Any]]:
        press = Scheduler(here, tmp_path)
        both = await asyncio.gather(press.extents([ONE, TWO]), press.extents([TWO, THREE]))
        return [*both, await press.extents([ONE, ONE, THREE])]

    first, second, again = run(asked())
    assert [one.pages for one in (*first, *second, *again)] == [1] * 7
    assert sorted(one.inner for one in here.pressed()) == sorted(
        one.inner for one in (ONE, TWO, THREE)
    )


def test_what_lies_on_the_shelf_is_not_set(tmp_path: Path) -> None:
    run(Scheduler(Here(), tmp_path).extents([ONE, TWO]))
    here = Here()
    assert [one.pages for one in run(Scheduler(here, tmp_path).extents([ONE, THREE, TWO]))] == [
        1
    ] * 3
    assert here.pressed() == [THREE]


@pytest.mark.parametrize("aid", ["deck", "board", "book"])
def test_an_aid_built_again_asks_for_nothing(mini: GameData, tmp_path: Path, aid: str) -> None:
    before = run(sides(parts(mini, aid), Scheduler(Here(), tmp_path)))
    here = Here()
    assert run(sides(parts(mini, aid), Scheduler(here, tmp_path))) == before
    assert here.asked == []


def test_by_the_fullest_cards_of_a_deck_the_others_are_settled_with_one_trial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composition, "LARGEST_BATCH", 1)
    bounds = Choice(7.0, 13.0)
    inner = [
        "<article><div class='face' data-fit='x' data-height='fixed'"
        f" style='width:55mm;height:60mm'><p>{'Draw three cards. ' * length}</p></div></article>"
        for length in (4, 60, 9)
    ]
    faces = [replace(CARD, inner=one, choice=bounds, type_size=None) for one in inner]
    deck = replace(DECK, leaves=tuple(Leaf(face, None, 1) for face in faces))
    here = Here()
    made = run(sides(Document((deck,)), Scheduler(here, tmp_path)))
    placed = [one.inner for one in pieces(made) if one.inner in inner]
    assert placed == inner
    asked = [given for errand, given in here.asked if errand == tasks.FIT_TASK]
    assert [one.inner for one in asked[0]] == [inner[1]]
    assert {one.inner for some in asked[1:] for one in some} == {inner[0], inner[2]}
    most = {one.choice.most for some in asked[1:] for one in some if one.choice}
    assert len(most) == 1
    assert max(most) < bounds.most


def test_how_many_pieces_are_wanted_and_set_is_reported(tmp_path: Path) -> None:
    reported: list[TaskProgress] = []
    run(Scheduler(Here(), tmp_path, reported.append).extents([ONE, TWO]))
    assert reported == [
        TaskProgress(tasks.PIECES_TASK, 2, 0),
        TaskProgress(tasks.PIECES_TASK, 2, 2),
    ]
    run(Scheduler(Here(), tmp_path, reported.append).extents([ONE, THREE]))
    assert reported[2:] == [
        TaskProgress(tasks.PIECES_TASK, 1, 0),
        TaskProgress(tasks.PIECES_TASK, 1, 1),
    ]


def test_a_changed_card_is_set_alone(mini: GameData, tmp_path: Path) -> None:
    before = run(sides(parts(mini, "deck"), Scheduler(Here(), tmp_path)))
    card = mini.cards["night"]
    front = card.front.model_copy(update={"title": "Nights"})
    cards = {**mini.cards, "night": card.model_copy(update={"front": front})}
    here = Here()
    after = run(
        sides(parts(mini.model_copy(update={"cards": cards}), "deck"), Scheduler(here, tmp_path))
    )
    new = set(pieces(after)) - set(pieces(before))
    assert [len(given) for _, given in here.asked] == [1] * len(here.asked)
    assert set(here.pressed()) == new
    assert len(new) == 1


def test_pieces_of_one_head_are_set_together_and_long_ones_alone(tmp_path: Path) -> None:
    other, long = piece("Four", CARD.head + " "), replace(TWO, long=True)
    here = Here()
    run(Scheduler(here, tmp_path).extents([ONE, other, long, THREE]))
    batches = {frozenset(given) for _, given in here.asked}
    assert batches == {frozenset({long}), frozenset({other}), frozenset({ONE, THREE})}


def test_no_batch_is_larger_than_memory_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [piece(f"Number {i}") for i in range(LARGEST_BATCH + 2)]
    sizes: list[int] = []

    def extents(pieces: Sequence[Piece], folder: Path) -> tuple[None, ...]:
        sizes.append(len(pieces))
        return (None,) * len(pieces)

    monkeypatch.setattr(worker, "typeset_and_store", extents)
    run(Scheduler(Here(), tmp_path).extents(many))
    assert sizes == [LARGEST_BATCH, 2]


class Waiting(Executor):
    """Takes errands, and notes when it was asked; their end is for the test to say."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        self.futures.append(Future())
        return self.futures[-1]


def test_an_errand_is_under_way_before_anything_else_is_done(tmp_path: Path) -> None:
    waiting, seen = Waiting(), list[int]()

    async def two() -> None:
        press = Scheduler(waiting, tmp_path)
        asked = asyncio.create_task(press.extents([ONE]))
        asyncio.get_running_loop().call_soon(lambda: seen.append(len(waiting.futures)))
        await asyncio.sleep(0.01)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)

    run(two())
    assert seen == [1]


@pytest.mark.filterwarnings("error")
def test_who_leaves_off_leaves_nothing_behind(
    tmp_path: Path, recwarn: pytest.WarningsRecorder, caplog: pytest.LogCaptureFixture
) -> None:
    waiting = Waiting()

    async def given_up(turns: int) -> None:
        asked = asyncio.create_task(Scheduler(waiting, tmp_path).extents([ONE]))
        for _ in range(turns):
            await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        for future in waiting.futures:
            if not future.done():
                future.set_exception(MachineError("nobody hears of it"))
        await asyncio.sleep(0.01)

    for turns in range(5):
        run(given_up(turns))
    gc.collect()
    assert [str(one.message) for one in recwarn] == []
    assert caplog.text == ""


# A shelf that is damaged


def made(pack: Path, out: Path, aid: str = "deck") -> CachedDocument:
    (one,) = make([Job(Pack(pack), "mini", aid, "en")], out, workers=1)
    assert one.filed is not None
    assert one.problems == ()
    return one.filed


@pytest.mark.parametrize("what", ["pieces", "all"])
def test_a_damaged_shelf_heals(pack: Path, tmp_path: Path, what: str) -> None:
    out = tmp_path / "out"
    before = made(pack, out)
    shelf = Cache(out / CACHE_FOLDER)
    damaged = 0
    for path in (out / CACHE_FOLDER).glob("??/*"):
        is_piece = shelf.get(path.name, CachedPiece) is not None
        is_document = shelf.get(path.name, CachedDocument) is not None
        if what == "all" or is_piece or is_document:
            path.write_bytes(path.read_bytes()[:-1])
            damaged += 1
    assert damaged > 5
    assert made(pack, out) == before
    assert all(len(path.read_bytes()) > 32 for path in (out / CACHE_FOLDER).glob("??/*"))
    assert made(pack, out) == before


# What goes wrong


def test_an_engine_that_fails_on_one_piece_leaves_the_others_certified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def set_but_one(some: Sequence[Piece]) -> Any:
        if TWO in some:
            raise RecursionError
        return typeset_pieces(some)

    monkeypatch.setattr(worker, "typeset_pieces", set_but_one)
    extents = run(Scheduler(Here(), tmp_path).extents([ONE, TWO, THREE, CARD]))
    assert [one.pages for one in extents] == [1, 0, 1, 1]
    filed = [Cache(tmp_path).get(piece_key(one), CachedPiece) for one in (ONE, TWO, THREE, CARD)]
    assert [one is not None for one in filed] == [True] * 4
    assert [[fault.kind for fault in one.faults] for one in filed if one] == [
        [],
        ["stopped"],
        [],
        [],
    ]
    assert all(one.proved.texts == one.promised.texts for one in filed if one and not one.faults)


def test_a_fault_that_nobody_is_blamed_for_is_found_by_halves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def heard(pdf: bytes, html: str) -> Any:
        found = [Fault(kind="tags", found="is odd")] if "Two" in html else []
        return (*check_tags(pdf, html), *found)

    monkeypatch.setattr(worker, "check_tags", heard)
    run(Scheduler(Here(), tmp_path).extents([ONE, TWO, THREE]))
    filed = [Cache(tmp_path).get(piece_key(one), CachedPiece) for one in (ONE, TWO, THREE)]
    assert [[fault.found for fault in one.faults] for one in filed if one] == [[], ["is odd"], []]


def test_crop_marks_and_backs_without_words_are_verified(mini: GameData, tmp_path: Path) -> None:
    """They say nothing, and nobody expects them to."""
    silent = [
        one
        for aid in ("deck", "counters")
        for one in pieces(run(sides(parts(mini, aid), Scheduler(Here(), tmp_path / "all"))))
        if not one.promises.texts
    ]
    assert len(silent) >= 3
    for one in silent:
        run(Scheduler(Here(), tmp_path).extents([one]))
        filed = Cache(tmp_path).get(piece_key(one), CachedPiece)
        assert filed is not None
        assert filed.faults == ()


def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Dying(ProcessPoolExecutor):
    """Its processes die of whatever they are handed."""

    def submit(self, fn: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        return super().submit(_die)


def test_a_process_that_dies_is_reported_as_a_lack_of_the_machine(tmp_path: Path) -> None:
    async def asked(press: Scheduler) -> list[Any]:
        wanted = (press.extents([ONE, TWO]), press.extents([TWO]))
        return [*await asyncio.gather(*wanted, return_exceptions=True)]

    with Dying(max_workers=1) as pool:
        found = run(asked(Scheduler(pool, tmp_path)))
    assert [type(one) for one in found] == [MachineError] * 2
    assert all("a typesetting process died" in str(one) for one in found)
    assert not list(tmp_path.rglob("*"))


def test_a_changed_text_sets_its_card_alone_in_a_whole_build(pack: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    made(pack, out)
    before = set((out / CACHE_FOLDER).glob("??/*"))
    change(pack, "content/mini/rules.yaml", "Heroes see half as far.", "Heroes see a third as far.")
    made(pack, out)
    shelf = Cache(out / CACHE_FOLDER)
    new = [path.name for path in set((out / CACHE_FOLDER).glob("??/*")) - before]
    set_anew = [name for name in new if shelf.get(name, CachedPiece)]
    assert len(set_anew) >= 1
    for name in set_anew:
        filed = shelf.get(name, CachedPiece)
        assert filed is not None
        contexts = {text.context for text in filed.texts}
        assert "mini.rules.dark.text" in contexts
