"""Rows and records from a spreadsheet are those of YAML, and faults stand at file, row, column."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from aidgen.game.data import GameData
from aidgen.game.load import load
from aidgen.problems import InputError
from aidgen.rules import check_game
from tests.commands import aidgen
from tests.mini import read
from tests.trial import DECK, printed, reported, write_pack

GAME = """tables:
  arms:
    title: Arms
    columns:
      name: {header: Arm, type: text}
      price: {header: Price}
      double: {header: Twice, derive: 2 * price}
    rows: {from: arms.csv}
cards: {from: spells.xlsx, sheet: First, columns: {title: Name, text: Says, copies: How many}}
aids:
  arms: {title: Arms, kind: sheet, paper: A4, blocks: {arms: {contents: [tables.arms]}}}
  spells: {title: Spells, kind: cards, paper: poker, contents: [cards.fire-ball, cards.shield]}
"""
ARMS = "id,name,price\nclub,Club,1\nbow,Long bow,\nfist,Fist,3/4\n"
SPELLS = [
    ["Name", "Says", "How many", "Notes"],
    ["Fire Ball", "8d6 fire.", 2, "cut?"],
    ["Shield", "Until *your* turn.", None, None],
]


@pytest.fixture
def game(pack: Path) -> Path:
    """Mini with a table from CSV and a deck from a workbook."""
    folder = pack / "content" / "mini"
    (folder / "arms.yaml").write_text(GAME, encoding="utf-8")
    (folder / "arms.csv").write_text(ARMS, encoding="utf-8")
    book = openpyxl.Workbook()
    book.active.title = "First"
    for row in SPELLS:
        book.active.append(row)
    book.save(folder / "spells.xlsx")
    return pack


def problems(pack: Path) -> list[str]:
    try:
        return [str(one) for one in check_game(read(pack))]
    except InputError as error:
        return sorted(map(str, error.problems))


def change(pack: Path, old: str, new: str, file: str = "arms.yaml") -> None:
    path = pack / "content" / "mini" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def rows(game_data: GameData) -> dict[str, list[str]]:
    table = game_data.tables["arms"]
    return {name: [str(cell) for cell in row.values()] for name, row in (table.rows or {}).items()}


def test_rows_and_cards_come_from_files(game: Path) -> None:
    game_data = read(game)
    assert problems(game) == []
    assert rows(game_data) == {
        "club": ["Club", "1", "2"],
        "bow": ["Long bow", "–", "–"],
        "fist": ["Fist", "3/4", "1.5"],
    }
    ball = game_data.cards["fire-ball"]
    assert (ball.front.title, ball.front.text, ball.copies) == ("Fire Ball", "8d6 fire.", 2)
    assert game_data.cards["shield"].copies == 1


def test_what_they_have_in_common_is_said_once(game: Path) -> None:
    change(game, "sheet: First,", "sheet: First, same: {front: {icon: fire}, copies: 3},")
    cards = read(game).cards
    assert [cards[name].front.icon for name in ("fire-ball", "shield")] == ["fire", "fire"]
    assert [cards[name].copies for name in ("fire-ball", "shield")] == [2, 3]
    change(game, "icon: fire", "icon: fyre")
    (problem,) = problems(game)[:1]
    assert problem.startswith("content/mini/arms.yaml:9:")
    assert "fyre" in problem
    change(game, "front: {icon: fyre}", "fronts: 1")
    (problem,) = problems(game)
    assert "arms.yaml:9:49: error: unknown key `fronts`" in problem


def test_an_empty_cell_is_a_dash_or_room_to_write(game: Path) -> None:
    change(game, "{from: arms.csv}", "{from: arms.csv, empty: blank}")
    assert rows(read(game))["bow"] == ["Long bow", "None", "None"]


def test_a_table_of_figures_takes_its_first_column_for_ids(game: Path) -> None:
    change(game, "name: {header: Arm, type: text}", "name: {header: Level}")
    change(game, ARMS, "name,price\n1,5\n2,7\n", "arms.csv")
    assert rows(read(game)) == {"1": ["1", "5", "10"], "2": ["2", "7", "14"]}


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ("bow,Long bow,", "bow,Long bow,many", "arms.csv:3:3: error: found `many` in column"),
        ("bow,", "club,", "arms.csv:3:1: error: duplicate `club`, first at line 2"),
        ("bow,", ",", "arms.csv:3:1: error: found nothing, expected an id"),
        ("id,name,price", "id,name,prize", "arms.yaml:8:18: error: `arms.csv` has no column"),
        ("id,name,price", "id,name,price,x", "arms.csv:1:4: error: unknown column `x`"),
        ("Fist", "Fist {x}", "arms.csv:4:2: error: unknown value `{x}`"),
        ("Fist", "<b>", "arms.csv:4:2: error: "),
    ],
)
def test_a_fault_of_a_file_is_reported_at_its_row_and_column(
    game: Path, old: str, new: str, reported: str
) -> None:
    change(game, old, new, "arms.csv")
    assert any(one.startswith(f"content/mini/{reported}") for one in problems(game)), problems(game)


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ("from: arms.csv", "from: arm.csv", "8:18: error: no file `arm.csv` in the game"),
        ("from: arms.csv", "from: ../mini/arms.csv", "8:18: error: `../mini/arms.csv` is out"),
        ("from: arms.csv", "from: /etc/passwd", "8:18: error: `/etc/passwd` is outside"),
        ("arms.csv}", "arms.csv, idd: x}", "8:28: error: unknown key `idd`"),
        ("arms.csv}", "arms.csv, id: x}", "8:32: error: `arms.csv` has no column `x`"),
        ("sheet: First", "sheet: Frist", "spells.xlsx: error: has no sheet `Frist` (did you mean"),
        ("title: Name", "titel: Name", "9:59: error: unknown column `titel`"),
        (
            "title: Name",
            "cost: Name",
            "9:58: error: unknown column `cost` (`fields.cost: Name` is a field of its deck)",
        ),
        ("title: Name", "title: Nam", "9:59: error: `spells.xlsx` has no column `Nam`"),
        (
            ", columns: {title: Name, text: Says, copies: How many}",
            "",
            "spells.xlsx:1:1: error: unknown",
        ),
    ],
)
def test_what_is_said_wrongly_of_a_file_is_reported(
    game: Path, old: str, new: str, reported: str
) -> None:
    change(game, old, new)
    file = "" if reported.startswith(("arms", "spells")) else "arms.yaml:"
    assert any(one.startswith(f"content/mini/{file}{reported}") for one in problems(game)), (
        problems(game)
    )


def test_a_link_that_leads_out_of_the_folder_is_not_followed(game: Path, tmp_path: Path) -> None:
    path = game / "content" / "mini" / "arms.csv"
    path.rename(tmp_path / "arms.csv")
    path.symlink_to(tmp_path / "arms.csv")
    assert "no file `arms.csv` in the game's folder" in problems(game)[0]


def test_each_line_of_a_rule_in_a_file_is_kept(tmp_path: Path) -> None:
    rules = "rules: {from: d.csv}\n"
    rules += "aids: {s: {title: S, kind: sheet, paper: A5, blocks: {b: {contents: [rules.a]}}}}"
    text = 'id,title,text\na,A,"One\n*two*\n\n3 coins\n- four\nfive\nsix"\n'
    html = printed(write_pack(tmp_path, rules, d__csv=text), "s").replace("\n", "")
    assert "One<br><em>two</em></p>" in html
    assert "3\xa0coins</p><ul" in html
    assert "<li>four</li></ul>" in html
    assert "five<br>six</p>" in html


def test_a_card_of_no_copies_is_left_out(tmp_path: Path) -> None:
    text = "Name,Text,Qty,Notes\nOne,x,1,\nZero,x,0,later\nBlank,x,,\n,,,\nTwo,x,2,\n"
    records = "cards: {from: d.csv, columns: {title: Name, text: Text, copies: Qty}}\n"
    pack = write_pack(tmp_path, records + DECK, d__csv=text)
    assert reported(pack) == []
    cards = load(pack, "g").cards
    assert {name: card.copies for name, card in cards.items()} == {"one": 1, "blank": 1, "two": 2}


PRICES = """tables:
  goods:
    title: Goods
    columns: {thing: {header: A, type: text}, price: {header: B}, note: {header: C, type: text}}
    rows: {from: d.csv}
