"""The types of fields of records, and the bases of all records."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticKnownError

from aidgen.game.context import locale_code
from aidgen.game.figures import NA, PLAIN_NUMBER, Figure, NotApplicable, as_yaml
from aidgen.game.texts import Text, as_text

# Without capitals: the ids of aids are names of files.
ID_PATTERN = r"^[^\W_A-Z](?:[^\WA-Z]|-)*$"
VALUE_ID_PATTERN = r"^[^\W\dA-Z][^\WA-Z]*$"
REF_PATTERN = r"^[a-z]+(\.[^.\s]+)*$"
TONGUE_PATTERN = r"^[a-z]{2,3}([_-][A-Z][a-z]{3})?([_-][A-Z]{2})?$"
COLOUR_PATTERN = r"^#[0-9a-fA-F]{6}$"
SOURCE_PATTERN = r"^[a-z][a-z0-9_-]*(:\d+(-\d+)?)?(, [a-z][a-z0-9_-]*(:\d+(-\d+)?)?)*$"
# The units that lengths are written in, in mm.
LENGTH_UNITS = {"mm": 1.0, "in": 25.4}
# A number and its unit: `10 mm`, `0.5 in`.
LENGTH_PATTERN = r"^\d+(\.\d+)? ?(mm|in)$"
# Folders and a file, none hidden, none above, no drive, no sign that a file system cannot have.
_SIGNS = r"/:*?\x22<>|\x00-\x1f"
FILE_PATTERN = rf"^[^.{_SIGNS}][^{_SIGNS}]*(/[^.{_SIGNS}][^{_SIGNS}]*)*$"
CELL_PATTERN = r"^([A-Z]{1,2}[1-9]\d{0,2}|\d{4,6})$"
FOLDER_PATTERN = r"^[a-z][a-z0-9-]*$"
# What each form of a text is called, and an example of it.
PATTERNS = {
    ID_PATTERN: ("an id of lower-case letters, digits, - and _", ""),
    VALUE_ID_PATTERN: ("an id of lower-case letters, digits and _", ""),
    REF_PATTERN: ("the name of a record", "as in `rules.combat`, or `cards` for all cards"),
    TONGUE_PATTERN: ("a language", "as in `fr` or `pt_BR`"),
    SOURCE_PATTERN: ("an edition and its line", "as in `en:105` or `en:105-107, fr:98`"),
    FILE_PATTERN: ("a file in the folder `assets`", "as in `art/wolf.png`"),
    LENGTH_PATTERN: ("a length", "as in `10 mm` or `0.5 in`"),
    COLOUR_PATTERN: ("a colour", "as in `#1f4e79`"),
    CELL_PATTERN: ("a cell of a board", "of squares as `B3`, of hexes as `0203`"),
    FOLDER_PATTERN: ("the name of a folder", "lower-case letters, digits and -"),
}
# Letters that have no accent to drop, and what ids have in their place; nothing for apostrophes.
LETTERS_BESIDE = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
    | {"'": "", "’": ""}
)
# An accent on a letter of ASCII.
ACCENT = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")


def slug(words: str) -> str:
    """Return an id made of words: hand-axe of “Hand Axe”; empty if they have no letters."""
    letters = unicodedata.normalize("NFKD", words.lower().translate(LETTERS_BESIDE))
    letters = unicodedata.normalize("NFC", ACCENT.sub("", letters))
    words = "".join(sign if sign.isalnum() or sign in "_-" else " " for sign in letters)
    name = "-".join(words.split()).strip("-")
    return name if any(map(str.isalnum, name)) else ""


def _read_cell(scalar: object) -> Figure | Text | NotApplicable | None:
    if scalar is None or isinstance(scalar, (Figure, Text, NotApplicable)):
        return scalar
    if scalar == "na":
        return NA
    figure = Figure.read(scalar)
    if figure is None and not (isinstance(scalar, str) and scalar.strip()):
        raise ValueError(f"found `{as_yaml(scalar)}`, expected a number or text")
    return figure or Text(str(scalar).strip())


def _read_figure(scalar: object) -> Figure:
    if figure := Figure.read(scalar):
        return figure
    expected = "expected a number, a range or dice, as in 3, 2-4 and 2d6"
    raise ValueError(f"found `{as_yaml(scalar)}`, {expected}")


def limited_text(limit: int, role: str, default: Any = ...) -> Any:
    """Return the field of a text of at most `limit` characters, which all who write it see."""
    described = f"{role}, at most {limit} characters"
    return Field(default, description=described, json_schema_extra={"limit": limit})


Id = Annotated[str, BeforeValidator(as_text), Field(pattern=ID_PATTERN)]
ValueId = Annotated[str, Field(pattern=VALUE_ID_PATTERN)]
Ref = Annotated[
    str,
    Field(pattern=REF_PATTERN, description="a record, a part (tables.damage.four) or a whole kind"),
]
Hex = Annotated[str, Field(pattern=COLOUR_PATTERN)]
Word = Annotated[str, BeforeValidator(as_text)]
# As people write it: pt-BR; read as pt_BR.
LocaleCode = Annotated[
    str, BeforeValidator(lambda typed: locale_code(typed) if isinstance(typed, str) else typed)
]
Tongue = Annotated[LocaleCode, Field(pattern=TONGUE_PATTERN)]
Count = Annotated[int | ValueId, Field(description="a whole number, or the name of a value")]
FigureValue = Annotated[
    Figure,
    PlainValidator(_read_figure),
    WithJsonSchema(
        {
            "description": "a number (12, 1.5, +1, 50 %, 3/4), a range (1-4, 9+) or dice (2d6+1)",
            "type": ["integer", "number", "string"],
        }
    ),
]
SCALAR = {"type": ["integer", "number", "string", "null"]}
Cell = Annotated[Any, PlainValidator(_read_cell), WithJsonSchema(SCALAR)]
Rows = Annotated[
    Mapping[str, Mapping[str, Cell]],
    WithJsonSchema(
        {
            "type": ["object", "integer", "string"],
            "description": "the row's id, then its cells in the order of the columns; the id "
            "itself is the first cell unless the first column holds text; or the numbers of "
            "empty rows, as in 12 or 2-20+",
            "additionalProperties": {"type": "array", "items": SCALAR},
        }
    ),
]


def _number_as_typed(error: Literal["int_parsing", "float_parsing"]) -> BeforeValidator:
    def check(typed: object) -> object:
        if isinstance(typed, bool | str) and not PLAIN_NUMBER.fullmatch(str(typed).strip()):
            raise PydanticKnownError(error)
        return typed

    return BeforeValidator(check)


# Python would read 1_0, 1e1 and true as numbers, too, and nobody writes them as such.
Whole = Annotated[int, _number_as_typed("int_parsing")]
Number = Annotated[float, _number_as_typed("float_parsing")]
BookColumns = Annotated[Whole, Field(ge=1, le=2)]
TextSize = Annotated[Number | None, Field(ge=7, le=14, description="in points")]
ShrinkTo = Annotated[Number | None, Field(ge=7, le=14, description="of cards: smallest, in pt")]
NewPage = Annotated[
    bool | Literal["right"], Field(description="in a book: begins a new page, or a `right` one")
]
TableCheck = Literal["rows-rise", "columns-rise", "parts-rise"]


class Model(BaseModel):
    """The base of all records: frozen, and strict about unknown keys."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True
    )


