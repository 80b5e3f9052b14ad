"""An aid in a language as it stands open: its pages, what is proved of them, and what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from aidgen.assets.options import NO_OPTIONS
from aidgen.game.data import GameData
from aidgen.page.composed import Placed, Side
from aidgen.page.pieces import Document, Piece
from aidgen.pipeline.cache import piece_key
from aidgen.pipeline.composition import (
    choose_type,
    continue_leaves,
    pieces,
    set_body,
    sides,
)
from aidgen.pipeline.locations import Printing, problems
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pagination import SetBody, compose
from aidgen.pipeline.production import stop
from aidgen.pipeline.renderer import Renderer
from aidgen.pipeline.scheduler import Scheduler, StoppedPieceError
from aidgen.press.pdf.structure import RecordPlace
from aidgen.problems import InputError, MachineError, Problem, Where
from aidgen.serve.page_renderer import Found
from aidgen.serve.preview import Guess, Settled, guess
from aidgen.serve.worker_pool import FOUND, Hands

Status = Literal["draft", "proved", "faulty"]
"""Of a piece: only laid out, or set and proved, without or with faults."""
AT_ONCE = 8
"""How many pieces that are not seen are proved before the page is told what is known of them."""


@dataclass(frozen=True, order=True)
class Opened:
    """What stands open: an aid of a game in a language."""

    game: str
    aid: str
    locale: str


@dataclass(frozen=True)
class Fault:
    """A fault of a piece: what is told of it, and which text it concerns."""

    key: str
    side: int
    box: str
    context: str
    problem: Problem


@dataclass(frozen=True)
class Poured:
    """What a pack has for an aid: its canon, the parts, and how they may look."""

    canon: GameData
    parts: Document
    guess: Guess


@dataclass
class View:
    """An aid that stands open. It follows its pack; `tell` is called when there is news."""

    opened: Opened
    hands: Hands
    tell: Callable[[View], None]
    serial: int = 0
    poured: Poured | None = None
    sides: tuple[Side[Piece], ...] = ()
    unusable: tuple[Problem, ...] = ()
    """What keeps the pages from being made anew: those of before are shown."""
    judged: tuple[tuple[str, Problem], ...] = ()
    """What is wrong with the game and its translation, and the msgctxt of which text."""
    found: dict[str, Found] = field(default_factory=dict)
    seen: tuple[int, ...] = (0,)
    working: bool = False
    _settled: Settled | None = None
    _task: asyncio.Task[None] | None = None
    _keys: dict[Piece, str] = field(default_factory=dict)

    async def follow(self, pack: Pack) -> None:
        """Show the pages as a pack has them now, as they may look first; then have them proved."""
        try:
            poured = await asyncio.to_thread(self._pour, pack)
        except InputError as error:
            self.unusable = error.problems
            self._news()
            return
        self.unusable, self.poured = (), poured
        self.stop()
        self.working = True
        self._show(poured.guess.sides)
        self._task = asyncio.create_task(self._work(pack, poured))

    def stop(self) -> None:
        """Leave off what is being made."""
        if self._task is not None:
            self._task.cancel()

    def key(self, piece: Piece) -> str:
        """Return the digest under which a piece of these pages is filed."""
        if piece not in self._keys:
            self._keys[piece] = piece_key(piece)
        return self._keys[piece]

    def status(self, piece: Piece) -> Status:
        """Tell what is known of a piece."""
        found = self.found.get(self.key(piece))
        if found is None:
            return "draft"
        return "faulty" if found.faults else "proved"

    def is_excerpt(self, piece: Piece) -> bool:
        """Tell whether a piece is shown page by page as it may look: it is long, and not set."""
        known = self.poured is not None and bool(self.poured.guess.anchors)
        return known and piece.long and self.status(piece) == "draft"

    def pieces(self) -> Mapping[str, Piece]:
        """Return the pieces on the pages, by their keys."""
        return {self.key(piece): piece for piece in pieces(self.sides)}

    def faults(self, pack: Pack) -> Iterator[Fault]:
        """Yield the faults of the pages, each once, on the first side where it is."""
        if self.poured is None:
            return
        printing = self._printing(pack, self.poured.canon)
        told = set()
        for number, placed in self._first():
            found = self.found.get(self.key(placed.piece))
            for fault in found.faults if found else ():
                if max(fault.page, 1) != placed.page:
                    continue
                here = replace(fault, page=number + 1)
                for problem in problems(printing, (here,), found.texts if found else ()):
                    if problem not in told:
                        told.add(problem)
                        key = self.key(placed.piece)
                        yield Fault(key, number, fault.box, fault.context, problem)

    def _printing(self, pack: Pack, canon: GameData) -> Printing:
        name = f"{self.opened.game}-{self.opened.aid}-{self.opened.locale}.pdf"
        return Printing(pack, canon, self.opened.aid, name)

    def _first(self) -> Iterator[tuple[int, Placed[Piece]]]:
        """Yield each page of each piece with the first side it stands on, from 0."""
        met = set()
        for number, side in enumerate(self.sides):
            for placed in side.placed:
                if (placed.piece, placed.page) not in met:
                    met.add((placed.piece, placed.page))
                    yield number, placed

    # How pages come to be ------------------------------------------------------------------------

    def _pour(self, pack: Pack) -> Poured:
        """Return what a pack has for the aid; raises InputError."""
        canon = pack.localized(self.opened.game, self.opened.locale)
        if self.opened.aid not in canon.aids:
            raise InputError([Problem(Where(self.opened.game), f"has no aid `{self.opened.aid}`")])
        parts = parts_of(pack, canon, self.opened.aid, self.hands.renderer)
        return Poured(canon, parts, guess(parts, self._settled))

    def _show(self, laid: tuple[Side[Piece], ...]) -> None:
        self.sides = laid
        here = frozenset(pieces(laid))
        self._keys = {piece: key for piece, key in self._keys.items() if piece in here}
        keys = {self.key(piece) for piece in here}
        self.found = {key: found for key, found in self.found.items() if key in keys}
        self._news()

    def _news(self) -> None:
        self.serial += 1
        self.tell(self)

    async def _work(self, pack: Pack, poured: Poured) -> None:
        try:
            await self.hands.unhurried()
            await self._settle(poured.parts)
        except MachineError as error:
            self.unusable = (Problem(Where(str(pack)), str(error)),)
            self.hands.renew()
        except StoppedPieceError as stopped:
            printing = self._printing(pack, poured.canon)
            self.unusable = tuple(problems(printing, (stop(stopped),), ()))
        except LookupError:  # the shelf was swept meanwhile: the next change begins anew
            pass
        finally:
            if self._task is asyncio.current_task():
                self.working = False
                self._news()

    async def _settle(self, parts: Document) -> None:
        press = Scheduler(self.hands.thorough, self.hands.folder)
        if parts.book:
            body = await set_body(parts.book.body, press)
            await self._prove(press, body.takes)
            laid = await sides(parts, press)
            contents = sum(len(side.placed) > 0 for side in laid) - 1 - len(body.pages)
            self._settled = Settled(parts, parts, body, contents, tuple(self._anchors(body)))
        else:
            whole = [await continue_leaves(section, press) for section in parts.sections]
            made = [await choose_type(section, press) for section in whole]
            laid = compose(made, NO_OPTIONS)
            self._settled = Settled(Document(tuple(whole)), Document(tuple(made)))
        self._show(laid)
        for batch in self._batches():
            await self._prove(press, batch)

    def _anchors(self, body: SetBody) -> Iterator[RecordPlace]:
        """Yield where the records of a body begin, its pages counted through."""
        before = 0
        for take, extent in zip(body.takes, body.extents, strict=True):
            for anchor in self.found[self.key(take)].anchors:
                yield replace(anchor, page=before + anchor.page)
            before += extent.pages

    def _batches(self) -> Iterator[Sequence[Piece]]:
        """Yield the pieces that nothing is known of yet, those that are seen first."""
        seen = [self.sides[number] for number in self.seen if number < len(self.sides)]
        first = self._unknown(pieces(seen))
        yield first
        rest = [piece for piece in self._unknown(pieces(self.sides)) if piece not in first]
        for start in range(0, len(rest), AT_ONCE):
            yield rest[start : start + AT_ONCE]

    def _unknown(self, some: Iterable[Piece]) -> list[Piece]:
        return [piece for piece in some if self.key(piece) not in self.found]

    async def _prove(self, press: Scheduler, batch: Sequence[Piece]) -> None:
        if not batch:
            return
        await press.extents(batch)
        keys = [self.key(piece) for piece in batch]
        told = await self.hands.thoroughly(FOUND, keys, self.hands.folder)
        self.found |= dict(zip(keys, told, strict=True))
        self._news()


def parts_of(pack: Pack, canon: GameData, aid: str, renderer: Renderer) -> Document:
    """Return what an aid of a localized canon is made of.

    Raises InputError: laws may be broken while a game is written, and its pages lack anything then.
    """
    try:
        return renderer.render(canon, aid, pack.roots)
    except InputError:
        raise
    except Exception as error:  # whatever a broken law leads to: what is told is the law
        breaches = [one for one in pack.breaches(canon.game.id) if one.severity == "error"]
        where = Where(f"{canon.game.id}/{aid}")
        raise InputError(breaches or [Problem(where, f"cannot be laid out: {error!r}")]) from None
