"""What is wrong on a page, as one kind of record, and which of it is the cause of which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

FaultKind = Literal[
    "stopped",  # nothing could be set
    "picture",  # is not there
    "font",  # is not there
    "link",  # leads nowhere
    "style",  # of the style sheet, means nothing
    "overflow",  # is too much for its place
    "split",  # has to be whole, and is not
    "pages",  # another number of them
    "boxes",  # another number of cards or regions
    "size",  # of type, too small
    "glyph",  # drawn or coded otherwise than by our fonts
    "pale",  # has too little contrast
    "unset",  # is in no box
    "lost",  # is not printed as promised
    "table",  # is not printed as promised
    "number",  # that nobody promised
    "margin",  # shows something else than was promised
    "break",  # of a line, where there was room for the next word
    "astray",  # is not drawn in its place
    "stray",  # is drawn where nothing was laid out
    "unseen",  # cannot be seen
    "ink",  # that is no text: drawn where none was laid out, or not drawn where it was
    "overlap",  # lies on another text
    "edge",  # reaches over that of the page
    "paper",  # another size or number of sheets
    "leads",  # a link or a bookmark, to another place than the page says
    "file",  # holds what nobody asked for: a script, a layer, an attachment
    "tags",  # the file is not read aloud as it should be
    "unread",  # words that are not read aloud, or wrongly
]
"""What a fault is about, causes before what follows from them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something wrong on a page: what was found, what was expected, and what it concerns."""

    kind: FaultKind
    found: str
    """In words of the page's author; `words` are quoted before it."""
    expected: str = ""
    words: str = ""
    """The printed words that it concerns, if it is about some."""
    context: str = ""
    """The msgctxt of the text that it concerns; "" where no text is concerned, or none is known."""
    box: str = ""
    """The card or region that it concerns or is in; "" if it is in none."""
    page: int = 0
    """The number of the page, from 1; 0 if it concerns the whole PDF, or no page is known."""
    quote: str = ""
    """A piece of a template that it concerns, as it stands there: an address, a font."""
    colours: tuple[str, ...] = ()
    """The colours that it concerns, as #rrggbb."""
    lang: str = ""
    """The language of what it concerns, where that is not the document's."""

    def told(self, place: str = "") -> str:
        """Say what was found, in `place` if it is named, and what was expected, in one line.

        A whole card or region is called by its name.
        """
        words = (
            self.words
            if len(self.words) <= LONGEST_QUOTE
            else f"{self.words[: LONGEST_QUOTE - 1]}…"
        )
        of_box = self.kind in OF_BOXES
        subject = f"“{words}”{':' if of_box else ''} " if words else ""
        if of_box and self.box and not words:
            subject = f"{self.box}: "
        if place and not subject:
            subject, place = f"{place}: ", ""
        where = f" in {place}" if place else ""
        expected = f", expected {self.expected}" if self.expected else ""
        return f"{subject}{self.found}{where}{expected}"

    def __str__(self) -> str:
        """Say it with its page, as in a list of all that is wrong with a PDF."""
        return f"page {self.page}: {self.told()}" if self.page else self.told()


def causes(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return those of `faults` that follow from no other one, causes first, each once.

    Where a text is too long for its card, nobody needs to be told that it lies on the next one.
    """
    known = list(dict.fromkeys(faults))
    left = [one for one in known if not any(_follows(one, cause) for cause in known)]
    return tuple(sorted(left, key=lambda fault: FAULT_KINDS.index(fault.kind)))


def _follows(fault: Fault, cause: Fault) -> bool:
    """Tell whether a fault is to be put down to another, which stands in the same place."""
    if fault.kind not in FOLLOWS.get(cause.kind, ()):
        return False
    if cause.kind in EVERYWHERE:
        return True
    pages, boxes = {fault.page, cause.page} - {0}, {fault.box, cause.box} - {""}
    return len(pages) <= 1 and len(boxes) <= 1


FAULT_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
CRAMPED: tuple[FaultKind, ...] = ("overflow", "split", "pages")
"""What a larger paper, or smaller type, would leave room for."""
OF_BOXES = ("overflow", "split")
"""Kinds of faults of a card or region as a whole, which they name."""
LONGEST_QUOTE = 80
"""How many letters of a text are quoted at most: enough to find it by."""
_LOOKS: frozenset[FaultKind] = frozenset(FAULT_KINDS[FAULT_KINDS.index("pale") :]) - {
    "paper",
    "leads",
    "file",
    "tags",
}
FOLLOWS: Mapping[FaultKind, frozenset[FaultKind]] = {
    "picture": _LOOKS | {"overflow", "split", "pages", "tags"},
    "font": _LOOKS | {"overflow", "split", "pages", "glyph"},
    "link": frozenset({"unread"}),
    "overflow": _LOOKS,
    "split": _LOOKS | {"pages"},
    "pale": frozenset({"unseen"}),
    "unset": frozenset({"lost", "table", "number", "astray", "unread"}),
    "lost": frozenset({"number", "unread"}),
    "table": frozenset({"number", "unread"}),
    "astray": frozenset({"stray", "unseen"}),
    "glyph": _LOOKS,
}
"""What may follow from a fault of a kind, and is not told beside it."""
EVERYWHERE = ("picture", "font", "glyph")
"""Kinds that may change all that comes after them, on whatever page."""
