"""A piece as it was set and proved, with all that is needed to put documents together of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from aidgen.assets.geometry import Bounds
from aidgen.page.faults import Fault
from aidgen.page.layout import Fit, Navigation
from aidgen.page.promises import Counts, PrintedText
from aidgen.press.setpieces import SetPiece
from aidgen.proof.patches import Patch


@dataclass(frozen=True)
class FiledPiece:
    """A piece as it was set and proved; pages count from its first."""

    set_piece: SetPiece = field(repr=False)
    faults: tuple[Fault, ...]
    """What is wrong with it: what is made of it is kept from publication."""
    fits: tuple[Fit, ...]
    texts: tuple[PrintedText, ...]
    promised: Counts
    proved: Counts
    inked: tuple[tuple[Bounds, ...], ...] = field(repr=False)
    """Where on each page its texts are, in pt upwards."""
    patches: tuple[tuple[Patch, ...], ...] = field(repr=False)
    """Where else on each page something is painted."""
    leads: tuple[Navigation, ...] = field(repr=False)
    """What leads to each page, or away from it, as it was laid out."""
    unmarked: str = ""
    """A digest of it but for the mark that it bears; "" if it bears none, or has several pages."""
