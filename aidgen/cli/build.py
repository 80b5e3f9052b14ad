"""`aidgen build`: the PDFs, and where they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from aidgen.build.build import build
from aidgen.build.making import Made
from aidgen.build.pack import Pack
from aidgen.build.plan import plan
from aidgen.build.preflight import preflight
from aidgen.build.publishing import INDEX, retire, write_gallery
from aidgen.cli.exits import EPILOG
from aidgen.cli.options import AIDS, GAMES, JOBS, LOCALES, OUT, PACK, STRICT
from aidgen.cli.printing import problems_out, say
from aidgen.cli.progress import bar, has_bar


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
    for gone in retire(pack, out):
        say(f"{gone} removed: no aid of the game makes it any more")
    after = problems_out([*problems, *write_gallery(pack, out)], strict=strict)
    _places_out(made, out)
    published = sum(one.published for one in made)
    fresh = sum(_is_new(one) for one in made)
    total = len(planned.jobs)
    say(f"{published} of {total} PDFs in {out}, {fresh} of them new: {out / INDEX}")
    return max(before, after)


def _is_new(made: Made) -> bool:
    return made.fresh and made.published


def _named(made: Iterable[Made], out: Path) -> Iterator[Made]:
    """Hand on what is made; where there is no bar, each new PDF is named as it comes."""
    for one in made:
        if _is_new(one) and not has_bar():
            say(f"{out / one.job.output} ({one.pages} p.)")
        yield one


def _places_out(made: Iterable[Made], out: Path) -> None:
    """Say where the PDFs are, in a line for each folder that was not named yet."""
    folders: dict[Path, list[Made]] = defaultdict(list)
    for one in made:
        if one.published:
            folders[(out / one.job.output).parent].append(one)
    for folder, pdfs in sorted(folders.items()):
        if has_bar() or not any(map(_is_new, pdfs)):
            alone = len(pdfs) == 1
            say(f"{out / pdfs[0].job.output}" if alone else f"{folder}: {len(pdfs)} PDFs")
