"""A screen for the GM: panels of one page each, with margins to fold and tape them by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aidgen.assets.papers import Size
from aidgen.game.canon import Canon
from aidgen.game.records import Aid
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.sheet import in_rows

FOLD = 14.0
"""Width in mm of the margin at the sides of a panel; the fold runs through its middle."""


def panels(canon: Canon, aid: Aid, size: Size) -> Mapping[str, Any]:
    """Return the panels of a screen, each as rows of blocks."""
    return {**in_rows(canon, aid, size, FOLD), "fold": FOLD / 2}


GM_SCREEN = Kind(
    "gm-screen", papers=("A4", "A5", "Letter"), holds="blocks", smallest_type=8, view=panels
)
