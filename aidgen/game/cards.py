"""Cards, their faces, and the decks that say what cards have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, ValidationInfo, WithJsonSchema
from pydantic.functional_validators import BeforeValidator

from aidgen.game.fields import Id, Ref
from aidgen.game.illustrations import Illustrated, as_file
from aidgen.game.model import Model, Record
from aidgen.game.texts import Text
from aidgen.game.theme import Hex
from aidgen.game.units import Quantity, own_units


class IconName(str):
    """An icon in place of a text."""

    __slots__ = ()


def _value(scalar: object, info: ValidationInfo) -> object:
    """Return what a card has in a field: an icon, a figure or a text."""
    if scalar is None or isinstance(scalar, (Quantity, Text, IconName)):
        return scalar
    icon = re.fullmatch(r":([a-z][a-z0-9-]*):", str(scalar).strip())
    if icon:
        return IconName(icon[1])
    figure = Quantity.read(scalar, own_units(info.context))
    if figure is None and not (isinstance(scalar, str) and scalar.strip()):
        raise ValueError(f"found `{scalar}`, expected a figure, a text or an icon")
    return figure or Text(str(scalar).strip())


FieldValue = Annotated[
    Any, PlainValidator(_value), WithJsonSchema({"type": ["integer", "number", "string", "null"]})
]

Overflow = Literal["shrink", "back", "next card", "error"]
"""What becomes of a front that is too full: smaller type, its back, a further card, or an error."""

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
Place = Literal["top-left", "top-right", "bottom-left", "bottom-right", "line", "row"]


class Slot(Model):
    """A field that the cards of a deck have: what it holds, where it stands and how it looks."""

    type: Literal["number", "dice", "text", "icon", "ticks"] = "text"
    place: Place = Field("row", description="a corner, the line below the title, or a row")
    look: Literal["plain", "disc", "box"] = Field("plain", description="of a corner")
    label: Text | None = Field(None, description="label of a field of cards: one word")
    icon: Id | None = Field(None, description="in place of a label")


class Deck(Model):
    """What the cards of a deck have in common."""

    fields: Mapping[Id, Slot] = {}
    size: str | None = Field(None, description="of its cards, in place of the aid's paper")
    radius: float | None = Field(
        None, ge=1, le=6, description="of the rounded corners of its cards, in millimetres"
    )
    layout: Id = Field("face", description="the template of a side, cards/<layout>.html")
    colour: Hex | None = Field(None, description="of its cards, in place of the game's ink")
    sort: Literal["written", "title"] = Field(
        "written", description="the order of its cards: that of the file, or by title"
    )
    numbered: bool = Field(False, description="print the number of each card, as in 3/24")
    overflow: Overflow | None = Field(None, description="what becomes of a front that is too full")


class Art(Illustrated):
    """A picture on a card."""

    place: Literal["box", "full"] = Field(
        "box", description="in a box below the title, or to the edges of the card"
    )
    height: float | None = Field(
        None, ge=8, le=200, description="in millimetres; two fifths of the card if left out"
    )


class Face(Model):
    """One side of a card."""

    title: Text = Field(description="card title")
    text: Text | None = Field(
        None, description="what a card says itself, before what its contents name"
    )
    icon: Id | None = None
    module: Id | None = None
    colour: Hex | None = Field(None, description="of this side, in place of the game's ink")
    image: Annotated[Art, BeforeValidator(as_file)] | None = None
    text_size: float | None = Field(None, ge=7, le=14, description="in points")
    shrink_to: float | None = Field(
        None,
        ge=7,
        le=14,
        description="of cards: the smallest type, in points, if it may be smaller",
    )

    contents: tuple[Ref, ...] = ()


class Card(Record):
    """A card of one or two sides; `front` and `back` print the brief forms of records."""

    front: Face
    back: Face | None = None
    image: Annotated[Art, BeforeValidator(as_file)] | None = Field(
        None, description="a picture on its front"
    )
    copies: int = Field(1, ge=1, le=99)
    deck: Id | None = Field(None, description="the deck that it belongs to")
    fields: Mapping[Id, FieldValue] = Field({}, description="what stands in the deck's fields")
    tags: tuple[Id, ...] = Field((), description="words by which an aid may choose cards")
    overflow: Overflow | None = Field(None, description="in place of what its deck says")
    colour: Hex | None = Field(None, description="of both sides, in place of the game's ink")
