"""What is tried at a sandbox of Jinja, and a probe that notices what code of a stranger does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def watched() -> Iterator[list[str]]:
    """Notice meanwhile what a process does when code of a stranger runs: commands, files, nets."""
    noticed: list[str] = []
    _WATCHING.append(noticed)
    try:
        yield noticed
    finally:
        _WATCHING.remove(noticed)


_WATCHING: list[list[str]] = []
RUNS = ("os.system", "os.exec", "os.posix_spawn", "os.fork", "subprocess.Popen", "pty.spawn")
REACHES = ("socket.connect", "socket.getaddrinfo", "urllib.Request", "ctypes.dlopen")
CHANGES = ("os.remove", "os.rename", "os.mkdir", "shutil.rmtree", "pickle.find_class")


def _hook(event: str, args: tuple[object, ...]) -> None:
    if _WATCHING and (
        event in (*RUNS, *REACHES, *CHANGES)
        or (event == "open" and "etc/" in str(args[0]) and "localtime" not in str(args[0]))
    ):
        _WATCHING[-1].append(f"{event} {args}")


sys.addaudithook(_hook)

LISTED = Path(__file__).parent / "page" / "escapes.txt"
ESCAPES = [line for line in LISTED.read_text("utf-8").splitlines() if not line.startswith("# ")]
ESCAPES.append("{{ a" + ".a" * 3000 + " }}")
"""What has been tried against Jinja and at our own data: nothing of it may do anything."""
