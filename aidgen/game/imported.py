"""A file of rows and columns written out as YAML, once, for those who go on in YAML."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from aidgen.game.figures import Figure
from aidgen.game.filled import FROM, filled, slug
from aidgen.game.grids import Grid, grid
from aidgen.game.records import KINDS_OF_RECORD
from aidgen.game.source import Source, parse, plain_scalar
from aidgen.problems import Problem, UsageError, Where, did_you_mean
from aidgen.sandbox.limits import STANDARD, Limits

WIDEST = 100
"""Characters of a line of YAML, as in the files of games."""


def as_yaml(
    path: Path,
    kind: str,
    sheet: str | None = None,
    column: str | None = None,
    limits: Limits = STANDARD,
) -> str:
    """Return the YAML of the records of a `kind` that the file at `path` has; `column` has the ids.

    Of tables it is one, called like the file. Raises UsageError for a kind that there is not,
    InputError with what is wrong with the file.
    """
    if kind not in KINDS_OF_RECORD:
        hint = did_you_mean(kind, KINDS_OF_RECORD) or f"known: {', '.join(KINDS_OF_RECORD)}"
        raise UsageError([Problem(Where("--as"), f"`{kind}` is no kind of record", hint)])
    origin = {FROM: path.name, "sheet": sheet, "id": column}
    origin = {key: said for key, said in origin.items() if said is not None}
    data: dict[str, Any] = {kind: origin}
    if kind == "tables":
        data = {
            kind: {slug(path.stem) or "table": _table(grid(path, str(path), sheet, limits), origin)}
        }
    steps = (("tables", *data["tables"], "rows"),) if kind == "tables" else ((kind,),)
    places = {(*step, key): Where(str(path)) for step in steps for key in (FROM, "columns", "id")}
    read = filled(Source(str(path), data, places=places), path.parent, str(path.parent), limits)
    assert isinstance(read.data, dict)
    if kind == "tables":
        ((name, table),) = read.data[kind].items()
        rows = {key: list(map(plain_scalar, cells)) for key, cells in table["rows"].items()}
        return _dumped({kind: {name: {**table, "rows": rows}}}, flat=True, limits=limits)
    return _dumped(read.data, flat=False, limits=limits)


def _table(found: Grid, origin: dict[str, Any]) -> dict[str, Any]:
    """Return a table with a column for each of a file, and where its rows come from."""
    columns: dict[str, Any] = {}
    for at, cell in enumerate(found.head):
        if cell.text and cell.text not in (origin.get("id"), "id"):
            texts = [row[at].text for row in found.rows if row[at].text]
            words = not columns or any(Figure.read(text) is None for text in texts)
            name = slug(cell.text).replace("-", "_") or f"column_{at + 1}"
            columns[name] = {"header": cell.text, **({"type": "text"} if words else {})}
    headings = {name: said["header"] for name, said in columns.items()}
    title = Path(found.file).stem.replace("-", " ").replace("_", " ").capitalize()
    return {"title": title, "columns": columns, "rows": {**origin, "columns": headings}}


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text else None
    if isinstance(plain_scalar(text), str) and style is None:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style or "'")


_Dumper.add_representer(str, _text)
_Dumper.add_representer(
    Decimal, lambda dumper, number: dumper.represent_scalar("tag:yaml.org,2002:float", str(number))
)


def _dumped(data: dict[str, Any], *, flat: bool, limits: Limits) -> str:
    """Return data as YAML; if `flat`, the innermost lists and mappings stand in a line each."""
    text = yaml.dump(
        data,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=WIDEST,
        default_flow_style=None if flat else False,
    )
    parse(text, "the YAML that was made", limits)  # what we write, we can read
    return text
