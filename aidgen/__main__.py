"""`python -m aidgen` is the command `aidgen`."""

from __future__ import annotations

import gc
import os
import signal

# What is loaded stays: collecting garbage meanwhile takes a tenth of the loading time.
gc.disable()
# Until a command runs there is nothing to clean up: Ctrl-C ends the program, without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)
# pydantic searches all installed packages for plugins: we use none.
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"

import sys  # noqa: E402 - only now: imports take a while
import warnings  # noqa: E402
from importlib.util import find_spec  # noqa: E402

from aidgen.pipeline.fingerprints import CommandFingerprint  # noqa: E402

# The commands whose output is repeated if nothing has changed since.
STAMPED = ("build", "check")
# The command for which another process loads the engine while this one loads the rest.
BUILD = "build"
# With one of these options, it typesets nothing on this computer.
ELSEWHERE = {"-h", "--help", "--scheduler"}


# The environment variable with the command that was typed, such as `./run`, for usage messages.
TYPED_COMMAND = "AIDGEN_COMMAND"
# The variable through which a shell asks click for completions, also those of `./run`.
COMPLETE_VARIABLE = "_AIDGEN_COMPLETE"

# Modules of POSIX systems that the worker processes need: they limit what a pack may do.
POSIX_ONLY = ("fcntl", "resource")
ADVICE = """\
aidgen: needs Linux or macOS; on Windows, use one of these:
  WSL      run `wsl --install` in PowerShell, restart, open Ubuntu, and follow the README there
  Docker   build the Containerfile in the repository and run it on your folder
  no tools download the ready PDFs from the project's releases"""


def refuse_unsupported() -> None:
    """Exit with code 3 and what to do instead, unless the system has what aidgen needs."""
    if not all(map(find_spec, POSIX_ONLY)):
        sys.stderr.write(f"{ADVICE}\n")
        raise SystemExit(3)


def silence_libraries() -> None:
    """Print no warnings of libraries, which are for developers, unless Python was asked to."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
        os.environ["PYTHONWARNINGS"] = "ignore"  # for the processes that this one starts


def main() -> None:
    """Run the command line; repeat the output of a command if nothing has changed since."""
    words = sys.argv[1:]
    refuse_unsupported()  # before anything is imported that it may lack, even for --help
    silence_libraries()
    answer = CommandFingerprint(words).recall() if words[:1] and words[0] in STAMPED else None
    if answer is None:
        from aidgen.sandbox.guard import watch_command
        from aidgen.sandbox.places import use_scratch_folder

        code = watch_command()
        if code is not None:
            sys.exit(code)
        use_scratch_folder()
        options = {word.partition("=")[0] for word in words}
        if words[:1] == [BUILD] and not ELSEWHERE & options:
            from aidgen.pipeline.pool import start_fork_server

            start_fork_server()
        from aidgen.cli import main as commands

        commands(prog_name=os.environ.get(TYPED_COMMAND, "aidgen"), complete_var=COMPLETE_VARIABLE)
    else:
        printed, warned = answer
        sys.stderr.write(warned)
        sys.stdout.write(printed)


if __name__ == "__main__":
    main()
