"""Words that several commands take: games, `--pack`, `--out` and the like."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from aidgen.assets.options import option_name
from aidgen.assets.papers import SHARES
from aidgen.cli.printing import say
from aidgen.game.load import OURS
from aidgen.pipeline import settings
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.settings import CHOICES, default_out, refuse_installed, with_settings
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.store.cache import CachePlace
from aidgen.store.fingerprints import pack_around

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _pack(context: click.Context, parameter: click.Parameter, named: Path | None) -> Pack:
    return Pack(_root(named))


def _root(named: Path | None) -> Path:
    """Return the pack that was named, or that one stands in, or ours; say which if it is not plain.

    It is plain if it was named, or is this very folder.
    """
    if named is not None:
        return named
    here = Path.cwd()
    around = pack_around(here)
    if around is None:
        say("aidgen: no pack here; reading the games that come with aidgen", err=True)
        return OURS
    if around != here:
        say(f"aidgen: reading the pack {around}", err=True)
    return around


def _shelf(
    context: click.Context, parameter: click.Parameter, named: str | None
) -> CachePlace | None:
    """Return the folder that is named, or the URL as it stands."""
    return named if named is None or "://" in named else Path(named).absolute()


def _pack_to_write(context: click.Context, parameter: click.Parameter, named: Path | None) -> Pack:
    pack = _pack(context, parameter, named)
    refuse_installed(pack.root)
    return pack


def out_option(*below: str) -> Decorator:
    """Return the option `--out`: the folder that is named, or that of the pack, which is known by
    now, or `below` that."""

    def chosen(context: click.Context, parameter: click.Parameter, named: Path | None) -> Path:
        out = named or default_out(context.params["pack"].root, Path.cwd()).joinpath(*below)
        refuse_installed(out)
        return out

    return click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        callback=chosen,
        help=f"Where the PDFs go.  [default: {'/'.join(('build', *below))}, in your pack or here]",
    )


def _pack_option(
    callback: Callable[[click.Context, click.Parameter, Path | None], Pack],
) -> Decorator:
    pack = click.option(
        "--pack",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        callback=callback,
        is_eager=True,  # other options go by it
        help="A folder with content/ of your own.  [default: the one you stand in, or aidgen's]",
    )
    return lambda command: pack(_LIMITS(command))


def _limited(context: click.Context, parameter: click.Parameter, words: Sequence[str]) -> None:
    """Give the pack, which is known by now, the limits that are asked for."""
    if words:
        pack: Pack = context.params["pack"]
        context.params["pack"] = Pack(pack.root, STANDARD.raised(words))


def _raised(context: click.Context, parameter: click.Parameter, words: Sequence[str]) -> Limits:
    return STANDARD.raised(words)


def _limits_option(callback: Callable[..., Any], *, exposed: bool) -> Decorator:
    return click.option(
        "--limits",
        metavar="KEY=NUMBER|FILE",
        multiple=True,
        expose_value=exposed,
        callback=callback,
        help="Raise a limit for a pack of your own (repeatable): see docs/security.md.",
    )


_LIMITS = _limits_option(_limited, exposed=False)
LIMITS = _limits_option(_raised, exposed=True)
"""The limits, of a command that reads no pack."""


PACK = _pack_option(_pack)
"""The pack that a command reads."""
PACK_TO_WRITE = _pack_option(_pack_to_write)
"""The pack that a command writes to."""
OUT = out_option()
JOBS = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    help="Processes.  [default: one a core]",
)
SCHEDULER = click.option(
    "--scheduler",
    metavar="ADDRESS",
    default="",
    help="Have the workers of a Dask cluster do the work: see docs/cluster.md.",
)
SHELF = click.option(
    "--shelf",
    metavar="FOLDER|URL",
    callback=_shelf,
    help="Where finished work is kept, in reach of all workers.  [default: below --out]",
)
GAMES = click.argument("games", nargs=-1, metavar="[GAME…]")
LOCALES = click.option(
    "--locale", "locales", multiple=True, help="Only this language (repeatable)."
)
AIDS = click.option("--aid", "aids", multiple=True, help="Only this aid (repeatable).")
STRICT = click.option("--strict", is_flag=True, help="Take warnings for errors.")
JSON = click.option("--json", "as_json", is_flag=True, help="For other programs.")


Command = Callable[..., Any]

HELP = {
    "paper": ("|".join(SHARES), "The paper in your printer; pages are set anew for it."),
    "ink": ("normal|low", "Low: no grounds and tints, pictures pale."),
    "large": ("", "Large print: at least 14 pt in books, 12 pt on sheets."),
    "booklet": ("", "Books on sheets to be printed on both sides, folded and stapled."),
    "gap": ("MM", "Space between two cards."),
    "bleed": ("MM", "The ground of cards goes on beyond their edges."),
    "gutterfold": ("", "Backs beside their fronts, to be folded and glued."),
    "single_sided": ("", "All fronts, then all backs: for printers of one side."),
    "offset": ("X,Y", "Move backs to the right and down, in mm."),
    "languages": ("L+L", "Two languages in one, as in fr+en: back to back, or side by side."),
    "fillable": (
        "",
        "Lines, boxes and tracks are fields of a form, to be filled in on the screen.",
    ),
    "watermark": ("TEXT", "Pale words across each page and card, as on a playtest print."),
}
"""What is said of each option: what it takes, and what it is for."""


def with_choices(command: Command) -> Command:
    """Give a command the options of variants; it gets them, with what is kept, as `choices`.

    Which of them are but `habits` it gets, too. It has to have the option `--pack`: there, habits
    are looked for.
    """

    @functools.wraps(command)
    def collected(**words: Any) -> Any:
        given = {name: words.pop(name) for name in HELP}
        plain = words.pop("plain")
        said = {name: value for name, value in given.items() if value is not None}
        kept = {} if plain else settings.user_settings(words["pack"].root, words["pack"].limits)
        habit = tuple(name for name in kept if name not in said)
        return command(**words, choices=with_settings(said, kept), habits=habit)

    flag = click.option("--plain", is_flag=True, help="As the author has it: no habits of yours.")
    decorated: Command = flag(collected)
    for name in reversed(HELP):
        decorated = _option(name)(decorated)
    return decorated


def _option(name: str) -> Callable[[Command], Command]:
    metavar, said = HELP[name]
    if not metavar:
        return click.option(f"--{option_name(name)}", is_flag=True, default=None, help=said)
    return click.option(f"--{option_name(name)}", metavar=metavar, callback=_read, help=said)


def _read(context: click.Context, parameter: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    try:
        return CHOICES[parameter.name or ""](value)
    except ValueError as error:
        raise click.BadParameter(f"found `{value}`, {error}") from None


WATERMARK = _option("watermark")
"""The option of a command that makes no other variants; None if it is not given."""
