"""Files that hold only what they say otherwise: variants of a region, a pack's own idioms."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import add, step
from tests.commands import aidgen
from tests.mini import change

PO = "locales/fr/mini.po"
VARIANT = "locales/fr_CA/mini.po"
START = '\nmsgctxt "mini.rules.start.text"\nmsgid "Every hero has {health} health & a *sword*."\n'


def text(pack: Path, locale: str, name: str) -> str:
    return str(Pack(pack).localized("mini", locale).rules[name].text)


@pytest.fixture
def variant(pack: Path) -> Path:
    """Mini with a variant of French, begun and empty."""
    assert [path.name for path in add(Pack(pack), "fr_CA", ["mini"])] == ["mini.po"]
    return pack


def test_a_variant_begins_empty_and_says_what_its_base_says(variant: Path) -> None:
    assert "msgctxt" not in (variant / VARIANT).read_text(encoding="utf-8")
    assert text(variant, "fr_CA", "start") == text(variant, "fr", "start")


def test_it_holds_what_differs_and_no_more_after_a_sync(variant: Path) -> None:
    with (variant / VARIANT).open("a", encoding="utf-8") as file:
        file.write(f'{START}msgstr "Chaque héros a {{health}} vies et une *épée*."\n')
    list(step(Pack(variant), "fr_CA"))
    assert (variant / VARIANT).read_text(encoding="utf-8").count("msgctxt") == 1
    assert "vies" in text(variant, "fr_CA", "start")
    assert "vies" not in text(variant, "fr", "start")
    assert list(step(Pack(variant), "fr_CA")) == []


def test_stats_of_a_variant_count_its_base(variant: Path) -> None:
    rows = [line.split() for line in aidgen("i18n", "stats", "--pack", variant).stdout.split("\n")]
    counts = {row[1]: row[2:] for row in rows if row and row[0] == "mini"}
    assert counts["fr_CA"] == counts["fr"]


def test_what_is_wrong_in_the_base_is_reported_at_its_line(variant: Path) -> None:
    change(variant, PO, "{health} points de vie", "{santé} points de vie")
    problems = [one.problem for one in Pack(variant).checked("mini", "fr_CA").findings]
    (reported,) = (one for one in problems if one.severity == "error")
    assert reported.where.file == PO


def test_a_variant_of_the_source_language_needs_no_translation(pack: Path) -> None:
    list(add(Pack(pack), "en_GB", ["mini"]))
    assert Pack(pack).checked("mini", "en_GB").findings == ()
    guess = Pack(pack).localized("mini", "en_GB").rules["guess"].text
    assert (str(guess), guess.state) == ("The den is dark.", "source")


def test_a_pack_adds_idioms_to_ours_without_the_rest(pack: Path) -> None:
    change(pack, PO, "une *épée*", "une *épée* de 3 mètres")
    problems = [one.problem.message for one in Pack(pack).checked("mini", "fr").findings]
    assert "number: `3` is not in the source" in problems
    words = pack / "locales" / "fr" / "ui.po"
    words.write_text('msgctxt "ui.idioms"\nmsgid "x"\nmsgstr "de 3 mètres"\n', encoding="utf-8")
    problems = [one.problem.message for one in Pack(pack).checked("mini", "fr").findings]
    assert "number: `3` is not in the source" not in problems
    assert not [one for one in problems if "ui." in one]
    assert len(Pack(pack).words("fr").entries) > 30
    list(step(Pack(pack), "fr"))
    assert words.read_text(encoding="utf-8").count("msgctxt") == 1
