"""Our templates are compiled once for all packs; those of a pack are its own."""

from __future__ import annotations

import shutil
from pathlib import Path

from aidgen.build.pack import Pack
from aidgen.game.load import OURS
from aidgen.page.compiling import COMPILED
from aidgen.page.pieces import Deck
from aidgen.page.render import render
from tests.mini import MINI

OWN = "<p>Own {{ words.unofficial }}</p>"


def foot(pack: Path) -> str:
    """Return the foot of the cards of a pack."""
    deck = render(Pack(pack).localized("mini", "en"), "deck", (pack, OURS))
    assert isinstance(deck, Deck)
    assert deck.foot
    return deck.foot.piece.inner


def test_ours_are_compiled_once_for_all_packs_and_those_of_a_pack_are_its_own(
    tmp_path: Path,
) -> None:
    one, other = (shutil.copytree(MINI, tmp_path / name) for name in ("one", "other"))
    ours = foot(one)
    compiled = set(COMPILED)
    own = other / "templates" / "cards" / "foot.html"
    own.parent.mkdir(parents=True)
    own.write_text(OWN, encoding="utf-8")
    assert foot(other) == '<p>Own <span data-context="ui.unofficial">Unofficial play aid</span></p>'
    assert set(COMPILED) == compiled
    own.unlink()
    assert foot(shutil.copytree(other, tmp_path / "third")) == ours
