"""How much room a text takes up in a line, before it is set."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.assets.faces import Face, face_of, families
from aidgen.page.markdown import plain

BOLD = 700
"""The weight of headings."""
EM = 1.0
"""How wide in em a character is taken to be that our fonts do not have, as an icon is."""


def breadth(text: str) -> float:
    """Return how wide in em a text is in bold type, in the widest of our families that has it.

    Those of another script, of which a machine need not have all, are asked if no other has it.
    """
    seen = plain(text)
    faces = tuple(_faces(seen))
    widths = [face.length(seen) + EM * len(face.lacked(seen)) for face in faces]
    return round(max(widths, default=EM * len(seen)), 2)


def _faces(text: str) -> Iterator[Face]:
    """Yield the faces in which a text may be set: ours alone, if one of them has all of it."""
    has_all = False
    for family in families():
        if has_all and not family.endswith(OURS):
            return
        face = face_of((family,), BOLD, slanted=False)
        if face is not None:
            has_all = has_all or not face.lacked(text)
            yield face


OURS = " Pro"
"""What the names of the families end in that every machine has; they come first."""
