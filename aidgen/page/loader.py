"""The templates of a pack as its jail lets them be read."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound
from jinja2.loaders import split_template_path

from aidgen.game.load import OURS
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits


def own_folders(roots: Sequence[Path]) -> list[Path]:
    """Return where the packs among `roots` have templates of their own, if they have some."""
    return [root / "templates" for root in roots if root.resolve() != OURS.resolve()]


def brings(roots: Sequence[Path], *names: str) -> bool:
    """Tell whether a pack of `roots`, which is not ours, has one of some templates."""
    return any((folder / name).is_file() for folder in own_folders(roots) for name in names)


class PackLoader(BaseLoader):
    """Finds templates in the folder `templates` of a pack: plain files, by no link out of it."""

    def __init__(self, root: Path, limits: Limits = STANDARD) -> None:
        """Take the templates of the pack in the folder `root`."""
        self.root, self._limits = root, limits

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return a template, its path, and what tells whether it is still the same.

        Raises TemplateNotFound if there is none, InputError if it is no plain file of the pack.
        """
        path = self.root.joinpath("templates", *split_template_path(template))
        if "\0" in template or not os.path.lexists(path) or path.is_dir():
            raise TemplateNotFound(template)
        name = path.relative_to(self.root).as_posix()
        read = _state(path)
        text = files.text(path, self.root, name, self._limits)
        return text, str(path), lambda: _state(path) == read


def _state(path: Path) -> tuple[int, ...]:
    """Return what changes with a file; nothing where there is none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns
