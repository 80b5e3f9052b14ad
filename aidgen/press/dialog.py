"""What a PDF sets in the print dialog of the viewer that opens it (ISO 32000-1, 12.2)."""

from __future__ import annotations

from typing import Literal

import pikepdf

Flip = Literal["long", "short", ""]
"""The edge over which two-sided sheets are turned; "" for sheets of one side."""
DUPLEX = {
    "long": pikepdf.Name.DuplexFlipLongEdge,
    "short": pikepdf.Name.DuplexFlipShortEdge,
}


def preset_print_dialog(document: pikepdf.Pdf, flip: Flip) -> None:
    """Have viewers print a PDF at its own size, on its own paper, turned over the right edge.

    Cards are cut and put into sleeves: "fit to page" makes all of them too small. One-sided sheets
    leave the choice of duplex to whoever prints.
    """
    preferences = pikepdf.Dictionary(document.Root.get("/ViewerPreferences", {}))
    preferences.PrintScaling = pikepdf.Name("/None")
    preferences.PickTrayByPDFSize = True
    if flip:
        preferences.Duplex = DUPLEX[flip]
    document.Root.ViewerPreferences = preferences
