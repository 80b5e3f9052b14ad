"""The game in `examples/`: whole, in both its languages, and printed without a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.game.load import OURS, load
from aidgen.jail.limits import Limits
from aidgen.language.localize import localize
from aidgen.page.pieces import Decks
from aidgen.page.render import render
from aidgen.problems import Unusable
from tests.commands import aidgen

EXAMPLE = OURS / "examples" / "ember-keep"


def test_ember_keep_is_printed_in_both_languages(tmp_path: Path) -> None:
    result = aidgen("build", "--pack", EXAMPLE, "--out", tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    names = {path.name for path in tmp_path.rglob("*.pdf")}
    aids = ("rulebook", "cards", "easy-dangers", "summary", "treasures", "omens")
    assert names == {f"ember-keep-{aid}-{locale}.pdf" for aid in aids for locale in ("en", "fr")}


def test_its_cards_are_of_four_sizes_and_in_the_order_of_each_language() -> None:
    canon = load(EXAMPLE, "ember-keep")
    parts = render(localize(canon, {}, "en"), "cards", (EXAMPLE, OURS))
    assert isinstance(parts, Decks)
    assert len({deck.trim for deck in parts.decks}) == 4
    cards = localize(canon, {}, "en").cards.values()
    titles = [card.front.title for card in cards if card.deck == "dangers"]
    assert titles == sorted(titles)


def test_cards_of_several_sizes_have_what_one_aid_may_take() -> None:
    canon = localize(load(EXAMPLE, "ember-keep"), {}, "en")
    whole = sum(len(piece.inner) for piece in render(canon, "cards", (EXAMPLE, OURS)).pieces)
    with pytest.raises(Unusable, match=r"`--limits html="):
        render(canon, "cards", (EXAMPLE, OURS), limits=Limits(html=whole - 1))
