"""A published table helps to begin a translation."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from tests.commands import aidgen

TABLE = """# Coûts

| Objet | Prix |
|---|---|
| Torche | 2 |
| Corde | 15 |
| Lanterne | 40 |
"""

PRICES = """tables:
  prices:
    title: Prices
    columns: {name: {header: Thing, type: text}, price: {header: Price}}
    rows: {torch: [Torch, 2], rope: [Rope, 15], lantern: [Lantern, 40]}
"""


@pytest.fixture
def published(pack: Path) -> Path:
    (pack / "content" / "mini" / "prices.yaml").write_text(PRICES, encoding="utf-8")
    (pack / "fr.md").write_text(TABLE, encoding="utf-8")
    return pack


def test_what_a_table_has_for_empty_cells_is_proposed_and_can_be_brought_in(
    published: Path,
) -> None:
    given = ("--game", "mini", "--locale", "fr", "--pack", published)
    out = published / "proposed.csv"
    result = aidgen("import-table", published / "fr.md", *given, "--propose", out)
    assert f"{out} written: 5 proposals, each to be read" in result.stdout
    aidgen("i18n", "import", out, "--locale", "fr", "--pack", published)
    po = polib.pofile(str(published / "locales" / "fr" / "mini.po"))
    found = {one.msgctxt: one for one in po}
    rope = found["mini.tables.prices.rows.rope.name"]
    assert (rope.msgid, rope.msgstr, rope.fuzzy) == ("Rope", "Corde", True)
    assert found["mini.tables.prices.columns.price.header"].msgstr == "Prix"


def test_what_is_translated_is_not_proposed(published: Path) -> None:
    with (published / "locales" / "fr" / "mini.po").open("a", encoding="utf-8") as file:
        file.write(
            '\nmsgctxt "mini.tables.prices.rows.rope.name"\nmsgid "Rope"\nmsgstr "Cordage"\n'
        )
    out = published / "proposed.csv"
    given = ("--game", "mini", "--locale", "fr", "--pack", published)
    aidgen("import-table", published / "fr.md", *given, "--propose", out)
    assert "rope" not in out.read_text(encoding="utf-8")
