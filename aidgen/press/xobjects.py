"""Forms and patterns: what a page draws with that has content and resources of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

KINDS = ("/XObject", "/ExtGState", "/Pattern", "/Shading", "/ColorSpace")
"""The kinds of resources that a page names (ISO 32000-1, 7.8.3), fonts apart."""


def forms(thing: Any) -> Iterator[Any]:
    """Yield the forms and patterns that a resource is or draws with, the outermost first."""
    mask = thing.get("/SMask") if isinstance(thing, pikepdf.Dictionary) else None
    if isinstance(mask, pikepdf.Dictionary):
        yield from forms(mask.G)
    elif isinstance(thing, pikepdf.Stream) and "/Resources" in thing:
        yield thing
        for kind in KINDS:
            inner: Any = thing.Resources.get(kind, pikepdf.Dictionary())
            for each in inner.values():
                yield from forms(each)


def give_fonts(thing: Any, fonts: Any) -> None:
    """Let all that a resource draws with have the same `fonts`, where it has some."""
    for form in forms(thing):
        if "/Font" in form.Resources:
            form.Resources.Font = fonts
