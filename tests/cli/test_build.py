"""`aidgen build`: what it says of the PDFs, and what stops which of them."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.commands import aidgen
from tests.mini import change


def test_a_game_or_translation_that_cannot_be_read_does_not_stop_the_others(pack: Path) -> None:
    shutil.copytree(pack / "content" / "mini", pack / "content" / "maxi")
    change(pack, "content/maxi/game.yaml", "id: mini", "id: maxi")
    shutil.copy(pack / "locales" / "fr" / "mini.po", pack / "locales" / "fr" / "maxi.po")
    (pack / "locales" / "fr" / "mini.po").write_text("msgid nothing\n", encoding="utf-8")
    (pack / "content" / "maxi" / "rules.yaml").write_text(": : :\n", encoding="utf-8")
    words = ("build", "--aid", "plan", "--pack", pack, "--out", pack / "out")
    result = aidgen(*words)
    assert result.exit_code == 1
    assert "content/maxi/rules.yaml:1:" in result.stderr
    assert "locales/fr/mini.po:1: error: " in result.stderr
    assert "1 of 2 PDFs" in result.stdout
    assert [path.name for path in (pack / "out" / "mini").rglob("*.pdf")] == ["mini-plan-en.pdf"]
    told = aidgen("check", "--pack", pack).stderr
    assert {line.split(":")[0] for line in told.rstrip().split("\n")} >= {
        "content/maxi/rules.yaml",
        "locales/fr/mini.po",
    }
    assert aidgen("build", "maxi", "--pack", pack, "--out", pack / "out").exit_code == 1
