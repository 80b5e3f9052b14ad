"""What worker processes do for a job: render it, typeset its documents, finish its PDF."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any

from aidgen.assets.papers import Size
from aidgen.game.data import GameData
from aidgen.imposition.sheet import Side
from aidgen.layout.boxes import Layout
from aidgen.layout.document import Document, Printed
from aidgen.layout.faults import CRAMPED, Fault, causes
from aidgen.layout.promises import text_contexts
from aidgen.page.imposing import faces_apart, impose
from aidgen.page.lookups import Lookup, lookups
from aidgen.page.render import render, restyle
from aidgen.page.sheets import Rendered
from aidgen.pipeline import decks
from aidgen.pipeline.binding import Binding, bind
from aidgen.pipeline.cache import Cache, document_key
from aidgen.pipeline.tasks import Finished, PrintedUnit, RenderTask
from aidgen.press.engine.html import collect_warnings
from aidgen.press.joining import joined
from aidgen.press.pages import Flip, preset_print_dialog
from aidgen.press.stamps import marks_of, stamp
from aidgen.press.type import lay_out
from aidgen.press.writing import save, write
from aidgen.problems import MachineError, count_noun
from aidgen.proof.pages import judge_end
from aidgen.proof.pictures import thumbnail
from aidgen.proof.verify import verify
from aidgen.sandbox.limits import OUT_OF_MEMORY, Limits, cpu_time, is_out_of_memory, raise_hint

# Rendering ----------------------------------------------------------------------------------------


def render_task(task: RenderTask) -> Rendered:
    """Return an aid as its templates print it. Raises InputError."""
    with _limited_time(task.limits):
        return render(_unpickled(task.game), task.aid, task.roots, task.options, task.limits)


def restyle_task(task: RenderTask, rendered: Rendered) -> Rendered | None:
    """Return an aid that was rendered with its style sheets as they are now, if that can be."""
    with _limited_time(task.limits):
        return restyle(rendered, _unpickled(task.game), task.aid, task.roots, task.limits)


def printed_contexts(task: RenderTask) -> frozenset[str]:
    """Return the contexts of the texts that an aid prints. Raises InputError."""
    rendered = render_task(task)
    html = [document.front + document.html for document in rendered.documents]
    html += [face.inner for deck in rendered.decks for card in deck.cards for face in card.faces]
    return frozenset(context for page in html for context in text_contexts(page))


def find_lookups(game: bytes, limits: Limits) -> tuple[Lookup, ...]:
    """Return the records of a localized game that readers look up, as HTML."""
    with _limited_time(limits):
        return tuple(lookups(_unpickled(game)))


@lru_cache(4)
def _unpickled(packed: bytes) -> GameData:
    game = pickle.loads(packed)
    assert isinstance(game, GameData)
    return game


def _limited_time(limits: Limits) -> AbstractContextManager[None]:
    most = f"runs for more than {limits.template_seconds} seconds of processor time"
    error = RuntimeError(f"{most} ({raise_hint('template_seconds')})")
    return cpu_time(limits.template_seconds, error)


# Documents ----------------------------------------------------------------------------------------


def prepare(
    task: RenderTask, folder: Path, only: Side | None = None, everything: bool = False
) -> Binding:
    """Return the documents of an aid, whose decks have their type, and how they are bound.

    The fullest cards are measured to find it, or `everything`. Of two languages, one is printed
    `only` on fronts of sheets, the other on backs. Raises InputError.
    """
    rendered = render_task(task)
    documents, complete = list(rendered.documents), list[Document]()
    units, looks = list[PrintedUnit](), list[Fault]()
    two_sided = rendered.folded_sheet is not None
    for deck in rendered.decks:
        # Cards with backs, or that may go on, are printed completely in each of two languages.
        lone = {card.name for card in deck.cards if card.back or card.make_part}
        fitted = decks.fit(deck, Cache(folder), everything=everything)
        if fitted.wanted:
            _, fitted = decks.split(fitted, fitted.wanted)
        if not fitted.cards:
            continue
        if fitted.canvas:
            documents += faces_apart(fitted)
        elif only:
            paired, alone = decks.split(fitted, lone)
            documents += impose(paired, only) if paired.cards else ()
            complete += impose(replace(alone, backed=True)) if alone.cards else ()
        else:
            documents += impose(fitted)
        units += decks.units(fitted)
        looks += fitted.looks
        two_sided = two_sided or (fitted.two_sided and fitted.backs == "behind")
    return Binding(
        documents=tuple(
            replace(document, fillable=rendered.fillable) for document in (*documents, *complete)
        ),
        paired=len(documents),
        units=tuple(units),
        looks=tuple(looks),
        two_sided=two_sided,
        is_book=any(document.front for document in documents),
        locale=_unpickled(task.game).locale,
        rendered=replace(rendered, documents=(), decks=()),
    )


def typeset(document: Document, folder: Path) -> tuple[str, bool]:
    """Store a document printed; return its key and whether it is crowded. Raises MachineError."""
    printed = Cache(folder).printed(document, print_document)
    return document_key(document), any(fault.kind in CRAMPED for fault in printed.faults)


def print_document(document: Document, layout: Layout | None = None) -> Printed:
    """Return a document typeset, unless its layout is given, and verified. Raises MachineError."""
    try:
        layout = layout or lay_out(document)
        with collect_warnings() as warnings:
            pdf = write(layout, document.fillable)
        # The checks find all else; a picture without a description is an ornament.
        lost = tuple(text for text in warnings if text.startswith("Failed"))
        layout = replace(layout, warnings=(*layout.warnings, *lost))
        printed = verify(document, layout, pdf)
    except MachineError:
        raise
    except Exception as error:  # of the engine, about something on the page
        detail = f"typesetting failed ({type(error).__name__}: {error})"
        detail = OUT_OF_MEMORY if is_out_of_memory(error) else detail
        return Printed(pdf=b"", faults=(Fault(kind="stopped", message=f"cannot be set: {detail}"),))
    return replace(printed, marks=marks_of(layout))


# The PDF ------------------------------------------------------------------------------------------


def finish(
    parts: Sequence[tuple[Binding, Sequence[str]]],
    mark: str,
    pages: tuple[int, int | None],
    folder: Path,
) -> Finished:
    """Return the PDF of a job, bound from its documents in each language, named by their keys.

    `mark` is the digest of the edition, `pages` how many pages there may be. Raises LookupError if
    a document has left the cache.
    """
    cache = Cache(folder)
    stored = [[_stored(key, cache) for key in keys] for _, keys in parts]
    whole, everything = [*map(counted, stored)], [part for each in stored for part in each]
    bindings = [binding for binding, _ in parts]
    # A fault of the second language is reported at the lines of that language.
    languages = ("", *(binding.locale for binding in bindings[1:]))
    faults = [
        replace(fault, lang=language.replace("_", "-"))
        for language, printed in zip(languages, whole, strict=True)
        for fault in printed.faults
    ]
    if not all(part.pdf for part in everything):
        return Finished(pdf=b"", thumbnail=b"", pages=0, sheet=Size(0, 0), faults=causes(faults))
    paired = min(
        sum(len(part.sizes) for part in each[: binding.paired])
        for binding, each in zip(bindings, stored, strict=True)
    )
    first = bindings[0]
    two_sided = first.two_sided or (len(parts) > 1 and first.rendered.second == "behind")
    together = counted(everything)
    # Opened and saved once: of 240 pages, each time takes half a second.
    with joined([part.pdf for part in everything]) as document:
        stamp(document, together.marks, mark)
        sizes, blank = bind(document, first.rendered, whole, paired)
        turned: Flip = "short" if sizes[0].width > sizes[0].height else "long"
        preset_print_dialog(document, turned if two_sided or first.is_book else "")
        pdf = save(document)
    if not any(fault.kind == "pages" for fault in faults):
        faults += _page_faults(len(sizes), pages)
    return Finished(
        pdf=pdf,
        sha256=sha256(pdf).hexdigest(),
        thumbnail=thumbnail(pdf),
        pages=len(sizes),
        sheet=sizes[0],
        two_sided=two_sided,
        faults=causes(faults),
        looks=(*first.looks, *together.looks, *judge_end(blank)),
        fits=tuple(dict.fromkeys(fit for printed in whole for fit in printed.fits)),
        texts=tuple(dict.fromkeys(text for printed in whole for text in printed.texts)),
        units=first.units,
    )


def counted(parts: Sequence[Printed]) -> Printed:
    """Return documents as one, their pages counted through, without the PDF."""
    starts = list(accumulate((len(part.sizes) for part in parts), initial=0))

    def behind(name: str) -> tuple[Any, ...]:
        """Return what is on pages of the parts, each with the pages before its part; 0 is none."""
        return tuple(
            replace(record, page=record.page + start) if record.page else record
            for start, part in zip(starts, parts, strict=False)
            for record in getattr(part, name)
        )

    return Printed(
        pdf=b"",
        sizes=tuple(size for part in parts for size in part.sizes),
        faults=behind("faults"),
        looks=behind("looks"),
        fits=behind("fits"),
        texts=behind("texts"),
        marks=tuple(
            (page + start, place)
            for start, part in zip(starts, parts, strict=False)
            for page, place in part.marks
        ),
    )


def _stored(key: str, cache: Cache) -> Printed:
    printed = cache.get(key, Printed)
    if printed is None:
        raise LookupError(key)
    return printed


def _page_faults(count: int, pages: tuple[int, int | None]) -> Iterator[Fault]:
    least, most = pages
    if count < least or (most is not None and count > most):
        allowed = f"{least}" if least == most else f"{least}–{most or '…'}"
        yield Fault(kind="pages", message=f"has {count_noun(count, 'page')}", expected=allowed)
