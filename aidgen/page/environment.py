"""Finds templates of a pack and ours, renders them, checks their HTML, explains their errors."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from traceback import walk_tb
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    DictLoader,
    Environment,
    PrefixLoader,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    meta,
    pass_context,
)
from jinja2.loaders import split_template_path
from jinja2.runtime import Context
from markupsafe import Markup

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.allowlist import harmful, harmful_sheet
from aidgen.page.filters import GLOBALS, LONGEST_TEMPLATE_NAME
from aidgen.page.jinja_sandbox import SUFFIXES, TRACE_MARK, Sandbox
from aidgen.page.render_state import RenderState, using_state
from aidgen.page.views import plain_value
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, is_out_of_memory, raise_hint

MOST_SOURCES = 512
"""Of how many template files it is remembered which others they name."""
MACROS = "records.html"
"""The template that has what all our pages print with."""
# Of Jinja: 'stat' is undefined
UNKNOWN = re.compile(r"'(\w+)' is undefined")
# Of Jinja: … 'records.html' (imported …) does not export the requested name 'toned'
UNEXPORTED = re.compile(r"the template '([^']+)' .* does not export the requested name '(\w+)'")
# The quotation in a message; Jinja puts the unexpected one last: expected token ':', got '}'
QUOTED_NAME = re.compile(r"(?:.*got )?[`'][|]?(?:is )?([^`']+)[`']", re.S)
# A Jinja expression or tag in a line, complete or not: {{ number }}
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
    """Return an error in the words of a template author, a hint, and the word at fault."""
    if isinstance(error, RecursionError):
        hint = "`ours/` before a name means our template, as in {% extends 'ours/base.css' %}"
        return "includes or calls itself without end", hint, ""
    if is_out_of_memory(error):
        most = f"needs more than {limits.memory_bytes:,} bytes of memory"
        return most, raise_hint("memory_bytes"), ""
    if isinstance(error, TemplateNotFound):
        sought = str(error)[:LONGEST_TEMPLATE_NAME]
        return f"found no template `{sought}`", did_you_mean(sought, _template_names(roots)), sought
    said = str(error)
    if match := UNKNOWN.fullmatch(said):
        return f"found no `{match[1]}`", _hint(match[1], given), match[1]
    if match := UNEXPORTED.fullmatch(said):
        known = _macros() if match[1] == MACROS else ()
        return f"`{match[1]}` has no `{match[2]}`", did_you_mean(match[2], known), match[2]
    if isinstance(error, TemplateSyntaxError):
        said = error.message or "is no template"
    quoted = QUOTED_NAME.search(said)
    return said or type(error).__name__, "", quoted[1] if quoted else ""


def _hint(name: str, given: Collection[str]) -> str:
    """Return the hint for a name that a template does not have."""
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


def compile_bundled_templates() -> None:
    """Compile all templates of ours for all later environments: it takes a third of a second.

    A fault in one is reported when it is used.
    """
    ours = environment((BUNDLED_PACK,))
    for name in _template_names(()):
        with suppress(InputError, TemplateError):
            ours.get_template(name)


def _template_names(roots: tuple[Path, ...]) -> Iterator[str]:
    for root in (*roots, BUNDLED_PACK):
        for path in (root / "templates").rglob("*"):
            if path.suffix in SUFFIXES:
                name = path.relative_to(root / "templates").as_posix()
                yield from (name, f"ours/{name}") if root == BUNDLED_PACK else (name,)


def _column(file: Path, root: Path, line: int, word: str) -> int:
    """Return the column of a word in a line of a template, in Jinja code first; 0 if it is not
    there."""
    text = ""
    with suppress(InputError):  # which has been read
        text = "".join(files.read_text(file, root).splitlines()[line - 1 : line])
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    parts = [(part.start(), part[0]) for part in JINJA.finditer(text)]
    matches = ((begin, whole.search(part)) for begin, part in (*parts, (0, text)))
    return next((begin + one.start() + 1 for begin, one in matches if one), 0)


def has_templates(roots: tuple[Path, ...], *names: str) -> bool:
    """Tell whether a pack of `roots` other than ours has templates, or one of some `names`."""
    folders = _template_folders(roots)
    if not names:
        return any(folder.is_dir() for folder in folders)
    return any((folder / name).is_file() for folder in folders for name in names)


@cache
def _template_folders(roots: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return where the packs among `roots` other than ours have their templates."""
    ours = BUNDLED_PACK.resolve()
    return tuple(root / "templates" for root in roots if root.resolve() != ours)


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
        if "\0" in template or not _is_there(path):
            raise TemplateNotFound(template)
        name = path.relative_to(self.root).as_posix()
        read = _state(path)
        text = files.read_text(path, self.root, name, self._limits)

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


