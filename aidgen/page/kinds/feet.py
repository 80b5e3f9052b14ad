"""The foot of a card: what it says, how high it is, and how far from the corners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from aidgen.assets.faces import Face as Letters
from aidgen.assets.faces import face_of
from aidgen.assets.papers import PT_PER_MM, Size
from aidgen.page.markdown import plain
from aidgen.page.templates import Templates

MARGIN, FOOT = 4.0, 7.0
"""What a card's face leaves free at its sides and for its foot, in mm."""
NARROW = 50.0
"""Up to which width in mm a card has no room for the name of its game at the foot."""
FOOT_TYPE = 7.0
"""The type at the foot, in pt."""
FOOT_GAP = 2.0
"""What stays free between the words at the foot and the mark of figures, in mm."""
FOOT_LINE, FOOT_MARK = 2.0, 9.0
"""How much higher a foot of two lines is, and what an attribution leaves to the mark
in mm: as in the style sheet."""
CUT, CORNER, TURN = ("cut", "notched"), 2.5, 0.5
"""The corners of a frame that reach into the foot, and by how much in mm; what stays free of those
that are rounded."""
Cut = tuple[Size, float]
"""How a card is cut out: its size, and the radius of its corners in mm."""
SPARE = 0.985
"""How much of the room a title may fill: letters are measured without their kerning."""


def is_narrow(trim: Size) -> bool:
    """Tell whether a card has no room for the name of a game."""
    return trim.width <= NARROW


def has_long_foot(templates: Templates, cut: Cut) -> bool:
    """Tell whether a card has no room for the name of its game, beside what else is at its foot."""
    canon = templates.canon
    parts = (canon.game.title, "·", canon.words["unofficial"], canon.mark)
    return is_narrow(cut[0]) or _is_too_long(templates, cut, parts)


def foot_height(templates: Templates, cut: Cut) -> float:
    """Return what a card leaves free at its foot, in mm: room for two lines, if it needs them.

    They stand where no frame is, and no print shop cuts.
    """
    said = templates.canon.game.attribution
    if said is None or is_narrow(cut[0]):
        return FOOT
    return FOOT + FOOT_LINE if _is_too_long(templates, cut, (said,), FOOT_MARK) else FOOT


def foot_aside(templates: Templates, cut: Cut) -> float:
    """Return how far from the sides of a card its foot stands, in mm: clear of its corners."""
    theme, radius = templates.theme, cut[1]
    framed = theme.frame != "none" and theme.corners in CUT
    return max(MARGIN + (CORNER if framed else 0.0), radius + TURN if radius else 0.0)


def has_tight_foot(templates: Templates, cut: Cut) -> bool:
    """Tell whether even without that name a card needs shorter words at its foot."""
    canon = templates.canon
    return _is_too_long(templates, cut, (canon.words["unofficial"], canon.mark))


def _is_too_long(
    templates: Templates, cut: Cut, parts: Sequence[object], beside: float = FOOT_GAP
) -> bool:
    """Tell whether words are longer than a line at the foot of a card, as far as is known.

    What is `beside` them takes so many mm.
    """
    length = _length(tuple(map(str, parts)), templates.theme.text)
    room = cut[0].width - 2 * foot_aside(templates, cut) - beside
    return length * FOOT_TYPE > room * PT_PER_MM * SPARE


@lru_cache(maxsize=64)
def _length(parts: tuple[str, ...], families: str) -> float:
    """Return how long words are, in ems; 0 if it is not known. All cards of a deck ask for it."""
    letters = letters_of(families, 400)
    return letters.length(" ".join(map(plain, parts))) if letters else 0.0


def letters_of(families: str, weight: int) -> Letters | None:
    """Return the first of some families, as CSS lists them; none stands for the layout's own."""
    names = [name.strip(' "') for name in (families or '"Source Sans Pro"').split(",")]
    return face_of(tuple(names), weight, slanted=False)
