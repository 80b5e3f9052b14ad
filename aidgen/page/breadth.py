"""How much room a text takes up in a line, before it is set."""

from __future__ import annotations

from aidgen.assets.faces import face_of, families
from aidgen.page.markdown import plain

BOLD = 700
"""The weight of headings."""
EM = 1.0
"""How wide in em a character is taken to be that our fonts do not have, as an icon is."""


def breadth(text: str) -> float:
    """Return how wide in em a text is in bold type, in the widest of our families."""
    seen = plain(text)
    found = (face_of((family,), BOLD, False) for family in families())
    widths = [face.length(seen) + EM * len(face.lacked(seen)) for face in found if face is not None]
    return round(max(widths, default=EM * len(seen)), 2)
