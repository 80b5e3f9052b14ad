"""`aidgen doctor`: what this machine has, and lacks."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from aidgen.cli import doctor
from tests.commands import aidgen


def test_what_the_machine_lacks_is_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aidgen.assets.fonts.FONT_PACKAGES", ("font_source_none_pro",))
    result = aidgen("doctor")
    assert result.exit_code == 3
    assert "missing fonts: the font package font-source-none-pro is not installed" in result.output


def test_whatever_the_engine_raises_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> str:
        raise RuntimeError("libpango: wrong ELF class")

    monkeypatch.setitem(cast("dict[str, object]", doctor.NEEDS), "typesetting", broken)
    result = aidgen("doctor")
    assert result.exit_code == 3
    assert "missing typesetting: libpango: wrong ELF class" in result.output


def test_it_is_content_with_this_machine() -> None:
    result = aidgen("doctor")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\nok ") - result.stdout.count("\nok      fonts for ") == 5
    assert "fonts of themes: Cormorant, Lilita One, Marcellus, Vollkorn" in result.stdout


def test_it_names_the_package_of_a_font_that_a_theme_lacks(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = pack / "content" / "mini" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(
        text.replace("  editions:", "  theme: {fonts: {title: No Such}}\n  editions:"),
        encoding="utf-8",
    )
    monkeypatch.chdir(pack)
    result = aidgen("doctor")
    assert result.exit_code == 3
    assert "missing fonts of themes: the font `No Such` is not installed" in result.output
    assert "pip install fontpkg-no-such" in result.output
