"""The commands for translators: extract templates, add languages, synchronize, report progress.

Files are written into the pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from aidgen import BUNDLED_PACK
from aidgen.assets.fonts import missing_font
from aidgen.game.context import UI, UI_LANGUAGE, locale_code
from aidgen.game.data import GameData
from aidgen.language.locales import closest_locale, fallbacks, is_locale, locale_folder, script_of
from aidgen.pipeline.pack import WORDS, Pack, refuse_unknown
from aidgen.problems import Problem, UsageError, Where
from aidgen.sandbox.output import write_file
from aidgen.translation.catalog import Tally, tally_texts
from aidgen.translation.forms import FormProposal, add_forms, propose_forms
from aidgen.translation.sync import sync, template

# How the code of a language is spelt: language, script, region.
CODE = re.compile(r"[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|\d{3}))?")


@dataclass(frozen=True)
class File:
    """A PO file of the pack at `root`: the texts of `domain`, a game or `ui`, in a language."""

    root: Path
    domain: str
    locale: str

    @property
    def name(self) -> str:
        """Its path within the pack."""
        return f"locales/{locale_folder(self.root, self.locale)}/{self.domain}.po"

    @property
    def path(self) -> Path:
        """Its path."""
        return self.root / self.name


def extract(pack: Pack, only: Sequence[str] = ()) -> Iterator[Path]:
    """Write the templates of games, and of fixed words; yield what changed. Raises InputError."""
    for game in _games(pack, only):
        game_data = pack.game_data(game)
        for domain in (game, UI) if _has_words(pack.root) else (game,):
            path = pack.root / "locales" / f"{domain}.pot"
            if write_file(path, template(game_data, domain).encode(), pack.root):
                yield path


def add(pack: Pack, locale: str, only: Sequence[str] = ()) -> Iterator[Path]:
    """Write the PO files of a new language; yield them. Raises UsageError."""
    locale = _normalized(locale)
    chosen = _games(pack, only)
    games = [game for game in chosen if pack.source_language(game) != locale]
    if not games:
        _reject(f"`{locale}` is the language that {', '.join(chosen)} is written in")
    wanted = [File(pack.root, game, locale) for game in games]
    if there := [file for file in wanted if file.path.is_file()]:
        hint = f"`aidgen i18n sync {locale}` brings it up to date"
        if missing := [file.domain for file in wanted if file not in there]:
            hint += f"; without it: `aidgen i18n add {locale} {' '.join(missing)}`"
        _reject(*(f"{file.name} exists already" for file in there), hint=hint)
    yield from sorted(_write_files(pack, wanted))


def step(pack: Pack, locale: str | None = None, only: Sequence[str] = ()) -> Iterator[Path]:
    """Bring PO files into step with the games; yield those that changed. Raises InputError."""
    yield from _write_files(pack, files_of(pack, locale, only))


def files_of(pack: Pack, locale: str | None, only: Sequence[str] = ()) -> list[File]:
    """Return the PO files of a pack, or those of `locale` and of some games. Raises UsageError."""
    chosen = _games(pack, only)
    if locale is not None:
        locale = _normalized(locale)
    files = [file for game in chosen for file in _game_files(pack, game, locale)]
    if locale is not None:
        absent = {*only} - {file.domain for file in files}
        if absent or not files:
            hint = f"`aidgen i18n add {' '.join([locale, *sorted(absent)])}` makes them"
            games_without = ", ".join(sorted(absent) or chosen)
            _reject(f"there are no files of `{locale}` for {games_without}", hint=hint)
    return files


def stats(pack: Pack, only: Sequence[str] = ()) -> list[tuple[File, Tally]]:
    """Return how far each translation of a pack is, by game (or `ui`) and language."""
    rows: dict[tuple[str, str], tuple[File, Tally]] = {}
    for game in _games(pack, only):
        game_data = pack.game_data(game)
        for translated in _game_files(pack, game):
            for file in filter(None, (translated, _words_file(pack, translated.locale))):
                is_ui, locale = file.domain == UI, file.locale
                catalog = pack.words(locale) if is_ui else pack.catalog(game, locale)
                rows[file.domain, locale] = file, tally_texts(game_data, file.domain, catalog)
    return [rows[key] for key in sorted(rows)]


# Which files there are ---------------------------------------------------------------------------


def _games(pack: Pack, only: Sequence[str]) -> Sequence[str]:
    refuse_unknown(pack, only, pack.games, "game")
    return only or pack.games


def _game_files(pack: Pack, game: str, only: str | None = None) -> list[File]:
    files = (File(pack.root, game, locale) for locale in pack.locales(game))
    return [file for file in files if file.locale == (only or file.locale) and file.path.is_file()]


def _has_words(root: Path) -> bool:
    return (root / WORDS).is_file()


def _words_file(pack: Pack, locale: str) -> File | None:
    if UI_LANGUAGE in fallbacks(locale):
        return None
    file = File(pack.root, UI, locale)
    # A pack other than ours needs one if it has its own words, or if ours are not translated.
    ours = (File(BUNDLED_PACK, UI, language) for language in fallbacks(locale))
    is_spoken = any(each.path.is_file() for each in ours)
    return file if file.path.is_file() or _has_words(pack.root) or not is_spoken else None


def _write_files(pack: Pack, files: Iterable[File]) -> Iterator[Path]:
    wanted: dict[File, GameData] = {}
    for file in files:
        wanted[file] = pack.game_data(file.domain)
        if words := _words_file(pack, file.locale):
            wanted.setdefault(words, wanted[file])
    # Before one is written, all are read: a fault leaves every file as it was.
    texts = {file: in_step(pack, file, game_data) for file, game_data in wanted.items()}
    for file, text in texts.items():
        if write_file(file.path, text.encode(), file.root):
            yield file.path


def in_step(pack: Pack, file: File, game_data: GameData) -> str:
    """Return the text of a synchronized file; a pack's own words start from ours."""
    has_started = file.path.is_file() or file.domain != UI
    path = file.path if has_started else File(BUNDLED_PACK, file.domain, file.locale).path
    return sync(game_data, file.domain, file.locale, path, sparse=_has_base(file, game_data))


