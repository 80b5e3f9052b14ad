"""User settings are read strictly; those of the pack override those of the user."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.assets.options import PrintOptions
from aidgen.pipeline.settings import user_settings
from aidgen.problems import InputError

ALL = """[print]
paper = "letter"
gap = 3
bleed = 1.5
ink = "low"
large = true
booklet = true
gutterfold = true
single-sided = false
offset = [0.5, -1]
languages = "fr+en"
fillable = true
"""


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the user's settings, not written yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "aidgen").mkdir(parents=True)
    return tmp_path / "config" / "aidgen" / "aidgen.toml"


def test_every_print_option_has_a_key(user: Path, tmp_path: Path) -> None:
    user.write_text(ALL, encoding="utf-8")
    wanted = PrintOptions(
        paper="letter",
        ink="low",
        large=True,
        booklet=True,
        gap=3.0,
        bleed=1.5,
        gutterfold=True,
        offset=(0.5, -1.0),
        languages=("fr", "en"),
        fillable=True,
    )
    assert PrintOptions(**user_settings(tmp_path)) == wanted
    assert wanted.name == (
        "letter-low-ink-large-booklet-gap3-bleed1.5-gutterfold-offset+0.5-1-fr+en-fillable"
    )


def test_the_settings_of_a_pack_override_those_of_the_user(user: Path, tmp_path: Path) -> None:
    user.write_text(ALL, encoding="utf-8")
    (tmp_path / "aidgen.toml").write_text('[print]\npaper = "a3"\ngap = 1\n', encoding="utf-8")
    found = user_settings(tmp_path)
    assert (found["paper"], found["gap"], found["bleed"]) == ("a3", 1.0, 1.5)


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (
            '[print]\npaper = "lettre"\n',
            ":2: error: found paper = 'lettre' (did you mean `letter`?)",
        ),
        ("[print]\n\ngapp = 3\n", ":3: error: found gapp = 3 (did you mean `gap`?)"),
        ("[print]\ngap = -1\n", ":2: error: found gap = -1 (expected 0 to 50, in mm)"),
        ("[print]\ngap = true\n", ":2: error: found gap = True (expected 0 to 50, in mm)"),
        ('[print]\ngutterfold = "yes"\n', ":2: error: found gutterfold = 'yes' (expected true or"),
        ("[print]\noffset = [1]\n", ":2: error: found offset = [1] (expected two numbers, as in"),
        (
            '[print]\nlanguages = "fr"\n',
            ":2: error: found languages = 'fr' (expected two languages, as in fr+en)",
        ),
        ("[build]\n", ":1: error: found `build`, expected only the table [print]"),
        ("print = 1\n", ":1: error: found `print`, expected only the table [print]"),
        ("[print]\ngap = = 1\n", ":2: error: invalid TOML: "),
    ],
)
def test_an_error_names_its_line(user: Path, tmp_path: Path, text: str, reported: str) -> None:
    user.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        user_settings(tmp_path)
    (problem,) = map(str, caught.value.problems)
    assert problem.startswith(f"{user}{reported}")
