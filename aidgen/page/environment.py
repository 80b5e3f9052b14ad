"""Jinja's sandbox: finds templates of a pack and ours, compiles them, explains their errors.

What holds a stranger's template: it gets plain data and the functions of `filters.py`, and runs in
a worker with limits of time and memory.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from traceback import walk_tb
from types import CodeType
from typing import Any

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    Template,
    TemplateNotFound,
    TemplateRuntimeError,
    TemplateSyntaxError,
    Undefined,
)
from jinja2.environment import TemplateModule
from jinja2.loaders import split_template_path
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from aidgen import BUNDLED_PACK
from aidgen.game.figures import Figure, NotApplicable
from aidgen.page.views import Record
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, is_out_of_memory, raise_hint

# Of files that are templates.
SUFFIXES = (".html", ".css", ".svg")
# Characters of a template's name that a message quotes.
LONGEST_NAME = 200
# How many names of a record the hint about an unknown name lists: one line.
NAMED = 8
# The template that has what all our pages print with.
MACROS = "records.html"
# How messages call the values of templates.
VALUES: dict[type, str] = {
    type(None): "nothing",
    dict: "a mapping",
    int: "a number",
    float: "a number",
}
VALUES |= {bool: "a number", tuple: "a list", list: "a list", range: "a list"}
NOTHING_THERE = "nothing {}; ask first whether there is something: {{% if … %}}"


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox over plain data: strings, numbers, tuples, dicts and records."""

    # A template comes out the same in every environment; to compile ours takes a third of a second.
    _compiled: dict[tuple[str, str | None, str | None], CodeType] = {}  # noqa: RUF012

    def __init__(
        self,
        loader: BaseLoader,
        filters: Mapping[str, Callable[..., object]],
        functions: Mapping[str, Callable[..., object]],
    ) -> None:
        """Take what finds the templates, and the filters and functions that they may use."""
        super().__init__(
            loader=loader,
            undefined=_Missing,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=check_printable,
            optimized=False,  # an error in a constant that Jinja folds has no line
        )
        self.template_class = _FreshTemplate
        self.filters |= filters
        self.globals = dict(functions)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return `obj.attribute`; of a record its field, never a method of dicts of that name."""
        if isinstance(obj, Record):
            return self.getitem(obj, attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return `obj[argument]`."""
        if isinstance(obj, Record):
            return obj[argument] if argument in obj else self.undefined(obj=obj, name=argument)
        return super().getitem(obj, argument)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Tell whether a template may reach an attribute."""
        # A text knows its context and a figure its value: templates get what a string has.
        if type(obj).__module__.startswith("aidgen.") and not hasattr(str, attr):
            return False
        return super().is_safe_attribute(obj, attr, value)

    def compile(self, source: Any, name: Any = None, filename: Any = None, *_: Any) -> Any:
        """Return a template as Python; raises TemplateSyntaxError."""
        key = (source, name, filename)
        if key not in self._compiled:
            try:
                with warnings.catch_warnings(action="ignore"):  # about the code that Jinja writes
                    self._compiled[key] = super().compile(source, name, filename)
            except (RecursionError, SyntaxError, MemoryError):
                raise TemplateSyntaxError("is nested too deeply", 1, name, filename) from None
        return self._compiled[key]


class _FreshTemplate(Template):
    """A template that runs again for each import, so that it keeps no state from page to page."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return self.make_module()


class _Missing(StrictUndefined):
    """A missing value; any operation on it raises an error that names it."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        obj, name = self._undefined_obj, str(self._undefined_name)
        if self._undefined_hint or not isinstance(obj, dict):
            return super()._undefined_message
        fields = sorted(field for field in obj if isinstance(field, str))
        listed = ", ".join(f"`{field}`" for field in fields[:NAMED])
        more = " and more" if len(fields) > NAMED else ""
        hint = did_you_mean(name, fields) or (listed and f"it has {listed}{more}")
        return f"{value_kind(obj)} has no `{name}`{hint and f'; {hint}'}"


def check_printable(value: object) -> object:
    """Return a value that can be printed; raises TemplateRuntimeError for any other."""
    if isinstance(value, str | int | float | Figure | NotApplicable | Undefined):
        return value
    if value is None:
        raise TemplateRuntimeError(NOTHING_THERE.format("cannot be printed"))
    raise TemplateRuntimeError(f"{value_kind(value)} cannot be printed")


def value_kind(value: object) -> str:
    """Return the name of a value's type in messages."""
    if isinstance(value, Record):
        return value.kind
    return "a text" if isinstance(value, str) else VALUES.get(type(value), "what is here")


# Files --------------------------------------------------------------------------------------------


