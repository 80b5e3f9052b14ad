"""An opened pack: its games and translations, each read once, and their problems."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from aidgen import BUNDLED_PACK
from aidgen.assets.fonts import is_missing, missing_font
from aidgen.game.context import UI, UI_LANGUAGE, Context, locale_code
from aidgen.game.data import GameData
from aidgen.game.load import display_path, games, load
from aidgen.game.texts import Text
from aidgen.language.locales import fallbacks, is_locale, locale_folder, script_of
from aidgen.language.localize import FIGURE_SIGNS, is_pseudo, localize, pseudolocalize, rules_of
from aidgen.pipeline import fingerprints
from aidgen.pipeline.cache import Cache
from aidgen.pipeline.fingerprints import READ_FOLDERS, Snapshot, settings_files
from aidgen.problems import InputError, Problem, UsageError, Where, did_you_mean
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.sandbox.places import user_cache
from aidgen.translation.catalog import (
    Catalog,
    mark_outdated,
    overlay,
    read_catalog,
    texts_by_context,
)
from aidgen.translation.checks import (
    DeclaredWaiver,
    Pair,
    TranslationFinding,
    check_catalog,
    glossary_of,
    language_of,
)
from aidgen.translation.words import Language

# The file of a pack's own fixed words.
WORDS = "templates/words.yaml"


@dataclass(frozen=True)
class Checked:
    """What the checks of a game or of its translation found."""

    digest: str
    """Of all that the checks go by."""
    findings: tuple[TranslationFinding, ...]
    declared: tuple[DeclaredWaiver, ...]
    """What translators declared right."""
    language: str
    """The one that the game is written in."""


Findings = tuple[Iterable[TranslationFinding], Iterable[DeclaredWaiver]]
Method = TypeVar("Method", bound=Callable[..., Any])


def remember(method: Method) -> Method:
    """Have a method of a pack run once for the same arguments while the pack is open."""

    @wraps(method)
    def wrapper(pack: Pack, *ids: str) -> Any:
        key = (method.__name__, ids)
        if key not in pack.memory:
            pack.memory[key] = method(pack, *ids)
        return pack.memory[key]

    return cast("Method", wrapper)


class Pack:
    """A folder of games, as it was when it was opened: each file is read once, on demand.

    What was computed from them is kept in `memory` while the pack is open.
    """

    def __init__(self, root: Path, limits: Limits = STANDARD) -> None:
        """Open the pack in the folder `root`, which has to keep within `limits`."""
        self.root = root
        self.limits = limits
        self.memory: dict[tuple[str, tuple[str, ...]], Any] = {}
        # Before one is read: what is saved meanwhile is noticed.
        folders = (folder / name for folder in self.roots for name in READ_FOLDERS)
        self.snapshot = Snapshot([*folders, *settings_files(self.roots)])

    def __str__(self) -> str:
        """Return the folder."""
        return str(self.root)

    def after(self, changed: Iterable[str]) -> Pack:
        """Return the pack opened again after some files changed; the others are not read again."""
        names = tuple(changed)
        new = Pack(self.root, self.limits)
        new.snapshot = self.snapshot.after(self.roots[0] / name for name in names)
        translated = {Path(name).name for name in names if name.startswith("locales/")}
        kept = set()
        # No text, no figure and no rule of a game depends on a template, its words apart.
        if all(name.startswith("templates/") and name != WORDS for name in names):
            kept |= {"game_data", "localized", "pickled", "checked"}
        if all(name.startswith("locales/") for name in names):
            kept.add("game_data")
        if translated <= {f"{UI}.po"}:
            kept.add("catalog")
        if f"{UI}.po" not in translated:
            kept.add("words")
        new.memory = {key: value for key, value in self.memory.items() if key[0] in kept}
        return new

    @property
    def roots(self) -> tuple[Path, ...]:
        """The folders to search, in order: the pack's own, then the bundled pack."""
        return tuple(dict.fromkeys((self.root.resolve(), BUNDLED_PACK.resolve())))

    # What is in the pack --------------------------------------------------------------------------

    @property
    def games(self) -> list[str]:
        """The ids of its games, unreadable ones included; raises InputError if it is not a pack."""
        return games(self.root, self.limits)

    def locales(self, game: str) -> list[str]:
        """Return the languages of a game: its source language, and each that has a PO file."""
        folder = self.root / "locales"
        # This includes what is not a file, such as a broken link: reading it reports the problem.
        folders = folder.iterdir() if folder.is_dir() else ()
        translated = (path.name for path in folders if os.path.lexists(path / f"{game}.po"))
        codes = filter(is_locale, map(locale_code, translated))
        return sorted({self.source_language(game), *codes})

    @remember
    def game_data(self, game: str) -> GameData:
        """Return a game in its own language; raises InputError if it cannot be read."""
        game_data = load(self.root, game, self.limits)
        if not is_locale(game_data.game.language):
            message = f"`{game_data.game.language}` is no language that CLDR knows"
            where = game_data.where(game_data.at("game", "language"))
            raise InputError.at(where, message, "as in fr or pt_BR")
        return game_data

    @remember
    def source_language(self, game: str) -> str:
        """Return the language that a game is written in; raises InputError."""
        # Of a game that was checked, no file need be read again.
        stored = self._stored("checks", game, "")
        return stored.language if stored else self.game_data(game).game.language

    @remember
    def options(self, game: str, aid: str) -> frozenset[str]:
        """Return the print options that apply to an aid; raises InputError."""
        # Kinds print HTML, and rules look at it: a check of a translation needs neither.
        from aidgen.pipeline.options import choosable

        return choosable(self.game_data(game), aid)

    @remember
    def localized(self, game: str, locale: str) -> GameData:
        """Return a game in a language, a pseudolocale included; raises InputError."""
        game_data = self.game_data(game)
        if is_pseudo(locale):
            return pseudolocalize(self.localized(game, game_data.game.language), locale)
        words = mark_outdated(game_data, UI, self.words(locale))
        texts = mark_outdated(game_data, game, self.catalog(game, locale))
        return localize(game_data, texts_by_context([words, texts]), locale)

    @remember
    def pickled(self, game: str, locale: str) -> bytes:
        """Return a localized game as workers take it."""
        return pickle.dumps(self.localized(game, locale), pickle.HIGHEST_PROTOCOL)

    @remember
    def words(self, locale: str) -> Catalog:
        """Return the translation of the templates' words: the pack's own come before ours."""
        return self._layers(UI, locale, self.roots)

    @remember
    def catalog(self, game: str, locale: str) -> Catalog:
        """Return the translation of a game, with what only the base of `locale` has."""
        return self._layers(game, locale, (self.root,))

    def _layers(self, domain: str, locale: str, roots: Sequence[Path]) -> Catalog:
        # fr_CA comes before fr, and within a language the order is that of `roots`.
        files = [
            (root, f"locales/{locale_folder(root, language)}/{domain}.po")
            for language in fallbacks(locale)
            for root in roots
        ]
        catalog = Catalog(files[0][1], {})
        for root, name in reversed(files):
            path = root / name
            if os.path.lexists(path):  # not only files: reading reports the others
                layer = read_catalog(path, name, root=root, limits=self.limits)
                catalog = overlay(Catalog(files[0][1], layer.entries), catalog)
        return catalog

    def language(self, game: str, locale: str) -> Language:
        """Return how `locale` words numbers and comparisons."""
        translated = texts_by_context([self.words(locale)])
        return language_of(self.game_data(game).words, translated, locale)

    def written(self, game_data: GameData, context: Context) -> Where:
        """Return where a text of a localized game is written: the line in the PO or the YAML."""
        if game_data.locale != game_data.written_in(context.domain):
            domain = game_data.game.id
            texts = self.words if context.is_ui else lambda locale: self.catalog(domain, locale)
            entries = texts(game_data.locale).entries
            if context in entries:
                return entries[context].where
        return game_data.where(context)

    # Problems -------------------------------------------------------------------------------------

    def problems(self, game: str, wanted: Collection[str] = ()) -> list[Problem]:
        """Return the problems of a game and of its translations, or of those that are `wanted`."""
        locales = [locale for locale in self.locales(game) if not wanted or locale in wanted]
        checks = [self.checked(game, locale) for locale in ("", *locales)]
        broken = (finding.problem for checked in checks for finding in checked.findings)
        return [*filter(None, map(lack, locales)), *broken]

    def meanwhile(self) -> Iterator[Problem]:
        """Yield a warning if files have changed since the pack was opened."""
        if changed := self.snapshot.changed():
            others = f", with {len(changed) - 1} more" if changed[1:] else ""
            message = f"was changed meanwhile{others}"
            where = Where(display_path(Path(changed[0]), self.root.resolve()))
            yield Problem(where, message, "give the command again", "warning")

    @remember
    def checked(self, game: str, locale: str = "") -> Checked:
        """Return what the checks of a translation say, or those of the game itself."""
        return self.kept("checks", game, locale, partial(self._findings, game, locale))

    def kept(self, name: str, game: str, locale: str, check: Callable[[], Findings]) -> Checked:
        """Return what a check finds, or has found if nothing has changed that it goes by."""
        stored = self._stored(name, game, locale)
        if stored:
            return stored
        findings, declared = check()
        digest, language = self.sources_digest(game, locale), self.source_language(game)
        checked = Checked(digest, tuple(findings), tuple(declared), language)
        if digest and self.snapshot.holds:
            with suppress(OSError):  # there is no cache: it is checked again
                Cache(user_cache() / name).put(self._check_key(game, locale), checked)
        return checked

    def _stored(self, name: str, game: str, locale: str) -> Checked | None:
        stored = Cache(user_cache() / name).get(self._check_key(game, locale), Checked)
        digest = self.sources_digest(game, locale)
        return stored if digest and stored and stored.digest == digest else None

    def _check_key(self, game: str, locale: str) -> str:
        return sha256(os.fsencode(f"{self.roots[0]}\0{game}\0{locale}")).hexdigest()

    def _findings(self, game: str, locale: str) -> Findings:
        game_data = self.game_data(game)
        if not locale:
            from aidgen.rules import check_game

            return (TranslationFinding(None, breach) for breach in check_game(game_data)), ()
        try:
            catalogs = list(self._checked_catalogs(game, locale))
        except InputError as error:
            return (TranslationFinding(None, problem) for problem in error.problems), ()
        findings, declared = list(self._letters(game, locale)), list[DeclaredWaiver]()
        for catalog, pair, domain in catalogs:
            found, waived = check_catalog(game_data, domain, catalog, pair)
            findings += found
            declared += waived
        return findings, declared

    def _letters(self, game: str, locale: str) -> Iterator[TranslationFinding]:
        if not self.game_data(game).game.theme.fonts:
            return
        from aidgen.page.theme import missing_letters

        game_data, script = self.game_data(game), script_of(locale)
        # To localize a game takes a tenth of a second: mostly, all that it may print can be set.
        translated = texts_by_context([self.words(locale), self.catalog(game, locale)]).items()
        # Signs that the author has not typed.
        signs = Text(FIGURE_SIGNS + "".join(new for _, new in rules_of(locale).values()))
        shown = [(game_data.at(name, "title"), signs) for name in ("game", "rules")]
        if not any(missing_letters(game_data, script, [*game_data.texts(), *translated, *shown])):
            return
        game_data = self.localized(game, locale)
        for context, message in missing_letters(game_data, script, game_data.texts()):
            problem = Problem(self.written(game_data, context), message, severity="warning")
            yield TranslationFinding(context, problem)

    def _checked_catalogs(self, game: str, locale: str) -> Iterator[tuple[Catalog, Pair, str]]:
        source = self.source_language(game)
        target = self.language(game, locale)
        if UI_LANGUAGE not in fallbacks(locale):
            words = self.game_data(game).words
            yield self.words(locale), (language_of(words, {}), target), UI
        if locale != source:
            yield self.catalog(game, locale), (self.language(game, source), target), game

    def glossary_terms(self, game: str, locale: str, source: str) -> tuple[tuple[str, str], ...]:
        """Return the terms in a source text, each with its translation."""
        if locale == self.source_language(game):
            return ()
        glossary = glossary_of(self.game_data(game), self.catalog(game, locale))
        terms = (glossary.terms[number] for number in sorted(glossary.count_in_source(source)))
        return tuple((term.source, term.target) for term in terms)

    # Digests --------------------------------------------------------------------------------------

    def edition_mark(self, game: str) -> str:
        """Return what is printed on a game's sheets: its edition, and the digest of its figures."""
        game_data = self.game_data(game)
        return f"{game_data.game.edition} · {game_data.mark}"

    @remember
    def translation_digest(self, game: str, locale: str) -> str:
        """Return a digest of the translation of a game and of the templates' words."""
        texts = texts_by_context([self.words(locale), self.catalog(game, locale)])
        named = sorted(texts.items())
        lines = (f"{name} {text.state} {text} {text.plural}" for name, text in named)
        return sha256("\n".join(lines).encode()).hexdigest()

    @remember
    def sources_digest(self, game: str, locale: str = "") -> str:
        """Return a digest of all that a game is made of, with its translation into `locale`.

        It is "" if a file is unreadable.
        """
        try:
            places = [self.roots[0] / "content" / game]
            for root in self.roots:
                folders = [locale_folder(root, code) for code in fallbacks(locale) if locale]
                names = (f"{folder}/{domain}.po" for folder in folders for domain in (game, UI))
                places += [root / "locales" / name for name in names]
            files = [name for place in places for name in fingerprints.files_at(place)]
            font = f"without a font: {bool(locale) and is_missing(script_of(locale))}"
            shared = [self._shared_digest(), repr(self.limits), font]
            return fingerprints.files_digest(files, shared, self.roots)
        except OSError:
            return ""

    @remember
    def _shared_digest(self) -> str:
        folders = [root / name for root in self.roots for name in ("templates", "assets")]
        paths = (path for folder in folders for path in fingerprints.regular_files(folder))
        return fingerprints.files_digest(paths, [fingerprints.program_digest()], self.roots)


