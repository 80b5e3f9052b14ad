"""What the fields of records hold, asked of the records themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin


def is_field(pack: Any, kind: str, path: str) -> bool:
    """Tell whether records of a `kind` have a field at `path`, as in front.title."""
    return _at(pack, kind, path) is not None


def is_list(pack: Any, kind: str, path: str) -> bool:
    """Tell whether that field holds several things, one after the other."""
    return any(get_origin(one) is tuple for one in _alternatives(_at(pack, kind, path)))


def _at(pack: Any, kind: str, path: str) -> Any:
    """Return the type of a field; None if there is none."""
    found: Any = get_args(pack.model_fields[kind].annotation)[1]
    for step in path.split("."):
        found = _within(found, step)
        if found is None:
            return None
    return found


def _within(annotation: Any, step: str) -> Any:
    """Return the type of what is called `step` in what has this type; None if nothing is."""
    for one in _alternatives(annotation):
        if hasattr(one, "model_fields") and step in one.model_fields:
            return one.model_fields[step].annotation
        if get_origin(one) is Mapping:
            return get_args(one)[1]
    return None


def _alternatives(annotation: Any) -> list[Any]:
    """Return the types that a type may be one of."""
    if get_origin(annotation) is Annotated:
        return _alternatives(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [inner for one in get_args(annotation) for inner in _alternatives(one)]
    return [annotation]
