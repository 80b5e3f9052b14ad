"""A piece as it was set: pages without fonts, ready to be placed, and what there is to know of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from aidgen.press.structure import Anchor, Node


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
    def digest(self) -> str:
        """A digest of its content."""
        parts = (*self.segments, *self.tags)
        return hashlib.sha256(b"\0".join(parts)).hexdigest()


@dataclass(frozen=True)
class SetPiece:
    """A piece that was set."""

    pages: tuple[SetPage, ...]
    resources: bytes = field(repr=False)
    """A PDF with a page for each of `pages`, whose resources are theirs, fonts apart."""
    tree: tuple[Node, ...]
    """What it is for those who have it read to them; a leaf's number is that of its mark."""
    anchors: tuple[Anchor, ...]
