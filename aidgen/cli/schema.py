"""`aidgen schema`: a JSON schema of the game format, for editors."""

from __future__ import annotations

import click

from aidgen.cli.options import with_pack
from aidgen.cli.printing import written_out
from aidgen.game.schema import schema
from aidgen.pipeline.pack import Pack
from aidgen.sandbox.output import write_file


@click.command("schema")
@with_pack
def command(pack: Pack) -> None:
    """Write content/pack.schema.json, which lets editors complete and check the YAML."""
    path = pack.root / "content" / "pack.schema.json"
    if write_file(path, schema().encode(), pack.root):
        written_out([path])
