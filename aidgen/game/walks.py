"""Walks over records: every text and figure, with the context that leads to it."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel

from aidgen.game.context import Context
from aidgen.game.figures import Figure
from aidgen.game.texts import Text

Leaf = Text | Figure
Wanted = TypeVar("Wanted")


def _frozen(mapping: dict[str, Any]) -> MappingProxyType[str, Any]:
    return MappingProxyType(mapping)


# So that a canon travels to another process.
copyreg.pickle(MappingProxyType, lambda mapping: (_frozen, (dict(mapping),)))


def leaves(node: object, context: Context) -> Iterator[tuple[Context, Leaf]]:
    """Yield every text and figure below `node`, which stands at `context`, each with its own."""
    return below(node, context, (Text, Figure))


def below(
    node: object, context: Context, kinds: type[Wanted] | tuple[type[Wanted], ...]
) -> Iterator[tuple[Context, Wanted]]:
    """Yield all of some kinds below `node`, at `context`, but for what is within one of them."""
    if isinstance(node, kinds):
        yield context, node
    elif holds(node):
        for _, inner, child in inside(node, context):
            yield from below(child, inner, kinds)


def rewrite(node: Any, context: Context, change: Callable[[Context, Leaf], Leaf]) -> Any:
    """Return `node`, at `context`, with every text and figure below as `change` makes it."""
    if isinstance(node, (Text, Figure)):
        return change(context, node)
    if not holds(node):
        return node
    new = {name: rewrite(child, inner, change) for name, inner, child in inside(node, context)}
    return node.model_copy(update=new) if isinstance(node, BaseModel) else MappingProxyType(new)


def inside(node: object, context: Context) -> Iterator[tuple[str, Context, Any]]:
    """Yield name, context and node of what is directly within a record or mapping.

    What a record keeps for itself (`unread`) is passed over; what it holds for another domain
    (`domains`) stands there.
    """
    if isinstance(node, BaseModel):
        for name, domain in _fields(type(node)):
            yield name, Context(domain) if domain else context / name, getattr(node, name)
    elif isinstance(node, Mapping):
        for name, child in node.items():
            yield name, context / name, child


def holds(node: object) -> bool:
    """Tell whether a node is a record or a mapping, which others may stand within."""
    kind = type(node)
    if kind not in _HOLDS:
        _HOLDS[kind] = issubclass(kind, (BaseModel, Mapping))
    return _HOLDS[kind]


def _fields(record: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a kind of record that are read, and the domain of each that has one."""
    if record not in _FIELDS:
        unread, domains = getattr(record, "unread", ()), getattr(record, "domains", {})
        read = (name for name in record.model_fields if name not in unread)
        _FIELDS[record] = tuple((name, domains.get(name, "")) for name in read)
    return _FIELDS[record]


_HOLDS: dict[type, bool] = {}
_FIELDS: dict[type, tuple[tuple[str, str], ...]] = {}
"""What is known of kinds of nodes: pydantic and abstract classes take long to answer."""
