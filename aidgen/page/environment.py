"""The templates of a pack and ours, what they may call, and what is told of one that fails."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from traceback import walk_tb

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    pass_context,
)
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from aidgen.game.load import OURS
from aidgen.page.loader import PackLoader
from aidgen.page.markdown import Texts, plain, promise
from aidgen.page.pictograms import icon
from aidgen.problems import Problem, Unusable, Where


def pour(name: str, variables: dict[str, object], roots: tuple[Path, ...]) -> str:
    """Return what the template called `name` makes of `variables`.

    It is looked for in the packs `roots`, in their order; `ours/` before a name means ours alone.
    Raises Unusable where a template asks for what is not there, or for itself without end.
    """
    try:
        return environment(roots).get_template(name).render(variables)
    except FAULTS as error:
        raise Unusable([_fault(error, name, roots)]) from None


@cache
def environment(roots: tuple[Path, ...]) -> ImmutableSandboxedEnvironment:
    """Return the templates of `roots`, each compiled once, and what they may call."""
    environment = ImmutableSandboxedEnvironment(
        loader=_loader(roots),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "block": _block,
        "line": _line,
        "words": _words,
        "promise": promise,
        "plain": plain,
        "kind": lambda ref: ref.split(".")[0],
        "is_line": lambda text: "\n" not in text,
    }
    environment.globals.update(icon=icon, css=_css)
    return environment


def _loader(roots: tuple[Path, ...]) -> BaseLoader:
    ours = PrefixLoader({"ours": PackLoader(OURS)})
    return ChoiceLoader([ours, *map(PackLoader, roots)])


def _texts(context: Context) -> Texts:
    texts = context["texts"]
    assert isinstance(texts, Texts)
    return texts


@pass_context
def _block(context: Context, text: object) -> Markup:
    return _texts(context).block(text)


@pass_context
def _line(context: Context, text: object) -> Markup:
    return _texts(context).line(text)


@pass_context
def _words(context: Context, text: object) -> Markup:
    return _texts(context).words(text)


@pass_context
def _css(context: Context, name: str) -> Markup:
    """Return a style sheet, itself a template, to stand inside the page."""
    template = context.environment.get_template(name)
    return Markup(template.render(context.get_all()))  # a file of the pack or ours, not content


def _fault(error: Exception, name: str, roots: tuple[Path, ...]) -> Problem:
    """Say what a template did wrong, at its line: the last one that the error passed through."""
    file, line = Path("templates", name), 0
    for frame, number in walk_tb(error.__traceback__):
        if frame.f_code.co_filename.endswith((".html", ".css")):
            file, line = Path(frame.f_code.co_filename), number
    if isinstance(error, TemplateSyntaxError):
        file, line = Path(error.filename or file), error.lineno
    root = next((root for root in (*roots, OURS) if file.is_relative_to(root)), None)
    where = Where((file.relative_to(root) if root else file).as_posix(), line)
    if isinstance(error, RecursionError):
        hint = "`ours/` before a name means our template, as in {% extends 'ours/base.html' %}"
        return Problem(where, "template: includes or calls itself without end", hint)
    message = f"found no template `{error}`" if isinstance(error, TemplateNotFound) else str(error)
    return Problem(where, f"template: {message}")


FAULTS = (
    *(TemplateError, ArithmeticError, LookupError, TypeError, ValueError),
    *(AttributeError, RecursionError),
)
"""What a template raises that asks for what is not there."""
