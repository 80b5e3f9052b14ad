"""One page made into a proved PDF on the shelf: what a worker process does."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from aidgen import shelf
from aidgen.ink import thumbnail
from aidgen.prove import prove
from aidgen.render import Page
from aidgen.typeset import typeset, warm

warm()  # the pool's processes are forked from one that has imported this module


def press(page: Page, folder: Path) -> shelf.Filed:
    """Typeset `page`, hold the PDF against what the page promises, and file it in `folder`."""
    digest = shelf.key(page)
    made = typeset(page.html, digest[:32])
    faults = [str(found) for found in made.overflows]
    faults += [*made.unset, *made.warnings]
    if made.smallest < page.smallest_type:
        faults.append(f"has type of {made.smallest:g} pt, expected at least {page.smallest_type:g}")
    least, most = page.pages
    if made.pages < least or (most is not None and made.pages > most):
        allowed = f"{least}" if least == most else f"{least}–{most or '…'}"
        faults.append(f"has {made.pages} pages, expected {allowed}")
    pictures = re.findall(r"<text[^>]*>([^<]*)</text>", page.html)
    faults += prove(
        made.pdf, page.promises, made.runs, [unescape(text) for text in pictures]
    ).faults
    filed = shelf.Filed(made.pdf, thumbnail(made.pdf), made.pages, tuple(faults))
    shelf.put(folder, digest, filed)
    return filed
