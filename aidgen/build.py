"""The whole tool on one page: which PDFs there are to make, and how one is made."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path

from aidgen import shelf
from aidgen.canon import Canon
from aidgen.catalog import Catalog, catalog, dated, faults, translation
from aidgen.check import check
from aidgen.gallery import Exhibit, Room, gallery
from aidgen.load import OURS, games, load
from aidgen.localize import is_locale, language_name, localize
from aidgen.problems import Misspoken, Problem, Unequipped, Unusable, Where, did_you_mean
from aidgen.render import Page, render


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
    """What came of a job: the PDF's path, pages and size, and what is wrong."""

    job: Job
    pages: int = 0
    size: int = 0
    fresh: bool = False
    """Whether it was typeset now, not taken from the shelf."""
    problems: tuple[Problem, ...] = ()
    thumbnail: bytes = field(default=b"", repr=False)

    @property
    def published(self) -> bool:
        """Whether the PDF stands under its final name."""
        return self.size > 0


def plan(
    pack: Path,
    only_games: Sequence[str] = (),
    only_locales: Sequence[str] = (),
    only_aids: Sequence[str] = (),
) -> list[Job]:
    """Return the jobs of a pack: each game, aid and locale, or those that are named.

    Raises Unusable if a name is unknown or a game cannot be read.
    """
    known = games(pack)
    _refuse_unknown(pack, only_games, known, "game")
    jobs = [
        Job(pack, game, aid, locale)
        for game in only_games or known
        for locale in locales(pack, game)
        for aid in load_once(pack, game).aids
    ]
    _refuse_unknown(pack, only_locales, {job.locale for job in jobs}, "locale")
    _refuse_unknown(pack, only_aids, {job.aid for job in jobs}, "aid")
    return [
        job
        for job in jobs
        if (not only_locales or job.locale in only_locales)
        and (not only_aids or job.aid in only_aids)
    ]


def _refuse_unknown(pack: Path, names: Sequence[str], known: Collection[str], what: str) -> None:
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
        where = canon.where(("game", "language"))
        raise Unusable([Problem(where, message, "as in fr or pt_BR")])
    return canon


def roots(pack: Path) -> tuple[Path, ...]:
    """Return the packs to search, in order: the user's own, then ours."""
    return tuple(dict.fromkeys((pack.resolve(), OURS.resolve())))


def problems_of(pack: Path, game: str) -> list[Problem]:
    """Return all that is wrong with a game: its laws, and each of its translations."""
    problems = list(check_once(pack, game))
    for locale in locales(pack, game):
        problems += translation_problems(pack, game, locale)
    return problems


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


@cache
def check_once(pack: Path, game: str) -> tuple[Problem, ...]:
    """Return the breaches of laws in a game, looked for once."""
    return tuple(check(load_once(pack, game)))


def translation_problems(pack: Path, game: str, locale: str) -> list[Problem]:
    """Return what is wrong with the translation of a game, and of the templates, into `locale`."""
    canon = load_once(pack, game)
    language = translation([_ui(pack, locale)])
    problems = []
    if locale != "en":
        problems += faults(canon, "ui", _ui(pack, locale), {}, language)
    if locale != canon.game.language:
        source = translation([_ui(pack, canon.game.language)])
        problems += faults(canon, game, _game(pack, game, locale), source, language)
    return problems


def _ui(pack: Path, locale: str) -> Catalog:
    name = f"locales/{locale}/ui.po"
    found = next((root for root in roots(pack) if (root / name).is_file()), OURS)
    return catalog(found / name, name)


def _game(pack: Path, game: str, locale: str) -> Catalog:
    name = f"locales/{locale}/{game}.po"
    return catalog(pack / name, name)


@cache
def localized(pack: Path, game: str, locale: str) -> Canon:
    """Return the canon of a game in `locale`, worked out once."""
    canon = load_once(pack, game)
    ui = dated(canon, "ui", _ui(pack, locale))
    own = dated(canon, game, _game(pack, game, locale))
    return localize(canon, translation([ui, own]), locale)


