"""What the worker processes of pages in the browser do: documents, their pages, pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from aidgen.assets.papers import Bounds, Size, hull
from aidgen.layout.boxes import PX_PER_MM, Layout
from aidgen.layout.document import Document, Fit, Printed
from aidgen.layout.faults import Fault
from aidgen.layout.fits import LaidText, PageItems
from aidgen.layout.promises import PrintedText
from aidgen.page.imposing import impose
from aidgen.page.sheets import Deck
from aidgen.pipeline import decks
from aidgen.pipeline.cache import Cache, document_key
from aidgen.pipeline.finished import RenderTask
from aidgen.pipeline.renderer import limited_time
from aidgen.pipeline.worker import print_document, render_task
from aidgen.press.type import lay_out
from aidgen.proof.pictures import find_words, page_draft, seen_pages
from aidgen.sandbox.output import write_file

# How many digits of a PDF's digest are in the name of a picture.
NAME_DIGITS = 12


@dataclass(frozen=True)
class AidDocuments:
    """An aid rendered: its documents, the paper they are on, and the type of each deck in pt."""

    documents: tuple[tuple[str, Document], ...]
    """Each with its key in the cache."""
    paper: Size
    types: tuple[float, ...] = ()


@dataclass(frozen=True)
class TextSpot:
    """A place of a text: its page from 0, and its edges in mm from the upper left corner."""

    context: str
    page: int
    edges: Bounds


@dataclass(frozen=True)
class SetDocument:
    """A document that is typeset, verified and stored: what is known of its pages."""

    sizes: tuple[Size, ...]
    faults: tuple[Fault, ...]
    fits: tuple[Fit, ...]
    texts: tuple[PrintedText, ...]


@dataclass(frozen=True)
class PdfPictures:
    """The names of the pictures of a PDF's pages, and where on them its records are."""

    pictures: tuple[str, ...]
    places: tuple[tuple[str, int, Bounds], ...]
    """Reference, page from 1, and edges as fractions of the page from its upper left corner."""
    ink: float
    """The average share of a page that is covered, in per cent."""


# Live pages -----------------------------------------------------------------------------------


def render_draft(task: RenderTask, types: Sequence[float]) -> AidDocuments:
    """Return an aid whose decks are in the `types` in pt that they had; others in the smallest.

    Nothing is laid out for it. Raises InputError.
    """
    return _documents(task, types, None)


def render_whole(task: RenderTask, folder: Path) -> AidDocuments:
    """Return an aid whose decks have their type; layouts are cached in `folder`.

    Raises InputError, MachineError.
    """
    return _documents(task, (), Cache(folder))


def _documents(task: RenderTask, types: Sequence[float], cache: Cache | None) -> AidDocuments:
    with limited_time(task.limits):
        rendered = render_task(task)
    documents, chosen = list(rendered.documents), []
    for number, deck in enumerate(rendered.decks):
        if cache:
            sized = decks.fit(decks.continued(deck), cache)
        else:
            size = types[number] if number < len(types) else 0.0
            sized = replace(deck, cards=tuple(card.sized(size) for card in deck.cards))
        documents += impose(sized, task.options)
        chosen.append(_type_of(sized))
    keyed = tuple((document_key(document), document) for document in documents)
    return AidDocuments(keyed, rendered.paper, tuple(chosen))


def _type_of(deck: Deck) -> float:
    """Return the largest type in pt of a deck's faces; 0 if they have no choice."""
    sizes = (face.type_size or 0.0 for card in deck.cards for face in card.faces)
    return max(sizes, default=0.0)


def typeset(document: Document, folder: Path) -> SetDocument:
    """Typeset, verify and store a document, unless it is stored already. Raises MachineError."""
    key, cache = document_key(document), Cache(folder)
    printed = cache.get(key, Printed)
    if printed is None:
        printed = print_document(document)
        cache.put(key, printed)
    return SetDocument(printed.sizes, printed.faults, printed.fits, printed.texts)


def draw(key: str, page: int, scale: float, folder: Path) -> bytes:
    """Return a picture (JPEG) of a page, from 0, of a stored document; `scale` is in px per pt.

    Raises LookupError if it is not stored, or has no such page.
    """
    printed = Cache(folder).get(key, Printed)
    if printed is None or not 0 <= page < len(printed.sizes):
        raise LookupError(key)
    return page_draft(printed.pdf, page, scale)


def find_spots(document: Document) -> tuple[TextSpot, ...]:
    """Return where the texts of a document are, on all its pages. Raises MachineError."""
    return tuple(_spots(lay_out(document)))


def _spots(layout: Layout) -> Iterator[TextSpot]:
    for number, page in enumerate(layout.pages):
        texts = (item for item in PageItems(page).texts if item.around.context)
        # A text may be on a page twice: one place for each run of its lines.
        for (context, _), run in groupby(texts, key=_place_of):
            edges = hull([item.rect for item in run])
            left, top, right, bottom = (edge / PX_PER_MM for edge in edges)
            yield TextSpot(context, number, (left, top, right, bottom))


def _place_of(item: LaidText) -> tuple[str, str]:
    return item.around.context, item.around.name


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
    return PdfPictures(tuple(pictures), tuple(find_words(pdf, asked)), 100 * sum(inks) / len(inks))
