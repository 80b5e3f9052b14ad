"""Site export: static pages made from checked PDFs and their records, and the search index."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.page.gallery import GalleryEntry, GallerySection, front
from aidgen.page.lookups import LOOKED_UP, TERMS, Lookup
from aidgen.page.markdown import plain_text
from aidgen.page.theme import FONT_FOLDER, font_rules, theme_styling, webfonts
from aidgen.pipeline import tasks
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.production import JobResult, executor
from aidgen.pipeline.publication import INDEX, certify, publish, sections, thumbnail_of
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import InputError, Problem
from aidgen.sandbox.guard import renew_limits
from aidgen.sandbox.limits import STANDARD
from aidgen.sandbox.output import remove_file, write_file
from aidgen.serve.page_renderer import PdfPictures
from aidgen.serve.search_index import search_index
from aidgen.serve.site_pages import (
    ICON,
    MANIFEST,
    WORKER,
    RecordSpot,
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

PUBLIC_FOLDER = Path(__file__).with_name("public")
"""Scripts of the site, which it serves as they are."""
WORKER_SCRIPT = "worker.js"
SCRIPTS = tuple(
    sorted(path.name for path in PUBLIC_FOLDER.glob("*.js") if path.name != WORKER_SCRIPT)
)
DRAW_TASK = "aidgen.serve.page_renderer:draw_pdf"
PAGES_FOLDER, RULES_FOLDER = "pages", "rules"
"""The folders of page pictures and of record pages, below a game in a language."""
TITLE_SELECTOR = '[data-game="{}"][data-language="{}"] h2'
"""Selects the part of the front page that uses the fonts of a game."""
NAME_FIELDS = ("title", "one", "many")
"""The fields of a record that are its name."""
ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""The fixed time of files in a ZIP: the same files give the same bytes."""


@dataclass(frozen=True)
class SiteReport:
    """The result of an export: the number of pages, and problems."""

    pages: int
    problems: tuple[Problem, ...]


def write_site(
    pack: Pack,
    made: Sequence[JobResult],
    out: Path,
    title: str,
    *,
    workers: int,
    address: str = "",
) -> SiteReport:
    """Write the site of a pack's PDFs, as they were `made`, into the folder `out`.

    Variants among them are offered with the PDFs they are variants of; PDFs with faults are left
    out. Raises MachineError if something cannot be written.
    """
    whole = [one for one in made if one.published]
    for one in whole:
        publish(one, out)
    certify(whole, out)
    shown = [one for one in whole if not one.job.options.made]
    looks = _draw_pdfs(shown, out, workers)
    problems: list[Problem] = []
    pages = 1
    there = {one.job.output.as_posix() for one in whole}
    listed = {
        (one.game, one.locale): _with_built_variants(one, there) for one in sections(pack, out)
    }
    fronts: list[GallerySection] = []
    typed: list[str] = []
    for place, group in groupby(sorted(shown, key=_game_and_locale), key=_game_and_locale):
        renew_limits(pack.limits)
        try:
            shelf = _site_game(pack, list(group), listed[place], looks)
            shelf = replace(
                shelf,
                languages=tuple(_other_languages(place, shown, listed)),
                address=f"{address.rstrip('/')}/{'/'.join(place)}/" if address else "",
            )
        except InputError as error:
            problems += error.problems
            continue
        pages += _write_pages(shelf, out.joinpath(*place), out)
        fronts.append(_front_section(listed[place], shelf))
        typed += font_rules(
            shelf.fonts, "/".join((*place, FONT_FOLDER)), TITLE_SELECTOR.format(*place)
        )
    for name in SCRIPTS:
        write_file(out / name, (PUBLIC_FOLDER / name).read_bytes(), out)
    write_file(out / INDEX, front(title, fronts, look="\n".join(typed)).encode(), out)
    return SiteReport(pages, tuple(problems))


