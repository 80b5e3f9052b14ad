"""HTML to PDF: set by the engine in the type that fits, and looked at before it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aidgen.page.faults import Fault
from aidgen.page.promises import Fit, Sheet
from aidgen.press.addresses import Addresses, fit_name
from aidgen.press.complaints import bare_pictures, complaints
from aidgen.press.engine import Rendering, Source
from aidgen.press.layout import Fitting, fittings, overflows, split, unset
from aidgen.press.reading import Reading, reading
from aidgen.press.trials import choose_type
from aidgen.press.typefaces import Smallest, missing_fonts, smallest_type


@dataclass(frozen=True)
class Typeset:
    """A finished PDF, and what was noticed while it was set."""

    pdf: bytes
    faults: tuple[Fault, ...]
    """What does not fit, what is not there, and what the engine complains of."""
    sheets: tuple[Sheet, ...]
    """Each page as it was laid out."""
    fits: tuple[Fit, ...]
    """How each card and region fits its content."""
    smallest: Smallest | None
    """The smallest type on its pages; None if there are no words."""
    reading: Reading
    """The elements of the HTML with the pieces that were set for them."""


def typeset(html: str, identifier: str) -> Typeset:
    """Set `html` as a tagged PDF (PDF/UA-1); `identifier` becomes the file's ID.

    The same HTML gives the same bytes. Raises Unequipped if fonts or Pango are missing.
    """
    source = Source(html)
    choose_type(source)
    rendering = source.laid_out()
    pdf, messages = rendering.pdf(identifier)
    addresses = Addresses(source.root)
    sheets = tuple(page.sheet for page in rendering.pages)
    return Typeset(
        pdf=pdf,
        faults=(*complaints(messages), *_faults(source, rendering, addresses)),
        sheets=sheets,
        fits=tuple(map(_fit, fittings(rendering.pages))),
        smallest=smallest_type(rendering.pages, sheets, addresses),
        reading=reading(source.root, rendering.pages),
    )


def _faults(source: Source, rendering: Rendering, addresses: Addresses) -> Iterator[Fault]:
    yield from bare_pictures(source.root, addresses)
    yield from missing_fonts(rendering.pages, addresses)
    yield from overflows(rendering.pages, addresses)
    yield from split(rendering.pages)
    yield from unset(source.root, rendering.pages, addresses)


def _fit(fitting: Fitting) -> Fit:
    room = None if fitting.room is None else round(fitting.room, 1)
    return Fit(fit_name(fitting.element), fitting.page, round(fitting.size, 1), room)
