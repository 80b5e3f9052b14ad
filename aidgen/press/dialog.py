"""What a PDF sets in the print dialog of the viewer that opens it (ISO 32000-1, 12.2)."""

from __future__ import annotations

import io
from typing import Any, Literal

import pikepdf

from aidgen.press.writing import save

# The edge over which two-sided sheets are turned; "" for sheets of one side.
Flip = Literal["long", "short", ""]
DUPLEX = {
    "long": pikepdf.Name.DuplexFlipLongEdge,
    "short": pikepdf.Name.DuplexFlipShortEdge,
}


def preset_print_dialog(pdf: bytes, flip: Flip) -> bytes:
    """Return a PDF that viewers print at its size, on its paper, turned over the right edge.

    Cards are cut and put into sleeves: "fit to page" makes all of them too small. One-sided sheets
    leave the choice of duplex to whoever prints.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        _set_preferences(document, flip)
        return save(document)


def _set_preferences(document: pikepdf.Pdf, flip: Flip) -> None:
    preferences: Any = document.Root.get("/ViewerPreferences", pikepdf.Dictionary())
    preferences.PrintScaling = pikepdf.Name("/None")
    preferences.PickTrayByPDFSize = True
    if flip:
        preferences.Duplex = DUPLEX[flip]
    document.Root.ViewerPreferences = preferences
