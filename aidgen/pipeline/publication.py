"""The output folder: PDFs under their final names, certificates, pictures, the gallery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from aidgen import __version__
from aidgen.assets.papers import CARD_SIZES
from aidgen.game.data import GameData
from aidgen.language.locales import language_name
from aidgen.language.localize import is_pseudo
from aidgen.page.gallery import GalleryEntry, GallerySection, front
from aidgen.pipeline.cache import engine_versions
from aidgen.pipeline.manifest import (
    HELD_BACK,
    MANIFEST,
    Certificate,
    certified_pdfs,
    manifest,
    pdf_fault,
    printed_parts,
)
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, JobResult, plan
from aidgen.problems import InputError, MachineError, Problem
from aidgen.sandbox.output import remove_file, write_file

# The gallery's name, in the output folder.
INDEX = "index.html"
# The folder of its pictures, below the output folder.
THUMBNAILS = "thumbnails"
# The kinds of which each player holds one; the cards and the book of players are shared.
PERSONAL_KINDS = ("form", "leaflet", "sheet")


def publish(result: JobResult, out: Path) -> None:
    """Publish a verified PDF; store one with faults in `held-back`. Raises MachineError."""
    if result.finished is None or not result.finished.pdf:
        return
    draft = out / HELD_BACK / result.job.output.name
    path = out / result.job.output if result.published else draft
    try:
        write_file(path, result.finished.pdf, out)
        if result.published:
            write_file(out / thumbnail_of(result.job), result.finished.thumbnail, out)
            remove_file(draft, out)
    except OSError as error:
        raise MachineError(f"{path} cannot be written: {error.strerror}") from None


def certify(results: Iterable[JobResult], out: Path) -> None:
    """Write the manifest of each folder of `out` that has PDFs among `results`."""
    certificates: dict[Path, dict[str, Certificate]] = {}
    for result in results:
        job, finished, path = result.job, result.finished, out / result.job.output
        # The build may have been stopped before it was published.
        if finished is None or not result.published or pdf_fault(path, finished.sha256):
            continue
        translations = [job.pack.translation_digest(job.game, locale) for locale in job.locales]
        doubts = [str(each).encode("utf-8", "replace").decode() for each in result.problems]
        certificates.setdefault(path.parent, {})[path.name] = Certificate(
            sha256=finished.sha256,
            pages=finished.pages,
            mark=job.pack.edition_mark(job.game),
            canon=job.pack.game_data(job.game).digest,
            translation=" ".join(translations),
            versions={"aidgen": __version__, **engine_versions()},
            variant=job.variant,
            units=finished.units,
            prints=printed_parts(finished),
            doubts=tuple(doubts),
        )
    for folder, pdfs in certificates.items():
        write_file(folder / MANIFEST, manifest(folder, pdfs), out)


def thumbnail_of(job: Job) -> Path:
    """Return the path of a PDF's picture below the output folder."""
    return Path(THUMBNAILS) / job.output.with_suffix(".png").name


def retire(pack: Pack, out: Path) -> Iterator[Path]:
    """Remove the PDFs of aids and languages that a pack no longer has; yield each.

    Only certified PDFs that are unchanged are removed. Pseudolocales stay.
    """
    jobs = _all_jobs(pack)
    wanted = {job.output.stem for job in jobs}
    for game in dict.fromkeys(job.game for job in jobs):
        for path in sorted((out / game).glob(f"**/{MANIFEST}")):
            locale, *variant = path.parent.relative_to(out / game).parts or ("",)
            if is_pseudo(locale):
                continue
            tail = "".join(f"-{name}" for name in variant)
            gone = [
                path.with_name(name)
                for name, certificate in certified_pdfs(path.parent).items()
                if name.removesuffix(f"{tail}.pdf") not in wanted
                and not pdf_fault(path.with_name(name), certificate.sha256)
            ]
            for pdf in gone:
                remove_file(pdf, out)
                remove_file(out / THUMBNAILS / f"{pdf.stem}.png", out)
                yield pdf
            if gone:
                write_file(path, manifest(path.parent, {}), out)
                if not certified_pdfs(path.parent):
                    remove_file(path, out)


def _all_jobs(pack: Pack) -> Sequence[Job]:
    with suppress(InputError):
        return plan(pack).jobs
    return ()


# The gallery --------------------------------------------------------------------------------------


def write_gallery(pack: Pack, out: Path) -> tuple[Problem, ...]:
    """Write the gallery of the certified PDFs in `out`; return why the pack cannot be read."""
    try:
        page = front("", tuple(sections(pack, out)))
    except InputError as error:
        return error.problems
    write_file(out / INDEX, page.encode(), out)
    return ()


def sections(pack: Pack, out: Path) -> Iterator[GallerySection]:
    """Yield the PDFs of each game and language that has at least one in `out`."""
    for (game, locale), group in groupby(_all_jobs(pack), key=lambda job: (job.game, job.locale)):
        try:
            game_data = pack.localized(game, locale)
        except InputError:  # its PDFs are from before the translation was broken
            game_data = pack.game_data(game)
        entries = tuple(_gallery_entries(list(group), game_data, out))
        if entries:
            yield GallerySection(
                title=str(game_data.game.title),
                locale=locale,
                language=language_name(locale),
                words={name: str(word) for name, word in game_data.words.items()},
                entries=entries,
                game=game,
                mark=pack.edition_mark(game),
            )


def _gallery_entries(jobs: list[Job], game_data: GameData, out: Path) -> Iterator[GalleryEntry]:
    certified = certified_pdfs((out / jobs[0].output).parent)
    for job in jobs:
        path, aid = out / job.output, game_data.aids[job.aid]
        if path.name in certified and path.is_file():
            card = CARD_SIZES.get(aid.paper)
            yield GalleryEntry(
                href=job.output.as_posix(),
                picture=thumbnail_of(job).as_posix(),
                title=str(aid.title),
                pages=certified[path.name].pages,
                kilobytes=max(1, round(path.stat().st_size / 1000)),
                paper=aid.paper if card is None else "A4",
                card="" if card is None else str(card),
                # The option `offset` applies only where there are backs.
                two_sided=job.base.is_cut and "offset" in job.sensible,
                for_each=aid.reader == "player" and job.base.name in PERSONAL_KINDS,
                kind=aid.kind,
                reader=aid.reader or "",
                variants=dict(_gallery_variants(job, out, certified[path.name])),
                offered=f"aidgen build {job.game} --aid {job.aid} --locale {job.locale}",
            )


def _gallery_variants(job: Job, out: Path, certificate: Certificate) -> Iterator[tuple[str, str]]:
    folder = (out / job.output).parent
    for home in sorted(path.parent for path in folder.glob(f"*/{MANIFEST}")):
        name = f"{job.output.stem}-{home.name}.pdf"
        certified = certified_pdfs(home).get(name)
        if certified and certified.made_of == certificate.made_of and (home / name).is_file():
            yield home.name, (home / name).relative_to(out).as_posix()
