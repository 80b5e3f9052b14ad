"""Names that authors give their records, and files: each has one id, or one spelling."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from PIL import Image

from aidgen.game.ids import make_id, make_ref, make_value_id
from aidgen.game.load import load
from tests.trial import DECK, reported, write_pack

NAMES = {
    "rat": "rat",
    "a--b_c": "a--b_c",
    "1": "1",
    "A1": "a1",
    "5e": "5e",
    "Big Rat": "big-rat",
    "  Big   Rat ": "big-rat",
    "Étoile": "etoile",
    "jeu-été": "jeu-ete",
    "Œuf d’or": "oeuf-dor",
    "Straße": "strasse",
    "Ñandú": "nandu",
    "2.5": "2-5",
    "c_7": "c_7",
    "R&D / (x)": "r-d-x",
    "Łódź": "lodz",
    "Щит": "щит",
    "狼": "狼",
    "!!": "!!",
}


@pytest.mark.parametrize(("name", "made"), NAMES.items())
def test_a_name_has_one_id(name: str, made: str) -> None:
    assert make_id(name) == made
    assert make_id(unicodedata.normalize("NFD", name)) == made
    assert make_id(made) == made


def test_ids_of_columns_can_be_read_by_formulas() -> None:
    assert [make_value_id(one) for one in ("Price (gp)", "2h", "Étage")] == [
        "price_gp",
        "_2h",
        "etage",
    ]
    assert make_ref("cards.Big Rat") == "cards.big-rat"


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("!!", "2.5")])
def test_a_record_may_have_any_name(tmp_path: Path, name: str) -> None:
    records = f"""
        cards: {{{name!r}: {{front: {{title: A, text: x}}, deck: {name!r}, tags: [{name!r}]}}}}
        decks: {{{name!r}: {{fields: {{{name!r}: {{}}}}}}}}
        aids: {{deck: {{title: A, kind: cards, paper: poker, contents: ["cards.{name}"]}}}}
        """
    pack = write_pack(tmp_path, records)
    assert reported(pack) == []
    (card,) = load(pack, "g").cards
    assert card == NAMES[name]
    assert load(pack, "g").where(load(pack, "g").at("cards", card)).line == 2


def test_the_ids_of_a_file_are_made_by_the_same_rule(tmp_path: Path) -> None:
    names = [name for name in NAMES if name != "!!"]
    rows = "".join(f'"{name}",T,x\n' for name in names)
    pack = write_pack(tmp_path, "cards: {from: d.csv}\n" + DECK, d__csv=f"id,title,text\n{rows}")
    reported_ids = [one for one in reported(pack) if "have the same id" in one]
    assert len(reported_ids) == 1  # “Big Rat” with other spaces
    rows = "".join(f'"{name}",x\n' for name in names if name.strip() == name != "狼")
    pack = write_pack(tmp_path, "cards: {from: d.csv}\n" + DECK, d__csv=f"title,text\n{rows}")
    assert reported(pack) == []


def test_columns_may_have_any_name(tmp_path: Path) -> None:
    records = """
        tables:
          Big Table:
            title: T
            columns:
              Name: {header: N, type: text}
              Price (gp): {header: P}
              2x: {header: Q, derive: 2 * price_gp}
            rows: {from: d.csv}
        aids: {s: {title: S, kind: sheet, paper: A5, blocks: {b: {contents: [tables.Big Table]}}}}
        """
    pack = write_pack(tmp_path, records, d__csv="Name,Price (gp)\nA,1\nB,2\n")
    assert reported(pack) == []
    row = load(pack, "g").tables["big-table"].rows
    assert row is not None
    assert [str(cells["_2x"]) for cells in row.values()] == ["2", "4"]


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
