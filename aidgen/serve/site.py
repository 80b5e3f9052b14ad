"""The site: static files to put anywhere, made of proved PDFs and of the records they print."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.page.gallery import Entry, Section, front
from aidgen.page.lookups import LOOKED_UP, TERMS, Lookup
from aidgen.page.markdown import plain
from aidgen.page.theme import FONT_FOLDER, font_rules, styling, webfonts
from aidgen.pipeline import tasks
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.production import Made, pool
from aidgen.pipeline.publication import INDEX, certify, publish, sections, thumbnail_of
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import InputError, Problem
from aidgen.sandbox.limits import STANDARD
from aidgen.serve.handout import Sheet, Shelf, Spot, aid_page, game_page, rule_page
from aidgen.serve.page_renderer import Looks
from aidgen.serve.search_index import index
from aidgen.store.files import write

SCRIPT = Path(__file__).with_name("search.js")
"""What the pages search with."""
LOOKS = "aidgen.serve.page_renderer:looks"
PAGES, RULES = "pages", "rules"
"""The folders of the pictures of pages, and of the pages of records, below a game in a language."""
TITLED = '[data-game="{}"][data-language="{}"] h2'
"""What of the front page is set in the type of a game."""
NAMES = ("title", "one", "many")
"""The texts of a record that are its name."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of what is in a ZIP file: the same files give the same bytes."""


@dataclass(frozen=True)
class Written:
    """What came of a site: how many pages it has, and what is wrong."""

    pages: int
    problems: tuple[Problem, ...]


def write_site(pack: Pack, made: Sequence[Made], out: Path, title: str, *, workers: int) -> Written:
    """Write the site of a pack's PDFs, as they were `made`, into the folder `out`.

    Variants among them are offered beside those that they are variants of. Those with faults are
    left out. Raises MachineError if something cannot be written.
    """
    whole = [one for one in made if one.published]
    for one in whole:
        publish(one, out)
    certify(whole, out)
    shown = [one for one in whole if not one.job.choices.made]
    looks = _looks(shown, out, workers)
    problems: list[Problem] = []
    pages = 1
    there = {one.job.output.as_posix() for one in whole}
    listed = {(one.game, one.locale): _offering(one, there) for one in sections(pack, out)}
    fronts: list[Section] = []
    typed: list[str] = []
    for place, group in groupby(sorted(shown, key=_place), key=_place):
        try:
            shelf = _shelf(pack, list(group), listed[place], looks)
        except InputError as error:
            problems += error.problems
            continue
        pages += _write(shelf, out.joinpath(*place))
        fronts.append(_on_front(listed[place], shelf))
        typed += font_rules(shelf.fonts, "/".join((*place, FONT_FOLDER)), TITLED.format(*place))
    write(out / "search.js", SCRIPT.read_bytes())
    write(out / INDEX, front(title, fronts, look="\n".join(typed)).encode())
    return Written(pages, tuple(problems))


def _place(made: Made) -> tuple[str, str]:
    return made.job.game, made.job.locale


def _offering(section: Section, there: Collection[str]) -> Section:
    """Return a section that offers those variants alone that were made now, and no commands."""
    entries = [
        replace(
            entry, variants=tuple(one for one in entry.variants if one.href in there), offered=""
        )
        for entry in section.entries
    ]
    return replace(section, entries=entries)


def _on_front(section: Section, shelf: Shelf) -> Section:
    """Return the section of the front page: its aids lead to their pages."""
    folder = f"{section.game}/{section.locale}"
    ink = {sheet.entry.title: sheet.entry.ink for sheet in shelf.sheets}
    name = {sheet.entry.title: sheet.name for sheet in shelf.sheets}
    entries = [
        replace(entry, href=f"{folder}/{name[entry.title]}.html", ink=ink[entry.title])
        for entry in section.entries
        if entry.title in name
    ]
    return replace(section, entries=entries, href=f"{folder}/{INDEX}")


# Pictures -----------------------------------------------------------------------------------------


def _looks(made: Sequence[Made], out: Path, workers: int) -> Mapping[Path, Looks]:
    """Return what each PDF looks like, by its path; its pictures are written."""
    limits = made[0].job.pack.limits if made else STANDARD
    with pool(workers, limits) as processes:
        futures = {}
        for one in made:
            assert one.filed is not None
            asked = tuple(_asked(one))
            folder = (out / one.job.output).parent / PAGES
            futures[one.job.output] = processes.submit(
                tasks.run_task, LOOKS, one.filed.pdf, asked, folder, one.job.aid
            )
        return {output: future.result() for output, future in futures.items()}


