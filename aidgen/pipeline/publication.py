"""The output folder: PDFs under their final names, certificates, pictures, the gallery."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from aidgen import __version__
from aidgen.assets.papers import CARD_SIZES
from aidgen.language.locales import language_name
from aidgen.language.localize import is_pseudo
from aidgen.page.gallery import GalleryEntry, GallerySection, Variant, front
from aidgen.pipeline.cache import engine_versions
from aidgen.pipeline.manifest import (
    HELD_BACK,
    MANIFEST,
    Certificate,
    CertifiedPdf,
    certified_pdfs,
    intact,
    manifest,
)
from aidgen.pipeline.pack import Named, Pack
from aidgen.pipeline.plan import Job, plan
from aidgen.pipeline.production import JobResult
from aidgen.problems import InputError, MachineError, Problem
from aidgen.sandbox.output import remove_file, remove_folder, write_file

INDEX = "index.html"
"""The gallery's name, in the output folder."""
THUMBNAILS = "thumbnails"
"""The folder of its pictures, below the output folder."""
SHEET_OF_CARDS = "A4"
"""The paper of cards where no other is chosen."""
OWN_KINDS = ("form", "leaflet", "sheet")
"""The kinds of which each player holds one; the cards and the book of players are shared."""


def publish(made: JobResult, out: Path) -> None:
    """Publish a verified PDF under its final name; store one with faults in `held-back`.

    Raises MachineError if it cannot be written.
    """
    if made.finished is None or not made.finished.pdf:
        return
    draft = out / HELD_BACK / made.job.output.name
    path = out / made.job.output if made.published else draft
    try:
        write_file(path, made.finished.pdf, out)
        if made.published:
            write_file(out / thumbnail_of(made.job), made.finished.thumbnail, out)
            remove_file(draft, out)
    except OSError as error:
        raise MachineError(f"{path} cannot be written: {error.strerror}") from None


def certify(made: Iterable[JobResult], out: Path) -> None:
    """Write the manifest of each folder of `out` that has PDFs among `made`."""
    certificates: dict[Path, dict[str, Certificate]] = {}
    for one in made:
        path = out / one.job.output
        if one.finished is not None and one.published and _has_content(path, one.finished.pdf):
            certificates.setdefault(path.parent, {})[path.name] = _certificate(one)
    for folder, pdfs in certificates.items():
        write_file(folder / MANIFEST, manifest(folder, pdfs), out)


