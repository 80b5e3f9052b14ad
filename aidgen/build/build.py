"""The whole tool on one page: which PDFs there are to make, and how one is made."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import groupby
from pathlib import Path

from aidgen import __version__
from aidgen.assets.papers import CARDS
from aidgen.build.pack import (
    check_once,
    digests,
    load_once,
    locales,
    localized,
    roots,
    translated,
    translation_problems,
    unreadable,
)
from aidgen.build.whereabouts import Print, Printing, prints, problems
from aidgen.game.canon import Canon
from aidgen.game.load import games
from aidgen.language.localize import language_name
from aidgen.page.gallery import Exhibit, Room, gallery
from aidgen.page.promises import Fit
from aidgen.page.render import Page, render
from aidgen.problems import Misspoken, Problem, Unequipped, Unusable, Where, did_you_mean
from aidgen.store import shelf
from aidgen.store.manifest import KEPT_BACK, MANIFEST, Certificate, manifest


@dataclass(frozen=True)
class Job:
    """One PDF to make."""

    pack: Path
    game: str
    aid: str
    locale: str

    @property
    def output(self) -> Path:
        """Where the PDF goes, below the output folder."""
        return Path(self.game) / self.locale / f"{self.game}-{self.aid}-{self.locale}.pdf"


@dataclass(frozen=True)
class Made:
    """What came of a job: the proved PDF, and what is wrong with it."""

    job: Job
    filed: shelf.Filed | None = field(default=None, repr=False)
    """The PDF and what was found in it; None if its page could not be made."""
    fresh: bool = False
    """Whether it was typeset now, not taken from the shelf."""
    problems: tuple[Problem, ...] = ()

    @property
    def published(self) -> bool:
        """Whether the PDF stands, or may stand, under its final name."""
        return self.filed is not None and not self.problems

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return self.filed.pages if self.filed else 0


def plan(
    pack: Path,
    only_games: Sequence[str] = (),
    only_locales: Sequence[str] = (),
    only_aids: Sequence[str] = (),
) -> list[Job]:
    """Return the jobs of a pack: each game, aid and locale, or those that are named.

    A game that cannot be read does not keep others from being made, unless it is named. Raises
    Unusable if a name is unknown, or no game is left.
    """
    known = games(pack)
    refuse_unknown(pack, only_games, known, "game")
    broken = {} if only_games else unreadable(pack)
    known = [game for game in known if game not in broken]
    if broken and not known:
        raise Unusable(problem for problems in broken.values() for problem in problems)
    jobs = [
        Job(pack, game, aid, locale)
        for game in only_games or known
        for locale in locales(pack, game)
        for aid in load_once(pack, game).aids
    ]
    refuse_unknown(pack, only_locales, {job.locale for job in jobs}, "locale")
    refuse_unknown(pack, only_aids, {job.aid for job in jobs}, "aid")
    return [
        job
        for job in jobs
        if (not only_locales or job.locale in only_locales)
        and (not only_aids or job.aid in only_aids)
    ]


def refuse_unknown(pack: Path, names: Sequence[str], known: Collection[str], what: str) -> None:
    """Raise Misspoken for those of `names` that are not `known`."""
    listed = ", ".join(sorted(known))
    problems = [
        Problem(
            Where(str(pack)),
            f"`{name}` is no {what} of this pack",
            did_you_mean(name, known) or f"known: {listed}",
        )
        for name in names
        if name not in known
    ]
    if problems:
        raise Misspoken(problems)


def problems_before(jobs: Sequence[Job]) -> dict[tuple[str, str], list[Problem]]:
    """Return, for each game and locale of `jobs`, what is wrong before anything is typeset."""
    found: dict[tuple[str, str], list[Problem]] = {}
    for job in jobs:
        if (job.game, job.locale) not in found:
            found[job.game, job.locale] = [
                *check_once(job.pack, job.game),
                *translation_problems(job.pack, job.game, job.locale),
            ]
    return found


def make(job: Job, out: Path) -> Made:
    """Make one PDF, all the way: localize, render, typeset and prove what is not on the shelf."""
    return next(build([job], out, workers=1))


def build(jobs: Sequence[Job], out: Path, workers: int) -> Iterator[Made]:
    """Make the PDFs of `jobs` below `out`, on `workers` processes; yield each once it is published.

    What lies on the shelf is taken from it. Raises Unequipped if the machine cannot typeset.
    """
    shelf.sweep(out)
    for made in proved(jobs, out, workers):
        publish(made, out)
        yield made


def proved(jobs: Sequence[Job], out: Path, workers: int) -> Iterator[Made]:
    """Yield what comes of each of `jobs`, the shelf of `out` in use, and publish nothing."""
    missing: list[tuple[Job, Page]] = []
    for job in jobs:
        try:
            page = page_of(job)
        except Unusable as unusable:
            yield Made(job, problems=unusable.problems)
            continue
        filed = shelf.get(out / SHELF, shelf.key(page))
        if filed is None:
            missing.append((job, page))
        else:
            yield _judged(job, filed, out)
    if missing:
        yield from _press(missing, out, workers)


def _judged(job: Job, filed: shelf.Filed, out: Path, *, fresh: bool = False) -> Made:
    faults = problems(_printing(job), filed.faults, filed.texts)
    return Made(job, filed, fresh, tuple(faults))


def _printing(job: Job) -> Printing:
    canon = localized(job.pack, job.game, job.locale)
    return Printing(job.pack, canon, job.aid, job.output.name)


def page_of(job: Job) -> Page:
    """Return the page of a job, ready to be typeset; its HTML is the whole key of the PDF."""
    return render(localized(job.pack, job.game, job.locale), job.aid, roots(job.pack))


def _press(missing: list[tuple[Job, Page]], out: Path, workers: int) -> Iterator[Made]:
    # Late, so that a build that typesets nothing never pays for the engine and the proof.
    from aidgen.build.worker import press

    with _pool(min(workers, len(missing))) as pool:
        # Long documents first: the pool then ends with short ones, and no core waits.
        missing.sort(key=lambda item: len(item[1].html), reverse=True)
        futures = {pool.submit(press, page, out / SHELF): job for job, page in missing}
        for future in as_completed(futures):
            try:
                pressed = future.result()
            except BrokenProcessPool:
                message = "a typesetting process died: is memory short, are the fonts readable?"
                raise Unequipped(f"{message} `aidgen doctor` tells more") from None
            job = futures[future]
            if isinstance(pressed, shelf.Filed):
                yield _judged(job, pressed, out, fresh=True)
            else:
                yield Made(job, problems=tuple(problems(_printing(job), [pressed], ())))


def _pool(workers: int) -> Executor:
    """Return a pool whose processes are forked from one that has the engine warm."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["aidgen.build.worker"])
    return ProcessPoolExecutor(max_workers=workers, mp_context=context)


