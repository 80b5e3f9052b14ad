"""Finds templates of a pack and ours, renders them in Jinja's sandbox, explains their errors.

What holds a stranger's template: it gets plain data and the functions of `filters.py`, and runs in
a worker with limits of time and memory.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from traceback import walk_tb
from types import CodeType
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    DictLoader,
    Environment,
    PrefixLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateRuntimeError,
    TemplateSyntaxError,
    meta,
    pass_context,
)
from jinja2.environment import TemplateModule
from jinja2.loaders import split_template_path
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.active_content import ActiveContentError, refuse_active_content
from aidgen.page.filters import FILTERS, GLOBALS, check_printable, value_kind
from aidgen.page.render_state import RenderState, using_state
from aidgen.page.views import Record, plain_value
from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, is_out_of_memory, raise_hint

# Of files that are templates.
SUFFIXES = (".html", ".css", ".svg")
# Characters of a template's name that a message quotes.
LONGEST_NAME = 200
# How many names of a record the hint about an unknown name lists: one line.
NAMED = 8
# Of how many template files it is remembered which others they name.
MOST_SOURCES = 512
# The template that has what all our pages print with.
MACROS = "records.html"
# Of Jinja: 'stat' is undefined
UNKNOWN = re.compile(r"'(\w+)' is undefined")
# Of Jinja: … 'records.html' (imported …) does not export the requested name 'toned'
UNEXPORTED = re.compile(r"the template '([^']+)' .* does not export the requested name '(\w+)'")
# Of Jinja: No filter named 'lien'.
UNNAMED = re.compile(r"No (filter|test) named '(\w+)'")
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
        sought = str(error)[:LONGEST_NAME]
        return f"found no template `{sought}`", did_you_mean(sought, _template_names(roots)), sought
    said = str(error)
    if match := UNKNOWN.fullmatch(said):
        return f"found no `{match[1]}`", _hint(match[1], given), match[1]
    if match := UNEXPORTED.fullmatch(said):
        known = _macros() if match[1] == MACROS else ()
        return f"`{match[1]}` has no `{match[2]}`", did_you_mean(match[2], known), match[2]
    if match := UNNAMED.match(said):
        known = vars(environment(roots, limits))[f"{match[1]}s"]
        return f"found no {match[1]} `{match[2]}`", did_you_mean(match[2], known), match[2]
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
        if "\0" in template or not template.endswith(SUFFIXES) or not _is_there(path):
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


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox over plain data: strings, numbers, tuples, dicts and records."""

    intercepted_binops = frozenset({"**"})

    def __init__(self, loader: BaseLoader, functions: Mapping[str, Callable[..., object]]) -> None:
        """Take what finds the templates, and the functions that they may call."""
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
        self.filters |= FILTERS
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

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Refuse powers: one of four letters would not end."""
        raise TemplateRuntimeError(f"`{operator}` is not for templates")

    def compile(self, source: Any, name: Any = None, filename: Any = None, *_: Any) -> Any:
        """Return a template as Python; raises TemplateSyntaxError."""
        return _compile(source, name, filename)

    def compile_anew(self, source: str, name: str | None, filename: str | None) -> CodeType:
        """Return a template as Python, whether it was compiled before or not."""
        try:
            with warnings.catch_warnings(action="ignore"):  # about the code that Jinja generates
                code: CodeType = super().compile(source, name, filename)
        except (RecursionError, SyntaxError, MemoryError):
            raise TemplateSyntaxError("is nested too deeply", 1, name, filename) from None
        return code


@lru_cache(MOST_SOURCES)
def _compile(source: str, name: str | None, filename: str | None) -> CodeType:
    """Compile a template, which comes out the same in every environment."""
    return Sandbox(DictLoader({}), {}).compile_anew(source, name, filename)


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
            html = environment(roots, state.limits).get_template(name).render(shown)
            if has_templates(roots):
                refuse_active_content(html)
            return state.count_html(html)
        except InputError:
            raise
        except ActiveContentError as error:
            where = _line_of_tag(error.tag, name, roots, state)
            raise InputError([Problem(where, f"template: {error}")]) from None
        except Exception as error:  # a template can raise anything
            raise InputError([template_problem(error, name, roots, shown, state.limits)]) from None


def _line_of_tag(tag: str, name: str, roots: tuple[Path, ...], state: RenderState) -> Where:
    """Return the line of a template, or of one that it includes, that writes a tag."""
    files = (name, *sorted(referenced_templates([name], roots, state)))
    for wanted in (tag, re.split(r"[\s/>]", tag, maxsplit=1)[0]):  # or as much as is not computed
        for file in files:
            before, found, _ = template_source(file, roots, state).partition(wanted)
            if found:
                return Where(f"templates/{file}", before.count("\n") + 1)
    return Where(f"templates/{name}", 1)


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
    parsed = Sandbox(DictLoader({}), {}).parse(source)
    return tuple(filter(None, meta.find_referenced_templates(parsed)))


@cache
def environment(roots: tuple[Path, ...], limits: Limits = STANDARD) -> Sandbox:
    """Return the environment of the templates of `roots`; it compiles each once."""
    ours = PrefixLoader({"ours": PackLoader(BUNDLED_PACK)})
    loaders = (PackLoader(root, limits, roots[:at]) for at, root in enumerate(roots))
    return Sandbox(ChoiceLoader([ours, *loaders]), {**GLOBALS, "css": _css})


@pass_context
def _css(context: Context, name: str) -> Markup:
    """Return a style sheet, for a `style` element: a file of the pack or ours, not content."""
    return Markup(context.environment.get_template(name).render(context.get_all()))
