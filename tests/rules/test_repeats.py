"""What a game stores twice is reported, and what only looks like it is not."""

from __future__ import annotations

from pathlib import Path

from tests.trial import GAME, reported, write_pack

# Right, though words and numbers are there twice.
RIGHT = """
values: {speed: 6, poison_damage: 1, full_health: 12}
rules:
  moving: {title: M, text: "You move {speed} squares. A wolf has a speed of 6."}
  health: {title: H, text: "You have {full_health} health, in full. A troll has 12 health."}
  poison: {title: P, text: "Poison deals {poison_damage} damage. A poison dart deals 1 damage."}
  night: {title: N, text: Sleep., brief: "Do one of these things in your turn:\\n\\n- Go."}
  turn: {title: T, text: "Do one of these things in your turn:\\n\\n- Move.", brief: "Act."}
states:
  frozen: {title: Frozen, effect: You do not move., ends: At the end of your next turn.}
  dazed: {title: Dazed, effect: You do not act., ends: At the end of your next turn.}
tables:
  arms:
    title: Arms
    columns: {name: {type: text}, size: {type: text}}
    rows: {a: [Dagger, small], b: [Sword, medium], c: [Pike, large], d: [Ram, huge]}
  foes:
    title: Foes
    columns: {name: {type: text}, size: {type: text}}
    rows: {a: [Rat, small], b: [Wolf, medium], c: [Troll, large], d: [Dragon, huge]}
cards:
  bolt: {front: {title: B, text: "Deal two damage to each foe in the room and draw one card."}}
  ball: {front: {title: B, text: "Deal two damage to each foe in the room and draw one card."}}
"""
TWICE = """
rules:
  gm-night: {title: N, text: "At dusk, each of you lights a lamp."}
states:
  night: {title: N, effect: "At dusk, each of you lights a lamp."}
"""


def repeated(pack: Path) -> list[str]:
    return [problem for problem in reported(pack) if "in `repeats` of the game" in problem]


def test_what_only_looks_like_a_repetition_is_none(tmp_path: Path) -> None:
    assert repeated(write_pack(tmp_path, RIGHT)) == []


def test_a_game_says_which_repetition_is_meant(tmp_path: Path) -> None:
    (message,) = repeated(write_pack(tmp_path, TWICE))
    assert "repeats “At dusk, each of you lights a lamp.” of `rules.gm-night.text`" in message
    for meant in ("rules.gm-*", "states.night", "states.night.effect"):
        game = f"{GAME}  repeats: [{meant}]\n"
        assert repeated(write_pack(tmp_path, TWICE, game__yaml=game)) == []