def publish(made: Made, out: Path) -> None:
    """Put a proved PDF under its final name; keep one with faults back, where it can be seen."""
    if made.filed is None:
        return
    draft = out / KEPT_BACK / made.job.output.name
    path = out / made.job.output if made.published else draft
    try:
        shelf.write(path, made.filed.pdf)
        if made.published:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise Unequipped(f"{path} cannot be written: {error.strerror}") from None


def certify(made: Sequence[Made], out: Path) -> None:
    """Write the manifest of each folder of `out` in which PDFs were published."""
    certificates: dict[Path, dict[str, Certificate]] = {}
    for one in made:
        if one.filed is not None and one.published:
            path = out / one.job.output
            certificates.setdefault(path.parent, {})[path.name] = _certificate(one.job, one.filed)
    for folder, pdfs in certificates.items():
        shelf.write(folder / MANIFEST, manifest(folder, pdfs))


def _certificate(job: Job, filed: shelf.Filed) -> Certificate:
    edition = load_once(job.pack, job.game).game.edition
    mark, digest = digests(job.pack, job.game)
    return Certificate(
        hashlib.sha256(filed.pdf).hexdigest(),
        filed.pages,
        f"{edition} · {mark}",
        digest,
        translated(job.pack, job.game, job.locale),
        filed.promised,
        filed.proved,
        {"aidgen": __version__, **{name: version(name) for name in shelf.ENGINE}},
    )


def prints_of(made: Made) -> list[Print]:
    """Return where each text is printed in what was made."""
    job, texts = made.job, made.filed.texts if made.filed else ()
    canon = localized(job.pack, job.game, job.locale)
    return list(prints(job.pack, canon, job.output, texts))


def fits(made: Iterable[Made]) -> dict[str, dict[str, dict[str, Fit]]]:
    """Return how the cards and regions fit: by game and aid, then locale, then their name."""
    found: dict[str, dict[str, dict[str, Fit]]] = {}
    for one in sorted(made, key=lambda one: one.job.output):
        for fit in one.filed.fits if one.filed else ():
            aid = found.setdefault(f"{one.job.game} {one.job.aid}", {})
            aid.setdefault(one.job.locale, {})[fit.name] = fit
    return found


def hang(pack: Path, made: Sequence[Made], out: Path) -> None:
    """Write the gallery of all PDFs that stand in `out`, those of earlier builds included."""
    known_file = out / SHELF / "gallery.json"
    known: dict[str, dict[str, int]] = {}
    with suppress(OSError, ValueError, TypeError):
        known |= json.loads(known_file.read_text(encoding="utf-8"))
    for one in made:
        if one.filed is not None and one.published:
            size = len(one.filed.pdf)
            known[one.job.output.as_posix()] = {"pages": one.pages, "size": size}
            shelf.write(out / _picture(one.job), one.filed.thumbnail)
    shelf.write(known_file, json.dumps(known, indent=1, sort_keys=True).encode())
    rooms = []
    jobs: list[Job] = []
    with suppress(Unusable):
        jobs += plan(pack)
    jobs = [job for job in jobs if job.output.as_posix() in known and (out / job.output).is_file()]
    for (game, locale), group in groupby(jobs, key=lambda job: (job.game, job.locale)):
        try:
            canon = localized(pack, game, locale)
        except Unusable:  # its PDFs still stand, from before the translation was broken
            canon = load_once(pack, game)
        exhibits = [_exhibit(canon, job, known[job.output.as_posix()]) for job in group]
        rooms.append(Room(canon.game.title, locale, language_name(locale), canon.words, exhibits))
    templates = next(root / "templates" for root in roots(pack) if (root / "templates").is_dir())
    shelf.write(out / "index.html", gallery(rooms, templates).encode())


def _picture(job: Job) -> Path:
    return Path("thumbnails") / job.output.with_suffix(".png").name


def _exhibit(canon: Canon, job: Job, known: dict[str, int]) -> Exhibit:
    aid = canon.aids[job.aid]
    kilobytes = max(1, round(known["size"] / 1000))
    picture = _picture(job).as_posix()
    card = CARDS.get(aid.paper)
    paper = aid.paper if card is None else f"{card.width:g} × {card.height:g} mm"
    return Exhibit(job.output.as_posix(), picture, aid.title, known["pages"], kilobytes, paper)


SHELF = ".shelf"
"""The folder of finished work, below the output folder."""
