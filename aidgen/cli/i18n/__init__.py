"""`aidgen i18n`: what translators need, a module a command."""

from __future__ import annotations

import click

from aidgen.cli.program import EPILOG, LazyGroup

COMMANDS = {
    "add": ("aidgen.cli.i18n.add", "Begin a translation into LOCALE."),
    "export": ("aidgen.cli.i18n.export", "Write texts for other tools: XLIFF, CSV, TMX, TBX."),
    "extract": ("aidgen.cli.i18n.extract", "Write the templates, locales/GAME.pot."),
    "fill": ("aidgen.cli.i18n.fill", "Fill in what other texts of the pack say already."),
    "import": ("aidgen.cli.i18n.bring", "Take texts from PO, XLIFF, CSV or TMX."),
    "pseudo": ("aidgen.cli.i18n.pseudo", "Find what cannot be translated."),
    "stats": ("aidgen.cli.i18n.stats", "Count what is translated, fuzzy and missing."),
    "sync": ("aidgen.cli.i18n.sync", "Bring PO files into step with the games."),
    "where": ("aidgen.cli.i18n.where", "Say where a text is printed, or what a PDF prints."),
}
"""Each command, the module that holds it as `command`, and the first line of its help."""


@click.group("i18n", cls=LazyGroup, table=COMMANDS, epilog=EPILOG)
def command() -> None:
    """Keep the translators' files in step with the games."""
