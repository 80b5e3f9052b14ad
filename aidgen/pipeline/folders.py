"""The folders that a command works on: the pack it reads, and where it may write."""

from __future__ import annotations

import os
from pathlib import Path

from aidgen.game.load import OURS
from aidgen.problems import Problem, UsageError, Where

BUILD = "build"
"""The folder of PDFs, in the pack that one stands in, or else in the folder that one stands in."""
PACKAGE = Path(__file__).resolve().parents[1]
"""The program itself. Where it is installed, the pack that comes with it lies within."""


def default_out(pack: Path, folder: Path) -> Path:
    """Return where PDFs of `pack` go if no one says: `build` in the pack if `folder` lies in it.

    Else `build` in `folder` itself; as a path from there. Raises UsageError if that is a link which
    leads out of the pack: whoever wants to write there has to say so.
    """
    pack, folder = pack.resolve(), folder.resolve()
    if not folder.is_relative_to(pack):
        return Path(BUILD)
    if not (pack / BUILD).resolve().is_relative_to(pack):
        message = "is a link that leads out of the pack"
        raise UsageError([Problem(Where(str(pack / BUILD)), message, "name the folder yourself")])
    return Path(os.path.relpath(pack / BUILD, folder))


def refuse_installed(folder: Path) -> None:
    """Raise UsageError if `folder` is in the program itself: the next upgrade would remove it."""
    if not folder.resolve().is_relative_to(PACKAGE):
        return
    message = "is a part of aidgen as it is installed, where nothing is written"
    hint = f"copy {OURS} to a folder of your own, and give the command there"
    raise UsageError([Problem(Where(str(folder)), message, hint)])
