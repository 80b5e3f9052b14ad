"""What of a reader's choices makes sense for an aid, and what is said of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from aidgen.assets.choices import Choices, written
from aidgen.assets.papers import PAPERS, SHARES, shared
from aidgen.game.canon import Canon
from aidgen.page.kinds import KINDS
from aidgen.problems import Misspoken, Problem, Where

SHEET = "a4"
"""The paper of cards, if nobody chooses another."""


def sensible(canon: Canon, aid_name: str, choices: Choices) -> Choices:
    """Return what makes sense of some choices for an aid, and makes another thing of it."""
    aid = canon.aids[aid_name]
    chosen = choices.only(choosable(canon, aid_name))
    if chosen.gutterfold:
        chosen = replace(chosen, single_sided=False)
    if chosen.gutterfold or chosen.single_sided:
        chosen = replace(chosen, offset=(0.0, 0.0))
    return replace(chosen, paper="") if _is_own(aid.paper, chosen.paper) else chosen


def choosable(canon: Canon, aid_name: str) -> frozenset[str]:
    """Return what may be chosen of an aid; nothing if there is no such kind of aid."""
    aid = canon.aids[aid_name]
    return KINDS[aid.kind].sensible(canon, aid) if aid.kind in KINDS else frozenset()


def _is_own(paper: str, chosen: str) -> bool:
    """Tell whether a paper that was chosen is what an aid is printed on anyway."""
    own = shared(paper, chosen) == paper if paper in PAPERS else chosen == SHEET
    return chosen in SHARES and own


def senseless(names: Sequence[str], aids: Sequence[tuple[Canon, str]]) -> Iterator[Problem]:
    """Yield a warning for each choice that says nothing of some aids, and of which kinds.

    Raises Misspoken if it says nothing of any.
    """
    for name in names:
        lacking = [canon.aids[aid].kind for canon, aid in aids if name not in choosable(canon, aid)]
        listed = ", ".join(sorted(set(lacking)))
        where = Where(f"--{written(name)}")
        if aids and len(lacking) == len(aids):
            message = f"makes no sense for what is to be printed: {listed}"
            raise Misspoken([Problem(where, message)])
        if lacking:
            message = f"makes no sense for some of what is printed: {listed}"
            yield Problem(where, message, "that is made without it", "warning")
