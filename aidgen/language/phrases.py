"""Words and phrases in any of their forms, looked for in a text all at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aidgen.language.tokens import (
    SPACE,
    Digits,
    Line,
    Token,
    Word,
    form_tokens,
    is_unspaced,
    is_wordlike,
    peek,
)


class Place(NamedTuple):
    """Where a form stands in a line: the form's number, its first token, the one behind it."""

    form: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Form:
    """A word or phrase as a text may have it, token by token."""

    number: int
    """Its place among the forms of its phrases."""
    keys: tuple[str, ...]
    """Those of its tokens; a `*` in one of them is any letters, or none."""
    spaced: tuple[bool, ...]
    """Which of its tokens have white space before them."""
    begins_word: bool
    """Whether no letter and no digit may stand right before it."""
    ends_word: bool

    @classmethod
    def of(cls, number: int, line: Line) -> Form:
        """Make a form of its tokens."""
        return cls(
            number,
            tuple(token.key for token in line),
            tuple(token.spaced for token in line),
            _has_border(line[0], line[0].key[0]),
            _has_border(line[-1], line[-1].key[-1]),
        )

    def stands(self, line: Line, at: int) -> bool:
        """Tell whether a line has this form at a token."""
        stop = at + len(self.keys)
        if stop > len(line):
            return False
        for i in range(1, len(self.keys)):
            if line[at + i].spaced != self.spaced[i] or not _fits(self.keys[i], line[at + i]):
                return False
        if not _fits(self.keys[0], line[at]):
            return False
        if self.begins_word and at and _is_one_word(line[at - 1], line[at]):
            return False
        return not (self.ends_word and _is_one_word(line[stop - 1], peek(line, stop)))


@dataclass(frozen=True)
class Phrases:
    """Forms to be looked for, found by their first words."""

    by_key: Mapping[str, Sequence[Form]]
    """From a first word or sign to the forms that begin with it."""
    by_beginning: Mapping[str, Sequence[Form]]
    """From the letters that a first word has before its `*`."""

    @classmethod
    def of(cls, forms: Iterable[str]) -> Phrases:
        """Read forms; where two overlap in a text, the one given first is chosen."""
        by_key: dict[str, list[Form]] = {}
        by_beginning: dict[str, list[Form]] = {}
        for number, line in enumerate(map(form_tokens, forms)):
            if line and all(token.key for token in line):
                beginning, star, _ = line[0].key.partition("*")
                known = by_beginning if star else by_key
                known.setdefault(beginning, []).append(Form.of(number, line))
        return cls(by_key, by_beginning)

    def places(self, line: Line) -> list[Place]:
        """Return every place in a line where a form stands; they may overlap."""
        by_key = self.by_key
        near = [
            (at, form)
            for at, token in enumerate(line)
            if token.key in by_key
            for form in by_key[token.key]
        ]
        if self.by_beginning:
            near += self._by_beginnings(line)
        return [
            Place(form.number, at, at + len(form.keys))
            for at, form in near
            if form.stands(line, at)
        ]

    def chosen(self, line: Line) -> list[Place]:
        """Return where forms stand in a line, in their order; none of these places overlap."""
        return sorted(apart(self.places(line)), key=lambda place: place.start)

    def _by_beginnings(self, line: Line) -> Iterator[tuple[int, Form]]:
        lengths = sorted({len(beginning) for beginning in self.by_beginning})
        for at, token in enumerate(line):
            for length in lengths:
                if length <= len(token.key):
                    for form in self.by_beginning.get(token.key[:length], ()):
                        yield at, form


def apart(places: Iterable[Place]) -> Iterator[Place]:
    """Yield places that do not overlap: those of the forms given first are preferred."""
    taken: set[int] = set()
    for place in sorted(places):
        if taken.isdisjoint(range(place.start, place.stop)):
            taken.update(range(place.start, place.stop))
            yield place


def cut(line: Line, places: Iterable[Place]) -> Line:
    """Return a line without what stands in places in their order, a space instead."""
    rest: list[Token] = []
    end = 0
    for place in places:
        rest += (*line[end : place.start], SPACE)
        end = place.stop
    return [*rest, *line[end:]] if rest else line


def blank(line: Line, places: Iterable[Place]) -> list[Token]:
    """Return a line with a space in the place of each token that stands in one of some places."""
    rest = list(line)
    for place in places:
        rest[place.start : place.stop] = [SPACE] * (place.stop - place.start)
    return rest


def _has_border(token: Token, edge: str) -> bool:
    """Tell whether a form's first or last token is a whole word: signs and `*` have no borders."""
    return isinstance(token, (Word, Digits)) and edge != "*" and not is_unspaced(edge)


def _is_one_word(token: Token, behind: Token) -> bool:
    """Tell whether two tokens, of which one is a word's, are parts of one word, as in `x2`."""
    return not behind.spaced and is_wordlike(token) and is_wordlike(behind)


def _fits(key: str, token: Token) -> bool:
    """Tell whether a token is what a form has there; a `*` is found in linear time."""
    if key == token.key or "*" not in key:
        return key == token.key
    if not isinstance(token, (Word, Digits)):
        return False
    begin, *middle, end = key.split("*")
    at, stop = len(begin), len(token.key) - len(end)
    if stop < at or not token.key.startswith(begin) or not token.key.endswith(end):
        return False
    for part in middle:
        at = token.key.find(part, at, stop) + len(part)
        if at < len(part):
            return False
    return True
