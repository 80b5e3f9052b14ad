"""A translation held against the game: what is missing of it, or says otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aidgen.game.canon import Canon
from aidgen.game.context import UI, Context
from aidgen.game.texts import Text, forms
from aidgen.language import plurals
from aidgen.language.agreement import Disagreement, disagreements, short
from aidgen.language.glossary import Glossary, misused
from aidgen.language.language import LANGUAGE_WORDS, Language, Pair
from aidgen.language.leftovers import Vocabulary, leftovers
from aidgen.page import dialect
from aidgen.problems import Problem, Where
from aidgen.translation.catalog import Catalog, Entry
from aidgen.translation.po import wanted


def faults(canon: Canon, domain: str, translated: Catalog, pair: Pair) -> list[Problem]:
    """Return what is wrong with the translation of the texts of `domain`, a game or `ui`."""
    judge = _Judge(
        canon,
        pair,
        glossary(canon, translated) if domain != UI else Glossary.of([]),
        Vocabulary.of(pair, translations(translated)),
        translated.locale,
    )
    problems: list[Problem] = []
    contexts = set()
    for context, text in wanted(canon, domain):
        contexts.add(context)
        problems += judge.entry(translated, context, text)
    problems += [
        Problem(entry.where, f"`{context}` is no text of the canon", "run `aidgen i18n sync`")
        for context, entry in translated.entries.items()
        if context not in contexts
    ]
    return problems


@dataclass(frozen=True)
class _Judge:
    """By what the entries of one catalogue are judged."""

    canon: Canon
    pair: Pair
    glossary: Glossary
    vocabulary: Vocabulary
    locale: str

    def entry(self, catalog: Catalog, context: Context, text: Text) -> Iterator[Problem]:
        """Yield what is wrong with the translation of the text at `context`."""
        entry = catalog.entries.get(context)
        if entry is None or entry.text.state == "missing":
            where = entry.where if entry else Where(catalog.file)
            message, hint = f"`{context}` is not translated", f"“{short(text)}”"
            yield Problem(where, message, hint, "warning")
        elif entry.text.state == "fuzzy" or not entry.made_for(text):
            # What it says of the other text is not held against it.
            hint = "read the source again, then remove the flag `fuzzy`"
            message = f"`{context}` was made for another text"
            yield Problem(entry.where, message, hint, "warning")
        elif not (context.is_ui and context.name in LANGUAGE_WORDS):
            for disagreement in self._disagreements(context, text, entry):
                yield Problem(entry.where, *disagreement)

    def _disagreements(self, context: Context, text: Text, entry: Entry) -> Iterator[Disagreement]:
        yield from self._said_otherwise(text, entry.text)
        if context.kind != "terms" or context.name == "definition":
            yield from misused(text, entry.text, self.pair, self.glossary)
            yield from leftovers(text, entry.text, self.vocabulary)
        for wording in entry.text.wordings:
            for misuse in dialect.misused(wording):
                yield Disagreement(str(misuse), misuse.hint)
        yield from self._too_long(context, entry.text)
        yield from self._miscounted(entry.text)

    def _said_otherwise(self, text: Text, translated: Text) -> Iterator[Disagreement]:
        """Yield what a translation, or one of its forms, says otherwise than the source.

        A form says what the source says of many; that of a single number may say what it says of
        one, which need not name the number: "a card".
        """
        for place, wording in translated.plural or (("", str(translated)),):
            alone = place and self.locale and plurals.is_of_one(self.locale, int(place))
            sources = (text.wordings[0], str(text)) if alone else (str(text),)
            verdicts = [list(disagreements(source, wording, self.pair)) for source in sources]
            if all(verdicts):
                yield from verdicts[-1]

    def _too_long(self, context: Context, text: Text) -> Iterator[Disagreement]:
        _, limit = self.canon.role(context)
        if limit is not None:
            length, longest = max(
                (self.canon.length(wording), wording) for wording in text.wordings
            )
            if length > limit:
                message = f"found {length} characters, expected at most {limit}"
                yield Disagreement(message, f"“{short(longest)}”")

    def _miscounted(self, text: Text) -> Iterator[Disagreement]:
        number = plurals.number_of_forms(self.locale) if self.locale else 0
        if text.plural and number and len(text.plural) != number:
            header = plurals.header(self.locale)
            message = f"found {len(text.plural)} forms, expected {number}"
            yield Disagreement(message, f"Plural-Forms of {self.locale}: {header}")


def glossary(canon: Canon, translated: Catalog) -> Glossary:
    """Return the glossary terms that are translated, and the titles of the records."""
    pairs: list[tuple[list[str], list[str]]] = []
    for name, term in canon.terms.items():
        source, target = [], []
        for field in ("one", "many"):
            word = getattr(term, field)
            entry = translated.entries.get(canon.at("terms", name, field))
            if word is not None and entry is not None and entry.text.state != "missing":
                source += forms(word)
                target += forms(entry.text)
        if source:
            pairs.append((source, target))
    titles = (text for context, text in canon.texts() if context.name == "title")
    return Glossary.of(pairs, titles)


def translations(translated: Catalog) -> Iterator[tuple[str, str]]:
    """Yield the texts that are translated, each with its translation."""
    for entry in translated.entries.values():
        if entry.text.state == "translated":
            yield entry.source, entry.text


def language_of(words: Mapping[str, Text], translated: Mapping[Context, Text]) -> Language:
    """Return how a language says numbers and comparisons, from its translation of `words`.

    Where it lacks one of these fixed words of the templates, the English one is taken.
    """
    own = {context.name: text for context, text in translated.items() if context.is_ui}
    return Language.of({**words, **own})
