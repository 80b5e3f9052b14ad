"""What templates get of a game: plain dicts, tuples, strings and numbers.

A record becomes a dict of the fields that are listed here. A text stays a text, for filters look up
its context; the sandbox shows templates no more of it than a string has.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from aidgen.assets.papers import Rect, Size
from aidgen.game import aids, records
from aidgen.game.aids import TokenBack
from aidgen.game.data import GameData
from aidgen.game.fields import Callout, Illustrated, Picture, RecordPicture
from aidgen.game.figures import Figure, NotApplicable
from aidgen.game.records import Art, IconName, Slot
from aidgen.game.texts import Text

RECORD = "source certainty module icon reader"
PRINTED_RECORD = f"{RECORD} footnotes new_page"
# The fields of each record that a template may read.
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
    records.Table: f"{PRINTED_RECORD} under title image intro brief note die columns rows "
    "parts across ranged grouped key keys",
    records.Column: "header range type unit derive decimals width align turned",
    records.Part: "title note rows",
    records.Chart: f"{PRINTED_RECORD} under title table y x_label y_label text",
    records.State: f"{PRINTED_RECORD} under title image tone effect brief ends",
    records.Deck: "like fields size radius layout colour colour_by back ground align foot sort "
    "numbered overflow",
    records.ColourBy: "field values",
    Slot: "type place look label icon mirrored",
    records.Card: f"{RECORD} front back image copies deck fields tags colour overflow",
    records.Face: "title text flavour icon module colour image text_size shrink_to contents",
    Art: "file alt width place height",
    Illustrated: "file alt width",
    RecordPicture: "file alt width place",
    Callout: "title text look place",
    records.Blank: f"{RECORD} title note shape look per_row start end step marks labels "
    "repeat each",
    aids.Block: "title icon module width height new_page look scale full image contents",
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
# What is passed on as it is: strings, texts, markup, numbers and figures.
SCALARS = (str, int, float, type(None), Figure, NotApplicable)
_NAMES = {kind: frozenset(names.split()) for kind, names in FIELDS.items()}


class Record(dict[str, object]):
    """The fields of a record by their names, and what messages call it."""

    __slots__ = ("kind",)

    def __init__(self, kind: str, fields: Mapping[str, object]) -> None:
        """Take the name of its kind, and its fields as plain data."""
        super().__init__(fields)
        self.kind = kind


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


def plain_value(value: Any) -> Any:
    """Return a value as templates get it: a scalar, or a tuple, dict or `Record` of such values.

    Raises TypeError for a value not meant for templates.
    """
    kind = type(value)
    if kind is IconName:
        return str(value)
    if isinstance(value, SCALARS) or kind is Record:
        return value
    if isinstance(value, tuple | list):
        return tuple(map(plain_value, value))
    if isinstance(value, Mapping):
        return {name: plain_value(item) for name, item in value.items()}
    fields = {name: plain_value(getattr(value, name)) for name in view_fields(kind)}
    return Record("canon" if kind is GameData else kind.__name__.lower(), fields)
