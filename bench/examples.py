"""Builds the games in `examples/` in both their languages, and one rulebook in several ways.

    .venv/bin/python bench/examples.py [COUNT]

COUNT is how many of these builds are made; all, if left out.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
WAYS = (
    ("lamplighters", "--aid", "rulebook"),
    ("lamplighters", "--aid", "rulebook", "--booklet"),
    ("lamplighters", "--aid", "rules"),
    ("lamplighters", "--aid", "rulebook", "--paper", "letter"),
    ("lamplighters", "--aid", "crew", "--fillable"),
    ("lamplighters", "--aid", "rulebook", "--languages", "fr+en"),
    ("lamplighters", "--aid", "tables"),
    ("ember-keep", "--strict"),
    ("tidewrack", "--strict"),
)
"""Of each build: the example, and the options."""


def main() -> int:
    """Build, and tell how long each way took; return 1 if one failed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else len(WAYS)
    failed = 0
    with tempfile.TemporaryDirectory() as out:
        for example, *way in WAYS[:count]:
            begun = time.monotonic()
            pack = str(ROOT / "examples" / example)
            command = [sys.executable, "-m", "aidgen", "build", "--pack", pack, "--out", out, *way]
            ended = subprocess.run(command, cwd=ROOT, check=False)
            failed += ended.returncode != 0
            print(f"{' '.join((example, *way))}: {time.monotonic() - begun:.0f} s")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
