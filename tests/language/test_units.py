"""Quantities with units: stored once, and said as the readers of each language measure."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.game.figures import Quantity
from aidgen.game.load import load
from aidgen.game.tables import Table
from aidgen.language.quantities import unit_system
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.rules import check_game
from tests.mini import change, problems_of
from tests.sheets import html_of

PO = "locales/fr/mini.po"
MOVE = '\nmsgctxt "mini.rules.guess.text"\nmsgid "{source}"\nmsgstr "{text}"\n'


@pytest.fixture
def measured(pack: Path) -> Path:
    """Mini with a reach of 5 ft, and a table in feet."""
    change(pack, "content/mini/game.yaml", "  health: 12", "  health: 12\n  reach: 5 ft")
    change(
        pack,
        "content/mini/game.yaml",
        "  editions:",
        "  units:\n    ft: {into: m, times: 0.3}\n  editions:",
    )
    change(pack, "content/mini/rules.yaml", "text: The den is dark.", 'text: "Within {reach}."')
    path = pack / PO
    text = path.read_text(encoding="utf-8").split("# The translator")[0]
    entry = MOVE.format(source="Within {reach}.", text="À {reach}.")
    path.write_text(text + entry, encoding="utf-8")
    return pack


@pytest.mark.parametrize(
    ("locale", "expected"),
    [("en", "imperial"), ("en_GB", "imperial"), ("fr", "metric"), ("en_AU", "metric")],
)
def test_who_measures_how(locale: str, expected: str) -> None:
    assert unit_system(locale) == expected


def test_a_text_quotes_it_in_the_units_of_its_readers(measured: Path) -> None:
    pack = Pack(measured)
    assert str(pack.localized("mini", "en").rules["guess"].text) == "Within 5\N{NO-BREAK SPACE}ft."
    assert "1,5\N{NARROW NO-BREAK SPACE}m." in str(pack.localized("mini", "fr").rules["guess"].text)


def test_sheets_in_other_units_bear_the_mark_of_the_game(measured: Path) -> None:
    pack = Pack(measured)
    assert pack.localized("mini", "fr").mark == pack.mark("mini")


def test_without_a_conversion_the_unit_stays(measured: Path) -> None:
    change(measured, "content/mini/game.yaml", "  units:\n    ft: {into: m, times: 0.3}\n", "")
    assert "5\N{NARROW NO-BREAK SPACE}pi." in str(
        Pack(measured).localized("mini", "fr").rules["guess"].text
    )


def test_a_column_is_measured_too(measured: Path) -> None:
    (measured / "content" / "mini" / "paces.yaml").write_text(
        """tables:
  paces:
    title: Paces
    columns: {name: {header: Beast, type: text}, pace: {header: Pace, measure: ft}}
    rows: {slow: [Snail, 5], fast: [Hare, 30]}
""",
        encoding="utf-8",
    )
    english, french = (
        Pack(measured).localized("mini", one).tables["paces"] for one in ("en", "fr")
    )
    assert paces(english) == ["5", "30"]
    assert paces(french) == ["1,5", "9"]
    assert (english.columns["pace"].unit, french.columns["pace"].unit) == ("ft", "m")


def paces(table: Table) -> list[str]:
    return [str(row["pace"]) for row in (table.rows or {}).values()]


def test_a_number_typed_in_other_units_is_the_same(measured: Path) -> None:
    change(measured, "content/mini/rules.yaml", "text: Move 2 fields.", "text: Move 10 feet.")
    for text, right in (("Avancez de 3 m.", True), ("Avancez de 4 m.", False)):
        with (measured / PO).open("a", encoding="utf-8") as file:
            file.write(
                f'\nmsgctxt "mini.procedures.turn.steps.move.text"\nmsgid "Move 10 feet."\n'
                f'msgstr "{text}"\n'
            )
        reported = [one.problem.message for one in Pack(measured).findings("mini", "fr")]
        assert any(one.startswith("number:") for one in reported) is not right
        lines = (measured / PO).read_text(encoding="utf-8").split('\nmsgctxt "mini.procedures')
        (measured / PO).write_text(lines[0], encoding="utf-8")


def test_pages_with_quantities_are_made(measured: Path) -> None:
    for job in plan(Pack(measured), aids=("book",)).jobs:
        assert ("1,5\N{NARROW NO-BREAK SPACE}m" in html_of(job)) is (job.locale == "fr")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("into: m", "into: ell", "ell"),
        ("times: 0.3", "times: 0", "expected a number above 0"),
        ("reach: 5 ft", "reach: 5 ells", "expected a number"),
    ],
)
def test_what_is_no_unit_is_reported(measured: Path, old: str, new: str, message: str) -> None:
    change(measured, "content/mini/game.yaml", old, new)
    assert any(message in str(problem) for problem in problems_of(measured))


def test_every_figure_may_have_a_unit() -> None:
    assert str(Quantity.read("2d6 ft")) == "2d6 ft"
    assert str(Quantity.read("20/60ft")) == "20/60 ft"
    assert Quantity.read("5 ells") is None
    assert str(Quantity.read("5 ells", ["ells"])) == "5 ells"
    assert Quantity.read("1.5m") == Quantity.read("1.5 m")
    assert str(Quantity.read("-2 km")) == "-2 km"


ARMS = """tables:
  arms:
    title: Arms
    columns:
      name: {header: Arm, type: text}
      price: {header: Price}
      reach: {header: Reach}
      half: {header: Half price, derive: price / 2}
    rows:
      club: [Club, 1 sp, 5 ft]
      bow: [Bow, 50 gp, 20/60 ft]
      fist: [Fist, na, na]
