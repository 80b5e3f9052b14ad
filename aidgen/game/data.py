"""A whole game in one language: its records, found by reference, and where they are written."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import BaseModel, Field, WithJsonSchema

from aidgen.game.aids import Aid, OwnKind
from aidgen.game.context import UI, UI_LANGUAGE, Context
from aidgen.game.fields import FigureValue, Id, Model, ValueId
from aidgen.game.figures import Dice, Figure, neutral
from aidgen.game.records import (
    Blank,
    Card,
    Chart,
    Deck,
    Drawing,
    Game,
    Procedure,
    Rule,
    Section,
    State,
    Table,
    Term,
)
from aidgen.game.texts import ICON, INDEX, LINK, PLACEHOLDER, Text, term_forms
from aidgen.problems import Problem, Severity, Where
from aidgen.sandbox.limits import STANDARD, Limits

Leaf = Text | Figure
LEAVES = (Text, Figure)
NodeType = TypeVar("NodeType")


def find_all(
    node: object, context: Context, kinds: type[NodeType] | tuple[type[NodeType], ...]
) -> Iterator[tuple[Context, NodeType]]:
    """Yield all nodes of some types below `node`; does not look inside a match."""
    if isinstance(node, kinds):
        yield context, node
    else:
        for inner, _, child in children(node, context):
            yield from find_all(child, inner, kinds)


def rewrite(node: Any, context: Context, change: Callable[[Context, Leaf], Leaf]) -> Any:
    """Return `node`, at `context`, with every text and figure below as `change` makes it."""
    if isinstance(node, LEAVES):
        return change(context, node)
    new = {name: rewrite(child, inner, change) for inner, name, child in children(node, context)}
    if isinstance(node, Mapping):
        return {**node, **new}
    return node.model_copy(update=new)


def children(node: object, context: Context) -> Iterator[tuple[Context, str, Any]]:
    """Yield the records, mappings, texts and figures of a node, with their contexts and names."""
    named: Iterable[tuple[str, Any]] = ()
    if isinstance(node, BaseModel):
        named = ((name, getattr(node, name)) for name in _visited_fields(type(node)))
    elif isinstance(node, Mapping):
        named = node.items()
    for name, child in named:
        kind: Any = type(child)
        if _is_node(kind):
            # The words of the templates belong to no game.
            of_templates = name == "words" and isinstance(node, GameData)
            yield Context(UI) if of_templates else context / name, name, child


@cache  # `issubclass` is slow here
def _is_node(kind: Any) -> bool:
    return issubclass(kind, (BaseModel, Mapping, *LEAVES))


@cache
def _visited_fields(record: type[BaseModel]) -> tuple[str, ...]:
    if issubclass(record, GameData):  # its other fields are about the game, not of it
        return (*GameFiles.model_fields, "words")
    return tuple(record.model_fields)


# The parts of a record that a quotation need not name: {tables.skills.strike}.
HOLDERS = ("parts", "rows", "steps", "branches", "fields", "blocks")

Value = Annotated[
    FigureValue,
    WithJsonSchema(
        {
            "description": "a number, a range or dice; or `derive`, a formula over other values",
            "type": ["integer", "number", "string", "object"],
            "properties": {"derive": {"type": "string"}},
            "additionalProperties": False,
        }
    ),
]


class GameFiles(Model):
    """The keys that the files of a game's folder may have, each key in any file."""

    game: Game | None = None
    kinds: Mapping[Id, OwnKind] = {}
    values: Mapping[ValueId, Value] = {}
    terms: Mapping[Id, Term] = {}
    sections: Mapping[Id, Section] = {}
    rules: Mapping[Id, Rule] = {}
    procedures: Mapping[Id, Procedure] = {}
    tables: Mapping[Id, Table] = {}
    charts: Mapping[Id, Chart] = {}
    drawings: Mapping[Id, Drawing] = {}
    states: Mapping[Id, State] = {}
    decks: Mapping[Id, Deck] = {}
    cards: Mapping[Id, Card] = {}
    blanks: Mapping[Id, Blank] = {}
    aids: Mapping[Id, Aid] = {}


KINDS_OF_RECORD = tuple(
    name for name in GameFiles.model_fields if name not in ("game", "kinds", "values")
)


