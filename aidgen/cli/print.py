"""`aidgen print`: asks what to print, builds it, and says what to set in the print dialog."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import SHARES
from aidgen.cli.options import JOBS, OUT, PrintCommand, with_pack, with_print_options, with_report
from aidgen.cli.printing import add_result, problems_out, say
from aidgen.cli.program import FINE
from aidgen.cli.progress import bar
from aidgen.game.context import locale_code
from aidgen.language.locales import fallbacks, is_locale, language_name
from aidgen.page.markdown import plain_text
from aidgen.pipeline.build import build
from aidgen.pipeline.pack import Pack, readable, refuse_unknown
from aidgen.pipeline.plan import JobResult, plan
from aidgen.pipeline.preflight import preflight
from aidgen.pipeline.publication import write_gallery
from aidgen.problems import UsageError, Where
from aidgen.sandbox.guard import open_outside

# Where printers hold Letter paper.
LETTER_COUNTRIES = ("US", "CA", "MX", "PH")
# The questions about print options, asked where an option applies.
YES_NO_QUESTIONS = {
    "large": "Large print",
    "booklet": "As a booklet, two pages a side, to fold and staple",
}


@click.command("print", cls=PrintCommand)
@click.argument("game", required=False)
@click.argument("aid", required=False)
@click.option(
    "--locale",
    callback=lambda _context, _parameter, named: named and locale_code(named),
    help="The language.",
)
@click.option("--no-open", is_flag=True, help="Do not open the PDF.")
@OUT
@JOBS
@with_pack
@with_report
@with_print_options
@click.pass_context
def command(
    context: click.Context,
    game: str | None,
    aid: str | None,
    locale: str | None,
    no_open: bool,
    out: Path,
    jobs: int,
    pack: Pack,
    options: PrintOptions,
    from_settings: Sequence[str],
) -> int:
    """Print one play aid: aidgen asks what you leave out, and opens the PDF.

    It says what to set in the print dialog. Without a terminal, name at least GAME and AID.
    """
    games = {name: plain_text(pack.game_data(name).game.title) for name in readable(pack)[0]}
    game = _choose(pack, "game", game, games)
    aids = pack.game_data(game).aids.items()
    described = {name: f"{plain_text(record.title)} ({record.kind})" for name, record in aids}
    aid = _choose(pack, "aid", aid, described, of=[game])
    languages = {name: language_name(name) for name in pack.locales(game)}
    spoken = usual_language(languages, pack.source_language(game))
    chosen: tuple[str, ...] = ()
    if not options.languages:
        chosen = (_choose(pack, "locale", locale, languages, of=[game], default=spoken),)
    # What was asked is no wish that may be wrong: it was asked because it applies.
    options, asked = _ask_options(context, options, pack.options(game, aid))
    planned = plan(
        pack,
        games=[game],
        locales=chosen,
        aids=[aid],
        options=options,
        from_settings=(*from_settings, *asked),
    )
    checked = preflight(planned, strict=False)
    pdfs = list(bar(build, checked.jobs, out, workers=jobs))
    problems = [*checked.problems, *(problem for pdf in pdfs for problem in pdf.problems)]
    code = problems_out([*problems, *write_gallery(pack, out)])
    for pdf in pdfs:
        if pdf.published:
            path = out / pdf.job.output
            say(path, *dialog_settings(pdf))
            add_result(pdf=str(path), settings=[*dialog_settings(pdf)])
            if not no_open and not open_outside(path.resolve().as_uri()):
                say("Open it in your PDF viewer to print it.")
    return code if pdfs or code else FINE


def can_ask() -> bool:
    """Tell whether somebody is there to answer."""
    return sys.stdin.isatty()


def _choose(
    pack: Pack,
    what: str,
    given: str | None,
    known: Mapping[str, str],
    of: Sequence[str] = (),
    default: str = "",
) -> str:
    if given is not None:
        refuse_unknown(pack, [given], known, what, of=of)
        return given
    names = [*known]
    if len(names) == 1:
        return names[0]
    if not can_ask():
        if default:
            return default
        message = f"expected {'an' if what == 'aid' else 'a'} {what}"
        raise UsageError.at(Where(str(pack)), message, f"known: {', '.join(names)}")
    width = max(map(len, names))
    for number, (name, description) in enumerate(known.items(), start=1):
        say(f"  {number:2}  {name:{width}}  {description}", err=True)
    numbers = {str(number): name for number, name in enumerate(names, start=1)}
    chosen: str = click.prompt(
        "Language" if what == "locale" else what.capitalize(),
        type=click.Choice([*numbers, *names]),
        default=default or names[0],
        show_choices=False,
        err=True,
    )
    return numbers.get(chosen, chosen)


def _ask_options(
    context: click.Context, options: PrintOptions, sensible: Collection[str]
) -> tuple[PrintOptions, tuple[str, ...]]:
    if not can_ask():
        return options, ()
    answers: dict[str, Any] = {}
    if not options.paper:
        answers["paper"] = click.prompt(
            "Paper", type=click.Choice([*SHARES]), default=usual_paper(), err=True
        )
    if not options.ink and context.params["ink"] is None:
        answers["ink"] = click.prompt(
            "Ink", type=click.Choice(["normal", "low"]), default="normal", err=True
        ).replace("normal", "")
    for name, question in YES_NO_QUESTIONS.items():
        if name in sensible and context.params[name] is None and not getattr(options, name):
            answers[name] = click.confirm(question, default=False, err=True)
    chosen = {name: getattr(options, name) for name in options.made} | answers
    return PrintOptions(**chosen), tuple(answers)


def usual_language(known: Collection[str], otherwise: str) -> str:
    """Return the one of `known` languages that the computer is set to, or else another one."""
    locale = _locale_of("LC_MESSAGES")
    spoken = fallbacks(locale) if is_locale(locale) else ()
    return next((name for name in spoken if name in known), otherwise)


def usual_paper() -> str:
    """Return the paper of most printers in the country that the computer is set to."""
    return "letter" if _locale_of("LC_PAPER").rpartition("_")[2] in LETTER_COUNTRIES else "a4"


def _locale_of(category: str) -> str:
    # In the order of locale(7).
    names = (os.environ.get(name) for name in ("LC_ALL", category, "LANG"))
    return next(filter(None, names), "").partition(".")[0]


def dialog_settings(pdf: JobResult) -> Iterator[str]:
    """Yield what to set in the print dialog, a line each."""
    yield f"  Pages:     all {pdf.pages}" if pdf.pages > 1 else "  Pages:     1"
    yield f"  Paper:     {pdf.paper}{', landscape' if pdf.is_landscape else ''}"
    yield "  Size:      100 % (actual size), not “fit to page”"
    turned = f"on, flip on the {pdf.flip_edge} edge"
    yield f"  Two-sided: {turned if pdf.finished and pdf.finished.two_sided else 'as you like'}"
    yield "  Colour:    colour or black and white"