"""
OWN_UNITS = '  own_units: {gp: "{number} gp", sp: "{number} sp"}\n  editions:'
GOLD = """
msgctxt "mini.game.own_units.gp"
msgid "{number} gp"
msgstr "po {number}"
"""


@pytest.fixture
def arms(measured: Path) -> Path:
    """Mini with a table of cells with units, some of its own, and with what does not apply."""
    change(measured, "content/mini/game.yaml", "  editions:", OWN_UNITS)
    (measured / "content" / "mini" / "arms.yaml").write_text(ARMS, encoding="utf-8")
    with (measured / PO).open("a", encoding="utf-8") as file:
        file.write(GOLD)
    return measured


def cells(pack: Path, locale: str, column: str) -> list[str]:
    rows = Pack(pack).localized("mini", locale).tables["arms"].rows or {}
    return [str(row[column]).replace("\N{NARROW NO-BREAK SPACE}", " ") for row in rows.values()]


def test_cells_have_units_where_their_language_has_them(arms: Path) -> None:
    assert cells(arms, "en", "price") == ["1\N{NO-BREAK SPACE}sp", "50\N{NO-BREAK SPACE}gp", "–"]
    assert cells(arms, "fr", "price") == ["1\N{NO-BREAK SPACE}sp", "po\N{NO-BREAK SPACE}50", "–"]


def test_cells_are_reported_in_the_units_of_their_readers(arms: Path) -> None:
    assert cells(arms, "en", "reach") == ["5\N{NO-BREAK SPACE}ft", "20/60\N{NO-BREAK SPACE}ft", "–"]
    assert cells(arms, "fr", "reach") == ["1,5 m", "6/18 m", "–"]


def test_what_is_worked_out_of_what_does_not_apply_does_not_either(arms: Path) -> None:
    assert cells(arms, "en", "half") == ["0.5", "25", "–"]


def test_figures_with_units_are_no_texts_to_translate(arms: Path) -> None:
    contexts = [str(context) for context, _ in Pack(arms).game_data("mini").texts()]
    assert [context for context in contexts if ".arms.rows." in context] == [
        f"mini.tables.arms.rows.{row}.name" for row in ("club", "bow", "fist")
    ]


def test_a_translated_unit_keeps_its_number(arms: Path) -> None:
    change(arms, PO, "po {number}", "pièces")
    reported = [one.problem.message for one in Pack(arms).findings("mini", "fr")]
    assert any("number" in one and "placeholder" in one for one in reported)


FAULTS = {
    'gp: "gold"': "found `gold`, expected {number} in it once (as in `{number} gp`)",
    'gp: "{number} gp", ft: "{number} f"': "`ft` is a standard unit and needs no text",
    "header: Reach, measure: ft}": "found the unit `ft`, but the column has a `measure`",
    "header: Reach, measure: f}": "unknown unit `f`",
}


@pytest.mark.parametrize("new", FAULTS)
def test_what_does_not_fit_a_unit_is_reported(arms: Path, new: str) -> None:
    if "gp:" in new:
        change(arms, "content/mini/game.yaml", 'gp: "{number} gp"', new)
    else:
        change(arms, "content/mini/arms.yaml", "header: Reach}", new)
    assert any(FAULTS[new] in str(one) for one in check_game(load(arms, "mini")))


def test_a_range_that_would_not_be_whole_is_reported(arms: Path) -> None:
    file = "content/mini/arms.yaml"
    change(arms, file, "header: Reach}", "header: Reach, measure: ft}")
    change(arms, file, "5 ft]", "5-15]")
    change(arms, file, "20/60 ft]", "20/60]")
    found = [str(one) for one in check_game(load(arms, "mini")) if "ends" in one.message]
    assert len(found) == 1
    assert "arms.yaml:10:26: error: `5-15` ft cannot be converted" in found[0]
