"""An open aid in a language: its pages, their preview, the state of their checks, problems."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from aidgen.assets.options import NO_OPTIONS
from aidgen.game.data import GameData
from aidgen.page.composed import Placed, Side
from aidgen.page.pieces import MARK_PREFIXES, Book, Document, Piece
from aidgen.pipeline.cache import piece_key
from aidgen.pipeline.composition import (
    choose_cards,
    choose_type,
    continue_leaves,
    pieces,
    set_book,
)
from aidgen.pipeline.locations import Printing, problems
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pagination import Extent, SetBody, bind_book, compose, page_numbers
from aidgen.pipeline.production import stop
from aidgen.pipeline.renderer import Renderer
from aidgen.pipeline.scheduler import Scheduler, StoppedPieceError
from aidgen.press.pdf.structure import RecordPlace
from aidgen.press.pieces.typeset import Excerpt
from aidgen.problems import InputError, MachineError, Problem, Where
from aidgen.serve.page_renderer import CheckedPiece
from aidgen.serve.worker_pool import CHECKED_TASK, PreviewPool

# The beginning of an element, and what it is.
ELEMENT_START = re.compile(r"<([a-z][a-z0-9-]*)")


@dataclass(frozen=True)
class LastLayout:
    """An aid as it was rendered, and as it was typeset; for a book, also its length."""

    rendered: Document
    parts: Document
    body: SetBody | None = None
    contents: int = 1
    """The number of pages of a book's contents."""
    anchors: tuple[RecordPlace, ...] = field(default=(), repr=False)
    """Where the records of a book begin."""


@dataclass(frozen=True)
class Preview:
    """The expected sides of an aid; for long pieces, also where their records begin."""

    sides: tuple[Side[Piece], ...]
    anchors: tuple[RecordPlace, ...] = ()
    faces: Mapping[Piece, Piece] = field(default_factory=dict)
    """Each face and page whose type is adjustable, as it is expected."""

    def excerpt(self, piece: Piece, page: int) -> Excerpt | None:
        """Return the part of a piece to lay out for a page, from 0; None for all of it."""
        return Excerpt(page, self.anchors) if piece.long and self.anchors else None


def preview_parts(parts: Document, before: LastLayout | None) -> Preview:
    """Return how an aid will probably look, judging by its last layout."""
    if parts.book:
        return _preview_book(parts.book, before)
    known = _guess_pieces(parts, before)
    return Preview(compose(with_faces(parts, known).sections, NO_OPTIONS), faces=known)


def _preview_book(book: Book, before: LastLayout | None) -> Preview:
    known = before.body if before else None
    extent = replace(known, blanks=frozenset()).extent if known else Extent(1, {})
    pages = before.contents if before else 1
    numbers = page_numbers(book, extent, pages)
    body = SetBody((book.body.numbered(numbers).whole,), (extent,))
    sides = bind_book(book, book.numbered(numbers), body, pages)
    return Preview(sides, before.anchors if before else ())


def adjustable_pieces(parts: Document) -> tuple[Piece, ...]:
    """Return the faces and pages whose type is to be chosen, in their order."""
    return tuple(dict.fromkeys(face for face in _all_faces(parts) if face.choice))


def with_faces(parts: Document, faces: Mapping[Piece, Piece]) -> Document:
    """Return sections with some faces replaced."""
    sections = (
        replace(section, leaves=tuple(leaf.with_faces(faces) for leaf in section.leaves))
        for section in parts.sections
    )
    return replace(parts, sections=tuple(sections))


def _guess_pieces(parts: Document, before: LastLayout | None) -> Mapping[Piece, Piece]:
    """Return each adjustable piece as it was typeset, or as it will most likely be."""
    were: dict[Piece, Piece] = {}
    if before is not None:
        typeset = dict(zip(_all_faces(before.rendered), _all_faces(before.parts), strict=True))
        were = {piece: typeset[piece] for piece in adjustable_pieces(before.rendered)}
    order = list(were.items())
    known = {}
    for number, piece in enumerate(adjustable_pieces(parts)):
        old, like = order[number] if number < len(order) else (None, None)
        if piece in were:
            known[piece] = were[piece]
        elif old is not None and like is not None and old.choice == piece.choice:
            styles = like.styles if _element_names(old) == _element_names(piece) else ()
            known[piece] = piece.settled(like.type_size or 0.0, styles)
        else:
            known[piece] = piece.settled(piece.choice.least if piece.choice else 0.0, ())
    return known


def _known_size(face: Piece, guess: Piece) -> float | None:
    """Return the type size of a face if it is known from the last layout."""
    size = guess.type_size or 0.0
    return size if face.choice and size > face.choice.least else None


def _all_faces(parts: Document) -> list[Piece]:
    return [face for section in parts.sections for leaf in section.leaves for face in leaf.faces]


def _element_names(piece: Piece) -> list[str]:
    return ELEMENT_START.findall(piece.inner)


