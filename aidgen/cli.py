"""The command line: words in, problems and exit codes out. The only module that prints."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from aidgen import __version__
from aidgen.build import build, translating
from aidgen.build.pack import language, load_once, localized, problems_of, unreadable, written
from aidgen.collation.collate import collate
from aidgen.collation.manuscript import manuscript
from aidgen.game.load import OURS
from aidgen.game.records import Pack
from aidgen.page.promises import Fit
from aidgen.problems import Misspoken, Problem, Unequipped, Unusable, Where, did_you_mean
from aidgen.store.manifest import verify
from aidgen.store.shelf import write
from aidgen.translation.catalog import contexts

FINE, PROBLEMS, USAGE, ENVIRONMENT = 0, 1, 2, 3

EPILOG = """\b
Exit codes: 0 fine, 1 problems in the input (each with its place), 2 wrong usage,
3 the machine lacks something."""


def _problems_out(problems: Iterable[Problem]) -> int:
    """Print problems in the order of their places, each once; return the exit code."""
    listed = sorted(set(problems))
    for problem in listed:
        click.echo(str(problem), err=True)
    return PROBLEMS if listed else FINE


def _safely(command: Callable[..., int]) -> Callable[..., None]:
    """Turn what stops a command into problems and an exit code, never a traceback."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            code = command(*args, **kwargs)
        except Unusable as unusable:
            code = _problems_out(unusable.problems)
            code = USAGE if isinstance(unusable, Misspoken) else code
        except Unequipped as unequipped:
            click.echo(f"aidgen: {unequipped}", err=True)
            code = ENVIRONMENT
        except BrokenPipeError:
            raise  # whoever read our output has gone; click ends the program quietly
        except OSError as error:
            click.echo(f"aidgen: {error.filename or ''}: {error.strerror}", err=True)
            code = ENVIRONMENT
        except KeyboardInterrupt:
            click.echo("aidgen: interrupted; what was finished is whole", err=True)
            code = 130
        sys.exit(code)

    return run


PACK = click.option(
    "--pack",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=OURS,
    help="A folder with content/ and locales/ of your own.",
)
OUT = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build"),
    show_default=True,
    help="Where the PDFs go.",
)
JOBS = click.option(
    "--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="Processes."
)
GAMES = click.argument("games", nargs=-1, metavar="[GAME…]")


@click.group(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="aidgen")
def main() -> None:
    """Print a game's rules and tables as play aids, in every language it is translated into."""


@main.command(name="build", epilog=EPILOG)
@GAMES
@click.option("--locale", "locales", multiple=True, help="Only this language (repeatable).")
@click.option("--aid", "aids", multiple=True, help="Only this aid (repeatable).")
@OUT
@JOBS
@click.option("--strict", is_flag=True, help="Refuse untranslated and fuzzy texts.")
@PACK
@_safely
def build_command(
    games: Sequence[str],
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    jobs: int,
    strict: bool,
    pack: Path,
) -> int:
    """Make the PDFs, and a gallery of them in index.html."""
    planned = build.plan(pack, games, locales, aids)
    unread = {} if games else unreadable(pack)
    problems = build.problems_before(planned)
    stopped = {
        (job.game, job.locale)
        for job in planned
        for problem in problems.get((job.game, job.locale), ())
        if strict or problem.severity == "error"
    }
    told = [*unread.values(), *problems.values()]
    code = _problems_out(problem for listed in told for problem in listed)
    runnable = [job for job in planned if (job.game, job.locale) not in stopped]
    made = list(_shown(build.build(runnable, out, jobs), len(runnable)))
    code = max(
        _problems_out(problem for one in made for problem in one.problems),
        int(bool(stopped or unread)),
    )
    build.certify(made, out)
    build.hang(pack, made, out)
    fresh = sum(one.fresh and one.published for one in made)
    published = sum(one.published for one in made)
    click.echo(
        f"{published} of {len(planned)} PDFs in {out}, {fresh} of them new: {out}/index.html"
    )
    return code


