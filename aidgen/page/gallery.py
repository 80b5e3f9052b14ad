"""The page `index.html` beside the PDFs: a picture, page count and size of each, for looking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aidgen.page.budget import Budget
from aidgen.page.environment import pour
from aidgen.page.loader import brings
from aidgen.page.pouring import Pouring
from aidgen.page.views import Shown
from aidgen.sandbox.limits import STANDARD, Limits

TEMPLATE = "gallery.html"
"""Its template: the pack's own, or ours."""


@dataclass(frozen=True, kw_only=True)
class Variant(Shown):
    """A PDF on another paper, folded or cut otherwise, as the gallery shows it."""

    href: str
    name: str
    pages: int


@dataclass(frozen=True, kw_only=True)
class Entry(Shown):
    """A PDF as the gallery shows it."""

    href: str
    picture: str
    title: str
    pages: int
    kilobytes: int
    paper: str
    kind: str = ""
    reader: str = ""
    """Who has it at hand in play: gm, player, both, or "" for no one by name."""
    ink: float | None = None
    """How much of its paper is covered, in per cent; None if nobody has looked."""
    variants: Sequence[Variant] = ()
    offered: str = ""
    """The command that makes variants of it, with the options that make sense for it."""


@dataclass(frozen=True)
class Section(Shown):
    """The PDFs of one game in one language."""

    title: str
    locale: str
    language: str
    words: Mapping[str, str]
    entries: Sequence[Entry]
    game: str = ""
    href: str = ""
    """Where more of it is to be found; "" if nowhere."""
    mark: str = ""
    """What all its sheets bear today: the edition, and the digest of its figures."""


def own_template(roots: Sequence[Path]) -> bool:
    """Tell whether a pack brings a gallery of its own."""
    return brings(roots, TEMPLATE)


def gallery(sections: Sequence[Section], roots: Sequence[Path], limits: Limits = STANDARD) -> str:
    """Return the HTML of the gallery of a pack that brings one.

    `roots` are the packs whose templates are searched, in order. Raises InputError if the template
    that is found first cannot be used.
    """
    return pour(TEMPLATE, {"sections": sections}, tuple(roots), Pouring(budget=Budget(limits)))
