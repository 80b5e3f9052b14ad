"""The content of a card's side and its layout: fitted title, fields, picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil

from aidgen.assets.faces import FontFace as Letters
from aidgen.assets.faces import face_of
from aidgen.assets.papers import PT_PER_MM, Rect, Size
from aidgen.game.data import GameData
from aidgen.game.fields import Picture
from aidgen.game.records import Art, Card, Deck, Face, IconName, Overflow, Slot
from aidgen.game.texts import ICON, Text
from aidgen.page.fields import TICK
from aidgen.page.frames import LINED, LINES
from aidgen.page.kinds.base import Entry, crop, titled_below
from aidgen.page.kinds.cutouts import SIDES_LENGTHS
from aidgen.page.markdown import plain_text
from aidgen.page.templates import Templates
from aidgen.page.theme import Styling, on
from aidgen.page.views import Shown

# The space in mm at the sides of a card's face, and for its title and its footer.
FACE_MARGIN, FACE_HEAD, FACE_FOOT = 4.0, 12.0, 7.0
# The largest width in mm of a card whose footer has no room for the name of its game.
NARROW = 50.0
# Cards with a shorter side in mm are chits, without frame and footer; their margin, and the space
# for their title.
CHIT, CHIT_MARGIN, CHIT_HEAD = 30.0, 2.0, 7.0
# How much less high than the space for a title its bar is; a plate or band below it ends earlier.
BELOW_BAR, BELOW_PLATE = 1.6, 1.0
# How far in mm from the edge a plate or band is: within the frame, if there is one.
PLATE_INSET, FRAMED_INSET, MEANDER_INSET, CHIT_INSET = 2.0, 3.0, 3.6, 1.0
# The type of the footer, in pt.
FOOT_TYPE = 7.0
# The space between the words of the footer and the edition mark, in mm.
FOOT_GAP = 2.0
# How much higher a footer of two lines is, and the room beside an attribution, in mm.
FOOT_LINE, FOOT_MARK = 2.0, 9.0
# The corners of a frame that reach into the footer, and by how many mm; the space that rounded
# ones need.
CUT, FACE_CORNER, TURN = ("cut", "notched"), 2.5, 0.5
# How a card is cut out: its size, and the radius of its corners in mm.
Cut = tuple[Size, float]
# How much of the room a title may fill: letters are measured without their kerning.
SPARE = 0.985
# The space between the text of a card and its footer, in mm.
CLEAR = 0.8
# The largest title of a narrow card, in pt.
NARROW_TITLE = 10.0
# How small in pt the titles of a set may get for a long one, which else is smaller than others.
COMMON_TITLE = 9.0
# How small a title may be on a chit.
CHIT_TITLE = 7.0
# How much smaller titles may get for one that is on one line: with less, it is on two.
NEARLY = 0.88
# The largest type in pt of two lines, by the height of a bar in mm: no letter touches its edge.
HALF = 0.92 * PT_PER_MM / 2
# The room in mm for a title's icon, also on a chit; for fields at the foot, and a number there.
FACE_ICON, CHIT_ICON, BOTTOM, NUMBER = 6.2, 4.2, 9.0, 2.4
# Fields on a line below the title: its type in pt, how high it is with the gap below it, how much
# higher each further line, in mm; and how much longer words are that have to be broken into lines.
LINE_TYPE, LINE, FURTHER_LINE, BROKEN = 8.0, 4.6, 4.0, 1.1
# A field in an upper corner: how wide it is at least in mm, its type in pt, its padding and border
# on either side in mm, and what it takes of the room of a title beyond its width in mm.
SLOT, SLOT_TYPE, SLOT_EDGE, FACE_GAP = 8.0, 12.0, 1.5, 0.5
# The upper corners.
UPPER = ("top-left", "top-right")
# Where a field in an upper corner is mirrored to.
OPPOSITE_CORNERS = {"top-left": "bottom-right", "top-right": "bottom-left"}
# How much of a card a picture takes up above or below a text, the gap between them in mm, where
# the text begins on a picture that lies behind it, and how much of the width one beside it takes.
ART, ART_GAP, PANEL, BESIDE = 0.4, 1.6, 0.52, 0.36
# Where a card without a title begins, and how high a row of fields at its foot is, in mm.
UNTITLED, STATS = 4.6, 9.4
# The height of a field in a corner of a card without a title, and the most that such fields are
# from the edge of a card without a footer, in mm.
STACKED, CORNER_EDGE = 6.2, 2.4
# How far the ground of a text on a picture extends around it, and its distance from the edge of
# the card, in mm.
PLATE, PLATE_EDGE = 1.8, 2.2
# How large an emblem is at most, as a part of the width of its card.
EMBLEM = 0.58
# Lengths that the style sheet has as custom properties.
LENGTHS = SIDES_LENGTHS | {
    "foot-type": f"{FOOT_TYPE:g}pt",
    "foot-mark": f"{FOOT_MARK:g}mm",
    "line-type": f"{LINE_TYPE:g}pt",
    "line-height": f"{FURTHER_LINE:g}mm",
    "slot": f"{SLOT:g}mm",
    "slot-type": f"{SLOT_TYPE:g}pt",
    "slot-gap": f"{FACE_GAP:g}mm",
    "stacked": f"{STACKED:g}mm",
    "stats": f"{STATS:g}mm",
}
# A side of a card without what its deck leaves out.
EMPTY: Mapping[str, object] = {"text": None, "flavour": None, "contents": (), "image": None}


def card_measures(templates: Templates, cut: Cut) -> dict[str, object]:
    """Return where everything is on cards that are cut alike, in mm, for all their templates.

    With it: whether they show where their corners are rounded (`guided`), and have a frame.
    """
    theme, game_data, (trim, radius) = templates.theme, templates.game_data, cut
    chit, framed = is_chit(trim), is_framed(theme, trim)
    inset = MEANDER_INSET if theme.frame == "meander" else FRAMED_INSET if framed else PLATE_INSET
    inset = CHIT_INSET if chit else inset
    is_bar = theme.header == "bar"
    # A bar or band goes from one side of the frame to the other; without one, a bar to the edges.
    lined = LINED[theme.frame] if framed else 0.0
    flush = lined if is_bar or (framed and theme.header == "band") else inset
    foot = game_data.words["unofficial"], "d0d0d0"  # the digest is stamped there
    is_long = _is_too_long(templates, cut, (game_data.game.title, "·", *foot))
    return {
        "trim": trim,
        "radius": radius,
        "guided": templates.look.guided,
        "side_margin": side_margin(trim),
        "head_height": head_height(trim),
        "foot_height": foot_height(templates, cut),
        "foot_aside": round(_foot_aside(templates, cut), 2),
        # Whether the footer has no room for the name of the game, nor for the rest.
        "long_foot": is_narrow(trim) or is_long,
        "tight_foot": _is_too_long(templates, cut, foot),
        "chit": chit,
        "narrow": is_narrow(trim),
        "framed": framed,
        "turned": framed and theme.frame in LINES and theme.corners != "square" and not radius,
        "inset": inset,
        "lined": lined,
        "flush": flush,
        "title_box": round(head_height(trim) - (BELOW_BAR if is_bar else BELOW_PLATE) - flush, 2),
        "emblem": trim.width * EMBLEM,
        "tick": TICK,
        "clear": CLEAR,
        "lengths": LENGTHS | {"title-icon": f"{CHIT_ICON if chit else FACE_ICON:g}mm"},
    }


def is_framed(theme: Styling, trim: Size) -> bool:
    """Tell whether a card has a frame."""
    return theme.frame != "none" and not is_chit(trim)


def is_narrow(trim: Size) -> bool:
    """Tell whether a card has no room for the name of a game."""
    return trim.width <= NARROW


def is_chit(trim: Size) -> bool:
    """Tell whether a card has no room for a frame and a footer."""
    return min(trim.width, trim.height) < CHIT


def side_margin(trim: Size) -> float:
    """Return the space in mm at the sides of a card's face."""
    return CHIT_MARGIN if is_chit(trim) else FACE_MARGIN


