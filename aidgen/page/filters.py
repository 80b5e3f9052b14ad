"""What templates can use of the page that is being rendered: its state, filters and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import TemplateRuntimeError, pass_context
from jinja2.sandbox import safe_range
from jinja2.utils import Namespace
from markupsafe import Markup

from aidgen import BUNDLED_PACK
from aidgen.assets import icons, pictures
from aidgen.assets.colours import blend, format_colour, parse_colour
from aidgen.assets.faces import breadth
from aidgen.assets.files import AssetError, named_pictures
from aidgen.assets.papers import Size
from aidgen.game.data import KINDS_OF_RECORD, GameData
from aidgen.game.texts import Text
from aidgen.layout.document import page_of
from aidgen.page.environment import NOTHING_THERE, check_printable, value_kind
from aidgen.page.frames import frame_address
from aidgen.page.markdown import Texts, draw_icon, note_sign, plain_text, promise
from aidgen.page.patterns import pattern_address
from aidgen.page.views import PlacedPicture, Record, plain_value
from aidgen.problems import did_you_mean
from aidgen.sandbox.limits import STANDARD, Limits

# How much of the ink there is in the colour of a pattern that has none of its own.
PALE = 0.42
_CURRENT: ContextVar[RenderState] = ContextVar("render_state")


@dataclass
class RenderState:
    """What the templates of an aid share: the texts of the game, and the pictures shown so far."""

    text: Texts
    limits: Limits = STANDARD
    pictures: dict[str, bytes] = field(default_factory=named_pictures)
    """The pictures that its HTML names."""
    _found: dict[str, object] = field(default_factory=dict)

    @property
    def roots(self) -> tuple[Path, ...]:
        """The packs whose icons and pictures may be shown."""
        return self.game_data.root, BUNDLED_PACK

    @property
    def game_data(self) -> GameData:
        """The game."""
        return self.text.game_data

    def pictured(self, file: str, alt: object) -> object:
        """Return a picture of the pack as templates have it; raises TemplateRuntimeError."""
        key = f"assets/{file} {alt}"
        if key not in self._found:
            try:
                loaded = pictures.pack_picture(self.game_data.root, file, self.game_data.limits)
            except AssetError as refused:
                raise TemplateRuntimeError(f"`{file}` {refused.message}") from None
            words = alt if isinstance(alt, Text) else None
            self._found[key] = plain_value(PlacedPicture(loaded.address, words, loaded.shape))
        return self._found[key]

    @property
    def refs(self) -> Iterator[str]:
        """What records are called."""
        for kind in KINDS_OF_RECORD:
            yield from (kind, *(f"{kind}.{name}" for name in getattr(self.game_data, kind)))

    def find(self, ref: str) -> object:
        """Return a record as templates have it; raises KeyError if there is none."""
        if ref not in self._found:
            self._found[ref] = plain_value(self.game_data.find(ref))
        return self._found[ref]


def current_state() -> RenderState:
    """Return the state of the page that is being rendered."""
    return _CURRENT.get()


@contextmanager
def using_state(what: RenderState) -> Iterator[None]:
    """Let functions and filters go by `what` meanwhile."""
    token = _CURRENT.set(what)
    try:
        yield
    finally:
        _CURRENT.reset(token)


# Filters ------------------------------------------------------------------------------------------


def _text(value: object) -> object:
    """Return a text or figure in the notation of the language, with its decimal mark."""
    checked = check_printable(value)
    return current_state().text.written(checked) if type(checked) is float else checked


def _printable_text(value: object) -> object:
    """Return a text or figure as `_text` does; raises TemplateRuntimeError if there is none."""
    if value is None:
        raise TemplateRuntimeError(NOTHING_THERE.format("is no text"))
    return _text(value)


def _while_rendering(filter_: Callable[..., object]) -> Callable[..., object]:
    # Jinja would work out a filter of a constant when it compiles, in the first page's language.
    return pass_context(lambda _context, *values: filter_(*values))


_FILTERS: Mapping[str, Callable[..., object]] = {
    "block": lambda text: current_state().text.block(_printable_text(text)),
    "line": lambda text: current_state().text.line(_printable_text(text)),
    "unlinked": lambda text: current_state().text.unlinked(_printable_text(text)),
    "words": lambda text: current_state().text.words(_text(text)),
    "written": lambda number: current_state().text.written(number),
    "promise": lambda text: promise(None if text is None else check_printable(text)),
    "breadth": lambda text: breadth(plain_text(str(_text(text)))),
    "plain": lambda text: plain_text(str(_printable_text(text))),
    "kind": lambda ref: str(ref).split(".")[0],
    "note_sign": lambda at, in_table: note_sign(int(at), in_table=bool(in_table)),
    "is_line": lambda text: "\n" not in str(check_printable(text)),
}
# The filters of templates besides those of Jinja.
FILTERS = {name: _while_rendering(filter_) for name, filter_ in _FILTERS.items()}


# Functions ----------------------------------------------------------------------------------------


def find(ref: object) -> object:
    """Return the record that `ref` names; raises TemplateRuntimeError if there is none."""
    name = str(check_printable(ref))
    try:
        return current_state().find(name)
    except KeyError:
        hint = did_you_mean(name, current_state().refs)
        raise TemplateRuntimeError(_describe_missing("record", name, hint)) from None


def _describe_missing(sort: str, name: str, hint: str) -> str:
    return f"found no {sort} `{name}`{hint and f'; {hint}'}"


def icon(name: object, label: object = "", colour: object = icons.PLACE_COLOUR) -> Markup:
    """Return an icon as inline SVG; raises TemplateRuntimeError if there is none."""
    called, state = str(check_printable(name)), current_state()
    try:
        return draw_icon(
            called, str(label), str(colour), roots=state.roots, sparing=state.text.sparing
        )
    except KeyError:
        hint = did_you_mean(called, icons.known_icons(state.roots))
        raise TemplateRuntimeError(_describe_missing("icon", called, hint)) from None


def pattern(
    theme: Mapping[str, Any], width: float, height: float, disc: float, ink: str, paper: str
) -> str:
    """Return the address of the pattern of a theme around a disc in a box, in mm."""
    drawn = {name: icons.find_icon(name, current_state().roots) for name in theme["icons"]}
    colour = theme["colour"] or format_colour(blend(parse_colour(paper), parse_colour(ink), PALE))
    return pattern_address(theme, drawn, Size(width, height), disc, colour)


def picture(image: object) -> object:
    """Return a picture that a record names: its address, what it shows, its shape."""
    if not isinstance(image, Record):
        raise TemplateRuntimeError(f"{value_kind(check_printable(image))} is no picture")
    return current_state().pictured(str(image["file"]), image["alt"])


# The functions of templates; `css` is one, too.
GLOBALS: Mapping[str, Callable[..., object]] = {
    "find": find,
    "frame": frame_address,
    "icon": icon,
    "namespace": Namespace,
    "pattern": pattern,
    "page_of": lambda ref: page_of(str(check_printable(ref))),
    "picture": picture,
    "range": safe_range,
}
