"""Groups of commands that are imported when they are called."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any

import click

from aidgen.cli.exits import exit_code
from aidgen.problems import did_you_mean

MUCH = 50_000
"""New objects after which garbage is looked for: more seldom than Python does, since a pack in
memory is a million objects, and next to nothing of it is garbage."""


class LazyGroup(click.Group):
    """A group that knows its commands by a table: name → module and first line of help.

    The module holds the click command under the name `command`.
    """

    def __init__(self, *args: Any, table: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        """Make a group of the commands in `table`; all else is as in click."""
        super().__init__(*args, **kwargs)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, its module imported; None for a word that is an option."""
        if cmd_name in self.table:
            command: click.Command = import_module(self.table[cmd_name][0]).command
            if not gc.isenabled():  # until now, for what is loaded
                gc.freeze()
                gc.set_threshold(MUCH, 5, 5)
                gc.enable()
            return command
        if not cmd_name.startswith("-"):
            hint = did_you_mean(cmd_name, self.table)
            ctx.fail(f"No such command `{cmd_name}`." + f" {hint.capitalize()}" * bool(hint))
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, none of them imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.table.items()])


class Program(LazyGroup):
    """The outermost group: ends the program with the exit code of the command that was run."""

    def invoke(self, ctx: click.Context) -> None:
        """Run the command that was asked for."""
        code = exit_code(partial(super().invoke, ctx))
        gc.freeze()  # else Python looks through all that is left for garbage before it ends
        ctx.exit(code)