def head_height(trim: Size) -> float:
    """Return the space for the title of a card, in mm."""
    return CHIT_HEAD if is_chit(trim) else FACE_HEAD


def foot_height(templates: Templates, cut: Cut) -> float:
    """Return the height of a card's footer in mm: room for two lines, if it needs them.

    They are outside the frame and inside the safe zone.
    """
    attribution = templates.game_data.game.attribution
    if attribution is None or is_narrow(cut[0]):
        return FACE_FOOT
    is_long = _is_too_long(templates, cut, (attribution,), FOOT_MARK)
    return FACE_FOOT + FOOT_LINE if is_long else FACE_FOOT


def has_foot(game_data: GameData, printed: PrintedCard) -> bool:
    """Tell whether a card has a footer: a licence without words is none."""
    game, deck = game_data.game, printed.deck
    if is_chit(printed.trim):
        return False
    foot = (deck and deck.foot) or ("licence" if game.official else "all")
    licensed = game.attribution is not None and not is_narrow(printed.trim)
    return foot == "all" or (foot == "licence" and licensed)


def room_below(templates: Templates, printed: PrintedCard) -> float:
    """Return the height in mm of what is below the text of a card: its footer, or a margin."""
    footed = has_foot(templates.game_data, printed)
    return foot_height(templates, printed.cut) if footed else side_margin(printed.trim)


