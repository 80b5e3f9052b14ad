"""Do the tests of press/ pass with other versions of WeasyPrint?

    .venv/bin/python bench/engines.py 69.0 [VERSION ...]

Installs each version into a temporary folder that is searched first, beside the packages of the
lock, and runs tests/press there. Prints a line a version, then the tests that fail; stops with 1 if
one does. docs/explanation/performance.md lists the known failures.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Read the command line and try each version."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("versions", nargs="+", metavar="VERSION", help="of WeasyPrint: 69.0")
    parser.add_argument("--tests", default="tests/press", help="what pytest runs (tests/press)")
    asked = parser.parse_args()
    sys.exit(max(_tried(version, asked.tests) for version in asked.versions))


def _tried(version: str, tests: str) -> int:
    """Return the exit status of the tests with a version, after printing their last lines."""
    with tempfile.TemporaryDirectory(prefix="aidgen-engine-") as folder:
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        subprocess.run(
            [*pip, "--no-deps", "--target", folder, f"weasyprint=={version}"], check=True
        )
        run = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", tests]
        path = os.pathsep.join([folder, str(ROOT)])
        ended = subprocess.run(
            run,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
    lines = ended.stdout.splitlines()
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    counts = Counter(sign for line in lines for sign in progress(line))
    print(f"WeasyPrint {version}: {counts['.']} passed, {len(failed)} failed")
    print(*failed, sep="\n")
    return ended.returncode


def progress(line: str) -> str:
    """Return the signs of a line of pytest's progress: a dot for each test that passed."""
    signs = line.partition(" [")[0].strip()
    return signs if set(signs) <= set(".FEsx") else ""


if __name__ == "__main__":
    main()
