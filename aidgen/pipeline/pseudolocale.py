"""PDFs in an invented language: words that cannot be translated, and boxes that are too narrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.language.localize import REGION
from aidgen.page.markdown import plain_text
from aidgen.pipeline.manifest import HELD_BACK
from aidgen.pipeline.pack import Pack, readable
from aidgen.pipeline.plan import Job, JobResult, Plan
from aidgen.problems import Problem, Where
from aidgen.proof.words import unknown_words

# The hint for a word that is written in a template.
UNTRANSLATABLE = "move it from the template to templates/words.yaml, or to the game"


def pseudo_plan(pack: Pack, games: Sequence[str]) -> Plan:
    """Return the jobs of games in their pseudolocales. Raises UsageError, InputError."""
    names, problems = readable(pack, games)
    jobs = (
        Job(pack, game, aid, f"{pack.game_data(game).game.language.split('_')[0]}_{REGION}")
        for game in names
        for aid in pack.game_data(game).aids
    )
    return Plan(tuple(jobs), tuple(problems))


def pseudo_result(result: JobResult, out: Path) -> JobResult:
    """Return a PDF of a `pseudo_plan`, published below `out`, with what translators meet in it.

    Words outside any text are errors: nobody can translate them. Boxes too small for words a third
    longer are warnings.
    """
    problems = [replace(problem, severity="warning") for problem in result.problems]
    return replace(result, problems=(*problems, *_untranslatable(result, out)))


def _untranslatable(result: JobResult, out: Path) -> Iterator[Problem]:
    if result.finished is None:
        return
    folder = result.job.output.parent if result.published else Path(HELD_BACK)
    where = Where(str(out / folder / result.job.output.name))
    for page, word in unknown_words(result.finished.pdf, printable_words(result.job.game_data)):
        yield Problem(where, f"page {page}: “{word}” is in no text", UNTRANSLATABLE)


def printable_words(game_data: GameData) -> str:
    """Return all words that the pages of a game may print: its texts, and names of editions."""
    texts = [plain_text(leaf) for _, leaf in game_data.leaves if isinstance(leaf, Text)]
    names = [
        f"{edition.title} {edition.version} {edition.language}"
        for edition in game_data.game.editions.values()
    ]
    return "\n".join([*texts, *names, game_data.locale.replace("_", "-")])
