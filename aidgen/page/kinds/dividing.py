"""A front of a card that is too full, divided: into which parts, and what of it stands where."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from aidgen.game.cards import Overflow
from aidgen.game.records import Face
from aidgen.game.texts import Text
from aidgen.page.kinds.faces import Printed
from aidgen.page.pieces import Portion

# Where a text may be divided: at an empty line, and before an item of a list with dashes. What
# announces what follows by a colon stays with it; numbered items, and what is indented below an
# item, stay together.
DIVIDES = re.compile(r"(?<!:)(?:\n[ \t]*\n+(?![ \t]|\d+[.)] )|\n(?=- ))")


class Span(NamedTuple):
    """Where a paragraph or item begins and ends in the text of a card."""

    start: int
    stop: int


def overflow(one: Printed) -> Overflow | None:
    """Return what becomes of a front that is too full, None if nobody says."""
    return one.card.overflow or (one.deck.overflow if one.deck else None)


def parts_of(face: Face) -> tuple[Span | str, ...]:
    """Return what a face can be divided into: paragraphs of its text, then what it lists."""
    if face.text is None:
        return face.contents
    gaps = [gap.span() for gap in DIVIDES.finditer(face.text)]
    edges = [(0, 0), *gaps, (len(face.text), len(face.text))]
    spans = (Span(before[1], after[0]) for before, after in pairwise(edges))
    return (*spans, *face.contents)


def part(one: Printed, parts: Sequence[Span | str], portion: Portion) -> Printed:
    """Return a card with neighbouring parts of its front alone, as one of several faces.

    Its picture and its fields stand on the first.
    """
    front, is_first = one.card.front, portion.number == 1
    spans = [span for span in parts if isinstance(span, Span)]
    text = front.text
    if text is not None:
        words = text[spans[0].start : spans[-1].stop] if spans else ""
        text = Text(words, text.state, text.context) if words else None
    face = front.model_copy(
        update={
            "text": text,
            "contents": tuple(ref for ref in parts if isinstance(ref, str)),
            "image": front.image if is_first else None,
        }
    )
    bare: dict[str, object] = {} if is_first else {"image": None, "fields": {}}
    told = f"{portion.number}/{portion.of}"
    further = "back" if overflow(one) == "back" else portion.number
    return replace(
        one,
        card=one.card.model_copy(update={"front": face, **bare}),
        number=f"{one.number} · {told}" if one.number else told,
        called="" if is_first else f".{further}",
        listed=front.contents,
    )
