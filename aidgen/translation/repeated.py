"""Translations that are the text of another entry, pasted by mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from aidgen.game.context import Context
from aidgen.language.consistency import Mismatch
from aidgen.language.tokens import WordToken, tokenize


@dataclass(frozen=True)
class RepeatedTexts:
    """Translations that several entries share."""

    entries: Mapping[str, tuple[tuple[Context, str], ...]]
    """The context and source of each entry, by its translation."""

    @classmethod
    def of(cls, texts: Iterable[tuple[Context, str, str]]) -> RepeatedTexts:
        """Collect the translations of several entries from contexts, sources and translations."""
        texts_by_form: dict[str, list[tuple[Context, str]]] = {}
        for context, source, target in texts:
            if len(target.split()) >= SHORTEST:
                texts_by_form.setdefault(target, []).append((context, source))
        return cls({text: tuple(each) for text, each in texts_by_form.items() if len(each) > 1})

    def mismatches(self, context: Context, source: str, target: str) -> Iterator[Mismatch]:
        """Yield the other entry with this translation whose source says something else."""
        for other, text in self.entries.get(target, ()):
            if other != context and not _is_alike(source, text):
                message = f"repeated: `{other}` has the same translation"
                yield Mismatch(message, "one of the two was pasted here", "warning", "repeated")
                return


def _is_alike(one: str, other: str) -> bool:
    """Tell whether half of the words of the shorter text are in the other one."""
    words = [
        {token.key for token in tokenize(text) if isinstance(token, WordToken)}
        for text in (one, other)
    ]
    shorter = min(map(len, words))
    return 2 * len(words[0] & words[1]) >= shorter


SHORTEST = 4
"""A translation of fewer words may well be that of two texts."""
