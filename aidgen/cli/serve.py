"""`aidgen serve`: a live preview in the browser."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import nullcontext
from pathlib import Path

import click

from aidgen.cli.options import OUT, with_pack
from aidgen.cli.printing import problems_out, say
from aidgen.pipeline.pack import Pack, readable
from aidgen.pipeline.settings import refuse_installed
from aidgen.sandbox.guard import open_outside
from aidgen.sandbox.output import sweep, write_file
from aidgen.serve.routes import application
from aidgen.serve.server import bind_port, serve
from aidgen.serve.session import Session

# The link that opens a file in Visual Studio Code.
EDITOR = "vscode://file{file}:{line}:{column}"
REDIRECT = '<!DOCTYPE html><title>aidgen</title><meta http-equiv="refresh" content="0; url={}">\n'


@click.command("serve")
@click.option("--read-only", is_flag=True, help="Do not allow edits.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8018,
    help="0 takes any free port.  [default: 8018]",
)
@click.option(
    "--editor",
    default=EDITOR,
    metavar="LINK",
    help="How places in files are opened; none with an empty LINK.  [default: VS Code]",
)
@click.option("--open", "opening", is_flag=True, help="Open the browser.")
@OUT
@with_pack
def command(read_only: bool, port: int, editor: str, opening: bool, out: Path, pack: Pack) -> int:
    """Preview pages in the browser while you write.

    Each time you save a file, the page appears as it will be printed. Only this computer can see
    it, at an address that cannot be guessed. Click a text to see its source and to edit it.
    Finished work is cached below --out; with --read-only, nothing is written there either.
    """
    problems_out(readable(pack)[1])
    if not read_only:
        refuse_installed(pack.root)
        sweep(out)
    where = bind_port(port)
    say(f"{pack}: {where}")
    say("aidgen: press Ctrl-C to stop", err=True)
    cache = tempfile.TemporaryDirectory(prefix="aidgen-") if read_only else nullcontext(str(out))
    with cache as folder:
        if opening:
            # Its token is in a file that only this user may read: all see the words of a command.
            page = Path(folder) / "preview.html"
            write_file(page, REDIRECT.format(where).encode(), Path(folder), mode=0o600)
            open_outside(page.resolve().as_uri())
        pack = Pack(pack.root.resolve(), pack.limits)
        session = Session(pack, Path(folder), read_only=read_only, editor=editor)
        asyncio.run(serve(session, application(session), where))
    return 0
