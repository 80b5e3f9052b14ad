"""What a command keeps, so that it is answered at once when the same is asked of the same files."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from aidgen.cli.printing import lines
from aidgen.pipeline.pack import Pack
from aidgen.problems import Problem
from aidgen.store.fingerprints import CommandFingerprint


def keep(
    pack: Pack, told: Iterable[str], problems: Iterable[Problem], out: Path | None = None
) -> None:
    """Keep what the command at hand told of a pack, and which problems; `out` is what it wrote."""
    said = lines(told), lines(sorted(set(problems)))
    CommandFingerprint(sys.argv[1:]).store(
        [pack.root, *pack.roots[1:]], out, pack.known.snapshot, said
    )
