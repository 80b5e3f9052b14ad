"""Ids made from the names that authors give: one rule for YAML, spreadsheets and references."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from aidgen.game.source import Steps

# An id that stays as it is.
PLAIN_ID = re.compile(r"[a-z][a-z0-9_-]*")
LETTERS_BESIDE = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""Letters that have no accent to drop, and what ids have in their place."""


def make_id(name: object) -> object:
    """Return the id of the author's `name`: big-rat of “Big Rat”, etoile of “Étoile”.

    Lower case, without accents, with a hyphen for anything that is not a letter, digit or
    underscore. A value that is neither text nor a number is returned unchanged.
    """
    if isinstance(name, bool) or not isinstance(name, (str, int)):
        return name
    words = str(name)
    if PLAIN_ID.fullmatch(words):
        return words
    letters = unicodedata.normalize("NFKD", words.lower().translate(LETTERS_BESIDE))
    letters = unicodedata.normalize("NFC", ACCENT.sub("", letters))
    return re.sub(r"[^\w-]+", "-", re.sub(r"['’]", "", letters)).strip("-") or words


def make_value_id(name: object) -> object:
    """Return the id of a value or column: as `make_id`, but with underscores, for formulas."""
    made = make_id(name)
    if not isinstance(made, str):
        return made
    made = made.replace("-", "_")
    return f"_{made}" if made[:1].isdigit() else made


def make_ref(name: object) -> object:
    """Return a reference with the ids of its names: cards.big-rat of `cards.Big Rat`."""
    if not isinstance(name, str):
        return name
    kind, *names = name.split(".")
    return ".".join([kind, *(str(make_id(one)) for one in names)])


# An accent on a letter of ASCII.
ACCENT = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")


@dataclass(frozen=True)
class IdKey:
    """Marks a type as that of ids; `of_value` are those that formulas read."""

    of_value: bool = False

    def make(self, name: object) -> object:
        """Return the id of a name."""
        return make_value_id(name) if self.of_value else make_id(name)


def rename_keys(node: object, annotation: Any, path: Steps = ()) -> Iterator[tuple[Steps, str]]:
    """Yield the path of each key below `node` that is not its own id, with that id."""
    for one in alternatives(annotation):
        fields = getattr(one, "model_fields", None)
        if fields is not None and isinstance(node, dict):
            for name, field in fields.items():
                if name in node:
                    yield from rename_keys(node[name], field.annotation, (*path, name))
        elif get_origin(one) is Mapping and isinstance(node, dict):
            key, value = get_args(one)
            mark = next((part for part in get_args(key) if isinstance(part, IdKey)), None)
            for name, inner in node.items():
                made = mark.make(name) if mark else name
                if made != name:
                    yield (*path, name), str(made)
                yield from rename_keys(inner, value, (*path, name))


def alternatives(annotation: Any) -> Iterator[Any]:
    """Yield the types that a type may be one of."""
    if get_origin(annotation) is Annotated:
        yield from alternatives(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, UnionType):
        for inner in get_args(annotation):
            yield from alternatives(inner)
    else:
        yield annotation
