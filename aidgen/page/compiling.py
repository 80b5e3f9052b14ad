"""Templates as Python: what Jinja writes of them, ours once for all packs."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from types import CodeType
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from jinja2.exceptions import TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from aidgen.game.load import BUNDLED_PACK

COMPILED: dict[tuple[Any, ...], CodeType] = {}
"""Our templates as Python, by their text, name and file, which are all that they are made of."""
FILES = f"{BUNDLED_PACK / 'templates'}{os.sep}"
"""What the names of their files begin with."""


_KEPT: list[BytecodeCache] = []
"""Where our templates are kept as Python from one process to the next, if anywhere."""


def keep(
    get: Callable[[str], bytes | None], put: Callable[[str, bytes], None], program: str
) -> None:
    """Keep our templates as Python: to compile them takes as long as to pour them.

    `put` keeps what `get` gives back under a name, if it is whole: Python runs it. What it cannot
    keep, which it says with an OSError, is compiled each time. What another `program` has left
    there is not taken.
    """
    _KEPT[:] = [_Kept(get, put, program)]


class _Kept(BytecodeCache):
    """Templates as Python, as a program writes them."""

    def __init__(
        self, get: Callable[[str], bytes | None], put: Callable[[str, bytes], None], program: str
    ) -> None:
        self._get, self._put, self._program = get, put, program

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template what is kept of it."""
        content = self._get(bucket.key)
        if content is not None:
            bucket.bytecode_from_string(content)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, where that can be done."""
        with suppress(OSError):
            self._put(bucket.key, bucket.bytecode_to_string())

    def get_source_checksum(self, source: str) -> str:
        """Return what is another one for another text, and for another program."""
        return sha256(f"{self._program}\0{source}".encode()).hexdigest()


class Compiling(ImmutableSandboxedEnvironment):
    """An environment whose templates have a line in every error, and that compiles ours once."""

    def compile(self, *args: Any, **options: Any) -> Any:
        """Return a template as Python; raises TemplateSyntaxError if it is none."""
        if options or not str(args[-1]).startswith(FILES):
            return self._compiled(*args, **options)
        if args not in COMPILED:
            COMPILED[args] = self._ours(*args)
        return COMPILED[args]

    def _ours(self, source: str, name: str, file: str) -> CodeType:
        """Return a template of ours as Python: as it is kept, or as it is compiled and kept."""
        for kept in _KEPT:
            bucket = kept.get_bucket(self, name, file, source)
            if bucket.code is None:
                bucket.code = self._compiled(source, name, file)
                kept.set_bucket(bucket)
            return bucket.code
        code: CodeType = self._compiled(source, name, file)
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
