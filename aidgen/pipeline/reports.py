"""Which texts a PDF prints, and which PDFs print a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aidgen.game.context import UI, Context
from aidgen.layout.document import Fit
from aidgen.pipeline.locations import Print, prints
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, plan
from aidgen.pipeline.production import JobResult
from aidgen.problems import Problem, UsageError, Where, did_you_mean
from aidgen.translation.catalog import contexts_of

# The name of a continuation: cards.fireball.front.2, or .back instead of a number.
FURTHER = re.compile(r"(cards\.[^.]+)\.front\.(\d+|back)")


@dataclass(frozen=True)
class Search:
    """A query, and the PDFs that may match it."""

    asked: tuple[str, ...]
    """Contexts of texts, or the beginning of several; names of PDFs, some with a page."""
    jobs: tuple[Job, ...]
    contexts: frozenset[Context]
    """The contexts of all texts of the games that may print it."""
    problems: tuple[Problem, ...]
    """What keeps games from being searched."""


@dataclass(frozen=True)
class SearchResult:
    """Where the texts that were asked for are printed, and those that no PDF prints."""

    prints: tuple[Print, ...]
    unprinted: tuple[str, ...]


def search(pack: Pack, asked: Sequence[str], locales: Sequence[str] = ()) -> Search:
    """Return the search for `asked`, in PDFs of `locales`; for all texts if it is empty.

    A name is the context of a text (`expedition.rules.surges.text`), the beginning of several
    (`expedition.rules`, `ui`), or a PDF, as in `expedition-rulebook-en.pdf` or, page 2 alone,
    `expedition-rulebook-en.pdf:2`. Raises UsageError for anything else.
    """
    planned = plan(pack, locales=locales)
    games = {job.game for job in planned.jobs}
    names = tuple(asked) or (*sorted(games), UI)
    known = {game: contexts_of(pack.game_data(game)) for game in sorted(games)}
    texts = frozenset[Context]().union(*known.values())
    _refuse_unknown_names(names, texts, {job.output.name for job in planned.jobs})
    jobs = tuple(job for job in planned.jobs if _may_print(job, names))
    return Search(names, jobs, texts, planned.problems)


def _refuse_unknown_names(
    asked: Sequence[str], texts: Iterable[Context], pdfs: Iterable[str]
) -> None:
    """Raise UsageError if something asked for is neither a text, a PDF nor a prefix of texts."""
    known = {str(outer) for context in texts for outer in context.around()} | set(pdfs)
    problems = [
        Problem(Where(name), "is no text and no PDF of this pack", did_you_mean(name, known))
        for name in asked
        if (_pdf(name) or name) not in known
    ]
    if problems:
        raise UsageError(problems)


def _pdf(name: str) -> str:
    """Return the PDF name in a query, without folder and page; "" if it has none."""
    file = Path(name.partition(":")[0]).name
    return file if file.endswith(".pdf") else ""


def _may_print(job: Job, asked: Iterable[str]) -> bool:
    """Tell whether a PDF has to be read: it is named, or texts of its game or `ui` are."""
    return any(
        job.output.name == _pdf(name) if _pdf(name) else Context.read(name).domain in (job.game, UI)
        for name in asked
    )


def answer(search: Search, made: Iterable[JobResult]) -> SearchResult:
    """Return the matches of a search in the PDFs that were `made` for it.

    Raises UsageError for pages that do not exist.
    """
    made = list(made)
    _refuse_pages(search.asked, {one.job.output.name: one.pages for one in made if one.pages})
    places = sorted(place for pdf in made for place in _prints(pdf))
    answers = tuple(place for place in places if any(map(place.answers, search.asked)))
    printed = {Context.read(place.context) for place in answers}
    wanted = [Context.read(name) for name in search.asked if not _pdf(name)]
    unprinted = (
        str(context)
        for context in sorted(search.contexts - printed)
        if any(map(context.within, wanted))
    )
    return SearchResult(answers, tuple(unprinted))


def _refuse_pages(asked: Iterable[str], pages: Mapping[str, int]) -> None:
    """Raise UsageError if a query names a page beyond the PDF's `pages`."""
    problems = []
    for name in asked:
        most, page = pages.get(_pdf(name)), name.partition(":")[2]
        if most and page and page not in map(str, range(1, most + 1)):
            message = f"found no page `{page}` in it, expected 1" + (f" to {most}" * (most > 1))
            problems.append(Problem(Where(name), message))
    if problems:
        raise UsageError(problems)


def _prints(made: JobResult) -> list[Print]:
    job, texts = made.job, made.finished.texts if made.finished else ()
    return list(prints(job.pack, job.game_data, job.output, texts))


def fits(made: Iterable[JobResult]) -> dict[str, dict[str, dict[str, Fit]]]:
    """Return how the cards and regions fit: by game and aid, then locale, then their name."""
    found: dict[str, dict[str, dict[str, Fit]]] = {}
    for one in sorted(made, key=lambda one: one.job.output):
        for fit in one.finished.fits if one.finished else ():
            aid = found.setdefault(f"{one.job.game} {one.job.aid}", {})
            aid.setdefault(one.job.locale, {})[fit.name] = fit
    return found


def going_on(names: Iterable[str]) -> tuple[str, ...]:
    """Describe where each card that is too full continues, from the names of what was typeset."""
    on: dict[str, str] = {}
    for name in names:
        if further := FURTHER.fullmatch(name):
            on[further[1]] = "on its back" if further[2] == "back" else f"on {further[2]} cards"
    return tuple(f"{card} goes on {way}" for card, way in on.items())


def summary(fits: Mapping[str, Fit]) -> str:
    """Sum up on one line how the cards and regions of an aid, by name, fit in one language."""
    sizes = sorted(fit.size for fit in fits.values())
    type_size = f"{len(fits)} cards or regions, type {sizes[0]:g}–{sizes[-1]:g} pt"
    rooms = [(fit.room, name) for name, fit in fits.items() if fit.room is not None]
    room, name = min(rooms, default=(None, ""))
    return type_size if room is None else f"{type_size}, least room {room:g} mm in {name}"
