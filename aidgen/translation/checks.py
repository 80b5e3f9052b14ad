"""A translation checked against the game: what is missing, and what differs from the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from aidgen.assets.characters import unprintable_characters
from aidgen.game.context import UI, UI_LANGUAGE, Context
from aidgen.game.data import GameData
from aidgen.game.texts import PLACEHOLDER, Text, hyphen_bullets, term_forms
from aidgen.language import grammar
from aidgen.language.locales import decimal_sign, fallbacks, script_of
from aidgen.page.markdown import find_misreadings
from aidgen.page.misuse import find_misuse
from aidgen.problems import Problem, Where
from aidgen.translation.catalog import Catalog, CatalogEntry, Waiver, WaiverState
from aidgen.translation.compare import compare
from aidgen.translation.consistency import Consistency, Translated
from aidgen.translation.differences import excerpt
from aidgen.translation.po import is_word_list, texts_of
from aidgen.translation.terms import Glossary
from aidgen.translation.words import LANGUAGE_WORDS, Language

UNTRANSLATED = "is not translated"
# So many untranslated texts of a file are reported as one problem.
MANY_UNTRANSLATED = 5

# Texts that list words of each language's own.
OWN_WORDS = ("hyphenation", "also")
# The languages of a translation: that of its source, and its own.
Pair = tuple[Language, Language]


@dataclass(frozen=True)
class TranslationFinding:
    """A problem with the translation of a text; without context, of the whole file."""

    context: Context | None
    problem: Problem


@dataclass(frozen=True)
class DeclaredWaiver:
    """A waiver of a translator, with its text and its state."""

    where: Where
    context: Context
    waiver: Waiver
    state: WaiverState

    def __str__(self) -> str:
        """Return one line in the form of a problem."""
        ruling = f"{self.waiver.check} ok: {self.waiver.reason}"
        return f"{self.where}: `{self.context}`: {ruling} ({self.state})"


def check_catalog(
    game_data: GameData, domain: str, translated: Catalog, pair: Pair
) -> tuple[list[TranslationFinding], list[DeclaredWaiver]]:
    """Return the problems of the translation of `domain`, a game or `ui`, and its waivers."""
    judge = _Checker.of(game_data, domain, translated, pair)
    findings, declared = list[TranslationFinding](), list[DeclaredWaiver]()
    contexts = set()
    for context, text in texts_of(game_data, domain):
        contexts.add(context)
        mismatches = judge.entry(translated, context, text)
        findings += (TranslationFinding(context, problem) for problem in mismatches)
        if context in translated.entries:
            declared += judge.declared(context, text, translated.entries[context])
    if domain == UI and pair[1].silent:
        names = ", ".join(f"`{UI}.{name}`" for name in sorted(pair[1].silent))
        message = f"words that aidgen does not know are not checked: fill in {names}"
        hint = "enter a hyphen where your language has no such words"
        problem = Problem(Where(translated.file), message, hint, "warning")
        findings.append(TranslationFinding(None, problem))
    for context, entry in translated.entries.items():
        if context not in contexts:
            message = f"`{context}` is not a text of the game"
            problem = Problem(entry.where, message, "run `aidgen i18n sync`", "warning")
            findings.append(TranslationFinding(context, problem))
    return findings, declared


def join_untranslated(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield problems, with one for each file in which many texts are not translated."""
    listed = list(problems)
    missing = Counter(each.where.file for each in listed if each.message.endswith(UNTRANSLATED))
    for each in listed:
        if missing[each.where.file] < MANY_UNTRANSLATED or not each.message.endswith(UNTRANSLATED):
            yield each
    for file, count in missing.items():
        if count >= MANY_UNTRANSLATED:
            message = f"{count} texts are not translated yet"
            hint = "a PO editor lists them; `aidgen i18n stats` counts them"
            yield Problem(Where(file), message, hint, "warning")


