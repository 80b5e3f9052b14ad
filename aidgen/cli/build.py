"""`aidgen build`: the PDFs, and where they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from aidgen.assets.options import PrintOptions
from aidgen.cli.options import (
    AIDS,
    GAMES,
    JOBS,
    LOCALES,
    OUT,
    PACK,
    SCHEDULER,
    SHELF,
    STRICT,
    with_print_options,
)
from aidgen.cli.printing import problems_out, say
from aidgen.cli.program import EPILOG, FINE
from aidgen.cli.progress import bar, has_bar
from aidgen.cli.stamping import keep
from aidgen.pipeline.build import build
from aidgen.pipeline.changes import Change, Earlier, outdated, to_print, write_list
from aidgen.pipeline.changes import before as printed_before
from aidgen.pipeline.changes import since as changed_since
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.pipeline.preflight import preflight
from aidgen.pipeline.production import Elsewhere, Made
from aidgen.pipeline.publication import INDEX, retire, retire_sheets, write_gallery
from aidgen.pipeline.variants import cramped
from aidgen.problems import Problem, Where
from aidgen.sandbox.limits import STANDARD
from aidgen.store.cache import CachePlace


@click.command("build", epilog=EPILOG)
@GAMES
@LOCALES
@AIDS
@OUT
@JOBS
@SCHEDULER
@SHELF
@STRICT
@PACK
@with_print_options
@click.option(
    "--since",
    type=click.Path(exists=True, path_type=Path),
    help="Put the cards that differ from this manifest, or folder of them, on sheets of their own.",
)
def command(
    games: Sequence[str],
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    jobs: int,
    scheduler: str,
    shelf: CachePlace | None,
    strict: bool,
    pack: Pack,
    options: PrintOptions,
    from_settings: Sequence[str],
    since: Path | None,
) -> int:
    """Make the PDFs, and a gallery of them in index.html.

    What you choose of paper, cutting and folding makes a variant, in a folder of its name; what you
    always want may stand in aidgen.toml, in your pack or in ~/.config/aidgen.

    Untranslated and fuzzy texts are warnings: they are printed in the source language, underlined.
    With --strict, a warning stops the PDFs of its game and language, as an error does.
    """
    planned = plan(
        pack, games=games, locales=locales, aids=aids, options=options, from_settings=from_settings
    )
    checked = preflight(planned, strict=strict)
    known = printed_before(since) if since else None
    before = problems_out(checked.problems, strict=strict)
    making = partial(build, checked.ready, out, workers=jobs, elsewhere=Elsewhere(scheduler, shelf))
    made = list(_named(bar(making, len(checked.ready)), out))
    problems = [problem for one in made for problem in one.problems]
    _retire(pack, out)
    problems += cramped(one.job.choices for one in made if one.overflows and one.job.reflows)
    problems += [*write_gallery(pack, out), *pack.meanwhile()]
    after = problems_out(problems, strict=strict)
    say(*_places(made, out), _summary(made, out, len(planned.jobs)))
    code = max(before, after)
    if known is not None:
        return max(code, _since(pack, known, made, out, jobs))
    if code == FINE and pack.limits == STANDARD:  # what raises them may change
        _stamp(pack, out, made, checked.problems)
    return code


def _retire(pack: Pack, out: Path) -> None:
    """Remove the PDFs that nothing makes any more, and say of each that it has gone."""
    for gone in retire(pack, out):
        say(f"{gone} removed: no aid of the game makes it any more")


def _since(pack: Pack, known: Earlier, made: Sequence[Made], out: Path, jobs: int) -> int:
    """Put on sheets what differs from what was printed, and say what; return the exit code."""
    published = sorted((one for one in made if one.published), key=lambda one: one.job.output)
    if not published:  # what is wrong has been told
        return FINE
    changes, lost = changed_since(published, known)
    wanted = to_print(changes)
    sheets = list(bar(partial(build, wanted, out, workers=jobs), len(wanted)))
    for gone in retire_sheets(outdated(changes), out):
        say(f"{gone} removed: nothing on it is to be printed anew")
    say(*(line for one in changes for line in _told(one, out)))
    say(*(f"{name}: throw away: all of it" for name in lost))
    say(f"what to replace, with pictures: {write_list(changes, lost, sheets, out)}")
    problems = [problem for one in sheets for problem in one.problems]
    if not any(one.job.output.name in known for one in published):
        message = "says nothing of what was built: all of it counts as new"
        problems.append(Problem(Where("--since"), message, severity="warning"))
    return problems_out([*problems, *write_gallery(pack, out)])


def _told(one: Change, out: Path) -> Iterator[str]:
    """Say what there is to do with a PDF that was printed before."""
    name = one.job.output.name
    if not one.printed and not one.gone:
        yield f"{name}: stays good"
        return
    for said, listed in (
        ("replace", one.replaced),
        ("new", one.new),
        ("throw away", one.gone),
        ("stays good", one.good),
    ):
        if listed:
            yield f"{name}: {said}: {', '.join(map(one.called, listed))}"
    for job in to_print([one]):
        yield f"{name}: print {out / job.output}"


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
            say(f"{out / one.job.output} ({one.pages} p.)")
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