class PackLoader(BaseLoader):
    """Finds templates in the folder `templates` of a pack: plain files, by no link out of it."""

    def __init__(
        self, root: Path, limits: Limits = STANDARD, earlier: tuple[Path, ...] = ()
    ) -> None:
        """Take the templates of the pack in the folder `root`, unless one of `earlier` has them."""
        self.root, self._limits, self._earlier = root, limits, earlier

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return a template, its path, and a function that tells whether it is up to date.

        Raises TemplateNotFound if there is none, InputError if it is not a plain file of the pack.
        """
        parts = "templates", *split_template_path(template)
        path = self.root.joinpath(*parts)
        if "\0" in template or not template.endswith(SUFFIXES) or not _is_there(path):
            raise TemplateNotFound(template)
        read = _state(path)
        text = files.read_text(path, self.root, "/".join(parts), self._limits)

        def is_current() -> bool:
            overridden = any(_is_there(root.joinpath(*parts)) for root in self._earlier)
            return not overridden and _state(path) == read

        return text, str(path), is_current


def _is_there(path: Path) -> bool:
    """Tell whether there is a file, or what is to be refused for one, such as a broken link."""
    return os.path.lexists(path) and not path.is_dir()


def _state(path: Path) -> tuple[int, ...]:
    """Return what changes with a file; nothing where there is none."""
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns


def template_names(roots: tuple[Path, ...]) -> Iterator[str]:
    """Yield the names of the templates of some packs and of ours."""
    for root in (*roots, BUNDLED_PACK):
        for path in (root / "templates").rglob("*"):
            if path.suffix in SUFFIXES:
                name = path.relative_to(root / "templates").as_posix()
                yield from (name, f"ours/{name}") if root == BUNDLED_PACK else (name,)


# Errors -------------------------------------------------------------------------------------------


def template_problem(
    error: Exception,
    name: str,
    roots: tuple[Path, ...],
    given: Collection[str],
    sandbox: Sandbox,
    limits: Limits = STANDARD,
) -> Problem:
    """Return the problem of a template that raised an error, at the innermost line of a template.

    The template `name` was rendered with variables of the names `given`. A variable that is given
    and still unknown is missing in an imported template: the problem is at the line that uses it.
    """
    message, hint, word = _message(error, roots, given, sandbox, limits)
    spots = list(_template_lines(error)) or [(Path("templates", name), 0)]
    file, line = spots[-1]
    if word in given and str(error) == f"'{word}' is undefined":
        file, line = next((spot for spot in reversed(spots) if spot[0] != file), spots[-1])
        word = ""
    if isinstance(error, TemplateSyntaxError):
        file, line = Path(error.filename or file), error.lineno
    root = next((root for root in (*roots, BUNDLED_PACK) if file.is_relative_to(root)), None)
    column = _column(file, root, line, word) if root and word else 0
    where = Where((file.relative_to(root) if root else file).as_posix(), line, column)
    return Problem(where, f"template: {message}", hint)


def _template_lines(error: Exception) -> Iterator[tuple[Path, int]]:
    for frame, number in walk_tb(error.__traceback__):
        if frame.f_code.co_filename.endswith(SUFFIXES):
            yield Path(frame.f_code.co_filename), number


def _message(
    error: Exception,
    roots: tuple[Path, ...],
    given: Collection[str],
    sandbox: Sandbox,
    limits: Limits,
) -> tuple[str, str, str]:
    if isinstance(error, RecursionError):
        hint = "`ours/` before a name means our template, as in {% extends 'ours/base.css' %}"
        return "includes or calls itself without end", hint, ""
    if is_out_of_memory(error):
        most = f"needs more than {limits.memory_bytes:,} bytes of memory"
        return most, raise_hint("memory_bytes"), ""
    if isinstance(error, TemplateNotFound):
        sought = str(error)[:LONGEST_NAME]
        return f"found no template `{sought}`", did_you_mean(sought, template_names(roots)), sought
    text = (isinstance(error, TemplateSyntaxError) and error.message) or str(error)
    # What Jinja quotes: 'stat' is undefined; expected token ':', got '}'; No filter named 'lien'.
    quoted = [part.removeprefix("is ") for part in text.replace("`", "'").split("'")[1::2]] or [""]
    word = quoted[-1] if "got '" in text else quoted[0]
    if text.endswith("' is undefined"):
        return f"found no `{word}`", _hint(word, given, sandbox), word
    if " does not export the requested name " in text:
        exported = _macros() if word == MACROS else ()
        return f"`{word}` has no `{quoted[-1]}`", did_you_mean(quoted[-1], exported), quoted[-1]
    if text.startswith(("No filter named ", "No test named ")):
        sort = text.split()[1]
        hint = did_you_mean(word, vars(sandbox)[f"{sort}s"])
        return f"found no {sort} `{word}`", hint, word
    return text or type(error).__name__, "", word.removeprefix("|")


def _hint(name: str, given: Collection[str], sandbox: Sandbox) -> str:
    if name in given:
        return "what is imported knows it if you import it `with context`"
    if name in _macros():
        return f'{{% from "{MACROS}" import {name} with context %}} brings it'
    return did_you_mean(name, (*given, *sandbox.globals, *_macros()))


@cache
def _macros() -> frozenset[str]:
    source = (BUNDLED_PACK / "templates" / MACROS).read_text(encoding="utf-8")
    return frozenset(part.partition("(")[0] for part in source.split("{% macro ")[1:])


def _column(file: Path, root: Path, line: int, word: str) -> int:
    """Return the column of a word in a line of a template, in Jinja's code first; 0 if it is not
    there."""
    text = ""
    with suppress(InputError):  # which has been read
        text = "".join(files.read_text(file, root).splitlines()[line - 1 : line])
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    match = whole.search(text, max(0, text.find("{"))) or whole.search(text)
    return match.start() + 1 if match else 0
