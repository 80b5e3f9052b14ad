"""Walks over records: every text and figure, with the ids that lead to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from aidgen.game.figures import Figure
from aidgen.game.texts import Text

Leaf = Text | Figure


def leaves(node: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Leaf]]:
    """Yield every text and figure below `node` with its path of ids."""
    if isinstance(node, (Text, Figure)):
        yield path, node
    elif isinstance(node, BaseModel):
        unread = getattr(type(node), "unread", ())
        for name in type(node).model_fields:
            if name not in unread:
                yield from leaves(getattr(node, name), (*path, name))
    elif isinstance(node, Mapping):
        for name, child in node.items():
            yield from leaves(child, (*path, name))


def rewrite(
    node: Any, change: Callable[[tuple[str, ...], Leaf], Leaf], path: tuple[str, ...] = ()
) -> Any:
    """Return `node` with every text and figure below it replaced by what `change` makes of it."""
    if isinstance(node, (Text, Figure)):
        return change(path, node)
    if isinstance(node, BaseModel):
        unread = getattr(type(node), "unread", ())
        fields = (name for name in type(node).model_fields if name not in unread)
        new = {name: rewrite(getattr(node, name), change, (*path, name)) for name in fields}
        return node.model_copy(update=new)
    if isinstance(node, Mapping):
        return {name: rewrite(child, change, (*path, name)) for name, child in node.items()}
    return node
