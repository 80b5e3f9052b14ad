"""The records a game is made of, frozen: what `content/` holds, and all that later stages read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainValidator,
    WithJsonSchema,
)
from pydantic.functional_validators import BeforeValidator
from pydantic_core import CoreSchema, core_schema

from aidgen.figures import Figure, derive, names, neutral
from aidgen.plurals import NAMES
from aidgen.problems import Where

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
ICON = re.compile(r"(?<![\w:]):([a-z][a-z0-9-]*):(?![\w:])")
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")

Origin = Literal["source", "translated", "fuzzy", "missing"]


class Text(str):
    """Words a reader sees, in the Markdown dialect; `state` says how they came to this language.

    Every such word of every record has this type: extraction, translation, typography and proof
    are walks over it, and nobody lists the translatable fields a second time. `context` is its
    msgctxt, once it is localized.

    A text that goes by a number has a form for each way of counting, named in `plural`: by CLDR
    (one, few, other) in the source, by their places (0, 1, 2) in a translation. The author asks
    for them where a word hangs on a number that may change; all other texts stay one string, since
    a number is known when they are written. The text itself is the form called `other`.
    """

    state: Origin
    context: str
    plural: tuple[tuple[str, str], ...]

    def __new__(
        cls,
        words: str,
        state: Origin = "source",
        context: str = "",
        plural: tuple[tuple[str, str], ...] = (),
    ) -> Text:
        """Make a text of `words`."""
        text = super().__new__(cls, words)
        text.state, text.context, text.plural = state, context, plural
        return text

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Let a text travel to another process with its state, context and forms."""
        return (str(self), self.state, self.context, self.plural)

    @property
    def wordings(self) -> tuple[str, ...]:
        """All that the text may say: itself, or each of its forms."""
        return tuple(words for _, words in self.plural) or (str(self),)

    @property
    def ids(self) -> tuple[str, str]:
        """The text as a PO file holds it: msgid and, "" if there is none, msgid_plural."""
        return (self.wordings[0], str(self)) if self.plural else (str(self), "")

    @classmethod
    def _read(cls, found: object, string: Callable[[object], str]) -> Text:
        if not isinstance(found, Mapping):
            return cls(string(found))
        if not {"other"} < set(found) <= set(NAMES):
            listed = ", ".join(f"`{name}`" for name in found) or "nothing"
            names = "`other` and one or more of zero, one, two, few, many"
            raise ValueError(f"found the forms {listed}, expected {names}")
        plural = tuple((name, string(found[name])) for name in NAMES if name in found)
        return cls(dict(plural)["other"], plural=plural)

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        """Validate from a YAML string, or a mapping of forms."""
        strings = core_schema.str_schema(min_length=1, strip_whitespace=True)
        return core_schema.no_info_wrap_validator_function(cls._read, strings)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _: CoreSchema, __: GetJsonSchemaHandler
    ) -> dict[str, object]:
        """Describe what may stand in the YAML."""
        words = {"type": "string", "minLength": 1}
        forms = {
            "type": "object",
            "properties": dict.fromkeys(NAMES, words),
            "required": ["other"],
            "minProperties": 2,
            "additionalProperties": False,
            "description": "forms by the first whole number that the text quotes",
        }
        return {"anyOf": [words, forms], "description": "translatable text"}


def _cell(scalar: object) -> Figure | Text | None:
    if scalar is None or isinstance(scalar, (Figure, Text)):
        return scalar
    figure = Figure.read(scalar)
    if figure is None and not (isinstance(scalar, str) and scalar.strip()):
        raise ValueError(f"found `{scalar}`, expected a figure or a text")
    return figure or Text(str(scalar).strip())


def _at_most(limit: int, role: str, default: Any = ...) -> Any:
    """Return the field of a text for which a page has little room: at most `limit` characters.

    The limit is told to authors and translators with the field's role, and checked in both.
    """
    described = f"{role}, at most {limit} characters"
    return Field(default, description=described, json_schema_extra={"limit": limit})


def _as_text(scalar: object) -> object:
    number = isinstance(scalar, (int, Decimal)) and not isinstance(scalar, bool)
    return str(scalar) if number else scalar


