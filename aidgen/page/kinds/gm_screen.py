"""A screen for the GM: panels of one page each, with margins to fold and tape them by."""

from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.sheet import leaves, measures

GM_SCREEN = Kind(
    "gm-screen",
    papers=("A4", "A5", "Letter"),
    holds="blocks",
    parts=leaves,
    measures=measures,
)