aids: {s: {title: S, kind: sheet, paper: A5, blocks: {b: {contents: [tables.goods]}}}}
"""


def test_decimal_commas_between_semicolons_are_read(tmp_path: Path) -> None:
    text = "thing;price;note\nA;1,5;1,5\nB;0,250;x\nC;-12,50;x\nD;7;10.000\n"
    pack = write_pack(tmp_path, PRICES, d__csv=text.replace("0,250", "0,25"))
    assert reported(pack) == []
    cells = [
        [str(cell) for cell in row.values()]
        for row in (load(pack, "g").tables["goods"].rows or {}).values()
    ]
    assert cells == [
        ["A", "1.5", "1,5"],
        ["B", "0.25", "x"],
        ["C", "-12.5", "x"],
        ["D", "7", "10.000"],
    ]
    pack = write_pack(tmp_path, PRICES, d__csv=text)
    assert reported(pack)[0].startswith(
        "d.csv:3:2: error: found `0,250` in column `price`, expected a"
    )


def test_a_sign_of_decimals_or_of_thousands_is_reported(tmp_path: Path) -> None:
    def said(typed: str) -> str:
        return (
            f"error: found `{typed}`, which is 2500 in some languages and 2.5 in others"
            " (write `2500` or `2.5`: each language prints its own signs)"
        )

    pack = write_pack(tmp_path, PRICES, d__csv="thing;price;note\nA;2,500;2,500\n")
    assert reported(pack) == [f"d.csv:2:2: {said('2,500')}"]
    pack = write_pack(tmp_path, PRICES, d__csv="thing,price,note\nA,2.500,2.500\n")
    assert reported(pack) == [f"d.csv:2:2: {said('2.500')}"]
    pack = write_pack(tmp_path, PRICES, d__csv='thing,price,note\nA,"2,500",x\n')
    assert reported(pack) == []
    game = pack / "content" / "g" / "game.yaml"
    game.write_text(game.read_text().replace("language: en", "language: de"))
    assert reported(pack) == [f"d.csv:2:2: {said('2,500')}"]


def test_faults_and_warnings_are_of_the_cells_that_are_read(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["title", "copies", "edited"], ["A", "#REF!", "#REF!"], ["B", 2, 3]):
        book.active.append(row)
    for place in ("B3", "C3"):
        book.active[place].number_format = '0" of 9"'
    book.active.append(["C", "#DIV/0!", None])
    pack = write_pack(tmp_path, "cards: {from: d.xlsx, ignore: [edited]}\n" + DECK)
    path = pack / "content" / "g" / "d.xlsx"
    book.save(path)
    assert reported(pack) == [
        "d.xlsx:2:2: error: found the formula error #REF!",
        "d.xlsx:4:2: error: found the formula error #DIV/0!",
    ]
    book.active["B2"], book.active["B4"] = 1, 1
    book.save(path)
    assert [line.split(" (")[0] for line in reported(pack)] == [
        'd.xlsx:3:2: warning: its number format `0" of 9"` is not read: printed as 2'
    ]


def test_another_sheet_is_proposed(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    book.active.append(["read me"])
    book.create_sheet("Goods").append(["thing", "price", "note"])
    pack = write_pack(tmp_path, PRICES.replace("d.csv", "d.xlsx"))
    book.save(pack / "content" / "g" / "d.xlsx")
    assert reported(pack)[0].endswith("(`sheet: Goods` reads another sheet than `Notes`)")


def test_two_names_of_one_id_are_reported_as_they_are_typed(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, "cards: {from: d.csv}\n" + DECK, d__csv="title\nC+\nC++\n")
    said = "`C++` has the same id as `C+` of line 2: `c` (add a column of ids)"
    assert reported(pack) == [f"d.csv:3:1: error: {said}"]


def test_headings_that_people_write_are_proposed_as_columns(game: Path) -> None:
    folder = game / "content" / "mini"
    (folder / "cards.csv").write_text("Name,Rules,Cost\nAxe,Cuts.,1\n", "utf-8")
    (folder / "extra.yaml").write_text("cards: {from: cards.csv}\n", "utf-8")
    hint = "(`columns: {title: Name, text: Rules}` reads it)"
    assert [one for one in problems(game) if "cards.csv" in one] == [
        f"content/mini/cards.csv:1:1: error: unknown column `Name` {hint}",
        f"content/mini/cards.csv:1:2: error: unknown column `Rules` {hint}",
        "content/mini/cards.csv:1:3: error: unknown column `Cost` (`ignore: [Cost]` skips it)",
    ]


def test_the_look_of_pictures_is_for_rows_that_have_one(game: Path) -> None:
    folder = game / "content" / "mini"
    (folder / "cards.csv").write_text("id,title,image.file\na,Axe,art/axe.png\nb,Bow,\n", "utf-8")
    (folder / "extra.yaml").write_text(
        "cards: {from: cards.csv, same: {image: {height: 26}}}\n", "utf-8"
    )
    assert not [one for one in problems(game) if "missing" in one]


IMPORTED = """tables:
  goods:
    title: Goods
    columns:
      name: {header: Name, type: text}
      qty: {header: Qty}
      price_gp: {header: 'Price: gp'}
    rows:
      from: goods.csv
      columns: {name: Name, qty: Qty, price_gp: 'Price: gp'}
# If each row is a card:
cards:
  from: goods.csv
  columns: {title: Name, copies: Qty}
"""


def test_the_yaml_that_reads_a_file_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "goods.csv"
    path.write_text("Name;Qty;Price: gp\nRope;2;1,5\n", "utf-8")
    assert aidgen("import", path).stdout == IMPORTED
    pack = write_pack(tmp_path / "pack", IMPORTED + DECK, goods__csv=path.read_text("utf-8"))
    assert reported(pack) == [
        "a.yaml:2:3: error: no aid prints `tables.goods` (add it to an aid's contents)"
    ]
    game_data = load(pack, "g")
    assert [str(cell) for cell in (game_data.tables["goods"].rows or {})["rope"].values()] == [
        "Rope",
        "2",
        "1.5",
    ]
    assert game_data.cards["rope"].copies == 2


def test_a_table_below_a_die_is_imported_as_its_faces(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("d20,What\n1,No\n2-20,Yes\n", encoding="utf-8")
    assert "    die: d20\n    columns:\n      d20: {header: d20, type: range}\n" in (
        aidgen("import", path).stdout
    )
    path.write_text("d20,What\nOne,No\n2-20,Yes\n", encoding="utf-8")
    assert "die:" not in aidgen("import", path).stdout