def _as_tuple(columns: object) -> object:
    return (columns,) if isinstance(columns, str) else columns


Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$")]
ValueId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Ref = Annotated[
    str,
    Field(
        pattern=r"^[a-z]+(\.[^.\s]+)*$",
        description="a record (rules.surges), a part of one (tables.damage.four) or a whole kind",
    ),
]
Word = Annotated[str, BeforeValidator(_as_text)]
Tongue = Annotated[str, Field(pattern=r"^[a-z]{2,3}(_[A-Z]{2})?$")]
Count = Annotated[int | ValueId, Field(description="a whole number, or the name of a value")]
Cell = Annotated[
    Any,
    PlainValidator(_cell),
    WithJsonSchema({"type": ["integer", "number", "string", "null"]}),
]
Rows = Annotated[
    Mapping[str, Mapping[str, Cell]],
    WithJsonSchema(
        {
            "type": "object",
            "description": "the row's id, then its cells in the order of the columns; "
            "the id itself is the first cell unless the first column holds text",
            "additionalProperties": {
                "type": "array",
                "items": {"type": ["integer", "number", "string", "null"]},
            },
        }
    ),
]

Certainty = Literal["certain", "reconstructed", "lost"]
Tone = Literal["good", "bad", "neutral"]
Law = Literal["rows-rise", "columns-rise", "parts-rise"]


