"""A whole game in one language: its records, found by reference, and where they are written."""

from __future__ import annotations

import copyreg
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, TypeVar

from pydantic import BaseModel, Field

from aidgen.game.cards import Card, Deck, inherited_deck
from aidgen.game.context import UI, UI_LANGUAGE, Context
from aidgen.game.fields import Id, Model
from aidgen.game.figures import Dice, Figure, neutral
from aidgen.game.records import KINDS_OF_RECORD, Game, GameFiles, Procedure, Section
from aidgen.game.tables import Table
from aidgen.game.texts import ICON, INDEX, LINK, PLACEHOLDER, Text, term_forms
from aidgen.problems import Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits

Leaf = Text | Figure
LEAVES = (Text, Figure)
NodeType = TypeVar("NodeType")


def _to_proxy(mapping: dict[str, Any]) -> MappingProxyType[str, Any]:
    return MappingProxyType(mapping)


# So that the data of a game can be sent to another process.
copyreg.pickle(MappingProxyType, lambda mapping: (_to_proxy, (dict(mapping),)))


def find_all(
    node: object, context: Context, kinds: type[NodeType] | tuple[type[NodeType], ...]
) -> Iterator[tuple[Context, NodeType]]:
    """Yield all nodes of some types below `node`; does not look inside a match."""
    if isinstance(node, kinds):
        yield context, node
    elif is_container(node):
        for name, domain, child in children(node):
            if is_container(child) or isinstance(child, kinds):
                yield from find_all(child, context_of_child(context, name, domain), kinds)


def rewrite(node: Any, context: Context, change: Callable[[Context, Leaf], Leaf]) -> Any:
    """Return `node`, at `context`, with every text and figure below as `change` makes it."""
    if not is_container(node):
        return change(context, node) if isinstance(node, LEAVES) else node
    new = {
        name: rewrite(child, context_of_child(context, name, domain), change)
        for name, domain, child in children(node)
        if is_container(child) or isinstance(child, LEAVES)
    }
    if not isinstance(node, BaseModel):
        return MappingProxyType({**node, **new})
    # What is as it was is not said: a deck may have it from another.
    return node.model_copy(
        update={name: one for name, one in new.items() if one is not getattr(node, name)}
    )


def children(node: object) -> Iterator[tuple[str, str, Any]]:
    """Yield the name, the domain and the node of each child of a record or mapping.

    The domain is "" but for the words of the templates, which belong to no game.
    """
    if isinstance(node, BaseModel):
        for name, domain in _visited_fields(type(node)):
            yield name, domain, getattr(node, name)
    elif isinstance(node, Mapping):
        for name, child in node.items():
            yield name, "", child


def context_of_child(context: Context, name: str, domain: str) -> Context:
    """Return the context of a child of a node, which is at `context`."""
    return Context(domain) if domain else context / name


def _unusual_dice(figure: Figure) -> str:
    """Return dice that are more than their number, faces and modifier; "" for all others."""
    raw = figure.raw
    unusual = isinstance(raw, Dice) and (raw.sides or raw.more or raw.factor)
    return f" {neutral(raw)}" if unusual else ""


def is_container(node: object) -> bool:
    """Tell whether a node is a record or a mapping, which may hold others."""
    kind: Any = type(node)
    return _is_container_type(kind)


@cache  # `issubclass` is slow here
def _is_container_type(kind: type) -> bool:
    return issubclass(kind, (BaseModel, Mapping))


