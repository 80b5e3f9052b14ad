"""The page `index.html` beside the PDFs: a picture, page count and size of each, for looking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import ChoiceLoader, StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from aidgen.page.loader import PackLoader
from aidgen.problems import Problem, Unusable, Where

TEMPLATE = "gallery.html"
"""Its template: the pack's own, or ours."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A PDF as the gallery shows it."""

    href: str
    picture: str
    title: str
    pages: int
    kilobytes: int
    paper: str


@dataclass(frozen=True)
class Section:
    """The PDFs of one game in one language."""

    title: str
    locale: str
    language: str
    words: Mapping[str, str]
    entries: Sequence[Entry]


def gallery(sections: Sequence[Section], roots: Sequence[Path]) -> str:
    """Return the HTML of the gallery.

    `roots` are the packs whose templates are searched, in order. Raises Unusable if the template
    that is found first cannot be used.
    """
    environment = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([PackLoader(root) for root in roots]),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    try:
        return environment.get_template(TEMPLATE).render(sections=sections)
    except FAULTS as error:
        where = Where(f"templates/{TEMPLATE}", getattr(error, "lineno", 0))
        raise Unusable([Problem(where, f"cannot be used: {error}")]) from None


FAULTS = (TemplateError, ArithmeticError, LookupError, TypeError, ValueError, RecursionError)
"""What a template may end in that asks for what is not there, or includes itself."""