@dataclass(frozen=True)
class _Checker:
    """What the check of a catalog depends on."""

    game_data: GameData
    pair: Pair
    glossary: Glossary
    consistency: Consistency
    locale: str

    @classmethod
    def of(cls, game_data: GameData, domain: str, translated: Catalog, pair: Pair) -> _Checker:
        """Collect what the check of a catalog depends on."""
        texts = [
            Translated(context, entry.source, str(entry.text))
            for context, entry in translated.entries.items()
            if entry.text.state == "translated" and not is_word_list(context)
        ]
        locale = translated.locale
        if domain == UI:
            return cls(game_data, pair, Glossary.of(()), Consistency.of((), locale), locale)
        consistency = Consistency.of(texts, locale, map(game_data.printed_refs, game_data.aids))
        return cls(game_data, pair, glossary_of(game_data, translated), consistency, locale)

    def entry(self, catalog: Catalog, context: Context, text: Text) -> Iterator[Problem]:
        """Yield the problems of the translation of the text at `context`."""
        entry = catalog.entries.get(context)
        variant = self.game_data.written_in(context.domain) in fallbacks(self.locale)
        unwritten = entry is None or entry.text.state == "missing"
        if is_word_list(context) or (variant and unwritten):
            return  # not compared; missing word lists are reported once
        if entry is None or entry.text.state == "missing":
            where = entry.where if entry else Where(catalog.file)
            message, hint = f"`{context}` {UNTRANSLATED}", f"“{excerpt(text)}”"
            yield Problem(where, message, hint, "warning")
        elif entry.text.state == "fuzzy" or not entry.made_for(text):
            hint = "read the source again, then remove the flag `fuzzy`"
            message = f"the source text of `{context}` has changed"
            yield Problem(entry.where, message, hint, "warning")
        elif context.name not in OWN_WORDS:
            for fault in entry.misspelt:
                yield replace(fault, where=entry.where)
            for problem in self.differences(context, text, entry):
                yield from self._unless_waived(context, entry, problem)

    def _unless_waived(
        self, context: Context, entry: CatalogEntry, problem: Problem
    ) -> Iterator[Problem]:
        waivers = [waiver for waiver in entry.waivers if waiver.check == _check_of(problem)]
        if any(waiver.pin in ("", entry.pin) for waiver in waivers):
            return
        hint = problem.hint
        for waiver in waivers:
            hint = f"it was waived in another wording: check the text, remove `[{waiver.pin}]`"
        quoted = f"source: “{excerpt(entry.source)}”"
        hints = dict.fromkeys(filter(None, (hint, quoted, f"text `{context}`")))
        yield replace(problem, where=entry.where, hint="; ".join(hints))

    def declared(
        self, context: Context, text: Text, entry: CatalogEntry
    ) -> Iterator[DeclaredWaiver]:
        """Yield what the translator of an entry has waived."""
        differences = self.differences(context, text, entry) if entry.waivers else ()
        doubts = {_check_of(problem) for problem in differences}
        for waiver in entry.waivers:
            state: WaiverState = "holds" if waiver.pin else "not pinned"
            if waiver.pin not in ("", entry.pin) or not entry.made_for(text):
                state = "stale"
            elif waiver.check not in doubts:
                state = "not needed"
            yield DeclaredWaiver(entry.where, context, waiver, state)

    def differences(self, context: Context, text: Text, entry: CatalogEntry) -> Iterator[Problem]:
        """Yield where an entry differs from the text at `context`, waived or not."""
        # The name of a term is compared, and may be any word of its language.
        named = context.kind == "terms" and context.name != "definition"
        printed = _without_stars(context, entry.text)
        yield from self._form_differences(text, printed, None if named else self.glossary)
        yield from self.consistency.differences(Translated(context, entry.source, str(entry.text)))
        for wording in entry.text.wordings:
            among = "".join(text.wordings)
            plain = hyphen_bullets(wording) if "\n" in wording else wording
            for letters in unprintable_characters(plain, script_of(self.locale), among):
                yield Problem(Where(""), letters)
            bare = _without_stars(context, Text(wording))
            yield from (Problem(Where(""), *misuse) for misuse in find_misuse(bare))
            yield from (Problem(Where(""), *misread) for misread in find_misreadings(str(bare)))
        _, limit = self.game_data.role(context)
        longest = max(entry.text.wordings, key=self.game_data.length) if limit else ""
        if limit is not None and (length := self.game_data.length(longest)) > limit:
            message = f"found {length} characters, expected at most {limit}"
            yield Problem(Where(""), message, f"“{excerpt(longest)}”")
        count = len(entry.text.plural)
        if count and self.locale and count != (number := grammar.form_count(self.locale)):
            header = grammar.plural_header(self.locale)
            message = f"found {count} forms, expected {number}"
            yield Problem(Where(""), message, f"Plural-Forms of {self.locale}: {header}")

    def _form_differences(
        self, text: Text, translated: Text, terms: Glossary | None
    ) -> Iterator[Problem]:
        """Yield where a translation, or one of its plural forms, differs from the source.

        A form is compared with the source's plural; the form for a single number may also match the
        source's singular, which need not name the number: "a card".
        """
        values, title = self.game_data.values, self.game_data.title
        for place, wording in translated.plural or (("", str(translated)),):
            alone = place and self.locale and grammar.is_for_one_number(self.locale, int(place))
            sources = (text.wordings[0], str(text)) if alone else (str(text),)
            problems = [compare(source, wording, *self.pair, terms) for source in sources]
            if terms is None:  # a name may be the same in both languages
                problems = [[p for p in each if _check_of(p) != "left"] for each in problems]
            for problem in problems[-1] if all(problems) else ():
                # A value that the game does not have would be printed as its name in braces.
                names = PLACEHOLDER.findall(wording) if _check_of(problem) == "placeholder" else ()
                is_known = all(name in values or title(name) for name in names)
                yield problem if is_known else replace(problem, severity="error")


