"""Files as they stood when a command began: what is made of others than these is not kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from aidgen.store import trees

State = Mapping[str, tuple[int, ...]]
"""Files, and what the system says of each: also of one that was changed and changed back."""


class Snapshot:
    """The files below some places, as they stand when this is made.

    It is made before any of them is read, and asked before what was made of them is filed: else a
    file that is saved meanwhile would stand behind what was made of the one before.
    """

    def __init__(self, places: Iterable[Path]) -> None:
        """Look at what is below some folders, and at some files."""
        self._places = tuple(places)
        self._state = _state(self._places)

    @property
    def holds(self) -> bool:
        """Whether each file is the same and none was added; not if it cannot be told."""
        return self._state is not None and _state(self._places) == self._state

    def changed(self) -> list[str]:
        """Return the files that are others by now, have come or have gone, in order."""
        then, now = self._state or {}, _state(self._places) or {}
        return sorted(path for path in {*then, *now} if then.get(path) != now.get(path))

    def after(self, paths: Iterable[Path]) -> Snapshot:
        """Return how things stand after some files have changed, all others as they were."""
        new = Snapshot(self._places)
        if self._state is not None and new._state is not None:
            names = {*map(str, paths)}
            kept = {path: known for path, known in self._state.items() if path not in names}
            new._state = kept | {name: new._state[name] for name in names & {*new._state}}
        return new


def _state(places: Iterable[Path]) -> State | None:
    """Return the files below some places with what tells each from another; None if one cannot."""
    try:
        return {
            path: (said.st_ino, said.st_size, said.st_mtime_ns, said.st_ctime_ns)
            for place in places
            for path, said in trees.stats(place)
        }
    except OSError:
        return None
