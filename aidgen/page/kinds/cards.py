"""Cards imposed on sheets of A4, fronts and backs placed for duplex printing on the long edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from aidgen.assets.measure import lines
from aidgen.assets.papers import CARDS, PT_PER_MM, Line, Sheet, Side, Size, Slot
from aidgen.game.canon import Canon
from aidgen.game.records import Aid, Card, Face, Procedure, State, Table
from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.entries import Entry, below

SMALLEST, LARGEST = 7.4, 13.0
"""Type on cards in pt: never smaller than 7, and no larger than looks well."""
MARGIN, HEAD, FOOT = 4.0, 12.6, 6.4
"""What a card's face leaves free at its sides, for its title and for its foot, in mm."""
BADGE = 5.0
"""Height in mm of the line that names the expansion a card belongs to."""
STEP = 0.2
"""By how much in pt one size is smaller than the next."""
LEADING = 1.22
"""Height of a line as a part of the type size."""
HAIRLINE = 0.1
"""Width in mm of a crop mark."""
LONG = 22
"""From how many letters on a title is set smaller, so that it stays on one line of a poker card."""


@dataclass(frozen=True)
class Placed:
    """A face in its slot on a sheet, and all that its template asks for."""

    name: str
    slot: Slot
    face: Face
    icon: str | None
    module: str | None
    entries: tuple[Entry, ...]
    long: bool
    """Whether its title is set smaller."""
    size: float
    """The type in pt that it is set in at first."""
    bounds: tuple[float, float]
    """The smallest and largest type in pt."""

    @property
    def fitted(self) -> bool:
        """Whether its type may be chosen by the layout."""
        return self.bounds[0] < self.bounds[1]


@dataclass(frozen=True)
class Printed:
    """One side of a sheet."""

    side: Side
    cards: tuple[Placed, ...]


def impose(canon: Canon, aid: Aid, size: Size) -> Mapping[str, Any]:
    """Return the sheets of an aid: for each side to print, slots and the faces in them."""
    sheet = Sheet(size, CARDS[aid.paper])
    deck = [
        (name, canon.cards[name])
        for copy in range(max(canon.cards[name].copies for name in _names(canon, aid)))
        for name in _names(canon, aid)
        if copy < canon.cards[name].copies
    ]
    two_sided = any(card.back for _, card in deck)
    sides: list[Printed] = []
    cards = iter(deck)
    while batch := list(islice(cards, len(sheet.slots()))):
        for side in ("front", "back") if two_sided else ("front",):
            sides.append(Printed(side, tuple(_placed(canon, aid, sheet, side, batch))))
    return {
        "sheet": sheet,
        "sides": tuple(sides),
        "two_sided": two_sided,
        "crop_marks": tuple(map(_drawn, sheet.crop_marks())),
        "margin": MARGIN,
        "head": HEAD,
        "foot": FOOT,
    }


def _drawn(mark: Line) -> Slot:
    """Return the place of a crop mark as it is drawn, a hairline wide."""
    left = mark.x1 - HAIRLINE / 2 if mark.x1 == mark.x2 else mark.x1
    top = mark.y1 - HAIRLINE / 2 if mark.y1 == mark.y2 else mark.y1
    return Slot(left, top, (mark.x2 - mark.x1) or HAIRLINE, (mark.y2 - mark.y1) or HAIRLINE)


def bounds(face: Face, aid: Aid) -> tuple[float, float]:
    """Return the smallest and largest type in pt that a face may be set in.

    A `text_size` is kept to, unless `shrink_to` allows for less; what a face says goes before
    what its aid says.
    """
    largest = face.text_size or aid.text_size
    smallest = face.shrink_to or aid.shrink_to or largest or SMALLEST
    return min(smallest, largest or LARGEST), largest or LARGEST


