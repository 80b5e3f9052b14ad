"""`aidgen icons`: a page of all icons."""

from __future__ import annotations

from pathlib import Path

import click

from aidgen.cli.options import OUT, with_pack
from aidgen.cli.printing import written_out
from aidgen.page.gallery import icon_sheet
from aidgen.pipeline.pack import Pack
from aidgen.sandbox.output import write_file


@click.command("icons")
@OUT
@with_pack
def command(out: Path, pack: Pack) -> None:
    """Write icons.html, a page of all icons with their names.

    Icons are SVG files in the pack's assets/icons, aidgen's own, and those of Phosphor.
    """
    path = out / "icons.html"
    if write_file(path, icon_sheet(pack.root).encode(), out):
        written_out([path])
