"""A page that nobody sees, made as every piece is: what libraries do once is done after it."""

from __future__ import annotations

import string

from aidgen.assets.papers import Size
from aidgen.page.pieces import Piece, together
from aidgen.pipeline.worker import assemble
from aidgen.press.setting import set_pieces
from aidgen.proof.hear import hear
from aidgen.proof.prove import Part, prove

LETTERS = f"{string.ascii_letters}{string.digits} .,:;!?()–’"
"""Those of most texts: what is known of a font's letters is known of these."""
FACES = """
<p>{0} <strong>{0}</strong> <b>1</b> <em>a</em></p>
<p style="font-family:'Source Serif Pro'">{0} <b>1</b></p>
<table><tbody><tr><th scope="row">1</th><td>2</td></tr></tbody></table>
"""
"""A page in the fonts that games have if they name none, with a table on it."""
PAGE = Size(60, 60)
"""Of that page, in mm: no larger than it has to be, since its ink is looked at."""
HEAD = """<!DOCTYPE html><html lang="en"><head><title>aidgen</title><style>
body { font-family: "Source Sans Pro"; font-size: 6pt } strong { font-weight: 600 }
"""


def rehearse() -> None:
    """Set and prove a page, and keep nothing of it but what libraries then have at hand.

    A tenth of a second and more is saved in each process that is forked afterwards. Raises
    MachineError if fonts or Pango are missing.
    """
    inner = FACES.format(LETTERS)
    piece = Piece(head=HEAD, inner=inner, size=PAGE, margin="2mm", smallest=6)
    (setting,) = set_pieces([piece])
    pdf = assemble([setting], "en")
    prove(pdf, [Part(piece.promises, setting.sheets)])
    hear(pdf, together([piece]))
