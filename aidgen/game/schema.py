"""What editors are told of a game's files: their JSON Schema."""

from __future__ import annotations

import json

from aidgen.game.records import Pack


def schema() -> str:
    """Return the JSON Schema of a game's files, as text."""
    described = Pack.model_json_schema()
    described["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps(described, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
