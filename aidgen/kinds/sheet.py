"""A sheet: regions side by side on a page, each holding records in their brief form."""

from aidgen.kinds.base import Kind

SHEET = Kind("sheet", papers=("A4", "A5", "Letter"), holds="blocks")
