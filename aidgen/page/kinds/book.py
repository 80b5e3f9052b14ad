"""A booklet: cover, contents, chapters, glossary and credits."""

from aidgen.page.kinds.base import Kind

BOOK = Kind(
    "book",
    papers=("A5", "A4", "Letter"),
    holds="contents",
    lists=r"sections\.[^.]+",
    smallest_type=9,
)
