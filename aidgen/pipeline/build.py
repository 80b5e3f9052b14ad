"""The whole of a build: PDFs made, published and certified; pseudolocales measured.

`plan` says which PDFs there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import SHARES
from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.game.texts import Text
from aidgen.language.localize import pseudo_locale
from aidgen.page.markdown import plain_text
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, Plan, plan, readable
from aidgen.pipeline.production import HERE, Elsewhere, JobResult, make
from aidgen.pipeline.publication import certify, publish
from aidgen.pipeline.scheduler import ProgressListener, ignore_progress
from aidgen.problems import Problem, Where
from aidgen.proof.readback import unknown_words
from aidgen.sandbox.files import refuse_exits
from aidgen.store.files import sweep
from aidgen.store.manifest import KEPT_BACK


def build(
    jobs: Sequence[Job],
    out: Path,
    *,
    workers: int,
    elsewhere: Elsewhere = HERE,
    told: ProgressListener = ignore_progress,
) -> Iterator[JobResult]:
    """Make the PDFs of `jobs` below `out`; yield each once it is published.

    They are made on `workers` processes, or `elsewhere`. What lies on the shelf is taken from it.
    Those that were published are certified at the end, also if the build is stopped before it is
    done. How far the work on their pieces is is `told`. Raises MachineError if the machine cannot
    typeset, or another one that is asked for.
    """
    refuse_exits(out)
    sweep(out)
    done: list[JobResult] = []
    try:
        for made in make(jobs, out, workers=workers, elsewhere=elsewhere, told=told):
            done.append(made)  # before it is published: one that is must be certified
            publish(made, out)
            yield made
    finally:
        certify(done, out)


CALIBRATION = BUNDLED_PACK / "calibration"
"""The pack that holds it."""


def calibration(papers: Sequence[str] = (), locales: Sequence[str] = ()) -> tuple[Job, ...]:
    """Return the jobs of the calibration page on some papers of `SHARES`, or on all.

    Raises UsageError if a language is unknown.
    """
    pack = Pack(CALIBRATION)
    jobs = [
        job
        for paper in papers or SHARES
        for job in plan(pack, locales=locales, options=PrintOptions(paper=paper)).jobs
    ]
    return tuple(dict.fromkeys(jobs))


UNTRANSLATABLE = "move it from the template to templates/words.yaml, or to the game"
"""What to do about a word that stands in a template."""


def pseudo_plan(pack: Pack, games: Sequence[str]) -> Plan:
    """Return the jobs of the games of a pack, or of those named, in the pseudolocale of each.

    Raises UsageError if a name is unknown, InputError if there is no game that can be read.
    """
    found = readable(pack, games)
    jobs = (
        Job(pack, game, aid, pseudo_locale(pack.canon(game).game.language))
        for game in found.names
        for aid in pack.canon(game).aids
    )
    return Plan(tuple(jobs), found.problems)


def pseudo_build(
    jobs: Sequence[Job], out: Path, *, workers: int, told: ProgressListener = ignore_progress
) -> Iterator[JobResult]:
    """Make the PDFs of a `pseudo_plan` below `out`; yield each as it is done.

    Its problems are errors for words that no text holds, so that nobody can translate them, and
    warnings for what does not fit words that are a third longer.
    """
    for made in build(jobs, out, workers=workers, told=told):
        problems = [replace(problem, severity="warning") for problem in made.problems]
        yield replace(made, problems=(*problems, *_untranslatable(made, out)))


def _untranslatable(made: JobResult, out: Path) -> Iterator[Problem]:
    """Yield a problem for each word on the pages of a PDF that no text holds."""
    if made.filed is None:
        return
    folder = made.job.output.parent if made.published else Path(KEPT_BACK)
    where = Where(str(out / folder / made.job.output.name))
    for page, word in unknown_words(made.filed.pdf, _printable(made.job.canon)):
        yield Problem(where, f"page {page}: “{word}” is in no text", UNTRANSLATABLE)


def _printable(canon: GameData) -> str:
    """Return all words that the pages of a game may print: its texts, and names of editions."""
    texts = [plain_text(leaf) for _, leaf in canon.leaves() if isinstance(leaf, Text)]
    names = [
        f"{edition.title} {edition.version} {edition.language}"
        for edition in canon.game.editions.values()
    ]
    tongue = canon.locale.replace("_", "-")  # every sheet says in which it is
    return "\n".join([*texts, *names, tongue])
