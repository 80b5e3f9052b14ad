"""What is told of a template that fails: where it does, what was found, what was expected."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from traceback import walk_tb

from jinja2 import TemplateNotFound, TemplateSyntaxError

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.filters import GLOBALS, LONGEST_TEMPLATE_NAME
from aidgen.page.jinja_sandbox import SUFFIXES
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, raise_hint

MACROS = "records.html"
"""The template that has what all our pages print with."""
# Of Jinja: 'stat' is undefined
UNKNOWN = re.compile(r"'(\w+)' is undefined")
# Of Jinja: … 'records.html' (imported …) does not export the requested name 'toned'
UNEXPORTED = re.compile(r"the template '([^']+)' .* does not export the requested name '(\w+)'")
# What a message quotes; of Jinja's, what was got stands last: expected token ':', got '}'
QUOTED_NAME = re.compile(r"(?:.*got )?[`'][|]?(?:is )?([^`']+)[`']", re.S)
# What is Jinja in a line, an end of it missing or not: {{ number }}
JINJA = re.compile(r"\{[{%].*?(?:[%}]\}|$)")


def template_problem(
    error: Exception,
    name: str,
    roots: tuple[Path, ...],
    given: Collection[str],
    limits: Limits = STANDARD,
) -> Problem:
    """Return the problem of a template that raised an error, at the innermost line of a template.

    The template `name` was rendered with variables of the names `given`. A variable that is given
    and still unknown is missing in an imported template: the problem is at the line that uses it.
    """
    message, hint, word = _message(error, roots, given, limits)
    spots = list(_template_lines(error)) or [(Path("templates", name), 0)]
    file, line = spots[-1]
    if UNKNOWN.fullmatch(str(error)) and word in given:
        file, line = next((spot for spot in reversed(spots) if spot[0] != file), spots[-1])
        word = ""
    if isinstance(error, TemplateSyntaxError):
        file, line = Path(error.filename or file), error.lineno
    root = next((root for root in (*roots, BUNDLED_PACK) if file.is_relative_to(root)), None)
    column = _column(file, root, line, word) if root and word else 0
    where = Where((file.relative_to(root) if root else file).as_posix(), line, column)
    return Problem(where, f"template: {message}", hint)


def _template_lines(error: Exception) -> Iterator[tuple[Path, int]]:
    """Yield the lines of templates that an error passed through, the outermost first."""
    for frame, number in walk_tb(error.__traceback__):
        if frame.f_code.co_filename.endswith(SUFFIXES):
            yield Path(frame.f_code.co_filename), number


def _message(
    error: Exception, roots: tuple[Path, ...], given: Collection[str], limits: Limits
) -> tuple[str, str, str]:
    """Return what an error means to the author of a template, a hint, and the word at fault."""
    if isinstance(error, RecursionError):
        hint = "`ours/` before a name means our template, as in {% extends 'ours/base.css' %}"
        return "includes or calls itself without end", hint, ""
    if isinstance(error, MemoryError):
        most = f"needs more than {limits.memory_bytes:,} bytes of memory"
        return most, raise_hint("memory_bytes"), ""
    if isinstance(error, TemplateNotFound):
        sought = str(error)[:LONGEST_TEMPLATE_NAME]
        return f"found no template `{sought}`", did_you_mean(sought, _template_names(roots)), sought
    said = str(error)
    if found := UNKNOWN.fullmatch(said):
        return f"found no `{found[1]}`", _hint(found[1], given), found[1]
    if found := UNEXPORTED.fullmatch(said):
        known = _macros() if found[1] == MACROS else ()
        return f"`{found[1]}` has no `{found[2]}`", did_you_mean(found[2], known), found[2]
    if isinstance(error, TemplateSyntaxError):
        said = error.message or "is no template"
    quoted = QUOTED_NAME.search(said)
    return said or type(error).__name__, "", quoted[1] if quoted else ""


def _hint(name: str, given: Collection[str]) -> str:
    """Say what to do about a name that a template does not know."""
    if name in given:
        return "what is imported knows it if you import it `with context`"
    if name in _macros():
        return f'{{% from "{MACROS}" import {name} with context %}} brings it'
    return did_you_mean(name, (*given, *GLOBALS, *_macros()))


@cache
def _macros() -> frozenset[str]:
    """Return the names of our macros."""
    source = (BUNDLED_PACK / "templates" / MACROS).read_text(encoding="utf-8")
    return frozenset(re.findall(r"\{% macro (\w+)", source))


def _template_names(roots: tuple[Path, ...]) -> Iterator[str]:
    """Yield the names of all templates."""
    for root in (*roots, BUNDLED_PACK):
        for path in (root / "templates").rglob("*"):
            if path.suffix in SUFFIXES:
                name = path.relative_to(root / "templates").as_posix()
                yield from (name, f"ours/{name}") if root == BUNDLED_PACK else (name,)


def _column(file: Path, root: Path, line: int, word: str) -> int:
    """Return where a word begins in a line of a template, in what is Jinja first; 0 if nowhere."""
    text = ""
    with suppress(InputError):  # which has been read
        text = "".join(files.read_text(file, root).splitlines()[line - 1 : line])
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    parts = [(part.start(), part[0]) for part in JINJA.finditer(text)]
    found = ((begun, whole.search(part)) for begun, part in (*parts, (0, text)))
    return next((begun + one.start() + 1 for begun, one in found if one), 0)
