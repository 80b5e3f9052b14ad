"""`python -m aidgen` is the command `aidgen`."""

import signal

# Until a command runs there is nothing to tidy up: Ctrl-C ends the program, without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)

from aidgen.cli import main  # noqa: E402 - only now: it takes a while to import


def run() -> None:
    """Run the command line."""
    main(prog_name="aidgen")


if __name__ == "__main__":
    run()