def _asked(made: Made) -> Iterator[tuple[str, int, str]]:
    """Yield the records that a PDF prints: reference, page, and the words to look for.

    Pages with no more than its name, as contents have it, count only if there are no others.
    """
    assert made.filed is not None
    canon = made.job.canon
    said: dict[str, dict[int, bool]] = {}
    for text in made.filed.texts:
        context = Context.read(text.context)
        ref = _record(context)
        if ref and text.page:
            pages = said.setdefault(ref, {})
            pages[text.page] = pages.get(text.page, False) or context.name not in NAMES
    for ref, pages in said.items():
        for page in pages:
            if pages[page] or not any(pages.values()):
                yield ref, page, _words(canon, ref)


def _record(context: Context) -> str:
    """Return the record that a text belongs to; "" if it is none that one looks up."""
    looked_up = (*LOOKED_UP, TERMS)
    return ".".join(context.ids[:2]) if context.kind in looked_up and len(context.ids) > 1 else ""


def _words(canon: GameData, ref: str) -> str:
    record = canon.find(ref)
    return plain(getattr(record, "title", "") or str(record.one).partition("|")[0])


# A game in a language -----------------------------------------------------------------------------


def _shelf(
    pack: Pack, made: Sequence[Made], section: Section, looks: Mapping[Path, Looks]
) -> Shelf:
    game, locale = _place(made[0])
    canon = pack.localized(game, locale)
    mark = f"{pack.facts(game).edition} · {pack.mark(game)}"
    entries = {Path(entry.href).name: entry for entry in section.entries}
    sheets = tuple(
        _sheet(one, entries[one.job.output.name], looks[one.job.output], f"{mark} · {locale}")
        for one in made
        if one.job.output.name in entries
    )
    with Renderer(pack.limits) as renderer:
        records = renderer.lookups(canon, pack.roots)
    return Shelf(
        canon=canon,
        title=plain(canon.game.title),
        sheets=sheets,
        records=records,
        zip=f"{game}-{locale}.zip",
        mark=mark,
        logo=styling(canon).logo,
        fonts=webfonts(canon),
    )


def _sheet(made: Made, entry: Entry, looks: Looks, mark: str) -> Sheet:
    """Return an aid as the pages of its game show it: addresses are from there."""
    aid = made.job.canon.aids[made.job.aid]
    here = replace(
        entry,
        href=made.job.output.name,
        picture=f"../../{thumbnail_of(made.job).as_posix()}",
        title=plain(aid.title),
        ink=looks.ink,
        variants=tuple(
            replace(one, href="/".join(Path(one.href).parts[2:])) for one in entry.variants
        ),
    )
    spots = tuple(Spot(ref, page, *edges) for ref, page, edges in looks.places)
    pictures = tuple(f"{PAGES}/{name}" for name in looks.pictures)
    duplex = aid.kind == "tokens" or (aid.kind == "cards" and looks.pictures[1:] != ())
    return Sheet(made.job.aid, here, pictures, spots, mark, duplex)


def _write(shelf: Shelf, folder: Path) -> int:
    """Write the pages of a game in a language; return how many there are."""
    printed = shelf.printed
    pages: dict[str, Callable[[], str]] = {INDEX: lambda: game_page(shelf)}
    for sheet in shelf.sheets:
        pages[f"{sheet.name}.html"] = lambda sheet=sheet: aid_page(shelf, sheet)  # type: ignore[misc]
    for name, page in pages.items():
        write(folder / name, page().encode())
    for record in shelf.records:
        page_of = rule_page(shelf, record, printed.get(record.ref, ()))
        write(folder / RULES / _file(record), page_of.encode())
    for font in shelf.fonts:
        write(folder / FONT_FOLDER / font.name, font.content)
    write(folder / "index.js", index(shelf.canon, shelf.records, printed).encode())
    write(folder / shelf.zip, _zipped(shelf, folder))
    _sweep(folder, shelf)
    return len(pages) + len(shelf.records)


def _file(record: Lookup) -> str:
    return f"{record.ref}.html"


def _zipped(shelf: Shelf, folder: Path) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for sheet in shelf.sheets:
            name = zipfile.ZipInfo(sheet.entry.href, LONG_AGO)
            archive.writestr(name, (folder / sheet.entry.href).read_bytes())
    return out.getvalue()


def _sweep(folder: Path, shelf: Shelf) -> None:
    """Remove pictures, pages and fonts of what there is no more."""
    kept = {Path(picture).name for sheet in shelf.sheets for picture in sheet.pictures}
    kept |= {_file(record) for record in shelf.records} | {font.name for font in shelf.fonts}
    made = (f"{PAGES}/*.webp", f"{RULES}/*.html", f"{FONT_FOLDER}/*.woff2")
    for path in (path for pattern in made for path in folder.glob(pattern)):
        if path.name not in kept:
            path.unlink()
