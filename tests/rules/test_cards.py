"""Decks, fields, choices and pictures: each fault is reported at its line."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest
from PIL import Image

from aidgen.game.context import Context
from aidgen.game.load import load
from aidgen.game.texts import Text
from aidgen.language.localize import localize
from aidgen.problems import InputError
from aidgen.rules import check_game
from aidgen.rules.cards import colours_apply
from aidgen.translation.po import texts_of
from tests import trial
from tests.mini import change, read
from tests.trial import DECK, printed, write_pack

DECKS = """decks:
  spells:
    fields:
      level: {type: number, place: top-left}
      harm: {type: dice}
      school: {type: icon}
      kind: {place: line}
      uses: {type: ticks}
"""
CARD = "  night: {front: {title: Night, module: night, contents: [rules.dark]}}\n"
AIDS = "content/mini/aids.yaml"


def reported(pack: Path, card: str = "", deck: str = DECKS) -> list[str]:
    """Put a deck, and words on a card, into the game Mini; return what is wrong with it."""
    (pack / "content/mini/decks.yaml").write_text(deck, encoding="utf-8")
    front = "front: {title: Night, module: night, contents: [rules.dark]}"
    change(pack, AIDS, CARD, f"  night: {{{front}{card}}}\n")
    return [str(problem) for problem in check_game(read(pack))]


def test_fields_of_every_type_are_filled_in(pack: Path) -> None:
    fields = '{level: 1-3, harm: 2d6, school: ":moon:", kind: Dark, uses: 3}'
    assert reported(pack, f", deck: spells, fields: {fields}") == []


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (", deck: spels", "unknown deck `spels` (did you mean `spells`?)"),
        (", fields: {level: 1}", "unknown field `level` in this card's deck"),
        (", deck: spells, fields: {levle: 1}", "did you mean `level`?"),
        (", deck: spells, fields: {level: 2d6}", "expected a number"),
        (", deck: spells, fields: {harm: 3}", "expected dice"),
        (", deck: spells, fields: {school: moon}", "expected an icon"),
        (", deck: spells, fields: {uses: 99}", "at most 30"),
        (", deck: spells, fields: {uses: '2,5'}", "(write `2.5`: each language prints its own"),
        (r', deck: spells, fields: {kind: "a\nb"}', "a line break in `kind`"),
    ],
)
def test_what_a_card_fills_in_wrongly_is_reported(pack: Path, card: str, said: str) -> None:
    (problem,) = reported(pack, card)
    assert problem.startswith("content/mini/aids.yaml:16:")
    assert said in problem


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        (
            "decks: {spells: {radius: 3.2}}",
            "1:26: error: corners with a radius of 3.2 mm cut into the frame",
        ),
        (
            "decks: {spells: {size: 63 x 8 mm}}",
            "decks.yaml:1:24: error: `63 x 8 mm` is not a card size "
            "(a size is between 15 and 191 by 250 mm, as in `63 x 88 mm`",
        ),
        (
            DECKS.replace("{type: dice}", "{type: dice, mirrored: true}"),
            "error: `harm` is not in an upper corner (`place: top-left or top-right`)",
        ),
        (
            DECKS.replace("place: top-left", "place: top-left, mirrored: true").replace(
                "{type: dice}", "{type: dice, place: bottom-right}"
            ),
            "error: `level` is mirrored onto `harm`: both bottom-right",
        ),
    ],
)
def test_a_deck_that_cannot_be_printed_is_reported(pack: Path, deck: str, said: str) -> None:
    accent = '  accent: "#335577"\n'
    change(pack, "content/mini/game.yaml", accent, f"{accent}  theme: {{frame: meander}}\n")
    assert [problem for problem in reported(pack, deck=deck) if said in problem]


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (", overflow: back", ""),
        (", overflow: back, back: {title: Dark}", "error: `night` cannot continue on its back"),
        (", overflow: next", "found `next` at `overflow`"),
    ],
)
def test_a_card_goes_on_where_it_can(pack: Path, card: str, said: str) -> None:
    try:
        problems = reported(pack, card)
    except InputError as error:
        problems = [str(problem) for problem in error.problems]
    assert len(problems) == bool(said)
    assert all(said in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("only", "said"),
    [
        ("level <= 3", "selects no card"),
        ("lvel <= 3", "`lvel` is not a number on a card (did you mean `level`?)"),
        ("kind == Dark", "`kind` is not a number on a card"),
        ("level", "is not allowed in a selection"),
    ],
)
def test_a_choice_that_chooses_nothing_is_reported(pack: Path, only: str, said: str) -> None:
    change(pack, AIDS, "paper: poker, contents", f"paper: poker, only: {only}, contents")
    problems = reported(pack)
    assert [problem for problem in problems if "aids.yaml:28:" in problem and said in problem]


def picture(pack: Path, width: int, height: int) -> None:
    """Put a picture of so many points into the pack."""
    Image.new("RGB", (width, height)).save(pack / "assets" / "night.png")


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((660, 424), ""),
        ((330, 212), "`night.png` has 152 dpi at 55 × 35.2 mm, expected 300"),
        ((660, 660), "36% of it is cut off"),
    ],
)
def test_a_picture_has_to_be_sharp_and_of_its_shape(
    pack: Path, size: tuple[int, int], said: str
) -> None:
    picture(pack, *size)
    problems = reported(pack, ", image: {file: night.png, alt: Dark}")
    assert bool(problems) == bool(said)
    assert all(said in one and ":16:87: warning:" in one for one in problems), problems


@pytest.mark.parametrize(
    ("key", "size", "said"),
    [
        ("back", (744, 1039), ""),
        ("back", (372, 520), "has 150 dpi at 63 × 88 mm, expected 300"),
        ("back", (1100, 1100), "is of another shape than 63 × 88 mm: 28% of it is cut off"),
        ("cover", (1200, 1200), ""),
        ("cover", (600, 600), "has 173 dpi at 88.2 × 88.2 mm"),
        ("logo", (100, 100), ""),
        ("logo", (40, 40), "has 135 dpi at 7.5 × 7.5 mm"),
    ],
)
def test_the_pictures_of_a_theme_have_to_be_sharp_and_of_their_shape(
    pack: Path, key: str, size: tuple[int, int], said: str
) -> None:
    picture(pack, *size)
    accent = '  accent: "#335577"\n'
    change(pack, "content/mini/game.yaml", accent, f"{accent}  theme: {{{key}: night.png}}\n")
    problems = reported(pack)
    assert len(problems) == bool(said)
    place = f"content/mini/game.yaml:8:{13 + len(key)}: warning: `night.png` {said}"
    assert all(problem.startswith(place) for problem in problems), problems


WRITTEN = {"-1": "−1", "2-4": "2–4", "50 %": "50%"}
"""Of what is typed in a field, how English writes it where that is another way."""


TYPED = "0 1 10 J — * ½ 1.10 3.14159 007 +1 2-4 d6 3/4 2:drop: 50_% 2_or_more 1,000 -1 no"


@pytest.mark.parametrize("kind", ["{type: text, place: top-left}", "{place: top-left}", "{}"])
def test_a_field_of_text_prints_what_was_typed(tmp_path: Path, kind: str) -> None:
    values = [*(one.replace("_", " ") for one in TYPED.split()), "3d6×10", ":sun:"]
    rows = "".join(f'c{at},T,"{one}"\n' for at, one in enumerate(values))
    deck = f"decks: {{d: {{fields: {{rank: {kind}}}}}}}\n"
    records = f"{deck}cards: {{from: d.csv, same: {{deck: d}}}}\n{DECK}"
    pack = write_pack(tmp_path, records, d__csv=f"id,title,fields.rank\n{rows}")
    html = printed(pack)
    assert re.findall('class="(ag-icon[^"]*)"', html) == ["ag-icon ag-after", "ag-icon"]
    html = re.sub(r"<svg.*?<title>(.*?)</title>.*?</svg>", r":\1:", html, flags=re.S)
    found = re.findall(r'<span class="ag-value">(.*?)</span></(?:p|span)>', html)
    shown = [
        re.sub(r"<[^>]*>", "", one).replace("\xa0", " ").replace("\u2060", "") for one in found
    ]
    assert shown == [WRITTEN.get(one, one) for one in values[:-1]]


def test_a_chit_has_no_room_for_fields_in_its_corners(pack: Path) -> None:
    fields = "{cost: {place: top-left}, kind: {place: line}}"
    decks = f"decks: {{chits: {{size: 20 x 40 mm, fields: {fields}}}}}"
    (problem,) = reported(pack, ", deck: chits, fields: {cost: 3, kind: Small}", decks)
    assert "a card of 20 × 40 mm has no room for `cost` in a corner" in problem


LIKE = """decks:
  one:
    size: mini
    align: top
    colour: "#335577"
    colour_by: {field: suit, values: {cups: "#8a2b1d", ":moon:": "#1f5e3a"}}
    fields: {suit: {place: top-left}, cost: {type: number, place: top-right, label: Cost}}
  two: {like: one, colour: "#775533", align: middle, fields: {cost: {place: foot, label: Price}}}
