from __future__ import annotations

import pytest

from aidgen.assets.icons import icon_names, outline


def test_the_set_has_the_icons_it_promises() -> None:
    assert len(icon_names()) > 1000
    assert {"sword", "moon", "bed"} <= icon_names()


def test_an_outline_is_the_inside_of_an_svg() -> None:
    assert outline("sword").startswith("<path")
    assert "svg" not in outline("sword")


def test_an_unknown_icon_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        outline("swrod")
