"""Names that authors give their records, and files: each has one id, or one spelling."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from PIL import Image

from aidgen.game.fields import slug
from aidgen.game.load import load
from tests.trial import DECK, reported, write_pack


@pytest.mark.parametrize(
    ("words", "made"),
    [
        ("rat", "rat"),
        ("  Big   Rat ", "big-rat"),
        ("Hand Axe", "hand-axe"),
        ("Épée à deux mains", "epee-a-deux-mains"),
        ("Thieves’ Tools (2)", "thieves-tools-2"),
        ("Straße", "strasse"),
        ("Łódź", "lodz"),
        ("2.5", "2-5"),
        ("c_7", "c_7"),
        ("Щит", "щит"),
        ("狼", "狼"),
        ("★", ""),
    ],
)
def test_an_id_is_made_of_words(words: str, made: str) -> None:
    assert slug(words) == made
    assert slug(unicodedata.normalize("NFD", words)) == made


@pytest.mark.parametrize("name", ["rat", "5e", "1", "a--b_c", "jeu-été", "щит", "狼"])
def test_an_id_is_of_letters_of_any_language(tmp_path: Path, name: str) -> None:
    cards = f"cards: {{{name}: {{front: {{title: A, text: x}}, deck: {name}, tags: [{name}]}}}}\n"
    deck = f"decks: {{{name}: {{fields: {{{name}: {{}}}}}}}}\n"
    pack = write_pack(tmp_path, cards + deck + DECK)
    assert reported(pack) == []
    assert list(load(pack, "g").cards) == [name]


def test_the_id_that_a_name_would_have_is_proposed(tmp_path: Path) -> None:
    table = "{title: T, columns: {Price (gp): {header: P}}, rows: {1: []}}"
    records = f"rules: {{Big Rat: {{title: A, text: x}}}}\ntables: {{t: {table}}}\n"
    assert [line.partition("error: ")[2] for line in reported(write_pack(tmp_path, records))] == [
        "found `Big Rat`, expected an id of lower-case letters, digits, - and _ (write `big-rat`)",
        "found `Price (gp)`, expected an id of lower-case letters, digits and _ (write `price_gp`)",
    ]


@pytest.mark.parametrize("game", ["jeu-été", "5e", "狼"])
def test_a_game_is_called_as_its_folder(tmp_path: Path, game: str) -> None:
    write_pack(tmp_path, "cards: {a: {front: {title: A, text: x}}}\n" + DECK)
    folder = (tmp_path / "content" / "g").rename(tmp_path / "content" / game)
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text.replace("id: g", f"id: {game}"), encoding="utf-8")
    assert load(tmp_path, game).game.id == game


@pytest.mark.parametrize(
    "name",
    [
        "art\\Wölfe 1.png",
        "./art/Wölfe 1.png",
        "assets/art/Wölfe 1.png",
        "ART/wölfe 1.PNG",
        "art/Wo\u0308lfe 1.png",
    ],
)
def test_a_file_is_found_however_it_is_spelled(tmp_path: Path, name: str) -> None:
    (tmp_path / "assets" / "art").mkdir(parents=True)
    Image.new("RGB", (1200, 800), "white").save(tmp_path / "assets" / "art" / "Wölfe 1.png")
    pack = write_pack(
        tmp_path, "cards: {from: d.csv}\n" + DECK, d__csv=f"id,title,image\na,A,{name}\n"
    )
    assert [one for one in reported(pack) if "error" in one] == []


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("wolf.png", "did you mean `art/wolf.png`?"),
        ("../wolf.png", "expected a file in the folder `assets` (as in `art/wolf.png`)"),
        ("C:\\art\\wolf.png", "expected a file in the folder `assets` (as in `art/wolf.png`)"),
        ("/art/wolf.png", "expected a file in the folder `assets` (as in `art/wolf.png`)"),
    ],
)
def test_a_file_that_is_not_there_is_reported(tmp_path: Path, name: str, fault: str) -> None:
    (tmp_path / "assets" / "art").mkdir(parents=True)
    (tmp_path / "assets" / "art" / "wolf.png").write_bytes(b"")
    pack = write_pack(
        tmp_path, "cards: {from: d.csv}\n" + DECK, d__csv=f"id,title,image\na,A,{name}\n"
    )
    assert fault in reported(pack)[0]
