"""Pictures that explain: drawings in a game's colours, with its texts at their named places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aidgen.assets import pictures
from aidgen.assets.faces import breadth
from aidgen.assets.files import AssetError
from aidgen.assets.papers import PT_PER_MM, Rect, Size
from aidgen.game.data import GameData
from aidgen.game.texts import UNSPACED_LETTER, Text
from aidgen.page.markdown import plain_text
from aidgen.page.theme import Styling
from aidgen.page.views import Shown
from aidgen.problems import InputError

# The largest type of labels in pt, and by how much it is made smaller until all fit.
LARGEST_LABEL = 9.5
LABEL_STEP = 0.25
# The height of a line of a label in em, as the style sheet has it, and the space between its words.
LABEL_LEADING = 1.15
SPACE = 0.25


@dataclass(frozen=True)
class PlacedLabel(Shown):
    """A label, and its place from the upper left corner of its drawing, in mm."""

    text: Text
    place: Rect
    align: str


@dataclass(frozen=True)
class PlacedDrawing(Shown):
    """A drawing as it is printed: its address, its size in mm, and the type of its labels in pt."""

    address: str
    size: Size
    type: float
    labels: tuple[PlacedLabel, ...]


def drawings(
    game_data: GameData,
    printed: frozenset[str],
    theme: Styling,
    least: float,
    scale: float,
    sparing: bool,
) -> Mapping[str, PlacedDrawing]:
    """Return the drawings of a game among the records `printed`, by their references.

    They are larger by a factor `scale`; labels are set in `least` pt or more, even if they do not
    fit. Those `sparing` ink have no tint. Raises InputError for a file that cannot be printed.
    """
    tint, paper = "#ffffff" if sparing else theme.tint, "#ffffff"
    colours = {"ink": theme.page_ink, "second": theme.second, "tint": tint, "paper": paper}
    return {
        f"drawings.{name}": _place(game_data, name, colours, least, scale)
        for name in game_data.drawings
        if f"drawings.{name}" in printed
    }


def _place(
    game_data: GameData, name: str, colours: Mapping[str, str], least: float, scale: float
) -> PlacedDrawing:
    drawing, palette = game_data.drawings[name], tuple(colours.items())
    try:
        loaded = pictures.pack_picture(game_data.root, drawing.file, game_data.limits, palette)
    except AssetError as refused:
        at, message = game_data.at("drawings", name, "file"), f"`{drawing.file}` {refused.message}"
        raise InputError([game_data.problem(at, message, refused.hint)]) from None
    whole = Size(drawing.width * scale, drawing.width * scale / loaded.shape)
    places, labels = dict(loaded.places), []
    for key, text in drawing.labels.items():
        if key in places:  # a check reports it
            left, top, right, bottom = places[key]
            room = (right - left) * whole.width, (bottom - top) * whole.height
            place = Rect(left * whole.width, top * whole.height, *room)
            labels.append(PlacedLabel(text, place, drawing.align.get(key, "centre")))
    size = max(least, LARGEST_LABEL * scale)
    while size > least and not all(_fits(label, size / PT_PER_MM) for label in labels):
        size = max(least, size - LABEL_STEP)
    return PlacedDrawing(loaded.address, whole, size, tuple(labels))


def _fits(label: PlacedLabel, em: float) -> bool:
    """Tell whether a label fits its place in type of a size in mm, with its lines broken."""
    lines, free = 1, label.place.width
    # Between letters of scripts without spaces, a line may break, too.
    for word in UNSPACED_LETTER.sub(r" \g<0> ", plain_text(str(label.text))).split():
        width = breadth(word) * em
        if width > free:
            lines, free = lines + 1, label.place.width
        if width > free:
            return False
        free -= width + SPACE * em
    return lines * LABEL_LEADING * em <= label.place.height
