"""The cards and pages to print again since an earlier build, and a list of them."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aidgen.game.texts import term_forms
from aidgen.page.gallery import render_page
from aidgen.page.markdown import plain_text
from aidgen.pipeline import tasks
from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import JobResult
from aidgen.problems import InputError, Problem, UsageError, Where
from aidgen.sandbox.output import write_file
from aidgen.store.manifest import MANIFEST, CertifiedPdf, PrintedUnit, listed_pdfs, printable_units

LIST = "since.html"
"""The file in the output folder that lists what to replace and what to throw away."""
SCALE = 0.5
"""Of the pictures in it, in px per pt."""


@dataclass(frozen=True)
class Change:
    """How a PDF differs from the one that was printed before."""

    job: Job
    replaced: tuple[PrintedUnit, ...]
    """Those whose words or pictures have changed."""
    new: tuple[PrintedUnit, ...]
    gone: tuple[PrintedUnit, ...]
    """Those to throw away: they were removed, or fewer copies are needed."""
    good: tuple[PrintedUnit, ...]

    @property
    def printed(self) -> tuple[tuple[str, int], ...]:
        """The names of what to print, with the number of copies."""
        copies = Counter[str]()
        for unit in (*self.replaced, *self.new):
            copies[unit.name] += unit.copies
        return tuple(copies.items())

    @property
    def parts(self) -> tuple[tuple[PrintedUnit, ...], ...]:
        """What to print again, what is new, what to throw away and what to keep."""
        return self.replaced, self.new, self.gone, self.good

    @property
    def is_cut(self) -> bool:
        """Whether its units are cut out of sheets; else they are pages."""
        return self.job.base.is_cut

    def called(self, unit: PrintedUnit) -> str:
        """Return the name of a unit: for a card its id, title and number of copies."""
        if not self.is_cut:
            return unit.name
        name, game_data = unit.name.partition(".")[0], self.job.game_data
        record = (
            game_data.cards[name].front if name in game_data.cards else game_data.states.get(name)
        )
        said = f" “{plain_text(term_forms(record.title)[0])}”" if record and record.title else ""
        return f"{unit.name}{said} ×{unit.copies}"


Earlier = Mapping[str, Sequence[PrintedUnit]]
"""What was printed before: by PDF name."""


def before(manifest: Path) -> Earlier:
    """Return what was printed before: from a manifest, or from the PDFs of a folder.

    Raises UsageError if a folder has no manifest, or two for one PDF; InputError if it is invalid.
    """
    units: dict[str, tuple[PrintedUnit, ...]] = {}
    where: dict[str, Path] = {}
    for path in _manifests(manifest):
        for name, listed in printable_units(path).items():
            if name in units:
                message = f"{where[name]} and {path} both say what {name} was, expected one"
                raise UsageError([Problem(Where("--since"), message)])
            units[name], where[name] = listed, path
    return units


def _manifests(path: Path) -> Sequence[Path]:
    """Return a manifest, or those in a folder; raises UsageError if there is none."""
    paths = sorted(path.rglob(MANIFEST)) if path.is_dir() else [path]
    if not paths:
        message = f"found no {MANIFEST} in {path}, expected what `aidgen build` has made"
        raise UsageError([Problem(Where("--since"), message)])
    return paths


def outdated_editions(jobs: Iterable[Job], release: Path) -> Iterator[Problem]:
    """Yield a warning for each game whose words differ from a release that bears the same mark.

    The mark is a digest of figures: only a raised edition tells prints with other words apart.
    Raises UsageError if the release has no manifest, InputError if one cannot be read.
    """
    released: dict[str, CertifiedPdf] = {}
    for path in _manifests(release):
        listed = listed_pdfs(path)
        if not listed:
            message = "is no manifest that can be read, expected what `aidgen build` has made"
            raise InputError([Problem(Where(str(path)), message)])
        released |= listed
    reworded: dict[str, Job] = {}
    for job in jobs:
        pdf, pack, game = released.get(job.output.name), job.pack, job.game
        words = (pack.digest(game), pack.translation_digest(game, job.locale))
        if pdf and pdf.mark == pack.edition_mark(game) and pdf.made_of != words:
            reworded.setdefault(game, job)
    for game, job in reworded.items():
        game_data = job.pack.game_data(game)
        edition = game_data.game.edition
        places = game_data.places
        own = places[game_data.at("game")]
        where = places.get(game_data.at("game", "edition"), own)
        message = f"texts have changed since {job.output.name} was released as edition {edition}"
        hint = "raise `edition`, so that their marks tell the two prints apart"
        yield Problem(where, message, hint, "warning")


def since(made: Sequence[JobResult], known: Earlier) -> tuple[tuple[Change, ...], Earlier]:
    """Return the differences of each PDF from the earlier build, and the units of PDFs now gone.

    A renamed PDF is compared with the one that it was.
    """
    lost = removed_units(known, made)
    changes = []
    for one in made:
        now = one.filed.units if one.filed else ()
        old = known.get(one.job.output.name)
        if old is None:
            drawn = {unit.digest for unit in now}
            alike = {name: len(drawn & {unit.digest for unit in lost[name]}) for name in lost}
            name = max(alike, key=alike.__getitem__, default="")
            old = lost.pop(name) if alike.get(name) else ()
        changes.append(change(one.job, now, old))
    return tuple(changes), lost


def removed_units(known: Earlier, made: Sequence[JobResult]) -> dict[str, Sequence[PrintedUnit]]:
    """Return the earlier units of PDFs that no aid makes now, for the games and languages just
    built."""
    whole = {(one.job.game, one.job.locale): one.job for one in made}
    ends = {(game, f"-{locale}") for game, locale in whole}
    aids = {game: job.pack.facts(game).kinds for (game, _), job in whole.items()}
    return {
        name: listed
        for name, listed in known.items()
        for game, end in ends
        if name.startswith(f"{game}-") and Path(name).stem.endswith(end)
        if name.removeprefix(f"{game}-").removesuffix(f"{end}.pdf") not in aids[game]
    }


def change(job: Job, now: Sequence[PrintedUnit], old: Sequence[PrintedUnit]) -> Change:
    """Return how a PDF differs from the earlier one; units that are drawn alike are equal."""
    names = {unit.name for unit in now}
    was = {unit.name: unit for unit in old}
    renamed = {unit.digest: unit for unit in old if unit.name not in names}
    replaced: list[PrintedUnit] = []
    new: list[PrintedUnit] = []
    good: list[PrintedUnit] = []
    gone: list[PrintedUnit] = []
    for unit in now:
        earlier = was.pop(unit.name, None) or renamed.pop(unit.digest, None)
        copies = earlier.copies if earlier else 0
        if earlier is None or earlier.digest != unit.digest:
            (replaced if earlier else new).append(unit)
        else:
            was.pop(earlier.name, None)
            good.append(replace(unit, copies=min(unit.copies, copies)))
            if unit.copies > copies:
                new.append(replace(unit, copies=unit.copies - copies))
        if earlier and copies > unit.copies:
            gone.append(replace(earlier, copies=copies - unit.copies))
    return Change(job, tuple(replaced), tuple(new), (*was.values(), *gone), tuple(good))


def to_print(changes: Sequence[Change]) -> tuple[Job, ...]:
    """Return the jobs that put the cards that differ on sheets; pages are in their PDFs already."""
    return tuple(_reprint_job(one, one.printed) for one in changes if one.printed and one.is_cut)


def outdated_jobs(changes: Sequence[Change]) -> tuple[Job, ...]:
    """Return the jobs whose sheets, if there are some, are of an earlier print: nothing differs."""
    return tuple(_reprint_job(one, ANY) for one in changes if not one.printed and one.is_cut)


def _reprint_job(one: Change, changed: tuple[tuple[str, int], ...]) -> Job:
    return replace(one.job, choices=replace(one.job.choices, changed=changed))


ANY = (("", 0),)
"""Stands for any card name: sheets of cards share their name."""


def write_list(
    changes: Sequence[Change], lost: Iterable[str], sheets: Sequence[JobResult], out: Path
) -> Path:
    """Write what to replace, to throw away and to keep, with pictures of the new sheets.

    Of PDFs that are `lost` all is thrown away.
    """
    pictures = {(one.job.game, one.job.aid, one.job.locale): one for one in sheets}
    changed = []
    for change in changes:
        names = zip(("Replace", "New", "Throw away", "Stays good"), change.parts, strict=True)
        lists = [(label, ", ".join(map(change.called, some))) for label, some in names if some]
        made = pictures.get((change.job.game, change.job.aid, change.job.locale))
        pdf = made.filed.pdf if made and made.filed else b""
        images = [_picture(pdf, number) for number in range(made.pages if made else 0)]
        changed.append((change.job.output.stem, lists, images))
    titles = [Path(name).stem for name in lost]
    page = render_page("changes.html", changed=changed, lost=titles).rstrip("\n")
    path = out / LIST
    write_file(path, page.encode(), out)
    return path


def _picture(pdf: bytes, number: int) -> str:
    """Return a picture of a page in base64."""
    return base64.b64encode(tasks.run_task(tasks.PICTURE_TASK, pdf, number, SCALE)).decode()
