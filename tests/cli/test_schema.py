"""`aidgen schema`: what editors are reported of a game's files."""

from __future__ import annotations

import json
from pathlib import Path

from aidgen import BUNDLED_PACK
from aidgen.game.schema import schema
from tests.commands import aidgen


def test_the_committed_schema_is_fresh() -> None:
    committed = (BUNDLED_PACK / "content" / "pack.schema.json").read_text(encoding="utf-8")
    assert committed == schema(), "run `./run schema`"


def test_the_schema_knows_every_key_of_mini() -> None:
    described = json.loads(schema())
    assert {"game", "values", "rules", "tables", "aids"} <= set(described["properties"])
    assert described["$defs"]["Rule"]["additionalProperties"] is False


def test_it_is_written_once(pack: Path) -> None:
    path = pack / "content" / "pack.schema.json"
    assert aidgen("schema", "--pack", pack).stdout == f"{path} written\n"
    assert path.read_text(encoding="utf-8") == schema()
    assert aidgen("schema", "--pack", pack).output == ""


def test_bounds_have_the_keywords_of_json_schema_where_a_number_may_be_left_out() -> None:
    found = json.loads(schema())["$defs"]["Art"]["properties"]["height"]["anyOf"]
    assert found == [{"type": "number", "minimum": 8, "maximum": 200}, {"type": "null"}]
