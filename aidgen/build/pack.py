"""A pack's games and translations, each read once, and what is wrong with them."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from aidgen.game.canon import Canon
from aidgen.game.context import UI, UI_LANGUAGE, Context
from aidgen.game.load import OURS, games, load
from aidgen.language.language import Language, Pair
from aidgen.language.localize import is_locale, localize
from aidgen.language.pseudo import is_pseudo, pseudo
from aidgen.laws import check
from aidgen.problems import Problem, Unusable, Where
from aidgen.translation.catalog import Catalog, catalog, dated, translation
from aidgen.translation.judge import faults, language_of


def locales(pack: Path, game: str) -> list[str]:
    """Return the languages of a game: its source language, and each that has a PO file."""
    folder = pack / "locales"
    translated = {path.parent.name for path in folder.glob(f"*/{game}.po")}
    return sorted({load_once(pack, game).game.language, *filter(is_locale, translated)})


@cache
def load_once(pack: Path, game: str) -> Canon:
    """Return the canon of a game, read once."""
    canon = load(pack, game)
    if not is_locale(canon.game.language):
        message = f"`{canon.game.language}` is no language that CLDR knows"
        where = canon.where(canon.at("game", "language"))
        raise Unusable([Problem(where, message, "as in fr or pt_BR")])
    return canon


@cache
def unreadable(pack: Path) -> dict[str, tuple[Problem, ...]]:
    """Return the games of a pack that cannot be read, and why."""
    found = {}
    for game in games(pack):
        try:
            load_once(pack, game)
        except Unusable as unusable:
            found[game] = unusable.problems
    return found


def roots(pack: Path) -> tuple[Path, ...]:
    """Return the packs to search, in order: the user's own, then ours."""
    return tuple(dict.fromkeys((pack.resolve(), OURS.resolve())))


def problems_of(pack: Path, game: str) -> list[Problem]:
    """Return all that is wrong with a game: its laws, and each of its translations."""
    problems = list(check_once(pack, game))
    for locale in locales(pack, game):
        problems += translation_problems(pack, game, locale)
    return problems


@cache
def check_once(pack: Path, game: str) -> tuple[Problem, ...]:
    """Return the breaches of laws in a game, looked for once."""
    return tuple(check(load_once(pack, game)))


def translation_problems(pack: Path, game: str, locale: str) -> list[Problem]:
    """Return what is wrong with the translation of a game, and of the templates, into `locale`."""
    canon = load_once(pack, game)
    try:
        ui(pack, locale), ui(pack, canon.game.language), own(pack, game, locale)
    except Unusable as unusable:
        return list(unusable.problems)
    target = language(pack, game, locale)
    problems = []
    if locale != UI_LANGUAGE:
        english = Pair(language_of(canon.words, {}), target)
        problems += faults(canon, UI, ui(pack, locale), english)
    if locale != canon.game.language:
        pair = Pair(language(pack, game, canon.game.language), target)
        problems += faults(canon, game, own(pack, game, locale), pair)
    return problems


def language(pack: Path, game: str, locale: str) -> Language:
    """Return how `locale` says numbers and comparisons; where its words lack one, as English."""
    return language_of(load_once(pack, game).words, translation([ui(pack, locale)]))


@cache
def ui(pack: Path, locale: str) -> Catalog:
    """Return the translation of the templates' words: the pack's own, or ours."""
    name = f"locales/{locale}/ui.po"
    found = next((root for root in roots(pack) if (root / name).is_file()), OURS)
    return catalog(found / name, name)


@cache
def own(pack: Path, game: str, locale: str) -> Catalog:
    """Return the translation of a game."""
    name = f"locales/{locale}/{game}.po"
    return catalog(pack / name, name)


@cache
def localized(pack: Path, game: str, locale: str) -> Canon:
    """Return the canon of a game in `locale`, worked out once."""
    canon = load_once(pack, game)
    if is_pseudo(locale):
        return pseudo(localized(pack, game, canon.game.language), locale)
    words = dated(canon, UI, ui(pack, locale))
    texts = dated(canon, game, own(pack, game, locale))
    return localize(canon, translation([words, texts]), locale)


@cache
def digests(pack: Path, game: str) -> tuple[str, str]:
    """Return the mark of a game, and the digest of its texts and figures."""
    canon = load_once(pack, game)
    return canon.mark, canon.digest


@cache
def translated(pack: Path, game: str, locale: str) -> str:
    """Return a digest of the translation of a game and of the templates' words into `locale`."""
    texts = translation([ui(pack, locale), own(pack, game, locale)])
    said = (f"{name} {text.state} {text} {text.plural}" for name, text in sorted(texts.items()))
    return sha256("\n".join(said).encode()).hexdigest()


def written(pack: Path, game: str, locale: str, context: Context) -> Where:
    """Return where the text of a context is written: the line in the PO file, or in the YAML."""
    canon = load_once(pack, game)
    if locale != canon.written_in(context.domain):
        catalogue = ui(pack, locale) if context.is_ui else own(pack, game, locale)
        if context in catalogue.entries:
            return catalogue.entries[context].where
    return canon.where(context)
