"""What the data model finds wrong with a file, said at its line in the words of an author."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from aidgen.game.records import Pack
from aidgen.game.source import Steps
from aidgen.problems import Problem, Where, did_you_mean


def explained(
    error: ValidationError,
    places: Mapping[Steps, Where],
    keys: Mapping[Steps, Where],
    file: str,
    model: Any = Pack,
) -> Iterator[Problem]:
    """Yield what `model` found, one fault a place; `file` where it has no line."""
    told = set()
    for fault in error.errors(include_url=False):
        path: Steps = tuple(fault["loc"])
        of_key = fault["type"] == "extra_forbidden" or path[-1:] == ("[key]",)
        known = keys if of_key else places
        around = path
        while around and around not in known:
            around = around[:-1]
        message, hint = _say(fault, path, around, model)
        where = known.get(around, Where(file))
        if fault["type"] == "missing" or where not in told:
            yield Problem(where, message, hint)
        told.add(where)


def _say(fault: ErrorDetails, path: Steps, around: Steps, model: Any) -> tuple[str, str]:
    """Return message and hint for what pydantic found at `path`, `around` which the YAML ends."""
    context = fault.get("ctx", {})
    found = fault["input"]
    if isinstance(found, (dict, list, tuple)):
        found = "a mapping" if isinstance(found, dict) else "a list"
    else:
        found = f"`{found}`" if found is not None else "nothing"
    if fault["type"] == "extra_forbidden":
        known = _known(path, model)
        hint = did_you_mean(str(path[-1]), known) or f"known: {', '.join(known)}"
        return f"found the key `{path[-1]}`, which means nothing here", hint
    if fault["type"] == "missing":
        return f"`{path[-1]}` is missing", ""
    if fault["type"] == "value_error":
        return str(context["error"]), ""
    if fault["type"] == "string_pattern_mismatch":
        return f"found {found}, which does not fit", f"pattern {context['pattern']}"
    message = fault["msg"][:1].lower() + fault["msg"][1:]
    return f"found {found} at `{around[-1] if around else ''}`: {message}", ""


def _known(path: Steps, model: Any) -> list[str]:
    """Return the keys that the model at the parent of `path` below `model` has."""
    for step in path[:-1]:
        field = getattr(model, "model_fields", {}).get(step)
        if field is None:
            continue
        model = _model_in(field.annotation) or model
    return list(getattr(model, "model_fields", {}))


def _model_in(annotation: Any) -> Any:
    """Return the model that a field's type holds, through Mapping, Optional and tuple."""
    if hasattr(annotation, "model_fields"):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        if found := _model_in(inner):
            return found
    return None
