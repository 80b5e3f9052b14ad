"""The commands for translators: extract templates, add languages, synchronize, report progress.

Files are written into the pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NoReturn

from aidgen import BUNDLED_PACK
from aidgen.assets.fonts import missing_font
from aidgen.game.context import UI, UI_LANGUAGE
from aidgen.game.data import GameData
from aidgen.language.locales import closest_locale, fallbacks, is_locale, script_of
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import refuse_unknown
from aidgen.problems import Problem, UsageError, Where
from aidgen.sandbox.output import write_file
from aidgen.translation.catalog import Tally, tally_texts
from aidgen.translation.forms import FormProposal, add_forms, propose_forms
from aidgen.translation.sync import sync, template


@dataclass(frozen=True)
class File:
    """A PO file of the pack at `root`: the texts of `domain`, a game or `ui`, in a language."""

    root: Path
    domain: str
    locale: str

    @property
    def name(self) -> str:
        """Its path within the pack."""
        return f"locales/{self.locale}/{self.domain}.po"

    @property
    def path(self) -> Path:
        """Its path."""
        return self.root / self.name


def extract(pack: Pack, only: Sequence[str] = ()) -> Iterator[Path]:
    """Write the templates of the games of a pack, and of its fixed words; yield what has changed.

    Raises InputError if a game is unknown or cannot be read.
    """
    for game in _games(pack, only):
        game_data = pack.game_data(game)
        domains = (game, "ui") if _has_own_words(pack) else (game,)
        for domain in domains:
            path = pack.root / "locales" / f"{domain}.pot"
            if write_file(path, template(game_data, domain).encode(), pack.root):
                yield path


def add(pack: Pack, locale: str, only: Sequence[str] = ()) -> Iterator[Path]:
    """Write the PO files of a new language; yield them.

    Raises UsageError if CLDR does not know the language, or if one of the files already exists.
    """
    locale = _known_locale(locale)
    chosen = _games(pack, only)
    wanted = [
        File(pack.root, game, locale)
        for game in chosen
        if pack.game_data(game).game.language != locale
    ]
    if not wanted:
        _reject(f"`{locale}` is the language that {', '.join(chosen)} is written in")
    there = [file for file in wanted if file.path.is_file()]
    if there:
        hint = f"`aidgen i18n sync {locale}` brings it up to date"
        missing = [file.domain for file in wanted if file not in there]
        if missing:
            hint += f"; without it: `aidgen i18n add {locale} {' '.join(missing)}`"
        _reject(*(f"{file.name} exists already" for file in there), hint=hint)
    yield from sorted(_write_files(pack, wanted))


def step(pack: Pack, locale: str | None = None, only: Sequence[str] = ()) -> Iterator[Path]:
    """Bring the PO files of a pack, or those of `locale` and of some games, into step.

    Yields those that have changed. Raises UsageError if a named one does not exist, InputError if
    one cannot be read.
    """
    yield from _write_files(pack, files_of(pack, locale, only))


def files_of(pack: Pack, locale: str | None, only: Sequence[str] = ()) -> list[File]:
    """Return the PO files of a pack, or those of `locale` and of some games.

    Raises UsageError if one that is named does not exist.
    """
    if locale is not None:
        locale = _known_locale(locale)
    chosen = _games(pack, only)
    files = [file for game in chosen for file in _game_files_of(pack, game, locale)]
    if locale is not None:
        absent = {*only} - {file.domain for file in files}
        if absent or not files:
            hint = f"`aidgen i18n add {' '.join([locale, *sorted(absent)])}` makes them"
            games_without = ", ".join(sorted(absent) or chosen)
            _reject(f"there are no files of `{locale}` for {games_without}", hint=hint)
    return files


@dataclass(frozen=True)
class Progress:
    """How far a PO file is."""

    file: File
    tally: Tally


def stats(pack: Pack, only: Sequence[str] = ()) -> list[Progress]:
    """Return how far each translation of a pack is, by game (or `ui`) and language."""
    rows: dict[tuple[str, str], Progress] = {}
    for game in _games(pack, only):
        game_data = pack.game_data(game)
        for translated in _game_files_of(pack, game):
            words = _ui(pack, translated.locale)
            for file in filter(None, (translated, words)):
                known = pack.words if file.domain == "ui" else partial(pack.catalog, game)
                found = tally_texts(game_data, file.domain, known(file.locale))
                rows[file.domain, file.locale] = Progress(file, found)
    return [rows[key] for key in sorted(rows)]


def incomplete_files(rows: Iterable[Progress], percent: int) -> list[Problem]:
    """Return a problem for each file that is less than `percent` translated."""
    return [
        Problem(
            Where(row.file.name),
            f"{row.tally.percent} % of it is translated, expected at least {percent} %",
        )
        for row in rows
        if row.tally.percent < percent
    ]


# Which files there are ---------------------------------------------------------------------------


def _games(pack: Pack, only: Sequence[str]) -> Sequence[str]:
    refuse_unknown(pack, only, pack.games, "game")
    return only or pack.games


def _game_files_of(pack: Pack, game: str, only: str | None = None) -> list[File]:
    """Return the PO files of a game, or that in the language `only`."""
    return [
        File(pack.root, game, locale)
        for locale in pack.locales(game)
        if locale == (only or locale) and File(pack.root, game, locale).path.is_file()
    ]


def _has_own_words(pack: Pack) -> bool:
    """Tell whether a pack has fixed words of its own in addition to aidgen's."""
    return (pack.root / "templates" / "words.yaml").is_file()


