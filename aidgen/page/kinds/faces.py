"""The content of a card's side and its layout: fitted title, fields, picture."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from aidgen.assets.faces import FontFace as Letters
from aidgen.assets.faces import face_of
from aidgen.assets.papers import PT_PER_MM, Size
from aidgen.game.cards import Art, Card, Deck, Face, IconName, Slot
from aidgen.game.texts import ICON, Text
from aidgen.page.kinds.base import Entry, crop, titled_below
from aidgen.page.markdown import plain_text
from aidgen.page.templates import Templates
from aidgen.page.theme import Styling, on
from aidgen.page.views import Shown

FACE_MARGIN, FACE_FOOT = 4.0, 7.0
"""The space in mm at the sides of a card's face, and for its footer."""
NARROW = 50.0
"""The largest width in mm of a card whose footer has no room for the name of its game."""
FOOT_TYPE = 7.0
"""The type of the footer, in pt."""
FOOT_GAP = 2.0
"""The space between the words of the footer and the edition mark, in mm."""
FOOT_LINE, FOOT_MARK = 2.0, 9.0
"""How much higher a footer of two lines is, and the room beside an attribution, in mm: as in the
style sheet."""
CUT, FACE_CORNER, TURN = ("cut", "notched"), 2.5, 0.5
"""The corners of a frame that reach into the footer, and by how many mm; the space that rounded
ones need."""
Cut = tuple[Size, float]
"""How a card is cut out: its size, and the radius of its corners in mm."""
SPARE = 0.985
"""How much of the room a title may fill: letters are measured without their kerning."""


def is_narrow(trim: Size) -> bool:
    """Tell whether a card has no room for the name of a game."""
    return trim.width <= NARROW


def has_long_foot(templates: Templates, cut: Cut) -> bool:
    """Tell whether a card has no room for the name of its game beside the rest of its footer."""
    game_data = templates.game_data
    parts = (game_data.game.title, "·", game_data.words["unofficial"], game_data.mark)
    return is_narrow(cut[0]) or _is_too_long(templates, cut, parts)


def foot_height(templates: Templates, cut: Cut) -> float:
    """Return the height of a card's footer in mm: room for two lines, if it needs them.

    They are outside the frame and inside the safe zone.
    """
    said = templates.game_data.game.attribution
    if said is None or is_narrow(cut[0]):
        return FACE_FOOT
    return FACE_FOOT + FOOT_LINE if _is_too_long(templates, cut, (said,), FOOT_MARK) else FACE_FOOT


def foot_aside(templates: Templates, cut: Cut) -> float:
    """Return the distance of a footer from the sides of its card, in mm: clear of its corners."""
    theme, radius = templates.theme, cut[1]
    framed = theme.frame != "none" and theme.corners in CUT
    return max(FACE_MARGIN + (FACE_CORNER if framed else 0.0), radius + TURN if radius else 0.0)


def has_tight_foot(templates: Templates, cut: Cut) -> bool:
    """Tell whether a card needs a shorter footer even without the name of its game."""
    game_data = templates.game_data
    return _is_too_long(templates, cut, (game_data.words["unofficial"], game_data.mark))


def _is_too_long(
    templates: Templates, cut: Cut, parts: Sequence[object], beside: float = FOOT_GAP
) -> bool:
    """Tell whether words are longer than a line of a card's footer, as far as is known.

    `beside` is the width in mm that is taken already.
    """
    length = _face_length(tuple(map(str, parts)), templates.theme.text)
    room = cut[0].width - 2 * foot_aside(templates, cut) - beside
    return length * FOOT_TYPE > room * PT_PER_MM * SPARE


@lru_cache(maxsize=64)
def _face_length(parts: tuple[str, ...], families: str) -> float:
    """Return the length of words in em; 0 if it is unknown. All cards of a deck share it."""
    letters = face_letters(families, 400)
    return letters.length(" ".join(map(plain_text, parts))) if letters else 0.0


def face_letters(families: str, weight: int) -> Letters | None:
    """Return the first of some families, as CSS lists them; "" means the layout's own."""
    names = [name.strip(' "') for name in (families or '"Source Sans Pro"').split(",")]
    return face_of(tuple(names), weight, slanted=False)


