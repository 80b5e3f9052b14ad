"""What stands on a side of a card: titles that fit, fields in their places, pictures."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import PT_PER_MM, Size, card_size
from aidgen.assets.pictures import crop_picture, read_picture
from aidgen.assets.shops import SHOPS
from aidgen.game.data import GameData
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.render import render
from aidgen.page.sheets import Deck, Rendered
from aidgen.problems import InputError
from tests.mini import change, read
from tests.sheets import documents_of, typeset

AIDS = "content/mini/aids.yaml"
NIGHT = "  night: {front: {title: Night, module: night, contents: [rules.dark]}}\n"


def parts(game_data: GameData) -> Rendered:
    return render(localize(game_data, {}, game_data.locale), "deck", (game_data.root, BUNDLED_PACK))


def deck_of(pack: Path, card: str, decks: str = "") -> Rendered:
    """Return the deck of Mini with another card in place of `night`, and with decks."""
    change(pack, AIDS, NIGHT, f"  night: {card}\n")
    (pack / "content/mini/decks.yaml").write_text(decks or "decks: {}", encoding="utf-8")
    return parts(read(pack))


def title_sizes(pack: Path, title: str) -> list[float]:
    """Return the type of the titles of the cards of Mini in pt, `night` having another title."""
    deck = deck_of(
        pack, f"{{front: {{title: {title}, icon: moon, contents: [rules.dark]}}}}"
    ).decks[0]
    sizes = (re.search(r"--title-size:([\d.]+)pt", card.front.inner) for card in deck.cards)
    return [float(size[1]) for size in sizes if size]


@pytest.mark.parametrize(
    ("title", "least", "most"),
    [
        ("Night", 12.0, 12.0),
        ("Detect Poison and Disease", 10.6, 12.0),
        ("The Sunken Hall Below the Western Tower", 9.0, 12.0),
        (r'"One\nTwo"', 12.0, 12.0),
    ],
)
def test_titles_of_a_set_are_as_large_as_the_longest_may_be_on_two_lines(
    pack: Path, title: str, least: float, most: float
) -> None:
    sizes = title_sizes(pack, title)
    assert len(sizes) > 1
    assert len({*sizes}) == 1
    assert least <= sizes[0] <= most


def test_a_title_that_fits_in_no_way_is_reported_at_its_text(pack: Path) -> None:
    words = "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenkasse"
    deck = deck_of(pack, f"{{front: {{title: {words}, contents: [rules.dark]}}}}").decks[0]
    faults = typeset(deck.cards[1].front).faults
    assert faults[0].context == "mini.cards.night.front.title"
    assert faults[0].message == "19 mm to the right does not fit"


@pytest.mark.parametrize(
    "title",
    [
        "The Sunken Hall Below the Western Tower",
        r'"One\nTwo"',
        "'Sword of :flame: **Fire and Brimstone**'",
        "'**Strong letters are wider than bold ones**'",
    ],
)
def test_a_title_stands_in_the_head_of_its_card(pack: Path, title: str) -> None:
    deck = deck_of(
        pack, f"{{front: {{title: {title}, icon: moon, contents: [rules.dark]}}}}"
    ).decks[0]
    assert typeset(deck.cards[1].front).faults == ()


DECKS = """decks:
  spells:
    size: mini
    numbered: true
    colour: "#224466"
    fields:
      level: {type: number, place: top-left, look: disc}
      harm: {type: dice, place: bottom-right, look: box, icon: sword, label: Harm}
      kind: {place: line}
      school: {type: icon, place: top-right, label: School}
      range: {type: number, label: Range}
      uses: {type: ticks, label: Uses}