def _check_of(problem: Problem) -> str:
    return problem.message.partition(":")[0]


def _without_stars(context: Context, text: Text) -> Text:
    # The first form is printed: its stars are emphasis.
    if context.kind != "terms" or context.name not in ("one", "many") or "*" not in text:
        return text
    first, *others = text.split("|")
    forms = [first, *(form.replace("*", "") for form in others)]
    return Text("|".join(forms), text.state, text.context)


def glossary_of(game_data: GameData, translated: Catalog) -> Glossary:
    """Return the glossary of translated terms, with the titles of records."""
    pairs: list[tuple[list[str], list[str]]] = []
    for name, term in game_data.terms.items():
        source, target = [], []
        for field in ("one", "many"):
            word = getattr(term, field)
            entry = translated.entries.get(game_data.at("terms", name, field))
            if word is not None and entry is not None and entry.text.state != "missing":
                source += term_forms(word)
                target += term_forms(entry.text)
        if source:
            pairs.append((source, target))
    titles = (text for context, text in game_data.texts() if context.name == "title")
    return Glossary.of(pairs, titles)


def language_of(
    words: Mapping[str, Text], translated: Mapping[Context, Text], locale: str = UI_LANGUAGE
) -> Language:
    """Return how `locale` writes numbers and comparisons, by its translation of `words`.

    Word lists that it lacks are empty, since those of another language say nothing about its texts;
    the number format falls back to CLDR's.
    """
    listed = {context.name: text for context, text in translated.items() if context.is_ui}
    if UI_LANGUAGE not in fallbacks(locale):
        words = {name: word for name, word in words.items() if name not in LANGUAGE_WORDS}
        words = {**words, "number-format": Text(f"1{decimal_sign(locale)}5")}
    return Language.of({**words, **listed}, locale)