def _foot_aside(templates: Templates, cut: Cut) -> float:
    """Return the distance of a footer from the sides of its card, in mm: clear of its corners."""
    theme, radius = templates.theme, cut[1]
    framed = theme.frame != "none" and theme.corners in CUT
    return max(FACE_MARGIN + (FACE_CORNER if framed else 0.0), radius + TURN if radius else 0.0)


def _is_too_long(
    templates: Templates, cut: Cut, parts: Sequence[object], beside: float = FOOT_GAP
) -> bool:
    """Tell whether words are longer than a line of a footer of which `beside` mm are taken."""
    length = _face_length(tuple(map(str, parts)), templates.theme.text)
    room = cut[0].width - 2 * _foot_aside(templates, cut) - beside
    return length * max(FOOT_TYPE, templates.look.smallest_type) > room * PT_PER_MM * SPARE


@lru_cache(maxsize=64)
def _face_length(parts: tuple[str, ...], families: str) -> float:
    """Return the length of words in em; 0 if it is unknown. All cards of a deck share it."""
    letters = face_letters(families, 400)
    return letters.length(" ".join(map(plain_text, parts))) if letters else 0.0


def face_letters(families: str, weight: int) -> Letters | None:
    """Return the first of some families, as CSS lists them; "" means the layout's own."""
    names = [name.strip(' "') for name in (families or '"Source Sans Pro"').split(",")]
    return face_of(tuple(names), weight, slanted=False)


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
    covered: float = 0.0
    """How far down a card it is seen that extends into the bleed: below, nothing goes on around."""


@dataclass(frozen=True)
class Title(Shown):
    """The layout of a title: its type in pt, and what is beside it."""

    size: float
    left: float
    """The width that a field in the upper left corner takes from it, in mm."""
    right: float
    """And one in the upper right corner."""


