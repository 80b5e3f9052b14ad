"""What a kind of aid is: a template, the papers it goes on, and what its pages are made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aidgen.assets.papers import PAPERS, Size
from aidgen.game.canon import Canon
from aidgen.game.records import Aid

View = Callable[[Canon, Aid, Size], Mapping[str, Any]]


def nothing_more(_canon: Canon, _aid: Aid, _size: Size) -> Mapping[str, Any]:
    """Return no further variables: the template needs the canon and the aid alone."""
    return {}


@dataclass(frozen=True)
class Kind:
    """A kind of aid; `templates/<name>/page.html` and `style.css` print it."""

    name: str
    papers: tuple[str, ...]
    holds: str
    """Which key of an aid it prints: `contents` or `blocks`."""
    lists: str = ""
    """What its `contents` may list, as a pattern of references; `blocks` may list any record."""
    smallest_type: float = 8
    """The smallest type in pt that can be read where the aid is used."""
    view: View = nothing_more
    """Further variables of its template."""

    def size(self, aid: Aid) -> Size:
        """Return the size in mm of the sheet that `aid` is printed on."""
        paper = PAPERS.get(aid.paper, PAPERS["A4"])
        return paper.turned() if aid.landscape else paper
