"""`aidgen check --fit`: typesets aids and reports how they fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from aidgen.cli.printing import say
from aidgen.cli.progress import bar
from aidgen.layout.document import Fit
from aidgen.layout.faults import Fault
from aidgen.pipeline.locations import Printing, problems
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, plan
from aidgen.pipeline.preflight import jobs_with_fonts
from aidgen.pipeline.production import make
from aidgen.pipeline.reports import fits, going_on, looks
from aidgen.problems import Problem


def report_fits(
    pack: Pack,
    games: Sequence[str],
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    workers: int,
    *,
    table: bool,
    pages: bool,
) -> tuple[set[Problem], set[Problem]]:
    """Typeset aids into the folder `out`, print how they fit, and return what does not, and advice.

    With `table`, prints the type size of each card and the space left at its foot, by language;
    with `pages`, how much of each page is used, and what looks unfinished there.
    Languages whose fonts are not installed are skipped: `check` reports them.
    """
    jobs, _ = jobs_with_fonts(plan(pack, games=games, locales=locales, aids=aids).jobs)
    pdfs = list(bar(make, jobs, out, workers=workers))
    for aid, languages in fits(pdfs).items():
        if table:
            _print_table(aid, languages)
        for locale, boxes in languages.items():
            say(*(f"{aid} {locale}: {card}" for card in going_on(boxes)))
    looks_of = {pdf.job.output: looks(pdf) for pdf in pdfs}
    advice = set[Problem]()
    for pdf in pdfs:
        printing = Printing(pack, pdf.job.game_data, pdf.job.aid, pdf.job.output.name)
        faults = (fault for fault in looks_of[pdf.job.output] if fault.is_advice)
        advice |= {*problems(printing, faults, ())}
    if pages:
        _print_pages([pdf.job for pdf in pdfs], looks_of)
    return {problem for pdf in pdfs for problem in pdf.problems}, advice


def _print_pages(jobs: Iterable[Job], looks_of: Mapping[Path, Sequence[Fault]]) -> None:
    """Print how full the pages of each aid are, and what looks unfinished, most advice first."""
    aids: dict[str, dict[str, Sequence[Fault]]] = defaultdict(dict)
    for job in sorted(jobs, key=lambda job: job.output):
        aids[f"{job.game} {job.aid}"][job.locale] = looks_of[job.output]
    tables = {aid: _page_rows(languages) for aid, languages in aids.items()}
    for aid in sorted(tables, key=lambda aid: sum(advice for advice, *_ in tables[aid])):
        say(f"{aid:34}{''.join(f'{locale:>7}' for locale in aids[aid])}")
        for *_, lines in sorted(tables[aid], key=lambda row: row[:2]):
            say(*lines)


def _page_rows(languages: Mapping[str, Sequence[Fault]]) -> list[tuple[int, int, list[str]]]:
    """Return for each page of an aid, 0 being all of it, how much advice there is, negative, its
    number, and its lines in the table: how full it is, and what was found."""
    pages: dict[int, list[tuple[str, Fault]]] = defaultdict(list)
    for locale, faults in languages.items():
        for fault in faults:
            pages[fault.page].append((locale, fault))
    rows = []
    for page, entries in pages.items():
        used = {locale: fault.message for locale, fault in entries if fault.kind == "used"}
        cells = "".join(f"{used.get(locale, '–'):>7}" for locale in languages)
        lines = [f"  {f'page {page}' if page else 'all':32}{cells}"]
        lines += [
            f"    {fault.kind:8}{locale:6}{fault.describe(fault.box)}"
            for locale, fault in entries
            if fault.kind != "used"
        ]
        if lines[1:] or used:
            rows.append((-sum(fault.is_advice for _, fault in entries), page, lines))
    return rows


def _print_table(aid: str, locales: Mapping[str, Mapping[str, Fit]]) -> None:
    names = dict.fromkeys(name for boxes in locales.values() for name in boxes)
    width = max(map(len, ["card or region", *names]))
    say(aid, f"{'card or region':{width}}{''.join(f'{locale:>22}' for locale in locales)}")
    for name in names:
        cells = (_fit_cell(boxes.get(name)) for boxes in locales.values())
        say(f"{name:{width}}{''.join(f'{cell:>22}' for cell in cells)}".rstrip())


def _fit_cell(fit: Fit | None) -> str:
    if fit is None:
        return "–"
    room = "" if fit.room is None else f"{fit.room:6.1f} mm" + (" !!" if fit.room < 0 else "   ")
    return f"{fit.size:4.1f} pt {room}"
