"""What worker processes do for a job: render it, typeset its documents, finish its PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import Rect, Size
from aidgen.imposition.sheet import Side
from aidgen.imposition.shops import canvas
from aidgen.layout.boxes import Layout
from aidgen.layout.document import Document, Fit, Mark, Printed
from aidgen.layout.faults import CRAMPED, Fault, causes
from aidgen.layout.promises import Counts, PrintedText
from aidgen.page.imposing import faces_apart, impose
from aidgen.page.render import render
from aidgen.page.sheets import Rendered
from aidgen.pipeline import decks
from aidgen.pipeline.binding import Binding, bind
from aidgen.pipeline.cache import Cache, document_key
from aidgen.pipeline.finished import Finished, RenderTask
from aidgen.pipeline.manifest import PrintedUnit
from aidgen.pipeline.renderer import limited_time, unpickled
from aidgen.press.dialog import Flip, preset_print_dialog
from aidgen.press.joining import join
from aidgen.press.stamps import marks_of, stamp
from aidgen.press.type import lay_out
from aidgen.press.writing import write
from aidgen.problems import MachineError, count_noun
from aidgen.proof.pictures import limit_pictures, thumbnail
from aidgen.proof.verify import verify
from aidgen.sandbox.limits import Limits, is_out_of_memory

REASONS: dict[type[Exception], str] = {
    RecursionError: "something in it is nested too deeply",
    ZeroDivisionError: "a size in it is too large or too small",
    OverflowError: "a size in it is too large or too small",
}
"""What errors of the engine mean to the author of a page."""


@dataclass(frozen=True)
class Prepared:
    """The documents of a job in one language, and how its PDF is bound from them."""

    documents: tuple[Document, ...]
    binding: Binding
    units: tuple[PrintedUnit, ...] = ()
    """The cards that can be printed again one by one."""


def ready(limits: Limits) -> None:
    """Limit the size of pictures in this process."""
    limit_pictures(limits.picture_pixels)


def prepare(
    task: RenderTask, folder: Path, only: Side | None = None, everything: bool = False
) -> Prepared:
    """Return the documents of an aid, whose decks have their type.

    The fullest cards are measured to find it, or `everything`. Of two languages, one is printed
    `only` on fronts of sheets, the other on backs. Raises InputError.
    """
    with limited_time(task.limits):
        rendered = render_task(task)
    options, documents = task.options, list(rendered.documents)
    printed_units: list[PrintedUnit] = []
    complete: list[Document] = []
    for deck in rendered.decks:
        # Cards with backs, or that may go on, are printed completely in each of two languages.
        lone = {card.name for card in deck.cards if card.back or card.make_part}
        fitted = decks.fit(decks.continued(deck), Cache(folder), everything=everything)
        fitted = decks.chosen(fitted, options.cards)
        if not fitted.cards:
            continue
        if options.shop:
            documents += faces_apart(fitted, options)
        elif only:
            paired, alone = decks.split(fitted, lone)
            documents += impose(paired, options, only) if paired.cards else ()
            complete += impose(replace(alone, backed=True), options) if alone.cards else ()
        else:
            documents += impose(fitted, options)
        printed_units += decks.units(fitted)
    binding = replace(_binding(rendered, options), paired=len(documents))
    documents += complete
    if options.fillable:
        documents = [replace(document, fillable=True) for document in documents]
    return Prepared(tuple(documents), binding, tuple(printed_units))


def _binding(rendered: Rendered, options: PrintOptions) -> Binding:
    return Binding(
        paper=rendered.paper,
        is_book=any(document.front for document in rendered.documents),
        is_cut=bool(rendered.decks),
        backwards=rendered.backwards,
        endpapers=rendered.endpapers,
        cut=_cut(rendered, options),
        options=options,
    )


def _cut(rendered: Rendered, options: PrintOptions) -> Rect | None:
    """Return where a print shop cuts the pages of decks of one size."""
    places = {canvas(options.shop, deck.trim) for deck in rendered.decks if options.shop}
    places.discard(None)
    place = places.pop() if len(places) == 1 else None
    return place.trim if place else None


def render_task(task: RenderTask) -> Rendered:
    """Return an aid as its templates print it. Raises InputError."""
    return render(unpickled(task.game), task.aid, task.roots, task.options, task.limits)


def typeset(document: Document, folder: Path) -> tuple[str, bool]:
    """Typeset, verify and store a document, unless it is stored already.

    Return its key, and whether something in it does not fit. Raises MachineError.
    """
    key, stored = document_key(document), Cache(folder)
    printed = stored.get(key, Printed)
    if printed is None:
        printed = print_document(document)
        stored.put(key, printed)
    return key, any(fault.kind in CRAMPED for fault in printed.faults)


def print_document(document: Document, layout: Layout | None = None) -> Printed:
    """Return a document typeset, unless its layout is given, and verified. Raises MachineError."""
    try:
        layout = layout or lay_out(document)
        pdf = write(layout, document.fillable)
        printed = verify(document, layout, pdf)
    except MachineError:
        raise
    except Exception as error:  # of the engine, about something on the page
        return Printed(pdf=b"", faults=(_engine_fault(error),))
    return replace(printed, marks=marks_of(layout), types=layout.types, layouts=layout.layouts)


def _engine_fault(error: Exception) -> Fault:
    """Return why a document cannot be typeset."""
    reason = next((text for kind, text in REASONS.items() if isinstance(error, kind)), "")
    if is_out_of_memory(error):
        reason = "it takes more memory than there is"
    name = type(error).__name__
    detail = f"{reason} ({name})" if reason else f"typesetting failed ({name}: {error})"
    return Fault(kind="stopped", found=f"cannot be set: {detail}")


def finish(
    parts: Sequence[tuple[Binding, Sequence[str]]],
    mark: str,
    pages: tuple[int, int | None],
    printed_units: tuple[PrintedUnit, ...],
    two_sided: bool,
    folder: Path,
) -> Finished:
    """Return the PDF of a job, bound from its documents in each language.

    `mark` is the digest of the edition, `pages` how many pages there may be. Raises LookupError if
    a document has left the cache.
    """
    whole = [_whole(listed, Cache(folder)) for _, listed in parts]
    # A fault of the second language is reported at the lines of that language.
    languages = ("", *parts[0][0].options.languages[1:]) if len(parts) > 1 else ("",)
    faults = [
        replace(fault, lang=language.replace("_", "-"))
        for language, printed in zip(languages, whole, strict=True)
        for fault in printed.faults
    ]
    if not all(printed.pdf for printed in whole):
        return Finished(pdf=b"", thumbnail=b"", pages=0, sheet=Size(0, 0), faults=causes(faults))
    stamped = [stamp(printed.pdf, printed.marks, mark) for printed in whole]
    bindings = [binding for binding, _ in parts]
    paired = 0
    if len(parts) > 1 and bindings[0].paired:
        pairs = [_whole(keys[: binding.paired], Cache(folder)) for binding, keys in parts]
        paired = min(len(printed.sizes) for printed in pairs)
    pdf, sizes = bind(bindings, stamped, whole, paired)
    options = bindings[0].options
    if options.no_backs and not (options.gutterfold or options.single_sided):
        two_sided = any(unit.sides == 2 for unit in printed_units)  # backs with texts are printed
    turned: Flip = "short" if sizes[0].width > sizes[0].height else "long"
    pdf = preset_print_dialog(pdf, turned if two_sided else "")
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
        fits=tuple(dict.fromkeys(fit for printed in whole for fit in printed.fits)),
        texts=tuple(dict.fromkeys(text for printed in whole for text in printed.texts)),
        promised=_sum([printed.promised for printed in whole]),
        units=printed_units,
    )


def _whole(keys: Sequence[str], stored: Cache) -> Printed:
    """Return documents as one: joined, and their pages counted through.

    Raises LookupError if one is not stored.
    """
    pdfs: list[bytes] = []
    sizes: list[Size] = []
    faults: list[Fault] = []
    fits: list[Fit] = []
    texts: list[PrintedText] = []
    marks: list[Mark] = []
    promised: list[Counts] = []
    for key in keys:
        printed = stored.get(key, Printed)
        if printed is None:
            raise LookupError(key)
        before = len(sizes)
        pdfs.append(printed.pdf)
        sizes += printed.sizes
        faults += [_behind(fault, before) for fault in printed.faults]
        fits += [_behind(fit, before) for fit in printed.fits]
        texts += [_behind(text, before) for text in printed.texts]
        marks += [replace(mark, page=mark.page + before) for mark in printed.marks]
        promised.append(printed.promised)
    return Printed(
        pdf=(join(pdfs) if len(pdfs) > 1 else pdfs[0]) if all(pdfs) else b"",
        sizes=tuple(sizes),
        faults=tuple(faults),
        fits=tuple(fits),
        texts=tuple(texts),
        marks=tuple(marks),
        promised=_sum(promised),
    )


OnPage = TypeVar("OnPage", Fault, Fit, PrintedText)


def _behind(record: OnPage, pages: int) -> OnPage:
    """Return what is on a page with so many pages before its document; 0 stands for no page."""
    return replace(record, page=record.page + pages) if record.page else record


def _page_faults(count: int, pages: tuple[int, int | None]) -> Iterator[Fault]:
    least, most = pages
    if count < least or (most is not None and count > most):
        allowed = f"{least}" if least == most else f"{least}–{most or '…'}"
        yield Fault(kind="pages", found=f"has {count_noun(count, 'page')}", expected=allowed)


def _sum(counts: Sequence[Counts]) -> Counts:
    return Counts(
        texts=sum(count.texts for count in counts),
        cells=sum(count.cells for count in counts),
        cards=sum(count.cards for count in counts),
    )
