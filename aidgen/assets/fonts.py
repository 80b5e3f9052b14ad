"""The fonts: one file for each family and style in use, from their packages (SIL OFL 1.1)."""

from __future__ import annotations

from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

from aidgen.assets.instances import static
from aidgen.assets.scripts import SCRIPTS, FontFile, installed
from aidgen.problems import MachineError

FONT_PACKAGES = ("font_source_sans_pro", "font_source_serif_pro")
FACES = ("Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt", "Black")
"""The faces that the templates use; one file each, for two files of one name print garbage."""


def font_files() -> list[Path]:
    """Return the font files in use; raises MachineError if one is missing."""
    found = []
    for package in FONT_PACKAGES:
        if find_spec(package) is None:
            raise MachineError(f"the font package {package.replace('_', '-')} is not installed")
        family = "SourceSansPro" if "sans" in package else "SourceSerifPro"
        with as_file(files(package) / "files") as folder:
            found += [folder / f"{family}-{face}.ttf" for face in FACES]
    for path in found:
        if not path.is_file():
            raise MachineError(f"the font file {path.name} is not in its package")
    return found


def script_fonts() -> dict[str, tuple[FontFile, ...]]:
    """Return the files of the typefaces of other scripts that are installed, by their families."""
    found = {typeface.family: installed(script) for script, typeface in SCRIPTS.items()}
    return {
        family: tuple(static(file, family) for file in listed)
        for family, listed in found.items()
        if listed
    }
