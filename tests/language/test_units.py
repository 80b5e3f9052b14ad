"""Quantities with units: stored once, and said as the readers of each language measure."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.build.pack import Pack
from aidgen.build.plan import plan
from aidgen.game.records import Table
from aidgen.game.units import Quantity
from aidgen.language.localize import system
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
    assert system(locale) == expected


def test_a_text_quotes_it_in_the_units_of_its_readers(measured: Path) -> None:
    pack = Pack(measured)
    assert str(pack.localized("mini", "en").rules["guess"].text) == "Within 5\N{NO-BREAK SPACE}ft."
    assert "1,5\N{NARROW NO-BREAK SPACE}m." in str(pack.localized("mini", "fr").rules["guess"].text)


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
        told = [one.problem.message for one in Pack(measured).findings("mini", "fr")]
        assert any(one.startswith("number:") for one in told) is not right
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
def test_what_is_no_unit_is_told(measured: Path, old: str, new: str, message: str) -> None:
    change(measured, "content/mini/game.yaml", old, new)
    assert any(message in str(problem) for problem in problems_of(measured))


def test_dice_and_ranges_have_no_unit() -> None:
    assert Quantity.read("2d6 ft") is None
    assert Quantity.read("1.5m") == Quantity.read("1.5 m")
    assert str(Quantity.read("-2 km")) == "-2 km"