FACE_HEAD = 12.0
"""The space for the title of a card's face, in mm."""
CLEAR = 0.8
"""The space between the text of a card and its footer, in mm."""
NARROW_TITLE = 10.0
"""The largest title of a narrow card, in pt."""
ONE_LINE, TWO_LINES = 9.0, 7.5
"""How small in pt a title may be on one line, and on two."""
LARGEST_OF_TWO = 9.5
"""The largest type in pt for a title of two lines."""
FACE_ICON, LINE, BOTTOM, NUMBER = 6.2, 4.6, 9.0, 2.4
"""The room in mm for a title's icon, a line of fields, fields at the foot, a number there."""
SLOT, SLOT_TYPE, SLOT_EDGE, FACE_GAP = 8.0, 12.0, 1.0, 0.5
"""A field in an upper corner, as in the style sheet: how wide it is at least in mm, its type in pt,
its padding and border on either side in mm, and what it takes of the room of a title beyond its
width in mm."""
UPPER = ("top-left", "top-right")
"""The upper corners."""
TICK = 4.6
"""The room for a box to tick, in mm: as in the style sheet."""
ART, ART_GAP, PANEL = 0.4, 1.6, 0.52
"""How much of a card a picture takes up in a box, the gap below it in mm, and where the text begins
on a picture that goes to the edges."""


@dataclass(frozen=True)
class Filled(Shown):
    """A field of a card: what it holds, and how it looks."""

    name: str
    value: object
    type: str
    look: str
    label: Text | None
    icon: str | None
    count: int
    """How many boxes there are to tick."""
    width: float
    """How wide it is in an upper corner, in mm."""


@dataclass(frozen=True)
class Cropped(Shown):
    """A picture cut to its window, which is in mm from the corner of the card."""

    address: str
    alt: Text | None
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Ground(Shown):
    """A picture behind a card that extends into the bleed: its place and size on the card in mm."""

    address: str
    left: float
    top: float
    width: float
    height: float
    covered: float
    """How far down the card it is seen, in mm: below, nothing goes on around it."""


@dataclass(frozen=True)
class Title(Shown):
    """The layout of a title: its type in pt, whether it takes two lines, and what is beside it."""

    size: float
    two: bool
    left: float = 0.0
    """The width that a field in the upper left corner takes from it, in mm."""
    right: float = 0.0
    """And one in the upper right corner."""


@dataclass(frozen=True)
class FaceSide(Shown):
    """A side of a card, with everything that its template can use."""

    name: str
    face: Face
    icon: str | None
    module: str | None
    entries: tuple[Entry, ...]
    title: Title
    back: bool
    continued: bool
    """Whether it goes on with the text of another side, on the back or on another card."""
    ink: str
    """The colour of its title and emblem."""
    style: str
    """The CSS of its colours, if it has its own."""
    slots: Mapping[str, tuple[Filled, ...]]
    """Its fields by their places."""
    art: Cropped | None
    full: bool
    """Whether its picture goes to the edges."""
    patterned: bool
    """Whether the pattern of backs is on it: it has only a title."""
    footed: bool
    """Whether it has a footer: a pattern covers one side, if the other has a footer."""
    top: float
    """Where its text begins, in mm."""
    height: float
    """The room for its text, in mm."""
    number: str
    """Which card of how many it is; empty if that is not printed."""


@dataclass(frozen=True)
class PrintedCard:
    """A card to be printed: its name, card, deck and size, and its number if it has one."""

    name: str
    card: Card
    deck: Deck | None
    trim: Size
    number: str = ""
    called: str = ""
    """The name of a side on which its front continues; empty for the card itself."""
    listed: tuple[str, ...] = ()
    """All that its front lists, if it is but a part of it."""

    @property
    def radius(self) -> float:
        """The radius of its corners in mm; none if they are square."""
        return (self.deck.radius if self.deck else None) or 0.0

    @property
    def cut(self) -> Cut:
        """How it is cut out: cards that are cut alike lie on one sheet."""
        return self.trim, self.radius