"""
FIELDS = '{level: 3, harm: 2d6, kind: A spell, school: ":moon:", range: 10 ft, uses: 2}'


def test_the_fields_of_a_card_stand_in_their_places(pack: Path) -> None:
    front = "front: {title: Night, contents: [rules.dark]}"
    found = deck_of(pack, f"{{deck: spells, fields: {FIELDS}, {front}}}", DECKS)
    assert [deck.trim for deck in found.decks] == [Size(63, 88), Size(44, 68)]
    (card,) = found.decks[1].cards
    html = card.front.inner
    assert "--ink:#224466" in html
    assert re.search(
        r'ag-slot ag-top-left ag-look-disc"[^>]*><span class="ag-value"><span[^>]*>3<', html
    )
    assert re.search(r"ag-slot ag-bottom-right ag-look-box.*<title>Harm</title>.*2d6", html)
    assert re.findall(r'data-hint="(.*?)"', html) == ["Night – Uses – 1", "Night – Uses – 2"]
    assert re.search(r'ag-slot ag-line".*A spell', html)
    assert re.search(r"Range</span></span> <span class=\"ag-held\">.*10.ft", html)
    assert html.count('class="ag-tick"') == 2
    assert ">1/1<" in html
    made = typeset(card.front)
    assert made.faults == ()


CORNERS = """decks:
  spells:
    fields:
      level: {type: number, place: top-left, look: disc}
      range: {type: number, place: top-right, look: box}
