"""`python -m aidgen` is the command `aidgen`."""

from __future__ import annotations

import gc
import os
import signal

# What is loaded stays: to look through it for garbage meanwhile is a tenth of the time of loading.
gc.disable()
# Until a command runs there is nothing to tidy up: Ctrl-C ends the program, without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)
# pydantic looks through all that is installed for plugins to itself: none is wanted.
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"

import sys  # noqa: E402 - only now: imports take a while

from aidgen.store.fingerprints import CommandFingerprint  # noqa: E402

STAMPED = ("build", "check")
"""The commands that need not be done again while all they read and wrote stands."""
BUILD = "build"
"""The command for which the engine is loaded in another process while ours loads the rest."""
ELSEWHERE = {"-h", "--help", "--scheduler"}
"""With one of these options, it sets nothing here."""


def main() -> None:
    """Run the command of the words given; one that was done already is answered at once."""
    words = sys.argv[1:]
    answer = CommandFingerprint(words).recall() if words[:1] and words[0] in STAMPED else None
    if answer is None:
        options = {word.partition("=")[0] for word in words}
        if words[:1] == [BUILD] and not ELSEWHERE & options:
            from aidgen.pipeline.pool import start_fork_server

            start_fork_server()
        from aidgen.cli import main as commands

        commands(prog_name="aidgen")
    else:
        printed, warned = answer
        sys.stderr.write(warned)
        sys.stdout.write(printed)


if __name__ == "__main__":
    main()