class Model(BaseModel):
    """The base of all records: frozen, and strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Record(Model):
    """What every record may say of itself."""

    source: str | None = Field(
        None,
        pattern=r"^[a-z][a-z0-9_-]*(:\d+(-\d+)?)?(, [a-z][a-z0-9_-]*(:\d+(-\d+)?)?)*$",
        description="edition and line it was taken from, as in `en:105` or `en:105-107, fr:98`",
    )
    certainty: Certainty = Field(
        "certain",
        description="`reconstructed` prints a mark, `lost` prints a visible gap",
    )
    module: Id | None = Field(None, description="the expansion this record belongs to")
    icon: Id | None = Field(None, description="the name of an icon")


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
    editions: Mapping[Id, Edition]
    modules: Mapping[Id, Module] = {}
    foreign: Mapping[str, Tongue] = Field(
        {}, description="phrases that stay in another language wherever they stand, each with it"
    )
    credits: Text = Field(description="who made the game")
    notice: Text = Field(description="that this aid is unofficial, and whose game it is")


class Term(Record):
    """A word of the game, used for one concept and no other; forms after `|` are allowed too."""

    one: Text = Field(description="glossary term; further forms after |, only the first is printed")
    many: Text | None = Field(None, description="its plural; further forms after |")
    definition: Text | None = Field(None, description="definition of a glossary term")


class Rule(Record):
    """A rule, written once; aids quote it whole or in its brief form."""

    title: Text = Field(description="title of a rule")
    text: Text = Field(description="a rule, in full")
    brief: Text | None = Field(None, description="the same rule for a card: as short as can be")
    example: Text | None = Field(None, description="example of a rule")


class Branch(Record):
    """One of the ways a step can go."""

    title: Text = _at_most(28, "what decides for a branch, or its name: two or three words")
    text: Text = Field(description="a branch, in full")
    brief: Text | None = Field(None, description="the same branch for a card: as short as can be")


class Step(Record):
    """One step of a procedure."""

    title: Text | None = _at_most(28, "title of a step: two or three words", None)
    text: Text = Field(description="a step, in full")
    brief: Text | None = Field(None, description="the same step for a card: as short as can be")
    branches: Mapping[Id, Branch] = Field({}, description="the ways the step can go, A or B")


class Procedure(Record):
    """Steps to be done in order."""

    title: Text = Field(description="title of a procedure")
    intro: Text | None = Field(None, description="what comes before the steps of a procedure")
    steps: Mapping[Id, Step]
    outro: Text | None = Field(None, description="what comes after the steps of a procedure")


class Column(Model):
    """A column of a table; its heading is words or the range of the die that leads to it."""

    header: Text | None = _at_most(32, "table heading: as short as can be", None)
    range: Figure | None = None
    type: Literal["number", "range", "text"] = "number"
    unit: Text | None = _at_most(8, "unit behind a table heading", None)
    derive: str | None = Field(None, description="formula over the other columns and the values")
    decimals: int = Field(
        0, ge=0, le=2, description="decimals written at least, of a derived column"
    )


class Part(Model):
    """One of a family of tables that share their columns."""

    title: Text = Field(description="title of a table")
    note: Text | None = Field(None, description="note below a table")
    rows: Rows


class Table(Record):
    """A table: typed columns, raw values, and the laws its values obey."""

    title: Text = Field(description="title of a table")
    intro: Text | None = Field(None, description="what comes before a table: how to read it")
    note: Text | None = Field(None, description="note below a table")
    die: Figure | None = None
    columns: Mapping[ValueId, Column] = Field(min_length=1)
    rows: Rows | None = None
    parts: Mapping[Id, Part] = {}
    lying: bool = Field(False, description="print the rows side by side, one column each")
    laws: tuple[Law, ...] = ()

    def grids(self) -> Iterator[tuple[str, Text, Mapping[str, Mapping[str, Cell]]]]:
        """Yield the id ("" for the only one), title and rows of each table of the family."""
        if self.rows is not None:
            yield "", self.title, self.rows
        for name, part in self.parts.items():
            yield name, part.title, part.rows

    @property
    def ranged(self) -> bool:
        """Whether its columns are headed by ranges of its die."""
        return any(column.range is not None for column in self.columns.values())

    @property
    def key(self) -> str:
        """The id of the first column, which names the rows."""
        return next(iter(self.columns))


class Chart(Record):
    """A line chart of a table against its first column: a line for each part and each `y`."""

    title: Text = Field(description="title of a chart")
    table: Id
    y: Annotated[tuple[ValueId, ...], BeforeValidator(_as_tuple)] = Field(
        description="the column, or columns, that the lines show"
    )
    x_label: Text = _at_most(32, "label of a chart's axis")
    y_label: Text = _at_most(32, "label of a chart's axis")
    text: Text = Field(description="what the chart shows, for those who cannot see it")


class State(Record):
    """A condition, token, modifier or keyword of play: what it does and when it ends."""

    title: Text = _at_most(32, "name of a condition")
    tone: Tone = "neutral"
    effect: Text = Field(description="what a condition does: as short as can be")
    ends: Text | None = Field(None, description="when a condition ends")


class Section(Record):
    """A chapter: records in the order they are read."""

    title: Text = Field(description="title of a chapter")
    intro: Text | None = Field(None, description="what opens a chapter")
    contents: tuple[Ref, ...]


class Face(Model):
    """One side of a card."""

    title: Text = _at_most(24, "card title")
    icon: Id | None = None
    module: Id | None = None
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
    copies: int = Field(1, ge=1, le=99)


class Blank(Record):
    """Something to fill in at the table: a track of boxes, named boxes, or lines."""

    title: Text = _at_most(32, "label of a field to fill in")
    note: Text | None = Field(None, description="note beside a field to fill in")
    shape: Literal["track", "boxes", "checks", "fields", "line", "lines"] = Field(
        description="numbered boxes; named boxes; tick boxes, with or without names; "
        "names each with a line; one line, or lines from `start` to `end`, to write on"
    )
    start: Count = 1
    end: Count | None = None
    step: int = Field(1, ge=1, description="from one box of a track to the next")
    marks: Mapping[str, Text] = _at_most(24, "words below a box of a track, by its number", {})
    labels: Mapping[Id, Text] = _at_most(36, "the name of a box", {})
    repeat: Count = Field(1, description="how many times the field is printed")
    each: Text | None = _at_most(16, "what one of the repeated fields is called", None)


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
    text_size: float | None = Field(None, ge=7, le=20, description="in points")
    brief: bool = Field(True, description="print the brief forms")
    contents: tuple[Ref, ...]


class Aid(Record):
    """A document to print."""

    title: Text = Field(description="title of a printed aid")
    kind: str
    paper: str
    landscape: bool = False
    pages: Figure | None = Field(None, description="how many pages it may have, as in 1 or 12-16")
    contents: tuple[Ref, ...] = ()
    blocks: Mapping[Id, Block] = {}
    copies: int = Field(1, ge=1, le=99, description="of each token")
    text_size: float | None = Field(None, ge=7, le=14, description="in points")
    shrink_to: float | None = Field(
        None,
        ge=7,
        le=14,
        description="of cards: the smallest type, in points, if it may be smaller",
    )


class Pack(Model):
    """What the files of a game's folder may hold between them, each key in any file."""

    game: Game | None = None
    values: Mapping[ValueId, Figure] = {}
    terms: Mapping[Id, Term] = {}
    sections: Mapping[Id, Section] = {}
    rules: Mapping[Id, Rule] = {}
    procedures: Mapping[Id, Procedure] = {}
    tables: Mapping[Id, Table] = {}
    charts: Mapping[Id, Chart] = {}
    states: Mapping[Id, State] = {}
    cards: Mapping[Id, Card] = {}
    blanks: Mapping[Id, Blank] = {}
    aids: Mapping[Id, Aid] = {}