@dataclass(frozen=True)
class FaceSide(Shown):
    """A side of a card, with everything that its template can use."""

    name: str
    face: Face
    icon: str | None
    module: str | None
    entries: tuple[Entry, ...]
    title: Title | None
    """None if it has none, or it is not printed."""
    back: bool
    continued: bool
    """Whether it goes on with the text of another side, on the back or on another card."""
    ink: str
    """The colour of its title and emblem."""
    style: str
    """The CSS of its colours, if it has its own."""
    slots: Mapping[str, tuple[Filled, ...]]
    """Its fields by their places."""
    decks: tuple[str, ...]
    """Its deck, and those that it is like."""
    mirrored: Mapping[str, tuple[Filled, ...]]
    """The fields that are printed once more, upside down, by the corners where they are."""
    art: Cropped | None
    ground: Cropped | None
    """The picture of its deck that is below everything."""
    plate: Rect | None
    """The paper below a text on a picture, in mm."""
    full: bool
    """Whether its picture goes to the edges."""
    align: str
    """Where its text is, if it leaves room: top, middle or centre."""
    patterned: bool
    """Whether the pattern of backs is on it: it has only a title."""
    footed: bool
    """Whether it has a footer: a pattern covers one side, if the other has a footer."""
    line: float
    """How high the fields on the line above its text are, in mm."""
    left: float
    """Where its text begins, in mm."""
    top: float
    width: float
    """The room for its text, in mm."""
    height: float
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
    title_size: float = 0.0
    """The type in pt of the titles of its set."""
    line: float = 0.0
    """How high the fields on the line above texts are in its deck, in mm."""

    @property
    def radius(self) -> float:
        """The radius of its corners in mm; none if they are square."""
        return (self.deck.radius if self.deck else None) or 0.0

    @property
    def layout(self) -> str:
        """The name of its layout: `face`, or one of the pack."""
        return self.deck.layout if self.deck else "face"

    @property
    def overflow(self) -> Overflow | None:
        """What happens to its front if that is too full; None if nothing is set."""
        return self.card.overflow or (self.deck.overflow if self.deck else None)

    @property
    def cut(self) -> Cut:
        """How it is cut out: cards that are cut alike lie on one sheet."""
        return self.trim, self.radius


def side(templates: Templates, printed: PrintedCard, key: str) -> FaceSide | None:
    """Return the front or back of a card; None if it has none.

    Raises InputError if its picture cannot be had.
    """
    card = printed.card
    face: Face | None = getattr(card, key)
    if face is None:
        return None
    omitted = _omitted(printed)
    face = face.model_copy(update={name: EMPTY[name] for name in omitted & EMPTY.keys()})
    ink = _own_colour(printed, key) or templates.theme.ink
    slots = _face_slots(templates, printed) if key == "front" else {}
    icon = face.icon or card.icon
    image = _image(printed, face, key)
    is_titled = face.title is not None and "title" not in omitted
    places = _places(templates, printed, key, face, image, slots)
    entries = titled_below(templates.game_data, printed.listed or face.contents, face.title)
    return FaceSide(
        name=f"cards.{printed.name}.{key}{printed.called}",
        face=face,
        icon=icon,
        module=face.module or card.module,
        entries=tuple(entry for entry in entries if entry.ref in face.contents),
        title=Title(printed.title_size, *_beside_title(slots)) if is_titled else None,
        back=key == "back" or printed.called.endswith("back"),
        continued=bool(printed.called),
        ink=ink,
        style=side_style(printed, key),
        slots=slots,
        decks=_chain(templates.game_data, card.deck),
        mirrored=_mirrored(printed, slots),
        art=_face_art(templates, printed, image, places.art) if image and places.art else None,
        ground=deck_picture(templates, printed, "ground") if key == "front" else None,
        plate=places.plate,
        full=image is not None and image.place == "full",
        align=printed.deck.align if printed.deck else "top",
        patterned=_is_patterned(templates, printed, key),
        footed=_is_footed(templates, printed, key),
        line=places.line,
        left=places.text.left,
        top=places.text.top,
        width=places.text.width,
        height=places.text.height,
        number=_number(printed, face, key),
    )


@dataclass(frozen=True)
class _Places:
    """Where the picture, the text and the ground below it are on a side of a card, in mm."""

    text: Rect
    line: float = 0.0
    art: Rect | None = None
    plate: Rect | None = None


