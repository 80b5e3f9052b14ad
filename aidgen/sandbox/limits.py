"""The limits of a pack: one table, the way to raise them, and a time limit."""

from __future__ import annotations

import math
import mmap
import resource
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from typing import NoReturn

from aidgen.problems import Problem, UsageError, Where, did_you_mean


def _limit(number: int, meaning: str) -> int:
    """Return the field of a limit: its standard, and what it counts, in which unit."""
    default: int = field(default=number, metadata={"meaning": meaning})
    return default


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much of anything a pack may have.

    The standard limits are four to ten times what our own games need, the largest of which has
    1,000 texts; a pack within them is checked in ten seconds on a slow machine.
    """

    file_bytes: int = _limit(1_000_000, "bytes of a file of the pack")
    # a full card in print quality has one million as JPEG, three as PNG
    asset_bytes: int = _limit(5_000_000, "bytes of a picture, a font or a style sheet")
    pack_bytes: int = _limit(20_000_000, "bytes of all files of the pack, its assets apart")
    nesting: int = _limit(20, "levels of nested lists and mappings in a YAML file")
    nodes: int = _limit(40_000, "keys, cells and texts in the YAML of a game")
    # it becomes the name of a file beside that of its game: 255 bytes with both
    id: int = _limit(100, "bytes of the id of a game, or of a record in it")
    template_seconds: int = _limit(20, "seconds of processor time of the templates of a PDF")
    picture_pixels: int = _limit(20_000_000, "pixels of a picture")
    pages: int = _limit(500, "pages of a PDF")
    cpu_seconds: int = _limit(
        120, "seconds of processor time of a step, such as a segment of a PDF, or an import"
    )
    memory_bytes: int = _limit(1_400_000_000, "bytes of memory of a process that makes PDFs")

    def with_overrides(self, words: Iterable[str]) -> Limits:
        """Return these limits with others raised or lowered by words such as `pages=900`.

        Raises UsageError for any other word.
        """
        return replace(self, **dict(map(_read_limit, words)))


# The limits of an unknown pack.
STANDARD = Limits()

# What each limit counts.
MEANINGS = {limit.name: str(limit.metadata["meaning"]) for limit in fields(Limits)}


def over_limit(where: Where, key: str, found: int, limits: Limits) -> Problem:
    """Return the problem that something exceeds the limit `key`."""
    allowed = getattr(limits, key)
    message = f"found {found:,} {MEANINGS[key]}, expected at most {allowed:,}"
    return Problem(where, message, raise_hint(key))


def raise_hint(key: str) -> str:
    """Return the hint by which the limit `key` is raised for a pack of one's own."""
    return f"if the pack is your own: `--limits {key}=…`"


def _read_limit(word: str) -> tuple[str, int]:
    key, _, value = (part.strip() for part in word.partition("="))
    where = Where("--limits")
    if key not in MEANINGS:
        hint = did_you_mean(key, MEANINGS) or f"known: {', '.join(MEANINGS)}"
        raise UsageError.at(where, f"unknown limit `{key}`", hint)
    digits = value.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < MOST_DIGITS):
        message = f"found `{value}` for `{key}`, expected a whole number"
        raise UsageError.at(where, message, f"it counts {MEANINGS[key]}")
    return key, int(digits)


# A limit with more digits than this is no limit.
MOST_DIGITS = 16


# To wait no time at all would be to wait for ever.
SHORTEST_TIMER = 0.001
# Seconds until the error is raised again, in case a library caught it: to free the memory of a
# template that ran away takes a second or two.
SIGNAL_INTERVAL = 5.0


@contextmanager
def cpu_time(seconds: float, error: Exception) -> Iterator[None]:
    """Run a block in the main thread; it raises `error` after so much processor time."""

    def stop(*_: object) -> NoReturn:
        raise error

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, max(seconds, SHORTEST_TIMER), SIGNAL_INTERVAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# Bytes. A process that cannot have so many more was out of memory when it failed.
SPARE_MEMORY = 4_000_000


# What is told of a page or PDF that could not be made for that reason.
OUT_OF_MEMORY = "it takes more memory than there is"


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error that was just caught came of a lack of memory.

    Python and its libraries raise errors of any class when an allocation fails within them.
    """
    if isinstance(error, MemoryError | SystemError):  # the second by Python, where it has none left
        return True
    try:
        mmap.mmap(-1, SPARE_MEMORY, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        return True
    return False


def limit_process(limits: Limits) -> None:
    """Give this process its memory, and its processor time from now on; no core is dumped."""
    seconds = math.ceil(time.process_time()) + limits.cpu_seconds
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_DATA, limits.memory_bytes),
    ):
        _, hardest = resource.getrlimit(kind)
        if hardest != resource.RLIM_INFINITY:
            most = min(most, hardest)
        with suppress(ValueError, OSError):  # a system that has no such limit
            resource.setrlimit(kind, (most, hardest))
