"""What templates get of a game: plain dicts, tuples, strings and numbers.

A record becomes a dict of its fields. A text stays a text, for filters look up
its context; the sandbox shows templates no more of it than a string has.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from aidgen.assets.papers import Rect, Size
from aidgen.game.data import GameData
from aidgen.game.fields import Model
from aidgen.game.figures import Figure, NotApplicable
from aidgen.game.records import IconName, Table
from aidgen.game.texts import Text

# What tells us how to check, find and style records, and prints nothing itself.
HIDDEN = frozenset({"also", "checks", "fold", "foreign", "hyphenation", "omit", "repeats", "theme"})
# What a table works out of its rows.
TABLE = frozenset({"grouped", "key", "keys", "ranged"})
# What is passed on as it is: strings, texts, markup, numbers and figures.
SCALARS = (str, int, float, type(None), Figure, NotApplicable)
# The fields of each class. Of a game as a whole: not where it lies, nor its limits.
_NAMES: dict[type, frozenset[str]] = {
    GameData: frozenset(
        {
            *("game", "words", "values", "terms", "sections", "rules", "procedures", "tables"),
            *("charts", "drawings", "states", "decks", "cards", "blanks", "aids"),
        }
    )
}


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
        if issubclass(kind, Model):
            names = frozenset(kind.model_fields) - HIDDEN
        elif issubclass(kind, Shown | Size | Rect) and dataclasses.is_dataclass(kind):
            names = frozenset(field.name for field in dataclasses.fields(kind))
        else:
            raise TypeError(f"{kind.__name__} is not for templates")
        _NAMES[kind] = names | TABLE if kind is Table else names
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
