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
    looks_of = {pdf.job.output: (pdf.job, looks(pdf)) for pdf in pdfs}
    if pages:
        _print_pages([looks_of[output] for output in sorted(looks_of)])
    return {problem for pdf in pdfs for problem in pdf.problems}, {
        problem
        for job, faults in looks_of.values()
        for problem in problems(
            Printing(pack, job.game_data, job.aid, job.output.name),
            (fault for fault in faults if fault.level == "advice"),
            (),
        )
    }


def _print_pages(looks_of: Iterable[tuple[Job, Sequence[Fault]]]) -> None:
    """Print how full the pages of each aid are, and what looks unfinished, most advice first."""
    aids: dict[str, dict[int, list[tuple[str, Fault]]]] = defaultdict(lambda: defaultdict(list))
    for job, faults in looks_of:
        for fault in faults:
            aids[f"{job.game} {job.aid}"][fault.page].append((job.locale, fault))

    def weight(entries: Iterable[tuple[str, Fault]]) -> int:
        return -sum(fault.level == "advice" for _, fault in entries)

    for aid, pages in sorted(aids.items(), key=lambda aid: sum(map(weight, aid[1].values()))):
        locales = dict.fromkeys(locale for entries in pages.values() for locale, _ in entries)
        say(f"{aid:34}{''.join(f'{locale:>7}' for locale in locales)}")
        for page, entries in sorted(pages.items(), key=lambda page: (weight(page[1]), page[0])):
            used = {locale: fault.message for locale, fault in entries if fault.kind == "used"}
            cells = "".join(f"{used.get(locale, '–'):>7}" for locale in locales)
            say(f"  {f'page {page}' if page else 'all pages':32}{cells}")
            for locale, fault in entries:
                if fault.kind != "used":
                    say(f"    {fault.kind:8}{locale:6}{fault.describe(fault.box)}")


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
