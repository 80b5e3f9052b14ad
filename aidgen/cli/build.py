"""`aidgen build`: the PDFs, and where they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from aidgen.build.build import build
from aidgen.build.making import Made
from aidgen.build.pack import Pack
from aidgen.build.plan import plan
from aidgen.build.preflight import preflight
from aidgen.build.publishing import INDEX, write_gallery
from aidgen.cli.exits import EPILOG, FINE
from aidgen.cli.options import AIDS, GAMES, JOBS, LOCALES, OUT, PACK, STRICT
from aidgen.cli.printing import problems_out
from aidgen.cli.progress import bar, has_bar
from aidgen.cli.stamping import keep
from aidgen.problems import Problem


@click.command("build", epilog=EPILOG)
@GAMES
@LOCALES
@AIDS
@OUT
@JOBS
@STRICT
@PACK
def command(
    games: Sequence[str],
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    jobs: int,
    strict: bool,
    pack: Pack,
) -> int:
    """Make the PDFs, and a gallery of them in index.html.

    Untranslated and fuzzy texts are warnings: they are printed in the source language, underlined.
    With --strict, a warning stops the PDFs of its game and language, as an error does.
    """
    planned = plan(pack, games=games, locales=locales, aids=aids)
    checked = preflight(planned, strict=strict)
    before = problems_out(checked.problems, strict=strict)
    making = build(checked.ready, out, workers=jobs)
    made = list(_named(bar(making, len(checked.ready)), out))
    problems = [problem for one in made for problem in one.problems]
    after = problems_out([*problems, *write_gallery(pack, out)], strict=strict)
    told = (*_places(made, out), _summary(made, out, len(planned.jobs)))
    click.echo("\n".join(told))
    code = max(before, after)
    if code == FINE:
        _stamp(pack, out, made, checked.problems)
    return code


def _stamp(pack: Pack, out: Path, made: Sequence[Made], problems: Iterable[Problem]) -> None:
    """Keep what would be told if the same were asked again."""
    old = [replace(one, fresh=False) for one in made]
    told = (*_places(old, out), _summary(old, out, len(made)))
    keep(pack, told, problems, out)


def _summary(made: Sequence[Made], out: Path, planned: int) -> str:
    published, fresh = sum(one.published for one in made), sum(map(_is_new, made))
    return f"{published} of {planned} PDFs in {out}, {fresh} of them new: {out / INDEX}"


def _is_new(made: Made) -> bool:
    return made.fresh and made.published


def _named(made: Iterable[Made], out: Path) -> Iterator[Made]:
    """Hand on what is made; where there is no bar, each new PDF is named as it comes."""
    for one in made:
        if _is_new(one) and not has_bar():
            click.echo(f"{out / one.job.output} ({one.pages} p.)")
        yield one


def _places(made: Iterable[Made], out: Path) -> Iterator[str]:
    """Say where the PDFs are, in a line for each folder that was not named yet."""
    folders: dict[Path, list[Made]] = defaultdict(list)
    for one in made:
        if one.published:
            folders[(out / one.job.output).parent].append(one)
    for folder, pdfs in sorted(folders.items()):
        if has_bar() or not any(map(_is_new, pdfs)):
            alone = len(pdfs) == 1
            yield f"{out / pdfs[0].job.output}" if alone else f"{folder}: {len(pdfs)} PDFs"
