"""Cards, their faces, and the decks with what cards have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema

from aidgen.game.fields import (
    SCALAR,
    Hex,
    Id,
    Illustrated,
    Model,
    Number,
    PictureFile,
    Record,
    Ref,
    ShrinkTo,
    TextSize,
    Whole,
    as_file,
)
from aidgen.game.figures import Figure, as_yaml, has_other_spelling
from aidgen.game.texts import ICON, Text


class IconName(str):
    """An icon in place of a text."""

    __slots__ = ()


def _read_field(scalar: object) -> object:
    """Return the value of a card's field: an icon, a figure or a text."""
    if scalar is None or isinstance(scalar, (Figure, Text, IconName)):
        return scalar
    if icon := ICON.fullmatch(str(scalar).strip()):
        return IconName(icon[1])
    figure = Figure.read(scalar)
    if figure is None and not (isinstance(scalar, str) and scalar.strip()):
        raise ValueError(f"found `{as_yaml(scalar)}`, expected a number, text or an icon")
    typed = str(scalar).strip()
    if figure is None or (figure.typed and figure.typed[-1].isalpha() and " " in typed):
        return Text(typed)  # 2 or more: words that are translated
    if figure.typed:
        return figure
    if has_other_spelling(typed, figure):
        return replace(figure, written=typed, typed=typed)
    return figure


FieldValue = Annotated[Any, PlainValidator(_read_field), WithJsonSchema(SCALAR)]

# What becomes of a front that is too full: smaller type, its back, a further card, or an error.
Overflow = Literal["shrink", "back", "next card", "error"]

Align = Literal["top", "middle", "centre"]

# What is printed at the foot of a card: nothing, the attribution, or also the name of the game.
Foot = Literal["none", "licence", "all"]

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
Place = Literal[Corner, "line", "list", "row", "foot"]
ArtPlace = Literal["top", "bottom", "left", "right", "behind", "full"]


class Slot(Model):
    """A field of the cards of a deck: its content, place and look."""

    type: Literal["number", "dice", "text", "icon", "ticks"] = Field(
        "text", description="what it may hold; `text` takes any word, figure or icon"
    )
    place: Place = Field(
        "list",
        description="a corner, the line below the title, above the text one below the other or "
        "in a row, or in a row at the foot",
    )
    look: Literal["plain", "disc", "box"] = Field("plain", description="in a corner or at the foot")
    label: Text | None = Field(None, description="label of a field of cards: one word")
    icon: Id | None = Field(None, description="before its label; in a corner, in place of it")
    mirrored: bool = Field(False, description="also upside down in the opposite corner")


class ColourBy(Model):
    """The colours of cards by the value of one of their fields."""

    field: Id
    values: Mapping[str, Hex] = Field(description="a colour for each value, as typed on the cards")

    def colour(self, card: Card) -> str | None:
        """Return the colour of a card; None if its value has none."""
        value = str(card.fields.get(self.field))
        colours = (colour for name, colour in self.values.items() if name.strip(" :") == value)
        return next(colours, None)


class Deck(Model):
    """What the cards of a deck have in common."""

    like: Id | None = Field(None, description="another deck, from which this one inherits")
    fields: Mapping[Id, Slot] = {}
    size: str | None = Field(None, description="of its cards, in place of the aid's paper")
    radius: Number | None = Field(None, ge=1, le=6, description="of its corners, in mm")
    layout: Id = Field("face", description="the template of a side, cards/<layout>.html")
    omit: tuple[Id, ...] = Field((), description="title, text, contents, image or fields")
    colour: Hex | None = Field(None, description="of its cards, in place of the game's ink")
    back: PictureFile | None = Field(None, description="a picture that fills the backs")
    ground: PictureFile | None = Field(None, description="a picture that fills the fronts")
    align: Align = Field("middle", description="of its text: `centre` also centres the lines")
    foot: Foot | None = Field(None, description="an official game's default is `licence`")
    colour_by: ColourBy | None = Field(None, description="colours by the value of a field")
    sort: Literal["written", "title"] = Field("written", description="the order of its cards")
    numbered: bool = Field(False, description="print the number of each card, as in 3/24")
    overflow: Overflow | None = Field(None, description="what becomes of a front that is too full")


class Art(Illustrated):
    """A picture on a card."""

    place: ArtPlace = Field("top", description="beside the text, behind it, or to the edges")
    height: Number | None = Field(
        None,
        ge=8,
        le=200,
        description="in millimetres; behind a text, how much of the picture is free above it",
    )


class Face(Model):
    """One side of a card; a back without a title is a picture or a text alone."""

    title: Text | None = Field(None, description="card title")
    text: Text | None = Field(
        None, description="what a card says itself, before what its contents name"
    )
    flavour: Text | None = Field(
        None, description="words of mood below the text, smaller and in italics"
    )
    icon: Id | None = None
    module: Id | None = None
    colour: Hex | None = Field(None, description="of this side, in place of the game's ink")
    image: Annotated[Art, BeforeValidator(as_file)] | None = None
    text_size: TextSize = None
    shrink_to: ShrinkTo = None

    contents: tuple[Ref, ...] = ()


class Front(Face):
    """The front of a card, which has the card's title."""

    title: Text = Field(description="card title")


def _as_back(typed: object) -> object:
    # A back that is only a picture goes to the edges.
    typed = {"image": typed} if isinstance(typed, str) else typed
    if isinstance(typed, dict) and typed.keys() == {"image"}:
        image = as_file(typed["image"])
        return {"image": {"place": "full", **image} if isinstance(image, dict) else image}
    return typed


class Card(Record):
    """A card of one or two sides; `front` and `back` print the brief forms of records."""

    front: Front
    back: Annotated[Face, BeforeValidator(_as_back)] | None = Field(
        None, description="its other side; the name of a file is a picture that covers it"
    )
    image: Annotated[Art, BeforeValidator(as_file)] | None = Field(None, description="on its front")
    copies: Whole = Field(1, ge=1, le=99)
    deck: Id | None = Field(None, description="the deck that it belongs to")
    fields: Mapping[Id, FieldValue] = Field({}, description="what stands in the deck's fields")
    tags: tuple[Id, ...] = Field((), description="words by which an aid may choose cards")
    overflow: Overflow | None = Field(None, description="in place of what its deck says")
    colour: Hex | None = Field(None, description="of both sides, in place of the game's ink")
