"""The theme of a game: colours and fonts by role, frames, patterns and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic.functional_validators import BeforeValidator

from aidgen.game.fields import FileName, Hex, Id, Model, Number, Picture, PictureFile

Role = Literal["title", "text", "figures"]


class Colours(Model):
    """Colours by what they are for."""

    ink: Hex | None = Field(None, description="of titles, rules and bars: in place of `accent`")
    second: Hex | None = Field(None, description="of ornaments; `ink`, if left out")
    paper: Hex = Field("#ffffff", description="what cards and covers are printed on")
    tint: Hex | None = Field(None, description="behind every other row, and tinted blocks")
    good: Hex | None = Field(None, description="the icons of what is good; that of texts")
    bad: Hex | None = Field(None, description="the icons of what is bad; that of texts")
    modules: Mapping[Id, Hex] = Field({}, description="the marks of expansions")


class Font(Model):
    """A family of type: that of a package by its name, or font files of the pack."""

    family: str | None = Field(None, description="`Alegreya Sans` is fontpkg-alegreya-sans")
    files: tuple[FileName, ...] = Field((), description="font files in `assets`, one a weight")
    licence: str | None = Field(None, description="of `files`, as in `OFL-1.1`")

    @model_validator(mode="after")
    def _has_one_source(self) -> Font:
        if bool(self.family) == bool(self.files):
            raise ValueError("expected `family`, or `files` and their `licence`")
        if self.files and not self.licence:
            raise ValueError("found `files` without a `licence`, such as `OFL-1.1`")
        return self


FontName = Annotated[
    Font, BeforeValidator(lambda typed: {"family": typed} if isinstance(typed, str) else typed)
]

Frame = Literal["none", "single", "double", "thick", "wobbly", "meander"]
Corners = Literal["round", "square", "cut", "notched"]
Header = Literal["bar", "plate", "band", "rule"]


class Theme(Model):
    """The look of a game. Whatever is left out looks as it does without a theme."""

    colours: Colours = Field(default_factory=lambda: Colours.model_validate({}))
    fonts: Mapping[Role, FontName] = Field({}, description="by role")
    frame: Frame = Field("none", description="the line around cards and covers")
    corners: Corners = Field("round", description="of frames and of boxes on sheets")
    header: Header = Field("bar", description="what is behind a card's title")
    title_size: Number | None = Field(
        None, ge=7, le=24, description="the largest of cards' titles, in points"
    )
    cover: PictureFile | None = Field(None, description="in the middle of a booklet's cover")
    back: PictureFile | None = Field(None, description="what covers the backs of cards")
    logo: PictureFile | None = Field(None, description="beside the titles of sheets")

    @property
    def pictures(self) -> Iterator[tuple[str, Picture]]:
        """The pictures that it names, each with its key."""
        for key in ("cover", "back", "logo"):
            picture = getattr(self, key)
            if picture is not None:
                yield key, picture