"""


def set_in(pack: Path, title: str, range_: str) -> tuple[str, list[tuple[float, float, str]]]:
    """Return the HTML of a card with two fields in its upper corners, and where its words are.

    Of each run of words, its left and right in mm.
    """
    fields = f"{{level: 3, range: {range_}}}"
    front = f"{{title: {title}, icon: moon, contents: [rules.dark]}}"
    deck = deck_of(pack, f"{{deck: spells, fields: {fields}, front: {front}}}", CORNERS).decks[0]
    piece = deck.cards[1].front
    made = typeset(piece)
    assert made.faults == ()
    page = pypdfium2.PdfDocument(made.pdf)[0].get_textpage()
    rects = [page.get_rect(number) for number in range(page.count_rects())]
    runs = [(rect[0], rect[2], page.get_text_bounded(*rect).strip()) for rect in rects]
    return piece.inner, [(left / PT_PER_MM, right / PT_PER_MM, said) for left, right, said in runs]


@pytest.mark.parametrize(("range_", "least"), [("3", 8.0), ("30 ft", 10.0), ("1000 ft", 14.0)])
def test_a_field_in_an_upper_corner_is_as_wide_as_what_it_holds(
    pack: Path, range_: str, least: float
) -> None:
    html, runs = set_in(pack, "Night", range_)
    found = re.search(r'ag-slot ag-top-right ag-look-box" style="--width:([\d.]+)mm"', html)
    assert found
    width = float(found[1])
    assert least <= width <= least + 4
    right = 63 - 4 + 0.8
    figure = next(run for run in runs if run[2][0] == range_[0] and run[0] > 30)
    assert right - width + 0.5 < figure[0] < figure[1] < right - 0.5, "within its border"


@pytest.mark.parametrize(
    ("back", "reported"), [("icon: moon", False), ("contents: [rules.dark]", True)]
)
def test_no_back_that_says_nothing_else_tells_its_number(
    pack: Path, back: str, *, reported: bool
) -> None:
    front = "front: {title: Night, contents: [rules.dark]}"
    card = f"{{deck: spells, {front}, back: {{title: Spell, {back}}}}}"
    found = deck_of(pack, card, "decks: {spells: {numbered: true}}\n").decks[0]
    both = found.cards[1]
    assert both.back
    assert ">1/1<" in both.front.inner
    assert (">1/1<" in both.back.inner) == reported


def test_a_picture_is_cut_to_its_window_and_no_finer_than_is_printed() -> None:
    out = io.BytesIO()
    picture = Image.new("RGB", (3000, 1000), "white")
    picture.paste("black", (1000, 0, 2000, 1000))
    picture.save(out, "PNG")
    found = crop_picture(read_picture(out.getvalue()), Size(50, 50))
    with Image.open(io.BytesIO(found.content)) as inner:
        assert inner.size == (787, 787)
        assert inner.convert("L").getextrema() == (0, 0)


@pytest.mark.parametrize("options", [NO_OPTIONS, PrintOptions(shop=SHOPS["pdf"])])
def test_rounded_corners_are_marked_for_who_cuts_and_frames_follow_them(
    pack: Path, options: PrintOptions
) -> None:
    accent = '  accent: "#335577"\n'
    theme = "theme: {frame: double, corners: cut, header: plate, back: back.svg}"
    change(pack, "content/mini/game.yaml", accent, f"{accent}  {theme}\n")
    change(pack, AIDS, NIGHT, NIGHT.replace("{front", "{deck: soft, front"))
    (pack / "content/mini/decks.yaml").write_text("decks: {soft: {radius: 6}}", encoding="utf-8")
    game_data = read(pack)
    localized = localize(game_data, {}, game_data.locale)
    found = render(localized, "deck", (game_data.root, BUNDLED_PACK), options)
    assert 'class="ag-turn"' not in found.decks[0].cards[0].front.inner
    (card,) = found.decks[1].cards
    assert card.front.inner.count('class="ag-turn"') == (0 if options.shop else 4)
    frames = [drawn for drawn in card.front.files.values() if b"A4.7 4.7 0 0 1 61.7" in drawn]
    assert frames, "concentric with the cut"
    assert typeset(card.front).faults == ()


@pytest.mark.parametrize("words", range(1, 7))
def test_the_foot_of_a_card_names_its_game_where_it_has_room(pack: Path, words: int) -> None:
    title = " ".join(["Die", "Gefährten", "der", "verlorenen", "Stadt", "Wundertal"][:words])
    change(pack, "content/mini/game.yaml", "  title: Mini\n", f"  title: {title}\n")
    deck = parts(read(pack)).decks[0]
    front = deck.cards[0].front
    assert typeset(front).faults == ()
    assert (title in front.inner) == (words < 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [("Unofficial play aid", "Unofficial play aid"), ("An aid nobody has made", "Unofficial")],
)
def test_the_foot_of_a_narrow_card_says_no_more_than_has_room_beside_the_mark(
    pack: Path, words: str, said: str
) -> None:
    accent = '  accent: "#335577"\n'
    theme = "theme: {frame: single, corners: cut}"
    change(pack, "content/mini/game.yaml", accent, f"{accent}  {theme}\n")
    change(pack, AIDS, "kind: cards, paper: poker", "kind: cards, paper: mini")
    (pack / "templates").mkdir(exist_ok=True)
    (pack / "templates" / "words.yaml").write_text(f"unofficial: {words}", encoding="utf-8")
    deck = parts(read(pack)).decks[0]
    front = deck.cards[0].front
    assert typeset(front).faults == ()
    foot = re.sub("<[^>]+>", "", front.inner.rpartition('<p class="ag-foot">')[2])
    assert foot.split("d0d0d0")[0].strip() == said


def test_a_layout_that_leaves_out_what_a_card_has_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "content" / "g"
    folder.mkdir(parents=True)
    layout = tmp_path / "templates" / "cards" / "mine.html"
    layout.parent.mkdir(parents=True)
    layout.write_text('<div data-box="{{ side.name }}">{{ side.face.title|line }}</div>', "utf-8")
    game = (
        "game: {id: g, title: G, language: en, editions: {}, credits: C, notice: N}\n"
        "decks: {d: {layout: mine, OMITfields: {cost: {type: number, place: top-left}}}}\n"
        "cards: {a: {deck: d, fields: {cost: 3}, front: {title: One, text: Nowhere.}}}\n"
        "aids: {deck: {title: D, kind: cards, paper: poker, contents: [cards]}}\n"
    )
    roots = (tmp_path, BUNDLED_PACK)
    (folder / "game.yaml").write_text(game.replace("OMIT", ""), encoding="utf-8")
    with pytest.raises(InputError) as refused:
        render(localize(load(tmp_path, "g"), {}, "en"), "deck", roots)
    assert str(refused.value) == (
        "templates/cards/mine.html: error: does not print `text` of cards.a.front "
        "(print it, or add `omit: [text]` to the deck)"
    )
    omitted = game.replace("OMIT", "omit: [cost, text], ")
    (folder / "game.yaml").write_text(omitted, encoding="utf-8")
    render(localize(load(tmp_path, "g"), {}, "en"), "deck", roots)


OWN_DECK = """
decks:
  d:
    back: back.svg
    foot: none
    align: centre
    fields:
      cost: {place: top-right, look: disc}
      also: {place: top-right, look: disc}
      suit: {type: icon, place: top-left, mirrored: true}
      attack: {type: number, place: foot, icon: sword, label: Attack}
      defence: {type: number, place: foot, label: Defence}
      speed: {type: number, place: row, label: Speed}
      life: {type: number, place: row, label: Life}
      uses: {type: ticks, icon: heart, label: Uses}
