"""Themes: each thing that cannot be had or read is reported at its line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from aidgen.assets.colours import contrast, parse_colour
from aidgen.assets.faces import face_of
from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.page.render import render
from aidgen.page.theme import theme_styling
from aidgen.pipeline.pack import Pack
from aidgen.rules.pictures import colours_have_contrast, icons_can_be_seen, theme_files_exist
from tests.mini import change, problems_of, read
from tests.sheets import pieces_of, set_document

GAME, AIDS = "content/mini/game.yaml", "content/mini/aids.yaml"
ACCENT = '  accent: "#335577"\n'


def themed(pack: Path, *lines: str) -> list[str]:
    """Give the game Mini a theme; return what is wrong with it, with its lines."""
    theme = "\n".join(["  theme:", *(f"    {line}" for line in lines), ""])
    change(pack, GAME, ACCENT, f"{ACCENT}{theme}")
    game_data = read(pack)
    return [str(problem) for law in LAWS for problem in law(game_data)]


LAWS = (theme_files_exist, colours_have_contrast)


@pytest.mark.parametrize(
    ("line", "at", "said"),
    [
        ('colours: {ink: "#ffff66"}', "9:20", "#ffff66 has a contrast of 1.1 : 1 to paper"),
        ('colours: {tint: "#888888"}', "9:21", "expected at least 4.5 : 1"),
        ('colours: {second: "#eeeeee"}', "9:23", "expected at least 3 : 1"),
        ('colours: {modules: {night: "#eeeeee"}}', "9:32", "expected at least 4.5 : 1"),
        ('colours: {modules: {nihgt: "#000000"}}', "9:32", "did you mean `night`?"),
        ("fonts: {title: No Such}", "9:20", "pip install fontpkg-no-such"),
        ("fonts: {text: Lilita One}", "9:19", "no weight 700 and no slanted letters"),
        (
            "fonts: {title: {files: [x.ttf], licence: X}}",
            "9:21",
            "`x.ttf` is not in the folder `assets`",
        ),
        ("cover: nothing.png", "9:12", "the folder has back.svg"),
        ("cover: game.yaml/../../x", "9:12", "expected a file in the folder `assets`"),
    ],
)
def test_what_is_wrong_is_reported_at_its_line(pack: Path, line: str, at: str, said: str) -> None:
    try:
        reported = themed(pack, line)
    except Exception as error:
        reported = [str(error)]
    assert any(f"{GAME}:{at}" in one and said in one for one in reported), reported


@pytest.mark.parametrize(
    ("colours", "tint", "good"),
    [
        ('ink: "#223344"', ("#ecebe8", "#ecebe8"), ("#000000", "#000000")),
        ('paper: "#101010", ink: "#9fd8e0"', ("#232323", "#ecebe8"), ("#ffffff", "#000000")),
        (
            'paper: "#101010", ink: "#9fd8e0", tint: "#303030", good: "#ffffff"',
            ("#303030", "#ecebe8"),
            ("#ffffff", "#707070"),
        ),
    ],
)
def test_colours_left_out_suit_the_paper_and_all_suit_white_sheets(
    pack: Path, colours: str, tint: tuple[str, str], good: tuple[str, str]
) -> None:
    assert themed(pack, f"colours: {{{colours}}}") == []
    cards, sheets = (theme_styling(read(pack), on_white=white) for white in (False, True))
    assert (cards.tint, sheets.tint) == tint
    assert (cards.good, sheets.good) == good


@pytest.mark.parametrize(("font", "leading"), [("Vollkorn", 1.12), ("Lilita One", 1.12)])
def test_titles_of_usual_letters_have_the_usual_lines(
    pack: Path, font: str, leading: float
) -> None:
    assert themed(pack, f"fonts: {{title: {font}}}") == []
    assert theme_styling(read(pack)).leading == leading


@pytest.mark.parametrize(
    ("theme", "weight"),
    [
        ("frame: none", "900"),
        ("fonts: {title: Lilita One}", "bold"),
        ("fonts: {title: Vollkorn, text: Vollkorn}", "bold"),
    ],
)
def test_strong_words_in_titles_have_a_weight_that_the_font_has(
    pack: Path, theme: str, weight: str
) -> None:
    assert themed(pack, theme) == []
    change(pack, AIDS, "front: {title: Fight,", 'front: {title: "A **big** ***mad*** fight",')
    pieces = pieces_of(render(read(pack), "deck", (BUNDLED_PACK,)))
    html = next(piece.html for piece in pieces if "<strong>" in piece.inner)
    assert re.findall(r"\.box\) strong { font-weight: (\w+); }", html) == [weight]

    def lacks(html: str) -> list[str]:
        return [str(one) for one in set_document(html).faults if "asks for" in one.found]

    assert lacks(html) == []
    if weight == "bold":
        heavy = html.replace("strong { font-weight: bold; }", "strong { font-weight: 900; }")
        (fault,) = lacks(heavy)
        assert "“big” asks for" in fault
        assert "in weight 900, which is not there" in fault


@pytest.mark.parametrize(
    ("paper", "ink", "grey"),
    [
        ("#ffffff", "#335577", "#555555"),
        ("#f4ecd8", "#335577", "#555555"),
        ("#c8b48a", "#2f2414", "#000000"),
        ("#a58559", "#1c140a", "#000000"),
        ("#101010", "#9fd8e0", "#ffffff"),
    ],
)
def test_the_footer_of_a_card_is_grey_where_that_can_be_read(
    pack: Path, paper: str, ink: str, grey: str
) -> None:
    assert themed(pack, f'colours: {{paper: "{paper}", ink: "{ink}"}}') == []
    game_data = read(pack)
    assert theme_styling(game_data).quiet == grey
    assert contrast(parse_colour(grey), parse_colour(paper)) > 5
    (piece, *_) = render(game_data, "deck", (BUNDLED_PACK,)).pieces
    (rule,) = re.findall(r"^\.foot {.*?}", piece.head, re.M)
    assert f" color: {grey};" in rule


def test_letters_that_reach_far_below_need_higher_lines() -> None:
    face = face_of(("Source Serif Pro",), 700, slanted=False)
    assert face
    upright = face.leading("x")
    assert upright < face.leading("xg") <= face.leading("xgÉ") < 1.5


def test_a_font_file_without_its_licence_is_an_error(pack: Path) -> None:
    change(pack, GAME, ACCENT, f"{ACCENT}  theme: {{fonts: {{title: {{files: [x.ttf]}}}}}}\n")
    assert any("without a `licence`" in one.message for one in problems_of(pack))


def test_a_theme_is_had_as_it_is_written(pack: Path) -> None:
    assert themed(pack, 'colours: {second: "#8a6116"}', "fonts: {title: Vollkorn}") == []
    theme = theme_styling(read(pack))
    assert (theme.ink, theme.on_ink, theme.second) == ("#335577", "#ffffff", "#8a6116")
    assert theme.families.startswith("Vollkorn T")
    assert f'"{theme.families}", "Source Serif Pro"' in theme.title
    parts = render(read(pack), "deck", (BUNDLED_PACK,))
    assert f'<meta name="fonts" content="{theme.families}">' in parts.pieces[0].head


def test_letters_that_a_font_lacks_are_reported_at_the_text(pack: Path) -> None:
    change(pack, GAME, ACCENT, f"{ACCENT}  theme: {{fonts: {{title: Lilita One}}}}\n")
    change(pack, "content/mini/aids.yaml", "front: {title: Fight,", "front: {title: Fight Ж,")
    (found,) = [finding.problem for finding in Pack(pack).findings("mini", "en")]
    assert str(found.where) == "content/mini/aids.yaml:13:20"
    assert found.severity == "warning"
    assert "“Ж” is not in Lilita One: set in Source Serif Pro" in found.message


SHEET = "content/mini/theme.css"


def test_a_style_sheet_comes_after_ours_with_its_pictures(pack: Path) -> None:
    css = "/* ours */ h2 { letter-spacing: .1em; background: url('back.svg') no-repeat }"
    (pack / SHEET).write_text(css, encoding="utf-8")
    game_data = localize(read(pack), {}, "en")
    head = render(game_data, "deck", (BUNDLED_PACK,)).pieces[0].head
    assert head.rstrip().endswith("}")
    last = head.rstrip().rpartition("\n")[2]
    assert last.startswith('h2 { letter-spacing: .1em; background: url("data:image/svg+xml;base64,')


@pytest.mark.parametrize(
    ("colour", "word", "reported"),
    [
        ("#ffee88", "text", "1.2 : 1 to #ffffff"),
        ("#335577", "title", "1 : 1 to #335577"),
        ("#335577", "text", ""),
        ("#ffee88", "title", ""),
        ("currentColor", "title", ""),
    ],
)
def test_an_icon_of_the_colour_behind_it_is_doubted_at_its_file(
    pack: Path, colour: str, word: str, reported: str
) -> None:
    icons = pack / "assets" / "icons"
    icons.mkdir()
    path = f'<path fill="{colour}" d="M0 0L9 9H0z"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{path}</svg>'
    (icons / "own.svg").write_text(svg, encoding="utf-8")
    front = {"title": "T", "text": "t", word: "An :own: x"}
    card = json.dumps({"cards": {"own": {"front": front}}})
    (pack / "content" / "mini" / "more.yaml").write_text(card, encoding="utf-8")
    found = [str(problem) for problem in icons_can_be_seen(read(pack))]
    assert [each.partition(": warning: ")[0] for each in found] == ["assets/icons/own.svg"] * bool(
        reported
    )
    assert reported in "".join(found)
