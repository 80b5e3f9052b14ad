"""The game in `examples/`: whole, in both its languages, and printed without a fault."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from aidgen import BUNDLED_PACK
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.layout.document import page_of
from aidgen.page.render import render
from tests.commands import aidgen

EXAMPLE = BUNDLED_PACK / "examples" / "ember-keep"


def test_ember_keep_is_printed_without_a_problem(tmp_path: Path) -> None:
    """Two aids in French are printed here; `bench/examples.py` prints all in both languages."""
    aids = ("--aid", "summary", "--aid", "treasures")
    result = aidgen("build", "--pack", EXAMPLE, "--out", tmp_path, "--locale", "fr", *aids)
    assert (result.exit_code, result.stderr) == (0, "")
    names = {path.name for path in tmp_path.rglob("*.pdf")}
    assert names == {"ember-keep-summary-fr.pdf", "ember-keep-treasures-fr.pdf"}


def test_its_cards_are_of_four_sizes_and_in_the_order_of_each_language() -> None:
    game_data = load(EXAMPLE, "ember-keep")
    rendered = render(localize(game_data, {}, "en"), "cards", (EXAMPLE, BUNDLED_PACK))
    assert len({deck.trim for deck in rendered.decks}) == 4
    cards = localize(game_data, {}, "en").cards.values()
    titles = [str(card.front.title) for card in cards if card.deck == "dangers"]
    assert titles == sorted(titles)


def test_a_game_whose_title_is_not_translated_yet_has_its_cards(tmp_path: Path) -> None:
    """The line below the title, at the foot of a card, is clear of its frame."""
    pack = shutil.copytree(EXAMPLE, tmp_path / "pack")
    po = pack / "locales" / "fr" / "ember-keep.po"
    entry = 'msgid "Ember Keep"\nmsgstr "{}"'
    text = po.read_text(encoding="utf-8")
    po.write_text(text.replace(entry.format("Ember Keep"), entry.format("")), encoding="utf-8")
    game = pack / "content" / "ember-keep" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    for name, value in (("frame", "single"), ("corners", "cut")):
        text = re.sub(rf"(\b{name}: )\w+", rf"\g<1>{value}", text)
    attribution = "Rules by A. Stranger, pictures by B. Painter of Boats. CC BY-SA 4.0"
    text = text.replace("  notice:", f"  attribution: {attribution}\n  notice:")
    game.write_text(text, encoding="utf-8")
    given = ("--pack", pack, "--out", tmp_path / "out", "--locale", "fr", "--aid", "easy-dangers")
    result = aidgen("build", *given)
    assert "Built 1 PDF" in result.stdout
    assert "` is not translated" in result.stderr


LAMPLIGHTERS = BUNDLED_PACK / "examples" / "lamplighters"


def test_the_lamplighters_have_page_numbers_footnotes_and_an_index() -> None:
    """The pages are built by `bench/examples.py`, which takes minutes."""
    game_data = localize(load(LAMPLIGHTERS, "lamplighters"), {}, "en")
    rendered = render(game_data, "rulebook", (LAMPLIGHTERS, BUNDLED_PACK))
    (book,) = rendered.documents
    assert book.html.count('class="ag-footnote"') == 3
    assert book.html.count('data-anchor="plate:') == 3
    for ref in ("sections.index", "tables.gear", "rules.keeping"):
        assert page_of(ref) in book.html
    index = book.html.rpartition('class="ag-index-list"')[2]
    assert "Marr, Odile" in index
    assert "What this game is" not in index
    (short,) = render(game_data, "rules", (LAMPLIGHTERS, BUNDLED_PACK)).documents
    assert 'class="ag-contents' in book.front
    assert 'class="ag-contents' not in short.front


def test_the_lamplighters_are_whole_in_both_languages() -> None:
    result = aidgen("check", "--pack", LAMPLIGHTERS)
    assert result.exit_code == 0
    assert "2 languages" in result.stdout


TIDEWRACK = BUNDLED_PACK / "examples" / "tidewrack"


def test_tidewrack_has_eighty_cards_without_a_word_of_reproach() -> None:
    game_data = load(TIDEWRACK, "tidewrack")
    assert len(game_data.cards) == 80
    checked = aidgen("check", "--strict", "--pack", TIDEWRACK)
    assert (checked.exit_code, checked.stderr) == (0, "")


def test_layouts_of_tidewrack_are_printed(tmp_path: Path) -> None:
    """The larger decks are rendered, here and when their games are checked.

    All are printed in both languages by `bench/examples.py`.
    """
    given = ("--pack", TIDEWRACK, "--out", tmp_path, "--aid", "relics", "--locale", "fr")
    result = aidgen("build", *given)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [path.name for path in tmp_path.rglob("*.pdf")] == ["tidewrack-relics-fr.pdf"]
