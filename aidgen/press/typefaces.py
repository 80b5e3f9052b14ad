"""The type that a page asks for, held against our fonts: what is not there, what is smallest."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_of, families, weights
from aidgen.page.faults import Fault
from aidgen.page.promises import Sheet
from aidgen.press.addresses import Addresses
from aidgen.press.boxes import Lettering
from aidgen.press.pictured import pictured_texts
from aidgen.press.pieces import LaidPage, Text

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
                yield _Asked(piece.said, piece.box.lettering, element, page.number)
            elif element is not None and piece.box.whole:
                for text in pictured_texts(element):
                    yield _Asked(text.words, text.lettering, element, page.number)


def _missing(asked: _Asked) -> Fault | None:
    """Return what cannot be had of the type that is asked for, None if all can."""
    if not asked.words.strip():
        return None
    family, *_ = *asked.lettering.families, ""
    if family not in families():
        found = f"asks for the font “{family}”, which is not there"
        return Fault(kind="font", found=found, expected=" or ".join(families()), quote=family)
    weight, slanted = asked.lettering.weight, asked.lettering.slanted
    style = " slanted" if slanted else ""
    if weight not in weights(slanted=slanted):
        found = f"asks for {family}{style} in weight {weight}, which is not there"
        *lighter, heaviest = map(str, weights(slanted=slanted))
        expected = f"{', '.join(lighter)} or {heaviest}"
        return Fault(kind="font", found=found, expected=expected, quote=f"font-weight: {weight}")
    if asked.lettering.stretch != "normal":
        found = f"asks for {family} {asked.lettering.stretch}, which is not there"
        return Fault(kind="font", found=found, quote=f"font-stretch: {asked.lettering.stretch}")
    lacked = _lacked(asked)
    if lacked:
        named = " and ".join(name for name in asked.lettering.families if name in families())
        return Fault(kind="font", found=f"has “{lacked}”, which is not in {named}{style}")
    return None


def _lacked(asked: _Asked) -> str:
    """Return the characters that none of the families has, each once; one that is named may stand
    in for another."""
    lettering, words = asked.lettering, asked.words
    for family in lettering.families:
        face = face_of((family,), lettering.weight, lettering.slanted)
        words = face.lacked(words) if face and family in families() else words
    return "".join(filter(_is_drawn, dict.fromkeys(words)))


def _is_drawn(char: str) -> bool:
    return char != HYPHEN and unicodedata.category(char) not in UNDRAWN
