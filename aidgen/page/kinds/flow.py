"""A flow: procedures drawn as numbered stations, their branches side by side."""

from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.sheet import in_rows

FLOW = Kind("flow", papers=("A4", "A5", "Letter"), holds="blocks", smallest_type=8, view=in_rows)
