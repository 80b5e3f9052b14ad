"""The command line: words in, problems and exit codes out. The only room that prints.

A module a command. The table below says which there are and what each is for, so that
`aidgen --help` imports none of them, and each imports no more than it needs.
"""

from __future__ import annotations

import click

from aidgen import __version__
from aidgen.cli.program import EPILOG, Program

COMMANDS = {
    "build": ("aidgen.cli.build", "Make the PDFs, and a gallery of them in index.html."),
    "calibrate": (
        "aidgen.cli.calibrate",
        "Make a page by which you see what your printer does.",
    ),
    "check": ("aidgen.cli.check", "Hold every game and translation to its laws."),
    "doctor": ("aidgen.cli.doctor", "Say whether this machine has what a build needs."),
    "export": (
        "aidgen.cli.export",
        "Make files of cards for print shops and virtual tables.",
    ),
    "i18n": ("aidgen.cli.i18n", "Keep the translators' files in step with the games."),
    "icons": ("aidgen.cli.icons", "Write icons.html, a page of all icons with their names."),
    "import": ("aidgen.cli.imports", "Write a CSV, XLSX or ODS file out as YAML."),
    "list": ("aidgen.cli.list", "List games, aids, locales and the paths of their PDFs."),
    "new": ("aidgen.cli.new", "Begin a game in a new FOLDER, and make its PDFs at once."),
    "schema": (
        "aidgen.cli.schema",
        "Write content/pack.schema.json, by which editors help the author of a game.",
    ),
    "serve": (
        "aidgen.cli.serve",
        "Show pages in the browser while you write them.",
    ),
    "site": (
        "aidgen.cli.site",
        "Write a site into DIR: the aids to look at and to print, and the rules to search.",
    ),
    "verify": ("aidgen.cli.verify", "Hold PDFs against their manifests: are they as proved?"),
}
"""Each command, the module that holds it as `command`, and the first line of its help."""


@click.group(
    cls=Program,
    table=COMMANDS,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="aidgen")
def main() -> None:
    """Print a game's rules and tables as play aids, in every language it is translated into.

    Commands work on the pack that you stand in: the nearest folder, from here upwards, with
    content/GAME/*.yaml in it; elsewhere on the games that come with aidgen. --pack names another.
    """
