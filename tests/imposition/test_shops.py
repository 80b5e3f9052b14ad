"""Print shops: the pixels that they ask for, and sheets of Tabletop Simulator."""

from __future__ import annotations

import pytest

from aidgen.assets.papers import CARD_SIZES, Size
from aidgen.assets.shops import SHOPS, read_shops
from aidgen.imposition.shops import canvas, grid


@pytest.mark.parametrize(
    ("shop", "card", "pixels"),
    [
        ("mpc", Size(63, 88), (816, 1110)),
        ("mpc", Size(63.5, 88.9), (822, 1122)),
        ("mpc", Size(44, 67), (592, 863)),
        ("mpc", Size(44, 68), (592, 863)),
        ("mpc", Size(70, 120), (897, 1497)),
        ("printerstudio", Size(63, 88), (816, 1110)),
        ("tgc", Size(63, 88), (825, 1125)),
        ("tgc", Size(44, 63.5), (600, 825)),
        ("tgc", Size(57, 88.9), (750, 1125)),
        ("tgc", Size(70, 70), (900, 900)),
        ("tgc", Size(70, 120), (900, 1500)),
        ("drivethrucards", Size(63, 88), (825, 1125)),
    ],
)
def test_a_canvas_has_the_pixels_that_its_shop_asks_for(
    shop: str, card: Size, pixels: tuple[int, int]
) -> None:
    found = canvas(SHOPS[shop], card)
    assert found
    sides = (found.size.width, found.size.height)
    assert tuple(round(side / 25.4 * 300) for side in sides) == pixels
    for place in (found.card, found.trim, found.safe):
        middle = place.left + place.width / 2, place.top + place.height / 2
        assert middle == pytest.approx((found.size.width / 2, found.size.height / 2))
    assert found.safe.width < found.trim.width < found.size.width


def test_a_card_that_a_shop_has_no_product_for_is_not_taken() -> None:
    assert canvas(SHOPS["tgc"], CARD_SIZES["mini"]) is None
    assert canvas(SHOPS["mpc"], Size(66, 92)) is None
    assert canvas(SHOPS["png"], CARD_SIZES["mini"])


ODD_SHOPS = [
    '["../../x"]\nname = "X"',
    '["a/b"]\nlike = "mpc"',
    "[a]\nname = 3",
    '[a]\nname = "X"\nbleed = "2"',
    '[a]\nname = "X"\nbleed = inf',
    '[a]\nname = "X"\nsafe = nan',
    '[a]\nname = "X"\nsafe = -1',
    '[a]\nname = "X"\nink = true',
    '[a]\nname = "X"\npdfx = "x9"',
    '[a]\nname = "X"\norder = 1',
    '[a]\nlike = ["mpc"]',
    '[a]\nlike = "nobody"',
    '[a]\nlike = "mpc"\nproducts = [{name = "P", trim = [60]}]',
    '[a]\nlike = "mpc"\nproducts = [{name = 5, trim = [60, 90]}]',
    '[a]\nlike = "mpc"\nproducts = [{name = "P", trim = [60, 1e9]}]',
    '[a]\nlike = "mpc"\nproducts = [{name = "P", trim = [60, 90], picture = [99999999, 900]}]',
    f'[a]\nlike = "mpc"\nproducts = [{{name = "P", trim = [60, {"9" * 400}]}}]',
    "a = 3",
    f"a = {'[' * 5_000}",
]


@pytest.mark.parametrize("text", ODD_SHOPS)
def test_a_shop_that_cannot_be_is_refused(text: str) -> None:
    """A file of shops may come with a pack: their names become folders, their sizes memory."""
    with pytest.raises(ValueError, match=r"is not a shop|too deeply"):
        read_shops(text, SHOPS)


def test_a_shop_of_your_own_is_read_from_a_file() -> None:
    text = """
    [corner]
    like = "mpc"
    name = "Print shop at the corner"
    products = [{name = "Cards", trim = [60, 90]}]
    """
    shop = read_shops(text, SHOPS)["corner"]
    found = canvas(shop, Size(60, 90))
    assert found
    assert found.size == Size(66.096, 96.096)
    assert canvas(shop, Size(63, 88)) is None
    with pytest.raises(ValueError, match="`corner` is not a shop"):
        read_shops("[corner]\nsize = 3", SHOPS)


@pytest.mark.parametrize(
    ("cards", "card", "size"),
    [
        (1, "poker", (2, 2, 1466, 2047)),
        (7, "poker", (7, 2, 585, 817)),
        (69, "poker", (10, 7, 409, 571)),
        (69, "tarot", (10, 7, 341, 584)),
        (70, "square", (10, 7, 409, 409)),
    ],
)
def test_a_sheet_of_a_virtual_table_holds_its_cards_within_its_limits(
    cards: int, card: str, size: tuple[int, int, int, int]
) -> None:
    """At most 10 by 7 cards, and 4,096 px a side."""
    assert grid(cards, CARD_SIZES[card]) == size
