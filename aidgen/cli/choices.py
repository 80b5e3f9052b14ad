"""The options by which a reader chooses how aids are printed, and the habits kept in files."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from aidgen.assets.choices import written
from aidgen.assets.papers import SHARES
from aidgen.pipeline import habits
from aidgen.pipeline.habits import CHOICES, chosen

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
        kept = {} if plain else habits.kept(words["pack"].root, words["pack"].limits)
        habit = tuple(name for name in kept if name not in said)
        return command(**words, choices=chosen(said, kept), habits=habit)

    flag = click.option("--plain", is_flag=True, help="As the author has it: no habits of yours.")
    decorated: Command = flag(collected)
    for name in reversed(HELP):
        decorated = _option(name)(decorated)
    return decorated


def _option(name: str) -> Callable[[Command], Command]:
    metavar, said = HELP[name]
    if not metavar:
        return click.option(f"--{written(name)}", is_flag=True, default=None, help=said)
    return click.option(f"--{written(name)}", metavar=metavar, callback=_read, help=said)


def _read(context: click.Context, parameter: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    try:
        return CHOICES[parameter.name or ""](value)
    except ValueError as error:
        raise click.BadParameter(f"found `{value}`, {error}") from None


WATERMARK = _option("watermark")
"""The option of a command that makes no other variants; None if it is not given."""