def _places(
    templates: Templates,
    printed: PrintedCard,
    key: str,
    face: Face,
    image: Art | None,
    slots: Mapping[str, tuple[Filled, ...]],
) -> _Places:
    trim = printed.trim
    above = NUMBER if _number(printed, face, key) else CLEAR
    if "bottom-left" in slots or "bottom-right" in slots:
        above = BOTTOM
    if "foot" in slots:
        above += STATS + 2 * CLEAR
    is_footed = has_foot(templates.game_data, printed)
    low = trim.height - room_below(templates, printed) - above
    high = _art_top(printed, face)
    if _says(face) or "line" in slots:
        upper, lower = _corner_depths(templates, printed, face, slots)
        high = high if image else max(high, upper)
        low = min(low, trim.height - lower - CLEAR)
    margin = side_margin(trim)
    across = trim.width - 2 * margin
    line = printed.line if key == "front" else 0.0
    if image is None:
        return _Places(_rect(margin, high + line, across, low), line)
    art = _art_box(image, trim, high, low)
    text = _rect(margin, high + line, across, low)
    if image.place == "top":
        return _Places(_rect(margin, high + art.height + ART_GAP + line, across, low), line, art)
    if image.place == "bottom":
        return _Places(_rect(margin, high + line, across, art.top - ART_GAP), line, art)
    if image.place in ("left", "right"):
        art = replace(art, top=round(art.top + line, 2), height=round(art.height - line, 2))
        left = art.left + art.width + ART_GAP if image.place == "left" else margin
        width = round(across - _beside_text(image, trim), 2)
        return _Places(replace(text, left=left, width=width), line, art)
    is_full = image.place == "full"
    free = image.height or round(trim.height * PANEL - (0 if is_full else high), 2)
    end = low if is_full else low - 1.5 * PLATE
    text = _rect(margin, (0.0 if is_full else high) + free + line, across, end)
    if not is_full:
        width = round(across - _beside_text(image, trim), 2)
        text = replace(text, left=margin + 2 * PLATE, width=width)
    top = text.top - line - PLATE / 2 if _says(face) or line else low + above
    end = trim.height - PLATE_EDGE if is_full and is_footed else art.top + art.height - PLATE
    if is_full and not is_footed:
        end = trim.height - room_below(templates, printed) + PLATE / 2
    is_bare = not (_says(face) or line or "foot" in slots or (is_full and is_footed))
    plate = _rect(text.left - PLATE, top, text.width + 2 * PLATE, end)
    return _Places(text, line, art, None if is_bare else plate)


def _beside_text(image: Art | None, trim: Size) -> float:
    if image and image.place in ("left", "right"):
        return (image.width or round(trim.width * BESIDE, 1)) + ART_GAP
    return 4 * PLATE if image and image.place == "behind" else 0.0


def _line_height(
    templates: Templates, printed: PrintedCard, fields: Mapping[str, tuple[Filled, ...]]
) -> float:
    slots, letters = fields.get("line", ()), face_letters(str(templates.theme.text), 400)
    if not slots or letters is None:
        return LINE if slots else 0.0
    trim = printed.trim
    image = _image(printed, printed.card.front, "front")
    room = trim.width - 2 * side_margin(trim) - _beside_text(image, trim)
    words = [f"{slot.label or ''} {slot.value if slot.type != 'icon' else ''}" for slot in slots]
    icons = sum((slot.icon is not None) + (slot.type == "icon") for slot in slots)
    ems = letters.length(" · ".join(map(plain_text, words))) + icons
    ticks = sum(slot.count for slot in slots) * TICK
    lines = (ems * LINE_TYPE / PT_PER_MM + ticks) / room
    return LINE + FURTHER_LINE * (ceil(lines * BROKEN) - 1 if lines > 1 else 0)