def render_template(
    name: str, variables: Mapping[str, object], roots: tuple[Path, ...], state: RenderState
) -> str:
    """Return the HTML that the template called `name` writes with `variables`.

    The packs `roots` are searched in order; `ours/` before a name means our own template. Raises
    InputError if a template fails, exceeds a limit, or writes HTML that could run or load
    something.
    """
    shown = {name: plain_value(value) for name, value in variables.items()}
    with using_state(state):
        try:
            template = environment(roots, state.limits).get_template(name)
            html = template.render(shown)
            if harm := harmful(html):
                raise _harm_error(template, shown, roots, state, (html, *harm))
            return state.count_html(html)
        except InputError:
            raise
        except Exception as error:  # a template can raise anything
            raise InputError([template_problem(error, name, roots, shown, state.limits)]) from None


def template_source(name: str, roots: tuple[Path, ...], state: RenderState) -> str:
    """Return the source of a template; raises InputError if it cannot be read."""
    known = environment(roots, state.limits)
    assert known.loader is not None
    return known.loader.get_source(known, name)[0]


def referenced_templates(
    names: Iterable[str], roots: tuple[Path, ...], state: RenderState
) -> frozenset[str]:
    """Return templates and all that they include, extend or import.

    Raises TemplateError if one is missing or has an error, InputError if it cannot be read.
    """
    referenced: set[str] = set()
    left = [*names]
    while left:
        name = left.pop()
        if name not in referenced:
            referenced.add(name)
            source = template_source(name, roots, state)
            left += _references(source)
    return frozenset(referenced)


@lru_cache(MOST_SOURCES)
def _references(source: str) -> tuple[str, ...]:
    """Return what a template includes, extends or imports. Raises TemplateError."""
    parsed = Sandbox(DictLoader({}), {}, traced=False).parse(source)
    return tuple(filter(None, meta.find_referenced_templates(parsed)))


@cache
def environment(
    roots: tuple[Path, ...], limits: Limits = STANDARD, *, traced: bool = False
) -> Sandbox:
    """Return the environment of the templates of `roots`; it compiles each once."""
    ours = PrefixLoader({"ours": PackLoader(BUNDLED_PACK)})
    loaders = (PackLoader(root, limits, roots[:at]) for at, root in enumerate(roots))
    loader = ChoiceLoader([ours, *loaders])
    functions = {**GLOBALS, "css": _css(roots, limits, traced=traced)}
    return Sandbox(loader, functions, traced=traced)


def _css(roots: tuple[Path, ...], limits: Limits, *, traced: bool) -> Callable[..., Markup]:
    """Return the function `css` of templates, which includes a style sheet."""

    @pass_context
    def css(context: Context, name: str) -> Markup:
        template = context.environment.get_template(name)
        sheet = template.render(context.get_all())
        harm = None if traced else harmful_sheet(sheet)
        if harm:
            raise _harm_error(
                template, context.get_all(), roots, RenderState(limits=limits), (sheet, *harm)
            )
        return Markup(sheet)  # a file of the pack or ours, not content

    return css


def _harm_error(
    template: Template,
    variables: Mapping[str, Any],
    roots: tuple[Path, ...],
    state: RenderState,
    harm: tuple[str, int, str],
) -> TemplateSyntaxError:
    """Return the error of a template that writes something harmful, at the line that writes it.

    `harm` is what it writes, the place there, and the message. The template is rendered again with
    marks in its output that name their lines.
    """
    written, at, message = harm
    traced = environment(roots, state.limits, traced=True).get_template(template.name or "")
    try:
        text, *marked = TRACE_MARK.split(traced.render(dict(variables)))
    except Exception:  # a mark within what a filter takes, as in a colour that a macro writes
        source = template_source(template.name or "", roots, state)
        before, found, _ = source.partition(written[at:].partition(">")[0])
        line_number = before.count("\n") + 1 if found else 1
        return TemplateSyntaxError(message, line_number, template.name, template.filename)
    at -= len(text)
    for file, line, text in zip(marked[::3], marked[1::3], marked[2::3], strict=True):
        if at < len(text):
            line_number = int(line) + text.count("\n", 0, max(0, at))
            return TemplateSyntaxError(message, line_number, template.name, file)
        at -= len(text)
    return TemplateSyntaxError(message, 1, template.name, template.filename)
