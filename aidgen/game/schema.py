"""The schema of a game's files: JSON Schema for editors, and errors explained to authors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from aidgen.game.data import KINDS_OF_RECORD, GameFiles
from aidgen.game.fields import ID_PATTERN, PATTERNS, VALUE_ID_PATTERN, slug
from aidgen.game.figures import as_yaml
from aidgen.game.records import FROM, Origin, RecordRows
from aidgen.game.source import Source, Steps
from aidgen.problems import Problem, Where, closest_word, did_you_mean

# What keys and choices were called before.
RENAMED = {"certainty": "status", "laws": "checks", "lying": "across", "tone": "nature"}
RENAMED |= {"boxed": "framed", "line": "side-line", "solid": "title-bar", "tinted": "shaded"}
RENAMED |= {"brief": "full", "lost": "missing", "reconstructed": "to-confirm"}
# How many unknown keys of a game are compared with the known ones: 1 ms for each.
MOST_HINTS = 200
# How alike an unknown key and a known one are at least: spelled almost so, of the same place, and
# of a place within it.
LIKENESS_ALMOST = 0.8
LIKENESS_HERE = 0.65
LIKENESS_WITHIN = 0.75

# The records, blocks and sides of cards that can be drawn from other records.
DRAWN = (
    *("Section", "Rule", "Procedure", "Table", "Chart", "State", "Card", "Face", "Blank", "Aid"),
    "Block",
)
# How the bounds of a number are said.
BOUNDS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
BOUND_KEYWORDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum"}
# What is expected, by how the sort of fault begins.
EXPECTED: Mapping[tuple[str, ...], str] = {
    ("string",): "text",
    ("int",): "a whole number",
    ("float",): "a number",
    ("bool",): "`true` or `false`",
    ("too_short",): "something in it",
    ("tuple", "list"): "a list",
    ("mapping", "dict", "model"): "keys with values, as in `key: value`",
}


def explain_errors(
    error: ValidationError, read: Source, model: Any = GameFiles
) -> Iterator[Problem]:
    """Yield what `model` found in a file, one fault a place."""
    reported = set()
    faults = error.errors(include_url=False)
    unknown = [tuple(fault["loc"]) for fault in faults if fault["type"] == "extra_forbidden"]
    meant = {path: _meant_path(path, model) for path in unknown[:MOST_HINTS]}
    # A key that is missing and was written elsewhere is one mistake.
    misplaced = {steps for target in meant.values() for steps in (target, target[:-1])}
    for fault in faults:
        path: Steps = tuple(fault["loc"])
        if fault["type"] == "missing" and path in misplaced:
            continue
        of_key = fault["type"] == "extra_forbidden" or path[-1:] == ("[key]",)
        where_of = read.keys if of_key else read.places
        around = path
        while around and around not in where_of:
            around = around[:-1]
        if fault["type"] == "extra_forbidden":
            message = f"unknown key `{path[-1]}`"
            hint = _key_hint(path, meant.get(path, ()), model)
        else:
            message, hint = _explain_fault(fault, path, around)
        where = where_of.get(around, Where(read.file))
        if fault["type"] == "missing" or where not in reported:
            yield Problem(where, message, hint)
        reported.add(where)


def _key_hint(path: Steps, meant: Steps, model: Any) -> str:
    if not meant:
        return f"known: {', '.join(_known_keys(path, model))}"
    place = f" within `{meant[-2]}`" if len(meant) > len(path) else ""
    place = f" beside `{path[len(meant) - 1]}`" if len(meant) < len(path) else place
    return f"did you mean `{meant[-1]}`{place}?"


def _explain_fault(fault: ErrorDetails, path: Steps, around: Steps) -> tuple[str, str]:
    """Return message and hint for what pydantic found at `path`, `around` which the YAML ends."""
    kind, context, typed = fault["type"], fault.get("ctx", {}), fault["input"]
    if kind == "missing":
        return f"`{path[-1]}` is missing", ""
    if kind == "value_error":
        return str(context["error"]), ""
    shown = f"`{as_yaml(typed)}`" if typed is not None else "nothing"
    if isinstance(typed, dict | list | tuple):
        shown = "a mapping" if isinstance(typed, dict) else "a list"
    if kind == "string_pattern_mismatch":
        expected, hint = PATTERNS.get(context["pattern"], ("another form", ""))
        if context["pattern"] in (ID_PATTERN, VALUE_ID_PATTERN) and (new_id := slug(str(typed))):
            is_value = context["pattern"] == VALUE_ID_PATTERN
            hint = f"write `{new_id.replace('-', '_') if is_value else new_id}`"
        return f"found {shown}, expected {expected}", hint
    bounds = [f"{words} {context[bound]:g}" for bound, words in BOUNDS.items() if bound in context]
    matching = [words for starts, words in EXPECTED.items() if kind.startswith(starts)]
    expected, hint = (*bounds, *matching, "something else")[0], ""
    if kind == "literal_error":
        expected = context["expected"].replace("'", "`")
        meant = RENAMED.get(str(typed), str(typed))
        hint = did_you_mean(meant, context["expected"].split("'")[1::2])
    name = next((step for step in reversed(around) if isinstance(step, str)), "")
    return f"found {shown} at `{name}`, expected {expected}", hint


def _meant_path(path: Steps, model: Any) -> Steps:
    # One of the same place that is spelled about so; one of this name within what the place holds
    # (`title` of a card, which has `front`), or around it (`deck` of a `front`).
    key, around = str(path[-1]), path[:-1]
    fields = _known_keys(path, model)
    if RENAMED.get(key) in fields:
        return (*around, RENAMED[key])
    # Few people mistype the first letter: `header` is no `reader`.
    if (almost := closest_word(key, fields, LIKENESS_ALMOST)) and almost[0] == key[:1]:
        return (*around, almost)
    within: dict[str, Steps] = {}
    for name in fields:
        for inner in _known_keys((*around, name, ""), model):
            within.setdefault(inner, (*around, name, inner))
    if key in within:
        return within[key]
    for end in range(len(around) - 1, 1, -1):
        if key in _known_keys((*around[:end], key), model):
            return (*around[:end], key)
    if near := closest_word(key, fields, LIKENESS_HERE):
        return (*around, near)
    return within.get(closest_word(key, within, LIKENESS_WITHIN), ())


def _known_keys(path: Steps, model: Any) -> Mapping[str, Any]:
    """Return the fields, by their keys, of the model at the parent of `path` below `model`."""
    for step in path[:-1]:
        field = getattr(model, "model_fields", {}).get(step)
        if field is None:
            continue
        model = _model_in(field.annotation) or model
    fields = getattr(model, "model_fields", {})
    return {field.alias or name: field for name, field in fields.items()}


def _model_in(annotation: Any) -> Any:
    """Return the model that a field's type holds, through Mapping, Optional and tuple."""
    if hasattr(annotation, "model_fields"):
        return annotation
    return next(filter(None, map(_model_in, getattr(annotation, "__args__", ()))), None)


