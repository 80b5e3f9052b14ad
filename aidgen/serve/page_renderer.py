"""What the worker processes of pages in the browser do: documents, their pages, pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, groupby, starmap
from operator import attrgetter
from pathlib import Path

from aidgen.assets.papers import hull
from aidgen.layout.boxes import PX_PER_MM, Layout
from aidgen.layout.document import Document, Printed
from aidgen.layout.fits import PageItems
from aidgen.page.imposing import impose
from aidgen.page.sheets import FACE_CLASS, Deck, Face, Rendered, Types
from aidgen.pipeline import decks
from aidgen.pipeline.cache import Cache, document_key
from aidgen.pipeline.tasks import RenderTask
from aidgen.pipeline.worker import print_document, render_task, restyle_task
from aidgen.press.engine.drawings import share_drawings
from aidgen.press.type import Arrangement, arrangement_of, lay_out, lay_out_page
from aidgen.proof.pictures import find_words, page_draft, patched_page, seen_pages
from aidgen.sandbox.output import write_file
from aidgen.serve.tasks import AidDocuments, PdfPictures, RecordSpot, SetDocument, TextSpot

# How many digits of a PDF's digest are in the name of a picture.
NAME_DIGITS = 12
# Which part of the faces of a deck may have changed, so that these alone are drawn first.
MOST_CHANGED = 0.2


# Live pages -----------------------------------------------------------------------------------


# The aid that was rendered last: a large deck takes seconds.
_rendered: dict[tuple[bytes, str], Rendered] = {}


def render_draft(
    task: RenderTask,
    types: Types,
    faces: frozenset[str],
    restyled: bool = False,
) -> AidDocuments:
    """Return an aid whose decks have some `types`; others have the smallest.

    `faces` are those that were shown last; it is `restyled` if nothing but style sheets has
    changed. Nothing is laid out for it. Raises InputError.
    """
    # Taken out: what fails to be rendered leaves nothing behind to be restyled later.
    last = _rendered.pop((task.game, task.aid), None)
    rendered = (restyled and last and restyle_task(task, last)) or render_task(task)
    _rendered.clear()
    _rendered[task.game, task.aid] = rendered
    sized = [deck.sized({**deck.smallest_types, **types}) for deck in rendered.decks]
    whole = _documents(rendered, sized)
    count = len(whole.faces)
    is_cut = bool(count) and not rendered.documents
    if not is_cut or len(whole.faces - faces) > MOST_CHANGED * count:
        return whole
    reduced = [_without(deck, faces) for deck in sized]
    changed = (impose(deck, one_by_one=True) for deck in reduced)
    return replace(whole, changed=tuple(chain.from_iterable(changed)))


def render_whole(task: RenderTask, folder: Path) -> AidDocuments:
    """Return an aid whose decks have their type; raises InputError, MachineError."""
    rendered, cache = render_task(task), Cache(folder)
    sized = [decks.fit(deck, cache) for deck in rendered.decks]
    return _documents(rendered, sized)


def _documents(rendered: Rendered, sized: Sequence[Deck]) -> AidDocuments:
    documents = [*rendered.documents]
    for deck in sized:
        documents += impose(deck)
    faces = frozenset(digest for deck in sized for digest in _digests(deck))
    sides = (face for deck in sized for card in deck.cards for face in card.faces)
    types = {face.choice: face.type_size for face in sides if face.type_size}
    keyed = tuple((document_key(document), document) for document in documents)
    return AidDocuments(keyed, rendered.paper, types, faces)


def _digests(deck: Deck) -> Iterator[str]:
    # Of the number of each card, too, and of all copies: if these change, cards change places.
    copies = hashlib.sha256(repr([card.copies for card in deck.cards]).encode()).digest()
    for number, card in enumerate(deck.cards):
        for face in card.faces:
            drawn = f"{number} {face.head}{face.placed(0, 0)}"
            yield hashlib.sha256(copies + drawn.encode()).hexdigest()


def _without(deck: Deck, faces: frozenset[str]) -> Deck:
    digests = _digests(deck)

    def blank(side: Face) -> Face:
        return replace(side, inner="", name="", bleed=None) if next(digests) in faces else side

    cards = (
        replace(card, front=blank(card.front), back=card.back and blank(card.back))
        for card in deck.cards
    )
    # What is around the cards is in the picture that they are drawn into.
    bare = replace(deck, headlines=dict.fromkeys(deck.headlines, ""), notice="", crop_marks=False)
    return replace(bare, cards=tuple(cards))


def draw_draft(
    key: str, document: Document, before: Arrangement | None, page: int, scale: float
) -> bytes:
    """Return a picture (JPEG) of a page, from 0, of a document that is not verified: in the type
    that it had `before` it changed, if that is known, so that one layout of that page does.

    Raises LookupError if there is no such page, MachineError.
    """
    laid_out = before and page < len(before.mains) and lay_out_page(document, page, before)
    layout, page = laid_out or (_laid_out(key, document), page)
    return page_draft(_untagged(layout, page), 0, scale)


def draw_changed(changed: Document, before: str, page: int, scale: float, folder: Path) -> bytes:
    """Return a picture (JPEG) of a page of the stored document `before`, with the faces of the
    only page of `changed` in their places.

    Raises LookupError if it is not stored, or has no such page, MachineError.
    """
    layout, printed = lay_out(changed), _stored(before, page, folder)
    places = (
        box.border
        for box in layout.pages[0].root.descendants()
        if box.element is not None and box.sized and box.children
        if FACE_CLASS in box.element.get("class", "").split()
    )
    return patched_page(printed.pdf, page, _untagged(layout, 0), places, scale)


def _untagged(layout: Layout, page: int) -> bytes:
    # Without tags, a page takes a fraction of the time.
    if not 0 <= page < len(layout.pages):
        raise LookupError(page)
    pdf: bytes = layout.engine.copy([layout.engine.pages[page]]).write_pdf(
        uncompressed_pdf=True, finisher=lambda _, pdf: share_drawings(pdf)
    )
    return pdf


# The layout of a whole document that was drawn last: it is verified without another one.
_last: dict[str, Layout] = {}


def _laid_out(key: str, document: Document) -> Layout:
    if key not in _last:
        layout = lay_out(document)
        _last.clear()
        _last[key] = layout
    return _last[key]


def typeset(key: str, document: Document, folder: Path) -> SetDocument:
    """Typeset, verify and store a document, unless it is stored already. Raises MachineError."""
    cache = Cache(folder)
    printed = cache.get(key, Printed)
    layout = None
    if printed is None:
        with suppress(Exception):  # of the engine: it is a fault of the document, see below
            layout = _laid_out(key, document)
        printed = print_document(document, layout)
        cache.put(key, printed)
    alone = replace(printed, pdf=b"")
    if layout is None:
        return SetDocument(alone)
    return SetDocument(alone, arrangement_of(layout), tuple(_spots(layout)))


def draw(key: str, page: int, scale: float, folder: Path) -> bytes:
    """Return a picture (JPEG) of a page, from 0, of a stored document; `scale` is in px per pt.

    Raises LookupError if it is not stored, or has no such page.
    """
    return page_draft(_stored(key, page, folder).pdf, page, scale)


def _stored(key: str, page: int, folder: Path) -> Printed:
    printed = Cache(folder).get(key, Printed)
    if printed is None or not 0 <= page < len(printed.sizes):
        raise LookupError(key)
    return printed


def find_spots(key: str, document: Document) -> tuple[TextSpot, ...]:
    """Return where the texts of a document are, on all its pages. Raises MachineError."""
    return tuple(_spots(_laid_out(key, document)))


def _spots(layout: Layout) -> Iterator[TextSpot]:
    for number, page in enumerate(layout.pages):
        texts = (item for item in PageItems(page).texts if item.around.context)
        # A text may be on a page twice: one place for each run of its lines.
        for (context, _), run in groupby(texts, attrgetter("around.context", "around.name")):
            edges = hull([item.rect for item in run])
            left, top, right, bottom = (edge / PX_PER_MM for edge in edges)
            yield TextSpot(context, number, (left, top, right, bottom))


# The site -------------------------------------------------------------------------------------


def draw_pdf(
    pdf: bytes, asked: Sequence[tuple[str, int, str]], folder: Path, name: str, root: Path
) -> PdfPictures:
    """Write a picture of each page of a PDF into a folder below `root`, unless it exists.

    `asked` lists records, the page each is on, and words of it to search for.
    """
    digest = hashlib.sha256(pdf).hexdigest()[:NAME_DIGITS]
    pictures, inks = [], []
    for number, page in enumerate(seen_pages(pdf), start=1):
        pictures.append(f"{name}-{number}-{digest}.webp")
        inks.append(page.ink)
        write_file(folder / pictures[-1], page.picture, root)
    spots = starmap(RecordSpot, find_words(pdf, asked))
    return tuple(pictures), tuple(spots), 100 * sum(inks) / len(inks)
