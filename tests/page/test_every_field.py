"""Whatever `aidgen check` passes can be printed: each field of each record, there and not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.page.render import render
from tests.every import WORD, every_aid, every_record, presence

WHOLE = ("GameData.", "Game.", "Theme.", "Colours.", "Module.", "Edition.")
"""What a pack has once."""
SILENT = {
    "also": "is only searched for",
    "many": "is printed where a text quotes it",
    "one": "is printed if there is a definition",
    "header": "a range of the die may be in its place",
    "label": "an icon in a corner may be in its place",
}
"""The texts that are not on every page, by their field."""


def lost(game_data: GameData, folder: Path) -> Iterator[str]:
    """Render all aids, and yield the texts that are on none of their pages.

    Those of an aid itself must be on its own.
    """
    words = {
        name: words_of("".join(piece.inner for piece in parts.pieces))
        for name in game_data.aids
        for parts in [render(game_data, name, (folder, BUNDLED_PACK))]
    }
    anywhere = frozenset().union(*words.values())
    for context, text in game_data.texts():
        printed = words[context.ids[1]] if context.kind == "aids" else anywhere
        if context.name not in SILENT and not words_of(text) <= printed:
            yield str(context)


def words_of(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(text))


def test_each_text_that_check_passes_is_printed_whatever_else_is_there(tmp_path: Path) -> None:
    there: dict[str, set[bool]] = {}
    for write in (every_record, every_aid):
        folder = tmp_path / write.__name__
        folder.mkdir()
        game_data = write(folder)
        for field, is_there in presence(game_data):
            there.setdefault(field, set()).add(is_there)
        assert list(lost(localize(game_data, {}, "en"), folder)) == []
    fields = {field: seen for field, seen in there.items() if not field.startswith(WHOLE)}
    assert {field for field, seen in fields.items() if True not in seen} == set()
