"""The templates of a pack and ours, what they may call, and what is told of one that fails."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    PrefixLoader,
    Template,
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
from aidgen.page.budget import Budget
from aidgen.page.filters import GLOBALS
from aidgen.page.jinja_sandbox import Sandbox
from aidgen.page.render_state import RenderState, Trail, Written, current_state, using_state
from aidgen.page.template_errors import template_problem
from aidgen.page.views import plain
from aidgen.problems import InputError
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits


def pack_template_folders(roots: Sequence[Path]) -> list[Path]:
    """Return where the packs among `roots` have templates of their own, if they have some."""
    return [root / "templates" for root in roots if root.resolve() != BUNDLED_PACK.resolve()]


def has_templates(roots: Sequence[Path], *names: str) -> bool:
    """Tell whether a pack of `roots`, which is not ours, has one of some templates."""
    return any(
        (folder / name).is_file() for folder in pack_template_folders(roots) for name in names
    )


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
        text = files.read_text(path, self.root, name, self._limits)
        return text, str(path), lambda: _state(path) == read


def _state(path: Path) -> tuple[int, ...]:
    """Return what changes with a file; nothing where there is none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


Judge = Callable[[str], tuple[int, str] | None]
"""Says what is harmful in a text, and where it begins."""


def render_template(
    name: str, variables: Mapping[str, object], roots: tuple[Path, ...], what: RenderState
) -> str:
    """Return what the template called `name` makes of `variables`.

    It is looked for in the packs `roots`, in their order; `ours/` before a name means ours alone.
    `what` is poured. Raises InputError where a template asks for what is not there, says what it
    may not, uses up what it may, or makes something that would run.
    """
    shown = {name: plain(value) for name, value in variables.items()}
    with using_state(what):
        try:
            template = environment(roots, what.budget.limits).get_template(name)
            html = template.render(shown)
            if found := harmful(html):
                raise _harm(template, shown, harmful, found)
            return what.budget.hand_out(html)
        except InputError:
            raise
        except Exception as error:  # whatever it is, it came of a template
            raise InputError([template_problem(error, name, roots, shown)]) from None


def template_source(name: str, roots: tuple[Path, ...], what: RenderState) -> str:
    """Return a template as it is written; raises InputError if it cannot be read."""
    known = environment(roots, what.budget.limits)
    assert known.loader is not None
    return known.loader.get_source(known, name)[0]


def referenced_templates(
    names: Iterable[str], roots: tuple[Path, ...], what: RenderState
) -> frozenset[str]:
    """Return some templates, and all that they include, extend or import.

    Raises TemplateError if one is not there or cannot be understood, InputError if it cannot be
    read.
    """
    found: set[str] = set()
    left = [*names]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            tree = environment(roots, what.budget.limits).parse(template_source(name, roots, what))
            left += filter(None, meta.find_referenced_templates(tree))
    return frozenset(found)


@cache
def environment(roots: tuple[Path, ...], limits: Limits = STANDARD) -> Sandbox:
    """Return the templates of `roots`, each compiled once, and what they may call."""
    return Sandbox(_loader(roots, limits), {**GLOBALS, "css": _css})


def _loader(roots: tuple[Path, ...], limits: Limits) -> BaseLoader:
    ours = PrefixLoader({"ours": PackLoader(BUNDLED_PACK)})
    return ChoiceLoader([ours, *(PackLoader(root, limits) for root in roots)])


@pass_context
def _css(context: Context, name: str) -> Markup:
    """Return a style sheet, itself a template, to stand inside the page."""
    template = context.environment.get_template(name)
    css = template.render(context.get_all())
    if found := harmful_sheet(css):
        raise _harm(template, context.get_all(), harmful_sheet, found)
    return Markup(css)  # a file of the pack or ours, not content


def _harm(
    template: Template, variables: Mapping[str, Any], judge: Judge, found: tuple[int, str]
) -> Exception:
    """Return the error of a template that writes something harmful, at the line that does.

    It is poured again to find that line: what a macro writes is the macro's.
    """
    at, message = found
    trail = Trail()
    with using_state(
        replace(current_state(), budget=Budget(current_state().budget.limits), trail=trail)
    ):
        piece, at = _piece(template, variables, trail, at)
    guilty = [one for one in trail.macros if judge(one.text)]
    if guilty:
        piece = min(guilty, key=lambda one: len(one.text))
    below = piece.text.count("\n", 0, at) if type(piece.text) is str and not guilty else 0
    return TemplateSyntaxError(message, piece.line + below, template.name, piece.file)


def _piece(
    template: Template, variables: Mapping[str, Any], trail: Trail, at: int
) -> tuple[Written, int]:
    """Return the piece that holds a place in what a template makes, and the place within it."""
    begun = 0
    for text in template.root_render_func(template.new_context(dict(variables))):
        if at < len(text):
            return trail.pieces[begun], at
        at, begun = at - len(text), len(trail.pieces)
    return Written("", template.filename or "", 1), 0
