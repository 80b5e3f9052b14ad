"""Searching a text for words and phrases in all their forms at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aidgen.language.tokens import (
    SPACE,
    Digits,
    TextToken,
    Tokens,
    WordToken,
    is_unspaced,
    is_wordlike,
    peek,
    tokenize_form,
)


class Occurrence(NamedTuple):
    """Where a form occurs: its number, its first token, and the index after its last."""

    form: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class PhraseForm:
    """A word or phrase, token by token."""

    number: int
    """Its index among the forms."""
    keys: tuple[str, ...]
    """The keys of its tokens; a `*` in one stands for any letters, or none."""
    spaced: tuple[bool, ...]
    """Which tokens have white space before them."""
    begins_word: bool
    """Whether no letter or digit may directly precede it."""
    ends_word: bool

    @classmethod
    def of(cls, number: int, tokens: Tokens) -> PhraseForm:
        """Build a form from its tokens."""
        return cls(
            number,
            tuple(token.key for token in tokens),
            tuple(token.spaced for token in tokens),
            _has_border(tokens[0], tokens[0].key[0]),
            _has_border(tokens[-1], tokens[-1].key[-1]),
        )

    def occurs(self, tokens: Tokens, at: int) -> bool:
        """Tell whether this form occurs at a token."""
        stop = at + len(self.keys)
        if stop > len(tokens):
            return False
        for i in range(1, len(self.keys)):
            if tokens[at + i].spaced != self.spaced[i] or not _matches(
                self.keys[i], tokens[at + i]
            ):
                return False
        if not _matches(self.keys[0], tokens[at]):
            return False
        if self.begins_word and at and _is_one_word(tokens[at - 1], tokens[at]):
            return False
        return not (self.ends_word and _is_one_word(tokens[stop - 1], peek(tokens, stop)))


@dataclass(frozen=True)
class Phrases:
    """Forms indexed by their first words."""

    by_key: Mapping[str, Sequence[PhraseForm]]
    """From a first word or sign to the forms that begin with it."""
    by_beginning: Mapping[str, Sequence[PhraseForm]]
    """From the letters before the `*` of a first word."""

    @classmethod
    def of(cls, forms: Iterable[str]) -> Phrases:
        """Index forms; where two overlap in a text, the earlier one in `forms` wins."""
        by_key: dict[str, list[PhraseForm]] = {}
        by_beginning: dict[str, list[PhraseForm]] = {}
        for number, tokens in enumerate(map(tokenize_form, forms)):
            if tokens and all(token.key for token in tokens):
                beginning, star, _ = tokens[0].key.partition("*")
                known = by_beginning if star else by_key
                known.setdefault(beginning, []).append(PhraseForm.of(number, tokens))
        return cls(by_key, by_beginning)

    def occurrences(self, tokens: Tokens) -> list[Occurrence]:
        """Return all occurrences, which may overlap."""
        by_key = self.by_key
        near = [
            (at, form)
            for at, token in enumerate(tokens)
            if token.key in by_key
            for form in by_key[token.key]
        ]
        if self.by_beginning:
            near += self._by_beginnings(tokens)
        return [
            Occurrence(form.number, at, at + len(form.keys))
            for at, form in near
            if form.occurs(tokens, at)
        ]

    def distinct_occurrences(self, tokens: Tokens) -> list[Occurrence]:
        """Return occurrences that do not overlap, in text order."""
        return sorted(
            without_overlaps(self.occurrences(tokens)), key=lambda occurrence: occurrence.start
        )

    def _by_beginnings(self, tokens: Tokens) -> Iterator[tuple[int, PhraseForm]]:
        lengths = sorted({len(beginning) for beginning in self.by_beginning})
        for at, token in enumerate(tokens):
            for length in lengths:
                if length <= len(token.key):
                    for form in self.by_beginning.get(token.key[:length], ()):
                        yield at, form


def without_overlaps(occurrences: Iterable[Occurrence]) -> Iterator[Occurrence]:
    """Yield occurrences that do not overlap; earlier forms take precedence."""
    taken: set[int] = set()
    for occurrence in sorted(occurrences):
        if taken.isdisjoint(range(occurrence.start, occurrence.stop)):
            taken.update(range(occurrence.start, occurrence.stop))
            yield occurrence


def cut_out(tokens: Tokens, occurrences: Iterable[Occurrence]) -> Tokens:
    """Return the tokens with one space in place of each occurrence; `occurrences` are in order."""
    rest: list[TextToken] = []
    end = 0
    for _, start, stop in occurrences:
        rest += (*tokens[end:start], SPACE)
        end = stop
    return [*rest, *tokens[end:]] if rest else tokens


def blank(tokens: Tokens, occurrences: Iterable[Occurrence]) -> list[TextToken]:
    """Return the tokens with each token of an occurrence replaced by a space."""
    rest = list(tokens)
    for _, start, stop in occurrences:
        rest[start:stop] = [SPACE] * (stop - start)
    return rest


def _has_border(token: TextToken, edge: str) -> bool:
    """Tell whether the first or last token of a form is a whole word; signs and `*` are not."""
    return isinstance(token, (WordToken, Digits)) and edge != "*" and not is_unspaced(edge)


def _is_one_word(token: TextToken, behind: TextToken) -> bool:
    """Tell whether two tokens form one word, as in `x2`."""
    return not behind.spaced and is_wordlike(token) and is_wordlike(behind, edge=0)


def _matches(key: str, token: TextToken) -> bool:
    """Tell whether a token matches a key, in which `*` is any letters; takes linear time."""
    if key == token.key or "*" not in key:
        return key == token.key
    if not isinstance(token, (WordToken, Digits)):
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
