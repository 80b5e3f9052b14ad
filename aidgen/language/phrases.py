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
)


class Place(NamedTuple):
    """Where a form stands in a line: the form's number, its first token, the one behind it."""

    form: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Form:
    """A word or phrase as a text may have it, token by token."""

    keys: tuple[str, ...]
    spaced: tuple[bool, ...]
    """Which of its tokens have white space before them."""
    begins_word: bool
    """Whether no letter and no digit may stand right before it."""
    ends_word: bool

    @classmethod
    def of(cls, words: str) -> Form:
        """Read a form; a `*` in one of its words is any letters, or none."""
        line = form_tokens(words)
        return cls(
            tuple(token.key for token in line),
            tuple(token.spaced for token in line),
            bool(line) and _has_border(line[0], line[0].key[:1]),
            bool(line) and _has_border(line[-1], line[-1].key[-1:]),
        )

    def stands(self, line: Line, at: int) -> bool:
        """Tell whether a line has this form at a token."""
        stop = at + len(self.keys)
        if stop > len(line):
            return False
        if self.begins_word and at and _is_one_word(line[at - 1], line[at]):
            return False
        if self.ends_word and stop < len(line) and _is_one_word(line[stop - 1], line[stop]):
            return False
        return all(
            (key == token.key or ("*" in key and _fits(key, token)))
            and (token.spaced == spaced or not i)
            for i, (key, spaced, token) in enumerate(
                zip(self.keys, self.spaced, line[at:stop], strict=True)
            )
        )


@dataclass(frozen=True)
class Phrases:
    """Forms to be looked for, found by their first words."""

    forms: tuple[Form, ...]
    by_key: Mapping[str, Sequence[int]]
    """From a first word or sign to the forms, by number, that begin with it."""
    by_beginning: Mapping[str, Sequence[int]]
    """From the letters that a first word has before its `*`."""
    lengths: tuple[int, ...]
    """How many letters these beginnings have."""

    @classmethod
    def of(cls, forms: Iterable[str]) -> Phrases:
        """Read forms; where two overlap in a text, the one given first is chosen."""
        read = tuple(map(Form.of, forms))
        by_key: dict[str, list[int]] = {}
        by_beginning: dict[str, list[int]] = {}
        for number, form in enumerate(read):
            if all(form.keys) and form.keys:
                beginning, star, _ = form.keys[0].partition("*")
                (by_beginning if star else by_key).setdefault(beginning, []).append(number)
        return cls(read, by_key, by_beginning, tuple(sorted(set(map(len, by_beginning)))))

    def places(self, line: Line) -> list[Place]:
        """Return every place in a line where a form stands; they may overlap."""
        return [
            Place(number, at, at + len(self.forms[number].keys))
            for at, token in enumerate(line)
            for number in self._beginning_with(token)
            if self.forms[number].stands(line, at)
        ]

    def chosen(self, line: Line) -> list[Place]:
        """Return where forms stand in a line, in their order; none of these places overlap."""
        return sorted(apart(self.places(line)), key=lambda place: place.start)

    def _beginning_with(self, token: Token) -> Sequence[int]:
        known = self.by_key.get(token.key, ())
        if not self.lengths or not isinstance(token, (Word, Digits)):
            return known
        beginnings = (token.key[:length] for length in self.lengths if length <= len(token.key))
        return [
            *known,
            *(number for begin in beginnings for number in self.by_beginning.get(begin, ())),
        ]


def apart(places: Iterable[Place]) -> Iterator[Place]:
    """Yield places that do not overlap: those of the forms given first are preferred."""
    taken: set[int] = set()
    for place in sorted(places):
        if taken.isdisjoint(range(place.start, place.stop)):
            taken.update(range(place.start, place.stop))
            yield place


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


def _fits(pattern: str, token: Token) -> bool:
    """Tell whether a word is as a pattern says, whose `*` are any letters; in linear time."""
    if not isinstance(token, (Word, Digits)):
        return False
    word = token.key
    begin, *middle, end = pattern.split("*")
    at, stop = len(begin), len(word) - len(end)
    if stop < at or not word.startswith(begin) or not word.endswith(end):
        return False
    for part in middle:
        at = word.find(part, at, stop) + len(part)
        if at < len(part):
            return False
    return True
