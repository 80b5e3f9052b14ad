"""A flow: procedures drawn as numbered stations, their branches side by side."""

from aidgen.page.kinds.base import IN_TWO, ON_PAGES, Kind
from aidgen.page.kinds.sheet import LARGE, leaves, measures

FLOW = Kind(
    "flow",
    papers=("A4", "A5", "Letter"),
    holds="blocks",
    parts=leaves,
    measures=measures,
    large_type=LARGE,
    takes=ON_PAGES | IN_TWO,
)
