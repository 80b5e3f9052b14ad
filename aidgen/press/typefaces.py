"""The type that a page asks for, held against our fonts: what is not there, what is smallest."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_of, families, is_known, weights_of
from aidgen.assets.families import label_of
from aidgen.page.faults import Fault
from aidgen.page.layout import Sheet
from aidgen.press.addresses import Addresses
from aidgen.press.engine.boxes import Lettering
from aidgen.press.engine.pages import LaidPage, Text
from aidgen.press.pictured import pictured_texts

HYPHEN = "\N{HYPHEN}"
"""What the engine divides words with if the style sheet does not say; alike in all our fonts."""
UNDRAWN = ("Cc", "Cf", "Zl", "Zp", "Zs")
"""Categories of characters that leave no ink and need no glyph: spaces and what steers lines."""


@dataclass(frozen=True)
class _Asked:
    """Words and the type that the page asks for them."""

    words: str
    lettering: Lettering
    element: Element | None
    page: int


@dataclass(frozen=True)
class Smallest:
    """The smallest type on the pages: its size in pt, and the words that are set in it."""

    size: float
    words: str
    context: str
    box: str
    page: int


def missing_fonts(pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Fault]:
    """Yield what is asked of fonts and cannot be had, each once: a font, a weight, a character.

    The engine would take another in its place without a word.
    """
    known: set[tuple[str, str]] = set()
    for asked in _asked(pages):
        fault = _missing(asked)
        if fault is None or (fault.found, fault.expected) in known:
            continue
        known.add((fault.found, fault.expected))
        yield replace(
            fault,
            words=asked.words,
            context=addresses.context(asked.element),
            box=addresses.box(asked.element),
            page=asked.page,
        )


def smallest_type(
    pages: Sequence[LaidPage], sheets: Sequence[Sheet], addresses: Addresses
) -> Smallest | None:
    """Return the smallest type on `pages`, which have the runs of `sheets`; None without words."""
    sizes = (
        (round(run.size, 2), asked)
        for page, sheet in zip(pages, sheets, strict=True)
        for run, asked in zip(sheet.runs, _asked([page]), strict=True)
    )
    size, asked = min(sizes, key=lambda pair: pair[0], default=(0.0, None))
    if asked is None:
        return None
    context, box = addresses.context(asked.element), addresses.box(asked.element)
    return Smallest(size, asked.words, context, box, asked.page)


def _asked(pages: Sequence[LaidPage]) -> Iterator[_Asked]:
    """Yield the texts of pages and of their pictures, in the order of their runs."""
    for page in pages:
        for piece in page.all_pieces:
            element = piece.box.element
            if isinstance(piece, Text):
                yield _Asked(piece.quoted, piece.box.lettering, element, page.number)
            elif element is not None and piece.box.whole:
                for text in pictured_texts(element):
                    yield _Asked(text.words, text.lettering, element, page.number)


def _missing(asked: _Asked) -> Fault | None:
    """Return what cannot be had of the type that is asked for, None if all can."""
    if not asked.words.strip():
        return None
    lettering = asked.lettering
    strange = next((family for family in lettering.families if not is_known(family)), None)
    if strange is not None:
        found = f"asks for the font “{strange}”, which is not there"
        return Fault(kind="font", found=found, expected=" or ".join(families()), quote=strange)
    style = " slanted" if lettering.slanted else ""
    named = f"{' and '.join(map(label_of, lettering.families))}{style}"
    there = weights_of(lettering.families[0], slanted=lettering.slanted)
    if lettering.weight not in there:
        found = f"asks for {named} in weight {lettering.weight}, which is not there"
        *others, last = map(str, there or (0,))
        expected = f"{', '.join(others)} or {last}" if others else last if there else ""
        quote = f"font-weight: {lettering.weight}"
        return Fault(kind="font", found=found, expected=expected, quote=quote)
    if lettering.stretch != "normal":
        found = f"asks for {named} {lettering.stretch}, which is not there"
        return Fault(kind="font", found=found, quote=f"font-stretch: {lettering.stretch}")
    lacked = _lacked(asked.words, lettering)
    return Fault(kind="font", found=f"has “{lacked}”, which is not in {named}") if lacked else None


def _lacked(words: str, lettering: Lettering) -> str:
    """Return the characters of some words that none of the fonts asked for has."""
    for family in lettering.families:
        face = face_of((family,), lettering.weight, lettering.slanted)
        words = face.lacked(words) if face else words
    return "".join(filter(_is_drawn, words))


def _is_drawn(char: str) -> bool:
    return char != HYPHEN and unicodedata.category(char) not in UNDRAWN
