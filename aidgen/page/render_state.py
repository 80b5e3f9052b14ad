"""The page that is being rendered, for filters and functions of templates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import TemplateRuntimeError

from aidgen.assets import pictures
from aidgen.assets.files import AssetError, named_pictures
from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.game.records import KINDS_OF_RECORD
from aidgen.game.texts import Text
from aidgen.page.markdown import Texts
from aidgen.page.views import PlacedPicture, plain_value
from aidgen.sandbox.limits import STANDARD, Limits, raise_hint

_CURRENT: ContextVar[RenderState] = ContextVar("render_state")


class LimitError(TemplateRuntimeError):
    """A template exceeds a limit of its pack."""


@dataclass
class RenderState:
    """The texts of a game, if there is one, and how much HTML its templates have written so far."""

    texts: Texts | None = None
    limits: Limits = STANDARD
    html_length: int = 0
    pictures: dict[str, bytes] = field(default_factory=named_pictures)
    """The pictures that its HTML names."""
    _found: dict[str, object] = field(default_factory=dict)

    def count_html(self, html: str) -> str:
        """Return HTML that becomes part of a PDF; raises LimitError if the PDF has too much."""
        self.html_length += len(html)
        if self.html_length > self.limits.html:
            most = f"more than {self.limits.html:,} characters for one PDF"
            raise LimitError(f"writes HTML of {most} ({raise_hint('html')})")
        return html

    @property
    def text(self) -> Texts:
        """Turns texts into HTML; raises TemplateRuntimeError in the gallery, which has none."""
        if self.texts is None:
            raise TemplateRuntimeError("there are no records and promised texts in the gallery")
        return self.texts

    @property
    def roots(self) -> tuple[Path, ...]:
        """The packs whose icons and pictures may be shown."""
        return (BUNDLED_PACK,) if self.texts is None else (self.texts.game_data.root, BUNDLED_PACK)

    @property
    def sparing(self) -> bool:
        """Whether little ink is to be used."""
        return self.texts is not None and self.texts.sparing

    @property
    def game_data(self) -> GameData:
        """The game."""
        return self.text.game_data

    def pictured(self, file: str, alt: object) -> object:
        """Return a picture of the pack as templates have it; raises TemplateRuntimeError."""
        key = f"assets/{file} {alt}"
        if key not in self._found:
            try:
                found = pictures.pack_picture(self.game_data.root, file, self.game_data.limits)
            except AssetError as refused:
                raise TemplateRuntimeError(f"`{file}` {refused.message}") from None
            said = alt if isinstance(alt, Text) else None
            self._found[key] = plain_value(PlacedPicture(found.address, said, found.shape))
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
