"""Verifies a document that was laid out and written: does it fit, say and show what it promises?

And does it look finished? That is advice.
"""

from __future__ import annotations

from aidgen.layout.boxes import Layout
from aidgen.layout.document import Document, Fit, Printed
from aidgen.layout.faults import causes
from aidgen.layout.fits import PageItems, box_fits
from aidgen.layout.promises import read_promises
from aidgen.proof.contrast import check_contrast
from aidgen.proof.file import check_file
from aidgen.proof.fit import check_fit, message_faults
from aidgen.proof.pages import card_heads, judge_pages
from aidgen.proof.words import check_words


def verify(document: Document, layout: Layout, pdf: bytes) -> Printed:
    """Return a document as printed, with every fault of it; its edition marks are not in it yet."""
    pages = [PageItems(page) for page in layout.pages]
    fits, promises = box_fits(pages), read_promises(layout.roots)
    (of_words, texts) = check_words(pages, promises, pdf)
    sizes, of_file = check_file(pdf)
    faults = (
        *message_faults(layout.warnings, document.files),
        *check_fit(document, layout.roots, pages, fits),
        *of_words,
        *check_contrast(pages, pdf),
        *of_file,
    )
    heads = card_heads(pages)
    return Printed(
        pdf=pdf,
        sizes=sizes,
        faults=causes(faults),
        looks=tuple(judge_pages(pages, is_book=bool(document.front))),
        fits=tuple(
            Fit(fit.name, fit.pages[0], fit.size, fit.room, *heads.get(fit.name, ()))
            for fit in fits
        ),
        texts=texts,
    )
