"""The command line: arguments in, problems and exit codes out. The only room that prints.

Each command has a module. The table below lists them, so that `aidgen --help` imports none of them
and each command imports only what it needs.
"""

from __future__ import annotations

import click

from aidgen import __version__
from aidgen.cli.program import EPILOG, Program

# The sections of the help, by who needs their commands, each with the first line of its help.
SECTIONS = {
    "Print": {
        "build": "Build the PDFs, and a gallery of them in index.html.",
        "print": "Print one play aid: aidgen asks what you leave out, and opens the PDF.",
        "list": "List games, aids, languages and the paths of their PDFs.",
        "calibrate": "Make a test page for your printer.",
        "export": "Export cards for print shops and virtual tabletops.",
        "site": "Write a website into DIR: the aids to view and print, the rules to search.",
        "verify": "Check that PDFs still match what was built.",
    },
    "Design": {
        "new": "Create a game in a new FOLDER and build its PDFs.",
        "serve": "Preview pages in the browser while you write.",
        "check": "Check games and translations for errors.",
        "import": "Print the YAML by which a game reads a CSV, XLSX or ODS file.",
        "icons": "Write icons.html, a page of all icons with their names.",
        "schema": "Write content/pack.schema.json, which lets editors complete and check the YAML.",
    },
    "Translate": {
        "i18n": "Create and update the files that translators work on.",
        "check-po": "Compare any PO file with its sources.",
    },
    "This computer": {"doctor": "Check that everything a build needs is installed."},
}
# The modules of commands whose names are no names of modules.
MODULES = {"import": "imports", "check-po": "po"}
COMMANDS = {
    name: (MODULES.get(name, name), line, section)
    for section, lines in SECTIONS.items()
    for name, line in lines.items()
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