def _ui(pack: Pack, locale: str) -> File | None:
    """Return the PO file of fixed words that a pack needs in `locale`, if any.

    A pack other than ours needs one if it has its own words, or if ours are not translated.
    """
    file = File(pack.root, "ui", locale)
    spoken = any(File(BUNDLED_PACK, "ui", one).path.is_file() for one in fallbacks(locale))
    if UI_LANGUAGE in fallbacks(locale):
        return None
    return file if file.path.is_file() or _has_own_words(pack) or not spoken else None


def _write_files(pack: Pack, files: Iterable[File]) -> Iterator[Path]:
    """Write `files`, and the fixed words of their languages, as they are in step."""
    wanted: dict[File, GameData] = {}
    for file in files:
        game_data = pack.game_data(file.domain)
        wanted[file] = game_data
        ui = _ui(pack, file.locale)
        if ui is not None:
            wanted.setdefault(ui, game_data)
    # Before one is written, all are read: a fault leaves every file as it was.
    texts = {file: in_step(pack, file, game_data) for file, game_data in wanted.items()}
    for file, text in texts.items():
        if write_file(file.path, text.encode(), file.root):
            yield file.path


def in_step(pack: Pack, file: File, game_data: GameData) -> str:
    """Return the text of a synchronized file; a pack's own words start from ours."""
    ours = File(BUNDLED_PACK, file.domain, file.locale).path
    has_started = file.path.is_file() or file.domain != "ui"
    sparse = _has_base(file, game_data)
    path = file.path if has_started else ours
    return sync(game_data, file.domain, file.locale, path, sparse=sparse)


def _has_base(file: File, game_data: GameData) -> bool:
    """Tell whether a file contains only differences from another language's or pack's file.

    This is true of variants such as fr_CA beside fr, or en_GB of a game in English, and of the
    fixed words of a pack without its own, if ours are translated.
    """
    if file.domain == "ui" and file.root.resolve() != BUNDLED_PACK.resolve():
        ours = File(BUNDLED_PACK, "ui", file.locale).path
        if ours.is_file() and not (file.root / "templates" / "words.yaml").is_file():
            return True
    bases = fallbacks(file.locale)[1:]
    return game_data.written_in(file.domain) in bases or any(
        File(file.root, file.domain, base).path.is_file() for base in bases
    )


def _reject(*messages: str, hint: str = "") -> NoReturn:
    raise UsageError([Problem(Where("i18n"), message, hint) for message in messages])


def _known_locale(locale: str) -> str:
    """Return the code of a language as folders have it, of pt-BR, zh-hant or pt_BR."""
    language, *rest = re.split("[-_]", locale)
    parts = [part.title() if len(part) == SCRIPT_LETTERS else part.upper() for part in rest]
    locale = "_".join([language, *parts])
    if not (_CODE.fullmatch(locale) and is_locale(locale)):
        hint = closest_locale(locale) or "as in fr, de or pt_BR"
        _reject(f"`{locale}` is no language that CLDR knows", hint=hint)
    if problem := missing_font(locale, script_of(locale)):
        raise UsageError([problem])
    return locale


SCRIPT_LETTERS = 4
"""Letters of the name of a script, as in zh_Hant."""
_CODE = re.compile(r"[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|\d{3}))?")
"""How the code of a language is spelt: language, script, region."""


def forms_to_add(
    pack: Pack, files: Sequence[File], *, add_them: bool
) -> list[tuple[File, FormProposal]]:
    """Return forms of glossary terms that translations use without listing them; or add them."""
    found = []
    for file in files:
        if file.domain == "ui":
            continue
        game_data = pack.game_data(file.domain)
        proposed = list(propose_forms(game_data, pack.catalog(file.domain, file.locale)))
        found += [(file, one) for one in proposed]
        if add_them and proposed:
            text = add_forms(in_step(pack, file, game_data), proposed)
            write_file(file.path, text.encode(), file.root)
    return found


def selected_files(pack: Pack, locale: str, games: Sequence[str]) -> list[File]:
    """Return the PO files of a language: of all games, and of the fixed words that it has here.

    If some are named, these alone; `ui` names the words. Raises UsageError if there are none.
    """
    named = [game for game in games if game != UI]
    words = File(pack.root, UI, locale)
    found = [words] if UI in games or (not games and words.path.is_file()) else []
    if found and not words.path.is_file():
        is_spoken = File(BUNDLED_PACK, UI, locale).path.is_file()
        hint = "the words of aidgen's pack are translated there" if is_spoken else ""
        raise UsageError([Problem(Where("i18n"), f"this pack has no {words.name}", hint)])
    return [*(files_of(pack, locale, named) if named or not games else ()), *found]
