"""What is wrong on a page, as one kind of record, and which of it is the cause of which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from aidgen.language.letters import bare
from aidgen.page.promises import Promise

Kind = Literal[
    "stopped",
    "picture",
    "font",
    "style",
    "overflow",
    "split",
    "pages",
    "boxes",
    "size",
    "pale",
    "unset",
    "lost",
    "table",
    "number",
    "astray",
    "stray",
    "unseen",
    "overlap",
    "edge",
    "glyph",
    "paper",
    "tags",
    "unread",
]
"""What a fault is about, causes before what follows from them.

`stopped`: nothing could be set · `picture`, `font`: not there · `style`: the style sheet means
nothing · `overflow`, `split`: too much for its place · `pages`, `boxes`: another number of them ·
`size`: type too small · `pale`: too little contrast · `unset`: in no box · `lost`, `table`: not
printed as promised · `number`: nobody promised it · `astray`: not drawn in its place · `stray`:
drawn where nothing was laid out · `unseen`, `overlap`, `edge`: cannot be read · `glyph`: drawn or
coded otherwise than by our fonts · `paper`: size and number of sheets · `tags`: how the file is
read aloud · `unread`: what is not read aloud, or wrongly.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something wrong on a page: what was found, what was expected, and what it concerns."""

    kind: Kind
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

    @property
    def message(self) -> str:
        """What was found and expected, in one line; of a whole card or region, by its name."""
        words = self.words if len(self.words) <= QUOTED else f"{self.words[: QUOTED - 1]}…"
        of_box = self.kind in OF_BOXES
        subject = f"“{words}”{':' if of_box else ''} " if words else ""
        if of_box and self.box and not words:
            subject = f"{self.box}: "
        expected = f", expected {self.expected}" if self.expected else ""
        return f"{subject}{self.found}{expected}"

    def __str__(self) -> str:
        """Return page and message, as in a list of all that is wrong with a PDF."""
        return f"page {self.page}: {self.message}" if self.page else self.message


def causes(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return those of `faults` that follow from no other one, causes first, each once.

    Where a text is too long for its card, nobody needs to be told that it lies on the next one.
    """
    known = list(dict.fromkeys(faults))
    left = [one for one in known if not any(_follows(one, cause) for cause in known)]
    return tuple(sorted(left, key=lambda fault: KINDS.index(fault.kind)))


def _follows(fault: Fault, cause: Fault) -> bool:
    """Tell whether a fault is to be put down to another, which stands in the same place."""
    if fault.kind not in FOLLOWS.get(cause.kind, ()):
        return False
    if cause.kind in EVERYWHERE:
        return True
    pages, boxes = {fault.page, cause.page} - {0}, {fault.box, cause.box} - {""}
    return len(pages) <= 1 and len(boxes) <= 1


def addressed(faults: Iterable[Fault], promises: Sequence[Promise]) -> tuple[Fault, ...]:
    """Return `faults`, those about words of one promised text alone with its context."""
    texts = [(_letters(promise.text), promise) for promise in promises if promise.context]
    return tuple(
        replace(fault, context=_context(fault, texts))
        if fault.words and not fault.context
        else fault
        for fault in faults
    )


def _context(fault: Fault, texts: Sequence[tuple[str, Promise]]) -> str:
    """Return the context of the words of a fault; "" if several texts have them."""
    words = _letters(fault.words)
    near = [pair for pair in texts if not fault.box or pair[1].box == fault.box]
    for fitting in (
        {promise.context for text, promise in near if text == words},
        {promise.context for text, promise in near if words in text},
    ):
        if len(fitting) == 1:
            return fitting.pop()
    return ""


def _letters(text: str) -> str:
    return bare(text).casefold()


KINDS: tuple[Kind, ...] = get_args(Kind)
OF_BOXES = ("overflow", "split")
"""Kinds of faults of a card or region as a whole, which they name."""
QUOTED = 80
"""How many letters of a text are quoted at most: enough to find it by."""
_LOOKS: frozenset[Kind] = frozenset(KINDS[KINDS.index("pale") :]) - {"glyph", "paper", "tags"}
FOLLOWS: Mapping[Kind, frozenset[Kind]] = {
    "picture": _LOOKS | {"overflow", "split", "pages", "tags"},
    "font": _LOOKS | {"overflow", "split", "pages", "glyph"},
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
