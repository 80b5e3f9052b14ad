"""The templates of an aid, and what they print of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from jinja2 import ChoiceLoader, PrefixLoader, TemplateError, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from aidgen import BUNDLED_PACK
from aidgen.assets.files import files_of
from aidgen.assets.papers import Size
from aidgen.game.aids import Aid
from aidgen.game.data import GameData
from aidgen.page.charts import charts
from aidgen.page.drawings import drawings
from aidgen.page.environment import (
    PackLoader,
    Sandbox,
    template_names,
    template_problem,
)
from aidgen.page.fields import TICK, fields
from aidgen.page.filters import FILTERS, GLOBALS, RenderState, using_state
from aidgen.page.markdown import LIST_INDENT, Texts, fixed_words, plain_text
from aidgen.page.sheets import Face, TypeRange
from aidgen.page.stylesheet import enlarge_type, with_legible_type
from aidgen.page.theme import hyphenation, theme_styling, typeface
from aidgen.page.views import plain_value
from aidgen.problems import InputError, Where
from aidgen.sandbox.limits import STANDARD, Limits

# Custom properties of all style sheets: lengths that our code has to know as well.
LENGTHS = {"list-indent": f"{LIST_INDENT:g}em", "tick": f"{TICK:g}mm"}


@dataclass(frozen=True)
class Look:
    """What the templates of a kind depend on."""

    smallest_type: float
    """The smallest type in pt that may be in a piece."""
    measures: Mapping[str, Any]
    """Numbers that the style sheet needs; `lengths` are its custom properties."""
    aid: Aid
    """The aid, on the paper that it is printed on, as one of our kinds."""
    ink: Literal["normal", "low"] = "normal"
    """Low ink has no backgrounds and tints, and lighter pictures."""
    large: bool = False
    """Whether it is in large print, on as many pages as it takes."""
    facing: bool = False
    """Whether another language is beside it, whose chapters begin on the same pages."""
    bleed: float = 0.0
    """How far in mm what is around a card extends beyond its edges."""
    guided: bool = True
    """Whether cards show where their corners are rounded: whoever cuts them needs to see it."""
    enlargement: float = 1.0
    """By how much type is larger than the author's."""
    drawn: float = 1.0
    """By how much drawings are: so that the widest fits a line."""
    raised: bool = False
    """Whether that smallest type is larger than ours, so that ours has to grow."""
    folder: str = ""
    """The folder whose templates come before those of the kind."""

    @property
    def numbers(self) -> Mapping[str, object]:
        """Its measures that are numbers."""
        return {name: value for name, value in self.measures.items() if name != "lengths"}


def _refs_in_columns(game_data: GameData, aid: Aid) -> Iterator[str]:
    """Yield the chapters of a book that are set in two columns, and the records in them."""
    for ref in aid.contents:
        section = game_data.find(ref)
        if (section.columns or aid.columns) == 2:
            yield from (ref, *section.contents)


