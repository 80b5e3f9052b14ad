"""The filters, functions, tests and methods that templates may use, each within its limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from jinja2 import TemplateRuntimeError, Undefined, pass_context
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.utils import Namespace
from markupsafe import Markup, escape

from aidgen.assets import icons
from aidgen.assets.faces import FontFace, face_of, own_families
from aidgen.game.figures import Figure, NotApplicable
from aidgen.game.texts import Text
from aidgen.page import drawings
from aidgen.page.frames import FrameShape, frame_address
from aidgen.page.markdown import Words, note_sign, plain_text, promise
from aidgen.page.pieces import page_of
from aidgen.page.render_state import current_state
from aidgen.page.views import View
from aidgen.problems import did_you_mean

BOLD = 700
"""The weight of headings."""
EM = 1.0
"""How wide in em a character is taken to be that our fonts do not have, as an icon is."""


def breadth(text: str) -> float:
    """Return the width of a text in em, in bold type, in the widest of our families that has it.

    Families of other scripts, which a machine may lack, are tried only if no other one has it.
    """
    seen = plain_text(text)
    faces = tuple(_breadth_faces(seen))
    widths = [face.length(seen) + EM * len(face.missing_characters(seen)) for face in faces]
    return round(max(widths, default=EM * len(seen)), 2)


def _breadth_faces(text: str) -> Iterator[FontFace]:
    """Yield the faces in which a text may be set: ours alone, if one of them has all of it."""
    has_all = False
    for family in own_families():
        if has_all and not family.endswith(OWN_FAMILIES):
            return
        face = face_of((family,), BOLD, slanted=False)
        if face is not None:
            has_all = has_all or not face.missing_characters(text)
            yield face


OWN_FAMILIES = " Pro"
"""The last part of the names of the families that every machine has; they come first."""


STRINGS = frozenset({str, Text, Markup})
NUMBERS = frozenset({int, float, bool})
SEQUENCE_TYPES = frozenset({tuple, list, range})
MAPPINGS = frozenset({dict, MappingProxyType, Words})
VIEWS: frozenset[type] = frozenset({type({}.items()), type({}.keys()), type({}.values())})
PRINTED = STRINGS | NUMBERS | {type(None), Figure, NotApplicable, Undefined}
"""The types that may be printed; Undefined, the result of a condition without `else`, prints
nothing."""
LONGEST_TEMPLATE_NAME = 200
"""Of icons, references and templates, in characters."""
NOTHING_THERE = "nothing {}; ask first whether there is something: {{% if … %}}"
"""The error for an operation on a missing value."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a text, mapping or loop that a template may call."""

    function: Callable[..., object]
    of: object

    def __call__(self, *args: object, **options: object) -> object:
        """Call it."""
        return self.function(self.of, *args, **options)


# Values in templates ------------------------------------------------------------------------------


def check_printable(value: object) -> object:
    """Return a value that can be printed; raises SecurityError for any other."""
    if type(value) in PRINTED:
        return value
    raise refused(value, "cannot be printed")


def refused(value: object, why: str) -> SecurityError:
    """Return the error for a value of the wrong type; raises one that names it if it is missing."""
    if isinstance(value, Undefined):
        str(value)
    return SecurityError(f"{value_kind(value)} {why}")


def string(value: object) -> str:
    """Return a printable value as text; raises SecurityError."""
    text = check_printable(value)
    return text if isinstance(text, str) else str(text)


def value_kind(value: object) -> str:
    """Return the name of a value's type in messages."""
    kind = type(value)
    if value is None:
        return "nothing"
    if kind in MAPPINGS:
        return "a mapping"
    if kind in SEQUENCE_TYPES or kind in VIEWS:
        return "a list"
    if kind in STRINGS:
        return "a text"
    if kind in NUMBERS:
        return "a number"
    return "a record" if kind.__name__ == "View" else "what is here"


def iterable(value: object) -> Any:
    """Return an iterable value; raises SecurityError for any other."""
    kind = type(value)
    if kind in SEQUENCE_TYPES or kind in MAPPINGS or kind in VIEWS or kind in STRINGS:
        return value
    raise refused(value, "cannot be gone through")


def number(value: object) -> Any:
    """Return a number; raises SecurityError if it is none."""
    if type(value) in NUMBERS:
        return value
    raise refused(value, "is no number")


