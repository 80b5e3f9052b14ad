"""Cards with room left: centred, with air between their parts."""

from __future__ import annotations

import re

import pytest

from aidgen.press.engine import Source
from aidgen.press.filling import MOST_AIR
from aidgen.press.layout import fittings
from aidgen.press.trials import choose_type

WORDS = "Draw three cards, keep the one you like best. "
HEIGHT = 60.0
CSS = f"""
@page {{ size: 90mm 200mm; margin: 5mm }} * {{ box-sizing: border-box }}
html {{ font-family: Source Sans Pro; --air: 0mm }} body, p {{ margin: 0 }}
.card {{ height: {HEIGHT}mm; width: 55mm }} p + p {{ margin-top: calc(1mm + var(--air)) }}
"""


def card(name: str, paragraphs: int) -> str:
    said = "data-height='fixed' data-centre data-least='7.4' data-most='13'"
    inner = f"<p>{WORDS}</p>" * paragraphs
    return f"<div class='card' data-fit='{name}' {said}>{inner}</div>"


def chosen(*cards: str) -> Source:
    head = f"<title>x</title><style>{CSS}</style>"
    body = "".join(cards)
    source = Source(f"<html lang='en'><head>{head}</head><body>{body}</body></html>")
    choose_type(source)
    return source


def said(source: Source, name: str, what: str) -> float:
    (element,) = {
        one.get("style"): one for one in source.root.iter() if one.get("data-fit") == name
    }
    found = re.search(rf"{what}:([\d.]+)", str(element))
    assert found
    return float(found[1])


def test_a_short_card_stands_in_the_middle() -> None:
    source = chosen(card("short", 2))
    above = said(source, "short", "padding-top")
    (fitting,) = fittings(source.laid_out().pages)
    assert fitting.room == pytest.approx(above, abs=0.6)
    assert said(source, "short", "--air") == pytest.approx(MOST_AIR)
    assert "little" in next(source.root.iter("div")).get("class", "").split()


def test_a_full_card_begins_at_its_top() -> None:
    source = chosen(card("full", 12))
    assert said(source, "full", "padding-top") < 1
    assert "little" not in next(source.root.iter("div")).get("class", "").split()


def test_cards_of_a_deck_are_alike() -> None:
    source = chosen(card("full", 14), card("short", 1), card("other", 3))
    small = said(source, "full", "font-size")
    assert said(source, "short", "font-size") == pytest.approx(min(13, small + 1.5))
    assert said(source, "short", "font-size") == said(source, "other", "font-size")


def test_copies_of_a_card_are_set_as_the_first() -> None:
    source = chosen(card("one", 2), card("two", 5), card("one", 2))
    styles = [one.get("style") for one in source.root.iter("div")]
    assert styles[0] == styles[2] != styles[1]
