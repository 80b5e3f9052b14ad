"""Checks games and translations before typesetting, and decides which PDFs problems stop."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from aidgen.game.context import Context
from aidgen.game.load import record_files
from aidgen.page.environment import has_templates
from aidgen.pipeline.pack import Pack, lack
from aidgen.pipeline.plan import Job, Plan, game_of, plan, readable
from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import InputError, MachineError, Problem, UsageError, Where, did_you_mean
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.translation.checks import DeclaredWaiver, TranslationFinding, join_untranslated

FORK = "fork"
"""How processes begin that need nothing but what this one has imported."""
SMALL = 100_000
"""Below this size in bytes, games and translations are checked faster than processes start."""


@dataclass(frozen=True)
class Preflight:
    """The jobs of a plan that may be typeset, and all problems found."""

    ready: tuple[Job, ...]
    problems: tuple[Problem, ...]

    @property
    def reported(self) -> list[Problem]:
        """The problems to print, with one for all untranslated texts of a file."""
        return list(join_untranslated(self.problems))


def preflight(planned: Plan, *, strict: bool) -> Preflight:
    """Check the games and translations of a plan.

    A broken rule stops all PDFs of its game; an error in a translation stops those that print its
    text; with `strict`, so does a warning. Warnings of a translation are reported only for texts
    that the planned PDFs print. A language whose font is missing is reported and left out; raises
    MachineError if none is left.
    """
    ready: list[Job] = []
    problems: list[Problem] = []
    settable, lacks = jobs_with_fonts(planned.jobs)
    limits = settable[0].pack.limits if settable else STANDARD
    with Renderer(limits, gives_up=True) as renderer:
        for _, group in groupby(settable, key=lambda job: (job.game, job.locales)):
            jobs = tuple(group)
            pack, game = jobs[0].pack, jobs[0].game
            found = [TranslationFinding(None, breach) for breach in pack.breaches(game)]
            found += (one for locale in jobs[0].locales for one in pack.findings(game, locale))
            stops = [one for one in found if strict or one.problem.severity == "error"]
            ready += _unaffected_jobs(jobs, stops, renderer) if stops else jobs
            relevant = found if strict else _relevant_findings(jobs, found, renderer)
            problems += (finding.problem for finding in relevant)
    return Preflight(tuple(ready), (*planned.problems, *lacks, *problems))


def jobs_with_fonts(jobs: Sequence[Job]) -> tuple[list[Job], list[Problem]]:
    """Return the jobs whose fonts are installed, and the fonts that the other languages need.

    Raises MachineError if no job is left.
    """
    locales = {locale for job in jobs for locale in job.locales}
    lacks = {locale: problem for locale in sorted(locales) if (problem := lack(locale))}
    left = [job for job in jobs if lacks.keys().isdisjoint(job.locales)]
    if lacks and not left:
        raise MachineError("\n".join(f"{one.message}: {one.hint}" for one in lacks.values()))
    return left, list(lacks.values())


def _relevant_findings(
    jobs: Sequence[Job], found: Sequence[TranslationFinding], renderer: Renderer
) -> list[TranslationFinding]:
    """Return the errors of some findings, and the warnings that concern what `jobs` print."""
    if len(jobs) == len(game_of(jobs[0])) or all(_is_told(one) for one in found):
        return list(found)
    printed = frozenset[Context | None]().union(*(_printed_contexts(job, renderer) for job in jobs))
    return [one for one in found if _is_told(one) or one.context in printed]


def _is_told(finding: TranslationFinding) -> bool:
    """Tell whether a finding is reported regardless of what is printed."""
    return finding.context is None or finding.problem.severity == "error"


def _unaffected_jobs(
    jobs: Sequence[Job], stops: Sequence[TranslationFinding], renderer: Renderer
) -> list[Job]:
    """Return the jobs of a game and language that print none of the texts of `stops`.

    A text that no page names may be printed anywhere, for example in the metadata of a PDF.
    """
    concerned = {finding.context for finding in stops}
    if None in concerned:
        return []
    game = {job.aid: _printed_contexts(job, renderer) for job in game_of(jobs[0])}
    if not concerned <= {context for contexts in game.values() for context in contexts}:
        return []
    return [job for job in jobs if concerned.isdisjoint(game[job.aid])]


def _printed_contexts(job: Job, renderer: Renderer) -> frozenset[Context | None]:
    """Return the contexts of the texts on the page of a job; none if it cannot be made."""
    try:
        contexts = renderer.contexts(job.game_data, job.aid, job.pack.roots)
    except InputError:  # reported when it is built
        return frozenset()
    return frozenset(map(Context.read, contexts))


@dataclass(frozen=True)
class Inspection:
    """What `check` looked at, and what it found."""

    games: tuple[str, ...]
    locales: tuple[str, ...]
    problems: tuple[Problem, ...]
    declared: tuple[DeclaredWaiver, ...]
    """What translators declared right."""


def inspect(pack: Pack, games: Sequence[str] = (), locales: Sequence[str] = ()) -> Inspection:
    """Check the games of a pack, or those named, with all their translations, or those named.

    Raises UsageError if a game is unknown, InputError if none can be read.
    """
    _look_ahead(pack, [game for game in pack.games if not games or game in games])
    games_read = readable(pack, games)
    spoken = {locale for game in games_read.names for locale in pack.locales(game)}
    if unknown := sorted({*locales} - spoken):
        message = f"no translation into `{unknown[0]}`"
        raise UsageError([Problem(Where("--locale"), message, did_you_mean(unknown[0], spoken))])
    wanted = {*locales} or spoken
    problems = [problem for game in games_read.names for problem in pack.problems(game, wanted)]
    problems = list(join_untranslated(problems))
    if not any(problem.severity == "error" for problem in (*games_read.problems, *problems)):
        problems += _template_problems(pack, games_read.names, sorted(wanted))
    declared = tuple(_declared_waivers(pack, games_read.names, wanted))
    return Inspection(
        games_read.names, tuple(sorted(wanted)), (*games_read.problems, *problems), declared
    )


def _template_problems(
    pack: Pack, games: Sequence[str], locales: Sequence[str]
) -> Iterator[Problem]:
    """Yield what is wrong with a pack's own templates: a text that they leave out, an error.

    Our templates print whatever passes the other checks.
    """
    if not has_templates(pack.roots):
        return
    found: dict[Problem, None] = {}
    left = float(pack.limits.cpu_seconds)
    jobs = plan(pack, games=games, locales=locales).jobs
    with Renderer(pack.limits) as renderer:
        for _, group in groupby(jobs, key=lambda job: (job.game, job.locale)):
            alike = tuple(group)
            with suppress(InputError):  # an unreadable file is reported as a problem
                aids = tuple(job.aid for job in alike)
                trial = renderer.try_out(alike[0].game_data, aids, pack.roots, left)
                found |= dict.fromkeys(trial.problems)
                left = trial.seconds_left
            if left <= 0:
                break
    yield from found


def _look_ahead(pack: Pack, games: Sequence[str]) -> None:
    """Check games and translations in processes, and keep what they return in the pack's memory.

    A failure does no harm: the answer is then computed here.
    """
    parts = [part for game in games for part in _parts(pack, game)]
    number = min(len(parts), os.cpu_count() or 1)
    large = sum(part.size for part in parts) > SMALL
    if number > 1 and large and FORK in multiprocessing.get_all_start_methods():
        # Imported modules are shared with the forks.
        with WorkerPool(number, pack.limits, method=FORK) as pool:
            ordered = sorted(parts, key=lambda part: part.size, reverse=True)
            for looking in [
                pool.submit(_look_at, pack.root, pack.limits, part) for part in ordered
            ]:
                with suppress(Exception):
                    pack.memory |= looking.result()


@dataclass(frozen=True)
class _Part:
    """A game, and the language of a translation or "" for the game itself; in bytes, its size."""

    game: str
    locale: str
    size: int


def _parts(pack: Pack, game: str) -> Iterator[_Part]:
    """Yield a game and each of its translations."""
    files = record_files(pack.root / "content" / game)
    yield _Part(game, "", sum(path.lstat().st_size for path in files))
    translations = [*(pack.root / "locales").glob(f"*/{game}.po")]
    for path in translations if len(translations) < pack.limits.locales else ():
        yield _Part(game, path.parent.name, path.lstat().st_size)


CHECKS = ("facts", "breaches", "findings", "declared")
"""The methods of a pack whose answers a process returns."""


def _look_at(root: Path, limits: Limits, part: _Part) -> Mapping[Any, Any]:
    pack = _open_pack(root, limits)
    with suppress(InputError):
        if not part.locale:
            pack.breaches(part.game)
        locale = part.locale or pack.facts(part.game).language
        pack.findings(part.game, locale)
        pack.declared(part.game, locale)
    return {key: answer for key, answer in pack.memory.items() if key[0] in CHECKS}


_open_pack = cache(Pack)


def _declared_waivers(
    pack: Pack, games: Sequence[str], locales: Collection[str]
) -> Iterator[DeclaredWaiver]:
    for game in games:
        for locale in (known for known in pack.locales(game) if known in locales):
            with suppress(InputError):  # an unreadable file is reported as a problem
                yield from pack.declared(game, locale)
