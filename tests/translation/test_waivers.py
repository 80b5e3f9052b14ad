"""What a translator declares right: held, pinned, stale, listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.pipeline.pack import Pack
from aidgen.problems import Problem
from aidgen.translation.catalog import add_pins, waivers_in
from aidgen.translation.sync import sync
from tests.commands import aidgen
from tests.mini import change, read

PO = "locales/fr/mini.po"
START = ", in full\n#: content/mini/rules.yaml:7"
SWORD = "“à deux mains” is no count"


def reported(pack: Path, message: str = "number") -> list[Problem]:
    problems = [finding.problem for finding in Pack(pack).checked("mini", "fr").findings]
    return [problem for problem in problems if problem.message.startswith(message)]


def step(pack: Path) -> str:
    text = sync(read(pack), "mini", "fr", pack / PO)
    (pack / PO).write_text(text, encoding="utf-8")
    return text


@pytest.fixture
def doubted(pack: Path) -> Path:
    """Mini with a right translation of which a number is reported."""
    change(pack, PO, "une *épée*", "une *épée* du niveau 2")
    return pack


@pytest.fixture
def declared(doubted: Path) -> Path:
    """The same, declared right."""
    change(
        doubted,
        PO,
        "#. a rule, in full\n#: content/mini/rules.yaml:7",
        f"# aidgen: number ok – {SWORD}\n#. a rule, in full",
    )
    return doubted


def test_a_verdict_silences_its_check_of_its_text(doubted: Path, declared: Path) -> None:
    assert reported(declared) == []
    change(declared, PO, "number ok", "dice ok")
    assert [one.message for one in reported(declared)] == ["number: `2` is not in the source"]


def test_sync_pins_it_and_it_still_holds_and_nothing_else_changes(declared: Path) -> None:
    text = step(declared)
    assert f"# aidgen: number ok [{pin(declared)}] – {SWORD}\n" in text
    assert reported(declared) == []
    assert step(declared) == text


def pin(pack: Path) -> str:
    entries = Pack(pack).catalog("mini", "fr").entries
    (entry,) = (one for one in entries.values() if one.waivers)
    return entry.pin


def test_it_is_stale_when_the_translation_changes(declared: Path) -> None:
    step(declared)
    change(declared, PO, "du niveau 2", "du niveau 3")
    (problem,) = reported(declared)
    assert problem.message == "number: `3` is not in the source"
    assert problem.hint.startswith("it was waived in another wording")


def test_it_is_stale_when_the_source_changes(declared: Path) -> None:
    step(declared)
    change(declared, "content/mini/rules.yaml", "health & a *sword*", "health & one *sword*")
    step(declared)
    change(declared, PO, "#, fuzzy, python-brace-format\n", "#, python-brace-format\n")
    assert [one.message for one in reported(declared)] == ["number: `2` is not in the source"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("aidgen: number ok", "`number ok` gives no reason"),
        ("aidgen: nummer ok – so", "unknown check `nummer`"),
        ("aidgen: placeholder ok – so", "unknown check `placeholder`"),
        ("aidgen: all is well", "cannot read `aidgen: all is well`"),
    ],
)
def test_one_that_cannot_be_read_is_reported_and_silences_nothing(
    doubted: Path, line: str, message: str
) -> None:
    change(doubted, PO, f"#. a rule{START}", f"# {line}\n#. a rule")
    (problem,) = reported(doubted, "waiver")
    assert message in problem.message
    assert problem.severity == "warning"
    assert reported(doubted)


def test_check_lists_them_with_their_state_and_stats_counts_them(declared: Path) -> None:
    listed = aidgen("check", "--declared", "--pack", declared).stdout
    assert f"`mini.rules.start.text`: number ok: {SWORD} (not pinned)" in listed
    step(declared)
    assert "(holds)" in aidgen("check", "--declared", "--pack", declared).stdout
    change(declared, PO, " du niveau 2", "")
    assert "(stale)" in aidgen("check", "--declared", "--pack", declared).stdout
    (row,) = (
        line
        for line in aidgen("i18n", "stats", "--pack", declared).stdout.splitlines()
        if line.startswith("mini")
    )
    assert row.split()[-1] == "1"


def test_one_that_nothing_is_doubted_of_is_not_needed(declared: Path) -> None:
    change(declared, PO, " du niveau 2", "")
    assert "(not needed)" in aidgen("check", "--declared", "--pack", declared).stdout


def test_other_comments_are_left_as_they_are() -> None:
    comment = "Read by Ada.\naidgen: sign ok: so it is said here\nsee aidgen: number ok"
    assert waivers_in(comment)[1] == ()
    assert add_pins(comment, "0123abcd").split("\n") == [
        "Read by Ada.",
        "aidgen: sign ok [0123abcd]: so it is said here",
        "see aidgen: number ok",
    ]
