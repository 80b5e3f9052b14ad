"""The engine, WeasyPrint, with our fonts and our fixes.

Loading it takes about half a second, so only a process that typesets does.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

from aidgen.assets.families import faces_of
from aidgen.assets.fonts import font_files, fonts_folder, link_folder, script_fonts, write_prepared
from aidgen.press.engine.fixes import apply_fixes
from aidgen.problems import MachineError

# The `meta` element that lists the font families of a theme, separated by commas.
THEME_FONTS = "fonts"


@cache
def load_engine() -> Any:
    """Import WeasyPrint with our fixes. Pango reads the font configuration when it is loaded.

    Raises MachineError if fonts or Pango are missing.
    """
    try:
        os.environ["FONTCONFIG_FILE"] = str(_fontconfig_file())
    except OSError as error:
        raise MachineError(f"cannot prepare the fonts: {error}") from None
    try:
        import weasyprint
    except OSError as error:
        raise MachineError(f"WeasyPrint needs Pango, which is not installed ({error})") from None
    apply_fixes()
    return weasyprint


def engine_fonts(root: Element, *, fresh: bool) -> Any:
    """Return the engine's fonts for a document: ours, and those of its theme.

    A document with fonts of its own gets `fresh` ones: the engine warns only once about a font that
    cannot be loaded.
    """
    meta = root.find(f"head/meta[@name='{THEME_FONTS}']")
    listed = "" if meta is None else meta.get("content", "")
    families = tuple(filter(None, listed.split(", ")))
    return _open_fonts(families) if fresh else _shared_fonts(families, os.getpid())


@cache
def _shared_fonts(families: tuple[str, ...], process: int) -> Any:
    """Return the engine's fonts as the process opened them.

    Pango 1.56 and later asks a thread for each new font. A forked process lacks its parent's
    threads and would wait forever.
    """
    return _open_fonts(families)


def _open_fonts(families: tuple[str, ...]) -> Any:
    # If fontconfig does not find ours, it would substitute others.
    load_engine()
    from weasyprint.text import fonts

    configuration, fontconfig = fonts.FontConfiguration(), fonts.fontconfig
    ours = fontconfig.FcConfigGetFonts(configuration._config, fontconfig.FcSetSystem)
    if not ours or ours.nfont < len(_all_font_files()):
        raise MachineError(
            f"fontconfig does not find the fonts in {link_folder(_all_font_files())}"
        )
    for path in (path for family in families for path in faces_of(family)):
        fontconfig.FcConfigAppFontAddFile(configuration._config, os.fsencode(path))
    if families:
        changed = fonts.pangoft2.pango_fc_font_map_config_changed
        changed(fonts.ffi.cast("PangoFcFontMap *", configuration.font_map))
    return configuration


def _fontconfig_file() -> Path:
    """Write a fontconfig file for our fonts alone, and return its path.

    It names a folder of links, because our fonts are beside other files, and not every fontconfig
    can select files of a folder: 2.17 accepts no full paths.
    """
    folder = fonts_folder()
    text = (
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
        f"<dir>{escape(str(link_folder(_all_font_files())))}</dir>"
        f"<cachedir>{escape(str(folder / 'cache'))}</cachedir></fontconfig>"
    )
    # Named by its content: another installation on this machine may have other fonts.
    path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.conf"
    if not path.is_file():
        write_prepared(path, text.encode())
    return path


@cache
def _all_font_files() -> tuple[Path, ...]:
    others = {file.path for listed in script_fonts().values() for file in listed}
    return (*font_files(), *sorted(others))