cards:
  a: {deck: one, fields: {suit: cups, cost: 1}, front: {title: A, text: T}}
  b: {deck: two, fields: {suit: ":moon:", cost: 2}, front: {title: B, text: T}}
  c: {deck: two, fields: {suit: swords}, front: {title: C, text: T}}
"""


def test_a_deck_has_what_it_does_not_say_from_the_one_that_it_is_like(tmp_path: Path) -> None:
    game_data = load(write_pack(tmp_path, LIKE + DECK), "g")
    one, two = game_data.deck("one"), game_data.deck("two")
    assert one
    assert two
    assert (two.size, two.align, two.colour) == ("mini", "middle", "#775533")
    assert [*two.fields] == ["suit", "cost"]
    assert (two.fields["suit"].place, two.fields["cost"].place) == ("top-left", "foot")
    assert game_data.deck(None) is None
    colours = {name: card.colour for name, card in game_data.cards.items()}
    assert colours == {"a": "#8a2b1d", "b": "#1f5e3a", "c": None}


def test_values_are_sought_among_the_cards_that_get_their_colour(tmp_path: Path) -> None:
    other = 'colour_by: {field: suit, values: {cups: "#111111", ":moon:": "#222222"}}'
    own = LIKE.replace("align: middle,", f"align: middle, {other},")
    game_data = load(write_pack(tmp_path, own + DECK), "g")
    found = [problem.message for problem in colours_apply(game_data)]
    assert found == ["no card has `:moon:` in `suit`", "no card has `cups` in `suit`"]


@pytest.mark.parametrize(
    ("wrong", "reported"),
    [
        (("like: one", "like: ome"), "`ome` is no deck without `like` (did you mean `one`?)"),
        (
            ("  one:\n", "  one:\n    like: two\n"),
            "error: `one` is no deck without `like`",
        ),
        (("field: suit", "field: siut"), "error: unknown field `siut` (did you mean `suit`?)"),
        (("{cups:", "{cup:"), "warning: no card has `cup` in `suit` (did you mean `cups`?)"),
    ],
)
def test_decks_that_cannot_inherit_are_reported(
    tmp_path: Path, wrong: tuple[str, str], reported: str
) -> None:
    problems = trial.reported(write_pack(tmp_path, (LIKE + DECK).replace(*wrong)))
    assert any(reported in problem for problem in problems)


def test_what_all_cards_of_a_spreadsheet_have_alike_is_translated_once(tmp_path: Path) -> None:
    cards = "cards: {from: d.csv, same: {back: {title: Night falls}}}\n"
    pack = write_pack(tmp_path, cards + DECK, d__csv="id,title\na,A\nb,B\n")
    game_data = load(pack, "g")
    reported = [str(context) for context, text in texts_of(game_data, "g") if text == "Night falls"]
    assert reported == ["g.cards.a.back.title"]
    translation = {
        Context("g", ("cards", "a", "back", "title")): Text("La nuit tombe", "translated")
    }
    french = localize(game_data, translation, "fr")
    backs = [card.back.title for card in french.cards.values() if card.back]
    assert backs == ["La nuit tombe", "La nuit tombe"]


@pytest.mark.parametrize("contents", ["[decks.chits]", "[decks.chits, decks.spells]"])
def test_a_deck_without_cards_is_reported(pack: Path, contents: str) -> None:
    (pack / "content/mini/decks.yaml").write_text("decks: {chits: {}, spells: {}}", "utf-8")
    aid = f"{{title: E, kind: cards, paper: poker, contents: {contents}}}"
    (pack / "content/mini/empty.yaml").write_text(f"aids: {{e: {aid}}}", "utf-8")
    (problem,) = map(str, check_game(read(pack)))
    assert problem.startswith("content/mini/empty.yaml:1:")
    assert "error: lists no card to print (those with 0 copies are left out" in problem


def test_cards_of_text_or_of_fields_alone_have_no_title(tmp_path: Path) -> None:
    cards = """
        decks: {q: {omit: [title], fields: {rank: {place: top-left}}}, r: {}}
        cards: {from: deck.csv, columns: {text: question, fields.rank: rank}, same: {deck: q}}
        """
    sheet = "question,rank\nWhich town is white?,5\nHow far is it?,Ace\n,King\n"
    html = printed(write_pack(tmp_path, textwrap.dedent(cards) + DECK, deck__csv=sheet))
    assert [*load(tmp_path, "g").cards] == ["which-town-is-white", "how-far-is-it", "king"]
    assert "Which town is white?" in html
    assert "<h2" not in html
    untitled = "decks: {r: {}}\ncards: {a: {deck: r, front: {text: A}}}\n"
    problems = check_game(load(write_pack(tmp_path, untitled + DECK), "g"))
    assert [str(problem) for problem in problems] == [
        "content/g/a.yaml:2:22: error: `title` is missing (a deck with `omit: [title]` has cards "
        "without one)"
    ]
