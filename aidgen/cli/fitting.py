"""`aidgen check --fit`: typesets, and tells how what is typeset fits."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from aidgen.cli.printing import say, shown
from aidgen.cli.progress import bar
from aidgen.page.layout import Fit
from aidgen.pipeline.plan import Plan
from aidgen.pipeline.preflight import equipped
from aidgen.pipeline.production import Made, make
from aidgen.pipeline.reports import fits, going_on, summary
from aidgen.problems import Problem

WIDE = 200
"""Columns of a table that goes to no terminal: room for six languages and long names of cards."""


def fitted(planned: Plan, out: Path, workers: int, *, table: bool) -> set[Problem]:
    """Typeset a plan into the folder `out` and print how all fits; return what does not.

    With `table`, the type of each card and the room at its foot are printed, by locale. Languages
    whose fonts are not installed are left out: they are told elsewhere.
    """
    settable, _ = equipped(planned.jobs)
    making = partial(make, settable, out, workers=workers)
    made = list(bar(making, len(settable)))
    _fits_out(made, table=table)
    return {problem for one in made for problem in one.problems}


def _fits_out(made: Sequence[Made], *, table: bool) -> None:
    """Print how the cards and regions of each aid fit."""
    for aid, locales in fits(made).items():
        if table:
            _table_out(aid, locales)
        for locale, boxes in locales.items():
            if not table:
                say(f"{aid} {locale}: {summary(boxes)}")
            say(*(f"{aid} {locale}: {card}" for card in going_on(boxes)))


def _table_out(aid: str, locales: Mapping[str, Mapping[str, Fit]]) -> None:
    """Print the type of each card of an aid and the room left at its foot, by locale."""
    sheet = Table(title=Text(shown(aid)), title_justify="left", title_style="bold")
    sheet.add_column("card or region")
    for locale in locales:
        sheet.add_column(locale, justify="right")
    for name in dict.fromkeys(name for boxes in locales.values() for name in boxes):
        sheet.add_row(Text(shown(name)), *(_cell(boxes.get(name)) for boxes in locales.values()))
    Console(width=None if sys.stdout.isatty() else WIDE).print(sheet)


def _cell(fit: Fit | None) -> str:
    """Return type size and room of a card, marked if something is lost."""
    if fit is None:
        return "–"
    room = "" if fit.room is None else f"{fit.room:6.1f} mm" + (" !!" if fit.room < 0 else "   ")
    return f"{fit.size:4.1f} pt {room}"
