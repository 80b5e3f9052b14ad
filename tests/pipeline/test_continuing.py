"""Fronts that are too full: on how few faces a text stands, and that all of it is proved there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pypdfium2
import pytest

from aidgen.assets.options import PrintOptions
from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.page.kinds.cards import divisions
from aidgen.page.pieces import Section
from aidgen.page.render import render
from aidgen.pipeline.bilingual import back_to_back
from aidgen.pipeline.composition import continue_leaves, divide_best
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.reports import going_on
from aidgen.pipeline.scheduler import Scheduler
from tests.bound import Here
from tests.commands import aidgen
from tests.mini import change, read

AIDS = "content/mini/aids.yaml"
NIGHT = "  night: {front: {title: Night, module: night, contents: [rules.dark]}}\n"
LONG = "One more word of what is to be told here, and then a few words more. " * 3
"""A paragraph of which two fill a card of 44 × 68 mm, and three do not stand on it."""
DECKS = "decks: {long: {size: mini, numbered: true}}"


def test_as_few_faces_as_can_be_are_taken_in_the_largest_type() -> None:
    held = {(0, 1): 9.0, (0, 2): 7.4, (1, 2): 10.0, (1, 3): 8.0, (2, 3): 12.0}
    assert divide_best(held, 3, 9) == ((0, 1), (1, 3))
    assert divide_best(held, 3, 1) == ()
    assert divide_best({(0, 1): 9.0, (1, 2): 9.0}, 3, 9) == ()


def test_a_text_is_divided_between_paragraphs_and_items_and_before_records(pack: Path) -> None:
    text = "First.\\n\\nThese:\\n- one\\n- two\\n\\n1. once\\n\\n2. twice"
    front = f'{{title: Night, text: "{text}", contents: [rules.dark, states.tired]}}'
    change(pack, AIDS, NIGHT, f"  night: {{front: {front}}}\n")
    face = read(pack).cards["night"].front
    assert face.text is not None
    found = [
        one if isinstance(one, str) else face.text[one.start : one.stop] for one in divisions(face)
    ]
    assert found == [
        "First.", "These:\n- one", "- two\n\n1. once\n\n2. twice", "rules.dark", "states.tired",
    ]  # fmt: skip


def deck(pack: Path, tmp_path: Path, overflow: str, paragraphs: int) -> Section:
    """Return the deck of Mini with a small card of so many paragraphs, as it goes on."""
    text = "\\n\\n".join(f"{number} {LONG}" for number in range(paragraphs))
    front = f'{{title: Night, icon: moon, text: "{text}", contents: [rules.dark]}}'
    card = f"{{deck: long, copies: 2, overflow: {overflow}, front: {front}}}"
    change(pack, AIDS, NIGHT, f"  night: {card}\n")
    (pack / "content/mini/decks.yaml").write_text(DECKS, encoding="utf-8")
    change(pack, AIDS, "contents: [cards]}", "contents: [cards.night]}")
    game_data = read(pack)
    parts = render(
        localize(game_data, {}, game_data.locale), "deck", (game_data.root, BUNDLED_PACK)
    ).section
    return asyncio.run(continue_leaves(parts, Scheduler(Here(), tmp_path)))


def words(deck: Section) -> list[str]:
    """Return what the promised texts of the card say, face by face."""
    faces = [face for card in deck.leaves for face in (card.front, card.back) if face]
    return [
        " ".join(text.text for text in face.promises.texts if ".night.front.text" in text.context)
        for face in faces
    ]


@pytest.mark.parametrize(
    ("overflow", "cards", "backs"), [("next card", 2, 0), ("back", 1, 1), ("shrink", 1, 0)]
)
def test_what_is_too_full_goes_on_and_nothing_is_lost(
    pack: Path, tmp_path: Path, overflow: str, cards: int, backs: int
) -> None:
    made = deck(pack, tmp_path, overflow, 3)
    assert (len(made.leaves), sum(bool(card.back) for card in made.leaves)) == (cards, backs)
    assert all(card.copies == 2 for card in made.leaves)
    assert " ".join(words(made)) == " ".join(f"{number} {LONG.strip()}" for number in range(3))
    if overflow != "shrink":
        assert all(f">1/1 · {n}/2<" in face for n, face in enumerate(inner(made), start=1))


def inner(deck: Section) -> list[str]:
    return [face.inner for card in deck.leaves for face in (card.front, card.back) if face]


def test_a_card_that_is_not_full_stays_whole(pack: Path, tmp_path: Path) -> None:
    (card,) = deck(pack, tmp_path, "next card", 1).leaves
    assert ">1/1<" in card.front.inner


def test_a_card_goes_on_on_as_many_cards_as_it_needs(pack: Path, tmp_path: Path) -> None:
    made = deck(pack, tmp_path, "next card", 5)
    assert [card.name for card in made.leaves] == ["night", "night.2", "night.3"]
    assert inner(made)[2].count('data-box="cards.night.front.3"') == 1


@pytest.mark.parametrize(
    ("overflow", "paragraphs", "fronts", "backs"),
    [
        # As many cards as each language needs; what only one needs is on sheets of its own.
        ("next card", (3, 5), ["en", "en", "fr"], ["fr", "fr"]),
        # In one it goes on on its back: both are printed in each language.
        ("back", (1, 3), ["en", "fr"], ["fr"]),
        ("back", (1, 1), ["en"], ["fr"]),
        ("shrink", (3, 3), ["en"], ["fr"]),
    ],
)
def test_cards_in_two_languages_go_on_and_nothing_is_lost(
    pack: Path,
    tmp_path: Path,
    overflow: str,
    paragraphs: tuple[int, int],
    fronts: list[str],
    backs: list[str],
) -> None:
    two_languages(pack, overflow, *paragraphs)
    change(pack, AIDS, "contents: [cards]}", "contents: [cards.night]}")
    first, second = (
        render(Pack(pack).localized("mini", locale), "deck", (pack, BUNDLED_PACK), BOTH).section
        for locale in ("en", "fr")
    )
    made = asyncio.run(_twofold(first, second, tmp_path))
    cards = [card for deck in made for card in deck.leaves]
    faces = [face for card in cards for face in (card.front, card.back) if face]
    assert [card.front.language for card in cards] == fronts
    assert [card.back.language for card in cards if card.back] == backs
    said = " ".join(text.text for face in faces for text in face.promises.texts)
    for word, number in zip(("One more word", "Encore un mot"), paragraphs, strict=True):
        assert [said.count(f"{one} {word}") for one in NAMES[:number]] == [1] * number


BOTH = PrintOptions(languages=("en", "fr"))
NAMES = ("Ada", "Bo", "Cy", "Di", "Eva")
"""Names at the beginnings of paragraphs."""


def two_languages(pack: Path, overflow: str, english: int, french: int) -> None:
    """Put a small card into Mini, of so many paragraphs in each of its languages."""
    said = "Encore un mot de ce qui se raconte ici, puis quelques autres. " * 3
    texts = [
        "\\n\\n".join(f"{name} {words.strip()}" for name in NAMES[:count])
        for words, count in ((LONG, english), (said, french))
    ]
    front = f'{{title: Night, text: "{texts[0]}"}}'
    change(pack, AIDS, NIGHT, f"  night: {{deck: long, overflow: {overflow}, front: {front}}}\n")
    (pack / "content/mini/decks.yaml").write_text("decks: {long: {size: mini}}", encoding="utf-8")
    entry = f'msgctxt "mini.cards.night.front.text"\nmsgid "{texts[0]}"\nmsgstr "{texts[1]}"\n'
    with (pack / "locales/fr/mini.po").open("a", encoding="utf-8") as file:
        file.write(f"\n{entry}")


async def _twofold(one: Section, other: Section, folder: Path) -> list[Section]:
    press = Scheduler(Here(), folder)
    first, second = [await continue_leaves(deck, press) for deck in (one, other)]
    return back_to_back([first], [second])


def test_a_card_that_goes_on_in_two_languages_is_proved_in_both(pack: Path, tmp_path: Path) -> None:
    two_languages(pack, "next card", 3, 5)
    words = ("--pack", pack, "--out", tmp_path, "--aid", "deck", "--languages", "en+fr")
    result = aidgen("build", *words)
    assert result.exit_code == 0, result.output
    pdf = pypdfium2.PdfDocument(tmp_path / "mini" / "en" / "en+fr" / "mini-deck-en-en+fr.pdf")
    said = " ".join("".join(page.get_textpage().get_text_range() for page in pdf).split())
    for word, number in (("One more word", 3), ("Encore un mot", 5)):
        assert all(f"{one} {word}" in said for one in NAMES[:number])


def test_the_fit_report_tells_what_goes_on_on_what() -> None:
    names = [
        "cards.a.front",
        "cards.a.front.2",
        "cards.a.front.3",
        "cards.b.front.back",
        "cards.c.back",
    ]
    assert going_on(names) == ("cards.a goes on on 3 cards", "cards.b goes on on its back")
