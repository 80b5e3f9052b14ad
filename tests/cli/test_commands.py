"""What all commands have in common: help, exit codes, wrong usage, and how little they import."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import Result

from aidgen.cli import main
from aidgen.cli.program import LazyGroup, exit_code
from aidgen.problems import InputError, MachineError, Problem, Where
from aidgen.sandbox.notes import note_file
from tests.commands import ENVIRONMENT, aidgen
from tests.mini import change, keep, shelve


def commands(group: LazyGroup = main, *before: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the words of each command and group, and what its group says it is for."""
    for name, (_, line, *_section) in group.table.items():
        yield (*before, name), line
        found = group.get_command(click.Context(group), name)
        if isinstance(found, LazyGroup):
            yield from commands(found, *before, name)


def test_help_states_the_exit_codes_and_each_group_repeats_what_its_commands_say() -> None:
    listed = {(): "", **dict(commands())}
    assert {("build",), ("i18n",), ("i18n", "where")} <= set(listed)
    for words, line in listed.items():
        result = aidgen(*words, "--help")
        assert result.exit_code == 0
        text = " ".join(result.stdout.split())
        assert line in text
        assert "Exit codes: 0 no errors, 1 errors in the input, 2 wrong usage, 3 something" in text
        assert "Warnings alone exit with 0" in text