class Templates:
    """Prints faces of cards and pages: a template gets the game, the aid, and its own variables."""

    def __init__(
        self,
        game_data: GameData,
        aid_name: str,
        look: Look,
        roots: tuple[Path, ...],
        limits: Limits = STANDARD,
    ) -> None:
        """Take the templates for the aid of that name, from the packs `roots` in their order."""
        self.game_data, self.aid_name = game_data, aid_name
        self.look, self.aid, self._roots = look, look.aid, roots
        ours = BUNDLED_PACK.resolve()
        self._own_folders = [root / "templates" for root in roots if root.resolve() != ours]
        printed = game_data.printed_refs(aid_name)
        sparing = look.ink == "low"
        is_book = look.aid.kind == "book"
        columned = frozenset(_refs_in_columns(game_data, self.aid)) if is_book else frozenset()
        numbered = is_book and bool(self.aid.page_references)
        texts = Texts(game_data, printed, sparing, is_book, numbered, columned)
        self._state = RenderState(texts, limits)
        # The pictures that its HTML names, so far.
        self.pictures = self._state.pictures
        self.theme = theme_styling(game_data, on_white=look.aid.kind != "cards")
        variables: dict[str, Any] = {
            "canon": game_data,
            "words": fixed_words(texts),
            "charts": charts(game_data, printed),
            "drawings": drawings(
                game_data, printed, self.theme, look.smallest_type, look.drawn, sparing
            ),
            "fields": fields(game_data, printed),
            "figures_mark": game_data.mark,
            "theme": self.theme,
            "aid": self.aid,
            "aid_name": aid_name,
            "document": {
                "title": f"{plain_text(game_data.game.title)} – {plain_text(self.aid.title)}",
                "author": plain_text(game_data.game.credits),
                "description": plain_text(game_data.game.notice or ""),
            },
            "kind": self._template_named(f"{look.aid.kind}/style.css").partition("/")[0],
            **look.numbers,
            "ink": look.ink,
            "large": look.large,
            "facing": look.facing,
            "hyphenation": hyphenation(game_data),
            "language": game_data.locale.replace("_", "-"),
            "typeface": typeface(game_data),
        }
        self._variables = {name: plain_value(value) for name, value in variables.items()}

    def measured(self, measures: Mapping[str, object]) -> Templates:
        """Return these templates for pieces of other measures."""
        look = replace(self.look, measures=measures)
        if look == self.look:
            return self
        measured = copy(self)
        measured.look = look
        plain = {name: plain_value(value) for name, value in look.numbers.items()}
        measured._variables = {**self._variables, **plain}
        vars(measured).pop("head", None)  # has the measures of these
        return measured

    def _template_named(self, name: str) -> str:
        """Return the template that takes the place of one of the kind's, or that one itself."""
        folder, _, rest = name.partition("/")
        custom = f"{self.look.folder}/{rest}"
        is_kinds = folder == self.look.aid.kind and self.look.folder
        if is_kinds and any((root / "templates" / custom).is_file() for root in self._roots):
            return custom
        return name

    def where(self, name: str) -> Where:
        """Return the file of a template, as messages name it."""
        return Where(f"templates/{self._template_named(name)}")

    def face(
        self,
        name: str,
        size: Size,
        *,
        margin: str = "0",
        choice: TypeRange | None = None,
        type_size: float | None = None,
        style: str = "",
        region: str = "",
        **variables: object,
    ) -> Face:
        """Return what the template called `name` prints on a side of a card or on a page.

        `size` is in mm, `margin` and `style` as in CSS; `type_size` in pt is fixed, `choice` a
        range to choose from; a `region` has to hold its content. Raises InputError if the template
        asks for something that does not exist.
        """
        given = {"size": size, **variables}
        inner = render_template(
            self._template_named(name), {**self._variables, **given}, self._roots, self._state
        )
        return Face(
            head=self.head,
            inner=inner,
            size=size,
            margin=margin,
            smallest=self.look.smallest_type,
            classes=f"aid-{self.aid_name}",
            style=style,
            choice=choice,
            type_size=type_size,
            name=region,
            files=files_of(self.head + inner, self.pictures),
        )

    def brings(self, name: str) -> bool:
        """Tell whether a pack has its own version of a template."""
        named = self._template_named(name)
        return any((folder / named).is_file() for folder in self._own_folders)

    @cached_property
    def head(self) -> str:
        """The beginning of the HTML document that holds its faces, up to its style sheet."""
        lengths = LENGTHS | dict(self.look.measures.get("lengths", {}))
        variables = {**self._variables, "lengths": lengths}
        head = render_template("head.html", variables, self._roots, self._state)
        if self.look.enlargement == 1:
            smallest = self.look.smallest_type
            return with_legible_type(head, smallest, fixed=self.look.raised)
        return enlarge_type(head, self.look.enlargement)


def render_template(
    name: str, variables: Mapping[str, object], roots: tuple[Path, ...], state: RenderState
) -> str:
    """Return the HTML that the template called `name` writes with `variables`.

    The packs `roots` are searched in order; `ours/` before a name means our own template. Raises
    InputError if a template fails or exceeds a limit.
    """
    shown = {name: plain_value(value) for name, value in variables.items()}
    sandbox = environment(roots, state.limits)
    with using_state(state):
        try:
            return sandbox.get_template(name).render(shown)
        except InputError:
            raise
        except Exception as error:  # a template can raise anything
            problem = template_problem(error, name, roots, shown, sandbox, state.limits)
            raise InputError([problem]) from None


@cache
def environment(roots: tuple[Path, ...], limits: Limits = STANDARD) -> Sandbox:
    """Return the environment of the templates of `roots`; it compiles each once."""
    ours = PrefixLoader({"ours": PackLoader(BUNDLED_PACK)})
    loaders = (PackLoader(root, limits, roots[:at]) for at, root in enumerate(roots))
    return Sandbox(ChoiceLoader([ours, *loaders]), FILTERS, {**GLOBALS, "css": _css})


@pass_context
def _css(context: Context, name: str) -> Markup:
    """Return a style sheet, for a `style` element: a file of the pack or ours, not content."""
    return Markup(context.environment.get_template(name).render(context.get_all()))


def compile_bundled_templates() -> None:
    """Compile all templates of ours for all later environments: it takes a third of a second.

    A fault in one is reported when it is used.
    """
    ours = environment((BUNDLED_PACK,))
    for name in template_names(()):
        with suppress(InputError, TemplateError):
            ours.get_template(name)
