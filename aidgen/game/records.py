"""The frozen records of a game: what files in `content/` may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema, model_validator
from pydantic.functional_validators import BeforeValidator

from aidgen.game.aids import Aid, BookColumns, OwnKind
from aidgen.game.cards import Card, Deck
from aidgen.game.fields import (
    Callout,
    Count,
    Hex,
    Id,
    LookupRecord,
    Model,
    PrintedRecord,
    Record,
    RecordIllustration,
    Ref,
    Tone,
    Tongue,
    ValueId,
    Whole,
    Word,
    as_tuple,
    limited_text,
)
from aidgen.game.figures import Figure
from aidgen.game.tables import Table
from aidgen.game.texts import Text
from aidgen.game.theme import Theme

GAME_PATTERN = r"^[^\W_][\w-]*$"
# The key that names the file that rows or records come from.
FROM = "from"


class Edition(Model):
    """A published text the facts were taken from."""

    title: str
    version: Word | None = None
    language: str


class Module(Model):
    """An expansion: its records are marked wherever they are printed."""

    title: Text = Field(description="name of an expansion")
    icon: Id
    note: Text | None = Field(None, description="when the rules of an expansion are in use")


# The name of a game's folder.
GameId = Annotated[
    str,
    BeforeValidator(lambda typed: str(typed) if type(typed) is int else typed),
    Field(pattern=GAME_PATTERN),
]


class Game(Model):
    """The properties of the whole game, from `game.yaml`."""

    id: GameId
    title: Text = Field(description="title of the game")
    subtitle: Text | None = Field(None, description="subtitle of the game")
    official: bool = Field(False, description="the author's own game: no notice needed")
    language: str = Field(description="source language of the texts, as in `en` or `pt_BR`")
    edition: Word = Field("1", description="of the aids, printed on each sheet")
    accent: Hex = Field("#444444", description="ink colour")
    theme: Theme = Field(
        default_factory=lambda: Theme.model_validate({}),
        description="how all that is printed of the game looks",
    )
    editions: Mapping[Id, Edition] = Field({}, description="published texts that facts are from")
    modules: Mapping[Id, Module] = {}
    foreign: Mapping[str, Tongue] = Field(
        {}, description="phrases that stay in another language wherever they stand, each with it"
    )
    hyphenation: Text | None = Field(
        None,
        description="words, in every form that occurs, with hyphens where a line may divide them; "
        "of compounds the joints",
    )
    credits: Text = Field(description="who made the game")
    notice: Text | None = Field(
        None, description="that this aid is unofficial, and whose game it is"
    )
    attribution: Text | None = limited_text(
        70, "whom a licence asks to name, and the licence: printed on every aid", None
    )

    @model_validator(mode="after")
    def _says_whose_it_is(self) -> Game:
        if self.notice is None and not self.official:
            raise ValueError("`notice` is missing (only a game with `official: true` needs none)")
        return self


class Term(LookupRecord):
    """A word of the game, used for one concept and no other; forms after `|` are allowed too."""

    one: Text = Field(description="glossary term; further forms after |, only the first is printed")
    many: Text | None = Field(None, description="its plural; further forms after |")
    definition: Text | None = Field(None, description="definition of a glossary term")


class Rule(LookupRecord):
    """A rule, written once; aids quote it whole or in its brief form."""

    title: Text = Field(description="title of a rule")
    image: RecordIllustration | None = Field(None, description="a picture beside its text")
    text: Text = Field(description="a rule, in full")
    brief: Text | None = Field(None, description="the same rule for a card: as short as can be")
    example: Text | None = Field(None, description="example of a rule")
    callouts: Mapping[Id, Callout] = {}


class Branch(Record):
    """One of the ways a step can go."""

    title: Text = limited_text(28, "what decides for a branch, or its name: two or three words")
    text: Text = Field(description="a branch, in full")
    brief: Text | None = Field(None, description="the same branch for a card: as short as can be")


class Step(Record):
    """One step of a procedure."""

    title: Text | None = limited_text(28, "title of a step: two or three words", None)
    text: Text = Field(description="a step, in full")
    brief: Text | None = Field(None, description="the same step for a card: as short as can be")
    branches: Mapping[Id, Branch] = Field({}, description="the ways the step can go, A or B")


class Procedure(LookupRecord):
    """Steps to be done in order."""

    title: Text = Field(description="title of a procedure")
    image: RecordIllustration | None = Field(None, description="a picture beside its text")
    intro: Text | None = Field(None, description="what comes before the steps of a procedure")
    steps: Mapping[Id, Step]
    outro: Text | None = Field(None, description="what comes after the steps of a procedure")
    callouts: Mapping[Id, Callout] = {}


class Chart(LookupRecord):
    """A line chart of a table against its first column: a line for each part and each `y`."""

    title: Text = Field(description="title of a chart")
    table: Id
    y: Annotated[tuple[ValueId, ...], BeforeValidator(as_tuple)] = Field(
        description="the column, or columns, that the lines show"
    )
    x_label: Text = limited_text(32, "label of a chart's axis")
    y_label: Text = limited_text(32, "label of a chart's axis")
    text: Text = Field(description="what the chart shows, for those who cannot see it")


class State(LookupRecord):
    """A condition, token, modifier or keyword of play: what it does and when it ends."""

    title: Text = limited_text(32, "name of a condition")
    tone: Tone = "neutral"
    image: RecordIllustration | None = Field(None, description="a picture beside its text")
    effect: Text = Field(description="what a condition does: as short as can be")
    brief: Text | None = Field(None, description="the same for a card: as short as can be")
    ends: Text | None = Field(None, description="when a condition ends")


class Section(PrintedRecord):
    """A chapter: records in the order they are read."""

    title: Text = Field(description="title of a chapter")
    image: RecordIllustration | None = Field(None, description="a picture beside its text")
    intro: Text | None = Field(None, description="what opens a chapter")
    callouts: Mapping[Id, Callout] = {}
    columns: BookColumns | None = Field(None, description="of text; those of the book, if left out")
    contents: tuple[Ref, ...]


class Blank(Record):
    """Something to fill in at the table: a track of boxes, named boxes, or lines."""

    title: Text = limited_text(32, "label of a field to fill in")
    note: Text | None = Field(None, description="note beside a field to fill in")
    shape: Literal[
        "track", "boxes", "checks", "rating", "clock", "fields", "line", "lines", "area"
    ] = Field(
        description="numbered boxes; named boxes; tick boxes, with or without names; names, each "
        "with boxes from `start` to `end`; a circle of so many segments; names, each with a line; "
        "one line, or lines from `start` to `end`, to write on; a box of so many lines"
    )
    look: Literal["dots", "boxes"] | None = Field(None, description="of a rating; default: dots")
    per_row: Whole | None = Field(
        None, ge=2, le=50, description="how many boxes of a track fill a row"
    )
    start: Count = 1
    end: Count | None = None
    step: Whole = Field(1, ge=1, description="from one box of a track to the next")
    marks: Mapping[str, Text] = limited_text(24, "words below a box of a track, by its number", {})
    labels: Mapping[Id, Text] = limited_text(36, "the name of a box", {})
    repeat: Count = Field(1, description="how many times the field is printed")
    each: Text | None = limited_text(16, "what one of the repeated fields is called", None)


Value = Annotated[
    Figure,
    WithJsonSchema(
        {
            "description": "a number, a range or dice; or `derive`, a formula over other values",
            "type": ["integer", "number", "string", "object"],
            "properties": {"derive": {"type": "string"}},
            "additionalProperties": False,
        }
    ),
]


class GameFiles(Model):
    """The keys that the files of a game's folder may have, each key in any file."""

    game: Game | None = None
    kinds: Mapping[Id, OwnKind] = {}
    values: Mapping[ValueId, Value] = {}
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
    name for name in GameFiles.model_fields if name not in ("game", "kinds", "values")
)


class Origin(Model):
    """The file that rows or records come from, and its columns."""

    file: str = Field(alias="from", description="a CSV, XLSX or ODS file in the folder of the game")
    sheet: str | None = Field(None, description="of a workbook; its first, if left out")
    header_row: Whole | None = Field(None, ge=1, description="default: the first row with text")
    id: str | None = Field(None, description="the column of ids; `id`, or else the first of texts")
    columns: Mapping[str, str] | None = Field(
        None, description="the heading of each column or field that is read, if it is another"
    )
    same: Mapping[str, Any] = Field({}, description="what all its records say alike")
    ignore: tuple[str, ...] = Field((), description="headings of columns that are passed over")
    empty: Literal["na", "blank"] = Field(
        "na", description="an empty cell is a dash, or room to write"
    )
