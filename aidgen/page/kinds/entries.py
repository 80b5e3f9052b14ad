"""The records that a chapter, a card or a region prints, and which of them need their titles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aidgen.game.canon import Canon
from aidgen.game.texts import Text
from aidgen.page.views import Shown


@dataclass(frozen=True)
class Entry(Shown):
    """A record to print: its reference, and whether its title stands above it."""

    ref: str
    titled: bool


def below(canon: Canon, refs: Sequence[str], title: Text | None) -> tuple[Entry, ...]:
    """Return the records of a card or region that is headed by `title`, if by anything.

    What is alone below a title needs none of its own, nor does what is called the same; but one
    condition among others is known by its name.
    """
    return tuple(
        Entry(
            ref, title is None or (len(refs) > 1 and (_is_state(ref) or _title(canon, ref, title)))
        )
        for ref in refs
    )


def in_chapter(canon: Canon, refs: Sequence[str], title: Text) -> tuple[Entry, ...]:
    """Return the records of a chapter: those that are called like it need no title of their own."""
    return tuple(Entry(ref, "." not in ref or _title(canon, ref, title)) for ref in refs)


def _is_state(ref: str) -> bool:
    return ref.split(".")[0] == "states"


def _title(canon: Canon, ref: str, title: Text) -> bool:
    """Tell whether a record has another title than `title`."""
    return bool(getattr(canon.find(ref), "title", None) != title)
