"""One page made into a proved PDF on the shelf: what a worker process does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from aidgen.page.promises import Counts, Printed
from aidgen.page.render import Page
from aidgen.press.tags import tagged
from aidgen.press.typeset import Typeset, typeset, warm
from aidgen.proof.hear import hear
from aidgen.proof.ink import thumbnail
from aidgen.proof.prove import prove
from aidgen.store import shelf

warm()  # the pool's processes are forked from one that has imported this module


def press(page: Page, folder: Path) -> shelf.Filed:
    """Typeset `page`, hold the PDF against what the page promises, and file it in `folder`."""
    digest = shelf.key(page)
    made = typeset(page.html, digest[:32])
    pdf = tagged(made.pdf, made.reading)
    proof = prove(pdf, page.promises, made.sheets, page.pictured)
    texts = (
        Printed(promise.context, number, promise.box, len(promise.text))
        for promise, number in zip(page.promises, proof.pages, strict=True)
        if promise.context and number
    )
    filed = shelf.Filed(
        pdf=pdf,
        thumbnail=thumbnail(pdf),
        pages=made.pages,
        faults=(*_faults(page, made), *proof.faults, *hear(pdf, page.html)),
        overflows=made.overflows,
        fits=made.fits,
        texts=tuple(dict.fromkeys(texts)),
        promised=page.promised,
        proved=Counts(proof.texts, proof.cells, len(made.fits), proof.glyphs),
    )
    shelf.put(folder, digest, filed)
    return filed


def _faults(page: Page, made: Typeset) -> Iterator[str]:
    """Yield what is wrong with a PDF before it is read again."""
    yield from made.split
    yield from made.unset
    yield from made.warnings
    if made.smallest < page.smallest_type:
        yield f"has type of {made.smallest:g} pt, expected at least {page.smallest_type:g}"
    least, most = page.pages
    if made.pages < least or (most is not None and made.pages > most):
        allowed = f"{least}" if least == most else f"{least}–{most or '…'}"
        yield f"has {made.pages} pages, expected {allowed}"
    if len(made.fits) != page.boxes:
        yield f"has {len(made.fits)} cards or regions, expected {page.boxes}"
