"""Decides which PDFs the problems of games and translations stop, before any is typeset."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import groupby

from aidgen.game.context import Context
from aidgen.pipeline.pack import Findings, Pack, lack
from aidgen.pipeline.plan import Job, Plan, game_of, plan
from aidgen.pipeline.pool import WorkerPool, rendered
from aidgen.pipeline.tasks import CONTEXTS_TASK
from aidgen.problems import InputError, MachineError, Problem
from aidgen.sandbox.limits import STANDARD
from aidgen.translation.checks import TranslationFinding, join_untranslated


def preflight(planned: Plan, *, strict: bool) -> Plan:
    """Return the plan of what may be typeset, with the problems of its games and translations.

    A broken rule stops all PDFs of its game; an error in a translation stops those that print its
    text; with `strict`, so does a warning. Warnings of a translation are reported only for texts
    that the planned PDFs print. A language whose font is missing is reported and left out; raises
    MachineError if none is left.
    """
    ready: list[Job] = []
    problems: list[Problem] = []
    settable, lacks = jobs_with_fonts(planned.jobs)
    limits = settable[0].pack.limits if settable else STANDARD
    with WorkerPool(1, limits) as renderer:
        for _, group in groupby(settable, key=lambda job: (job.game, job.locales)):
            jobs = tuple(group)
            pack, game = jobs[0].pack, jobs[0].game
            locales = ("", *jobs[0].locales)
            findings = [each for locale in locales for each in pack.checked(game, locale).findings]
            stops = [each for each in findings if strict or each.problem.severity == "error"]
            ready += _unaffected_jobs(jobs, stops, renderer) if stops else jobs
            relevant = findings if strict else _relevant_findings(jobs, findings, renderer)
            problems += (finding.problem for finding in relevant)
    listed = join_untranslated([*planned.problems, *lacks, *problems])
    return Plan(tuple(ready), tuple(listed))


def jobs_with_fonts(jobs: Sequence[Job]) -> tuple[list[Job], list[Problem]]:
    """Return the jobs whose fonts are installed, and what others lack. Raises MachineError."""
    locales = {locale for job in jobs for locale in job.locales}
    lacks = {locale: problem for locale in sorted(locales) if (problem := lack(locale))}
    left = [job for job in jobs if lacks.keys().isdisjoint(job.locales)]
    if lacks and not left:
        raise MachineError("\n".join(f"{each.message}: {each.hint}" for each in lacks.values()))
    return left, list(lacks.values())


def _relevant_findings(
    jobs: Sequence[Job], findings: Sequence[TranslationFinding], renderer: Executor
) -> list[TranslationFinding]:
    if len(jobs) == len(game_of(jobs[0])):
        return list(findings)
    optional = [each for each in findings if each.context and each.problem.severity == "warning"]
    if not optional:
        return list(findings)
    printed = frozenset[Context]().union(*(_printed_contexts(job, renderer) for job in jobs))
    return [each for each in findings if each not in optional or each.context in printed]


def _unaffected_jobs(
    jobs: Sequence[Job], stops: Sequence[TranslationFinding], renderer: Executor
) -> list[Job]:
    concerned = {finding.context for finding in stops}
    if None in concerned:
        return []
    contexts = {job.aid: _printed_contexts(job, renderer) for job in game_of(jobs[0])}
    # A text that no page names may be printed anywhere, for example in the metadata of a PDF.
    if not concerned <= frozenset[Context | None]().union(*contexts.values()):
        return []
    return [job for job in jobs if concerned.isdisjoint(contexts[job.aid])]


def _printed_contexts(job: Job, renderer: Executor) -> frozenset[Context]:
    try:
        task = job.render_task(job.locale)
        return frozenset(map(Context.read, rendered(renderer, CONTEXTS_TASK, task)))
    except InputError:  # reported when it is built
        return frozenset()


def template_problems(pack: Pack, games: Sequence[str], locales: Sequence[str]) -> list[Problem]:
    """Return what is wrong with a pack's own templates: a text that they leave out, an error."""
    jobs = plan(pack, games=games, locales=locales).jobs
    problems: dict[Problem, None] = {}
    with WorkerPool(1, pack.limits) as renderer:
        for place, group in groupby(jobs, key=lambda job: (job.game, job.locale)):
            rendering = partial(_render_problems, tuple(group), renderer)
            findings = pack.kept("templates", *place, rendering).findings
            problems |= dict.fromkeys(finding.problem for finding in findings)
    return list(problems)


def _render_problems(jobs: Sequence[Job], renderer: Executor) -> Findings:
    problems: list[Problem] = []
    for job in jobs:
        try:
            rendered(renderer, CONTEXTS_TASK, job.render_task(job.locale))
        except InputError as error:
            problems += error.problems
    return [TranslationFinding(None, problem) for problem in problems], ()
