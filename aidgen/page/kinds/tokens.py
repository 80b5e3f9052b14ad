"""Round tokens in rows on a sheet, cut along their edge, with backs for long-edge duplex."""

from __future__ import annotations

from collections.abc import Mapping

from aidgen.assets.papers import Size
from aidgen.game.canon import Canon
from aidgen.game.records import Aid, State
from aidgen.page.kinds.base import ON_SHEETS, Kind
from aidgen.page.kinds.sheets import headlines, notice
from aidgen.page.pieces import CardFaces, Deck
from aidgen.page.templates import Templates
from aidgen.page.typeface import is_rtl

DIAMETER, GAP = 20.0, 3.0
"""Size of a token, and space between two, in mm: a circle cutter needs some paper around."""

BACKS = {"good": "plus-circle", "bad": "minus-circle", "neutral": "circle-dashed"}
"""The icon on the back of a token: what it is worth, face down, without its name."""


def tokens(templates: Templates, paper: Size) -> Deck:
    """Return the tokens of an aid, each as often as `copies` says, and what stands around them."""
    trim = Size(DIAMETER, DIAMETER)
    aid = templates.aid
    return Deck(
        backwards=is_rtl(templates.canon),
        paper=paper,
        trim=trim,
        gap=GAP,
        cards=tuple(
            CardFaces(
                templates.piece("tokens/front.html", trim, state=state),
                templates.piece("tokens/back.html", trim, tone=state.tone, sign=BACKS[state.tone]),
                aid.copies,
                name=name,
            )
            for ref in aid.contents
            for name, state in _states(templates.canon, ref)
        ),
        headlines=headlines(templates, paper),
        notice=notice(templates, paper),
        cut=False,
    )


def _states(canon: Canon, ref: str) -> list[tuple[str, State]]:
    named = canon.find(ref)
    return list(named.items()) if isinstance(named, Mapping) else [(ref.split(".", 1)[1], named)]


def measures(_aid: Aid) -> Mapping[str, object]:
    """Return the measures of a token in mm."""
    return {"trim": Size(DIAMETER, DIAMETER)}


TOKENS = Kind(
    "tokens",
    papers=("A4", "Letter"),
    holds="contents",
    parts=tokens,
    lists=r"states(\.[^.]+)?",
    smallest_type=7,
    measures=measures,
    takes=ON_SHEETS,
)
