"""Cards with room left: their content in the middle, with air between its parts.

In the HTML such a card has `data-centre`. It gets the room as padding and its air as `--air`; one
with little on it, and no list, gets the class `little`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from xml.etree.ElementTree import Element

from aidgen.press.engine.document import Source
from aidgen.press.pieces.faults import Fitting, fittings
from aidgen.press.pieces.vertical_justification import Block, Centred, centred

CENTRE = "data-centre"
TRIAL = 1.0
"""Air in mm with which it is measured what a mm of it takes."""


LISTS = ("ul", "ol", "table")
"""What looks torn apart when the lines around it are set in the middle."""

Rooms = Mapping[Element, tuple[float, float]]
"""The room in mm at the foot of each card, and its height."""


def centre(source: Source, cards: Collection[Element], known: Rooms) -> None:
    """Write into `cards`, all of which ask for it, where their content stands.

    What is `known` of all of them is not measured again.
    """
    tight = known if all(card in known for card in cards) else _rooms(source)
    for card in cards:
        _write(card, Centred(TRIAL, 0.0, little=False))
    airy = _rooms(source)
    for card in cards:
        room, height = tight.get(card, (0.0, 0.0))
        growth = room - airy.get(card, (0.0, 0.0))[0]
        _write(card, centred(Block(max(0.0, room), max(0.0, growth)), height))


def _write(card: Element, how: Centred) -> None:
    style = re.sub(r";?(--air|padding-top):[^;]*", "", card.get("style", "")).strip(";")
    new = f"--air:{how.air:.3f}mm;padding-top:{how.above:.2f}mm"
    card.set("style", f"{style};{new}".lstrip(";"))
    if how.little and not any(element.tag in LISTS for element in card.iter()):
        card.set("class", f"{card.get('class', '')} little".strip())


def _rooms(source: Source) -> Rooms:
    return rooms_of(fittings(source.laid_out(endless=True).pages))


def rooms_of(fittings: Iterable[Fitting]) -> Rooms:
    """Return the room of what was laid out and does not grow with its content."""
    return {
        fitting.element: (fitting.room, fitting.height)
        for fitting in fittings
        if fitting.room is not None
    }
