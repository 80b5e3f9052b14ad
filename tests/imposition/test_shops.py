"""Print shops: the pixels that they ask for, and sheets of Tabletop Simulator."""

from __future__ import annotations

import pytest

from aidgen.assets.papers import CARD_SIZES, Size
from aidgen.imposition.shops import INCH, SHOP_COLUMNS, SHOP_ROWS, SHOPS, WIDEST, canvas, grid


@pytest.mark.parametrize(
    ("shop", "card", "pixels"),
    [
        ("mpc", "poker", (822, 1122)),
        ("mpc", "tarot", (897, 1497)),
        ("tgc", "poker", (825, 1125)),
        ("tgc", "tarot", (900, 1500)),
        ("drivethrucards", "poker", (825, 1125)),
    ],
)
def test_a_canvas_has_the_pixels_that_its_shop_asks_for(
    shop: str, card: str, pixels: tuple[int, int]
) -> None:
    found = canvas(SHOPS[shop], CARD_SIZES[card])
    assert found
    assert tuple(round(side / INCH * 300) for side in (found.size.width, found.size.height)) == (
        pixels
    )
    middle = found.card.left + found.card.width / 2, found.card.top + found.card.height / 2
    assert middle == pytest.approx((found.size.width / 2, found.size.height / 2))
    assert found.safe.left > found.card.left - 0.2
    assert found.safe.width < found.card.width


def test_a_card_that_no_template_of_a_shop_is_for_is_not_taken() -> None:
    assert canvas(SHOPS["mpc"], CARD_SIZES["mini"]) is None
    assert canvas(SHOPS["mpc"], Size(66, 92)) is None
    assert canvas(SHOPS["png"], CARD_SIZES["mini"])


@pytest.mark.parametrize("cards", range(1, SHOP_COLUMNS * SHOP_ROWS + 1))
@pytest.mark.parametrize("card", CARD_SIZES)
def test_a_sheet_of_a_virtual_table_holds_its_cards_within_its_limits(
    cards: int, card: str
) -> None:
    columns, rows, width, height = grid(cards, CARD_SIZES[card])
    assert columns <= SHOP_COLUMNS
    assert rows <= SHOP_ROWS
    assert columns * rows >= cards
    assert max(columns * width, rows * height) <= WIDEST
    assert width / height == pytest.approx(
        CARD_SIZES[card].width / CARD_SIZES[card].height, abs=0.01
    )