def side(templates: Templates, printed: PrintedCard, key: str) -> FaceSide | None:
    """Return the front or back of a card; None if it has none.

    Raises InputError if its picture cannot be had.
    """
    card, trim = printed.card, printed.trim
    face: Face | None = getattr(card, key)
    if face is None:
        return None
    ink = _own_colour(printed, face) or templates.theme.ink
    slots = _face_slots(templates, printed) if key == "front" else {}
    icon = face.icon or card.icon
    image = _image(printed, face, key)
    full = image is not None and image.place == "full"
    art = _face_art(templates, printed, face, image) if image else None
    top = _top(art, slots, trim, full=full)
    number = _number(printed, face, key)
    above = NUMBER if number else CLEAR
    if "bottom-left" in slots or "bottom-right" in slots:
        above = BOTTOM
    foot = foot_height(templates, printed.cut) + above
    entries = titled_below(templates.game_data, printed.listed or face.contents, face.title)
    return FaceSide(
        name=f"cards.{printed.name}.{key}{printed.called}",
        face=face,
        icon=icon,
        module=face.module or card.module,
        entries=tuple(entry for entry in entries if entry.ref in face.contents),
        title=_head_title(templates.theme, face.title, icon, slots, trim),
        back=key == "back" or printed.called.endswith("back"),
        continued=bool(printed.called),
        ink=ink,
        style=side_style(printed, face),
        slots=slots,
        art=art,
        full=full,
        patterned=_is_patterned(templates, printed, key),
        footed=_is_footed(templates, printed, key),
        top=round(top, 2),
        height=round(trim.height - top - foot, 2),
        number=number,
    )


def side_style(printed: PrintedCard, face: Face | None) -> str:
    """Return the CSS of a side's colours; empty if they are those of the theme."""
    own = _own_colour(printed, face) if face else None
    return f"--ink:{own};--on-ink:{on(own)}" if own else ""


def _own_colour(printed: PrintedCard, face: Face) -> str | None:
    deck = printed.deck.colour if printed.deck else None
    return face.colour or printed.card.colour or deck


def _number(printed: PrintedCard, face: Face, key: str) -> str:
    """Return the number of a side; a shared back has none, since it would give the card away."""
    return printed.number if key == "front" or _says(face) else ""


def _says(face: Face) -> bool:
    """Tell whether a side has more than its title."""
    return bool(face.contents or face.text)


def _is_patterned(templates: Templates, printed: PrintedCard, key: str) -> bool:
    """Tell whether a side has the pattern of backs: it has no content and no picture."""
    face: Face | None = getattr(printed.card, key)
    says = face is not None and (_says(face) or _image(printed, face, key) is not None)
    return templates.theme.back is not None and not says


def _is_footed(templates: Templates, printed: PrintedCard, key: str) -> bool:
    """Tell whether a side has a footer: of two sides, the one without a pattern.

    If both have a pattern, or there is only one side, it is the front.
    """
    if not _is_patterned(templates, printed, key):
        return True
    lone = printed.card.back is None or _is_patterned(templates, printed, "back")
    return key == "front" and lone


def _image(printed: PrintedCard, face: Face, key: str) -> Art | None:
    """Return the picture of a side: its own, or on the front its card's; None if it has none."""
    return face.image or (printed.card.image if key == "front" else None)


# Titles -----------------------------------------------------------------------------------------


def _head_title(
    theme: Styling,
    title: Text,
    icon: str | None,
    slots: Mapping[str, tuple[Filled, ...]],
    trim: Size,
) -> Title:
    """Return how a title is set in the head of its card, beside its icon and the fields there."""
    left, right = (
        round(slots[place][0].width + FACE_GAP, 2) if place in slots else 0.0 for place in UPPER
    )
    room = trim.width - 2 * FACE_MARGIN - (FACE_ICON if icon else 0.0) - left - right
    made = _title(theme, title, room, narrow=is_narrow(trim))
    return replace(made, left=left, right=right)


def _title(theme: Styling, title: Text, room: float, *, narrow: bool) -> Title:
    """Return how a title is set: as large as it may be on one line, or on two if that is small.

    What fits in neither is set as small as may be, and found too wide when it is set.
    """
    letters = face_letters(str(theme.title), 900 if "**" in title else 700)
    lines = [plain_text(line).split() for line in TITLE_BREAK.split(str(title))]
    words = [word for line in lines for word in line]
    if letters is None or not words:
        return Title(theme.title_size, False)
    most = min(theme.title_size, NARROW_TITLE) if narrow else theme.title_size
    points = room * PT_PER_MM * SPARE
    icons = len(ICON.findall(title))  # as wide as high
    one = points / max(letters.length(" ".join(words)) + icons, 0.1)
    if one >= min(ONE_LINE, most) and len(lines) == 1:
        return Title(_round_down(min(one, most)), False)
    cuts = range(1, len(words)) if len(lines) == 1 else (len(lines[0]),)
    halves = (
        max(letters.length(" ".join(words[:cut])), letters.length(" ".join(words[cut:])))
        for cut in cuts
    )
    two = points / (min(halves, default=1000.0) + icons)
    if two >= TWO_LINES:
        return Title(_round_down(min(two, LARGEST_OF_TWO, most)), True)
    return Title(TWO_LINES, False)


