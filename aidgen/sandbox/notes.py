"""The file that was read last: both the process that runs a command and the one that waits see it.

Whatever a file of a pack does to the first, the second reports it, with its name.
"""

from __future__ import annotations

import mmap
import os

# Bytes of the name of a file.
LONGEST_NOTE = 4096
NOTE = mmap.mmap(-1, LONGEST_NOTE)


def note_file(name: str) -> None:
    """Note the file that is read now."""
    NOTE.seek(0)
    NOTE.write(os.fsencode(name)[: LONGEST_NOTE - 1] + b"\0")


def noted_file() -> str:
    """Return the file that was read last; nothing if there was none."""
    return os.fsdecode(NOTE[:LONGEST_NOTE].partition(b"\0")[0])
