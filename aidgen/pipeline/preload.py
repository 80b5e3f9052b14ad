"""Imported by the process from which workers are forked, so that each starts with a warm engine."""

from __future__ import annotations

import gc

gc.disable()  # loaded modules stay: collecting garbage meanwhile takes a sixth of the loading time

import string  # noqa: E402 - only now: imports take a while
from contextlib import suppress  # noqa: E402

from aidgen.assets.icons import icon_names  # noqa: E402
from aidgen.assets.papers import Size  # noqa: E402
from aidgen.page.environment import compile_bundled_templates  # noqa: E402
from aidgen.page.pieces import Piece, together  # noqa: E402
from aidgen.pipeline import documents, worker  # noqa: E402
from aidgen.pipeline.cache import STEP_CODE, step_program  # noqa: E402
from aidgen.press.pieces.typeset import typeset_pieces  # noqa: E402
from aidgen.problems import MachineError  # noqa: E402
from aidgen.proof.accessibility import check_tags  # noqa: E402
from aidgen.proof.pieces import ExpectedPiece, check_pieces  # noqa: E402

TASK_MODULES = (documents, worker)
"""The modules whose functions a worker runs."""
WARM_UP_LETTERS = f"{string.ascii_letters}{string.digits} .,:;!?()–’"
"""The letters of most texts: libraries have these glyphs cached."""
WARM_UP_BODY = """
<p>{0} <strong>{0}</strong> <b>1</b> <em>a</em></p>
<p style="font-family:'Source Serif Pro'">{0} <b>1</b></p>
<table><tbody><tr><th scope="row">1</th><td>2</td></tr></tbody></table>
"""
"""A page in the default fonts, with a table on it."""
WARM_UP_SIZE = Size(60, 60)
"""The size of that page in mm, as small as possible, since every pixel of it is compared."""
WARM_UP_HEAD = """<!DOCTYPE html><html lang="en"><head><title>aidgen</title><style>
body { font-family: "Source Sans Pro"; font-size: 6pt } strong { font-weight: 600 }
"""


def warm_up() -> None:
    """Typeset and check a throwaway page, so that libraries are initialized once.

    This saves each forked process a tenth of a second or more. Raises MachineError if fonts or
    Pango are missing.
    """
    inner = WARM_UP_BODY.format(WARM_UP_LETTERS)
    piece = Piece(head=WARM_UP_HEAD, inner=inner, size=WARM_UP_SIZE, margin="2mm", smallest=6)
    (setting,) = typeset_pieces([piece])
    pdf = worker.assemble([setting], "en")
    check_pieces(pdf, [ExpectedPiece(piece.promises, setting.sheets)])
    check_tags(pdf, together([piece]))


compile_bundled_templates()
icon_names()  # reads the directory of their archive
with suppress(MachineError, OSError):  # a task that needs the engine reports it
    warm_up()
for step in STEP_CODE:
    step_program(step)  # of the code as it was loaded, even if it is changed meanwhile
gc.freeze()  # no worker has to look through it either
gc.enable()
