"""Pictures that stand on pages again and again: how one is drawn is worked out once, and repeated.

The engine walks through an SVG for each place where it stands: a pattern on the cards of a deck
took longer than all else that is drawn of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import product
from typing import Any

KNOWN = "_drawn"
"""Where a picture keeps how it was drawn."""
STATE = tuple(f"_current_{what}{way}" for what, way in product(("color", "alpha"), ("", "_stroke")))
"""What a page remembers of colours: it does not say one again. Of a state that ends it forgets."""
FONT = "_current_font"
STATES = "ExtGState"
"""Among the resources of a page, what it has to set other than colours by (ISO 32000-1, 8.4.5)."""
# A command of lines, grounds and colours alone, which any page can be given: it names nothing that
# one page has and another has not, as a font or a form, and is no text.
PLAIN = re.compile(rb"(?:[-+.\d\[\]]+ )*(?:[qQwJjMdimlcvyhSsfFBbnW]|[fBbW]\*|re|cm|rg|RG)$")
# How clear colours are from here on: by a name that says it, of what a page has for it.
CLEAR = re.compile(rb"/([aA][-+.\d]+) gs$")
Draw = Callable[[Any, Any, Any, Any, Any], None]


@dataclass(frozen=True)
class _Drawing:
    """The commands that have drawn a picture, and what these call by a name."""

    commands: Sequence[bytes]
    clear: Mapping[str, Any]


def drawn_once(images: Any) -> None:
    """Have the engine's module of pictures work out once how each is drawn in a size."""
    if not hasattr(images.SVGImage.draw, "__wrapped__"):
        images.SVGImage.draw = _once(images.SVGImage.draw)


def _once(draw: Draw) -> Draw:
    @wraps(draw)
    def drawn(picture: Any, stream: Any, width: Any, height: Any, style: Any) -> None:
        known: dict[Any, _Drawing] = picture.__dict__.setdefault(KNOWN, {})
        key = (width, height, *(getattr(stream, name) for name in STATE))
        if key in known:
            _repeat(known[key], stream)
            return
        begun, depth = len(stream.stream), len(stream._ctm_stack)
        draw(picture, stream, width, height, style)
        drawing = _plain(stream.stream[begun:], stream)
        if drawing and len(stream._ctm_stack) == depth:  # else the engine has given it up
            known[key] = drawing

    return drawn


def _plain(commands: Sequence[Any], stream: Any) -> _Drawing | None:
    """Return how a picture was drawn, if any page can be given that; else None."""
    clear = {}
    for command in commands:
        if type(command) is not bytes:
            return None
        if named := CLEAR.match(command):
            name = named[1].decode()
            clear[name] = stream._resources[STATES][name]
        elif not PLAIN.match(command):
            return None
    return _Drawing(commands, clear) if commands else None


def _repeat(drawing: _Drawing, stream: Any) -> None:
    """Draw on a page what was drawn before, perhaps on another."""
    stream.stream += drawing.commands
    for name, state in drawing.clear.items():
        stream._resources[STATES].setdefault(name, state)
    for name in (*STATE, FONT):
        setattr(stream, name, None)
