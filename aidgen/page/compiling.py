"""Templates as Python: what Jinja writes of them, ours once for all packs."""

from __future__ import annotations

import os
import warnings
from types import CodeType
from typing import Any

from jinja2.exceptions import TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from aidgen.game.load import OURS

COMPILED: dict[tuple[Any, ...], CodeType] = {}
"""Our templates as Python, by their text, name and file, which are all that they are made of."""
FILES = f"{OURS / 'templates'}{os.sep}"
"""What the names of their files begin with."""


class Compiling(ImmutableSandboxedEnvironment):
    """An environment whose templates have a line in every error, and that compiles ours once."""

    def compile(self, *args: Any, **options: Any) -> Any:
        """Return a template as Python; raises TemplateSyntaxError if it is none."""
        if args in COMPILED and not options:
            return COMPILED[args]
        code = self._compiled(*args, **options)
        if str(args[-1]).startswith(FILES) and not options:
            COMPILED[args] = code
        return code

    def _compiled(self, *args: Any, **options: Any) -> Any:
        try:
            return super().compile(*args, **options)
        except TemplateError:
            raise
        except Exception as error:  # of Jinja or Python, which say no line
            _, name, file = args
            deep = isinstance(error, RecursionError | SyntaxError | MemoryError)
            message = "is nested too deeply" if deep else f"cannot be read: {error}"
            raise TemplateSyntaxError(message, 1, name, file) from None

    def _compile(self, source: str, filename: str) -> CodeType:
        with warnings.catch_warnings(action="ignore"):  # of Python's, about what Jinja wrote
            return super()._compile(source, filename)