TITLE_BREAK = re.compile(r"[ \\]*\n\s*")
"""Where the author of a title ended a line."""


def _round_down(size: float) -> float:
    """Return a size in pt with one digit, never more than it is."""
    return int(size * 10) / 10


# Fields -----------------------------------------------------------------------------------------


def _face_slots(templates: Templates, printed: PrintedCard) -> Mapping[str, tuple[Filled, ...]]:
    """Return the fields that a card fills in, by their places."""
    found: dict[str, list[Filled]] = {}
    for name, slot in printed.deck.fields.items() if printed.deck else ():
        value = printed.card.fields.get(name)
        if value is not None and not (slot.type == "ticks" and value.number == 0):
            filled = _fill_field(templates.theme, name, slot, value)
            found.setdefault(slot.place, []).append(filled)
    return {place: tuple(fields) for place, fields in found.items()}


def _fill_field(theme: Styling, name: str, slot: Slot, value: object) -> Filled:
    count = int(getattr(value, "number", 0)) if slot.type == "ticks" else 0
    shown = str(value) if isinstance(value, IconName) else value
    sort = "icon" if isinstance(value, IconName) else slot.type
    made = Filled(name, shown, sort, slot.look, slot.label, slot.icon, count, SLOT)
    letters = face_letters(str(theme.text), 700) if slot.place in UPPER else None
    return replace(made, width=_width(made, letters)) if letters else made


def _width(slot: Filled, letters: Letters) -> float:
    """Return how wide a field in an upper corner has to be for what it holds, in mm."""
    icons = (slot.icon is not None) + (slot.type == "icon") + len(ICON.findall(str(slot.value)))
    words = "" if slot.type in ("icon", "ticks") else plain_text(str(slot.value))
    ems = icons + letters.length((" " if slot.icon else "") + words)
    held = ems * SLOT_TYPE / PT_PER_MM + slot.count * TICK
    return round(max(SLOT, held + 2 * SLOT_EDGE), 2)


# Pictures ---------------------------------------------------------------------------------------


def art_box(art: Art, trim: Size, *, alone: bool, foot: float = FACE_FOOT) -> Size:
    """Return the size in mm of a card's picture, `alone` or above a text.

    Alone, it ends where the `foot` begins.
    """
    if art.place == "full":
        return Size(trim.width, trim.height - foot if alone else round(trim.height * PANEL, 2))
    return Size(trim.width - 2 * FACE_MARGIN, art.height or round(trim.height * ART, 1))


def _face_art(templates: Templates, printed: PrintedCard, face: Face, image: Art) -> Cropped:
    foot = foot_height(templates, printed.cut)
    box = art_box(image, printed.trim, alone=not _says(face), foot=foot)
    found = crop(templates.game_data, image.file, box, ("cards", printed.name))
    left, top = (0.0, 0.0) if image.place == "full" else (FACE_MARGIN, FACE_HEAD)
    return Cropped(found.address, image.alt, left, top, box.width, box.height)


def side_background(templates: Templates, printed: PrintedCard, key: str) -> Ground | None:
    """Return the picture of a side that goes on around it; None if none does.

    A pattern ends at the frame, if there is one.
    """
    face: Face | None = getattr(printed.card, key)
    if face is not None and (image := _image(printed, face, key)) is not None:
        if image.place != "full":
            return None
        art = _face_art(templates, printed, face, image)
        return Ground(art.address, art.left, art.top, art.width, art.height, art.height)
    back, trim = templates.theme.back, printed.trim
    if back is None or templates.theme.frame != "none" or (face is not None and _says(face)):
        return None
    width = max(trim.width, trim.height * back.shape)
    height = width / back.shape
    left, top = (trim.width - width) / 2, (trim.height - height) / 2
    footed = _is_footed(templates, printed, key)
    covered = trim.height - (foot_height(templates, printed.cut) if footed else 0.0)
    return Ground(back.address, left, top, width, height, covered)


def _top(
    art: Cropped | None, slots: Mapping[str, tuple[Filled, ...]], trim: Size, *, full: bool
) -> float:
    """Return where the text of a side begins, in mm: below its title, fields and picture."""
    line = LINE if "line" in slots else 0.0
    if art is None:
        return FACE_HEAD + line
    if full:
        return trim.height * PANEL + line
    return FACE_HEAD + art.height + ART_GAP + line
