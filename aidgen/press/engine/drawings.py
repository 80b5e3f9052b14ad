"""Drawings (SVG) that are shown several times, as the frame of each card: kept in a PDF once.

WeasyPrint 70 draws them anew each time (https://github.com/Kozea/WeasyPrint/issues/1978): a deck
with a frame is ten times as large.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

# What the pictures of a PDF that is being written also hold: the drawings in it so far.
DRAWN = "drawings"
# The attribute of a drawing in a PDF with the empty ones that stand for it elsewhere.
REPEATS = "repeats"


class Pictures(dict[str, Any]):
    """The pictures that the engine has loaded for a document, by their addresses."""

    def __setitem__(self, address: str, picture: Any) -> None:
        """Store a picture; a drawing is drawn once."""
        if type(picture).__name__ == "SVGImage":
            picture.draw = partial(_draw_once, address, picture.draw)
        super().__setitem__(address, picture)


def _draw_once(
    address: str,
    draw: Callable[..., None],
    stream: Any,
    width: float,
    height: float,
    style: Any,
) -> None:
    """Draw a picture as a part of its own (ISO 32000-1, 8.10), or let an empty one stand for it.

    A part belongs to the resources of one page or picture: `share_drawings` joins them.
    """
    drawings = stream._images.setdefault(DRAWN, {})
    part = stream.add_group(0, 0, width, height)
    part.extra.pop("Group")  # it is opaque as far as its picture is
    original = drawings.setdefault((address, width, height), part)
    if original is part:
        setattr(part, REPEATS, [])
        draw(part, width, height, style)
    else:
        getattr(original, REPEATS).append(part)
    stream.draw_x_object(part.id)


def share_drawings(pdf: Any) -> None:
    """Have each page of a PDF of the engine refer to the one drawing instead of empty ones."""
    originals = {
        repeat.reference: drawing.reference
        for drawing in pdf.objects
        for repeat in getattr(drawing, REPEATS, ())
    }
    for resources in pdf.objects:
        if isinstance(resources, dict) and "XObject" in resources:
            parts = resources["XObject"]
            for name, reference in parts.items():
                parts[name] = originals.get(reference, reference)
