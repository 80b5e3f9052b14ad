"""`aidgen icons`: a page of all icons, to choose from."""

from __future__ import annotations

from pathlib import Path

import click

from aidgen.cli.options import OUT, PACK
from aidgen.cli.printing import written_out
from aidgen.cli.program import EPILOG
from aidgen.page.gallery import icon_sheet
from aidgen.pipeline.pack import Pack
from aidgen.store.files import write

PAGE = "icons.html"
"""Its name, below the output folder."""


@click.command("icons", epilog=EPILOG)
@OUT
@PACK
def command(out: Path, pack: Pack) -> None:
    """Write icons.html, a page of all icons with their names.

    They are those of the pack, which are SVG files in its assets/icons, ours, and Phosphor's.
    """
    path = out / PAGE
    if write(path, icon_sheet(pack.root).encode()):
        written_out([path])
