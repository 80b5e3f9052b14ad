"""The command line program: groups of commands that are imported on demand, and exit codes."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

import click

from aidgen.cli.confinement import in_jail
from aidgen.cli.printing import find_report, printable, problems_out, say
from aidgen.problems import InputError, MachineError, Problem, UsageError, Where, did_you_mean
from aidgen.sandbox.limits import is_out_of_memory, raise_hint
from aidgen.sandbox.notes import noted_file
from aidgen.sandbox.output import write_file

FINE, PROBLEMS, USAGE, ENVIRONMENT = 0, 1, 2, 3
INTERRUPTED, CLOSED, TERMINATED = 130, 141, 143

EPILOG = """\b
Exit codes: 0 no errors, 1 errors in the input, 2 wrong usage, 3 something is missing on this
computer, 130 interrupted, 141 output closed, 143 terminated. Warnings alone exit with 0, or
with 1 under --strict."""
# The signals that stop a command: its exit code, and how a message calls that.
STOPPED = {
    signal.SIGINT: (INTERRUPTED, "interrupted"),
    signal.SIGTERM: (TERMINATED, "terminated"),
}
# In seconds: how long a command that was stopped may take to end.
LONGEST_CLEANUP = 5
# New objects between garbage collections: many more than Python's default, since a pack is a
# million objects of which almost none are garbage.
GARBAGE_THRESHOLD = 50_000


def exit_code(command: Callable[[], int | None]) -> int:
    """Run a command and return its exit code; print errors as one line, without a traceback."""
    stopped: list[signal.Signals] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.append(signal.Signals(number))
        for each in STOPPED:  # what follows is cleanup, which is not stopped
            signal.signal(each, signal.SIG_IGN)
        # Libraries lose exceptions where they are called back: then nothing else ends the command.
        signal.signal(signal.SIGALRM, lambda *_: os._exit(STOPPED[stopped[0]][0]))
        signal.alarm(LONGEST_CLEANUP)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (*STOPPED, signal.SIGALRM)}
    try:
        return _run(command, stopped)
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except (KeyboardInterrupt, Exception) as error:
        # Libraries may turn the interruption into another error, as pydantic does.
        if not stopped and isinstance(error, Exception):
            return _report_unforeseen(error)
        code, name = STOPPED[stopped[0] if stopped else signal.SIGINT]
        say(f"aidgen: {name}; finished files are complete", err=True)
        return code
    finally:
        signal.alarm(0)
        for number, handler in before.items():
            signal.signal(number, handler)


def _run(command: Callable[[], int | None], stopped: Collection[signal.Signals]) -> int:
    try:
        return command() or FINE
    except InputError as error:
        if stopped:  # pydantic takes an interruption for a fault of the text that it reads
            raise
        problems_out(error.problems)
        return USAGE if isinstance(error, UsageError) else PROBLEMS
    except MachineError as error:
        return _report_missing(str(error))
    except BrokenPipeError:
        # Silently: who closes our output, as `head` does, has read enough.
        with suppress(OSError, ValueError, AttributeError):  # buffered output is lost
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _report_missing(f"{where}{error.strerror or error}")
    except click.ClickException as error:
        vars(error)["message"] = printable(error.message)  # the attribute is final to mypy
        raise  # click prints what is wrong with the words of the command


def _report_unforeseen(error: Exception) -> int:
    # The traceback goes into a file: to whoever typed the command it says nothing.
    file = noted_file()
    if is_out_of_memory(error):
        where, hint = Where(file or "aidgen"), raise_hint("memory_bytes")
        return problems_out([Problem(where, "needs more memory than it may", hint)])
    path = Path(tempfile.gettempdir()) / f"aidgen-{os.urandom(4).hex()}.txt"
    with suppress(OSError):
        write_file(path, "".join(traceback.format_exception(error)).encode(), path.parent)
    reading = f" while reading {file}" * bool(file)
    say(f"aidgen: internal error{reading}; please report it, with {path}", err=True)
    return PROBLEMS


def _report_missing(message: str) -> int:
    say(f"aidgen: {message}", err=True)
    return ENVIRONMENT


class SectionedCommand(click.Command):
    """A command whose help lists its options in sections, in the order of `sections`."""

    sections: ClassVar[Mapping[str, Collection[str]]] = {}
    """Heading → the names of its options; the others come first, under "Options"."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in their sections."""
        listed = {name for names in self.sections.values() for name in names}
        rows = {
            parameter.name: row
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and (row := parameter.get_help_record(ctx))
        }
        general = [name for name in rows if name not in listed]
        for heading, names in {**self.sections, "Options": general}.items():
            if shown := [row for name, row in rows.items() if name in names]:
                with formatter.section(heading):
                    formatter.write_dl(shown)


class LazyGroup(click.Group):
    """A group with a table of its commands: name → module, first line of help, section of help.

    The module, in a package, holds the click command as `command`, or under a name after a colon.
    """

    def __init__(
        self, *args: Any, package: str, table: Mapping[str, tuple[str, ...]], **kwargs: Any
    ) -> None:
        """Make a group of the commands in `table`; other arguments are click's."""
        super().__init__(*args, **kwargs)
        self.package, self.table = package, table
        self._jailed: set[click.Command] = set()

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None for a word that is an option."""
        if cmd_name in self.table:
            module, _, name = self.table[cmd_name][0].partition(":")
            loaded = import_module(f"{self.package}.{module}")
            command: click.Command = getattr(loaded, name or "command")
            command.epilog = EPILOG
            is_group = isinstance(command, click.Group)  # its commands know the pack
            if command.callback and not is_group and command not in self._jailed:
                command.callback = in_jail(command.callback)
                self._jailed.add(command)
            if not gc.isenabled():  # __main__ disabled it while modules are loaded
                gc.freeze()
                gc.set_threshold(GARBAGE_THRESHOLD, 5, 5)
                gc.enable()
            return command
        if not cmd_name.startswith("-"):
            hint = did_you_mean(cmd_name, self.table)
            ctx.fail(f"unknown command `{cmd_name}`" + f" ({hint})" * bool(hint))
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for name, (_, line, *section) in self.table.items():
            sections.setdefault(section[0] if section else "Commands", []).append((name, line))
        for heading, rows in sections.items():
            with formatter.section(heading):
                formatter.write_dl(rows)


class Program(LazyGroup):
    """The outermost group: exits with the exit code of its command."""

    def invoke(self, ctx: click.Context) -> None:
        """Run the command and exit; print the report under `--json`."""
        code = exit_code(partial(super().invoke, ctx))
        if report := find_report():
            click.echo(report)  # its control characters are escaped
        gc.freeze()  # saves a garbage collection at exit
        ctx.exit(code)
