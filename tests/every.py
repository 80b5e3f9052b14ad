"""Records with each field of their model present and absent, as many as `aidgen check` passes.

The fields are those of the schema, so that a new one is among them. Whatever `check` refuses is
taken out at its line, until it finds no problem.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice, product
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from aidgen import rules
from aidgen.game.aids import CELL_PATTERN, FOLDER_PATTERN
from aidgen.game.data import GameData, children
from aidgen.game.fields import (
    FILE_PATTERN,
    LENGTH_PATTERN,
    REF_PATTERN,
    SOURCE_PATTERN,
    TONGUE_PATTERN,
    Model,
)
from aidgen.game.load import load
from aidgen.game.records import KINDS_OF_RECORD, GameFiles
from aidgen.game.theme import COLOUR_PATTERN
from aidgen.page.kinds import KINDS
from aidgen.problems import InputError, Problem

Item = TypeVar("Item")
Node = Any
Problems = Sequence[Problem]
Steps = tuple[str | int, ...]
PATTERNS = {
    CELL_PATTERN: "B2",
    COLOUR_PATTERN: "#1f4e79",
    FILE_PATTERN: "art.svg",
    FOLDER_PATTERN: "sheet",
    LENGTH_PATTERN: "20 mm",
    REF_PATTERN: "rules.base",
    SOURCE_PATTERN: "book:1",
    TONGUE_PATTERN: "fr",
}
"""What a field has whose words must be of a pattern."""
KNOWN: Mapping[str, tuple[Node, ...]] = {
    "icon": ("sword",),
    "module": ("night",),
    "deck": ("plain",),
    "like": ("plain",),
    "layout": ("face",),
    "omit": (["image"],),
    "radius": (3,),
    "size": ("tarot",),
    "only": ("copies >= 1",),
    "paper": ("A4",),
    "papers": (["A4"],),
    "pages": ("1-90",),
    "table": ("plot",),
    "y": ("low", ["low", "high"]),
    "field": ("cost",),
    "ColourBy.values": ({"3": "#1f4e79"},),
    "Card.fields": ({"cost": 3}, {"cost": ":sword:"}, {"cost": "Swift"}, {"cost": "2d6"}),
    "tags": (["fire"],),
    "TokenBack.states": ({"base": "other"},),
    "die": ("d6",),
    "measure": ("ft",),
    "derive": ("health + 1",),
    "range": ("1-6",),
    "continues": ("base",),
    "file": ("art.svg",),
    "under": ("rules.base",),
    "Board.width": ("100 mm",),
    "Board.height": ("90 mm",),
    "Block.rows": (1,),
    "Grid.shape": ("hex", "square"),
    "Grid.line": ("0.3 mm",),
    "end": (3,),
    "start": (0, 2),
    "repeat": (2,),
    "marks": ({"1": "Low"},),
    "text_size": (9,),
    "shrink_to": (7,),
    "title_size": (12,),
    "contents": (["rules.base"],),
    "Section.contents": (["rules.base"],),
    "laws": (["rows-rise"],),
}
SCALARS = {"string": "", "array": []}
HELD: Mapping[str, Node] = {
    "blocks": {"base": {"contents": ["tables.plot"]}},
    "board": {"width": "100 mm", "height": "100 mm", "spaces": {"base": {"cell": "B2"}}},
    "grid": {"cell": "20 mm"},
}
"""What an aid holds at least."""
LISTED = {"book": "sections.base", "cards": "cards.base", "tokens": "states.base"}
"""What it lists at least."""
GAME = {
    "id": "g",
    "title": "Trial",
    "language": "en",
    "editions": {"book": {"title": "Rules", "language": "en"}},
    "modules": {"night": {"title": "Night", "icon": "moon"}},
    "credits": "By its author.",
    "notice": "A play aid.",
}
ART = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<path fill="#eee" d="M1 1h7v7z"/></svg>'
)
"""A picture that text can be read on."""
PRINTED = ("rules", "procedures", "tables", "charts", "states", "blanks", "terms")
"""The kinds of record that a block, a card or a chapter lists."""
IN_BLOCK, ON_CARD, IN_LEAFLET = 12, 6, 5
"""How many records a block and a card list, and how many blocks an aid has beside its first."""
WORD = re.compile(r"Q[a-z]{4}")
"""A word that stands in one text alone."""
MAIN = ("text", "effect", "definition", "intro")
"""The texts that call for a footnote of their record."""


def known(key: str) -> tuple[Node, ...]:
    """Return what a field of a record has that its schema does not tell."""
    return KNOWN.get(key) or KNOWN.get(key.rpartition(".")[2], ())


class Every:
    """All records that the schema of a game's files allows, each field there and not there."""

    def __init__(self, *, all_kinds: bool = False) -> None:
        """Read the schema; `all_kinds` prints each record on every kind of sheet."""
        self.all_kinds = all_kinds
        self.schema = GameFiles.model_json_schema()
        self.names = count()

    def word(self) -> str:
        """Return a word that stands nowhere else."""
        number = next(self.names)
        letters = (chr(97 + number // 26**place % 26) for place in (3, 2, 1, 0))
        return f"Q{''.join(letters)}"

    def name(self) -> str:
        """Return a name that no other record has."""
        return f"v{next(self.names)}"

    def fullest(self, schema: Node, key: str) -> Node:
        """Return the value of a field that has all there may be in it."""
        schema = self.resolved(schema)
        if not known(key) and "properties" in schema:
            fields = schema["properties"]
            title = schema["title"]
            return {name: self.fullest(inner, f"{title}.{name}") for name, inner in fields.items()}
        return self.values(schema, key)[0]

    def values(self, schema: Node, key: str) -> list[Node]:
        """Return all that a field may have and that is printed otherwise."""
        if known(key):
            return [*known(key)]
        schema = self.resolved(schema)
        if "anyOf" in schema:
            return [value for one in schema["anyOf"] for value in self.values(one, "")]
        if "properties" in schema:
            return [*self.variants(schema)]
        if "enum" in schema or "const" in schema:
            return [*schema.get("enum", [schema.get("const")])]
        if "pattern" in schema:
            return [PATTERNS[schema["pattern"]]]
        if schema["type"] == "object":
            inner = schema["additionalProperties"]
            found = [{self.name(): self.fullest(inner, "")}]
            if "properties" not in self.resolved(inner):
                return found
            each = self.values(inner, "")
            apart = [{self.name(): one} for one in each] if key == "Deck.fields" else []
            return [*found, *(apart or [{self.name(): one for one in each}])]
        if schema["type"] in ("integer", "number"):
            least, most = schema.get("minimum", 1), schema.get("maximum", 12)
            return [min(max(least, 2), most)]
        return [True] if schema["type"] == "boolean" else [SCALARS[schema["type"]] or self.word()]

    def resolved(self, schema: Node) -> Node:
        """Return what a schema refers to; of a field that may be null, what else it may be."""
        if "$ref" in schema:
            return self.schema["$defs"][schema["$ref"].rpartition("/")[2]]
        if "anyOf" in schema:
            several = [one for one in schema["anyOf"] if one.get("type") != "null"]
            if "other" in several[-1].get("properties", ()):
                return several[0]
            return self.resolved(several[0]) if len(several) == 1 else {"anyOf": several}
        return schema

    def variants(self, schema: Node, **said: Node) -> Iterator[dict[str, Node]]:
        """Yield a record with all that it may have, with nothing, and with and without each field.

        `said` are the values of some fields, whatever the others are.
        """
        title = schema["title"]
        fields = schema["properties"]
        must = [key for key in schema.get("required", ()) if key not in said]
        may = [key for key in fields if key not in must and key not in said]

        def full(key: str) -> Node:
            return self.fullest(fields[key], f"{title}.{key}")

        def least(key: str) -> Node:
            inner = self.resolved(fields[key])
            if "properties" in inner:
                return next(islice(self.variants(inner), 1, None))
            return full(key)

        chosen = [key for key in must if "enum" in fields[key]]
        choices = product(*(fields[key]["enum"] for key in chosen))
        for number, choice in enumerate(choices):
            fixed = {**said, **dict(zip(chosen, choice, strict=True))}

            def base(fixed: Node = fixed) -> Node:
                return fixed | {key: least(key) for key in must if key not in fixed}

            yield base() | {key: full(key) for key in may}
            yield base()
            for key in () if number else may:
                yield base() | {other: full(other) for other in may if other != key}
            for key in (*may, *(key for key in must if key not in fixed)):
                yield from (
                    base() | {key: value} for value in self.values(fields[key], f"{title}.{key}")
                )

    # Records --------------------------------------------------------------------------------------

    def of(self, model: str, **said: Node) -> dict[str, Node]:
        """Return the variants of a model, each by a name."""
        return {self.name(): one for one in self.variants(self.schema["$defs"][model], **said)}

    def few(self) -> dict[str, Node]:
        """Return a game with one record of most kinds."""
        return {
            "game": GAME,
            "values": {"health": 12},
            "rules": {"base": {"title": "Base", "text": "Heroes have {health} points."}},
            "states": {
                name: {"title": name.title(), "effect": "Rest."} for name in ("base", "other")
            },
            "sections": {"base": {"title": "Base", "contents": ["rules.base"]}},
            "cards": {"base": {"front": {"title": "Base", "text": "Rest."}}},
            "decks": {"plain": {"fields": {"cost": {"place": "top-left"}}}},
            "tables": {"plot": {"title": "Plot", **self.cells(self.columns())}},
        }

    def of_records(self) -> dict[str, Node]:
        """Return a game with all records, and aids of each kind that print them."""
        records = self.few()
        for kind in KINDS_OF_RECORD:
            if kind not in ("aids", "tables"):
                model = self.schema["properties"][kind]["additionalProperties"]["$ref"]
                records.setdefault(kind, {}).update(self.of(model.rpartition("/")[2]))
        records["tables"] |= {self.name(): one for one in self.tables()}
        records["cards"] |= {self.name(): one for one in self.cards(records["decks"])}
        for record in (one for kind in records.values() for one in kind.values()):
            noted(record)
        return records

    def with_printers(self, records: dict[str, Node]) -> dict[str, Node]:
        """Return a game with aids of each kind that print its records."""
        refs = {kind: [f"{kind}.{name}" for name in records[kind]] for kind in PRINTED}
        refs["terms"] = ["terms"]
        for listed in refs.values():
            chapter = {"title": self.word(), "contents": ["rules.base", *listed]}
            records["sections"][self.name()] = chapter
            for few in shares(listed, ON_CARD):
                records["cards"][self.name()] = {"front": {"title": self.word(), "contents": few}}
        records["aids"] = {self.name(): one for one in self.printers(refs, records)}
        return records

    def of_aids(self) -> dict[str, Node]:
        """Return a game with few records, and all aids."""
        records = self.few()
        records["kinds"] = self.of("OwnKind", extends="sheet")
        records["kinds"] |= {self.name(): {"extends": kind} for kind in KINDS}
        rest = {"rest": {"contents": ["rules.base", "states.other"]}}
        everything = self.aid("sheet", blocks=rest)
        records["aids"] = {"all": everything, **{self.name(): one for one in self.aids()}}
        for own, kind in records["kinds"].items():
            records["aids"][self.name()] = {**self.aid(kind["extends"]), "kind": own}
        return records

    def columns(self) -> dict[str, Node]:
        """Return columns of words and of numbers."""
        names = {"key": {"type": "text"}, "low": {}, "high": {}}
        return {name: {"header": self.word(), **column} for name, column in names.items()}

    def cells(self, columns: dict[str, Node]) -> dict[str, Node]:
        """Return the columns of a table, and its rows."""
        return {"columns": columns, "rows": self.rows(columns)}

    def rows(self, columns: dict[str, Node]) -> dict[str, Node]:
        """Return two rows of cells that are of the type of their columns."""
        typed = [one.get("type", "number") for one in columns.values() if "derive" not in one]
        names = ("1-3", "4-6") if typed[0] == "range" else ("1", "2")
        cells: dict[str, Callable[[], object]] = {
            "text": self.word,
            "range": lambda: "1-2",
            "number": lambda: 4,
        }
        return {name: [cells[one]() for one in typed[typed[0] != "text" :]] for name in names}

    def tables(self) -> Iterator[dict[str, Node]]:
        """Yield tables of each form, and with each form of a column, the first and others."""
        model = self.schema["$defs"]["Table"]
        rolled = {"key": {"header": self.word(), "type": "range"}}
        dice = {"low": {"range": "1-3"}, "high": {"range": "4-6"}}
        for more, die in (({}, {}), (rolled, {"die": "d6"}), (dice, {"die": "d6"})):
            columns = self.columns() | more
            fields = {key: one for key, one in model["properties"].items() if key != "die"}
            for one in self.variants({**model, "properties": fields}, columns=columns, **die):
                if "rows" in one or "parts" not in one:
                    one["rows"] = self.rows(columns)
                for part in one.get("parts", {}).values():
                    part["rows"] = self.rows(columns)
                yield one
        for name in ("key", "low"):
            for column in self.variants(self.schema["$defs"]["Column"]):
                if name == "key":
                    column.pop("derive", None)
                title = {"title": self.word()}
                yield title | self.cells(self.columns() | {name: column})

    def cards(self, decks: dict[str, Node]) -> Iterator[dict[str, Node]]:
        """Yield a card of each deck with something in all of its fields, and one with nothing."""
        for name, deck in decks.items():
            front = {"title": self.word(), "text": self.word()}
            reported = {"icon": ":sword:", "dice": "2d6", "number": 3, "ticks": 2}
            slots = deck.get("fields", {}).items()
            filled = {slot: reported.get(one.get("type"), self.word()) for slot, one in slots}
            yield {"deck": name, "front": front, "fields": filled}
            if filled:
                yield {"deck": name, "front": {"title": self.word(), "text": self.word()}}

    def printers(self, refs: Node, records: Node) -> Iterator[dict[str, Node]]:
        """Yield aids of each kind that print all records that they can."""
        yield self.aid("book", contents=[f"sections.{name}" for name in records["sections"]])
        yield self.aid("cards", contents=[f"cards.{name}" for name in records["cards"]])
        for kind in ("tokens", "standees"):
            yield self.aid(kind, contents=refs["states"])
        blocks = [few for listed in refs.values() for few in shares(listed, IN_BLOCK)]
        kinds = [name for name, one in KINDS.items() if one.holds == "blocks"]
        for brief in (True, False):
            for number, kind in enumerate(kinds):
                of_kind = blocks if self.all_kinds else blocks[number :: len(kinds)]
                named = {self.name(): {"contents": few, "brief": brief} for few in of_kind}
                yield self.aid(kind, blocks=named)

    def aids(self) -> Iterator[dict[str, Node]]:
        """Yield aids of each kind, with each field and without it."""
        model = self.schema["$defs"]["Aid"]
        of_some = {key for one in KINDS.values() for key in (*one.keys, one.holds)}
        for kind, made in KINDS.items():
            least = self.aid(kind)
            strange = of_some - made.keys - {made.holds}
            fields = {key: one for key, one in model["properties"].items() if key not in strange}
            several = [*self.variants({**model, "properties": fields}, **least)]
            yield from several if self.all_kinds or kind == "sheet" else several[:2]
            if kind != "sheet":  # the fields of all aids are there already
                for key in made.keys:
                    yield from (
                        least | {key: one} for one in self.values(fields[key], f"Aid.{key}")
                    )
            if made.holds != "contents":
                for value in self.values(fields[made.holds], f"Aid.{made.holds}"):
                    yield from self.holders(least, made.holds, value)

    def holders(self, least: Node, holds: str, value: Node) -> Iterator[dict[str, Node]]:
        """Yield aids with what they hold: blocks a few in each."""
        if holds != "blocks":
            yield least | {holds: value}
            return
        for block in value.values():
            if "continues" in block:
                del block["contents"]
        for few in shares([*value.items()], IN_LEAFLET):
            yield least | {"blocks": HELD["blocks"] | dict(few)}

    def aid(self, kind: str, **held: Node) -> dict[str, Node]:
        """Return an aid of a kind, with what it holds."""
        held = held or {KINDS[kind].holds: HELD.get(KINDS[kind].holds)}
        held = held if any(held.values()) else {"contents": [LISTED.get(kind, "states.base")]}
        held |= {"grid": HELD["grid"]} if "board" in held else {}
        return {"title": self.word(), "kind": kind, "paper": KINDS[kind].papers[0], **held}


def shares(listed: Sequence[Item], most: int) -> Iterator[list[Item]]:
    """Yield the items of a list, so many at a time."""
    yield from (list(listed[at : at + most]) for at in range(0, len(listed), most))


def noted(record: Node) -> None:
    """Let a text of a record call for its footnote."""
    for note in record.get("footnotes", ()) if isinstance(record, dict) else ():
        for key in MAIN:
            if key in record:
                record[key] += f"[^{note}]"
                break


# Writing, and taking out what is refused ----------------------------------------------------------


def lines(node: Node, steps: Steps = (), head: str = "") -> Iterator[tuple[Steps, str]]:
    """Yield a node as YAML, one value a line, each with the steps that lead to it."""
    if isinstance(node, (dict, list)) and node:
        yield steps, head + ("{" if isinstance(node, dict) else "[")
        for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
            name = f"{json.dumps(key)}: " if isinstance(node, dict) else ""
            yield from lines(inner, (*steps, key), name)
        yield steps, ("}" if isinstance(node, dict) else "]") + ("," if steps else "")
    else:
        yield steps, head + json.dumps(node) + ","


def behind(steps: Steps) -> list[str]:
    """Return by what steps are sorted: numbers by their value."""
    return [str(step).zfill(6) for step in steps]


def drop(node: Node, refused: set[Steps]) -> None:
    """Take out what was refused, items of lists from behind."""
    for *around, last in sorted(refused, key=behind, reverse=True):
        holder = node
        for step in around:
            holder = holder.get(step) if isinstance(holder, dict) else holder[step]
            if holder is None:
                break
        else:
            if isinstance(holder, list):
                del holder[int(last)]
            else:
                holder.pop(last, None)


def errors(folder: Path, checks: Mapping[str, rules.Check]) -> tuple[GameData | None, Problems]:
    """Return the game of a pack, and what `aidgen check` refuses of it."""
    try:
        game_data = load(folder, "g")
    except InputError as error:
        return None, error.problems
    with patch.object(rules, "MOST_BREACHES", 10**6), patch.object(rules, "CHECKS", checks):
        problems = rules.check_game(game_data)
    return game_data, [problem for problem in problems if problem.severity == "error"]


def write_passed(
    folder: Path, records: dict[str, Node], checks: Mapping[str, rules.Check] = rules.CHECKS
) -> GameData:
    """Write the records that `aidgen check` passes as a pack, and return the game."""
    (folder / "assets").mkdir(exist_ok=True)
    (folder / "assets" / "art.svg").write_text(ART, encoding="utf-8")
    inner = folder / "content" / "g"
    inner.mkdir(parents=True, exist_ok=True)
    while True:
        written = {}
        for kind, found in records.items():
            written[f"content/g/{kind}.yaml"] = [*lines({kind: found})]
        for name, listed in written.items():
            (folder / name).write_text("\n".join(line for _, line in listed), encoding="utf-8")
        game_data, problems = errors(folder, checks)
        if game_data is not None and not problems:
            return game_data
        places = (problem.where for problem in problems)
        drop(records, {written[where.file][(where.line or 1) - 1][0] for where in places})


def every_record(folder: Path, *, all_kinds: bool = False) -> GameData:
    """Write a pack with each form of all records, and aids of each kind that print them."""
    every = Every(all_kinds=all_kinds)
    records = every.of_records()
    unprinted = {name: check for name, check in rules.CHECKS.items() if name not in WHOLE}
    write_passed(folder, records, unprinted)
    return write_passed(folder, every.with_printers(records))


def every_aid(folder: Path, *, all_kinds: bool = False) -> GameData:
    """Write a pack with each form of all aids; `all_kinds` has each field with each kind."""
    return write_passed(folder, Every(all_kinds=all_kinds).of_aids())


def presence(node: object) -> Iterator[tuple[str, bool]]:
    """Yield each field of all records below a node, and whether it is there."""
    if isinstance(node, Model):
        for field in type(node).model_fields:
            yield f"{type(node).__name__}.{field}", field in node.model_fields_set
    for _, _, child in children(node):
        yield from presence(child)


WHOLE = ("printed", "empty decks", "choices")
"""What is checked once there are aids."""
