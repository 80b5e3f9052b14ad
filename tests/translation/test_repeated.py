"""The translation of another text, pasted."""

from __future__ import annotations

from aidgen.game.context import Context
from aidgen.translation.repeated import RepeatedTexts

DRAW, HEAL = Context("g", ("rules", "a", "text")), Context("g", ("rules", "b", "text"))
FRENCH = "Piochez une carte de votre paquet."


def reported(*sources: str) -> list[str]:
    texts = [
        (context, source, FRENCH) for context, source in zip((DRAW, HEAL), sources, strict=True)
    ]
    repeated = RepeatedTexts.of(texts)
    return [
        one.message
        for context, source, target in texts
        for one in repeated.mismatches(context, source, target)
    ]


def test_a_text_that_two_different_sources_have_is_reported_at_both() -> None:
    found = reported("Draw a card from your deck.", "Every enemy heals completely.")
    assert len(found) == 2
    assert str(HEAL) in found[0]


def test_two_sources_that_say_nearly_the_same_may_share_a_translation() -> None:
    assert reported("Draw a card from your deck.", "From your deck, draw one card.") == []
    assert reported("Draw a card from your deck.", "Draw a card from your deck.") == []


def test_short_texts_may_be_the_same() -> None:
    texts = [(DRAW, "Draw", "Piocher"), (HEAL, "Take", "Piocher")]
    assert RepeatedTexts.of(texts).entries == {}