class GameData(GameFiles):
    """A whole game in one language, with the fixed words that templates print."""

    game: Game
    words: Mapping[Id, Text] = {}
    formulas: Mapping[Id, str] = {}  # of the values that are derived, by their names
    locale: str = ""
    script: str = "Latn"  # that of its language (ISO 15924)
    decimal: str = "."  # the sign before decimals in its language
    places: Mapping[Context, Where] = Field({}, repr=False)
    notes: Mapping[Context, str] = Field({}, repr=False)
    """The author's notes to translators on the texts at a context, and within it."""
    marked: str = Field("", repr=False)
    """The edition mark of the source of a translation; "" of the source itself."""
    drawn: Mapping[Context, Context] = Field({}, repr=False)
    """Where the texts are written that are nothing but quotations."""
    root: Path = Field(Path(), repr=False)  # the pack, in which its pictures and fonts are
    limits: Limits = Field(STANDARD, repr=False)  # how much of anything the pack may have

    doubts: tuple[Problem, ...] = Field((), repr=False)  # warnings of its files

    def at(self, *ids: str) -> Context:
        """Return the context of the node that the `ids` lead to in this game."""
        return Context(self.game.id, ids)

    def written_in(self, domain: str) -> str:
        """Return the language in which the texts of `domain`, the game or `ui`, are written."""
        return UI_LANGUAGE if domain == UI else self.game.language

    def find(self, ref: str) -> Any:
        """Return the record, part or mapping that `ref` names; raises KeyError if there is none."""
        if ref == INDEX:
            return {}
        kind, *rest = ref.split(".")
        if kind not in KINDS_OF_RECORD:
            raise KeyError(ref)
        node: Any = getattr(self, kind)
        for name in rest:
            inner = getattr(node, "parts", None) or getattr(node, "steps", None)
            node = (node if isinstance(node, Mapping) else inner or {})[name]
        return node

    def title(self, ref: str) -> tuple[Context, Text] | None:
        """Return what a text prints for the quotation `ref`: the text that it names, or what names
        the record, a title, a word or the first cell of a row."""
        at, node = self.quoted(ref)
        if isinstance(node, Card):
            at, node = at / "front", node.front
        if isinstance(node, Mapping):
            at, node = next(((at / key, cell) for key, cell in node.items()), (at, None))
        for field in ("title", "one"):
            if isinstance(text := getattr(node, field, None), Text):
                return at / field, text
        return (at, node) if isinstance(node, Text) else None

    def quoted(self, ref: str) -> tuple[Context, Any]:
        """Return what a quotation names, and where that is: a record, a text, a cell; or None."""
        kind, *names = ref.split(".")
        node: Any = getattr(self, kind) if kind in KINDS_OF_RECORD and names else None
        at = self.at(kind)
        for name in names:
            if name == "opposite" and isinstance(node, State):
                opposite = node.opposite or ""
                at, node = self.at("states", opposite), self.states.get(opposite)
                continue
            holders = [(at, node), *((at / key, getattr(node, key, None)) for key in HOLDERS)]
            held = [
                (outer / name, inner[name])
                for outer, inner in holders
                if isinstance(inner, Mapping) and name in inner
            ]
            at, node = held[0] if held else (at / name, getattr(node, name, None))
        return at, node

    def quotation(self, name: str) -> str:
        """Return what a text prints for a placeholder: a value, or the name of a record."""
        title = self.title(name)
        return term_forms(title[1])[0] if title else str(self.values.get(name, ""))

    def count(self, count: int | str) -> int:
        """Return a `Count` as a number: itself, or the value it names."""
        return count if isinstance(count, int) else int(self.values[count].number)

    def where(self, context: Context) -> Where:
        """Return the place in the YAML of a context, or of the closest one around it."""
        places = (self.places[outer] for outer in context.around() if outer in self.places)
        return next(places, Where(self.game.id))

    def problem(
        self, context: Context, message: str, hint: str = "", severity: Severity = "error"
    ) -> Problem:
        """Return a problem at the place of a context."""
        return Problem(self.where(context), message, hint, severity)

    def note(self, context: Context) -> str:
        """Return the author's notes to translators on the text at `context`, one per line."""
        outermost_first = reversed(list(context.around()))
        return "\n".join(self.notes[outer] for outer in outermost_first if outer in self.notes)

    def role(self, context: Context) -> tuple[str, int | None]:
        """Return the role of the text at `context`, and the most characters that it may have."""
        node: Any = self.words if context.is_ui else self
        role, limit = "", None
        for step in context.ids:
            if isinstance(node, Mapping):
                node = node.get(step)
            elif field := getattr(type(node), "model_fields", {}).get(step):
                extra = field.json_schema_extra
                role = field.description or ""
                limit = extra["limit"] if extra else None
                node = getattr(node, step)
        return role, limit

    def plural_number(self, text: Text) -> int | None:
        """Return the number by which the forms of a text go: the first whole one it quotes."""
        raws = (self.values[name].raw for name in PLACEHOLDER.findall(text) if name in self.values)
        whole = (int(raw) for raw in raws if isinstance(raw, Fraction) and raw.denominator == 1)
        return next(whole, None)

    def length(self, wording: str) -> int:
        """Return how many characters a reader sees of a wording: an icon is one, an accent none."""
        seen = LINK.sub(r"\1", ICON.sub("*", wording.replace("*", "")))
        seen = PLACEHOLDER.sub(lambda quote: self.quotation(quote[1]), seen)
        return len(seen) - sum(map(bool, map(unicodedata.combining, seen)))

    def printed_refs(self, aid_name: str) -> frozenset[str]:
        """Return every reference that an aid prints, those inside sections and cards included."""
        aid = self.aids[aid_name]
        reached: set[str] = set()
        queue = [*aid.contents, *(ref for block in aid.blocks.values() for ref in block.contents)]
        if aid.token and aid.token.back:
            queue += [f"states.{name}" for name in aid.token.back.states.values()]
        while queue:
            ref = queue.pop()
            if ref not in reached:
                reached.add(ref)
                queue += self._held_by(ref)
        return frozenset(reached)

    def _held_by(self, ref: str) -> Sequence[str]:
        node = None
        with suppress(KeyError):  # a check reports it
            node = self.find(ref)
        if isinstance(node, Section):
            return node.contents
        if isinstance(node, Card):
            return [inner for face in (node.front, node.back) if face for inner in face.contents]
        if isinstance(node, Deck):
            cards = self.cards.items()
            return [f"cards.{name}" for name, card in cards if f"decks.{card.deck}" == ref]
        if isinstance(node, Mapping) and "." not in ref:
            return [f"{ref}.{name}" for name in node]
        return ()

    def deck(self, name: str | None) -> Deck | None:
        """Return a deck; None if unknown."""
        return self.decks.get(name or "")

    @property
    def digest(self) -> str:
        """A digest of all texts and figures of the game."""
        lines = (
            f"{context} {' | '.join(getattr(leaf, 'wordings', (str(leaf),)))}"
            for context, leaf in self.leaves
            if not context.is_ui
        )
        return sha256("\n".join(lines).encode()).hexdigest()

    @property
    def mark(self) -> str:
        """A short digest of all figures of the game: sheets with the same mark belong together.

        A translation has the mark of its source, whatever units its figures are in.
        """
        if self.marked:
            return self.marked
        figures = []
        for context, leaf in self.leaves:
            if isinstance(leaf, Figure) and context.kind in ("values", "tables"):
                raw = leaf.raw
                # `repr` of dice has their number, faces and modifier alone.
                unusual = isinstance(raw, Dice) and (raw.sides or raw.more or raw.factor)
                figures.append(f"{context} {raw}{f' {neutral(raw)}' if unusual else ''}")
        return sha256("\n".join(figures).encode()).hexdigest()[:6]

    @cached_property
    def leaves(self) -> Sequence[tuple[Context, Leaf]]:
        """Every text and figure of the game and of the templates, with its context."""
        return tuple(find_all(self, self.at(), LEAVES))

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy without what is cached, which pydantic would copy too."""
        copied = super().model_copy(update=update, deep=deep)
        for cached in ("leaves", "shared", "typed"):
            copied.__dict__.pop(cached, None)
        return copied

    @cached_property
    def shared(self) -> Mapping[Context, Context]:
        """The contexts of texts that are written elsewhere, each with that place: what is quoted,
        and of what many records have alike, the first. They are translated once."""
        first: dict[tuple[Where, str], Context] = {}
        alike = {
            context: first.setdefault((self.places[context], text), context)
            for context, text in self.texts()
            if context in self.places and context not in self.drawn
        }
        alike |= {context: alike.get(at, at) for context, at in self.drawn.items()}
        return {context: at for context, at in alike.items() if context != at}

    @cached_property
    def typed(self) -> Mapping[Context, Text]:
        """The texts that are neither quoted whole nor repeat others because the game means it."""
        return {
            context: text
            for context, text in self.texts()
            if context not in self.shared and not any(map(context.is_among, self.game.repeats))
        }

    def texts(self) -> Iterator[tuple[Context, Text]]:
        """Return every text of the game (not of the templates), with its context."""
        leaves = ((context, leaf) for context, leaf in self.leaves if not context.is_ui)
        return ((context, leaf) for context, leaf in leaves if isinstance(leaf, Text))

    def wordings(self) -> Iterator[tuple[Context, str]]:
        """Return all wordings of the game's texts: each form of a text with forms."""
        return ((context, wording) for context, text in self.texts() for wording in text.wordings)
