"""The exit codes of all commands, and what ends a command with which of them."""

from __future__ import annotations

from collections.abc import Callable

import click

from aidgen.cli.printing import problems_out
from aidgen.problems import Misspoken, Unequipped, Unusable

FINE, PROBLEMS, USAGE, ENVIRONMENT, INTERRUPTED = 0, 1, 2, 3, 130

EPILOG = """\b
Exit codes: 0 fine, 1 errors in the input (each with its place), 2 wrong usage,
3 the machine lacks something, 130 interrupted.
A warning alone leaves it at 0; with --strict, where a command has it, at 1."""


def exit_code(command: Callable[[], int | None]) -> int:
    """Run a command; return its exit code, whatever stops it told in a line and not a traceback."""
    try:
        return command() or FINE
    except Unusable as unusable:
        problems_out(unusable.problems)
        return USAGE if isinstance(unusable, Misspoken) else PROBLEMS
    except Unequipped as unequipped:
        return _lack(str(unequipped))
    except BrokenPipeError:
        raise  # whoever read our output has gone; click ends the program quietly
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _lack(f"{where}{error.strerror or error}")
    except KeyboardInterrupt:
        click.echo("aidgen: interrupted; what was finished is whole", err=True)
        return INTERRUPTED


def _lack(message: str) -> int:
    click.echo(f"aidgen: {message}", err=True)
    return ENVIRONMENT
