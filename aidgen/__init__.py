"""aidgen prints a game's rules and tables, kept once as data, as play aids in any language."""

from pathlib import Path

__version__ = "1.0.0"

_PACKAGE = Path(__file__).parent
# Beside the package in the tree, within it in a wheel.
# The pack that comes with aidgen.
BUNDLED_PACK = _PACKAGE / "pack" if (_PACKAGE / "pack").is_dir() else _PACKAGE.parent