# Filters ------------------------------------------------------------------------------------------


def _text(value: object) -> object:
    """Return a text or figure, a number as the language writes it."""
    return current_state().text.said(check_printable(value))


def _concat(values: tuple[object, ...]) -> str:
    """Return values one after the other; markup if one of them is."""
    texts = [check_printable(value) for value in values]
    if any(isinstance(text, Markup) for text in texts):
        return Markup("").join(escape(text) for text in texts)
    return "".join(map(str, texts))


def _join(values: object, between: object = "") -> str:
    items = list(iterable(values))
    gap = check_printable(between)
    return _concat(tuple(part for item in items for part in (gap, item))[1:])


def _replace(value: object, old: object, new: object) -> str:
    text, old, new = string(value), string(old), string(new)
    return str(text).replace(str(old), str(new))


def _list(value: object) -> list[object]:
    return list(iterable(value))


def _round(value: object, digits: object = 0, method: object = "common") -> float:
    places = max(-9, min(9, int(number(digits))))
    if method == "common":
        return float(round(float(number(value)), places))
    if method not in ("ceil", "floor"):
        raise TemplateRuntimeError("round knows `common`, `ceil` and `floor`")
    turned = math.ceil if method == "ceil" else math.floor
    return float(turned(number(value) * 10.0**places) / 10.0**places)


def _int(value: object) -> int:
    return int(float(string(value)))


def _default(value: object, otherwise: object = "") -> object:
    return otherwise if isinstance(value, Undefined) or value is None else value


def _printable_text(value: object) -> object:
    """Return a text or figure as `_text` does; raises SecurityError if there is none."""
    if value is None:
        raise SecurityError(NOTHING_THERE.format("is no text"))
    return _text(value)


@pass_context  # otherwise it would be computed once, when a template is compiled
def _block(_: Context, text: object) -> Markup:
    return current_state().text.block(_printable_text(text))


@pass_context
def _inline_text(_: Context, text: object) -> Markup:
    return current_state().text.line(_printable_text(text))


@pass_context
def _unlinked(_: Context, text: object) -> Markup:
    return current_state().text.unlinked(_printable_text(text))


@pass_context
def _words(_: Context, text: object) -> Markup:
    return current_state().text.words(_text(text))


def _plain(text: object) -> str:
    return plain_text(str(_printable_text(text)))


def _promise_of(text: object) -> Markup:
    return promise(check_printable(text))


FILTERS: Mapping[str, Callable[..., object]] = {
    "block": _block,
    "line": _inline_text,
    "unlinked": _unlinked,
    "words": _words,
    "written": lambda value: current_state().text.written(number(value)),
    "promise": _promise_of,
    "breadth": lambda text: breadth(str(_text(text))),
    "plain": _plain,
    "kind": lambda ref: string(ref).split(".")[0],
    "note_sign": lambda at, in_table: note_sign(_int(at), in_table=bool(in_table)),
    "is_line": lambda text: "\n" not in string(text),
    "abs": lambda value: abs(number(value)),
    "capitalize": lambda text: string(text).capitalize(),
    "default": _default,
    "escape": lambda text: escape(string(text)),
    "first": lambda value: _list(value)[0],
    "float": lambda value: float(string(value)),
    "int": _int,
    "join": _join,
    "last": lambda value: _list(value)[-1],
    "length": lambda value: len(iterable(value)),
    "list": _list,
    "lower": lambda text: string(text).lower(),
    "replace": _replace,
    "reverse": lambda value: _list(value)[::-1],
    "round": _round,
    "string": string,
    "title": lambda text: string(text).title(),
    "trim": lambda text: string(text).strip(),
    "upper": lambda text: string(text).upper(),
}
"""The filters of templates."""
OPERATORS: Mapping[str, Callable[..., object]] = {
    "_concat": _concat,
    "_iterable": iterable,
    "_string": string,
}
"""Filters that the sandbox puts around operands of loops, `~` and the like; a name with an
underscore is not for templates."""
TESTS: Mapping[str, Callable[..., bool]] = {
    "defined": lambda value: not isinstance(value, Undefined),
    "undefined": lambda value: isinstance(value, Undefined),
    "none": lambda value: value is None,
    "string": lambda value: type(value) in STRINGS,
    "number": lambda value: type(value) in NUMBERS,
    "mapping": lambda value: type(value) in MAPPINGS,
    "even": lambda value: bool(number(value) % 2 == 0),
    "odd": lambda value: bool(number(value) % 2 == 1),
}
"""The tests of templates, as in `x is none`."""


