"""What a whole catalogue shows: texts pasted in two places, two words for one, tu and vous."""

from __future__ import annotations

from aidgen.game.context import Context
from aidgen.translation.consistency import Consistency, Translated

MIXED = [
    ("g.rules.a.text", "Draw a card.", "Piochez une carte de votre main."),
    ("g.rules.b.text", "Play a card.", "Jouez une carte de votre main."),
    ("g.rules.c.text", "Keep a card.", "Gardez une carte pour vous."),
    ("g.rules.d.text", "You win.", "Vous gagnez."),
]


def reported(*texts: tuple[str, str, str], locale: str = "fr") -> list[str]:
    listed = [Translated(Context.read(context), *words) for context, *words in texts]
    aids = [frozenset(f"rules.{letter}" for letter in letters) for letters in ("abcde", "x")]
    known = Consistency.of(listed, locale, aids)
    return [one.message for text in listed for one in known.differences(text)]


def test_a_text_pasted_elsewhere_is_reported_on_both_sides() -> None:
    pasted = "Chaque joueur pioche deux cartes."
    assert reported(
        ("g.rules.a.text", "Every player draws two cards.", pasted),
        ("g.rules.b.text", "The fire goes out at once.", pasted),
        ("g.rules.c.text", "Each player draws two cards.", pasted),
    ) == [
        "repeated: `g.rules.b.text` has the same translation",
        "repeated: `g.rules.a.text` has the same translation",
        "repeated: `g.rules.b.text` has the same translation",
    ]


def test_a_title_equal_to_that_before_it_is_reported_however_short() -> None:
    assert reported(
        ("g.states.a.title", "Stunned", "Sonné"),
        ("g.states.b.title", "Poisoned", "Sonné"),
        ("g.rules.c.title", "Stun", "Sonné"),
    ) == ["repeated: `g.states.a.title` has the same translation"]


def test_a_name_has_one_translation() -> None:
    widow = ("The Ash Widow", "la Veuve Cendre")
    assert reported(
        ("g.cards.a.title", *widow),
        ("g.cards.b.title", *widow),
        ("g.cards.c.title", "The Ash Widow", "la Veuve Ash"),
    ) == ["term: `The Ash Widow` is `la Veuve Cendre` elsewhere"]


def test_the_reader_of_an_aid_is_addressed_in_one_way() -> None:
    assert reported(*MIXED) == []
    assert reported(*MIXED, *MIXED, ("g.rules.x.text", "Draw.", "Pioche pour toi.")) == []
    (message,) = reported(*MIXED, *MIXED, ("g.rules.e.text", "Draw.", "Pioche pour toi."))
    assert message == "address: found `toi`, but other texts say `votre`"
    polite = [(f"g.rules.{letter}.text", "Draw.", "Ziehen Sie eine Karte.") for letter in "abcd"]
    (message,) = reported(*polite, ("g.rules.e.text", "Draw.", "Zieht für euch."), locale="de")
    assert message == "address: found `euch`, but other texts say `Sie`"
