"""The arguments and options that several commands share, print options included."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import click

from aidgen import BUNDLED_PACK
from aidgen.assets.options import OPTIONS, PrintOptions, option_name
from aidgen.cli.confinement import WRITING
from aidgen.cli.printing import QUIET_MODE, REPORT, Report, say
from aidgen.cli.program import SectionedCommand
from aidgen.game.context import locale_code
from aidgen.pipeline.fingerprints import pack_around
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.settings import default_out, refuse_installed, user_settings
from aidgen.sandbox.files import PACK_FOLDERS
from aidgen.sandbox.guard import renew_limits
from aidgen.sandbox.limits import STANDARD
from aidgen.sandbox.output import sweep

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
JOBS = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    help="Number of processes.  [default: one per core]",
)
SCHEDULER = click.option(
    "--scheduler",
    metavar="ADDRESS",
    default="",
    help="Use the workers of a Dask cluster: see docs/how-to/cluster.md.",
)
GAMES = click.argument("games", nargs=-1, metavar="[GAME…]")
LOCALES = click.option(
    "--locale",
    "locales",
    multiple=True,
    callback=lambda _context, _parameter, named: tuple(map(locale_code, named)),
    help="Only this language (repeatable).",
)
AID_OPTION = click.option("--aid", "aids", multiple=True, help="Only this aid (repeatable).")
STRICT = click.option("--strict", is_flag=True, help="Treat warnings as errors.")


def _pack(context: click.Context, parameter: click.Parameter, named: Path | None) -> Pack:
    here = Path.cwd()
    root = named or pack_around(here)
    if root is None:
        say("aidgen: no pack here; using the games that come with aidgen", err=True)
    elif root not in (named, here):
        say(f"aidgen: using the pack {root}", err=True)
    pack = Pack(root or BUNDLED_PACK)
    if context.command.name in WRITING:
        refuse_installed(pack.root)
        for folder in PACK_FOLDERS:
            sweep(pack.root / folder)
    return pack


def out_option(*below: str) -> Decorator:
    """Return the option `--out`; its default is the pack's output folder, or one `below` it."""

    def find_out(context: click.Context, parameter: click.Parameter, named: Path | None) -> Path:
        out = named or default_out(context.params["pack"].root, Path.cwd()).joinpath(*below)
        refuse_installed(out)
        return out

    return click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        callback=find_out,
        help=f"The output folder.  [default: {'/'.join(('build', *below))}, in your pack or here]",
    )


def _raise_limits(context: click.Context, parameter: click.Parameter, words: Sequence[str]) -> None:
    if words:
        limits = STANDARD.with_overrides(words)
        renew_limits(limits)
        context.params["pack"] = Pack(context.params["pack"].root, limits)


def with_pack(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--pack`, the pack that it reads or writes to, and its `--limits`."""
    pack = click.option(
        "--pack",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        callback=_pack,
        is_eager=True,  # other options need it
        help="A folder with a content/ folder.  [default: the pack you are in, or aidgen's own]",
    )
    limits = click.option(
        "--limits",
        metavar="KEY=NUMBER",
        multiple=True,
        expose_value=False,
        callback=_raise_limits,
        help="Raise a limit for a pack you trust (repeatable): see docs/reference/security.md.",
    )
    return pack(limits(command))


OUT = out_option()


def with_report(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--json`, which prints its problems and results, and `--quiet`."""
    # Eager, as problems with other options are printed in that way, too.
    flag = functools.partial(click.option, is_flag=True, is_eager=True, expose_value=False)
    report = flag("--json", callback=_note_mode, help="Print problems and results as JSON.")
    quiet = flag("-q", "--quiet", callback=_note_mode, help="Print problems only.")
    return report(quiet(command))


def _note_mode(context: click.Context, parameter: click.Parameter, chosen: bool) -> None:
    if chosen:
        context.meta.update({QUIET_MODE: True} if parameter.name == "quiet" else {REPORT: Report()})


# Print options ------------------------------------------------------------------------------------


def with_print_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the print options; they are passed to it as `options`.

    Options that the command line leaves out come from the user settings; `from_settings` names
    them. The command needs the option `--pack`: its folder may have settings.
    """

    @functools.wraps(command)
    def run(**words: Any) -> Any:
        values = {name: words.pop(name) for name in OPTIONS}
        given = {name: value for name, value in values.items() if value is not None}
        pack: Pack = words["pack"]
        saved = {} if words.pop("plain") else user_settings(pack.root, pack.limits)
        options = PrintOptions(**{**saved, **given})
        from_settings = tuple(name for name in saved if name not in given)
        return command(**words, options=options, from_settings=from_settings)

    plain = click.option("--plain", is_flag=True, help="Ignore aidgen.toml.")
    decorated: Callable[..., Any] = plain(run)
    for name in reversed(OPTIONS):
        decorated = print_option(name)(decorated)
    return decorated


class PrintCommand(SectionedCommand):
    """A command with print options, which its help lists in their own sections."""

    sections: ClassVar = {
        "What to build": ("locales", "aids", "pack", "out"),
        "How to print it": (*OPTIONS, "plain", "since"),
        "How to work": ("jobs", "scheduler", "limits"),
    }


def print_option(name: str) -> Decorator:
    """Return a print option as an option of a command; its value is None if it is not given."""
    option, written = OPTIONS[name], f"--{option_name(name)}"
    if not option.metavar:
        return click.option(written, is_flag=True, default=None, help=option.help)
    return click.option(
        written, metavar=option.metavar, callback=_parse_print_option, help=option.help
    )


def _parse_print_option(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> Any:
    if value is None:
        return None
    try:
        return OPTIONS[parameter.name or ""].parse(value)
    except ValueError as error:
        raise click.BadParameter(f"found `{value}`, {error}") from None
