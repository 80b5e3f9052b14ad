"""A whole game in one language: its records, found by reference, and where they are written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Any, ClassVar

from pydantic import Field

from aidgen.game.figures import Figure
from aidgen.game.records import (
    KINDS_OF_RECORD,
    Card,
    Game,
    Id,
    Model,
    Pack,
    Procedure,
    Section,
    Table,
)
from aidgen.game.texts import ICON, LINK, PLACEHOLDER, Text
from aidgen.game.walks import leaves
from aidgen.problems import Where


class Canon(Pack):
    """A whole game in one language, with the fixed words that templates print."""

    game: Game
    words: Mapping[Id, Text] = {}
    locale: str = ""
    places: Mapping[tuple[str, ...], Where] = Field({}, repr=False)
    notes: Mapping[tuple[str, ...], str] = Field({}, repr=False)
    """What the author tells translators of the texts at a path, and below it."""

    unread: ClassVar[frozenset[str]] = frozenset({"places", "notes", "locale"})

    def find(self, ref: str) -> Any:
        """Return the record, part or mapping that `ref` names; raises KeyError if there is none."""
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

    def count(self, count: int | str) -> int:
        """Return a `Count` as a number: itself, or the value it names."""
        return count if isinstance(count, int) else int(self.values[count].number)

    def where(self, path: tuple[str, ...] | str) -> Where:
        """Return the place in the YAML of the node at `path`, or of the closest node around it."""
        steps = tuple(path.split(".")[1:]) if isinstance(path, str) else path
        while steps and steps not in self.places:
            steps = steps[:-1]
        return self.places.get(steps, Where(self.game.id))

    def note(self, path: tuple[str, ...]) -> str:
        """Return what the author tells translators of the text at `path`, a line for each note."""
        around = (path[:end] for end in range(1, len(path) + 1))
        return "\n".join(self.notes[steps] for steps in around if steps in self.notes)

    def role(self, path: tuple[str, ...]) -> tuple[str, int | None]:
        """Return what the text at `path` is, and how many characters it may have."""
        node: Any = self
        role, limit = "", None
        for step in path:
            if isinstance(node, Model) and step in type(node).model_fields:
                field = type(node).model_fields[step]
                extra = field.json_schema_extra
                role = field.description or ""
                limit = int(str(extra["limit"])) if isinstance(extra, dict) else None
                node = getattr(node, step)
            elif isinstance(node, Mapping):
                node = node.get(step)
        return role, limit

    def counted(self, text: Text) -> int | None:
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
        seen = PLACEHOLDER.sub(lambda found: str(self.values.get(found[1], "")), seen)
        return sum(not unicodedata.combining(letter) for letter in seen)

    def context(self, path: tuple[str, ...]) -> str:
        """Return the msgctxt of the text at `path`: the ids that lead to it, the game's first."""
        return ".".join(("ui", *path[1:]) if path[0] == "words" else (self.game.id, *path))

    def printed(self, aid_name: str) -> frozenset[str]:
        """Return every reference that an aid prints, those inside sections and cards included."""
        aid = self.aids[aid_name]
        found: set[str] = set()
        queue = [*aid.contents, *(ref for block in aid.blocks.values() for ref in block.contents)]
        while queue:
            ref = queue.pop()
            if ref in found:
                continue
            found.add(ref)
            try:
                node = self.find(ref)
            except KeyError:
                continue
            if isinstance(node, Section):
                queue += node.contents
            elif isinstance(node, Card):
                queue += [ref for face in (node.front, node.back) if face for ref in face.contents]
            elif isinstance(node, Mapping) and "." not in ref:
                queue += [f"{ref}.{name}" for name in node]
        return frozenset(found)

    @property
    def digest(self) -> str:
        """A digest of all texts and figures of the game."""
        said = (
            f"{self.context(path)} {' | '.join(getattr(leaf, 'wordings', (str(leaf),)))}"
            for path, leaf in leaves(self)
            if path[0] != "words"
        )
        return sha256("\n".join(said).encode()).hexdigest()

    @property
    def mark(self) -> str:
        """A short digest of all figures of the game: sheets that bear the same belong together."""
        figures = (
            f"{self.context(path)} {leaf.raw}"
            for path, leaf in leaves(self)
            if isinstance(leaf, Figure) and path[0] in ("values", "tables")
        )
        return sha256("\n".join(figures).encode()).hexdigest()[:6]

    def texts(self) -> Iterator[tuple[tuple[str, ...], Text]]:
        """Yield every text of the game (not of the templates), with its path of ids."""
        for path, leaf in leaves(self):
            if isinstance(leaf, Text) and path[0] != "words":
                yield path, leaf

    def wordings(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield all that the texts of the game may say: of a text with forms, each of them."""
        for path, text in self.texts():
            for wording in text.wordings:
                yield path, wording