def _game_and_locale(made: JobResult) -> tuple[str, str]:
    return made.job.game, made.job.locale


def _other_languages(
    place: tuple[str, str],
    made: Sequence[JobResult],
    listed: Mapping[tuple[str, str], GallerySection],
) -> Iterator[SiteLanguage]:
    """Yield the other languages in which a game has pages, with its aids in them."""
    aids: dict[tuple[str, str], set[str]] = {}
    for one in made:
        aids.setdefault(_game_and_locale(one), set()).add(page_name(one.job.aid))
    for (game, locale), names in sorted(aids.items()):
        if game == place[0] and locale != place[1]:
            yield SiteLanguage(locale, listed[game, locale].language, frozenset(names))


def _with_built_variants(section: GallerySection, there: Collection[str]) -> GallerySection:
    """Return a section that offers only the variants built now, and no commands."""
    entries = [
        replace(
            entry, variants=tuple(one for one in entry.variants if one.href in there), offered=""
        )
        for entry in section.entries
    ]
    return replace(section, entries=entries)


def _front_section(section: GallerySection, shelf: SiteGame) -> GallerySection:
    """Return the section of the front page: its aids link to their pages."""
    folder = f"{section.game}/{section.locale}"
    sheets = {sheet.entry.href: sheet for sheet in shelf.sheets}
    entries = [
        replace(entry, href=f"{folder}/{sheet.name}.html", ink=sheet.entry.ink)
        for entry in section.entries
        if (sheet := sheets.get(Path(entry.href).name))
    ]
    return replace(section, entries=entries, href=f"{folder}/{INDEX}")


# Pictures -----------------------------------------------------------------------------------------


def _draw_pdfs(made: Sequence[JobResult], out: Path, workers: int) -> Mapping[Path, PdfPictures]:
    """Write the pictures of each PDF; return them by the path of the PDF."""
    limits = made[0].job.pack.limits if made else STANDARD
    with executor(workers, limits) as processes:
        futures = {}
        for one in made:
            assert one.finished is not None
            asked = tuple(_printed_records(one))
            folder = (out / one.job.output).parent / PAGES_FOLDER
            futures[one.job.output] = processes.submit(
                tasks.run_task, DRAW_TASK, one.finished.pdf, asked, folder, one.job.aid, out
            )
        return {output: future.result() for output, future in futures.items()}


def _printed_records(made: JobResult) -> Iterator[tuple[str, int, str]]:
    """Yield the records that a PDF prints: reference, page, and the words to search for.

    Pages with only a record's name, such as contents, count only if there are no others.
    """
    assert made.finished is not None
    game_data = made.job.game_data
    said: dict[str, dict[int, bool]] = {}
    for text in made.finished.texts:
        context = Context.read(text.context)
        ref = _record_of(context)
        if ref and text.page:
            pages = said.setdefault(ref, {})
            pages[text.page] = pages.get(text.page, False) or context.name not in NAME_FIELDS
    for ref, pages in said.items():
        for page in pages:
            if pages[page] or not any(pages.values()):
                yield ref, page, _record_title(game_data, ref)


def _record_of(context: Context) -> str:
    """Return the record that a text belongs to; "" if it has no page on the site."""
    looked_up = (*LOOKED_UP, TERMS)
    return ".".join(context.ids[:2]) if context.kind in looked_up and len(context.ids) > 1 else ""


def _record_title(game_data: GameData, ref: str) -> str:
    record = game_data.find(ref)
    return plain_text(getattr(record, "title", "") or str(record.one).partition("|")[0])


# A game in a language -----------------------------------------------------------------------------


