"""The exit codes of all commands, and what ends a command with which of them."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from types import FrameType
from typing import Any

import click

from aidgen.cli.printing import problems_out, say
from aidgen.problems import InputError, MachineError, UsageError, did_you_mean

FINE, PROBLEMS, USAGE, ENVIRONMENT, INTERRUPTED = 0, 1, 2, 3, 130

EPILOG = """\b
Exit codes: 0 fine, 1 errors in the input (each with its place), 2 wrong usage,
3 the machine lacks something, 130 interrupted.
A warning alone leaves it at 0; with --strict, where a command has it, at 1."""


def exit_code(command: Callable[[], int | None]) -> int:
    """Run a command; return its exit code, whatever stops it told in a line and not a traceback."""
    with _interruptible():
        return _run(command)


def _run(command: Callable[[], int | None]) -> int:
    try:
        return command() or FINE
    except InputError as error:
        problems_out(error.problems)
        return USAGE if isinstance(error, UsageError) else PROBLEMS
    except MachineError as error:
        return _lack(str(error))
    except BrokenPipeError:
        raise  # whoever read our output has gone; click ends the program quietly
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _lack(f"{where}{error.strerror or error}")
    except (KeyboardInterrupt, Exception) as error:
        # What an interruption meets may make another error of it, as pydantic does of a model.
        if not isinstance(error, KeyboardInterrupt) and not _is_interrupted():
            raise
        say("aidgen: interrupted; what was finished is whole", err=True)
        return INTERRUPTED


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C stop what is done meanwhile, once: what is tidied up then is not stopped."""
    before = signal.signal(signal.SIGINT, _interrupt)
    hook, sys.unraisablehook = sys.unraisablehook, _again
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _is_interrupted() -> bool:
    """Tell whether Ctrl-C has been pressed: it is not listened to any more."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


MOMENT = 0.05
"""Seconds in which whatever could not be interrupted is done."""


def _again(unraisable: sys.UnraisableHookArgs) -> None:
    """Interrupt once more if it was done where nothing can be raised, and would be lost."""
    if unraisable.exc_type is KeyboardInterrupt:
        signal.signal(signal.SIGINT, _interrupt)
        # Not now: what is raised within this hook would be lost as well.
        threading.Timer(MOMENT, os.kill, (os.getpid(), signal.SIGINT)).start()
    else:
        sys.__unraisablehook__(unraisable)


def _lack(message: str) -> int:
    say(f"aidgen: {message}", err=True)
    return ENVIRONMENT


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