def _shown(made: Iterator[build.Made], total: int) -> Iterator[build.Made]:
    """Hand on what is made, showing how far the work is: a bar on a terminal, else lines."""
    console = Console(stderr=True)
    if not console.is_terminal:
        for one in made:
            if one.fresh and one.published:
                click.echo(f"{one.job.output} ({one.pages} p.)")
            yield one
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("typesetting", total=total)
        for one in made:
            progress.update(task, advance=1, description=one.job.output.name)
            yield one


@main.command(name="check", epilog=EPILOG)
@GAMES
@click.option("--fit", "fitting", is_flag=True, help="Typeset all, and tell what does not fit.")
@click.option(
    "--table", is_flag=True, help="With --fit: the type and room of each card, by locale."
)
@click.option("--locale", "locales", multiple=True, help="With --fit: only this language.")
@click.option("--aid", "aids", multiple=True, help="With --fit: only this aid.")
@OUT
@JOBS
@PACK
@_safely
def check_command(
    games: Sequence[str],
    fitting: bool,
    table: bool,
    locales: Sequence[str],
    aids: Sequence[str],
    out: Path,
    jobs: int,
    pack: Path,
) -> int:
    """Hold every game and translation to its laws; silent when all is well."""
    if not fitting and (table or locales or aids):
        raise click.UsageError("--table, --locale and --aid go with --fit")
    planned = build.plan(pack, games, locales, aids)
    told = [] if games else list(unreadable(pack).values())
    told += (tuple(problems_of(pack, game)) for game in {job.game for job in planned})
    code = _problems_out(problem for listed in told for problem in listed)
    if not fitting:
        return code
    made = list(_shown(build.proved(planned, out, jobs), len(planned)))
    for aid, locales_of in build.fits(made).items():
        if table:
            _table_out(aid, locales_of)
        else:
            for locale, fits in locales_of.items():
                click.echo(f"{aid} {locale}: {_fit_summary(fits)}")
    return max(code, _problems_out(problem for one in made for problem in one.problems))


def _fit_summary(fits: Mapping[str, Fit]) -> str:
    """Say what type the cards of an aid are set in, and which of them is fullest."""
    sizes = sorted(fit.size for fit in fits.values())
    said = f"{len(fits)} cards or regions, type {sizes[0]:g}–{sizes[-1]:g} pt"
    rooms = [(fit.room, name) for name, fit in fits.items() if fit.room is not None]
    return f"{said}, least room {min(rooms)[0]:g} mm in {min(rooms)[1]}" if rooms else said


def _table_out(aid: str, locales: Mapping[str, Mapping[str, Fit]]) -> None:
    """Print the type of each card of an aid and the room left at its foot, by locale."""
    sheet = Table(title=aid, title_justify="left", title_style="bold")
    sheet.add_column("card or region")
    for locale in locales:
        sheet.add_column(locale, justify="right")
    for name in dict.fromkeys(name for fits in locales.values() for name in fits):
        sheet.add_row(name, *(_cell(fits.get(name)) for fits in locales.values()))
    wide = None if sys.stdout.isatty() else 200
    Console(width=wide).print(sheet)


def _cell(fit: Fit | None) -> str:
    if fit is None:
        return "–"
    room = "" if fit.room is None else f"{fit.room:6.1f} mm" + (" !!" if fit.room < 0 else "   ")
    return f"{fit.size:4.1f} pt {room}"


@main.command(name="verify", epilog=EPILOG)
@click.argument(
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("build"),
    metavar="[DIR]",
)
@_safely
def verify_command(folder: Path) -> int:
    """Hold the PDFs in DIR (build) against their manifests: are they those that were proved?"""
    verdicts = list(verify(folder))
    if not verdicts:
        raise Misspoken([Problem(Where(str(folder)), "holds no PDFs and no manifest")])
    for verdict in verdicts:
        marks = ", ".join(verdict.marks)
        click.echo(f"{verdict.folder}: {verdict.whole} PDFs as they were proved ({marks})")
    return _problems_out(problem for verdict in verdicts for problem in verdict.problems)


