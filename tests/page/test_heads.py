"""The heads of sheets, by the theme of their game."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from weasyprint import HTML

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.game.data import GameData
from aidgen.game.load import load
from aidgen.game.records import Theme
from aidgen.game.texts import Text
from aidgen.language.localize import localize
from aidgen.page.render import render
from tests.mini import MINI, change
from tests.sheets import typeset_aid

GAMES = ("argosia", "expedition", "gloomhaven", "pilgrims-loot")
SOLID = {"look": "title-bar", "title": Text("A title")}
WITHOUT: dict[str, object] = {"fonts": {}, "cover": None, "back": None, "logo": None}
DARK = 128
PX_PER_MM = 4.0


def themed(mini: GameData, look: str) -> GameData:
    """Return Mini with the theme of one of our games, but for its fonts and pictures."""
    theme = (
        load(BUNDLED_PACK, look).game.theme.model_copy(update=WITHOUT)
        if look
        else Theme.model_validate({})
    )
    return mini.model_copy(update={"game": mini.game.model_copy(update={"theme": theme})})


def page(mini: GameData, look: str, options: PrintOptions = NO_OPTIONS) -> HTML:
    """Return the first page of Mini's sheet in a look, its blocks solid."""
    game_data = localize(themed(mini, look), {}, "en")
    aid = game_data.aids["board"]
    solid = {name: one.model_copy(update=SOLID) for name, one in aid.blocks.items()}
    sheet = aid.model_copy(update={"blocks": solid})
    parts = render(
        game_data.model_copy(update={"aids": {"board": sheet}}),
        "board",
        (MINI, BUNDLED_PACK),
        options,
    )
    return HTML(string=parts.documents[0].html, url_fetcher=None)


@pytest.fixture(scope="module")
def drawn(mini: GameData) -> dict[str, Image.Image]:
    """The page in each look, in black and white."""
    found = {}
    for look in GAMES:
        with pypdfium2.PdfDocument(page(mini, look).write_pdf()) as document:
            image = document[0].render(scale=PX_PER_MM * 25.4 / 72).to_pil()
        found[look] = image.convert("L").point(lambda value: 0 if value < DARK else 255)
    return found


def first_row(html: HTML) -> float:
    """Return where the first row of blocks begins, in px."""
    (sheet, *_) = html.render().pages
    wrappers = (box for box in sheet._page_box.descendants() if box.is_table_wrapper)
    return float(next(box.position_y for box in wrappers if box.element_tag == "div"))


def test_a_frame_below_the_title_takes_no_room(mini: GameData) -> None:
    tops = {look: first_row(page(mini, look)) for look in ("", *GAMES)}
    assert max(tops.values()) - min(tops.values()) < 0.05, tops


@pytest.mark.parametrize(
    ("look", "ink", "has_logo"),
    [
        *((look, "low", False) for look in GAMES),
        *(
            ("expedition", ink, has_logo)
            for ink, has_logo in (("", True), ("", False), ("low", True))
        ),
    ],
)
def test_capitals_with_accents_have_room_above(
    mini: GameData, look: str, ink: str, has_logo: bool
) -> None:
    theme = load(BUNDLED_PACK, look).game.theme
    theme = theme.model_copy(update={"logo": theme.logo if has_logo else None})
    game = mini.game.model_copy(update={"theme": theme})
    plan = mini.aids["plan"].model_copy(update={"title": Text("Écran ÀÇÑŌ")})
    game_data = mini.model_copy(update={"game": game, "aids": {"plan": plan}, "root": BUNDLED_PACK})
    options = PrintOptions(ink=ink) if ink else NO_OPTIONS
    parts = render(localize(game_data, {}, "en"), "plan", (BUNDLED_PACK,), options)
    assert typeset_aid(parts).faults == ()


def test_accents_of_a_title_on_two_lines_are_not_cut_off(pack: Path) -> None:
    title = "NǛ HǛ LǛ AND ALL THEIR OTHER GOOD FELLOWS"
    change(pack, "content/mini/aids.yaml", "front: {title: Night,", f"front: {{title: {title},")
    accent = '  accent: "#335577"\n'
    change(
        pack,
        "content/mini/game.yaml",
        accent,
        f"{accent}  theme: {{frame: meander, header: rule}}\n",
    )
    (pack / "content" / "mini" / "theme.css").write_text(".ag-words { line-height: .8; }")
    parts = render(localize(load(pack, "mini"), {}, "en"), "deck", (pack, BUNDLED_PACK))
    assert typeset_aid(parts).faults == ()
