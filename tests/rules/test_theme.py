"""Themes: each thing that cannot be had or read is reported at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.page.theme import theme_problems
from aidgen.rules.pictures import colours_have_contrast
from aidgen.rules.references import marks_are_declared
from tests.mini import change, problems_of, read

GAME, AIDS = "content/mini/game.yaml", "content/mini/aids.yaml"
ACCENT = '  accent: "#335577"\n'


def themed(pack: Path, *lines: str) -> list[str]:
    """Give the game Mini a theme; return what is wrong with it, with its lines."""
    theme = "\n".join(["  theme:", *(f"    {line}" for line in lines), ""])
    change(pack, GAME, ACCENT, f"{ACCENT}{theme}")
    game_data = read(pack)
    laws = (theme_problems, marks_are_declared, colours_have_contrast)
    return [str(problem) for law in laws for problem in law(game_data)]


@pytest.mark.parametrize(
    ("line", "at", "said"),
    [
        ('colours: {ink: "#ffff66"}', "9:20", "#ffff66 has a contrast of 1.1 : 1 to paper"),
        ('colours: {tint: "#888888"}', "9:21", "#888888 has a contrast of 2.2 : 1 to ink"),
        ('colours: {modules: {night: "#eeeeee"}}', "9:32", "expected at least 3 : 1"),
        ('colours: {modules: {nihgt: "#000000"}}', "9:32", "did you mean `night`?"),
        ("fonts: {title: No Such}", "9:20", "pip install fontpkg-no-such"),
        ("fonts: {text: Lilita One}", "9:19", "no weight 700 and no slanted letters"),
        (
            "fonts: {title: {files: [x.ttf], licence: X}}",
            "9:21",
            "`x.ttf` is not in the folder `assets`",
        ),
        ("cover: nothing.png", "9:12", "paths start in the folder `assets`"),
        ("cover: game.yaml/../../x", "9:12", "expected a file in the folder `assets`"),
    ],
)
def test_what_is_wrong_is_reported_at_its_line(pack: Path, line: str, at: str, said: str) -> None:
    try:
        reported = themed(pack, line)
    except Exception as error:
        reported = [str(error)]
    assert any(f"{GAME}:{at}" in one and said in one for one in reported), reported


def test_a_pale_accent_is_doubted_at_its_line(pack: Path) -> None:
    change(pack, GAME, "#335577", "#ffff66")
    said = "warning: #ffff66 has a contrast of 1.1 : 1 to paper, expected at least 3 : 1"
    assert f"{GAME}:7:11: {said}" in map(str, colours_have_contrast(read(pack)))


def test_a_font_file_without_its_licence_is_an_error(pack: Path) -> None:
    change(pack, GAME, ACCENT, f"{ACCENT}  theme: {{fonts: {{title: {{files: [x.ttf]}}}}}}\n")
    assert any("without a `licence`" in one.message for one in problems_of(pack))
