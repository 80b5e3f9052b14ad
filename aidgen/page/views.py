"""What templates get of a game: frozen views of records, with the fields that are named here."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from markupsafe import Markup

from aidgen.assets.papers import Rect, Size
from aidgen.game import aids, cards, records, tables
from aidgen.game.aids import TokenBack
from aidgen.game.cards import Art, IconName, Slot
from aidgen.game.data import GameData
from aidgen.game.fields import Callout, Illustrated, Picture, RecordPicture
from aidgen.game.figures import Figure, NotApplicable
from aidgen.game.texts import Text
from aidgen.page.markdown import Words

RECORD = "source certainty module icon reader"
PRINTED_RECORD = f"{RECORD} footnotes new_page"
FIELDS: Mapping[type, str] = {
    GameData: "game words values terms sections rules procedures tables charts states decks cards "
    "blanks aids",
    records.Game: "id title subtitle official language edition accent editions modules credits "
    "notice attribution",
    records.Edition: "title version language",
    records.Module: "title icon note",
    records.Term: f"{PRINTED_RECORD} one many definition",
    records.Section: f"{PRINTED_RECORD} title image intro callouts columns contents",
    records.Rule: f"{PRINTED_RECORD} title image text brief example callouts under",
    records.Procedure: f"{PRINTED_RECORD} title image intro steps outro callouts under",
    records.Step: f"{RECORD} title text brief branches",
    records.Branch: f"{RECORD} title text brief",
    tables.Table: f"{PRINTED_RECORD} under title image intro brief note die columns rows "
    "parts lying ranged grouped key keys",
    tables.Column: "header range type unit derive decimals width align turned",
    tables.Part: "title note rows",
    records.Chart: f"{PRINTED_RECORD} under title table y x_label y_label text",
    records.State: f"{PRINTED_RECORD} under title image tone effect brief ends",
    cards.Deck: "like fields size radius layout colour colour_by back ground align foot sort "
    "numbered overflow",
    cards.ColourBy: "field values",
    Slot: "type place look label icon mirrored",
    cards.Card: f"{RECORD} front back image copies deck fields tags colour overflow",
    **dict.fromkeys(
        (cards.Face, cards.Front),
        "title text flavour icon module colour image text_size shrink_to contents",
    ),
    Art: "file alt width place height",
    Illustrated: "file alt width",
    RecordPicture: "file alt width place",
    Callout: "title text look place",
    records.Blank: f"{RECORD} title note shape look per_row start end step marks labels "
    "repeat each",
    aids.Block: "title icon module width height new_page look scale brief image continues "
    "rows contents",
    aids.Aid: f"{RECORD} title image kind paper landscape pages contents blocks folds columns "
    "chapters page_references endpapers grid board standee token copies only text_size shrink_to",
    aids.Board: "width height image overlap spaces",
    aids.Space: "title icon cell left top width height look text_size",
    aids.Grid: "shape cell points line colour numbered",
    aids.Token: "diameter back",
    aids.Standee: "width height base",
    TokenBack: "icon image pattern states",
    Picture: "file alt",
    Size: "width height",
    Rect: "left top width height",
}
"""The fields of each record that a template may read."""
PLAIN_TYPES = frozenset({str, Text, Markup, int, float, bool, type(None), Figure, NotApplicable})
"""Types that are passed through: templates reach only the methods of texts in them."""


class Shown:
    """A value made for templates: a frozen dataclass whose fields they may all read."""

    __slots__ = ()


@dataclasses.dataclass(frozen=True)
class PlacedPicture(Shown):
    """A picture in the page: its address, what it shows, how wide it is for its height."""

    address: str
    alt: Text | None
    shape: float


def view_fields(kind: type) -> frozenset[str]:
    """Return the fields that a template may read; raises TypeError for a type not meant for
    templates."""
    if kind not in _NAMES:
        if not (issubclass(kind, Shown) and dataclasses.is_dataclass(kind)):
            raise TypeError(f"{kind.__name__} is not for templates")
        _NAMES[kind] = frozenset(field.name for field in dataclasses.fields(kind))
    return _NAMES[kind]


_NAMES = {kind: frozenset(names.split()) for kind, names in FIELDS.items()}


class View:
    """The fields of a record, each turned into plain data when it is first asked for."""

    __slots__ = ("_record", "_seen")
    _record: Any
    _seen: dict[object, object]

    def __init__(self, record: Any) -> None:
        """Show a record; raises TypeError if it is not for templates."""
        view_fields(type(record))
        object.__setattr__(self, "_record", record)
        object.__setattr__(self, "_seen", {})

    def __setattr__(self, name: str, _: object) -> NoReturn:
        """Refuse: a view is immutable."""
        raise AttributeError(f"a view is frozen: {name} cannot be set")

    @property
    def kind(self) -> str:
        """The name of the record's kind."""
        kind = type(self._record)
        return "canon" if kind is GameData else kind.__name__.lower()

    @property
    def names(self) -> frozenset[str]:
        """The fields that it has."""
        return view_fields(type(self._record))

    def field(self, name: object) -> object:
        """Return a field as plain data; raises KeyError if there is none for templates."""
        seen = self._seen
        if name in seen:
            return seen[name]
        if not isinstance(name, str) or name not in self.names:
            raise KeyError(name)
        value = seen[name] = plain_value(getattr(self._record, name))
        return value


def plain_value(value: Any) -> object:
    """Return a value in the form for templates: a text, a figure, a view, or several.

    Raises TypeError for a value not meant for templates.
    """
    kind = type(value)
    if kind in PLAIN_TYPES or kind is View or kind is Words:
        return value
    if kind is IconName:
        return str(value)
    if kind is tuple or kind is list:
        return tuple(map(plain_value, value))
    if isinstance(value, Mapping):
        return MappingProxyType({name: plain_value(one) for name, one in value.items()})
    return View(value)