def _site_game(
    pack: Pack,
    made: Sequence[JobResult],
    section: GallerySection,
    looks: Mapping[Path, PdfPictures],
) -> SiteGame:
    game, locale = _game_and_locale(made[0])
    game_data = pack.localized(game, locale)
    mark = pack.edition_mark(game)
    entries = {Path(entry.href).name: entry for entry in section.entries}
    sheets = tuple(
        _site_aid(one, entries[one.job.output.name], looks[one.job.output], f"{mark} · {locale}")
        for one in made
        if one.job.output.name in entries
    )
    with Renderer(pack.limits) as renderer:
        records = renderer.lookups(game_data)
    return SiteGame(
        game_data=game_data,
        title=plain_text(game_data.game.title),
        sheets=sheets,
        records=records,
        zip=f"{game}-{locale}.zip",
        mark=mark,
        logo=theme_styling(game_data).logo,
        fonts=webfonts(game_data),
    )


def _site_aid(made: JobResult, entry: GalleryEntry, looks: PdfPictures, mark: str) -> SiteAid:
    """Return an aid for the pages of its game; addresses are relative to them."""
    aid = made.job.game_data.aids[made.job.aid]
    here = replace(
        entry,
        href=made.job.output.name,
        picture=f"../../{thumbnail_of(made.job).as_posix()}",
        title=plain_text(aid.title),
        ink=looks.ink,
        variants=tuple(
            replace(one, href="/".join(Path(one.href).parts[2:])) for one in entry.variants
        ),
    )
    spots = tuple(RecordSpot(ref, page, *edges) for ref, page, edges in looks.places)
    pictures = tuple(f"{PAGES_FOLDER}/{name}" for name in looks.pictures)
    return SiteAid(page_name(made.job.aid), here, pictures, spots, mark)


def _write_pages(shelf: SiteGame, folder: Path, out: Path) -> int:
    """Write the pages of a game in a language, below `out`; return their number."""
    printed = shelf.printed
    pages = {INDEX: game_page(shelf)}
    pages |= {f"{sheet.name}.html": aid_page(shelf, sheet) for sheet in shelf.sheets}
    for record in shelf.records:
        page_of = rule_page(shelf, record, printed.get(record.ref, ()))
        pages[f"{RULES_FOLDER}/{_rule_file(record)}"] = page_of
    files = {name: page.encode() for name, page in pages.items()}
    files |= {f"{FONT_FOLDER}/{font.name}": font.content for font in shelf.fonts}
    files["index.js"] = search_index(shelf.game_data, shelf.records, printed).encode()
    files[MANIFEST], files[ICON] = web_manifest(shelf).encode(), icon_of(shelf).encode()
    for name, content in files.items():
        write_file(folder / name, content, out)
    scripts = {f"../../{name}": (PUBLIC_FOLDER / name).read_bytes() for name in SCRIPTS}
    worker = (PUBLIC_FOLDER / WORKER_SCRIPT).read_text(encoding="utf-8")
    write_file(folder / WORKER, service_worker(worker, {**files, **scripts}).encode(), out)
    write_file(folder / shelf.zip, _zip_pdfs(shelf, folder), out)
    _remove_stale(folder, shelf, out)
    return len(pages)


def _rule_file(record: Lookup) -> str:
    return f"{record.ref}.html"


def _zip_pdfs(shelf: SiteGame, folder: Path) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for sheet in shelf.sheets:
            name = zipfile.ZipInfo(sheet.entry.href, ZIP_TIME)
            archive.writestr(name, (folder / sheet.entry.href).read_bytes())
    return out.getvalue()


def _remove_stale(folder: Path, shelf: SiteGame, out: Path) -> None:
    """Remove pictures, pages and fonts of an earlier export."""
    kept = {Path(picture).name for sheet in shelf.sheets for picture in sheet.pictures}
    kept |= {_rule_file(record) for record in shelf.records} | {font.name for font in shelf.fonts}
    made = (f"{PAGES_FOLDER}/*.webp", f"{RULES_FOLDER}/*.html", f"{FONT_FOLDER}/*.woff2")
    for path in (path for pattern in made for path in folder.glob(pattern)):
        if path.name not in kept:
            remove_file(path, out)
