"""`aidgen print`: asks for what is left out, builds it, and says what to set."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import aidgen.cli.print as printing
from aidgen.cli import main
from aidgen.sandbox import windows
from tests.commands import aidgen


def asked(monkeypatch: pytest.MonkeyPatch, copy: Path, answers: str, *words: str) -> Result:
    """Run `aidgen print` on the test game, as on a terminal; it opens nothing."""
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    opened: list[str] = []

    def note(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr(printing, "open_outside", note)
    command = ["print", *words, "--pack", str(copy / "pack"), "--out", str(copy / "out")]
    result = CliRunner().invoke(main, command, input=answers)
    assert isinstance(result.exception, (SystemExit, type(None))), result.exception
    is_opened = result.exit_code == 0 and "--no-open" not in words
    reported = [f"file://{result.stdout.splitlines()[0]}"] if is_opened else []
    assert opened == reported
    return result


def test_it_asks_builds_says_what_to_set_and_opens_the_pdf(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = asked(monkeypatch, copy, "deck\nfr\nletter\nlow\nn\n")
    assert result.exit_code == 0, result.output
    pdf, *settings = result.stdout.splitlines()
    assert pdf == str(copy / "out/mini/fr/letter-low-ink/mini-deck-fr-letter-low-ink.pdf")
    assert Path(pdf).is_file()
    assert settings == [
        "  Pages:     all 2",
        "  Paper:     Letter",
        "  Size:      100 % (actual size), not “fit to page”",
        "  Two-sided: on, flip on the long edge",
        "  Colour:    colour or black and white",
    ]
    for name in ("Aid", "Language", "Paper (", "Ink (", "Large print [y/N]"):
        assert name in result.stderr
    assert "Deck (cards)\n" in result.stderr
    assert "fr  Français\n" in result.stderr
    assert "booklet" not in result.stderr


def test_it_asks_for_nothing_that_is_given_and_takes_numbers(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("mini", "screen", "--locale", "en", "--ink", "normal", "--no-open")
    result = asked(monkeypatch, copy, "a4\n\n", *words)
    assert result.exit_code == 0, result.output
    assert "Aid" not in result.stderr
    assert "Ink" not in result.stderr
    assert "  Two-sided: as you like" in result.stdout
    numbered = asked(monkeypatch, copy, "2\n1\na4\nnormal\n\n", "--no-open")
    assert numbered.exit_code == 0, numbered.output


def test_it_offers_a_booklet_of_a_book(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = "a4\nnormal\nn\ny\n"
    result = asked(monkeypatch, copy, answers, "mini", "book", "--locale", "en")
    assert result.exit_code == 0, result.output
    assert "As a booklet, two pages a side, to fold and staple [y/N]" in result.stderr
    assert "mini-book-en-booklet.pdf" in result.stdout
    assert "  Two-sided: on, flip on the short edge" in result.stdout


def set_locale(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LC_PAPER", "LANG"):
        monkeypatch.setenv(name, environment.get(name, ""))


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_usual_language_is_that_of_the_computer(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_locale(monkeypatch, environment)
    assert printing.usual_language(["de", "en", "fr"], "en") == language


def test_without_a_terminal_the_language_is_that_of_the_computer(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_locale(monkeypatch, {"LANG": "fr_FR.UTF-8"})
    words = ("mini", "screen", "--no-open", "--pack", copy / "pack", "--out", copy / "out")
    result = aidgen("print", *words)
    assert (result.exit_code, "mini-screen-fr.pdf" in result.stdout) == (0, True), result.output


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        ((), "expected a aid"),
        (("mini", "dek"), "`dek` is no aid of mini (did you mean `deck`?)"),
        (("maxi",), "`maxi` is no game of this pack"),
        (("mini", "deck", "--locale", "xx"), "`xx` is no locale of mini"),
        (("mini", "deck", "--locale", "en", "--booklet"), "--booklet: error: does not apply"),
    ],
)
def test_what_is_unknown_or_cannot_be_asked_is_reported(
    copy: Path, words: tuple[str, ...], reported: str
) -> None:
    result = aidgen("print", *words, "--pack", copy / "pack", "--out", copy / "out")
    assert result.exit_code == 2
    assert reported.replace("a aid", "an aid") in result.stderr


@pytest.mark.parametrize(
    ("environment", "paper"),
    [
        ({"LANG": "en_US.UTF-8"}, "letter"),
        ({"LANG": "en_US.UTF-8", "LC_PAPER": "de_DE.UTF-8"}, "a4"),
        ({"LC_ALL": "fr_CA"}, "letter"),
        ({"LANG": "C.UTF-8"}, "a4"),
        ({}, "a4"),
    ],
)
def test_the_usual_paper_is_that_of_the_country(
    environment: dict[str, str], paper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_locale(monkeypatch, environment)
    assert printing.usual_paper() == paper


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/mnt/c/Users/Ada/a b.pdf", r"C:\Users\Ada\a b.pdf"),
        ("/mnt/d", "D:\\"),
        ("/home/ada/build/x.pdf", r"\\wsl.localhost\Debian\home\ada\build\x.pdf"),
        ("/mnt/data/x", r"\\wsl.localhost\Debian\mnt\data\x"),
    ],
)
def test_windows_knows_a_file_of_wsl_by_its_own_path(
    path: str, seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "is_wsl", lambda: True)
    monkeypatch.setenv("WSL_DISTRO_NAME", "Debian")
    assert str(windows.outside_path(Path(path))) == seen
