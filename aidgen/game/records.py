"""The records a game is made of, frozen: what may stand in `content/`, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic.functional_validators import BeforeValidator

from aidgen.game.boards import Board as Board
from aidgen.game.boards import Space as Space
from aidgen.game.cards import Card as Card
from aidgen.game.cards import Deck as Deck
from aidgen.game.cards import Face as Face
from aidgen.game.fields import (
    Cell as Cell,
)
from aidgen.game.fields import (
    Certainty as Certainty,
)
from aidgen.game.fields import (
    Count as Count,
)
from aidgen.game.fields import (
    Id as Id,
)
from aidgen.game.fields import (
    Law as Law,
)
from aidgen.game.fields import (
    Reader as Reader,
)
from aidgen.game.fields import (
    Ref as Ref,
)
from aidgen.game.fields import (
    Rows as Rows,
)
from aidgen.game.fields import (
    Tone as Tone,
)
from aidgen.game.fields import (
    Tongue as Tongue,
)
from aidgen.game.fields import (
    ValueId as ValueId,
)
from aidgen.game.fields import (
    Word as Word,
)
from aidgen.game.fields import (
    as_tuple as as_tuple,
)
from aidgen.game.fields import (
    at_most as at_most,
)
from aidgen.game.figures import Figure
from aidgen.game.kinds import OwnKind
from aidgen.game.model import Model as Model
from aidgen.game.model import Record as Record
from aidgen.game.ruled import Grid as Grid
from aidgen.game.standees import Standee as Standee
from aidgen.game.tables import Column as Column
from aidgen.game.tables import Part as Part
from aidgen.game.tables import Table as Table
from aidgen.game.texts import Text
from aidgen.game.theme import Illustration, Theme
from aidgen.game.tokens import Token as Token
from aidgen.game.units import Quantity, UnitName


class Edition(Model):
    """A published text the facts were taken from."""

    title: str
    version: Word | None = None
    language: str


class Module(Model):
    """An expansion: what belongs to it is marked wherever it is printed."""

    title: Text = Field(description="name of an expansion")
    icon: Id
    note: Text | None = Field(None, description="when the rules of an expansion are in use")


class Conversion(Model):
    """How a unit is said where people measure otherwise: 5 ft as 1.5 m, at 0.3 m for 1 ft."""

    into: UnitName
    times: Figure = Field(description="of the other unit for one of this, as the game rounds it")

    @field_validator("times")
    @classmethod
    def _is_a_number(cls, factor: Figure) -> Figure:
        if not isinstance(factor.raw, Fraction) or factor.raw <= 0:
            raise ValueError(f"found `{factor}`, expected a number above 0")
        return factor


class Game(Model):
    """What `game.yaml` says of the game as a whole."""

    id: Id
    title: Text = Field(description="title of the game")
    subtitle: Text | None = Field(None, description="subtitle of the game")
    language: str = Field(description="source language of the texts, as in `en` or `pt_BR`")
    edition: Word = Field(
        "1", description="of the aids, printed on each sheet: raise it when all should be reprinted"
    )
    accent: str = Field("#444444", pattern=r"^#[0-9a-fA-F]{6}$", description="ink colour")
    theme: Theme = Field(
        default_factory=lambda: Theme.model_validate({}),
        description="how all that is printed of the game looks",
    )
    editions: Mapping[Id, Edition]
    modules: Mapping[Id, Module] = {}
    units: Mapping[UnitName, Conversion] = Field(
        {}, description="units of this game, and what they are where others are in use"
    )
    own_units: Mapping[Id, Text] = Field(
        {}, description="a unit of the game: how it stands with a number; keep {number}"
    )
    foreign: Mapping[str, Tongue] = Field(
        {}, description="phrases that stay in another language wherever they stand, each with it"
    )
    hyphenation: Text | None = Field(
        None,
        description="words, in every form that occurs, with hyphens where a line may divide them; "
        "of compounds the joints",
    )
    credits: Text = Field(description="who made the game")
    notice: Text = Field(description="that this aid is unofficial, and whose game it is")
    attribution: Text | None = at_most(
        70, "whom a licence asks to name, and the licence: printed on every aid", None
    )


class Term(Record):
    """A word of the game, used for one concept and no other; forms after `|` are allowed too."""

    one: Text = Field(description="glossary term; further forms after |, only the first is printed")
    many: Text | None = Field(None, description="its plural; further forms after |")
    definition: Text | None = Field(None, description="definition of a glossary term")


class Rule(Record):
    """A rule, written once; aids quote it whole or in its brief form."""

    title: Text = Field(description="title of a rule")
    image: Illustration | None = Field(None, description="a picture beside its text")
    text: Text = Field(description="a rule, in full")
    brief: Text | None = Field(None, description="the same rule for a card: as short as can be")
    example: Text | None = Field(None, description="example of a rule")


class Branch(Record):
    """One of the ways a step can go."""

    title: Text = at_most(28, "what decides for a branch, or its name: two or three words")
    text: Text = Field(description="a branch, in full")
    brief: Text | None = Field(None, description="the same branch for a card: as short as can be")


class Step(Record):
    """One step of a procedure."""

    title: Text | None = at_most(28, "title of a step: two or three words", None)
    text: Text = Field(description="a step, in full")
    brief: Text | None = Field(None, description="the same step for a card: as short as can be")
    branches: Mapping[Id, Branch] = Field({}, description="the ways the step can go, A or B")


class Procedure(Record):
    """Steps to be done in order."""

    title: Text = Field(description="title of a procedure")
    image: Illustration | None = Field(None, description="a picture beside its text")
    intro: Text | None = Field(None, description="what comes before the steps of a procedure")
    steps: Mapping[Id, Step]
    outro: Text | None = Field(None, description="what comes after the steps of a procedure")


class Chart(Record):
    """A line chart of a table against its first column: a line for each part and each `y`."""

    title: Text = Field(description="title of a chart")
    table: Id
    y: Annotated[tuple[ValueId, ...], BeforeValidator(as_tuple)] = Field(
        description="the column, or columns, that the lines show"
    )
    x_label: Text = at_most(32, "label of a chart's axis")
    y_label: Text = at_most(32, "label of a chart's axis")
    text: Text = Field(description="what the chart shows, for those who cannot see it")


class State(Record):
    """A condition, token, modifier or keyword of play: what it does and when it ends."""

    title: Text = at_most(32, "name of a condition")
    tone: Tone = "neutral"
    image: Illustration | None = Field(None, description="a picture beside its text")
    effect: Text = Field(description="what a condition does: as short as can be")
    brief: Text | None = Field(None, description="the same for a card: as short as can be")
    ends: Text | None = Field(None, description="when a condition ends")


class Section(Record):
    """A chapter: records in the order they are read."""

    title: Text = Field(description="title of a chapter")
    image: Illustration | None = Field(None, description="a picture beside its text")
    intro: Text | None = Field(None, description="what opens a chapter")
    contents: tuple[Ref, ...]


class Blank(Record):
    """Something to fill in at the table: a track of boxes, named boxes, or lines."""

    title: Text = at_most(32, "label of a field to fill in")
    note: Text | None = Field(None, description="note beside a field to fill in")
    shape: Literal["track", "boxes", "checks", "fields", "line", "lines"] = Field(
        description="numbered boxes; named boxes; tick boxes, with or without names; "
        "names each with a line; one line, or lines from `start` to `end`, to write on"
    )
    start: Count = 1
    end: Count | None = None
    step: int = Field(1, ge=1, description="from one box of a track to the next")
    marks: Mapping[str, Text] = at_most(24, "words below a box of a track, by its number", {})
    labels: Mapping[Id, Text] = at_most(36, "the name of a box", {})
    repeat: Count = Field(1, description="how many times the field is printed")
    each: Text | None = at_most(16, "what one of the repeated fields is called", None)


class Block(Model):
    """A region of a sheet."""

    title: Text | None = Field(None, description="title of a region of a sheet")
    icon: Id | None = None
    module: Id | None = None
    width: int = Field(12, ge=2, le=12, description="in twelfths of the sheet")
    height: int | None = Field(
        None, ge=5, description="in millimetres; as tall as needed if left out"
    )
    new_page: bool = Field(False, description="start a new page, or panel of a screen, here")
    look: Literal["plain", "boxed", "tinted", "solid"] = "plain"
    scale: float = Field(
        1.0,
        ge=0.8,
        le=1.6,
        description="type of the page: above 1 what is looked up every round",
    )
    brief: bool = Field(True, description="print the brief forms")
    image: Illustration | None = Field(None, description="a picture above what is in it")
    contents: tuple[Ref, ...]


class Aid(Record):
    """A document to print."""

    title: Text = Field(description="title of a printed aid")
    image: Illustration | None = Field(None, description="of a book: a picture on its cover")
    reader: Reader | None = Field(None, description="who has it at hand in play")
    kind: str
    paper: str
    landscape: bool = False
    pages: Figure | None = Field(None, description="how many pages it may have, as in 1 or 12-16")
    contents: tuple[Ref, ...] = ()
    blocks: Mapping[Id, Block] = {}
    folds: int | None = Field(
        None, ge=1, le=3, description="of a leaflet: how many times it is folded; 2, if left out"
    )
    grid: Grid | None = Field(None, description="of paper that is ruled, or a board: what with")
    board: Board | None = Field(None, description="of a board: its size, and what is on it")
    standee: Standee | None = Field(None, description="of standees and tents: their size")
    token: Token | None = Field(None, description="of tokens: their size and backs")
    copies: int = Field(1, ge=1, le=99, description="of each token")
    only: str | None = Field(
        None, description="of cards: which, as in `level <= 3 and fire in tags`"
    )
    text_size: float | None = Field(None, ge=7, le=14, description="in points")
    shrink_to: float | None = Field(
        None,
        ge=7,
        le=14,
        description="of cards: the smallest type, in points, if it may be smaller",
    )

    @property
    def page_limits(self) -> tuple[int, int | None]:
        """The fewest and the most pages that it may have; None if there is no most."""
        if self.pages is None:
            return 1, None
        least = int(self.pages.number)
        return least, getattr(self.pages.raw, "high", least)


class Pack(Model):
    """What the files of a game's folder may hold between them, each key in any file."""

    game: Game | None = None
    kinds: Mapping[Id, OwnKind] = {}
    values: Mapping[ValueId, Quantity] = {}
    terms: Mapping[Id, Term] = {}
    sections: Mapping[Id, Section] = {}
    rules: Mapping[Id, Rule] = {}
    procedures: Mapping[Id, Procedure] = {}
    tables: Mapping[Id, Table] = {}
    charts: Mapping[Id, Chart] = {}
    states: Mapping[Id, State] = {}
    decks: Mapping[Id, Deck] = {}
    cards: Mapping[Id, Card] = {}
    blanks: Mapping[Id, Blank] = {}
    aids: Mapping[Id, Aid] = {}


KINDS_OF_RECORD = tuple(
    name for name in Pack.model_fields if name not in ("game", "kinds", "values")
)