Status = Literal["draft", "proved", "faulty"]
"""Of a piece: only laid out; checked without faults; checked with faults."""
CHECKED_AT_ONCE = 9
"""How many pieces are typeset in one task, which cannot be stopped, and checked before the browser
gets an update: a sheet of cards."""


@dataclass(frozen=True, order=True)
class ViewId:
    """Names a view: an aid of a game in a language."""

    game: str
    aid: str
    locale: str


@dataclass(frozen=True)
class ViewFault:
    """A fault of a piece: the problem, and the text it concerns."""

    key: str
    side: int
    box: str
    context: str
    problem: Problem


@dataclass(frozen=True)
class RenderedAid:
    """An aid as rendered from a pack: its game data, its parts, and a preview of its pages."""

    game_data: GameData
    parts: Document
    guess: Preview


@dataclass
class OpenView:
    """An open aid. It follows its pack, and calls `tell` when something has changed."""

    opened: ViewId
    pool: PreviewPool
    tell: Callable[[OpenView], None]
    serial: int = 0
    rendered: RenderedAid | None = None
    sides: tuple[Side[Piece], ...] = ()
    unusable: tuple[Problem, ...] = ()
    """What stops the pages from being rendered; the earlier ones stay."""
    judged: tuple[tuple[str, Problem], ...] = ()
    """Problems of the game and its translation, each with the msgctxt of its text."""
    checked: dict[str, CheckedPiece] = field(default_factory=dict)
    seen: tuple[int, ...] = (0,)
    working: bool = False
    _last_layout: LastLayout | None = None
    _task: asyncio.Task[None] | None = None
    _keys: dict[Piece, str] = field(default_factory=dict)

    async def follow(self, pack: Pack) -> None:
        """Show the pages of a changed pack: a preview at once, then the checked pages."""
        try:
            rendered = await asyncio.to_thread(self._render, pack)
        except InputError as error:
            self.unusable = error.problems
            self._notify()
            return
        self.unusable, self.rendered = (), rendered
        self.stop()
        self.working = True
        self._show_sides(rendered.guess.sides)
        self._task = asyncio.create_task(self._work(pack, rendered))

    def side_of(self, context: str) -> int | None:
        """Return the first side, from 0, that prints a text; None if that is not known yet."""
        for number, side in enumerate(self.sides):
            for placed in side.placed:
                result = self.checked.get(self.key(placed.piece))
                for text in result.texts if result else placed.piece.promises.texts:
                    if text.context == context and (getattr(text, "page", 0) or 1) == placed.page:
                        return number
        return None

    def stop(self) -> None:
        """Cancel running work."""
        if self._task is not None:
            self._task.cancel()

    def key(self, piece: Piece) -> str:
        """Return the cache key of a piece."""
        if piece not in self._keys:
            self._keys[piece] = piece_key(piece)
        return self._keys[piece]

    def status(self, piece: Piece) -> Status:
        """Return the state of a piece."""
        result = self.checked.get(self.key(piece))
        if result is None:
            return "draft"
        return "proved" if all(fault.is_doubt for fault in result.faults) else "faulty"

    def is_excerpt(self, piece: Piece) -> bool:
        """Tell whether a piece is previewed page by page: it is long, and not typeset."""
        known = self.rendered is not None and bool(self.rendered.guess.anchors)
        return known and piece.long and self.status(piece) == "draft"

    def pieces(self) -> Mapping[str, Piece]:
        """Return the pieces of the pages, by key."""
        return {self.key(piece): piece for piece in pieces(self.sides)}

    def faults(self, pack: Pack) -> Iterator[ViewFault]:
        """Yield the faults of the pages, each once, on the first side that has it."""
        if self.rendered is None:
            return
        printing = self._preview_printing(pack, self.rendered.game_data)
        reported = set()
        for number, placed in self._first_sides():
            result = self.checked.get(self.key(placed.piece))
            for fault in result.faults if result else ():
                if max(fault.page, 1) != placed.page:
                    continue
                here = replace(fault, page=number + 1)
                for problem in problems(printing, (here,), result.texts if result else ()):
                    if problem not in reported:
                        reported.add(problem)
                        key = self.key(placed.piece)
                        yield ViewFault(key, number, fault.box, fault.context, problem)

    def _preview_printing(self, pack: Pack, game_data: GameData) -> Printing:
        name = f"{self.opened.game}-{self.opened.aid}-{self.opened.locale}.pdf"
        return Printing(pack, game_data, self.opened.aid, name)

    def _first_sides(self) -> Iterator[tuple[int, Placed[Piece]]]:
        """Yield each page of each piece with the first side it is on, from 0."""
        met = set()
        for number, side in enumerate(self.sides):
            for placed in side.placed:
                if (placed.piece, placed.page) not in met:
                    met.add((placed.piece, placed.page))
                    yield number, placed

    # Rendering and checking ----------------------------------------------------------------------

    def _render(self, pack: Pack) -> RenderedAid:
        """Render the aid; raises InputError."""
        game_data = pack.localized(self.opened.game, self.opened.locale)
        if self.opened.aid not in game_data.aids:
            raise InputError([Problem(Where(self.opened.game), f"has no aid `{self.opened.aid}`")])
        parts = render_parts(pack, game_data, self.opened.aid, self.pool.renderer)
        return RenderedAid(game_data, parts, preview_parts(parts, self._last_layout))

    def _show_sides(self, laid: tuple[Side[Piece], ...]) -> None:
        self.sides = laid
        here = frozenset(pieces(laid))
        self._keys = {piece: key for piece, key in self._keys.items() if piece in here}
        keys = {self.key(piece) for piece in here}
        self.checked = {key: found for key, found in self.checked.items() if key in keys}
        self._notify()

    def _notify(self) -> None:
        self.serial += 1
        self.tell(self)

    async def _work(self, pack: Pack, rendered: RenderedAid) -> None:
        try:
            await self.pool.wait_until_idle()
            await self._settle(rendered)
        except MachineError as error:
            self.unusable = (Problem(Where(str(pack)), str(error)),)
            self.pool.restart()
        except StoppedPieceError as stopped:
            printing = self._preview_printing(pack, rendered.game_data)
            self.unusable = tuple(problems(printing, (stop(stopped),), ()))
        except LookupError:  # the cache was cleaned meanwhile: the next change starts again
            pass
        finally:
            if self._task is asyncio.current_task():
                self.working = False
                self._notify()

    async def _settle(self, rendered: RenderedAid) -> None:
        parts = rendered.parts
        press = Scheduler(self.pool.background, self.pool.folder, batch=CHECKED_AT_ONCE)
        if parts.book:
            printed = await set_book(parts.book, press)
            body, laid = printed.body, printed.sides
            await self._check(press, body.takes)
            anchors = tuple(self._anchors(body))
            self._last_layout = LastLayout(parts, parts, body, printed.contents_pages, anchors)
        else:
            await self._settle_visible(rendered, press)
            whole = [await continue_leaves(section, press) for section in parts.sections]
            made = [await choose_type(section, press) for section in whole]
            laid = compose(made, NO_OPTIONS)
            self._last_layout = LastLayout(Document(tuple(whole)), Document(tuple(made)))
        self._show_sides(laid)
        for batch in self._batches():
            await self._check(press, batch)

    async def _settle_visible(self, rendered: RenderedAid, press: Scheduler) -> None:
        """Show the cards that are looked at in their type, before the others are laid out."""
        seen, faces = frozenset(pieces(self._visible_sides())), dict(rendered.guess.faces)
        for section in rendered.parts.sections if seen else ():
            own = adjustable_pieces(Document((section,))) if section.is_cut else ()
            visible = [face for face in own if faces[face] in seen]
            if visible:
                beside = (_known_size(face, faces[face]) for face in own if face not in visible)
                faces |= await choose_cards(visible, press, filter(None, beside))
        laid = compose(with_faces(rendered.parts, faces).sections, NO_OPTIONS)
        if laid != self.sides:
            self._show_sides(laid)

    def _visible_sides(self) -> list[Side[Piece]]:
        return [self.sides[number] for number in self.seen if number < len(self.sides)]

    def _anchors(self, body: SetBody) -> Iterator[RecordPlace]:
        """Yield where the records of a body begin, with page numbers of the whole body."""
        before = 0
        for take, extent in zip(body.takes, body.extents, strict=True):
            for anchor in self.checked[self.key(take)].anchors:
                if anchor.ref.startswith(MARK_PREFIXES):
                    continue
                yield replace(anchor, page=before + anchor.page)
            before += extent.pages

    def _batches(self) -> Iterator[Sequence[Piece]]:
        """Yield the unchecked pieces in batches, visible ones first."""
        first = self._unchecked_pieces(pieces(self._visible_sides()))
        yield first
        rest = [piece for piece in self._unchecked_pieces(pieces(self.sides)) if piece not in first]
        for start in range(0, len(rest), CHECKED_AT_ONCE):
            yield rest[start : start + CHECKED_AT_ONCE]

    def _unchecked_pieces(self, some: Iterable[Piece]) -> list[Piece]:
        return [piece for piece in some if self.key(piece) not in self.checked]

    async def _check(self, press: Scheduler, batch: Sequence[Piece]) -> None:
        if not batch:
            return
        await press.extents(batch)
        keys = [self.key(piece) for piece in batch]
        results = await self.pool.run_in_background(CHECKED_TASK, keys, self.pool.folder)
        self.checked |= dict(zip(keys, results, strict=True))
        self._notify()


def render_parts(pack: Pack, game_data: GameData, aid: str, renderer: Renderer) -> Document:
    """Return the parts of an aid of localized game data.

    Raises InputError: while a game is being written it may break rules, and any page may fail.
    """
    try:
        return renderer.render(game_data, aid, pack.roots)
    except InputError:
        raise
    except Exception as error:  # a broken rule may raise anything: report the rule
        breaches = [one for one in pack.breaches(game_data.game.id) if one.severity == "error"]
        where = Where(f"{game_data.game.id}/{aid}")
        raise InputError(breaches or [Problem(where, f"cannot be laid out: {error!r}")]) from None