# Functions ----------------------------------------------------------------------------------------


def _template_name(value: object) -> str:
    if type(value) not in STRINGS or len(str(value)) > LONGEST_TEMPLATE_NAME:
        check_printable(value)
        raise TemplateRuntimeError(f"{value_kind(value)} is no name")
    return str(value)


def find(ref: object) -> object:
    """Return the record that `ref` names; raises TemplateRuntimeError if there is none."""
    name = _template_name(ref)
    try:
        return current_state().find(name)
    except KeyError:
        hint = did_you_mean(name, current_state().refs)
        raise TemplateRuntimeError(_describe_missing("record", name, hint)) from None


def _describe_missing(sort: str, name: str, hint: str) -> str:
    return f"found no {sort} `{name}`{hint and f'; {hint}'}"


def icon(name: object, label: object = "", colour: object = icons.PLACE_COLOUR) -> Markup:
    """Return an icon as inline SVG; raises TemplateRuntimeError if there is none."""
    called, roots, sparing = _template_name(name), current_state().roots, current_state().sparing
    try:
        return drawings.draw_icon(called, string(label), string(colour), roots, sparing=sparing)
    except KeyError:
        hint = did_you_mean(called, icons.known_icons(roots))
        raise TemplateRuntimeError(_describe_missing("icon", called, hint)) from None


def frame(style: object, corners: object, width: object, height: object, *more: object) -> str:
    """Return the address of a frame's picture: from its style, corners, size in mm, two colours.

    Optional are the radius in mm of a card with rounded corners, and its background colour.
    """
    ink, second, *ground = map(string, (*more[:2], *more[3:4]))
    radius = float(number(more[2])) if len(more) > 2 else 0.0
    size = (float(number(width)), float(number(height)))
    return frame_address(
        FrameShape(string(style), string(corners), *size, radius), ink, second, *ground
    )


def picture(image: object) -> object:
    """Return a picture that a record names: its address, what it shows, its shape."""
    if type(image) is not View:
        check_printable(image)
        if image is None:
            raise TemplateRuntimeError(NOTHING_THERE.format("is no picture"))
        raise TemplateRuntimeError(f"{value_kind(image)} is no picture")
    return current_state().pictured(str(image.field("file")), image.field("alt"))


GLOBALS: Mapping[str, Callable[..., object]] = {
    "find": find,
    "frame": frame,
    "icon": icon,
    "namespace": Namespace,
    "page_of": lambda ref: page_of(_template_name(ref)),
    "picture": picture,
    "range": lambda *bounds: range(*(int(number(bound)) for bound in bounds)),
}
"""The functions of templates; `css` is one, too."""


# Methods ------------------------------------------------------------------------------------------


def _split_text(text: str, between: object = None, most: object = -1) -> list[str]:
    by = None if between is None else string(between)
    return str(text).split(by, int(number(most)))


TEXT_METHODS: Mapping[str, Callable[..., object]] = {
    "capitalize": lambda text: string(text).capitalize(),
    "count": lambda text, part: string(text).count(string(part)),
    "endswith": lambda text, end: string(text).endswith(string(end)),
    "lower": lambda text: string(text).lower(),
    "replace": _replace,
    "split": _split_text,
    "startswith": lambda text, start: string(text).startswith(string(start)),
    "strip": lambda text: string(text).strip(),
    "title": lambda text: string(text).title(),
    "upper": lambda text: string(text).upper(),
}
"""The methods of texts."""
MAPPING_METHODS: Mapping[str, Callable[..., object]] = {
    "get": lambda mapping, name, otherwise=None: mapping.get(name, otherwise),
    "items": lambda mapping: tuple(mapping.items()),
    "keys": lambda mapping: tuple(mapping),
    "values": lambda mapping: tuple(mapping.values()),
}
"""The methods of mappings."""
LOOP = "index index0 revindex revindex0 first last length depth depth0 previtem nextitem"
"""The attributes of a loop that a template may read; `cycle` and `changed` it may call."""
LOOP_METHODS: Mapping[str, Callable[..., object]] = {
    "cycle": lambda loop, *values: loop.cycle(*values),
    "changed": lambda loop, *values: loop.changed(*values),
}
