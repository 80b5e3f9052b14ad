"""How a translation addresses its reader: familiarly, as « tu », or politely, as « vous »."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from aidgen.language.consistency import Mismatch
from aidgen.language.language import Language
from aidgen.language.tokens import Tokens, WordToken, tokenize

FormOfAddress = Literal["familiar", "polite"]


@dataclass(frozen=True)
class Address:
    """The form of address that nearly all texts of a translation use."""

    language: Language
    usual: FormOfAddress | None
    """None if both are usual, or neither is."""
    example: str
    """A word of the usual form."""

    @classmethod
    def of(cls, language: Language, texts: Iterable[str]) -> Address:
        """Find the usual form of address of `texts`."""
        texts_with: Counter[FormOfAddress] = Counter()
        words: Counter[tuple[FormOfAddress, str]] = Counter()
        for text in texts if language.written.familiar else ():
            found = list(_words_of_address(text, language))
            texts_with.update({form for form, _ in found})
            words.update(found)
        ranked = texts_with.most_common()
        if not ranked or texts_with.total() < ENOUGH_TEXTS:
            return cls(language, None, "")
        usual, count = ranked[0]
        if count < USUAL_SHARE * texts_with.total():
            return cls(language, None, "")
        example = next(word for (form, word), _ in words.most_common() if form == usual)
        return cls(language, usual, example)

    def mismatches(self, text: str) -> Iterator[Mismatch]:
        """Yield a word of `text` that addresses the reader in the other form."""
        for form, word in _words_of_address(text, self.language) if self.usual else ():
            if form != self.usual:
                message = f"address: found `{word}`, but other texts say `{self.example}`"
                yield Mismatch(message, "address the reader in one way", "warning", "address")
                return


def _words_of_address(text: str, language: Language) -> Iterator[tuple[FormOfAddress, str]]:
    """Yield the words for the reader; one with a capital, as „Sie“, does not begin a sentence."""
    tokens = tokenize(text)
    for at, token in enumerate(tokens):
        if isinstance(token, WordToken):
            if token.key in language.written.familiar:
                yield "familiar", token.text
            elif _is_polite(tokens, at, language):
                yield "polite", token.text


def _is_polite(tokens: Tokens, at: int, language: Language) -> bool:
    word = tokens[at].text
    if word.lower() in language.written.polite:
        return True
    within = at > 0 and isinstance(tokens[at - 1], WordToken)
    return within and word in language.written.polite


ENOUGH_TEXTS = 4
"""So many texts must address their reader before one differs from the others."""

USUAL_SHARE = 0.8
"""The share of these texts that makes a form the usual one."""