@main.command(name="import-table", epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.md")
@click.option("--game", required=True, help="The game whose rules it tells.")
@click.option("--locale", required=True, help="The language it is in.")
@PACK
@_safely
def import_command(file: Path, game: str, locale: str, pack: Path) -> int:
    """Say where a published translation differs from the canon.

    FILE.md is its text in Markdown. Its tables and rules are read and compared record by record,
    as `docs/import-table.md` tells; nothing is written.
    """
    build.plan(pack, (game,), (locale,))  # refuses names that nobody knows
    canon, there = load_once(pack, game), localized(pack, game, locale)
    lines = partial(written, pack, game, locale)
    findings = collate(manuscript(file), there, canon, language(pack, game, locale), lines)
    code = FINE
    for finding in findings:
        code = max(code, _problems_out(finding.problems))
        click.echo(str(finding))
    return code


@main.command(name="list", epilog=EPILOG)
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@PACK
@_safely
def list_command(as_json: bool, pack: Path) -> int:
    """List games, aids, locales and the paths of their PDFs."""
    jobs = build.plan(pack)
    if as_json:
        rows = [
            {"game": job.game, "aid": job.aid, "locale": job.locale, "output": str(job.output)}
            for job in jobs
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return FINE
    for job in jobs:
        click.echo(f"{job.game:14} {job.aid:18} {job.locale:6} {job.output}")
    return FINE


@main.command(name="schema", epilog=EPILOG)
@PACK
@_safely
def schema_command(pack: Path) -> int:
    """Write content/pack.schema.json, by which editors help the author of a game."""
    path = pack / "content" / "pack.schema.json"
    if write(path, schema().encode()):
        click.echo(f"{path} written")
    return FINE


def schema() -> str:
    """Return the JSON Schema of a game's files, as text."""
    described = Pack.model_json_schema()
    described["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps(described, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


@main.command(name="doctor", epilog=EPILOG)
@_safely
def doctor_command() -> int:
    """Say whether this machine has what a build needs."""
    click.echo(f"aidgen {__version__}, Python {platform.python_version()}, {platform.platform()}")
    code = FINE
    for name, test in DOCTOR.items():
        try:
            click.echo(f"ok      {name}: {test()}")
        except (Unequipped, OSError, ImportError) as error:
            click.echo(f"missing {name}: {error}")
            code = ENVIRONMENT
    return code


def _engine() -> str:
    from aidgen.press.typeset import typeset

    pdf = typeset("<html lang=en><title>x</title><body>x</body></html>", "0" * 32).pdf
    return f"WeasyPrint sets a page of {len(pdf)} bytes"


def _fonts() -> str:
    from aidgen.assets.fonts import font_files

    return f"{len(font_files())} files"


def _icons() -> str:
    from aidgen.assets.icons import icon_names

    return f"{len(icon_names())} names"


DOCTOR: dict[str, Callable[[], str]] = {"fonts": _fonts, "icons": _icons, "typesetting": _engine}


@main.group(name="i18n", epilog=EPILOG)
def i18n() -> None:
    """Keep the translators' files in step with the games."""


@i18n.command(name="extract", epilog=EPILOG)
@GAMES
@PACK
@_safely
def extract_command(games: Sequence[str], pack: Path) -> int:
    """Write the templates, locales/GAME.pot.

    Translators' tools and servers begin a translation with them.
    """
    return _written(translating.extract(pack, games))


@i18n.command(name="add", epilog=EPILOG)
@click.argument("locale")
@GAMES
@PACK
@_safely
def add_command(locale: str, games: Sequence[str], pack: Path) -> int:
    """Begin a translation into LOCALE.

    LOCALE is the code of a language, as in de or pt_BR. Its PO files are made, to be filled.
    """
    _written(translating.add(pack, locale, games))
    which = "".join(f" {game}" for game in games)
    which += f" --pack {pack}" if pack != OURS else ""
    click.echo(f"Translate them, then: aidgen check{which}; aidgen build{which} --locale {locale}")
    return FINE


@i18n.command(name="sync", epilog=EPILOG)
@click.argument("locale", required=False)
@GAMES
@PACK
@_safely
def sync_command(locale: str | None, games: Sequence[str], pack: Path) -> int:
    """Bring PO files into step with the games.

    Those of LOCALE, or of every language. What a translator wrote is kept.
    """
    return _written(translating.step(pack, locale, games))


@i18n.command(name="stats", epilog=EPILOG)
@GAMES
@click.option(
    "--fail-under",
    type=click.IntRange(0, 100),
    default=0,
    metavar="N",
    help="Exit with 1 if less than N % of a file is translated.",
)
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@PACK
@_safely
def stats_command(games: Sequence[str], fail_under: int, as_json: bool, pack: Path) -> int:
    """Count what is translated, fuzzy and missing.

    Words are those of the source.
    """
    rows = translating.stats(pack, games)
    if as_json:
        keys = ("translated", "fuzzy", "missing", "words", "percent")
        listed = [
            {"game": game, "locale": locale} | {key: getattr(tally, key) for key in keys}
            for game, locale, tally in rows
        ]
        click.echo(json.dumps(listed, indent=2))
    else:
        click.echo(f"{'':14} {'':6} translated   fuzzy missing   words")
        for game, locale, tally in rows:
            counts = f"{tally.fuzzy:7} {tally.missing:7} {tally.words:7}"
            click.echo(f"{game:14} {locale:6} {tally.translated:5} {tally.percent:3}% {counts}")
    return PROBLEMS if any(tally.percent < fail_under for *_, tally in rows) else FINE


@i18n.command(name="pseudo", epilog=EPILOG)
@GAMES
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build") / "pseudo",
    show_default=True,
    help="Where the PDFs go.",
)
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="Processes.")
@PACK
@_safely
def pseudo_command(games: Sequence[str], out: Path, jobs: int, pack: Path) -> int:
    """Find what cannot be translated.

    PDFs are made in a language that nobody speaks, a third longer and accented. They show what is
    too narrow for other languages (a warning), and words that stand in a template, where nobody
    can translate them (an error).
    """
    made = list(translating.pseudo(pack, games, out, jobs))
    code = _problems_out(problem for one in made for problem in one.problems)
    fits = sum(one.published for one in made)
    click.echo(f"{len(made)} PDFs in {out}; in {fits} of them everything fits")
    return code


def _written(paths: Iterable[Path]) -> int:
    """Say which files were written."""
    for path in paths:
        click.echo(f"{path} written")
    return FINE


@i18n.command(name="where", epilog=EPILOG)
@click.argument("what", nargs=-1, metavar="[MSGCTXT… | PDF[:PAGE]…]")
@click.option("--all", "every", is_flag=True, help="Every text of every game.")
@click.option("--locale", "locales", multiple=True, help="Only this language (repeatable).")
@OUT
@JOBS
@PACK
@_safely
def where_command(
    what: Sequence[str], every: bool, locales: Sequence[str], out: Path, jobs: int, pack: Path
) -> int:
    """Say in which PDFs, on which page and card a text is printed; or what a PDF's page prints.

    MSGCTXT is a text's context, or the beginning of several; PDF is a file's name.
    """
    if every == bool(what):
        raise click.UsageError("name texts or PDFs, or ask for --all")
    planned = build.plan(pack, (), locales)
    games = {job.game for job in planned}
    asked = list(what) or [*sorted(games), "ui"]
    if not any(".pdf" in name or name.startswith("ui") for name in asked):
        planned = [job for job in planned if job.game in {name.split(".")[0] for name in asked}]
    known = {str(context) for game in games for context in contexts(load_once(pack, game))}
    known |= {job.output.name for job in planned}
    _refuse_unknown_texts(asked, known)
    made = list(_shown(build.proved(planned, out, jobs), len(planned)))
    found = sorted(one for built in made for one in build.prints_of(built))
    answers = [one for one in found if any(map(one.answers, asked))]
    for one in answers:
        click.echo(str(one))
    printed = {one.context for one in answers}
    for context in sorted(known - printed):
        if any(f"{context}.".startswith(f"{name}.") for name in asked):
            click.echo(f"{context}: in no PDF")
    return _problems_out(problem for one in made for problem in one.problems)


def _refuse_unknown_texts(asked: Sequence[str], known: Collection[str]) -> None:
    """Raise Misspoken if something asked for is neither text nor PDF nor the beginning of texts."""
    beginnings = {
        ".".join(parts[:count])
        for parts in (name.split(".") for name in known)
        for count in range(1, len(parts) + 1)
    }
    problems = [
        Problem(Where(name), "is no text and no PDF of this pack", did_you_mean(name, beginnings))
        for name in asked
        if Path(name.partition(":")[0]).name not in beginnings
    ]
    if problems:
        raise Misspoken(problems)
