"""Tokens of any diameter, with any back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.render import render
from aidgen.page.sheets import Deck
from aidgen.rules import check_game
from tests.mini import change, read
from tests.sheets import typeset

AIDS = "content/mini/aids.yaml"


def tokens(pack: Path, token: str, options: PrintOptions = NO_OPTIONS) -> Deck:
    """Return the tokens of Mini, made as `token` says."""
    made = f"kind: tokens, paper: A4, token: {token}"
    change(pack, AIDS, "kind: tokens, paper: A4", made)
    found = render(localize(read(pack), {}, "en"), "counters", (BUNDLED_PACK,), options).decks[0]
    return found


def backs(deck: Deck) -> list[str]:
    return [card.back.inner for card in deck.cards if card.back]


def test_a_back_may_be_a_picture_cut_to_its_circle(pack: Path) -> None:
    deck = tokens(pack, "{diameter: 30 mm, back: {image: {file: back.svg, alt: A ring}}}")
    (one,) = set(backs(deck))
    assert re.search(r'<img class="ag-covering" src="aidgen:picture/[^"]+" alt="A ring">', one)
    (problem,) = check_game(read(pack))
    assert "another shape than 27.8 × 27.8 mm: 28% of it is cut off" in str(problem)


def test_a_token_may_turn_to_another_state(pack: Path) -> None:
    deck = tokens(pack, "{back: {states: {tired: brave}}}")
    tired, brave = backs(deck)
    assert "Brave" in tired
    assert "Brave" not in brave


@pytest.mark.parametrize("back", ["{image: back.svg}", "{icon: skull}"])
def test_tokens_are_set_without_a_fault(pack: Path, back: str) -> None:
    deck = tokens(pack, f"{{diameter: 15 mm, back: {back}}}", PrintOptions(ink="low"))
    made = typeset(*[card.front for card in deck.cards])
    assert made.faults == ()


@pytest.mark.parametrize(
    ("name", "diameter", "reported"),
    [
        ("Tired", "20 mm", False),
        ("Bewilderment", "20 mm", False),
        ("Uncomprehending", "20 mm", True),
        ("Uncomprehending", "30 mm", False),
        ("Tired out and sore", "20 mm", False),
        ("Tired of wanderings", "20 mm", True),
        ("Tired of wanderings", "40 mm", False),
    ],
)
def test_a_name_that_goes_past_the_rim_is_reported_at_its_text(
    pack: Path, name: str, diameter: str, *, reported: bool
) -> None:
    change(pack, "content/mini/rules.yaml", "tired: {title: Tired,", f"tired: {{title: {name},")
    deck = tokens(pack, f"{{diameter: {diameter}}}")
    faults = typeset(*[card.front for card in deck.cards]).faults
    assert {fault.context for fault in faults} <= {"mini.states.tired.title"}
    assert any("mm past the rim does not fit" in fault.message for fault in faults) == reported
    assert reported or not faults


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("{back: {icon: skull, states: {tired: brave}}}", "found 2 things on a back, expected one"),
        ("{back: {}}", "found 0 things on a back, expected one"),
        ("{back: {icon: skul}}", "unknown icon `skul`"),
        ("{back: {states: {tierd: brave}}}", "`tierd` is not on a front of this aid"),
        ("{back: {states: {tired: brav}}}", "unknown state `brav` (did you mean `brave`?)"),
        ("{back: {image: none.png}}", "`none.png` is not in the folder `assets`"),
    ],
)
def test_a_back_that_cannot_be_is_reported_at_its_line(pack: Path, token: str, said: str) -> None:
    made = f"kind: tokens, paper: A4, token: {token}"
    change(pack, AIDS, "kind: tokens, paper: A4", made)
    (problem,) = check_game(read(pack))
    assert str(problem).startswith(f"{AIDS}:44:")
    assert said in str(problem)


@pytest.mark.parametrize("given", ["icon: sword", "image: {file: troll.svg, alt: T}", "ends: Now."])
def test_a_token_has_the_icon_of_its_state_its_picture_or_neither(
    given: str, tmp_path: Path
) -> None:
    folder = tmp_path / "content" / "g"
    folder.mkdir(parents=True)
    (tmp_path / "assets").mkdir()
    drawn = '<circle cx="4" cy="4" r="4"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{drawn}</svg>'
    (tmp_path / "assets" / "troll.svg").write_text(svg, encoding="utf-8")
    (folder / "game.yaml").write_text(
        "game: {id: g, title: G, language: en, editions: {}, credits: C, notice: N}\n"
        f"states: {{troll: {{title: Troll, effect: Big., {given}}}}}\n"
        "aids: {tokens: {title: T, kind: tokens, paper: A4, contents: [states]}}\n",
        encoding="utf-8",
    )
    game = localize(load(tmp_path, "g"), {}, "en")
    (deck,) = render(game, "tokens", (tmp_path, BUNDLED_PACK)).decks
    front = deck.cards[0].front
    assert ("<img" in front.inner) == ("troll" in given)
    assert typeset(front).faults == ()