def lack(locale: str) -> Problem | None:
    """Return which font `locale` needs that is not installed, None if it can be set."""
    problem = missing_font(locale, script_of(locale))
    return problem and replace(problem, where=Where(f"locales/{locale}"))


# Names -------------------------------------------------------------------------------------------


def readable(pack: Pack, named: Sequence[str] = ()) -> tuple[list[str], list[Problem]]:
    """Return the readable games of a pack, or those named, and the problems of the others.

    Raises UsageError, InputError if none is left.
    """
    refuse_unknown(pack, named, pack.games, "game")
    if named:
        return list(named), []
    names: list[str] = []
    problems: list[Problem] = []
    for game in pack.games:
        try:
            pack.source_language(game)
            names.append(game)
        except InputError as error:
            problems += error.problems
    # A folder of records lacks the file which makes it a game.
    problems += [
        Problem(Where(display_path(folder, pack.root)), "found no game.yaml in this folder")
        for folder in sorted({path.parent for path in pack.root.glob("content/*/[!.]*.yaml")})
        if not (folder / "game.yaml").is_file()
    ]
    if not names:
        message = "found no game, expected content/<game>/game.yaml"
        raise InputError(problems or [Problem(Where(str(pack)), message)])
    return names, problems


def refuse_unknown(
    pack: Pack,
    names: Sequence[str],
    allowed: Collection[str],
    what: str,
    *,
    of: Sequence[str] = (),
) -> None:
    """Raise UsageError for `names` that are not `allowed`; `of` are the games asked for."""
    listed, whose = ", ".join(sorted(allowed)), " or ".join(of) or "this pack"
    problems = []
    for name in (name for name in names if name not in allowed):
        hint = did_you_mean(name, allowed) or f"known: {listed}"
        problems.append(Problem(Where(str(pack)), f"`{name}` is no {what} of {whose}", hint))
    if problems:
        raise UsageError(problems)
