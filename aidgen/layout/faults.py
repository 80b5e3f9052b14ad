"""Faults and doubts of a page, and which of them causes which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

# A fault is certain and harmful: the PDF is held back. A doubt may be meant: it is a warning.
# Advice is about taste: `check --fit` gives it. Notes are in its table of pages alone.
FindingClass = Literal["fault", "doubt", "advice", "note"]
# What each kind of finding is about and whether it is certain, causes before consequences.
#
# A check that was wrong on a right page is a doubt until that can't happen again.
FINDINGS: Mapping[str, tuple[FindingClass, str]] = {
    "stopped": ("fault", "A card or page can't be typeset."),
    "picture": ("fault", "A picture is missing or can't be drawn."),
    "font": ("fault", "A font is missing, or no font has a character."),
    "link": ("fault", "A link has no target."),
    "style": ("doubt", "A rule of a style sheet can't be used."),
    "fit": ("fault", "Text or a picture is larger than its place, or a card is split."),
    "pages": ("fault", "There are more or fewer pages than the aid may have."),
    "words": ("fault", "A text or a cell is missing, incomplete, or not what the game has."),
    "contrast": ("fault", "Text is hidden, or nobody can tell it from its background."),
    "faint": ("doubt", "Text has less than 3 : 1 contrast with its background."),
    "small": ("doubt", "Type is smaller than `smallest_type`."),
    "close": ("doubt", "Two column heads are so close that they look like one word."),
    "cut": ("doubt", "Text is so close to the edge that a print shop may cut it off."),
    "file": ("fault", "The file lacks a page or a font, or has a script or an attachment."),
    "blank": ("advice", "A page, a framed block or the end of a book is empty."),
    "broken": ("advice", "A list or table that fits on one page continues overleaf."),
    "alone": ("advice", "A heading, a row or a line or two are alone on a page or column."),
    "uneven": ("advice", "The fronts of a deck differ, or one makes the type of all small."),
    "order": ("advice", "What `carries` names first is smaller than something else."),
    "runt": ("note", "A paragraph ends with a line of one short word."),
    "used": ("note", "How much of a page is used."),
}
FAULT_KINDS: tuple[str, ...] = tuple(FINDINGS)
# The kinds of faults that a larger paper or smaller type would cure.
CRAMPED: tuple[str, ...] = ("fit", "pages")
# For each kind of fault the kinds that may follow from it, and are then not reported.
FOLLOWS: Mapping[str, frozenset[str]] = {
    "picture": frozenset({"fit", "pages", "words", "contrast", "faint"}),
    "font": frozenset({"fit", "pages", "words", "close", "cut"}),
    "fit": frozenset({"pages", "words", "contrast", "faint", "close", "cut"}),
    "words": frozenset({"contrast"}),
    "contrast": frozenset({"faint"}),
}
# The kinds that may affect everything after them, on any page.
EVERYWHERE = ("picture", "font")
# How many letters of a text are quoted at most: enough to find it by.
LONGEST_QUOTE = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault or a doubt: what was found, what was expected, and where it belongs."""

    kind: str
    """One of `FINDINGS`."""
    message: str
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
    """The part of a template at fault, as written there: an address, a font."""
    colours: tuple[str, ...] = ()
    """The colours that it concerns, as #rrggbb."""
    lang: str = ""
    """The language of what it concerns, where that is not the document's."""

    @property
    def level(self) -> FindingClass:
        """Its class: a fault holds a PDF back, others do not."""
        return FINDINGS[self.kind][0]

    def describe(self, place: str = "") -> str:
        """Return what was found, in `place` if it is named, and what was expected, on one line.

        A whole card or region is called by its name.
        """
        words = shorten(self.words, LONGEST_QUOTE)
        of_box = self.kind == "fit"  # it may be all of a card, which is called by its name then
        subject = f"“{words}”{':' if of_box else ''} " if words else ""
        if of_box and self.box and not words:
            subject = f"{self.box}: "
        if place and not subject:
            subject, place = f"{place}: ", ""
        where = f" in {place}" if place else ""
        expected = f", expected {self.expected}" if self.expected else ""
        return f"{subject}{self.message}{where}{expected}"

    def __str__(self) -> str:
        """Return it with its page, as in a list of all problems of a PDF."""
        return f"page {self.page}: {self.describe()}" if self.page else self.describe()


def shorten(text: str, most: int) -> str:
    """Return so many letters of a text at most."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def causes(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return those of `faults` that no other one causes, causes first, each once.

    If a text is too long for its card, the report leaves out that it overlaps the next one.
    """
    distinct = list(dict.fromkeys(faults))
    left = [fault for fault in distinct if not any(_follows(fault, cause) for cause in distinct)]
    return tuple(sorted(left, key=lambda fault: FAULT_KINDS.index(fault.kind)))


def _follows(fault: Fault, cause: Fault) -> bool:
    if fault.kind == cause.kind and cause.context and fault.words and not fault.context:
        return (fault.message, fault.words) == (cause.message, cause.words)
    if fault.kind not in FOLLOWS.get(cause.kind, ()):
        return False
    if cause.kind in EVERYWHERE:
        return True
    pages, boxes = {fault.page, cause.page} - {0}, {fault.box, cause.box} - {""}
    return len(pages) <= 1 and len(boxes) <= 1
