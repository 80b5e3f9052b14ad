"""Imported by the process from which workers are forked, so that each starts with a warm engine."""

from __future__ import annotations

import gc

gc.disable()  # loaded modules stay: collecting garbage meanwhile takes a sixth of the loading time

import string  # noqa: E402 - only now: imports take a while
from contextlib import suppress  # noqa: E402

from aidgen.assets.icons import icon_names  # noqa: E402
from aidgen.layout.document import Document  # noqa: E402
from aidgen.page.templates import compile_bundled_templates  # noqa: E402
from aidgen.pipeline.cache import typesetting_program  # noqa: E402
from aidgen.pipeline.worker import print_document  # noqa: E402
from aidgen.problems import MachineError  # noqa: E402

WARM_UP_LETTERS = f"{string.ascii_letters}{string.digits} .,:;!?()–’"
"""The letters of most texts: libraries have these glyphs cached."""
WARM_UP_BODY = """
<p>{0} <strong>{0}</strong> <b>1</b> <em>a</em></p>
<p style="font-family:'Source Serif Pro'">{0} <b>1</b></p>
<table><tbody><tr><th scope="row">1</th><td>2</td></tr></tbody></table>
"""
"""A page in the default fonts, with a table on it."""
WARM_UP = """<!DOCTYPE html><html lang="en"><head><title>aidgen</title><style>
body {{ font-family: "Source Sans Pro"; font-size: 6pt }} strong {{ font-weight: 600 }}
</style></head><body><main>{0}</main></body></html>
"""


def warm_up() -> None:
    """Typeset and check a throwaway page, so that libraries are initialized once.

    This saves each forked process a tenth of a second or more. Raises MachineError if fonts or
    Pango are missing.
    """
    print_document(Document(WARM_UP.format(WARM_UP_BODY.format(WARM_UP_LETTERS))))


compile_bundled_templates()
icon_names()  # reads the directory of their archive
with suppress(MachineError, OSError):  # a task that needs the engine reports it
    warm_up()
typesetting_program()  # of the code as it was loaded, even if it is changed meanwhile
gc.freeze()  # no worker has to look through it either
gc.enable()