def _corner_depths(
    templates: Templates,
    printed: PrintedCard,
    face: Face,
    slots: Mapping[str, tuple[Filled, ...]],
) -> tuple[float, float]:
    """Return how far fields in upper corners, and mirrored ones, reach into a card, in mm.

    Those beside a title reach no further than it does.
    """
    is_titled = face.title is not None and "title" not in _omitted(printed)
    stacked = max((len(slots[place]) for place in UPPER if place in slots), default=0)
    upper = CORNER_EDGE + STACKED * stacked if stacked and not is_titled else 0.0
    turned = max(map(len, _mirrored(printed, slots).values()), default=0)
    is_footed = has_foot(templates.game_data, printed)
    edge = foot_height(templates, printed.cut) if is_footed else CORNER_EDGE
    deep = SLOT if is_titled else STACKED * turned
    return upper, edge + deep if turned else 0.0


def _art_top(printed: PrintedCard, face: Face) -> float:
    if face.title is None or "title" in _omitted(printed):
        return CHIT_MARGIN if is_chit(printed.trim) else UNTITLED
    return head_height(printed.trim)


def _rect(left: float, top: float, width: float, bottom: float) -> Rect:
    return Rect(round(left, 2), round(top, 2), round(width, 2), round(bottom - top, 2))


def _omitted(printed: PrintedCard) -> frozenset[str]:
    """Return what our layout leaves out of a card; a pack's own layout sees to it itself."""
    deck = printed.deck
    return frozenset(deck.omit) if deck and deck.layout == "face" else frozenset()


def side_style(printed: PrintedCard, key: str) -> str:
    """Return the CSS of a side's colours; empty if they are those of the theme."""
    colour = _own_colour(printed, key)
    return f"--ink:{colour};--on-ink:{on(colour)}" if colour else ""


def _own_colour(printed: PrintedCard, key: str) -> str | None:
    face: Face | None = getattr(printed.card, key)
    if face is None:
        return None
    # The colour of a card is not on a back without words: a shuffled deck would be marked.
    of_card = printed.card.colour if key == "front" or _says(face) else None
    return face.colour or of_card or (printed.deck.colour if printed.deck else None)


def _number(printed: PrintedCard, face: Face, key: str) -> str:
    """Return the number of a side; a shared back has none, since it would give the card away."""
    return printed.number if key == "front" or _says(face) else ""


def _says(face: Face) -> bool:
    return bool(face.contents or face.text or face.flavour)


def _is_patterned(templates: Templates, printed: PrintedCard, key: str) -> bool:
    """Tell whether a side has the pattern of backs: it has no content and no picture."""
    face: Face | None = getattr(printed.card, key)
    says = face is not None and (_says(face) or _image(printed, face, key) is not None)
    return bool(templates.theme.back or templates.theme.pattern) and not says


def _is_footed(templates: Templates, printed: PrintedCard, key: str) -> bool:
    """Tell whether a side has a footer: the only one without a pattern, or else the front."""
    face: Face | None = getattr(printed.card, key)
    is_picture = face is not None and face.title is None and not _says(face)
    if is_picture or not has_foot(templates.game_data, printed):
        return False
    if not _is_patterned(templates, printed, key):
        return True
    lone = printed.card.back is None or _is_patterned(templates, printed, "back")
    return key == "front" and lone


def _image(printed: PrintedCard, face: Face, key: str) -> Art | None:
    return face.image or (printed.card.image if key == "front" else None)


# Titles -----------------------------------------------------------------------------------------


def shared(templates: Templates, cards: Sequence[PrintedCard]) -> Iterator[PrintedCard]:
    """Yield cards that are cut alike, with what those of a deck share: the type of their titles,
    and the height of the fields above texts."""
    sizes, lines = dict[str | None, float](), dict[str | None, float]()
    least = CHIT_TITLE if is_chit(cards[0].trim) else COMMON_TITLE
    for card in cards:
        deck, slots = card.card.deck, _face_slots(templates, card)
        titles = [_largest_title(templates, card, key, slots) for key in ("front", "back")]
        common = [size for size in titles if size >= least]
        sizes[deck] = min([sizes.get(deck, templates.theme.title_size), *common])
        lines[deck] = max(lines.get(deck, 0.0), _line_height(templates, card, slots))
    for card in cards:
        yield replace(card, title_size=sizes[card.card.deck], line=lines[card.card.deck])


