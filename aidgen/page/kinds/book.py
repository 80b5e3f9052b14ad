"""A booklet: cover, contents, chapters, glossary and credits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from aidgen.assets.papers import Size
from aidgen.game.canon import Canon
from aidgen.game.records import Aid, Section
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.entries import Entry, in_chapter

CROWDED = 60
"""From how many records on the contents name the chapters alone: with all, they pass a page."""


@dataclass(frozen=True)
class Chapter:
    """A chapter of a book: its section, the records in it, and those the contents name."""

    ref: str
    section: Section
    entries: tuple[Entry, ...]
    listed: tuple[str, ...]
    modules: tuple[str, ...]
    """The expansions that no chapter before has rules of."""


def chapters(canon: Canon, aid: Aid, _size: Size) -> Mapping[str, Any]:
    """Return the chapters of a book, and whether there are too many records to list."""
    sections = {ref: canon.find(ref) for ref in aid.contents}
    crowded = sum(len(section.contents) for section in sections.values()) >= CROWDED
    named: set[str] = set()
    made = []
    for ref, section in sections.items():
        modules = [name for name in _modules(canon, section) if name not in named]
        named.update(modules)
        made.append(
            Chapter(
                ref,
                section,
                in_chapter(canon, section.contents, section.title),
                () if crowded else _listed(section),
                tuple(modules),
            )
        )
    return {"chapters": tuple(made), "crowded": crowded}


def _modules(canon: Canon, section: Section) -> Iterator[str]:
    """Yield the expansions that a section, or a record in it, belongs to, each once."""
    found = [
        section.module,
        *(getattr(canon.find(ref), "module", None) for ref in section.contents),
    ]
    yield from dict.fromkeys(filter(None, found))


def _listed(section: Section) -> tuple[str, ...]:
    """Return the records of a section that are listed below it: none if there is but one."""
    if len(section.contents) < 2:
        return ()
    return tuple(ref for ref in section.contents if "." in ref)


BOOK = Kind(
    "book",
    papers=("A5", "A4", "Letter"),
    holds="contents",
    lists=r"sections\.[^.]+",
    smallest_type=9,
    view=chapters,
)
