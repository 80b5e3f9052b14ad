"""The shapes that a laid out page draws besides its texts: tints, borders, rules, pictures.

Places are in px of 1/96 inch, downwards, as boxes are laid out; the matrix of a painted shape maps
them to pt of the page, from its lower left corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aidgen.assets.papers import Bounds, Matrix

CornerRadii = tuple[float, float]
"""How far a rounded corner reaches across and down."""
Rgba = tuple[float, float, float, float]
"""Red, green, blue and opacity, each from 0 to 1."""
Dashes = Literal["solid", "double", "other"]
"""The style of a line: `other` covers dashes, dots and waves, whose places are not verified."""

SQUARE: tuple[CornerRadii, CornerRadii, CornerRadii, CornerRadii] = ((0, 0), (0, 0), (0, 0), (0, 0))


@dataclass(frozen=True, slots=True)
class Outline:
    """A rectangle, and how its corners are rounded: from the upper left one, clockwise."""

    bounds: Bounds
    corners: tuple[CornerRadii, CornerRadii, CornerRadii, CornerRadii] = SQUARE


@dataclass(frozen=True, slots=True)
class Tint:
    """An area that is filled with one colour."""

    outlines: tuple[Outline, ...]
    colour: Rgba


@dataclass(frozen=True, slots=True)
class ShapeSide:
    """A side of a border."""

    width: float
    dashes: Dashes
    colour: Rgba


@dataclass(frozen=True, slots=True)
class Border:
    """Lines along the edges of a box, within its `outer` outline."""

    outer: Outline
    inner: Outline
    sides: tuple[ShapeSide, ShapeSide, ShapeSide, ShapeSide]
    """Top, right, bottom, left."""


@dataclass(frozen=True, slots=True)
class StraightLine:
    """A straight line, upright or level, as below words and between the cells of a table."""

    start: tuple[float, float]
    end: tuple[float, float]
    side: ShapeSide


@dataclass(frozen=True, slots=True)
class FramePicture:
    """A picture that fills a frame, and is not drawn beyond its `window`."""

    source: str
    """SVG, or a `data:` address."""
    frame: Bounds
    window: tuple[Outline, ...] = ()
    tile: tuple[float, float] | None = None
    """How far apart across and down it is repeated, all over its window."""
    smooth: bool = True
    """Whether its points, if it is one of points, run into each other."""


@dataclass(frozen=True, slots=True)
class Vague:
    """A place where something is drawn that has no exact form: a gradient, a shadow."""

    outline: Outline


Shape = Tint | Border | StraightLine | FramePicture | Vague


@dataclass(frozen=True, slots=True)
class Clip:
    """A box beyond whose edges its content is not drawn."""

    outline: Outline
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class Painted:
    """A shape as it is painted, over those before it."""

    shape: Shape
    matrix: Matrix
    clips: tuple[Clip, ...] = ()
    opacity: float = 1.0
