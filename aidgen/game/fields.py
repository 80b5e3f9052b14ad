"""The kinds of fields that records have: ids, references, words, cells."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, ValidationInfo, WithJsonSchema
from pydantic.functional_validators import BeforeValidator

from aidgen.game.figures import NA, Figure, NotApplicable
from aidgen.game.texts import Text
from aidgen.game.units import Quantity, divided, own_units


def _cell(scalar: object, info: ValidationInfo) -> Figure | Text | NotApplicable | None:
    if scalar is None or isinstance(scalar, (Figure, Text, NotApplicable)):
        return scalar
    if scalar == "na":
        return NA
    figure = Figure.read(scalar)
    if figure is None and isinstance(scalar, str) and divided(scalar, own_units(info.context))[1]:
        figure = Quantity.read(scalar, own_units(info.context))
    if figure is None and not (isinstance(scalar, str) and scalar.strip()):
        raise ValueError(f"found `{scalar}`, expected a figure or a text")
    return figure or Text(str(scalar).strip())


def at_most(limit: int, role: str, default: Any = ...) -> Any:
    """Return the field of a text for which a page has little room: at most `limit` characters.

    The limit is told to authors and translators with the field's role, and checked in both.
    """
    described = f"{role}, at most {limit} characters"
    return Field(default, description=described, json_schema_extra={"limit": limit})


def _as_text(scalar: object) -> object:
    number = isinstance(scalar, (int, Decimal)) and not isinstance(scalar, bool)
    return str(scalar) if number else scalar


def as_tuple(columns: object) -> object:
    """Return one name as a tuple of names."""
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

Reader = Literal["gm", "player", "both"]
Law = Literal["rows-rise", "columns-rise", "parts-rise"]
