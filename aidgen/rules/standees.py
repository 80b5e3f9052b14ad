"""Standees and tents: said of what is one, and no larger than their paper."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.game.data import GameData
from aidgen.imposition import sheet as imposition
from aidgen.page.kinds import kind_of
from aidgen.page.kinds.base import size
from aidgen.page.kinds.standees import trim
from aidgen.problems import Problem


def standees_can_be_made(canon: GameData) -> Iterator[Problem]:
    """Yield figures that find no room on their paper."""
    for name, aid in canon.aids.items():
        kind = kind_of(canon, aid.kind)
        if aid.standee is None or kind is None or kind.name != "standees":
            continue
        where = canon.where(canon.at("aids", name, "standee"))
        unfolded = trim(aid)
        if not imposition.fullest(imposition.Sheet(size(aid), unfolded)).room:
            told = f"{unfolded.width:g} × {unfolded.height:g} mm"
            message = f"unfolded, a figure is {told}, and finds no room on {aid.paper}"
            yield Problem(where, message, "it is twice its height and its base")
