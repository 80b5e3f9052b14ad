"""Builds the rulebook of `examples/lamplighters` on several papers, in both its languages.

    .venv/bin/python bench/rulebook.py [COUNT]

COUNT is how many of the ways to print it are built; all, if left out.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
WAYS = (
    ("--aid", "rulebook"),
    ("--aid", "rulebook", "--booklet"),
    ("--aid", "rules"),
    ("--aid", "rulebook", "--paper", "letter"),
    ("--aid", "crew", "--fillable"),
    ("--aid", "rulebook", "--languages", "fr+en"),
    ("--aid", "tables"),
)
"""The options of each way to print."""


def main() -> int:
    """Build, and tell how long each way took; return 1 if one failed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else len(WAYS)
    failed = 0
    with tempfile.TemporaryDirectory() as out:
        for way in WAYS[:count]:
            begun = time.monotonic()
            pack = str(ROOT / "examples" / "lamplighters")
            command = [sys.executable, "-m", "aidgen", "build", "--pack", pack, "--out", out, *way]
            ended = subprocess.run(command, cwd=ROOT, check=False)
            failed += ended.returncode != 0
            print(f"{' '.join(way)}: {time.monotonic() - begun:.0f} s")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
