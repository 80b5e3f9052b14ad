"""A form to fill in at the table: tracks, boxes and lines."""

from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.sheet import in_rows

FORM = Kind(
    "form", papers=("A5", "A4", "A6", "Letter"), holds="blocks", smallest_type=8, view=in_rows
)