def schema() -> str:
    """Return the JSON Schema of a game's files, as text."""
    described = GameFiles.model_json_schema()
    definitions = described["$defs"]
    definitions["Origin"] = Origin.model_json_schema() | {"description": "a file in its place"}
    definitions["RecordRows"] = RecordRows.model_json_schema()
    file, rows = {"$ref": "#/$defs/Origin"}, {"$ref": "#/$defs/RecordRows"}
    holders = [(described, kind, [file]) for kind in KINDS_OF_RECORD]
    holders += [(definitions[family], "rows", [file, rows]) for family in ("Table", "Part")]
    for holder, name, instead in holders:
        holder["properties"][name] = {"anyOf": [*instead, holder["properties"][name]]}
    refs = definitions["RecordRows"]["properties"][FROM]
    for model in (definitions[name] for name in DRAWN):
        model["properties"][FROM] = refs
        named = [key for key in model.get("required", ()) if key in ("title", "front", "contents")]
        if named:
            model["required"] = [key for key in model["required"] if key not in named]
            model["anyOf"] = [{"required": [FROM]}, {"required": named}]
    copies = definitions["Card"]["properties"]["copies"]
    by_record = {"type": "object", "additionalProperties": copies}
    definitions["Card"]["properties"]["copies"] = {"anyOf": [copies, by_record]}
    described["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    text = json.dumps(described, indent=1, ensure_ascii=False)
    # pydantic names the bounds of a number so where a validator comes before them.
    for bound, keyword in BOUND_KEYWORDS.items():
        text = text.replace(f'"{bound}":', f'"{keyword}":')
    return json.dumps(json.loads(text), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def field_type(kind: str, path: str) -> Any:
    """Return the type of the field at a path of a kind of record, None if there is none."""
    annotation: Any = get_args(GameFiles.model_fields[kind].annotation)[1]
    for step in path.split("."):
        if get_origin(annotation) is Mapping:
            annotation = get_args(annotation)[1]
        elif step in (fields := getattr(_model_in(annotation), "model_fields", {})):
            annotation = fields[step].annotation
        else:
            return None
    return annotation
