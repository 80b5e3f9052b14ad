"""What a terminal is given: one line a message, whatever stands in the pack."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.cli.printing import printable
from tests.commands import aidgen
from tests.mini import change


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("\x1b]0;owned\x07", "\\u001b]0;owned\\u0007"),
        ("one\nother.yaml:1:1: error: forged", "one\\u000aother.yaml:1:1: error: forged"),
        ("a\rb\x9bc", "a\\u000db\\u009bc"),
        ("\u202e12\u2066", "\\u202e12\\u2066"),
        ("\udcff", "\\udcff"),
        ("é – 龍 ﬁ", "é – 龍 ﬁ"),
    ],
)
def test_what_steers_a_terminal_is_written_out(words: str, printed: str) -> None:
    assert printable(words) == printed


@pytest.mark.parametrize("escape", ["\\e]0;owned\\a", "\\ncontent/other.yaml:1:1: error: forged"])
def test_a_value_neither_steers_the_terminal_nor_forges_a_line(english: Path, escape: str) -> None:
    change(english, "content/mini/rules.yaml", "icon: bed", f'icon: "{escape}"')
    result = aidgen("check", "--pack", english)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.rstrip("\n").isprintable()


def test_a_wrong_option_neither_steers_the_terminal_nor_turns_its_text(english: Path) -> None:
    result = aidgen("build", "--gap", "\x1b[2J\u202e" * 20, "--pack", english)
    assert result.exit_code == 2
    assert "\\u001b[2J\\u202e" in result.stderr
    assert "\u202e" not in result.stderr
