"""The command line: arguments in, problems and exit codes out. The only room that prints.

Each command has a module. The table below lists them, so that `aidgen --help` imports none of them
and each command imports only what it needs.
"""

from __future__ import annotations

import click

from aidgen import __version__
from aidgen.cli.program import EPILOG, Program

# The sections of commands in the help, by who needs them.
PRINTING, DESIGNING, TRANSLATING, MACHINE = "Print", "Design", "Translate", "This computer"
# Each command: its module, the first line of its help, and the section of the help.
COMMANDS = {
    "build": ("build", "Build the PDFs, and a gallery of them in index.html.", PRINTING),
    "print": (
        "print",
        "Print one play aid: aidgen asks what you leave out, and opens the PDF.",
        PRINTING,
    ),
    "list": ("list", "List games, aids, languages and the paths of their PDFs.", PRINTING),
    "calibrate": ("calibrate", "Make a test page for your printer.", PRINTING),
    "export": ("export", "Export cards for print shops and virtual tabletops.", PRINTING),
    "site": (
        "site",
        "Write a website into DIR: the aids to view and print, the rules to search.",
        PRINTING,
    ),
    "verify": ("verify", "Check that PDFs still match what was built.", PRINTING),
    "new": ("new", "Create a game in a new FOLDER and build its PDFs.", DESIGNING),
    "serve": ("serve", "Preview pages in the browser while you write.", DESIGNING),
    "check": ("check", "Check games and translations for errors.", DESIGNING),
    "import": (
        "imports",
        "Print the YAML by which a game reads a CSV, XLSX or ODS file.",
        DESIGNING,
    ),
    "icons": ("icons", "Write icons.html, a page of all icons with their names.", DESIGNING),
    "schema": (
        "schema",
        "Write content/pack.schema.json, which lets editors complete and check the YAML.",
        DESIGNING,
    ),
    "i18n": ("i18n", "Create and update the files that translators work on.", TRANSLATING),
    "check-po": ("po", "Compare any PO file with its sources.", TRANSLATING),
    "doctor": ("doctor", "Check that everything a build needs is installed.", MACHINE),
}


@click.group(
    cls=Program,
    package=__name__,
    table=COMMANDS,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="aidgen")
def main() -> None:
    """Print a game's rules and tables as play aids, in every language it is translated into.

    Commands work on the pack you are in: the current folder, or the nearest one above it, with
    content/GAME/*.yaml. Outside a pack they work on the games that come with aidgen. --pack names
    another pack.
    """
