"""`aidgen doctor`: whether this machine has what a build needs."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping

import click

from aidgen import __version__
from aidgen.assets.fonts import font_files
from aidgen.assets.icons import icon_names
from aidgen.assets.scripts import SCRIPTS, installed
from aidgen.cli.exits import ENVIRONMENT, EPILOG, FINE
from aidgen.press.engine import set_page
from aidgen.problems import Unequipped

PAGE = "<html lang=en><title>x</title><body>x</body></html>"


@click.command("doctor", epilog=EPILOG)
def command() -> int:
    """Say whether this machine has what a build needs."""
    click.echo(f"aidgen {__version__}, Python {platform.python_version()}, {platform.platform()}")
    code = FINE
    for need, test in NEEDS.items():
        try:
            click.echo(f"ok      {need}: {test()}")
        except (Unequipped, OSError, ImportError) as error:
            click.echo(f"missing {need}: {error}")
            code = ENVIRONMENT
    for script, typeface in SCRIPTS.items():
        if found := installed(script):
            click.echo(f"ok      fonts for {script}: {typeface.family}, {len(found)} weights")
        else:
            click.echo(f"without fonts for {script}: {typeface.hint}")
    return code


def _fonts() -> str:
    return f"{len(font_files())} files"


def _icons() -> str:
    return f"{len(icon_names())} names"


def _engine() -> str:
    pages = set_page(PAGE)
    return f"WeasyPrint sets {pages} page"


NEEDS: Mapping[str, Callable[[], str]] = {
    "fonts": _fonts,
    "icons": _icons,
    "typesetting": _engine,
}
"""What a build needs, and what tells that it is there: returns how much of it, or raises."""
