"""A piece as it was set: pages without fonts, ready to be placed, and what is known of it."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aidgen.press.pdf.structure import Anchor
from aidgen.press.reading import HEADINGS, Area


@dataclass(frozen=True)
class FontUse:
    """A font that a page draws with: our face, and what each of the glyphs that it uses says."""

    face: str
    says: Mapping[int, str]


@dataclass(frozen=True)
class SetPage:
    """A page of a piece: its size in pt, its content, cut at its marks, and the fonts it uses."""

    width: float
    height: float
    segments: tuple[bytes, ...]
    tags: tuple[bytes, ...]
    fonts: Mapping[str, FontUse]
    """By the name that the content calls them by, the same in all pieces."""
    resources: tuple[tuple[str, str], ...] = ()
    """Kind and name of what else it draws with; what has one name is the same in all pieces."""

    @property
    def said(self) -> frozenset[str]:
        """The characters that it says."""
        return frozenset(char for use in self.fonts.values() for char in "".join(use.says.values()))

    @property
    def digest(self) -> str:
        """A digest of its content."""
        parts = (*self.segments, *self.tags)
        return hashlib.sha256(b"\0".join(parts)).hexdigest()


Mark = tuple[int, int]
"""A page of a piece, counted from 0, and a number of marked content there."""


@dataclass(frozen=True)
class FormField:
    """What is to be filled in on a piece: its name, what is said of it, whether it is ticked."""

    name: str
    hint: str
    tick: bool
    area: Area
    after: Mark | None
    """What is read last before it; None if nothing is."""


@dataclass(frozen=True)
class Tag:
    """A structure element of a piece: its type, and what stands in it in reading order."""

    tag: str
    kids: tuple[Tag | Mark, ...]
    lang: str = ""
    """Its language, where that is not the language around it."""
    alt: str = ""
    """What stands for a picture, or the words of a link or a heading."""
    id: str = ""
    facts: dict[str, str | int | tuple[str | float, ...]] = dataclasses.field(default_factory=dict)
    """What else is said of a list, a cell or a picture; O says by whom."""
    leads: str = ""
    """The record that a link leads to."""
    areas: tuple[Area, ...] = ()
    """Where a link or a heading lies."""
    listed: bool = True
    """Whether a heading stands in the outline of the document."""
    field: FormField | None = None
    """What is to be filled in there, in a form."""

    def marks(self) -> Iterator[Mark]:
        """Yield the marks within, in reading order."""
        for kid in self.kids:
            if isinstance(kid, Tag):
                yield from kid.marks()
            else:
                yield kid

    def headings(self) -> Iterator[Tag]:
        """Yield the headings within that stand in the outline."""
        if self.tag.lower() in HEADINGS and self.listed and self.areas:
            yield self
        for kid in self.kids:
            if isinstance(kid, Tag):
                yield from kid.headings()


@dataclass(frozen=True)
class SetPiece:
    """A piece that was set."""

    pages: tuple[SetPage, ...]
    resources: bytes = dataclasses.field(repr=False)
    """A PDF with a page for each of `pages`, whose resources are theirs, fonts apart."""
    tree: tuple[Tag, ...]
    """What it is for those who have it read to them."""
    anchors: tuple[Anchor, ...]
    fields: tuple[FormField, ...] = ()
    """What is to be filled in on it, in reading order."""

    @property
    def headings(self) -> Iterator[Tag]:
        """Its headings that stand in the outline."""
        return (heading for tag in self.tree for heading in tag.headings())