class Record(Model):
    """The fields that every record may have."""

    source: str | None = Field(
        None,
        pattern=SOURCE_PATTERN,
        description="edition and line it was taken from, as in `en:105` or `en:105-107, fr:98`",
    )
    status: Literal["to-confirm", "missing"] | None = Field(None, description="has a mark, a gap")
    module: Id | None = Field(None, description="the expansion this record belongs to")


class Callout(Model):
    """A box beside or within a text: a tip, an aside, a piece of fiction."""

    title: Text | None = Field(None, description="title of a box in a text")
    text: Text = Field(description="a box in a text: a tip, an aside")
    look: Literal["framed", "shaded", "side-line"] = "shaded"
    place: Literal["below", "beside"] = Field("below", description="`beside` is under half as wide")


class PrintedRecord(Record):
    """A record with texts of some length: what a page has around them."""

    icon: Id | None = None
    footnotes: Mapping[Id, Text] = Field(
        {}, description="a footnote; the text has [^its id] where it belongs"
    )
    new_page: NewPage = False


class LookupRecord(PrintedRecord):
    """A record that people look up in play."""

    under: Ref | None = Field(None, description="an earlier record that its heading is below")

    also: Text | None = Field(
        None, description="other words by which people search for it, joined by |; never printed"
    )


def _read_length(typed: object) -> object:
    """Return a length as a number of mm; raises ValueError if it is written otherwise."""
    if isinstance(typed, float):
        return typed  # read before
    if not isinstance(typed, str) or not re.match(LENGTH_PATTERN, typed):
        raise ValueError(f"found `{as_yaml(typed)}`, expected a length, as in `10 mm` or `0.5 in`")
    return round(float(typed[:-2]) * LENGTH_UNITS[typed[-2:]], 3)


# A length in mm, written with its unit.
Length = Annotated[
    float,
    BeforeValidator(_read_length),
    WithJsonSchema({"type": "string", "pattern": LENGTH_PATTERN}),
]


def _clean_path(typed: object) -> object:
    # As we write it: of the folder `assets`, with slashes, whatever a Windows or a shell has.
    if not isinstance(typed, str):
        return typed
    return PurePosixPath(typed.strip().replace("\\", "/")).as_posix().removeprefix("assets/")


FileName = Annotated[
    str,
    BeforeValidator(_clean_path),
    Field(
        pattern=FILE_PATTERN, description="a file of the pack: its path within the folder `assets`"
    ),
]


def as_file(typed: object) -> object:
    """Return the name of a file as what names it."""
    return {"file": typed} if isinstance(typed, str) else typed


class Picture(Model):
    """A picture of the pack: PNG, JPEG or SVG."""

    file: FileName
    alt: Text | None = Field(
        None, description="what a picture shows, for those who cannot see it; none of an ornament"
    )


class Illustrated(Picture):
    """A picture beside a text."""

    width: Number | None = Field(None, ge=5, le=280, description="in mm; default: all the room")


class RecordPicture(Illustrated):
    """A picture of a record: where it is."""

    place: Literal["below", "beside", "above", "page"] = Field(
        "below", description="of its title: below, beside the text, above; a page of its own"
    )


PictureFile = Annotated[Picture, BeforeValidator(as_file)]
Illustration = Annotated[Illustrated, BeforeValidator(as_file)]
RecordIllustration = Annotated[RecordPicture, BeforeValidator(as_file)]