@cache
def _visited_fields(record: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a type of record that are visited, and the domain of each, or ""."""
    if issubclass(record, GameData):  # its other fields are about the game, not of it
        return (*((name, "") for name in GameFiles.model_fields), ("words", UI))
    return tuple((name, "") for name in record.model_fields)


class GameData(GameFiles):
    """A whole game in one language, with the fixed words that templates print."""

    game: Game
    words: Mapping[Id, Text] = {}
    formulas: Mapping[Id, str] = {}
    """Those of the values that are derived from others, by their names."""
    locale: str = ""
    script: str = "Latn"
    """That of its language (ISO 15924)."""
    decimal: str = "."
    """The sign before decimals in its language."""
    places: Mapping[Context, Where] = Field({}, repr=False)
    notes: Mapping[Context, str] = Field({}, repr=False)
    """The author's notes to translators on the texts at a context, and within it."""

    marked: str = Field("", repr=False)
    """The edition mark of the source of a translation; "" of the source itself."""

    root: Path = Field(Path(), repr=False)
    """The pack, in which its pictures and fonts are."""
    limits: Limits = Field(STANDARD, repr=False)
    """How much of anything the pack may have."""

    doubts: tuple[Problem, ...] = Field((), repr=False)
    """Warnings of the files that it was read from."""

    def at(self, *ids: str) -> Context:
        """Return the context of the node that the `ids` lead to in this game."""
        return Context(self.game.id, ids)

    def written_in(self, domain: str) -> str:
        """Return the language in which the texts of `domain`, the game or `ui`, are written."""
        return UI_LANGUAGE if domain == UI else self.game.language

    def find(self, ref: str) -> Any:
        """Return the record, part or mapping that `ref` names; raises KeyError if there is none."""
        if ref == INDEX:
            return MappingProxyType({})
        kind, *rest = ref.split(".")
        if kind not in KINDS_OF_RECORD:
            raise KeyError(ref)
        node: Any = getattr(self, kind)
        for name in rest:
            if isinstance(node, Mapping):
                node = node[name]
            elif isinstance(node, (Table, Procedure)):
                node = (node.parts if isinstance(node, Table) else node.steps)[name]
            else:
                raise KeyError(ref)
        return node

    def title(self, ref: str) -> tuple[Context, Text] | None:
        """Return what names the record `ref`, as a text quotes it: its title, or its word."""
        kind, _, name = ref.partition(".")
        records = getattr(self, kind) if kind in KINDS_OF_RECORD else {}
        record, at = records.get(name), self.at(kind, name)
        if kind == "cards" and record:
            record, at = record.front, at / "front"
        titles = ((field, getattr(record, field, None)) for field in ("title", "one"))
        return next(((at / field, text) for field, text in titles if text is not None), None)

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

    def note(self, context: Context) -> str:
        """Return the author's notes to translators on the text at `context`, one per line."""
        outermost_first = reversed(list(context.around()))
        return "\n".join(self.notes[outer] for outer in outermost_first if outer in self.notes)

    def role(self, context: Context) -> tuple[str, int | None]:
        """Return the role of the text at `context`, and the most characters that it may have."""
        node: Any = self.words if context.is_ui else self
        role, limit = "", None
        for step in context.ids:
            if isinstance(node, Model) and step in type(node).model_fields:
                field = type(node).model_fields[step]
                extra = field.json_schema_extra
                role = field.description or ""
                limit = int(str(extra["limit"])) if isinstance(extra, dict) else None
                node = getattr(node, step)
            elif isinstance(node, Mapping):
                node = node.get(step)
        return role, limit

    def plural_number(self, text: Text) -> int | None:
        """Return the number by which the forms of a text go: the first whole one it quotes."""
        for name in PLACEHOLDER.findall(text):
            raw = self.values[name].raw if name in self.values else None
            if isinstance(raw, Fraction) and raw.denominator == 1:
                return int(raw)
        return None

    def length(self, wording: str) -> int:
        """Return how many characters a reader sees of a wording, its values filled in.

        An icon counts as one; accents that are characters of their own do not count.
        """
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
        """Return the references that the record at `ref` prints in its turn."""
        try:
            node = self.find(ref)
        except KeyError:
            return ()
        if isinstance(node, Section):
            return node.contents
        if isinstance(node, Card):
            return [inner for face in (node.front, node.back) if face for inner in face.contents]
        if isinstance(node, Deck):
            return [
                f"cards.{name}" for name, card in self.cards.items() if f"decks.{card.deck}" == ref
            ]
        if isinstance(node, Mapping) and "." not in ref:
            return [f"{ref}.{name}" for name in node]
        return ()

    def deck(self, name: str | None) -> Deck | None:
        """Return a deck with all that it has from the deck that it is like; None if there is none.

        Raises KeyError if there is no deck of that name.
        """
        return None if name is None else self._whole_decks[name]

    @cached_property
    def _whole_decks(self) -> Mapping[str, Deck]:
        return {name: inherited_deck(self.decks, name) for name in self.decks}

    @property
    def digest(self) -> str:
        """A digest of all texts and figures of the game."""
        lines = (
            f"{context} {' | '.join(getattr(leaf, 'wordings', (str(leaf),)))}"
            for context, leaf in self.leaves()
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
        figures = (
            f"{context} {leaf.raw}{_unusual_dice(leaf)}"
            for context, leaf in self.leaves()
            if isinstance(leaf, Figure) and context.kind in ("values", "tables")
        )
        return sha256("\n".join(figures).encode()).hexdigest()[:6]

    @cached_property
    def _leaves(self) -> Sequence[tuple[Context, Leaf]]:
        return tuple(find_all(self, self.at(), LEAVES))

    def leaves(self) -> Iterator[tuple[Context, Leaf]]:
        """Yield every text and figure of the game and of the templates, with its context."""
        return iter(self._leaves)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy without what is cached, which pydantic would copy too."""
        copied = super().model_copy(update=update, deep=deep)
        for cached in ("_leaves", "_whole_decks", "shared"):
            copied.__dict__.pop(cached, None)
        return copied

    @cached_property
    def shared(self) -> Mapping[Context, Context]:
        """The contexts of texts that are written in one place with others, which come first: the
        texts that all records of a spreadsheet have alike are translated once."""
        first: dict[Where, Context] = {}
        return {
            context: first[where]
            for context, text in self.texts()
            if (where := self.places.get(context)) is not None
            and first.setdefault(where, context) != context
        }

    def texts(self) -> Iterator[tuple[Context, Text]]:
        """Yield every text of the game (not of the templates), with its context."""
        for context, leaf in self.leaves():
            if isinstance(leaf, Text) and not context.is_ui:
                yield context, leaf

    def wordings(self) -> Iterator[tuple[Context, str]]:
        """Yield all wordings of the game's texts: each form of a text with forms."""
        for context, text in self.texts():
            for wording in text.wordings:
                yield context, wording
