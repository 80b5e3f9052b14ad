"""What is wrong with games and translations before anything is typeset, and what that stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aidgen.build.pack import Pack
from aidgen.build.plan import Job, Plan, readable
from aidgen.problems import Problem


@dataclass(frozen=True)
class Preflight:
    """What may be typeset of a plan, and what was found in all of it."""

    ready: tuple[Job, ...]
    problems: tuple[Problem, ...]


def preflight(planned: Plan, *, strict: bool) -> Preflight:
    """Hold the games and translations of a plan to their laws.

    An error stops the PDFs of its own game and language, and no others; if `strict`, a warning
    does so too.
    """
    found: dict[tuple[str, str], list[Problem]] = {}
    for job in planned.jobs:
        if (job.game, job.locale) not in found:
            found[job.game, job.locale] = [
                *job.pack.breaches(job.game),
                *job.pack.translation_problems(job.game, job.locale),
            ]
    stopped = {
        key
        for key, problems in found.items()
        if any(strict or problem.severity == "error" for problem in problems)
    }
    ready = tuple(job for job in planned.jobs if (job.game, job.locale) not in stopped)
    listed = (problem for problems in found.values() for problem in problems)
    return Preflight(ready, (*planned.problems, *listed))


@dataclass(frozen=True)
class Inspection:
    """What `check` looked at, and what it found."""

    games: tuple[str, ...]
    locales: tuple[str, ...]
    problems: tuple[Problem, ...]


def inspect(pack: Pack, games: Sequence[str] = ()) -> Inspection:
    """Hold the games of a pack, or those named, and all their translations to their laws.

    Raises Misspoken if a game is unknown, Unusable if none can be read.
    """
    found = readable(pack, games)
    spoken = {locale for game in found.names for locale in pack.locales(game)}
    problems = [problem for game in found.names for problem in pack.problems(game)]
    return Inspection(found.names, tuple(sorted(spoken)), (*found.problems, *problems))