def type_size(
    canon: Canon, face: Face, card: Size, sizes: tuple[float, float], *, badged: bool
) -> float:
    """Return the size in pt to set a face in: the largest of `sizes` at which it should fit.

    What the face really needs is measured once it is typeset, and said if it does not fit.
    """
    room = card.height - HEAD - FOOT
    width = card.width - 2 * MARGIN
    smallest, largest = sizes
    for step in range(round((largest - smallest) / STEP)):
        size = round(largest - step * STEP, 1)
        height = sum(_height(canon, face, ref, size, width) for ref in face.contents)
        if height + BADGE * badged <= room:
            return size
    return smallest


def _height(canon: Canon, face: Face, ref: str, size: float, width: float) -> float:
    """Return the height in mm of a record in its brief form, as the cards' style sheet sets it."""
    record = canon.find(ref)
    line, em = size * LEADING / PT_PER_MM, size / PT_PER_MM
    height = 1.8 if len(face.contents) > 1 else 0.0
    own_title = isinstance(record, State) or getattr(record, "title", None) != face.title
    titled = len(face.contents) > 1 and own_title
    if isinstance(record, State) and len(face.contents) > 1:
        width -= 9
    if titled and not isinstance(record, Mapping):
        height += lines(record.title, size * 1.08, width, "Bold") * 1.2 * em + 0.4
    if isinstance(record, Procedure):
        for step in record.steps.values():
            words = f"{step.title or ''} {step.brief or step.text}"
            height += lines(words, size * 1.045, width - 1.85 * em) * line + 1.2
            for branch in step.branches.values():
                room = width - 1.85 * em - 2.5
                height += lines(branch.title, size * 1.05, room) * line + 0.6
                height += lines(branch.brief or branch.text, size * 1.045, room) * line
        return height
    if isinstance(record, Table):
        return height + _table_height(record, size, width, line)
    for field in ("brief", "effect", "ends"):
        text = getattr(record, field, None) or (getattr(record, "text", "") * (field == "brief"))
        paragraphs = [part for part in text.split("\n") if part.strip()]
        height += sum(lines(part, size, width - 0.5) * line + 0.2 * em for part in paragraphs)
        height += 0.45 * em if field == "ends" and text else 0.0
    return height


def _table_height(table: Table, size: float, width: float, line: float) -> float:
    if table.lying:
        heads = (str(column.header or column.range) for column in table.columns.values())
        return sum(lines(head, size, width * 0.27, "Bold") * line + 1.2 for head in heads)
    height = 2.4 * line
    for _, _, rows in table.grids():
        for cells in rows.values():
            last = str(list(cells.values())[-1])
            height += lines(last, size, width * 0.64) * line + 0.6
    return height


def _names(canon: Canon, aid: Aid) -> list[str]:
    """Return the ids of the cards an aid prints, `cards` meaning all of them."""
    names: list[str] = []
    for ref in aid.contents:
        names += list(canon.cards) if ref == "cards" else [ref.split(".", 1)[1]]
    return names


def _placed(
    canon: Canon, aid: Aid, sheet: Sheet, side: Side, batch: Sequence[tuple[str, Card]]
) -> Iterator[Placed]:
    """Yield the faces of the cards of a batch in their slots; a card may have no back."""
    for slot, (name, card) in zip(sheet.slots(side), batch, strict=False):
        face: Face | None = getattr(card, side)
        if face is None:
            continue
        module, sizes = face.module or card.module, bounds(face, aid)
        yield Placed(
            name=f"cards.{name}.{side}",
            slot=slot,
            face=face,
            icon=face.icon or card.icon,
            module=module,
            entries=below(canon, face.contents, face.title),
            long=len(face.title) > LONG,
            size=type_size(canon, face, sheet.card, sizes, badged=module is not None),
            bounds=sizes,
        )


CARD_SHEETS = Kind(
    "cards",
    papers=tuple(CARDS),
    holds="contents",
    lists=r"cards(\.[^.]+)?",
    smallest_type=7,
    view=impose,
)
