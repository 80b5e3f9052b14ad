"""A form to fill in at the table: tracks, boxes and lines."""

from aidgen.page.kinds.base import IN_TWO, ON_PAGES, Kind
from aidgen.page.kinds.sheet import LARGE, leaves, measures

FORM = Kind(
    "form",
    papers=("A5", "A4", "A6", "Letter"),
    holds="blocks",
    parts=leaves,
    measures=measures,
    large_type=LARGE,
    takes=ON_PAGES | IN_TWO,
)
