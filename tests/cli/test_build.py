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


def test_a_variant_is_published_beside_what_it_is_one_of(copy: Path) -> None:
    """Its faces are on the shelf: nothing is set anew but what says how to fold."""
    words = ("build", "--aid", "deck", "--locale", "en", "--pack", copy / "pack")
    result = aidgen(*words, "--out", copy / "out", "--gutterfold", "--offset", "1,2")
    assert result.exit_code == 0, result.output
    folder = copy / "out" / "mini" / "en" / "gutterfold"
    assert {path.name for path in folder.iterdir()} == {
        "manifest.json",
        "mini-deck-en-gutterfold.pdf",
    }
    assert '"variant": "gutterfold"' in (folder / "manifest.json").read_text(encoding="utf-8")
    gallery = (copy / "out" / "index.html").read_text(encoding="utf-8")
    assert 'href="mini/en/gutterfold/mini-deck-en-gutterfold.pdf"' in gallery
    assert "aidgen build mini --aid deck --locale en --bleed --gap --gutterfold" in gallery
    assert aidgen("verify", copy / "out").exit_code == 0


def test_a_booklet_is_proved_as_a_whole(copy: Path) -> None:
    """Read in the order of its pages, its links and bookmarks in their places on the sheets."""
    words = ("build", "--aid", "book", "--locale", "en", "--pack", copy / "pack")
    result = aidgen(*words, "--out", copy / "out", "--booklet")
    assert result.exit_code == 0, result.output
    assert (copy / "out/mini/en/booklet/mini-book-en-booklet.pdf").is_file()


def test_habits_are_kept_in_the_pack_and_left_out_on_demand(copy: Path) -> None:
    (copy / "pack" / "aidgen.toml").write_text("[print]\nsingle-sided = true\n", encoding="utf-8")
    words = ("build", "--aid", "deck", "--aid", "plan", "--locale", "en", "--pack", copy / "pack")
    result = aidgen(*words, "--out", copy / "out")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (copy / "out/mini/en/single-sided/mini-deck-en-single-sided.pdf").is_file()
    result = aidgen(*words, "--plain", "--out", copy / "out")
    assert "0 of them new" in result.stdout