def _has_content(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False


def _certificate(made: JobResult) -> Certificate:
    job, finished = made.job, made.finished
    assert finished is not None
    return Certificate(
        sha256=hashlib.sha256(finished.pdf).hexdigest(),
        pages=finished.pages,
        mark=job.pack.edition_mark(job.game),
        canon=job.pack.digest(job.game),
        translation=" ".join(
            job.pack.translation_digest(job.game, locale) for locale in job.locales
        ),
        promised=finished.promised,
        versions={"aidgen": __version__, **engine_versions()},
        variant=job.options.name,
        units=finished.units,
        doubts=tuple(str(problem) for problem in made.problems),
    )


def thumbnail_of(job: Job) -> Path:
    """Return the path of a PDF's picture below the output folder."""
    return Path(THUMBNAILS) / job.output.with_suffix(".png").name


def write_gallery(pack: Pack, out: Path) -> tuple[Problem, ...]:
    """Write the gallery of the pack's certified PDFs in `out`, those of earlier builds included.

    Returns the problems of the pack if it can no longer be read.
    """
    try:
        page = front("", tuple(sections(pack, out)))
    except InputError as error:
        return error.problems
    write_file(out / INDEX, page.encode(), out)
    return ()


def retire(pack: Pack, out: Path) -> Iterator[Path]:
    """Remove the PDFs of aids and languages that a pack no longer has; yield each.

    Only certified PDFs that are unchanged are removed. Pseudolocales stay.
    """
    jobs: tuple[Job, ...] = ()
    with suppress(InputError):
        jobs = plan(pack).jobs
    wanted = {job.output.stem for job in jobs}
    for game in dict.fromkeys(job.game for job in jobs):
        for found in sorted((out / game).glob(f"**/{MANIFEST}")):
            locale, *variant = found.parent.relative_to(out / game).parts or ("",)
            if is_pseudo(locale):
                continue
            tail = "".join(f"-{name}" for name in variant)
            gone = [
                path for path in intact(found.parent) if path.stem.removesuffix(tail) not in wanted
            ]
            yield from _remove_pdfs(gone, found, out)


def _remove_pdfs(pdfs: Sequence[Path], certified: Path, out: Path) -> Iterator[Path]:
    """Remove some PDFs of a manifest, and it as well if it certifies no others."""
    for path in pdfs:
        remove_file(path, out)
        remove_file(out / THUMBNAILS / f"{path.stem}.png", out)
        yield path
    if pdfs:
        write_file(certified, manifest(certified.parent, {}), out)
    if pdfs and not certified_pdfs(certified.parent):
        remove_file(certified, out)
        with suppress(OSError):  # something else is in it
            remove_folder(certified.parent, out)


def sections(pack: Pack, out: Path) -> Iterator[GallerySection]:
    """Yield the PDFs of each game and language that has at least one in `out`."""
    jobs: tuple[Job, ...] = ()
    with suppress(InputError):
        jobs = plan(pack).jobs
    for (game, locale), group in groupby(jobs, key=lambda job: (job.game, job.locale)):
        named = _game_names(pack, game, locale)
        entries = tuple(_gallery_entries(list(group), named, out))
        if entries:
            name = language_name(locale)
            mark = pack.edition_mark(game)
            yield GallerySection(named.title, locale, name, named.words, entries, game, mark=mark)


def _game_names(pack: Pack, game: str, locale: str) -> Named:
    try:
        return pack.named(game, locale)
    except InputError:  # its PDFs are from before the translation was broken
        return pack.named(game, pack.facts(game).language)


def _gallery_entries(jobs: list[Job], named: Named, out: Path) -> Iterator[GalleryEntry]:
    """Yield those of `jobs`, of one folder, whose PDFs exist in `out`."""
    certified = certified_pdfs((out / jobs[0].output).parent)
    facts = jobs[0].pack.facts(jobs[0].game)
    for job in jobs:
        path = out / job.output
        if path.name in certified and path.is_file():
            paper = named.papers[job.aid]
            card = CARD_SIZES.get(paper)
            yield GalleryEntry(
                href=job.output.as_posix(),
                picture=thumbnail_of(job).as_posix(),
                title=named.aids[job.aid],
                pages=certified[path.name].pages,
                kilobytes=max(1, round(path.stat().st_size / 1000)),
                paper=paper if card is None else SHEET_OF_CARDS,
                card="" if card is None else str(card),
                two_sided=job.is_two_sided,
                for_each=facts.readers[job.aid] == "player" and job.base.name in OWN_KINDS,
                kind=facts.kinds[job.aid],
                reader=facts.readers[job.aid],
                variants=tuple(_gallery_variants(job, out, certified[path.name])),
                offered=f"aidgen build {job.game} --aid {job.aid} --locale {job.locale}",
            )


def _gallery_variants(job: Job, out: Path, own: CertifiedPdf) -> Iterator[Variant]:
    """Yield the variants of a PDF below its folder that are made from the same texts and figures.

    Outdated ones are skipped: nobody should print them.
    """
    folder = (out / job.output).parent
    for home in sorted(path.parent for path in folder.glob(f"*/{MANIFEST}")):
        name = f"{job.output.stem}-{home.name}.pdf"
        certified = certified_pdfs(home).get(name)
        if certified and certified.made_of == own.made_of and (home / name).is_file():
            href = (home / name).relative_to(out).as_posix()
            yield Variant(href=href, name=home.name, pages=certified.pages)
