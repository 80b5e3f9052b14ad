"""The frozen records of a game: what files in `content/` may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainValidator,
    WithJsonSchema,
    model_validator,
)

from aidgen.game.fields import (
    SCALAR,
    BookColumns,
    Callout,
    Cell,
    Count,
    FigureValue,
    FileName,
    Hex,
    Id,
    Illustrated,
    Length,
    LocaleCode,
    LookupRecord,
    Model,
    Number,
    Picture,
    PictureFile,
    PrintedRecord,
    Record,
    RecordIllustration,
    Ref,
    Rows,
    ShrinkTo,
    TableCheck,
    TextSize,
    Tongue,
    ValueId,
    Whole,
    Word,
    as_file,
    limited_text,
)
from aidgen.game.figures import Figure, as_yaml, has_other_spelling, read_faces
from aidgen.game.texts import ICON, Text

GAME_PATTERN = r"^[^\W_][\w-]*$"
# The name of a game's folder.
GameId = Annotated[Word, Field(pattern=GAME_PATTERN)]
# The key that names the file that rows or records come from.
FROM = "from"
# What stands for the record that another one is drawn from.
THIS = "this"
NO_THIS = "`this` is what a record with a `from` is drawn from"
Role = Literal["title", "text", "figures"]
Frame = Literal["none", "single", "double", "thick", "wobbly", "meander"]
Corners = Literal["round", "square", "cut", "notched"]
Header = Literal["bar", "plate", "band", "rule"]
Align = Literal["left", "centre", "right"]
# Where a front that is too full goes on.
Overflow = Literal["back", "next card"]
TextAlign = Literal["top", "middle", "centre"]
# What is printed at the foot of a card: nothing, the attribution, or also the name of the game.
Foot = Literal["none", "licence", "all"]
Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
Place = Literal[Corner, "line", "list", "row", "foot"]
ArtPlace = Literal["top", "bottom", "left", "right", "behind", "full"]
Faces = Annotated[FigureValue, BeforeValidator(lambda typed: read_faces(typed) or typed)]


def _listed(name: Any) -> BeforeValidator:
    return BeforeValidator(
        lambda typed: (typed,) if isinstance(typed, str) else typed,
        json_schema_input_type=name | tuple[name, ...],
    )


OneOrMore = Annotated[tuple[ValueId, ...], _listed(ValueId)]
OneOrMoreRefs = Annotated[tuple[Ref, ...], _listed(Ref)]


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


class Pattern(Model):
    """What is behind the emblem on the back of a card: icons, again and again."""

    icons: tuple[Id, ...] = Field(min_length=1, description="what it repeats, in this order")
    size: Length = Field(8.0, ge=2, le=60, description="from one icon to the next")
    colour: Hex | None = Field(None, description="of the icons; a tint of the ink, if left out")
    turned: bool = Field(False, description="each icon is turned another way: a heap")
    fade: bool = Field(False, description="icons are smaller towards the edges")


class Theme(Model):
    """The look of a game. Whatever is left out looks as it does without a theme."""

    colours: Colours = Field(default_factory=lambda: Colours.model_validate({}))
    fonts: Mapping[Role, FontName] = Field({}, description="by role")
    frame: Frame = Field("none", description="the line around cards and covers")
    corners: Corners = Field("round", description="of frames and of boxes on sheets")
    header: Header = Field("bar", description="what is behind a card's title")
    title_size: Number | None = Field(None, ge=7, le=24, description="largest of titles, in points")
    cover: PictureFile | None = Field(None, description="in the middle of a booklet's cover")
    back: PictureFile | None = Field(None, description="what covers the backs of cards")
    pattern: Pattern | None = Field(None, description="icons on the backs of cards, all whole")
    logo: PictureFile | None = Field(None, description="beside the titles of sheets")

    @property
    def pictures(self) -> Mapping[str, Picture]:
        """The pictures that it names, by their keys."""
        named = {"cover": self.cover, "back": self.back, "logo": self.logo}
        return {key: picture for key, picture in named.items() if picture}


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


class Game(Model):
    """The properties of the whole game, from `game.yaml`."""

    id: GameId
    title: Text = Field(description="title of the game")
    subtitle: Text | None = Field(None, description="subtitle of the game")
    official: bool = Field(False, description="the author's own game: no notice needed")
    language: LocaleCode = Field(description="source language of the texts, as in `en` or `pt_BR`")
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
    repeats: tuple[Ref, ...] = Field(
        (), description="texts that may say what others say, as in `rules.gm-*`"
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
    rule: Ref | None = Field(None, description="the record whose page a book's glossary names")


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


class Column(Model):
    """A column of a table; its heading is words, or the range of the die that selects it."""

    header: Text | None = Field(None, description="table heading: as short as can be")
    also: Text | None = Field(
        None, description="other words by which people ask for it, joined by |; never printed"
    )
    range: Faces | None = None
    type: Literal["number", "range", "text"] = "number"
    unit: Text | None = limited_text(8, "unit behind a table heading", None)
    derive: str | None = Field(None, description="formula over the other columns and the values")
    decimals: Whole = Field(0, ge=0, le=2, description="the fewest, in a derived column")
    width: Number | None = Field(None, gt=0, le=100, description="per cent of the table's width")
    align: Align | None = Field(None, description="default: words left, figures centred")
    turned: bool = Field(False, description="whether its heading is set upwards, to take less room")


class Part(Model):
    """One of a family of tables that share their columns."""

    title: Text = Field(description="title of a table")
    note: Text | None = Field(None, description="note below a table")
    rows: Rows


class Table(LookupRecord):
    """A table: typed columns, raw values, and the rules for its values."""

    title: Text = Field(description="title of a table")
    image: RecordIllustration | None = Field(None, description="a picture beside its text")
    intro: Text | None = Field(None, description="what comes before a table: how to read it")
    brief: Text | None = Field(None, description="the same for a card: as short as can be")
    note: Text | None = Field(None, description="note below a table")
    die: FigureValue | None = None
    columns: Mapping[ValueId, Column] = Field(min_length=1)
    rows: Rows | None = None
    parts: Mapping[Id, Part] = {}
    across: bool = Field(False, description="print the rows side by side, one column each")
    fold: Whole = Field(1, ge=1, le=8, description="print its rows in this many columns")
    checks: tuple[TableCheck, ...] = ()

    def grids(self) -> Iterator[tuple[str, Text, Mapping[str, Mapping[str, Cell]]]]:
        """Yield the id ("" for the only one), title and rows of each table of the family."""
        if self.rows is not None:
            yield "", self.title, self.rows
        for name, part in self.parts.items():
            yield name, part.title, part.rows

    @property
    def folded(self) -> Table:
        """The table with its rows side by side: they run down the first columns, then the next."""
        if self.fold == 1 or self.rows is None:
            return self
        rows = list(self.rows.items())
        deep = -(-len(rows) // self.fold)
        columns: dict[str, Column] = {}
        cells = {name: dict[str, Cell]() for name, _ in rows[:deep]}
        for start in range(0, len(rows), deep):
            mark = f"_{start // deep + 1}" if start else ""
            columns |= {f"{name}{mark}": column for name, column in self.columns.items()}
            for line, at in zip(cells.values(), range(start, start + deep), strict=True):
                row = rows[at][1] if at < len(rows) else {}
                line |= {f"{name}{mark}": row.get(name, Text("")) for name in self.columns}
        return self.model_copy(update={"columns": columns, "rows": cells})

    @property
    def ranged(self) -> bool:
        """Whether its columns are headed by ranges of its die."""
        return any(column.range is not None for column in self.columns.values())

    @property
    def grouped(self) -> bool:
        """Whether its parts are the groups of one list, and not tables to roll on."""
        return (
            len(self.parts) > 1
            and self.columns[self.key].type == "text"
            and not (self.die or self.across or self.ranged)
            and all(part.note is None for part in self.parts.values())
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """The ids of the columns that name the rows: the first, of a folded table each first."""
        first = self.key
        marked = {f"{first}_{at}" for at in range(2, self.fold + 1)}
        return (first, *(name for name in self.columns if name in marked))

    @property
    def key(self) -> str:
        """The id of the first column, which names the rows."""
        return next(iter(self.columns))


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
    align: TextAlign = Field("top", description="of its text: `centre` also centres the lines")
    one_size: bool = Field(True, description="all its cards have the same size of type")
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


def _as_back(typed: object) -> object:
    # A back that is only a picture goes to the edges.
    typed = {"image": typed} if isinstance(typed, str) else typed
    if isinstance(typed, dict) and typed.keys() == {"image"}:
        image = as_file(typed["image"])
        return {"image": {"place": "full", **image} if isinstance(image, dict) else image}
    return typed


class Card(Record):
    """A card of one or two sides; `front` and `back` print the brief forms of records."""

    icon: Id | None = None
    front: Face = Face.model_validate({})  # of fields alone, rank and suit, it may be left out
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


class Chart(LookupRecord):
    """A line chart of a table against its first column: a line for each part and each `y`."""

    title: Text = Field(description="title of a chart")
    table: Id
    y: OneOrMore = Field(description="the column, or columns, that the lines show")
    x_label: Text = limited_text(32, "label of a chart's axis")
    y_label: Text = limited_text(32, "label of a chart's axis")
    text: Text = Field(description="what the chart shows, for those who cannot see it")


class Drawing(LookupRecord, Illustrated):
    """A picture that explains, with labels in the places that it has for them."""

    title: Text = Field(description="title of a drawing")
    alt: Text = Field(description="what a drawing shows, for those who cannot see it")
    width: Number = Field(ge=20, le=280, description="in mm")
    labels: Mapping[Id, Text] = Field(
        {}, description="label in a drawing, as short as can be; by the name of its place"
    )
    align: Mapping[Id, Align] = Field({}, description="of labels that are not centred")


def _free_name(name: str) -> str:
    if name in State.model_fields:
        raise ValueError(f"`{name}` is what every state may have, expected another name")
    return name


class State(LookupRecord):
    """A condition, token, modifier or keyword of play: what it does and when it ends."""

    title: Text = limited_text(32, "name of a condition")
    nature: Literal["good", "bad", "neutral"] = Field("neutral", description="colours its icon")
    image: RecordIllustration | None = Field(None, description="a picture beside its text")
    effect: Text = Field(description="what a condition does: as short as can be")
    brief: Text | None = Field(None, description="the same for a card: as short as can be")
    ends: Text | None = Field(None, description="when a condition ends")
    opposite: Id | None = Field(None, description="the other state of a pair; one of them names it")
    fields: Mapping[Annotated[Id, AfterValidator(_free_name)], FieldValue] = Field(
        {}, description="what only tables print of it"
    )


class Section(PrintedRecord):
    """A chapter: records in the order they are read."""

    title: Text = Field(description="title of a chapter")
    image: RecordIllustration | None = Field(None, description="a picture beside its text")
    intro: Text | None = Field(None, description="what opens a chapter")
    callouts: Mapping[Id, Callout] = {}
    columns: BookColumns | None = Field(None, description="of text; those of the book, if left out")
    brief: bool = Field(False, description="print the brief forms of its records, small, as a key")
    contents: tuple[Ref, ...]


class Blank(Record):
    """Something to fill in at the table: a track of boxes, named boxes, or lines."""

    icon: Id | None = None
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
    per_row: Whole | None = Field(None, ge=2, le=50, description="boxes of a track in a row")
    start: Count = 1
    end: Count | None = None
    step: Whole = Field(1, ge=1, description="from one box of a track to the next")
    marks: Mapping[str, Text] = limited_text(24, "words below a box of a track, by its number", {})
    labels: Mapping[Id, Text] = limited_text(36, "the name of a box", {})
    repeat: Count = Field(1, description="how many times the field is printed")
    each: Text | None = limited_text(16, "what one of the repeated fields is called", None)


class RecordRows(Model):
    """Rows of a table that are drawn from records: one for each."""

    records: OneOrMoreRefs = Field(alias="from", description="records, or patterns of their ids")


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
    empty: Literal["na", "blank"] = Field("na", description="empty cells: a dash, or room to write")
