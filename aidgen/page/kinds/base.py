"""What a kind of aid is: the papers it goes on, what it may list, and the pieces it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from aidgen.assets.papers import PAPERS, Size
from aidgen.game.records import Aid
from aidgen.page.pieces import Parts
from aidgen.page.templates import Templates

Measures = Callable[[Aid], Mapping[str, object]]


def no_measures(_aid: Aid) -> Mapping[str, object]:
    """Return nothing: the style sheet needs no numbers."""
    return {}


@dataclass(frozen=True)
class Kind:
    """A kind of aid; the templates in `templates/<name>/` print it."""

    name: str
    papers: tuple[str, ...]
    holds: str
    """Which key of an aid it prints: `contents` or `blocks`."""
    parts: Callable[[Templates, Size], Parts]
    """Makes the pieces of an aid, for paper of a size in mm."""
    lists: str = ""
    """What its `contents` may list, as a pattern of references; `blocks` may list any record."""
    smallest_type: float = 8
    """The smallest type in pt that can be read where the aid is used."""
    measures: Measures = no_measures
    """Numbers that its style sheet needs, in mm unless it says otherwise."""


def size(aid: Aid) -> Size:
    """Return the size in mm of the sheet that `aid` is printed on."""
    paper = PAPERS.get(aid.paper, PAPERS["A4"])
    return paper.turned() if aid.landscape else paper
