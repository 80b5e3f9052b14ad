"""`aidgen check --fit`: the type of cards and the room on them, and what a check loads."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.commands import run

LOADED = """import sys
from aidgen.cli import main
sys.argv[1:] = {words}
try:
    main(prog_name="aidgen")
finally:
    print(*sorted(sys.modules))
"""
"""Runs a command, and says which modules it has loaded."""


def test_the_type_and_room_of_cards_are_reported(english: Path, tmp_path: Path) -> None:
    given = ("check", "--fit", "--aid", "deck", "--pack", english, "--out", tmp_path / "out")
    table = run(*given, "--table")  # in its jail, which lets it write the cache
    assert re.search(r"cards\.fight\.front +[\d.]+ pt +[\d.]+ mm", table.stdout)
    assert not list((tmp_path / "out").glob("mini")), "nothing is published"


def test_advice_on_pages_fails_no_check(english: Path, tmp_path: Path) -> None:
    given = ("check", "--fit", "--aid", "plan", "--pack", english, "--out", tmp_path / "out")
    pages = run(*given, "--pages", "--strict")
    _, row, found, summary = [line.split() for line in pages.stdout.rstrip().split("\n")]
    assert (row[:2], found[:2]) == (["page", "1"], ["blank", "en"])
    advice = f"only {row[2]} is filled, expected at least 80%"  # some 20 %
    assert found[2:] == advice.split()
    assert f"43:3: warning: mini-plan-en.pdf, page 1: {advice} (print more" in pages.stderr
    assert (pages.returncode, summary[-2:]) == (0, ["1", "warning"])


def test_a_check_loads_nothing_that_typesets(english: Path, tmp_path: Path) -> None:
    words = ["check", "--pack", str(english), "--out", str(tmp_path / "out"), "mini"]
    given = [sys.executable, "-c", LOADED.format(words=words)]
    done = subprocess.run(given, capture_output=True, text=True, check=True)
    assert "aidgen.cli.check" in done.stdout.split()
    assert "aidgen.pipeline.production" not in done.stdout.split()