def _largest_title(
    templates: Templates, printed: PrintedCard, key: str, slots: Mapping[str, tuple[Filled, ...]]
) -> float:
    """Return the largest type in pt in which the title of a side fits its head: on one line, or on
    two if that is small, beside its icon and the fields there."""
    theme, trim = templates.theme, printed.trim
    face: Face | None = getattr(printed.card, key)
    most = min(theme.title_size, NARROW_TITLE) if is_narrow(trim) else theme.title_size
    title = (face and face.title) or ""
    letters = face_letters(str(theme.title), 900 if "**" in title else 700)
    typed = [line.rstrip(" \\") for line in title.split("\n") if line.strip()]
    lines = [plain_text(line).split() for line in typed]
    words = [word for line in lines for word in line]
    if face is None or letters is None or not words:
        return most
    beside = (CHIT_ICON if is_chit(trim) else FACE_ICON) if face.icon or printed.card.icon else 0.0
    room = trim.width - 2 * side_margin(trim) - beside - sum(_beside_title(slots))
    points = room * PT_PER_MM * SPARE
    icons = len(ICON.findall(title))  # as wide as high
    size = min(most, points / max(letters.length(" ".join(words)) + icons, 0.1))
    if size < NEARLY * most or len(lines) > 1:
        cuts = range(1, len(words)) if len(lines) == 1 else (len(lines[0]),)
        halves = (
            max(letters.length(" ".join(words[:cut])), letters.length(" ".join(words[cut:])))
            for cut in cuts
        )
        high = templates.look.measures["title_box"] * HALF
        two = min(most, high, points / (min(halves, default=1000.0) + icons))
        size = max(two, size if len(lines) == 1 else 0.0)
    return int(size * 10) / 10


def _beside_title(slots: Mapping[str, tuple[Filled, ...]]) -> tuple[float, float]:
    """Return the width in mm that fields in the upper corners take from a title."""
    left, right = (
        round(sum((slot.width + FACE_GAP for slot in slots.get(place, ())), 0.0), 2)
        for place in UPPER
    )
    return left, right


# Fields -----------------------------------------------------------------------------------------


def _face_slots(templates: Templates, printed: PrintedCard) -> Mapping[str, tuple[Filled, ...]]:
    slots: dict[str, list[Filled]] = {}
    for name, slot in printed.deck.fields.items() if printed.deck else ():
        value = printed.card.fields.get(name)
        if value is not None and not (slot.type == "ticks" and value.number == 0):
            filled = _fill_field(templates.theme, name, slot, value)
            slots.setdefault(slot.place, []).append(filled)
    return {place: tuple(fields) for place, fields in slots.items()}


def _chain(game_data: GameData, deck: str | None) -> tuple[str, ...]:
    """Return the deck that a deck is like, if any, and the deck."""
    if deck not in game_data.decks:
        return ()
    parent = game_data.decks[str(deck)].like
    return (parent, str(deck)) if parent in game_data.decks and parent else (str(deck),)


def _mirrored(
    printed: PrintedCard, slots: Mapping[str, tuple[Filled, ...]]
) -> Mapping[str, tuple[Filled, ...]]:
    deck = printed.deck
    return {
        opposite: tuple(slot for slot in slots[place] if deck and deck.fields[slot.name].mirrored)
        for place, opposite in OPPOSITE_CORNERS.items()
        if place in slots
    }


