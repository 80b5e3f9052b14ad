"""Imported by the process from which workers are forked, so that each starts with a warm engine."""

from __future__ import annotations

import gc
import signal

# Ctrl-C ends this process until it is warm: only then does it notice that its parent has gone.
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
gc.disable()  # loaded modules stay: collecting garbage meanwhile takes a sixth of the loading time

import string  # noqa: E402 - only now: imports take a while
from contextlib import suppress  # noqa: E402

from aidgen.assets.icons import icon_names  # noqa: E402
from aidgen.layout.document import Document  # noqa: E402
from aidgen.page.templates import compile_bundled_templates  # noqa: E402
from aidgen.pipeline.cache import typesetting_program  # noqa: E402
from aidgen.pipeline.tasks import PRINT_TASK, run_task  # noqa: E402
from aidgen.problems import MachineError  # noqa: E402

# The letters of most texts: libraries keep their glyphs.
LETTERS = f"{string.ascii_letters}{string.digits} .,:;!?()–’"
# A page in the default fonts, with a table on it.
PAGE = f"""<!DOCTYPE html><html lang="en"><head><title>aidgen</title><style>
body {{ font-family: "Source Sans Pro"; font-size: 6pt }} strong {{ font-weight: 600 }}
</style></head><body><main>
<p>{LETTERS} <strong>{LETTERS}</strong> <b>1</b> <em>a</em></p>
<p style="font-family:'Source Serif Pro'">{LETTERS} <b>1</b></p>
<table><tbody><tr><th scope="row">1</th><td>2</td></tr></tbody></table>
</main></body></html>
"""

compile_bundled_templates()
icon_names()  # reads the directory of their archive
# Libraries are initialized once: it saves each forked process a tenth of a second or more. A task
# that needs the engine reports what is missing.
with suppress(MachineError, OSError):
    run_task(PRINT_TASK, Document(PAGE))
typesetting_program()  # of the code as it was loaded, even if it is changed meanwhile
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
gc.freeze()  # no worker has to look through it either
gc.enable()
