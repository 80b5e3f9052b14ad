"""What editors are told of a game's files: their JSON Schema."""

from __future__ import annotations

import json
from typing import Any

from aidgen.game.filled import Origin
from aidgen.game.records import KINDS_OF_RECORD, Pack


def schema() -> str:
    """Return the JSON Schema of a game's files, as text."""
    described = Pack.model_json_schema()
    origin = Origin.model_json_schema()
    origin["description"] = "a file of rows and columns in place of what it holds"
    described["$defs"]["Origin"] = origin
    for kind in KINDS_OF_RECORD:
        _or_origin(described["properties"], kind)
    for holder in ("Table", "Part"):
        _or_origin(described["$defs"][holder]["properties"], "rows")
    described["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps(described, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _or_origin(properties: dict[str, Any], name: str) -> None:
    """Let a property be a file in place of a mapping."""
    mapping = properties[name]
    properties[name] = {"anyOf": [{"$ref": "#/$defs/Origin"}, mapping]}
