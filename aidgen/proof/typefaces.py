"""The fonts that a text is drawn in, held against those that its page asks for.

The engine takes another one in the place of a font that it does not find, without a word.
"""

from __future__ import annotations

from collections.abc import Sequence

from aidgen.assets.faces import face_for, faces
from aidgen.game.texts import text_letters
from aidgen.page.layout import Run
from aidgen.proof.glyphs import Glyph


def not_asked(glyphs: Sequence[Glyph], run: Run) -> str:
    """Return the name of the font that a letter should be from and is not; "" if all is right.

    Spaces are nothing to be seen, and stand in the font of what is beside them.
    """
    for char, face in dict.fromkeys((glyph.char, glyph.face) for glyph in glyphs):
        asked = face_for(char, run.faces) if text_letters(char) else None
        if asked is not None and asked is not face:
            return next(name for name in run.faces if faces()[name] is asked).replace("-", " ")
    return ""
