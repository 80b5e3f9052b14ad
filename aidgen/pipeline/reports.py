"""Which texts a PDF prints, and which PDFs print a text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path

from aidgen.game.context import UI, Context
from aidgen.game.records import Deck
from aidgen.layout.document import Fit
from aidgen.layout.faults import Fault
from aidgen.pipeline.locations import Print
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, JobResult, plan
from aidgen.problems import Problem, UsageError, Where, did_you_mean
from aidgen.proof.pages import judge_sets, judge_sizes
from aidgen.translation.catalog import contexts_of


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


def search(pack: Pack, asked: Sequence[str], locales: Sequence[str] = ()) -> Search:
    """Return the search for `asked`, in PDFs of `locales`; for all texts if it is empty.

    A name is the context of a text (`expedition.rules.surges.text`), the beginning of several
    (`expedition.rules`, `ui`), or a PDF, as in `expedition-rulebook-en.pdf` or, page 2 alone,
    `expedition-rulebook-en.pdf:2`. Raises UsageError for anything else.
    """
    planned = plan(pack, locales=locales)
    games = sorted({job.game for job in planned.jobs})
    names = tuple(asked) or (*games, UI)
    texts = frozenset[Context]().union(*(contexts_of(pack.game_data(game)) for game in games))
    searchable = {str(outer) for context in texts for outer in context.around()}
    searchable |= {job.output.name for job in planned.jobs}
    problems = [
        Problem(Where(name), "is no text and no PDF of this pack", did_you_mean(name, searchable))
        for name in names
        if (_pdf(name) or name) not in searchable
    ]
    if problems:
        raise UsageError(problems)
    # A PDF has to be read if it is named, or if texts of its game or `ui` are.
    sought = {_pdf(name) or Context.read(name).domain for name in names}
    jobs = tuple(job for job in planned.jobs if sought & {job.output.name, job.game, UI})
    return Search(names, jobs, texts, planned.problems)


def _pdf(name: str) -> str:
    """Return the PDF name in a query, without folder and page; "" if it has none."""
    file = Path(name.partition(":")[0]).name
    return file if file.endswith(".pdf") else ""


def answer(search: Search, results: Sequence[JobResult]) -> tuple[list[Print], list[str]]:
    """Return where the texts of a search are printed, and those that no PDF prints.

    Raises UsageError for pages there are not.
    """
    _refuse_pages(search.asked, {pdf.job.output.name: pdf.pages for pdf in results if pdf.pages})
    places = []
    for result in results:
        job = result.job
        for text in result.finished.texts if result.finished else ():
            if text.page:
                where = job.pack.written(job.game_data, Context.read(text.context))
                places.append(Print(text.context, job.output, text.page, text.box, where))
    answers = [place for place in sorted(places) if any(map(place.answers, search.asked))]
    printed = {Context.read(place.context) for place in answers}
    wanted = [Context.read(name) for name in search.asked if not _pdf(name)]
    unprinted = [
        str(context)
        for context in sorted(search.contexts - printed)
        if not set(context.around()).isdisjoint(wanted)
    ]
    return answers, unprinted


def _refuse_pages(asked: Iterable[str], pages: Mapping[str, int]) -> None:
    problems = []
    for name in asked:
        most, page = pages.get(_pdf(name)), name.partition(":")[2]
        if most and page and page not in map(str, range(1, most + 1)):
            message = f"found no page `{page}` in it, expected 1" + (f" to {most}" * (most > 1))
            problems.append(Problem(Where(name), message))
    if problems:
        raise UsageError(problems)


def fits(results: Iterable[JobResult]) -> dict[str, dict[str, dict[str, Fit]]]:
    """Return how the cards and regions fit: by game and aid, then locale, then their name."""
    aids: dict[str, dict[str, dict[str, Fit]]] = {}
    for result in sorted(results, key=lambda result: result.job.output):
        for fit in result.finished.fits if result.finished else ():
            locales = aids.setdefault(f"{result.job.game} {result.job.aid}", {})
            locales.setdefault(result.job.locale, {})[fit.name] = fit
    return aids


def looks(result: JobResult) -> tuple[Fault, ...]:
    """Return advice and notes on how a PDF looks: its pages, its decks, and all of it."""
    finished, job = result.finished, result.job
    if finished is None:
        return ()
    fronts: dict[str, list[Fit]] = defaultdict(list)
    cards = {f"cards.{name}.front": card.deck or "" for name, card in job.game_data.cards.items()}
    for fit in (fit for fit in finished.fits if fit.name in cards):
        name = cards[fit.name]
        deck = job.game_data.deck(name) or Deck.model_validate({})
        is_moved = deck.align != "top"  # to the middle of its card
        if deck.one_size:
            fronts[name and f"decks.{name}"].append(replace(fit, start=0.0) if is_moved else fit)
    first = next(iter(job.game_data.aids[job.aid].carries), "")
    pattern = f"{job.game}.{first}.*" if "." in first else f"{job.game}.{first}.*.*"
    boxes = {text.box for text in finished.texts if fnmatch(text.context, pattern)}
    return (*finished.looks, *judge_sets(fronts), *judge_sizes(finished.fits, boxes, first))


def going_on(names: Iterable[str]) -> tuple[str, ...]:
    """Describe where each card that is too full continues, from the names of what was typeset."""
    on: dict[str, str] = {}
    for name in names:
        # The name of a continuation: cards.fireball.front.2, or .back instead of a number.
        card, _, way = name.partition(".front.")
        if way:
            on[card] = "on its back" if way == "back" else f"on {way} cards"
    return tuple(f"{card} goes on {way}" for card, way in on.items())
