from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.data import GameData
from aidgen.game.figures import Figure
from aidgen.game.load import games, load, template_words
from aidgen.game.texts import Text
from aidgen.problems import InputError
from tests.mini import change, problems_of, read


def test_a_folder_that_is_no_pack_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no folder `content`, expected a pack"):
        games(tmp_path)


def test_an_unknown_game_is_reported_with_the_closest(pack: Path) -> None:
    with pytest.raises(
        InputError, match=r"found no game.yaml in this folder \(did you mean `mini`\?\)"
    ):
        load(pack, "minni")


def test_the_id_of_a_game_is_the_name_of_its_folder(pack: Path) -> None:
    change(pack, "content/mini/game.yaml", "id: mini", "id: maxi")
    (problem,) = problems_of(pack)
    assert str(problem).startswith("content/mini/game.yaml:3:7: error: found the id `maxi`")


def test_faults_of_all_files_are_reported_at_once(pack: Path) -> None:
    change(pack, "content/mini/game.yaml", "id: mini", "id: mini\n  id: mini")
    change(pack, "content/mini/tables.yaml", "1: [0, 1]", "1: [0, 1")
    assert {problem.where.file for problem in problems_of(pack)} == {
        "content/mini/game.yaml",
        "content/mini/tables.yaml",
    }


def test_rows_are_read_in_the_order_of_the_columns(mini: GameData) -> None:
    rows = mini.tables["wounds"].parts["together"].rows
    assert [str(cell) for cell in rows["2+"].values()] == ["2+", "2", "4", "3"]


def test_every_text_has_one_context_and_a_place(expedition: GameData) -> None:
    contexts = [str(context) for context, _ in expedition.texts()]
    assert len(contexts) == len(set(contexts)) > 400
    for context, text in expedition.texts():
        where = expedition.where(context)
        line = (BUNDLED_PACK / where.file).read_text(encoding="utf-8").split("\n")[where.line - 1]
        opens = (">-", "|-", ">", "|", *([":"] if text.plural else []))
        assert str(text)[:8] in line or line.rstrip().endswith(opens), where


def test_a_canon_travels_to_another_process_whole(mini: GameData) -> None:
    again = pickle.loads(pickle.dumps(mini))
    assert again == mini
    assert [leaf.state for _, leaf in again.leaves if isinstance(leaf, Text)] == [
        leaf.state for _, leaf in mini.leaves if isinstance(leaf, Text)
    ]


def test_a_pack_may_change_the_words_of_the_templates(pack: Path) -> None:
    (pack / "templates").mkdir()
    (pack / "templates" / "words.yaml").write_text("contents: In this book\n", encoding="utf-8")
    assert template_words(pack)[0]["contents"] == "In this book"
    assert template_words(pack)[0]["glossary"] == "Glossary"


@pytest.mark.parametrize(
    ("ref", "kind"),
    [
        ("rules.fight", "Rule"),
        ("tables.wounds", "Table"),
        ("tables.wounds.alone", "Part"),
        ("terms", "dict"),
    ],
)
def test_references_are_found(mini: GameData, ref: str, kind: str) -> None:
    assert type(mini.find(ref)).__name__ == kind


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("'007'", "007"),
        ("1.10", "1.10"),
        ("2d6+0", "2d6+0"),
        ("'+05'", "+05"),
        ("1_000", "1_000"),
        ("01-04", "01-04"),
    ],
)
def test_a_cell_of_words_stays_as_it_was_typed(pack: Path, typed: str, printed: str) -> None:
    change(pack, "content/mini/tables.yaml", "1: [a crown]", f"1: [{typed}]")
    rows = read(pack).tables["prizes"].rows or {}
    assert rows["1"]["prize"] == Text(printed)


@pytest.mark.parametrize(
    "typed", ["7", "1.5", "2 - 4", "2–4", "9+", "d6", "2d6+1", "+5", "50 %", "3 / 4"]
)
def test_a_cell_of_words_may_be_a_figure_that_each_language_writes(pack: Path, typed: str) -> None:
    change(pack, "content/mini/tables.yaml", "1: [a crown]", f"1: [{typed}]")
    rows = read(pack).tables["prizes"].rows or {}
    assert isinstance(rows["1"]["prize"], Figure)


@pytest.mark.parametrize("name", [".#rules.yaml", "._rules.yaml", ".extra.yaml"])
def test_hidden_files_are_of_editors_and_systems(pack: Path, name: str) -> None:
    before = load(pack, "mini")
    (pack / "content" / "mini" / name).write_bytes(b"\xff: [")
    assert load(pack, "mini") == before
