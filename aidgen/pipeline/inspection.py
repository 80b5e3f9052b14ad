"""The command `check`: what is wrong with games, their translations and a pack's templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aidgen.game.context import locale_code
from aidgen.language.locales import is_locale
from aidgen.pipeline.pack import Pack, readable, refuse_unknown
from aidgen.problems import Problem, Where
from aidgen.translation.checks import DeclaredWaiver, join_untranslated


@dataclass(frozen=True)
class Inspection:
    """What `check` looked at, and what it found."""

    games: tuple[str, ...]
    locales: tuple[str, ...]
    problems: tuple[Problem, ...]
    declared: tuple[DeclaredWaiver, ...]
    """What translators declared right."""


def inspect(pack: Pack, games: Sequence[str] = (), locales: Sequence[str] = ()) -> Inspection:
    """Check games with their translations, or those named. Raises UsageError, InputError."""
    names, problems = readable(pack, games)
    spoken = {locale for game in names for locale in pack.locales(game)}
    refuse_unknown(pack, locales, spoken, "locale", of=games)
    wanted = {*locales} or spoken
    translations = [
        (game, locale) for game in names for locale in pack.locales(game) if locale in wanted
    ]
    listed = [problem for game in names for problem in pack.problems(game, wanted)]
    for path in sorted((pack.root / "locales").glob("[!.]*/")):
        if path.is_dir() and not is_locale(locale_code(path.name)):
            where, hint = Where(f"locales/{path.name}"), "name it by a code such as fr or pt_BR"
            problems.append(Problem(where, "is not the folder of a language", hint, "warning"))
    problems += join_untranslated(listed)
    # Our own templates print whatever passes the other checks.
    has_templates = pack.roots[1:] and (pack.root / "templates").is_dir()
    if has_templates and all(problem.severity == "warning" for problem in problems):
        from aidgen.pipeline.preflight import template_problems

        problems += template_problems(pack, names, sorted(wanted))
    declared = (waiver for pair in translations for waiver in pack.checked(*pair).declared)
    return Inspection(tuple(names), tuple(sorted(wanted)), tuple(problems), tuple(declared))
