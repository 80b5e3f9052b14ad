"""Standees and tents: figures of paper, upside down on the back, with their folds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import ImageChops

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import Size
from aidgen.page.render import render
from aidgen.page.sheets import Deck
from aidgen.pipeline.options import choosable
from aidgen.rules import check_game
from tests.inks import grey_pages
from tests.mini import change, problems_of, read
from tests.sheets import typeset

AIDS = "content/mini/aids.yaml"
FIGURES = "kind: standees, paper: A4"


def figures(pack: Path, standee: str = "", options: PrintOptions = NO_OPTIONS) -> Deck:
    """Return the figures of Mini, made as `standee` says."""
    if standee:
        change(pack, AIDS, FIGURES, f"{FIGURES}, standee: {standee}")
    found = render(read(pack), "figures", (BUNDLED_PACK,), options).decks[0]
    return found


def folds(deck: Deck) -> list[float]:
    return sorted(
        map(float, re.findall(r'"ag-fold" style="top:([\d.]+)mm', deck.cards[0].front.inner))
    )


def test_a_figure_has_two_halves_and_two_flaps(pack: Path) -> None:
    deck = figures(pack)
    assert deck.trim == Size(25, 2 * (40 + 12))
    assert folds(deck) == [12, 52, 92]
    assert not deck.two_sided


def test_the_back_is_the_front_upside_down(pack: Path) -> None:
    """Turned by half about the fold in the middle, a figure looks as it did."""
    deck = figures(pack)
    made = typeset(deck.cards[0].front)
    assert made.faults == ()
    (page,) = grey_pages(made.pdf, 100)
    fold = page.height // 2
    front = page.crop((0, fold + 2, page.width, page.height - 4))
    behind = page.rotate(180).crop((0, fold + 2, page.width, page.height - 4))
    dark = [one.point([level < 128 for level in range(256)]) for one in (front, behind)]
    differing = sum(ImageChops.difference(*dark).histogram()[1:])
    # The edges of letters fall between points.
    assert differing < 0.1 * sum(dark[0].histogram()[1:])


def test_the_name_is_heard_once(pack: Path) -> None:
    inner = figures(pack).cards[0].front.inner
    assert inner.count("Tired") == 2
    hidden = re.search(
        r'<div class="ag-half ag-behind" aria-hidden="true">.*?</div>\n', inner, re.S
    )
    assert hidden
    assert hidden[0].count("Tired") == 1


def test_a_name_of_two_lines_is_whole_and_clear_of_the_fold(pack: Path) -> None:
    change(pack, "content/mini/rules.yaml", "title: Tired", "title: Tired of mending nets")
    for base, foot in ((0, 80), (12, 92)):
        deck = figures(pack, f"{{width: 30 mm, height: 40 mm, base: {base} mm}}")
        made = typeset(deck.cards[0].front)
        assert made.faults == ()
        (page,) = grey_pages(made.pdf, 254)
        below = page.crop((0, foot * 10 - 12, page.width, foot * 10 - 2))
        assert min(below.tobytes()) > 250
        change(pack, AIDS, f", standee: {{width: 30 mm, height: 40 mm, base: {base} mm}}", "")


def test_a_picture_stands_in_the_place_of_an_icon(pack: Path) -> None:
    change(pack, "content/mini/rules.yaml", "title: Tired", "title: Tired, image: back.svg")
    deck = figures(pack)
    assert deck.cards[0].front.inner.count('<img class="ag-seen" src="aidgen:picture/') == 2
    assert typeset(*[card.front for card in deck.cards]).faults == ()
    reported = [str(one) for one in check_game(read(pack))]
    assert [
        one for one in reported if "its window 22 × 27.5 mm" in one or "is cut off" in one
    ] == reported


def test_there_is_no_back_to_be_turned(pack: Path) -> None:
    assert not choosable(read(pack), "figures") & {"gutterfold", "single_sided", "offset"}


@pytest.mark.parametrize(
    ("standee", "said"),
    [
        ("{height: 120 mm, base: 30 mm}", "an unfolded figure is 25 × 300 mm, too large"),
        ("{width: 10 mm}", "expected at least 15"),
        ("{height: tall}", "found `tall`, expected a length"),
    ],
)
def test_a_figure_that_cannot_be_made_is_reported_at_its_line(
    pack: Path, standee: str, said: str
) -> None:
    change(pack, AIDS, FIGURES, f"{FIGURES}, standee: {standee}")
    (problem,) = problems_of(pack) or check_game(read(pack))
    assert str(problem).startswith(f"{AIDS}:47:")
    assert said in str(problem)
