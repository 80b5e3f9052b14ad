"""What other programs read of a command: JSON, exit codes, completions; and what --quiet leaves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import ENVIRONMENT, aidgen
from tests.mini import change

WITHOUT_POSIX = """
import runpy, sys
for name in ("resource", "fcntl", "pwd"):
    sys.modules[name] = None  # an import of it fails, as on Windows
sys.argv = ["aidgen", *sys.argv[1:]]
runpy.run_module("aidgen", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("words", [["--help"], ["check"], ["build", "expedition"]])
def test_windows_ends_with_3_and_advice(words: list[str]) -> None:
    given = [sys.executable, "-P", "-c", WITHOUT_POSIX, *words]
    done = subprocess.run(given, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert "WSL" in done.stderr
    assert "Containerfile" in done.stderr
    assert "Traceback" not in done.stderr


def test_problems_are_json_with_their_places(pack: Path) -> None:
    change(pack, "content/mini/rules.yaml", "{health} health", "{helth} health")
    result = aidgen("check", "--json", "--pack", pack)
    assert (result.exit_code, result.stderr) == (1, "")
    problems = json.loads(result.stdout)["problems"]
    wrong = next(problem for problem in problems if "helth" in problem["message"])
    assert wrong["file"] == "content/mini/rules.yaml"
    assert wrong["severity"] == "error"
    assert wrong["line"] > 1
    assert wrong["column"] > 1


def test_a_bidirectional_control_in_json_is_escaped(pack: Path) -> None:
    change(pack, "content/mini/rules.yaml", "{health} health", "{h\u202eth} health")
    result = aidgen("check", "--json", "--pack", pack)
    assert "\u202e" not in result.stdout
    assert json.loads(result.stdout)["problems"]


def test_a_build_as_json_names_its_pdfs(copy: Path) -> None:
    words = ("build", "--aid", "plan", "--locale", "en", "--pack", copy / "pack")
    result = aidgen(*words, "--out", copy / "out", "--json")
    (pdf,) = json.loads(result.stdout)["results"]
    assert Path(pdf["pdf"]).is_file()
    assert (pdf["aid"], pdf["pages"], pdf["printing"]) == ("plan", 1, "1 page, A4")
    verified = json.loads(aidgen("verify", copy / "out", "--json").stdout)
    assert verified["problems"] == []
    assert sum(folder["unchanged"] for folder in verified["results"]) > 0


def test_quiet_leaves_problems_alone(pack: Path) -> None:
    assert aidgen("check", "-q", "--pack", pack).stdout == ""
    change(pack, "content/mini/rules.yaml", "{health} health", "{helth} health")
    result = aidgen("check", "-q", "--pack", pack)
    assert (result.stdout, result.exit_code) == ("", 1)
    assert "helth" in result.stderr


def test_a_shell_completes_commands() -> None:
    asked = {"_AIDGEN_COMPLETE": "fish_complete", "COMP_WORDS": "aidgen bu", "COMP_CWORD": "bu"}
    given = [sys.executable, "-P", "-m", "aidgen"]
    done = subprocess.run(
        given, env={**ENVIRONMENT, **asked}, capture_output=True, text=True, check=True
    )
    assert "build" in done.stdout


def test_usage_names_the_command_that_was_typed() -> None:
    given = [sys.executable, "-P", "-m", "aidgen", "nothing"]
    environment = {**ENVIRONMENT, "AIDGEN_COMMAND": "./run"}
    done = subprocess.run(given, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Usage: ./run " in done.stderr
