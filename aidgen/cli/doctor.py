"""`aidgen doctor`: checks that a build can run on this computer."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

import click

from aidgen import BUNDLED_PACK, __version__
from aidgen.assets.families import package_files
from aidgen.assets.files import AssetError
from aidgen.assets.fonts import SCRIPTS, font_files, installed_fonts
from aidgen.assets.icons import icon_names
from aidgen.cli.printing import say
from aidgen.cli.program import ENVIRONMENT, FINE
from aidgen.language.locales import script_name
from aidgen.layout.document import Document
from aidgen.pipeline.fingerprints import pack_around
from aidgen.pipeline.pack import Pack
from aidgen.press.engine.fixes import apply_fixes
from aidgen.press.type import lay_out
from aidgen.problems import MachineError
from aidgen.sandbox.jail import lacking


@click.command("doctor")
def command() -> int:
    """Check that everything a build needs is installed."""
    say(f"aidgen {__version__}, Python {platform.python_version()}, {platform.platform()}")
    code = FINE
    for need, test in NEEDS.items():
        try:
            say(f"ok      {need}: {test()}")
        except Exception as error:  # loading the engine or a font may raise anything
            say(f"missing {need}: {str(error) or type(error).__name__}")
            code = ENVIRONMENT
    # Only who prints these scripts lacks something: the exit code stays as it is.
    for script, typeface in SCRIPTS.items():
        name = script_name(script)
        if fonts := installed_fonts(script):
            say(f"ok      fonts for {name}: {typeface.family}, {len(fonts)} weights")
        else:
            say(f"no fonts for {name} (optional): {typeface.hint}")
    for part, reason in lacking().items():
        say(f"no jail for strangers' packs ({part}): {reason}")
    program = shutil.which("gs")
    say(f"ok      Ghostscript: {program}" if program else "no Ghostscript (optional): for PDF/X")
    return code


def _theme_fonts() -> str:
    # Outside a pack, those of our own games are what a first build needs.
    pack = Pack(pack_around(Path.cwd()) or BUNDLED_PACK)
    themes = (pack.game_data(game).game.theme for game in pack.games)
    families = {font.family for theme in themes for font in theme.fonts.values() if font.family}
    for family in sorted(families):
        try:
            package_files(family)
        except AssetError as refused:
            raise MachineError(f"{refused.message} ({refused.hint})") from None
    return ", ".join(sorted(families)) or "none"


def _test_engine() -> str:
    pages = len(lay_out(Document("<html lang=en><title>x</title><body>x</body></html>")).pages)
    missing = "".join(f"; without the fix of {fix}" for fix in apply_fixes())
    return f"WeasyPrint {version('weasyprint')} makes {pages} page{missing}"


# What a build needs, each with a test that describes it, or raises if it is missing.
NEEDS: Mapping[str, Callable[[], str]] = {
    "fonts": lambda: f"{len(font_files())} files",
    "fonts of themes": _theme_fonts,
    "icons": lambda: f"{len(icon_names())} names",
    "typesetting": _test_engine,
}
