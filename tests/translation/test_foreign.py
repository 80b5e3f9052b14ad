"""`aidgen check-po`: PO files of other programs."""

from __future__ import annotations

from pathlib import Path

from tests.commands import aidgen

FILE = """\
msgid ""
msgstr "Language: fr\\n"

msgid "Draw three cards."
msgstr "Piochez trois cartes."

#, c-format
msgid "%d of <b>5</b> points"
msgstr "%d points sur 6"

msgid "Draw a card."
msgid_plural "Draw %d cards."
msgstr[0] "Piochez une carte."
msgstr[1] "Piochez 3 cartes."

#, fuzzy
msgid "Take 2 coins."
msgstr "Prenez 9 pièces."
"""


def test_any_po_file_is_compared_at_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "game.po"
    path.write_text(FILE, encoding="utf-8")
    result = aidgen("check-po", path)
    assert result.stdout == f"{path}: 3 texts compared\n"
    assert f"{path}:9: error: number: found `6`, expected `5`" in result.stderr
    assert f"{path}:13: warning: number: `3` is not in the source" in result.stderr
    assert result.exit_code == 1


def test_what_is_no_po_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "game.po"
    path.write_text("Draw a card.\n", encoding="utf-8")
    result = aidgen("check-po", path)
    assert result.exit_code == 1
    assert "not a line of a PO file" in result.stderr
