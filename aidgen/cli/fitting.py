"""`aidgen check --fit`: typesets aids and reports how they fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from aidgen.cli.printing import say
from aidgen.cli.progress import bar
from aidgen.layout.document import Fit
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.pipeline.preflight import jobs_with_fonts
from aidgen.pipeline.production import make
from aidgen.pipeline.reports import fits, going_on, summary
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
) -> set[Problem]:
    """Typeset aids into the folder `out`, print how they fit, and return what does not.

    With `table`, prints the type size of each card and the space left at its foot, by language.
    Languages whose fonts are not installed are skipped: `check` reports them.
    """
    jobs, _ = jobs_with_fonts(plan(pack, games=games, locales=locales, aids=aids).jobs)
    pdfs = list(bar(make, jobs, out, workers=workers))
    for aid, languages in fits(pdfs).items():
        if table:
            _print_table(aid, languages)
        for locale, boxes in languages.items():
            if not table:
                say(f"{aid} {locale}: {summary(boxes)}")
            say(*(f"{aid} {locale}: {card}" for card in going_on(boxes)))
    return {problem for pdf in pdfs for problem in pdf.problems}


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