def _fill_field(theme: Styling, name: str, slot: Slot, value: object) -> Filled:
    count = int(getattr(value, "number", 0)) if slot.type == "ticks" else 0
    shown = str(value) if isinstance(value, IconName) else value
    sort = "icon" if isinstance(value, IconName) else slot.type
    filled = Filled(name, shown, sort, slot.look, slot.label, slot.icon, count, SLOT)
    letters = face_letters(str(theme.text), 700) if slot.place in UPPER else None
    return replace(filled, width=_width(filled, letters)) if letters else filled


def _width(slot: Filled, letters: Letters) -> float:
    icons = (slot.icon is not None) + (slot.type == "icon") + len(ICON.findall(str(slot.value)))
    words = "" if slot.type in ("icon", "ticks") else ICON.sub("", str(slot.value))
    ems = icons + letters.length((" " if slot.icon else "") + words)
    held = ems * SLOT_TYPE / PT_PER_MM + slot.count * TICK
    return round(max(SLOT, held + 2 * SLOT_EDGE), 2)


# Pictures ---------------------------------------------------------------------------------------


def _art_box(art: Art, trim: Size, high: float, low: float) -> Rect:
    margin = side_margin(trim)
    across = trim.width - 2 * margin
    if art.place == "full":
        return Rect(0.0, 0.0, trim.width, trim.height)
    if art.place == "behind":
        return _rect(margin, high, across, low)
    if art.place in ("left", "right"):
        width = art.width or round(trim.width * BESIDE, 1)
        left = margin if art.place == "left" else trim.width - margin - width
        return _rect(left, high, width, min(low, high + (art.height or trim.height)))
    height = art.height or round(trim.height * ART, 1)
    top = high if art.place == "top" else low - height
    return _rect(margin, top, across, top + height)


def largest_art(art: Art, trim: Size) -> Rect:
    """Return the largest place of a card's picture in mm: no side has more room for it."""
    foot = side_margin(trim) if is_chit(trim) else FACE_FOOT
    return _art_box(art, trim, head_height(trim), trim.height - foot)


def _face_art(templates: Templates, printed: PrintedCard, image: Art, box: Rect) -> Cropped:
    size = Size(box.width, box.height)
    cropped = crop(templates.game_data, image.file, size, ("cards", printed.name))
    return Cropped(cropped.address, image.alt, box.left, box.top, box.width, box.height)


def deck_picture(templates: Templates, printed: PrintedCard, key: str) -> Cropped | None:
    """Return a picture of a deck that goes to the edges; None if it has none. Raises InputError."""
    picture: Picture | None = getattr(printed.deck, key) if printed.deck else None
    if picture is None:
        return None
    within = ("decks", str(printed.card.deck), key)
    cropped = crop(templates.game_data, picture.file, printed.trim, within)
    trim = printed.trim
    return Cropped(cropped.address, picture.alt, 0.0, 0.0, trim.width, trim.height)


def side_background(templates: Templates, printed: PrintedCard, key: str) -> Cropped | None:
    """Return the picture of a side that goes on around it; None if none does.

    A pattern ends at the frame, if there is one.
    """
    face: Face | None = getattr(printed.card, key)
    trim = printed.trim
    image = _image(printed, face, key) if face else None
    art: Cropped | None
    if image is not None and image.place == "full":
        art = _face_art(templates, printed, image, Rect(0.0, 0.0, trim.width, trim.height))
    else:
        art = deck_picture(templates, printed, "ground" if face and key == "front" else "back")
    if art is not None and (face is None or key == "front" or image is not None):
        return replace(art, covered=trim.height)
    back = templates.theme.back
    says = image is not None or (face is not None and _says(face))
    if back is None or says or is_framed(templates.theme, trim):
        return None
    width = max(trim.width, trim.height * back.shape)
    height = width / back.shape
    left, top = (trim.width - width) / 2, (trim.height - height) / 2
    footed = _is_footed(templates, printed, key)
    covered = trim.height - (foot_height(templates, printed.cut) if footed else 0.0)
    return Cropped(back.address, None, left, top, width, height, covered)
