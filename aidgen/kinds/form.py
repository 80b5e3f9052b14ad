"""A form to fill in at the table: tracks, boxes and lines."""

from aidgen.kinds.base import Kind

FORM = Kind("form", papers=("A5", "A4", "A6", "Letter"), holds="blocks")