"""
OWN_FIELDS = (
    '{cost: "2 :drop: :fire:", also: 3, suit: ":flame:", attack: 5, defence: 12, speed: 3, '
    "life: 10, uses: 5}"
)


def own_card(pack: Path, more: str = "", fields: str = OWN_FIELDS, deck: str = OWN_DECK) -> Deck:
    """Return the cards of a game whose only deck has all there is."""
    card = f"{{deck: d, fields: {fields}, front: {{title: Night, text: Some words.{more}}}}}"
    return deck_of(pack, card, deck).decks[0]


@pytest.mark.parametrize(("words", "lines"), [(3, 1), (11, 2), (22, 4)])
def test_a_line_of_fields_has_as_many_lines_as_it_needs(pack: Path, words: int, lines: int) -> None:
    fields = "{story: '" + " ".join(["towers"] * words) + "'}"
    deck = "decks: {d: {fields: {story: {place: line}}}}"
    front = own_card(pack, fields=fields, deck=deck).cards[1].front
    (top,) = re.findall(
        r'class="ag-face" style="left:[^;]*;width:[^;]*;top:([\d.]+)mm', front.inner
    )
    assert float(top) == pytest.approx(16.6 + 4 * (lines - 1))
    assert typeset(front).faults == ()


@pytest.mark.parametrize(
    ("back", "ink"),
    [
        ("{title: Night}", ""),
        ("{title: Night, text: And words.}", "--ink:#8a2b1d;--on-ink:#ffffff"),
        ("{title: Night, colour: '#10467a'}", "--ink:#10467a;--on-ink:#ffffff"),
    ],
)
def test_the_colour_of_a_card_does_not_mark_its_back(pack: Path, back: str, ink: str) -> None:
    card = f"{{colour: '#8a2b1d', front: {{title: A, text: B}}, back: {back}}}"
    sides = deck_of(pack, card).decks[0].cards[1].faces
    styles = re.findall(
        r'class="ag-card[^"]*"(?: style="([^"]*)")?', "".join(s.inner for s in sides)
    )
    assert styles == ["--ink:#8a2b1d;--on-ink:#ffffff", ink]


def test_a_line_of_fields_begins_below_the_corners_of_a_card_without_a_title(pack: Path) -> None:
    deck = "decks: {d: {omit: [title], fields: {r: {place: top-left}, s: {place: line}}}}"
    front = deck_of(pack, "{deck: d, fields: {r: Ace, s: Clubs}, front: {title: A}}", deck)
    assert (
        'ag-line" style="left:4.0mm;width:55.0mm;top:8.6mm"' in front.decks[0].cards[1].front.inner
    )


def test_several_fields_in_a_corner_take_their_room_from_the_title(pack: Path) -> None:
    wide = own_card(pack).cards[1].front
    found = re.findall(r"--(left|right):([\d.]+)mm", wide.inner)
    assert dict(found)["left"] == "8.5"
    assert float(dict(found)["right"]) > 8 + 0.5 + 14
    assert wide.inner.count('class="ag-corner ag-top-right"') == 1
    assert 'class="ag-corner ag-bottom-right ag-turned" aria-hidden="true"' in wide.inner


def test_the_back_of_a_deck_covers_its_cards_and_nothing_else_is_on_it(pack: Path) -> None:
    made = own_card(pack)
    back = made.cards[1].back
    assert back
    assert made.two_sided
    assert typeset(back).texts == ()
    assert "left:0.0mm;top:0.0mm;width:63mm;height:88mm" in back.inner
    sides = (back, *(card.front for card in made.cards))
    feet = ['class="ag-foot' in side.inner for side in sides]
    assert feet == [False, True, False], "the first card is of another deck"


@pytest.mark.parametrize(
    ("place", "window"),
    [
        ("full", (0, 0, 63, 88)),
        ("top", (4, 12, 55, 35.2)),
        ("bottom", (4, 37, 55, 35.2)),
        ("left", (4, 12, 22.7, 60.2)),
        ("right", (36.3, 12, 22.7, 60.2)),
        ("behind", (4, 12, 55, 60.2)),
    ],
)
def test_a_picture_is_where_one_word_puts_it(
    pack: Path, place: str, window: tuple[float, ...]
) -> None:
    fields = "{attack: 5, defence: 12}"
    made = own_card(pack, f", image: {{file: back.svg, place: {place}}}", fields)
    front = made.cards[1].front
    assert typeset(front).faults == ()
    found = re.search(
        r'class="ag-art" style="left:([\d.]+)mm;top:([\d.]+)mm;width:([\d.]+)mm;height:([\d.]+)mm',
        front.inner,
    )
    assert found
    assert tuple(map(float, found.groups())) == pytest.approx(window, abs=0.01)
    assert ('class="ag-plate"' in front.inner) == (place in ("full", "behind"))


def test_nothing_of_a_game_of_ones_own_is_called_unofficial(pack: Path) -> None:
    change(pack, "content/mini/game.yaml", "  notice: Unofficial, and no game at all.\n", "")
    with pytest.raises(InputError, match=r"`notice` is missing"):
        read(pack)
    accent = '  accent: "#335577"\n'
    change(pack, "content/mini/game.yaml", accent, f"{accent}  official: true\n")
    game_data = read(pack)
    for aid in game_data.aids:
        made = render(localize(game_data, {}, "en"), aid, (pack, BUNDLED_PACK))
        html = "".join(document.front + document.html for document in documents_of(made))
        assert not re.search(r">[^<{]*nofficial", html), aid
        assert 'class="ag-foot' not in html.split("<body", 1)[1], aid


@pytest.mark.parametrize(
    ("foot", "said"),
    [("none", None), ("licence", "Icons by Ada, MIT"), ("all", "Icons by Ada, MIT")],
)
def test_the_foot_of_a_deck_is_what_it_says(pack: Path, foot: str, said: str | None) -> None:
    accent = '  accent: "#335577"\n'
    own = "  official: true\n  attribution: Icons by Ada, MIT\n"
    change(pack, "content/mini/game.yaml", accent, f"{accent}{own}")
    made = own_card(pack, deck=OWN_DECK.replace("foot: none", f"foot: {foot}"))
    assert ("Icons by Ada, MIT" in made.cards[1].front.inner) == (said is not None)


@pytest.mark.parametrize(
    ("size", "header"),
    [("15 x 15 mm", "bar"), ("1 x 1 in", "rule"), ("60 x 18 mm", "plate"), ("29 x 90 mm", "bar")],
)
def test_a_chit_has_neither_frame_nor_footer(pack: Path, size: str, header: str) -> None:
    change(
        pack, "content/mini/game.yaml", "  id: mini\n",
        f"  id: mini\n  theme: {{frame: double, header: {header}}}\n",
    )  # fmt: skip
    card = "{deck: chits, front: {title: Wolf, icon: moon}, back: {title: W, text: One}}"
    document = deck_of(pack, card, f"decks: {{chits: {{size: {size}}}}}")
    made = next(one for one in document.decks if one.trim == card_size(size))
    faces = [face for leaf in made.cards for face in leaf.faces]
    assert ['class="ag-foot' in face.inner for face in faces] == [False, False]
    assert [face.inner.count('class="ag-edge') for face in faces] == [0, 0]
    assert typeset(*faces).faults == ()