def make(job: Job, out: Path) -> Made:
    """Make one PDF, all the way: localize, render, typeset and prove what is not on the shelf."""
    return next(build([job], out, workers=1))


def build(jobs: Sequence[Job], out: Path, workers: int) -> Iterator[Made]:
    """Make the PDFs of `jobs` below `out`, on `workers` processes; yield each as it is done.

    What lies on the shelf is taken from it. Raises Unequipped if the machine cannot typeset.
    """
    shelf.sweep(out)
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
            yield publish(job, filed, out)
    if missing:
        yield from _press(missing, out, workers)


def page_of(job: Job) -> Page:
    """Return the page of a job, ready to be typeset; its HTML is the whole key of the PDF."""
    return render(localized(job.pack, job.game, job.locale), job.aid, roots(job.pack))


def _press(missing: list[tuple[Job, Page]], out: Path, workers: int) -> Iterator[Made]:
    # Late, so that a build that typesets nothing never pays for the engine and the proof.
    from aidgen.press import press

    with _pool(min(workers, len(missing))) as pool:
        # Long documents first: the pool then ends with short ones, and no core waits.
        missing.sort(key=lambda item: len(item[1].html), reverse=True)
        futures = {pool.submit(press, page, out / SHELF): job for job, page in missing}
        for future in as_completed(futures):
            try:
                filed = future.result()
            except BrokenProcessPool:
                message = "a typesetting process died: is memory short, are the fonts readable?"
                raise Unequipped(f"{message} `aidgen doctor` tells more") from None
            yield publish(futures[future], filed, out, fresh=True)


def _pool(workers: int) -> Executor:
    """Return a pool whose processes are forked from one that has the engine warm."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["aidgen.press"])
    return ProcessPoolExecutor(max_workers=workers, mp_context=context)


def publish(job: Job, filed: shelf.Filed, out: Path, *, fresh: bool = False) -> Made:
    """Put a proved PDF under its final name; one with faults is kept back and says why."""
    draft = out / KEPT_BACK / job.output.name
    problems = tuple(Problem(Where(str(draft)), fault) for fault in filed.faults)
    try:
        if problems:
            shelf.write(draft, filed.pdf)
            return Made(job, filed.pages, 0, fresh, problems)
        shelf.write(out / job.output, filed.pdf)
        draft.unlink(missing_ok=True)
    except OSError as error:
        raise Unequipped(f"{out / job.output} cannot be written: {error.strerror}") from None
    return Made(job, filed.pages, len(filed.pdf), fresh, (), filed.thumbnail)


def hang(pack: Path, made: Sequence[Made], out: Path) -> None:
    """Write the gallery of all PDFs that stand in `out`, those of earlier builds included."""
    known_file = out / SHELF / "gallery.json"
    known: dict[str, dict[str, int]] = {}
    with suppress(OSError, ValueError, TypeError):
        known |= json.loads(known_file.read_text(encoding="utf-8"))
    for one in made:
        if one.published:
            known[one.job.output.as_posix()] = {"pages": one.pages, "size": one.size}
            shelf.write(out / _picture(one.job), one.thumbnail)
    shelf.write(known_file, json.dumps(known, indent=1, sort_keys=True).encode())
    rooms = []
    jobs: list[Job] = []
    for game in games(pack):
        with suppress(Unusable):  # a game that cannot be read does not hide the others
            jobs += plan(pack, [game])
    jobs = [job for job in jobs if job.output.as_posix() in known and (out / job.output).is_file()]
    for (game, locale), group in groupby(jobs, key=lambda job: (job.game, job.locale)):
        canon = localized(pack, game, locale)
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
    return Exhibit(job.output.as_posix(), picture, aid.title, known["pages"], kilobytes, aid.paper)


KEPT_BACK = "kept-back"
"""The folder of PDFs that have faults, below the output folder: to look at, not to print."""
SHELF = ".shelf"
"""The folder of finished work, below the output folder."""
