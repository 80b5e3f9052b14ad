"""Pictures that explain: drawings in a game's colours, with its texts at their named places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from aidgen.assets import pictures
from aidgen.assets.files import AssetError
from aidgen.game.data import GameData
from aidgen.game.records import Drawing
from aidgen.game.texts import UNSPACED_LETTER, Text
from aidgen.page.filters import breadth
from aidgen.page.markdown import plain_text
from aidgen.page.views import Shown
from aidgen.problems import InputError, Problem

# The largest type of labels in pt, and by how much it is made smaller until all fit.
LARGEST_LABEL = 9.5
LABEL_STEP = 0.25
# The height of a line of a label in em, as the style sheet has it, and the space between its words.
LABEL_LEADING = 1.15
SPACE = 0.25
# What a line may not be broken within: a word, or a letter of a script that has no spaces.
UNBROKEN = re.compile(rf"{UNSPACED_LETTER.pattern}|(?:(?!{UNSPACED_LETTER.pattern})\S)+")
MM_PER_PT = 25.4 / 72


@dataclass(frozen=True)
class PlacedLabel(Shown):
    """A label in its place: from the upper left corner of its drawing, in mm."""

    text: Text
    left: float
    top: float
    width: float
    height: float
    align: str


@dataclass(frozen=True)
class PlacedDrawing(Shown):
    """A drawing as it is printed: its address, its width and height in mm, its labels.

    These have one size, in pt: the largest in which each fits its place.
    """

    address: str
    width: float
    height: float
    size: float
    labels: tuple[PlacedLabel, ...]


def drawings(
    game_data: GameData,
    printed: frozenset[str],
    colours: Mapping[str, str],
    least: float,
    scale: float,
) -> Mapping[str, PlacedDrawing]:
    """Return the drawings of a game among the records `printed`, by their references.

    They are larger by a factor `scale`; no label is set in less than `least` pt, though it leave
    its place. Raises InputError for a file that cannot be printed.
    """
    placed = {}
    for name, drawing in game_data.drawings.items():
        if f"drawings.{name}" in printed:
            try:
                placed[f"drawings.{name}"] = _place(game_data, drawing, colours, least, scale)
            except AssetError as refused:
                where = game_data.where(game_data.at("drawings", name, "file"))
                message = f"`{drawing.file}` {refused.message}"
                raise InputError([Problem(where, message, refused.hint)]) from None
    return placed


def _place(
    game_data: GameData, drawing: Drawing, colours: Mapping[str, str], least: float, scale: float
) -> PlacedDrawing:
    palette = tuple(colours.items())
    loaded = pictures.pack_picture(game_data.root, drawing.file, game_data.limits, palette)
    width = drawing.width * scale
    height = width / loaded.shape
    places = dict(loaded.places)
    labels = []
    for name, label in drawing.labels.items():
        if name in places:  # a check reports it
            left, top, right, bottom = places[name]
            room = (right - left) * width, (bottom - top) * height
            align = drawing.align.get(name, "centre")
            labels.append(PlacedLabel(label, left * width, top * height, *room, align))
    size = max(least, LARGEST_LABEL * scale)
    while size > least and not all(_fits(label, size * MM_PER_PT) for label in labels):
        size = max(least, size - LABEL_STEP)
    return PlacedDrawing(loaded.address, width, height, size, tuple(labels))


def _fits(label: PlacedLabel, em: float) -> bool:
    """Tell whether a label fits its place in type of a size in mm, with its lines broken."""
    lines, free = 1, label.width
    for word in UNBROKEN.findall(plain_text(str(label.text))):
        width = breadth(word) * em
        if width > free:
            lines, free = lines + 1, label.width
        if width > free:
            return False
        free -= width + SPACE * em
    return lines * LABEL_LEADING * em <= label.height
