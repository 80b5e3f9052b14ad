"""`aidgen build`: what it says of the PDFs, and what stops which of them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

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
    reported = aidgen("check", "--pack", pack).stderr
    assert {line.split(":")[0] for line in reported.rstrip().split("\n")} >= {
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
    assert "aidgen build mini --aid deck --locale en" in gallery
    assert aidgen("verify", copy / "out").exit_code == 0


def test_an_aid_in_two_languages_is_proved_and_read_aloud_in_each(copy: Path) -> None:
    aids = [word for aid in ("deck", "book", "hexes") for word in ("--aid", aid)]
    words = ("--pack", copy / "pack", "--out", copy / "out")
    result = aidgen("build", *aids, *words, "--languages", "fr+en")
    assert result.exit_code == 0, result.output
    assert "--languages: warning: does not apply to mini/hexes" in result.stderr
    folder = copy / "out" / "mini" / "fr" / "fr+en"
    with pypdfium2.PdfDocument(folder / "mini-deck-fr-fr+en.pdf") as document:
        sides = [page.get_textpage().get_text_bounded() for page in document]
    backed = ["Night" in side for side in sides], ["Wounds" in side for side in sides]
    # Night has the other language on its back; Fight, which has a back, is printed in each.
    assert backed == ([True, True] + [False] * 4, [False, False, False, True, False, True])
    for aid in ("deck", "book"):
        with pikepdf.open(folder / f"mini-{aid}-fr-fr+en.pdf") as document:
            assert document.Root.Lang == "fr"
            elements = list(document.Root.StructTreeRoot.K[0].K)
            langs = [str(element.get("/Lang", "fr")) for element in elements]
            assert set(langs) == {"fr", "en"}
            assert aid == "deck" or langs == sorted(langs, reverse=True)
    assert '"variant": "fr+en"' in (folder / "manifest.json").read_text(encoding="utf-8")
    assert aidgen("verify", copy / "out").exit_code == 0


def test_a_fault_of_the_second_language_leads_to_its_own_line(copy: Path) -> None:
    """Nothing else knows which of two files a text that is too long stands in."""
    po = copy / "pack" / "locales" / "fr" / "mini.po"
    text = po.read_text(encoding="utf-8").rstrip()
    long = " ".join(["Nuit noire"] * 20)
    entry = f'msgctxt "mini.cards.night.front.title"\nmsgid "Night"\nmsgstr "{long}"\n'
    po.write_text(f"{text}\n\n{entry}", encoding="utf-8")
    line = text.count("\n") + 3
    asked = ("build", "--aid", "deck", "--pack", copy / "pack", "--out", copy / "out")
    result = aidgen(*asked, "--languages", "en+fr")
    assert result.exit_code == 1
    found = re.search(r"locales/fr/mini.po:(\d+):1: error: `mini.cards.night", result.stderr)
    assert found, result.stderr
    assert line <= int(found[1]) <= line + 2


def test_what_does_not_fit_since_one_chose_so_is_reported_of_the_choice(copy: Path) -> None:
    rules = copy / "pack" / "content" / "mini" / "rules.yaml"
    text = rules.read_text(encoding="utf-8")
    long = "W" * 28  # as wide as an A5 page in 9 pt, wider in 14 pt
    rules.write_text(text.replace("The den is dark.", f"The den is dark. {long}"), "utf-8")
    asked = ("build", "--pack", copy / "pack", "--out", copy / "out", "--locale", "en")
    assert aidgen(*asked, "--aid", "book").exit_code == 0
    result = aidgen(*asked, "--aid", "book", "--large", "--booklet")
    assert result.exit_code == 1
    assert "--large --booklet: warning: leaves too little room for some" in result.stderr


def test_chosen_cards_are_printed_alone(copy: Path) -> None:
    """By title, id or tag; of the aids, those that have them."""
    pack, out = copy / "pack", copy / "out"
    night = "  night: {front: {title: Night,"
    change(pack, "content/mini/aids.yaml", night, night.replace("{front", "{tags: [dark], front"))
    for asked, name, count in (
        ("Night", "cards-night", 1),
        ("NIGHT, fight", "cards-fight-night", 3),
        ("dark", "cards-night", 1),
    ):
        words = ("build", "--pack", pack, "--out", out, "--locale", "en", "--cards", asked)
        result = aidgen(*words)
        assert result.exit_code == 0, result.output
        with pypdfium2.PdfDocument(out / f"mini/en/{name}/mini-deck-en-{name}.pdf") as document:
            words_on_it = document[0].get_textpage().get_text_bounded()
        assert words_on_it.count("half as far") + words_on_it.count("Roll at most") == count, (
            words_on_it
        )
        assert not list((out / "mini" / "en" / name).glob("*book*"))


def test_an_unknown_card_is_wrong_usage(copy: Path) -> None:
    words = ("build", "--pack", copy / "pack", "--out", copy / "out")
    result = aidgen(*words, "--cards", "Nihgt,Fight")
    assert result.exit_code == 2
    assert "--cards: error: no card has the title, the id, the tag or the field `Nihgt` " in (
        result.stderr
    )
    assert "(did you mean `Night`?)" in result.stderr
    assert aidgen(*words, "--cards", "Night,,Fight").exit_code == 2


def test_cards_that_changed_since_they_were_printed_are_printed_again(copy: Path) -> None:
    pack, out = copy / "pack", copy / "out"
    words = ("build", "--aid", "deck", "--locale", "en", "--pack", str(pack), "--out", str(out))
    manifest = shutil.copy(out / "mini" / "en" / "manifest.json", copy / "printed.json")
    result = aidgen(*words, "--since", manifest)
    assert result.exit_code == 0, result.output
    assert "No card has changed since it was printed." in result.stdout
    change(pack, "content/mini/game.yaml", "  hit: 2d6+1", "  hit: 2d6+2")
    result = aidgen(*words, "--since", manifest)
    assert result.exit_code == 0, result.output
    sheet = out / "mini" / "en" / "cards-fight" / "mini-deck-en-cards-fight.pdf"
    assert f"{sheet}: print fight\n" in result.stdout
    assert sheet.is_file()
    night, dusk = ("  night: {front: {title: Night", "  dusk: {front: {title: Dusk")
    change(pack, "content/mini/aids.yaml", night, dusk)
    (copy / "printed").mkdir()
    shutil.move(manifest, copy / "printed" / "manifest.json")
    result = aidgen(*words, "--since", copy / "printed")
    assert "mini deck no longer prints cards.night\n" in result.stdout
    assert "mini-deck-en.pdf: throw away night\n" in result.stdout
    assert "print fight, dusk\n" in result.stdout


def test_a_folder_without_a_manifest_is_wrong_usage(copy: Path) -> None:
    words = ("build", "--aid", "plan", "--pack", copy / "pack", "--out", copy / "out")
    result = aidgen(*words, "--since", copy / "pack" / "content")
    assert result.exit_code == 2
    assert "--since: error: found no manifest.json with cards in " in result.stderr


BACKS = """\
game: {id: g, title: G, language: en, editions: {}, credits: C, notice: N}
cards:
  state: {front: {title: Bleeding}, back: {title: Bleeding, text: Lose a point.}}
  OTHER
aids:
  deck: {title: Deck, kind: cards, paper: poker, contents: [cards]}
"""


@pytest.mark.parametrize(
    ("card", "code", "reported"),
    [
        ("more: {front: {title: Burning}, back: {title: B, text: Lose two.}}", 2, "does not apply"),
        ("more: {front: {title: Burning}, back: {title: State}}", 0, "flip on the long edge"),
    ],
)
def test_backs_with_texts_are_printed_whatever_is_chosen(
    tmp_path: Path, card: str, code: int, reported: str
) -> None:
    home = tmp_path / "pack" / "content" / "g"
    home.mkdir(parents=True)
    (home / "game.yaml").write_text(BACKS.replace("OTHER", card), encoding="utf-8")
    words = ("build", "--pack", tmp_path / "pack", "--out", tmp_path / "out", "--no-backs")
    result = aidgen(*words)
    assert result.exit_code == code, result.output
    assert reported in result.output
