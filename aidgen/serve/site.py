"""Site export: static pages made from checked PDFs and their records, and the search index."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from aidgen.game.context import Context
from aidgen.page.gallery import GalleryEntry, GallerySection, front
from aidgen.page.lookups import LOOKED_UP, TERMS
from aidgen.page.markdown import plain_text
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import JobResult
from aidgen.pipeline.pool import WorkerPool, rendered
from aidgen.pipeline.publication import INDEX, certify, publish, sections, thumbnail_of
from aidgen.pipeline.tasks import LOOKUPS_TASK, run_task
from aidgen.problems import InputError, Problem
from aidgen.sandbox.guard import renew_limits
from aidgen.sandbox.output import remove_file, write_file
from aidgen.serve.search_index import search_index
from aidgen.serve.site_pages import (
    ICON,
    MANIFEST,
    WORKER,
    SiteAid,
    SiteGame,
    SiteLanguage,
    aid_page,
    game_page,
    icon_of,
    page_name,
    rule_page,
    service_worker,
    web_manifest,
)
from aidgen.serve.tasks import RENDERER, PdfPictures

# Scripts of the site, which it serves as they are.
PUBLIC_FOLDER = Path(__file__).with_name("public")
WORKER_SCRIPT = "worker.js"
SCRIPTS = tuple(
    sorted(path.name for path in PUBLIC_FOLDER.glob("*.js") if path.name != WORKER_SCRIPT)
)
# The folders of page pictures and of record pages, below a game in a language.
PAGES_FOLDER, RULES_FOLDER = "pages", "rules"
WRITTEN = (f"{PAGES_FOLDER}/*.webp", f"{RULES_FOLDER}/*.html")
# The fields of a record that are its name.
NAME_FIELDS = ("title", "one", "many")
# The fixed time of files in a ZIP: the same files give the same bytes.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def write_site(
    pack: Pack,
    results: Sequence[JobResult],
    out: Path,
    title: str,
    *,
    workers: int,
) -> tuple[int, list[Problem]]:
    """Write the site of a pack's PDFs into the folder `out`; return its pages, and problems.

    Variants among them are offered with the PDFs they are variants of; PDFs with faults are left
    out. Raises MachineError if something cannot be written.
    """
    published = [result for result in results if result.published]
    for result in published:
        publish(result, out)
    certify(published, out)
    outputs = {result.job.output.as_posix() for result in published}
    listed = {
        (section.game, section.locale): _with_built_variants(section, outputs)
        for section in sections(pack, out)
    }
    plain = sorted((pdf for pdf in published if not pdf.job.variant), key=_place)
    pictures = _draw_pdfs(pack, plain, out, workers)
    groups = {place: list(group) for place, group in groupby(plain, key=_place)}
    pages, problems = 1, list[Problem]()
    fronts = list[GallerySection]()
    languages = {
        place: (
            place[1],
            listed[place].language,
            frozenset(page_name(pdf.job.aid) for pdf in group),
        )
        for place, group in groups.items()
    }
    for place, group in groups.items():
        renew_limits(pack.limits)
        others = tuple(languages[at] for at in languages if at[0] == place[0] and at != place)
        try:
            game = _site_game(pack, group, listed[place], pictures, others)
        except InputError as error:
            problems += error.problems
            continue
        pages += _write_pages(game, out.joinpath(*place), out)
        fronts.append(_front_section(listed[place], game))
    for name in SCRIPTS:
        write_file(out / name, (PUBLIC_FOLDER / name).read_bytes(), out)
    write_file(out / INDEX, front(title, fronts).encode(), out)
    return pages, problems


def _place(result: JobResult) -> tuple[str, str]:
    return result.job.game, result.job.locale


def _with_built_variants(section: GallerySection, outputs: Collection[str]) -> GallerySection:
    # A reader of the site can run no command: only what was built is offered.
    entries = []
    for entry in section.entries:
        variants = {name: href for name, href in entry.variants.items() if href in outputs}
        entries.append(replace(entry, variants=variants, offered=""))
    return replace(section, entries=entries)


def _front_section(section: GallerySection, game: SiteGame) -> GallerySection:
    folder = f"{section.game}/{section.locale}"
    aids = {aid.entry.href: aid for aid in game.aids}
    entries = [
        replace(entry, href=f"{folder}/{aid.name}.html", ink=aid.entry.ink)
        for entry in section.entries
        if (aid := aids.get(Path(entry.href).name))
    ]
    return replace(section, entries=entries, href=f"{folder}/{INDEX}")


# Pictures -----------------------------------------------------------------------------------------


def _draw_pdfs(
    pack: Pack, results: Sequence[JobResult], out: Path, workers: int
) -> Mapping[Path, PdfPictures]:
    with WorkerPool(workers, pack.limits) as processes:
        futures = {}
        for result in results:
            assert result.finished is not None
            job, pdf = result.job, result.finished.pdf
            folder, records = (out / job.output).parent / PAGES_FOLDER, _printed_records(result)
            words = pdf, tuple(records), folder, job.aid, out
            futures[job.output] = processes.submit(run_task, f"{RENDERER}draw_pdf", *words)
        return {output: future.result() for output, future in futures.items()}


def _printed_records(result: JobResult) -> Iterator[tuple[str, int, str]]:
    # Pages with only a record's name, such as contents, count only if there are no others.
    assert result.finished is not None
    printed: dict[str, dict[int, bool]] = {}
    for text in result.finished.texts:
        context = Context.read(text.context)
        if text.page and context.kind in (*LOOKED_UP, TERMS) and len(context.ids) > 1:
            pages = printed.setdefault(".".join(context.ids[:2]), {})
            pages[text.page] = pages.get(text.page, False) or context.name not in NAME_FIELDS
    for ref, pages in printed.items():
        record = result.job.game_data.find(ref)
        words = getattr(record, "title", "") or str(record.one).partition("|")[0]
        for page in pages:
            if pages[page] or not any(pages.values()):
                yield ref, page, plain_text(words)


# A game in a language -----------------------------------------------------------------------------


def _site_game(
    pack: Pack,
    results: Sequence[JobResult],
    section: GallerySection,
    pictures: Mapping[Path, PdfPictures],
    languages: tuple[SiteLanguage, ...],
) -> SiteGame:
    name, locale = _place(results[0])
    game_data = pack.localized(name, locale)
    entries = {Path(entry.href).name: entry for entry in section.entries}
    aids = tuple(
        _site_aid(result, entry, pictures[result.job.output])
        for result in results
        if (entry := entries.get(result.job.output.name))
    )
    with WorkerPool(1, pack.limits) as workers:
        records = rendered(workers, LOOKUPS_TASK, pack.pickled(name, locale), pack.limits)
    return SiteGame(
        game_data=game_data,
        title=plain_text(game_data.game.title),
        aids=aids,
        records=records,
        zip=f"{name}-{locale}.zip",
        mark=pack.edition_mark(name),
        languages=languages,
    )


def _site_aid(result: JobResult, entry: GalleryEntry, drawn: PdfPictures) -> SiteAid:
    job, (names, spots, ink) = result.job, drawn
    variants = {name: "/".join(Path(href).parts[2:]) for name, href in entry.variants.items()}
    entry = replace(
        entry,
        href=job.output.name,
        picture=f"../../{thumbnail_of(job).as_posix()}",
        title=plain_text(job.game_data.aids[job.aid].title),
        ink=ink,
        variants=variants,
    )
    pictures = tuple(f"{PAGES_FOLDER}/{name}" for name in names)
    return SiteAid(page_name(job.aid), entry, pictures, spots)


def _write_pages(game: SiteGame, folder: Path, out: Path) -> int:
    printed = game.printed
    pages = {INDEX: game_page(game)}
    pages |= {f"{aid.name}.html": aid_page(game, aid) for aid in game.aids}
    pages |= {
        f"{RULES_FOLDER}/{record.ref}.html": rule_page(game, record, printed.get(record.ref, ()))
        for record in game.records
    }
    files = {name: page.encode() for name, page in pages.items()}
    files["index.js"] = search_index(game.game_data, game.records, printed).encode()
    files[MANIFEST], files[ICON] = web_manifest(game).encode(), icon_of(game).encode()
    scripts = {f"../../{name}": (PUBLIC_FOLDER / name).read_bytes() for name in SCRIPTS}
    worker = (PUBLIC_FOLDER / WORKER_SCRIPT).read_text(encoding="utf-8")
    files[WORKER] = service_worker(worker, {**files, **scripts}).encode()
    files[game.zip] = _zip_pdfs(game, folder)
    for name, content in files.items():
        write_file(folder / name, content, out)
    kept = {*files, *(picture for aid in game.aids for picture in aid.pictures)}
    for path in (path for pattern in WRITTEN for path in folder.glob(pattern)):
        if path.relative_to(folder).as_posix() not in kept:  # of an earlier export
            remove_file(path, out)
    return len(pages)


def _zip_pdfs(game: SiteGame, folder: Path) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for aid in game.aids:
            name = zipfile.ZipInfo(aid.entry.href, ZIP_TIME)
            archive.writestr(name, (folder / aid.entry.href).read_bytes())
    return out.getvalue()
