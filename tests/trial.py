"""Small packs as people write them: one game of a few lines, its files, and what comes of it."""

from __future__ import annotations

import textwrap
from pathlib import Path

from aidgen import BUNDLED_PACK
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.render import render
from aidgen.problems import InputError
from aidgen.rules import check_game

GAME = """game:
  id: g
  title: Trial
  language: en
  credits: By its author.
  notice: A play aid.
"""
DECK = "aids: {deck: {title: Cards, kind: cards, paper: poker, contents: [cards]}}\n"


def write_pack(folder: Path, records: str, **files: str | bytes) -> Path:
    """Write a pack of one game: its records, and files beside them (`d__csv` is d.csv)."""
    inner = folder / "content" / "g"
    inner.mkdir(parents=True, exist_ok=True)
    (inner / "game.yaml").write_text(GAME, encoding="utf-8")
    (inner / "a.yaml").write_text(textwrap.dedent(records), encoding="utf-8")
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (inner / name.replace("__", ".")).write_bytes(data)
    return folder


def reported(pack: Path) -> list[str]:
    """Return what `aidgen check` tells of a pack, without the folder of the game."""
    try:
        problems = check_game(load(pack, "g"))
    except InputError as error:
        problems = sorted(error.problems)
    return [str(problem).removeprefix("content/g/") for problem in problems]


def printed(pack: Path, aid: str = "deck", locale: str = "en") -> str:
    """Return the HTML of an aid; the pack has no faults."""
    assert reported(pack) == []
    parts = render(localize(load(pack, "g"), {}, locale), aid, (BUNDLED_PACK,))
    sides = [(card.front, card.back) for deck in parts.decks for card in deck.cards]
    faces = (side.inner for both in sides for side in both if side)
    return "".join([*(document.html for document in parts.documents), *faces])
