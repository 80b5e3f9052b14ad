"""Contexts: the path of ids to a record, text or figure of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

# The domain of the fixed words that templates print; every other domain is the id of a game.
UI = "ui"
# The language that the words of the templates are written in.
UI_LANGUAGE = "en"
# The separator of ids in a written context, and the escape of a dot within an id.
DOT, ESCAPED = ".", "%2E"


def locale_code(name: str) -> str:
    """Return a locale as CLDR spells it, of what people write: pt-BR, pt_br, zh-hant."""
    language, *rest = name.replace("-", "_").split("_")
    parts = [part.title() if len(part) == 4 else part.upper() for part in rest]
    return "_".join([language.lower(), *parts])


def record_of(ref: str) -> str:
    """Return what a ref is a part of: the record of `procedures.round.steps` is without steps."""
    return DOT.join(ref.split(DOT)[:2])


@dataclass(frozen=True, slots=True, order=True)
class Context:
    """The path of ids to a record, a text or a figure: never an index, so nothing moves it.

    Written out it is the msgctxt of a text (`expedition.states.surge.effect`), and within a game
    what a reference names (`states.surge`).
    """

    domain: str
    ids: tuple[str, ...] = ()

    @classmethod
    def read(cls, written: str) -> Context:
        """Return the context that `written` spells, domain first."""
        domain, *ids = written.split(DOT)
        return cls(domain, tuple(part.replace(ESCAPED, DOT) for part in ids))

    def __reduce__(self) -> tuple[type[Context], tuple[str, tuple[str, ...]]]:
        """Return how it is pickled: in a third of the time that a dataclass takes."""
        return Context, (self.domain, self.ids)

    def __str__(self) -> str:
        """Return the context written out, as msgctxt has it."""
        return f"{self.domain}{DOT}{self.ref}" if self.ids else self.domain

    def __truediv__(self, name: str) -> Context:
        """Return the context of `name` within this one."""
        return Context(self.domain, (*self.ids, name))

    @property
    def ref(self) -> str:
        """The context as a reference of its game: without the game's id."""
        return DOT.join(part.replace(DOT, ESCAPED) for part in self.ids)

    @property
    def kind(self) -> str:
        """The kind of record that it leads to or into (`rules`, `tables`), "" if none."""
        return self.ids[0] if self.ids and not self.is_ui else ""

    @property
    def name(self) -> str:
        """The last id."""
        return self.ids[-1] if self.ids else self.domain

    @property
    def is_ui(self) -> bool:
        """Whether it is that of a fixed word of the templates, which belong to no game."""
        return self.domain == UI

    def around(self) -> Iterator[Context]:
        """Yield the context itself and each one around it, the nearest first."""
        for end in range(len(self.ids), -1, -1):
            yield Context(self.domain, self.ids[:end])

    def is_among(self, pattern: str) -> bool:
        """Tell whether `pattern`, as in `rules.gm-*`, names it or what it is in."""
        return any(fnmatchcase(outer.ref, pattern) for outer in self.around())