def _has_base(file: File, game_data: GameData) -> bool:
    """Tell whether a file contains only differences from another language's or pack's file."""
    # The fixed words of a pack without its own: ours, if they are translated.
    is_ours = file.domain != UI or file.root.resolve() == BUNDLED_PACK.resolve()
    bases = [] if is_ours or _has_words(file.root) else [File(BUNDLED_PACK, UI, file.locale)]
    # Variants such as fr_CA beside fr, or en_GB of a game in English.
    languages = fallbacks(file.locale)[1:]
    bases += (File(file.root, file.domain, language) for language in languages)
    is_written = game_data.written_in(file.domain) in languages
    return is_written or any(base.path.is_file() for base in bases)


def _reject(*messages: str, hint: str = "") -> NoReturn:
    raise UsageError([Problem(Where("i18n"), message, hint) for message in messages])


def _normalized(locale: str) -> str:
    locale = locale_code(locale)
    if not (CODE.fullmatch(locale) and is_locale(locale)):
        hint = closest_locale(locale) or "as in fr, de or pt_BR"
        _reject(f"`{locale}` is no language that CLDR knows", hint=hint)
    if problem := missing_font(locale, script_of(locale)):
        raise UsageError([problem])
    return locale


def forms_to_add(
    pack: Pack, files: Sequence[File], *, add_them: bool
) -> list[tuple[File, FormProposal]]:
    """Return forms of glossary terms that translations use without listing them; or add them."""
    proposals = []
    for file in files:
        game_data = pack.game_data(file.domain)
        proposed = list(propose_forms(game_data, pack.catalog(file.domain, file.locale)))
        proposals += [(file, proposal) for proposal in proposed]
        if add_them and proposed:
            text = add_forms(in_step(pack, file, game_data), proposed)
            write_file(file.path, text.encode(), file.root)
    return proposals
