"""`aidgen serve`: live pages in the browser, while a pack is written."""

from __future__ import annotations

import tempfile
import webbrowser
from contextlib import nullcontext
from pathlib import Path

import click

from aidgen.cli.options import OUT, PACK
from aidgen.cli.printing import problems_out, say
from aidgen.cli.program import EPILOG
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import readable
from aidgen.pipeline.settings import refuse_installed
from aidgen.serve.server import place, serve
from aidgen.store.cache import CACHE_FOLDER

PORT = 8018
"""Where live pages are unless another port is named."""


@click.command("serve", epilog=EPILOG)
@click.option("--read-only", is_flag=True, help="Look only: nothing of the pack can be edited.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, help="0 is any that is free.")
@click.option("--open", "opening", is_flag=True, help="Open it in the browser.")
@OUT
@PACK
def command(read_only: bool, port: int, opening: bool, out: Path, pack: Pack) -> int:
    """Show pages in the browser while you write them.

    Each save shows the new page as it will be printed: on this machine alone, at an address that
    nobody can guess. Click a text to see where it comes from and to edit it. What is made on the
    way lies on the shelf of --out; with --read-only nothing is written there either.
    """
    problems_out(readable(pack).problems)
    if not read_only:
        refuse_installed(pack.root)
    where = place(port)
    say(f"{pack}: {where.address}")
    say("aidgen: Ctrl-C ends it", err=True)
    if opening:
        webbrowser.open(where.address)
    aside = tempfile.TemporaryDirectory(prefix="aidgen-") if read_only else nullcontext(str(out))
    with aside as folder:
        serve(pack, Path(folder) / CACHE_FOLDER, where, read_only=read_only)
    return 0