def imported(*words: str) -> set[str]:
    """Return the modules that a command has imported when it is done."""
    python = [sys.executable, "-P", "-X", "importtime", "-m", "aidgen", *words]
    done = subprocess.run(python, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    return {line.rsplit("|")[-1].strip() for line in done.stderr.split("\n")}


def test_help_and_version_import_no_command() -> None:
    for words in (("--version",), ("i18n", "--help")):
        known = {name for name in imported(*words) if name.startswith("aidgen.")}
        rooms = {name.split(".")[1] for name in known}
        assert rooms <= {"cli", "pipeline", "problems", "sandbox"}, words


@pytest.mark.parametrize("words", [("check", "--help"), ("build", "--help"), ("list",)])
def test_a_command_imports_nothing_of_other_commands(words: tuple[str, ...]) -> None:
    known = imported(*words)
    assert "aidgen.pipeline.pack" in known
    rooms = ("aidgen.translation.sync", "aidgen.press", "aidgen.proof")
    assert not [name for name in known if name.startswith((*rooms, "weasyprint", "pikepdf"))]


def test_wrong_usage_is_2(pack: Path) -> None:
    for words in (
        ("check", "minni"),
        ("build", "--aid", "bok"),
        ("build", "--locale", "xx"),
        ("build", "--jobs", "0"),
        ("build", "--nothing"),
        ("i18n", "sync", "../fr"),
        ("i18n", "where", "mini.rulse"),
        ("i18n", "pseudo", "minni"),
    ):
        result = aidgen(*words, "--pack", pack)
        assert result.exit_code == 2, words
        assert result.stderr
    assert aidgen("check", "--pack", "/nowhere").exit_code == 2


def test_a_wrong_name_is_reported_with_the_closest(pack: Path) -> None:
    result = aidgen("build", "--aid", "bok", "--pack", pack)
    assert "`bok` is no aid of this pack (did you mean `book`?)" in result.stderr
    assert "unknown command `chekc` (did you mean `check`?)" in aidgen("chekc").stderr


# What stops a command


def stopped(error: BaseException) -> Result:
    """Return what comes of a command whose module raises `error` while it is imported."""

    def raising(name: str) -> None:
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("aidgen.cli.program.import_module", raising)
        return aidgen("list")


def test_an_interrupt_is_reported_in_a_line_from_the_first_moment_on() -> None:
    result = stopped(KeyboardInterrupt())
    assert result.exit_code == 130
    assert result.stderr == "aidgen: interrupted; finished files are complete\n"


@pytest.mark.parametrize(
    ("error", "reported"),
    [
        (MachineError("Pango is not installed"), "Pango is not installed"),
        (PermissionError(13, "Permission denied", "/a/file"), "/a/file: Permission denied"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError("gallery.html"), "gallery.html"),
    ],
)
def test_a_lack_of_the_machine_is_3_and_said_in_words(error: Exception, reported: str) -> None:
    result = stopped(error)
    assert (result.exit_code, result.stderr) == (3, f"aidgen: {reported}\n")


# One rule for warnings: Mini's French is unfinished, and too long for none of its pages.


@pytest.mark.parametrize(
    "words",
    [("check",), ("build", "--aid", "plan", "--locale", "fr"), ("i18n", "pseudo")],
    ids=" ".join,
)
def test_a_warning_leaves_the_exit_code_at_0_and_strict_makes_it_1(
    words: tuple[str, ...], pack: Path, tmp_path: Path
) -> None:
    title = "fight: {title: Fight, icon: sword, width: 1/2, look: title-bar"
    narrow = (
        "fight: {title: Unbelievableincomprehensibilities, icon: sword, width: 1/6, look: title-bar"
    )
    change(pack, "content/mini/aids.yaml", title, narrow)
    if words == ("i18n", "pseudo"):  # which prints all aids, and holds none to the laws
        keep(pack, "board")
    given = (*words, "--pack", str(pack))
    given += () if words == ("check",) else ("--out", str(tmp_path / "out"))
    result = aidgen(*given)
    assert ": warning: " in result.stderr
    assert ": error: " not in result.stderr
    assert result.exit_code == 0
    assert aidgen(*given, "--strict").exit_code == 1


def test_sheets_of_two_editions_are_a_warning(built: Path, pack: Path, tmp_path: Path) -> None:
    shelve(built, tmp_path / "out")
    given = ("--pack", pack, "--out", tmp_path / "out", "--locale", "en")
    aidgen("build", "--aid", "plan", *given)
    change(pack, "content/mini/game.yaml", "health: 12", "health: 13")
    aidgen("build", "--aid", "board", *given)
    result = aidgen("verify", tmp_path / "out")
    assert (result.exit_code, "warning: holds sheets of several" in result.stderr) == (0, True)
    assert aidgen("verify", tmp_path / "out", "--strict").exit_code == 1


def test_a_game_that_cannot_be_read_is_an_error_in_every_command(
    pack: Path, tmp_path: Path
) -> None:
    (pack / "content" / "maxi").mkdir()
    (pack / "content" / "maxi" / "game.yaml").write_text("game: [\n", encoding="utf-8")
    out = ("--out", str(tmp_path / "out"))
    asked = ("i18n", "where", "mini-plan-en.pdf", *out)
    for words in (("list",), ("check",), ("build", "--aid", "plan", *out), asked):
        result = aidgen(*words, "--pack", pack)
        assert result.exit_code == 1, words
        assert "content/maxi/game.yaml:" in result.stderr, words


@pytest.mark.parametrize(
    ("words", "step"),
    [
        (("build",), "build.plan"),
        (("check",), "check.inspect"),
        (("i18n", "add", "de"), "i18n.files.add"),
        (("i18n", "sync"), "i18n.files.step"),
    ],
)
@pytest.mark.parametrize(
    ("number", "code", "name"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_a_signal_ends_every_command_with_its_code_and_a_sentence(
    pack: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    step: str,
    number: int,
    code: int,
    name: str,
) -> None:
    def stopped(*_: object, **__: object) -> None:
        os.kill(os.getpid(), number)

    monkeypatch.setattr(f"aidgen.cli.{step}", stopped)
    result = aidgen(*words, "--pack", pack)
    assert result.exit_code == code
    assert result.stderr == f"aidgen: {name}; finished files are complete\n"


@pytest.mark.parametrize("lost", [ValueError(), InputError([Problem(Where("x"), "is wrong")])])
def test_what_an_interruption_makes_of_others_is_reported_as_one(
    capsys: pytest.CaptureFixture[str], lost: Exception
) -> None:
    def meeting() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            raise lost from None  # as a library may that is called while it loads

    def failing() -> None:
        raise LookupError("none")

    assert exit_code(meeting) == 130
    assert capsys.readouterr().err == "aidgen: interrupted; finished files are complete\n"
    note_file("content/mini/rules.yaml")
    assert exit_code(failing) == 1
    reported = capsys.readouterr().err
    assert reported.startswith(
        "aidgen: internal error while reading content/mini/rules.yaml; please"
    )
    path = Path(reported.split("with ")[1].strip())
    assert "LookupError: none" in path.read_text(encoding="utf-8")
    path.unlink()