class Canon(Pack):
    """A whole game in one language, with the fixed words that templates print."""

    game: Game
    words: Mapping[Id, Text] = {}
    locale: str = ""
    places: Mapping[tuple[str, ...], Where] = Field({}, repr=False)
    notes: Mapping[tuple[str, ...], str] = Field({}, repr=False)
    """What the author tells translators of the texts at a path, and below it."""

    unread: ClassVar[frozenset[str]] = frozenset({"places", "notes", "locale"})

    def find(self, ref: str) -> Any:
        """Return the record, part or mapping that `ref` names; raises KeyError if there is none."""
        kind, *rest = ref.split(".")
        if kind not in KINDS_OF_RECORD:
            raise KeyError(ref)
        node: Any = getattr(self, kind)
        for name in rest:
            if isinstance(node, Mapping):
                node = node[name]
            elif isinstance(node, (Table, Procedure)):
                node = (node.parts if isinstance(node, Table) else node.steps)[name]
            else:
                raise KeyError(ref)
        return node

    def count(self, count: int | str) -> int:
        """Return a `Count` as a number: itself, or the value it names."""
        return count if isinstance(count, int) else int(self.values[count].number)

    def where(self, path: tuple[str, ...] | str) -> Where:
        """Return the place in the YAML of the node at `path`, or of the closest node around it."""
        steps = tuple(path.split(".")[1:]) if isinstance(path, str) else path
        while steps and steps not in self.places:
            steps = steps[:-1]
        return self.places.get(steps, Where(self.game.id))

    def note(self, path: tuple[str, ...]) -> str:
        """Return what the author tells translators of the text at `path`, a line for each note."""
        around = (path[:end] for end in range(1, len(path) + 1))
        return "\n".join(self.notes[steps] for steps in around if steps in self.notes)

    def role(self, path: tuple[str, ...]) -> tuple[str, int | None]:
        """Return what the text at `path` is, and how many characters it may have."""
        node: Any = self
        role, limit = "", None
        for step in path:
            if isinstance(node, Model) and step in type(node).model_fields:
                field = type(node).model_fields[step]
                extra = field.json_schema_extra
                role = field.description or ""
                limit = int(str(extra["limit"])) if isinstance(extra, dict) else None
                node = getattr(node, step)
            elif isinstance(node, Mapping):
                node = node.get(step)
        return role, limit

    def counted(self, text: Text) -> int | None:
        """Return the number by which the forms of a text go: the first whole one it quotes."""
        for name in PLACEHOLDER.findall(text):
            raw = self.values[name].raw if name in self.values else None
            if isinstance(raw, Fraction) and raw.denominator == 1:
                return int(raw)
        return None

    def length(self, wording: str) -> int:
        """Return how many characters a reader sees of a wording, its values filled in.

        An icon counts as one; accents that are characters of their own do not count.
        """
        seen = LINK.sub(r"\1", ICON.sub("*", wording.replace("*", "")))
        seen = PLACEHOLDER.sub(lambda found: str(self.values.get(found[1], "")), seen)
        return sum(not unicodedata.combining(letter) for letter in seen)

    def context(self, path: tuple[str, ...]) -> str:
        """Return the msgctxt of the text at `path`: the ids that lead to it, the game's first."""
        return ".".join(("ui", *path[1:]) if path[0] == "words" else (self.game.id, *path))

    def printed(self, aid_name: str) -> frozenset[str]:
        """Return every reference that an aid prints, those inside sections and cards included."""
        aid = self.aids[aid_name]
        found: set[str] = set()
        queue = [*aid.contents, *(ref for block in aid.blocks.values() for ref in block.contents)]
        while queue:
            ref = queue.pop()
            if ref in found:
                continue
            found.add(ref)
            try:
                node = self.find(ref)
            except KeyError:
                continue
            if isinstance(node, Section):
                queue += node.contents
            elif isinstance(node, Card):
                queue += [ref for face in (node.front, node.back) if face for ref in face.contents]
            elif isinstance(node, Mapping) and "." not in ref:
                queue += [f"{ref}.{name}" for name in node]
        return frozenset(found)

    @property
    def digest(self) -> str:
        """A digest of all texts and figures of the game."""
        said = (
            f"{self.context(path)} {' | '.join(getattr(leaf, 'wordings', (str(leaf),)))}"
            for path, leaf in leaves(self)
            if path[0] != "words"
        )
        return sha256("\n".join(said).encode()).hexdigest()

    @property
    def mark(self) -> str:
        """A short digest of all figures of the game: sheets that bear the same belong together."""
        figures = (
            f"{self.context(path)} {leaf.raw}"
            for path, leaf in leaves(self)
            if isinstance(leaf, Figure) and path[0] in ("values", "tables")
        )
        return sha256("\n".join(figures).encode()).hexdigest()[:6]

    def texts(self) -> Iterator[tuple[tuple[str, ...], Text]]:
        """Yield every text of the game (not of the templates), with its path of ids."""
        for path, leaf in leaves(self):
            if isinstance(leaf, Text) and path[0] != "words":
                yield path, leaf

    def wordings(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield all that the texts of the game may say: of a text with forms, each of them."""
        for path, text in self.texts():
            for wording in text.wordings:
                yield path, wording


KINDS_OF_RECORD = tuple(name for name in Pack.model_fields if name not in ("game", "values"))

Leaf = Text | Figure


def phrase(words: str) -> str:
    """Return a pattern that finds a phrase in texts, whatever their spaces and apostrophes."""
    parts = (re.escape(part).replace("’", "'").replace("'", "['’]") for part in words.split())
    return r"(?<!\w)" + r"\s+".join(parts) + r"(?!\w)"


def forms(term: str) -> list[str]:
    """Return the forms of a glossary term, the one to print first."""
    return [form.strip() for form in term.split("|") if form.strip()] or [term]


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


def derived(canon: Canon) -> Canon:
    """Return `canon` with the row names and derived columns of its tables filled in as figures.

    Raises ValueError, whose first argument is the path of the column and second the message.
    """
    values = {name: figure.number for name, figure in canon.values.items()}
    tables = {name: _derived(name, table, values) for name, table in canon.tables.items()}
    return canon.model_copy(update={"tables": tables})


def _derived(name: str, table: Table, values: Mapping[str, Fraction]) -> Table:
    def fill(rows: Mapping[str, Mapping[str, Cell]]) -> dict[str, dict[str, Cell]]:
        return {row: _row(name, table, row, cells, values) for row, cells in rows.items()}

    parts = {
        part_name: part.model_copy(update={"rows": fill(part.rows)})
        for part_name, part in table.parts.items()
    }
    rows = None if table.rows is None else fill(table.rows)
    return table.model_copy(update={"parts": parts, "rows": rows})


def _row(
    name: str,
    table: Table,
    row: str,
    cells: Mapping[str, Cell],
    values: Mapping[str, Fraction],
) -> dict[str, Cell]:
    """Fill one row in the order of the columns; a derived cell may use those to its left."""
    filled: dict[str, Cell] = {}
    known = dict(values)
    for column_name, column in table.columns.items():
        cell = cells.get(column_name)
        if column_name == table.key and column.type != "text":
            cell = Figure.read(row) or Text(row)
        elif column.derive is not None:
            try:
                raw = derive(column.derive, known)
                cell = Figure(raw, neutral(raw), column.decimals)
            except ValueError as error:
                path = ("tables", name, "columns", column_name, "derive")
                raise ValueError(path, str(error)) from None
        if isinstance(cell, Figure):
            known[column_name] = cell.number
        filled[column_name] = cell
    return filled


def quoted(canon: Canon) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the name of each value that is quoted, with the path of the text or formula."""
    for path, wording in canon.wordings():
        for name in PLACEHOLDER.findall(wording):
            yield path, name
    yield from _quoted_by_formulas(canon)
    yield from _quoted_by_blanks(canon)


def _quoted_by_formulas(canon: Canon) -> Iterator[tuple[tuple[str, ...], str]]:
    for table_name, table in canon.tables.items():
        for column_name, column in table.columns.items():
            for name in names(column.derive) if column.derive else ():
                if name not in table.columns:
                    yield ("tables", table_name, "columns", column_name, "derive"), name


def _quoted_by_blanks(canon: Canon) -> Iterator[tuple[tuple[str, ...], str]]:
    for blank_name, blank in canon.blanks.items():
        for field in ("start", "end", "repeat"):
            count = getattr(blank, field)
            if isinstance(count, str):
                yield ("blanks", blank_name, field), count
        for mark in blank.marks:
            if not re.fullmatch(r"-?\d+", mark):
                yield ("blanks", blank_name, "marks"), mark
