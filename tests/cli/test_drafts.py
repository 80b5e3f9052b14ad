"""`aidgen build --draft`: all that can be typeset is printed, and stamped."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf

from tests.commands import aidgen

GAME = """\
game: {id: g, title: G, language: en, editions: {}, credits: C, notice: N}
cards:
  fine: {front: {title: Fine, text: It is short.}}
  long: {front: {title: Long, text: "LONG"}}
rules: {r: {title: R, text: Printed nowhere.}}
aids:
  deck: {title: Deck, kind: cards, paper: poker, contents: [cards]}
"""


def pack(folder: Path) -> Path:
    home = folder / "pack" / "content" / "g"
    home.mkdir(parents=True)
    long = " ".join(["Much too long for a card."] * 90)
    (home / "game.yaml").write_text(GAME.replace("LONG", long), encoding="utf-8")
    return folder / "pack"


def test_a_draft_has_all_cards_is_stamped_and_is_never_certified(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = aidgen("build", "--draft", "--pack", pack(tmp_path), "--out", out)
    assert result.exit_code == 1
    assert "does not fit" in result.stderr
    assert "no aid prints `rules.r`" in result.stderr  # a broken rule stops a PDF, and no draft
    (pdf,) = out.rglob("*.pdf")
    assert pdf == out / "draft" / "g" / "en" / "g-deck-en.pdf"
    assert not list(out.rglob("manifest.json"))
    with pikepdf.open(io.BytesIO(pdf.read_bytes())) as document:
        for page in document.pages:
            content = b"".join(one.read_bytes() for one in page.Contents)
            assert b"(DRAFT)" in content


def test_a_pdf_that_is_held_back_names_the_draft_once(tmp_path: Path) -> None:
    game = pack(tmp_path)
    path = game / "content" / "g" / "game.yaml"
    rule = "rules: {r: {title: R, text: Printed nowhere.}}\n"
    path.write_text(path.read_text("utf-8").replace(rule, ""), encoding="utf-8")
    result = aidgen("build", "--pack", game, "--out", tmp_path / "out")
    assert result.stderr.count("--draft") == 1
    assert (tmp_path / "out" / "held-back" / "g-deck-en.pdf").is_file()
