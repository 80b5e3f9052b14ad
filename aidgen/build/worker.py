"""One page made into a proved PDF on the shelf: what a worker process does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from aidgen.page.faults import Fault, causes
from aidgen.page.promises import Counts, Printed, Promise
from aidgen.page.render import Page
from aidgen.press.tags import tagged
from aidgen.press.typeset import Typeset, typeset
from aidgen.problems import Unequipped
from aidgen.proof.addressing import addressed
from aidgen.proof.hear import hear
from aidgen.proof.pictures import thumbnail
from aidgen.proof.prove import prove
from aidgen.store import shelf


def press(page: Page, folder: Path) -> shelf.Filed | Fault:
    """Typeset `page`, hold the PDF against what the page promises, and file it in `folder`.

    Of a page with which the engine does not come to an end, return the fault; nothing is filed.
    Raises Unequipped if the machine cannot typeset.
    """
    try:
        digest = shelf.key(page)
        filed = _pressed(page, digest)
    except Unequipped:
        raise
    except Exception as error:  # of the engine or of ours: no other page has to suffer for it
        return _stopped(error)
    shelf.put(folder, digest, filed)
    return filed


def _pressed(page: Page, digest: str) -> shelf.Filed:
    """Return a page as a PDF with all that was found when it was made."""
    made = typeset(page.html, digest[:32])
    pdf = tagged(made.pdf, made.reading)
    proof = prove(pdf, page.promises, made.sheets)
    faults = (*made.faults, *_limits(page, made), *proof.faults, *hear(pdf, page.html))
    texts = (
        Printed(promise.context, number, promise.box, _letters(promise))
        for promise, number in zip(page.promises.texts, proof.pages, strict=True)
        if promise.context and (number or promise.box)
    )
    return shelf.Filed(
        pdf=pdf,
        thumbnail=thumbnail(pdf),
        pages=len(made.sheets),
        faults=causes(addressed(faults, page.promises.texts)),
        fits=made.fits,
        texts=tuple(dict.fromkeys(texts)),
        promised=page.promised,
        proved=Counts(
            texts=proof.texts, cells=proof.cells, cards=len(made.fits), glyphs=proof.glyphs
        ),
    )


def _letters(promise: Promise) -> int:
    """Return how many letters a promise prints; of a table, all its cells have."""
    return sum(len(cell) for row in promise.rows for cell in row) or len(promise.text)


def _limits(page: Page, made: Typeset) -> Iterator[Fault]:
    """Yield where a PDF leaves the limits that its page has been given."""
    small = made.smallest
    if small and small.size < page.smallest_type:
        yield Fault(
            kind="size",
            found=f"is set in type of {small.size:g} pt",
            expected=f"at least {page.smallest_type:g}",
            words=small.words,
            context=small.context,
            box=small.box,
            page=small.page,
        )
    least, most = page.pages
    pages = len(made.sheets)
    if pages < least or (most is not None and pages > most):
        allowed = f"{least}" if least == most else f"{least}–{most or '…'}"
        yield Fault(kind="pages", found=f"has {pages} pages", expected=allowed)
    if len(made.fits) != page.promises.boxes:
        found = f"has {len(made.fits)} cards or regions"
        yield Fault(kind="boxes", found=found, expected=str(page.promises.boxes))


def _stopped(error: Exception) -> Fault:
    """Say why a page could not be set."""
    reason = next((told for kind, told in REASONS.items() if isinstance(error, kind)), "")
    name = type(error).__name__
    detail = f"{reason} ({name})" if reason else f"typesetting failed ({name}: {error})"
    return Fault(kind="stopped", found=f"cannot be set: {detail}")


REASONS: dict[type[Exception], str] = {
    RecursionError: "something in it is nested too deeply",
    ZeroDivisionError: "a size in it is too large or too small",
    OverflowError: "a size in it is too large or too small",
    MemoryError: "it takes more memory than there is",
}
"""What the errors of the engine mean to who wrote the page."""
