"""Aids rendered, and pages typeset and verified, as a build does it but in this process."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.game.data import GameData
from aidgen.layout.document import Document, Printed
from aidgen.page.imposing import impose
from aidgen.page.render import render
from aidgen.page.sheets import Face, Rendered, paged
from aidgen.pipeline.plan import Job
from aidgen.pipeline.worker import counted, print_document
from aidgen.press.joining import joined
from aidgen.press.writing import save


def documents_of(parts: Rendered) -> tuple[Document, ...]:
    """Return the documents of an aid, its decks in the smallest type that they may have."""
    sheets = [
        document for deck in parts.decks for document in impose(deck.sized(deck.smallest_types))
    ]
    return (*parts.documents, *sheets)


def rendered(
    game_data: GameData,
    aid: str,
    roots: tuple[Path, ...] = (BUNDLED_PACK,),
    options: PrintOptions = NO_OPTIONS,
) -> str:
    """Return the HTML of an aid, in a language it is in already: all of its documents in a row."""
    documents = documents_of(render(game_data, aid, roots, options))
    return "".join(document.front + document.html for document in documents)


@cache
def printed_aid(job: Job) -> tuple[Printed, ...]:
    """Return the documents of an aid typeset and verified, decks in their smallest type."""
    parts = render(job.game_data, job.aid, job.pack.roots, job.options)
    return tuple(map(print_document, documents_of(parts)))


def page(body: str, css: str = "", lang: str = "en") -> str:
    """Return HTML with a page in our font, on A6."""
    style = f'@page {{ size: A6; margin: 5mm }} body {{ font: 9pt "Source Sans Pro" }} {css}'
    return (
        f'<!DOCTYPE html><html lang="{lang}"><head><title>A title</title><style>{style}</style>'
        f"</head><body><main>{body}</main></body></html>"
    )


def printed(html: str) -> Printed:
    """Return an HTML document typeset and verified."""
    return print_document(Document(html))


def typeset(*faces: Face) -> Printed:
    """Return faces typeset and verified, each on a page, in the largest type that each may have."""
    return print_document(paged(faces))


def typeset_aid(parts: Rendered) -> Printed:
    """Return the documents of an aid typeset and verified, as one; decks in their least type."""
    made = [print_document(document) for document in documents_of(parts)]
    with joined([one.pdf for one in made]) as document:
        pdf = save(document)
    return replace(counted(made), pdf=pdf)
