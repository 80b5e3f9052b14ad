"""`aidgen i18n`: the commands for translators, in two modules."""

from __future__ import annotations

import click

from aidgen.cli.program import LazyGroup

# Each command, the function that runs it, and the first line of its help.
I18N_COMMANDS = {
    "add": ("files:add_locale", "Start a translation into LOCALE."),
    "extract": ("files:extract_templates", "Write the templates, locales/GAME.pot."),
    "forms": ("files:list_forms", "List inflected forms of terms that the glossary lacks."),
    "pseudo": ("pages:build_pseudo", "Find what cannot be translated."),
    "stats": ("files:show_stats", "Count translated, fuzzy and missing texts."),
    "sync": ("files:sync_files", "Update the PO files to match the games."),
    "where": ("pages:find_texts", "Show where a text is printed, or which texts a PDF prints."),
}


@click.group("i18n", cls=LazyGroup, package=__name__, table=I18N_COMMANDS)
def command() -> None:
    """Create and update the files that translators work on."""
