"""Which faults are causes, which only follow, and how they are reported."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aidgen.layout.faults import FAULT_KINDS, FINDINGS, FOLLOWS, Fault, causes

CARD = "cards.fight.front"


def fault(kind: str, page: int = 1, box: str = "", words: str = "") -> Fault:
    """Return a fault of a kind."""
    return Fault(kind=kind, message="is wrong", page=page, box=box, words=words)


def kinds(*faults: Fault) -> list[str]:
    """Return the kinds of the faults that no other one causes."""
    return [each.kind for each in causes(faults)]


@pytest.mark.parametrize("kind", ["words", "contrast", "faint", "pages", "close", "cut"])
def test_what_follows_from_a_card_too_full_is_not_reported(kind: str) -> None:
    assert kinds(fault(kind, box=CARD), fault("fit", box=CARD)) == ["fit"]
    assert kinds(fault(kind), fault("fit", box=CARD)) == ["fit"]
    assert kinds(fault(kind, page=0), fault("fit", box=CARD)) == ["fit"]


def test_what_is_elsewhere_is_reported_too() -> None:
    assert kinds(fault("words", page=2), fault("fit", box=CARD)) == ["fit", "words"]
    other = fault("words", box="cards.night.front")
    assert kinds(other, fault("fit", box=CARD)) == ["fit", "words"]
    assert kinds(fault("small"), fault("fit")) == ["fit", "small"]


@pytest.mark.parametrize("kind", ["font", "picture"])
def test_a_font_or_a_picture_that_is_missing_explains_other_pages(kind: str) -> None:
    assert kinds(fault("fit", page=3, box=CARD), fault("pages", 0), fault(kind, 1)) == [kind]


def test_a_fault_is_reported_once_and_causes_come_first() -> None:
    assert kinds(fault("file", 2), fault("small"), fault("file", 2)) == ["small", "file"]


def test_a_fault_is_reported_at_its_text_if_that_is_known_once() -> None:
    sheet, text = fault("faint", 2, words="Rest!"), fault("faint", 1, CARD, words="Rest!")
    named = replace(text, context="mini.rules.rest.text")
    assert causes((sheet, named)) == (named,)
    other = replace(sheet, words="Roll!")
    assert causes((other, named, sheet)) == (other, named)
    assert len(causes((named, replace(named, context="mini.rules.roll.text")))) == 2


def test_nothing_follows_from_what_comes_after_it() -> None:
    for cause, followers in FOLLOWS.items():
        assert all(FAULT_KINDS.index(kind) > FAULT_KINDS.index(cause) for kind in followers), cause


def test_a_message_names_what_was_found_where_and_what_was_expected() -> None:
    small = Fault(kind="small", message="is set in 5 pt", expected="at least 8 pt", words="tiny")
    assert small.describe() == "“tiny” is set in 5 pt, expected at least 8 pt"
    assert small.describe("a.pdf") == "“tiny” is set in 5 pt in a.pdf, expected at least 8 pt"
    many = Fault(kind="pages", message="has 3 pages", expected="2")
    assert many.describe("a.pdf") == "a.pdf: has 3 pages, expected 2"
    full = Fault(kind="fit", message="3 mm below does not fit", box=CARD, page=2)
    assert full.describe("a.pdf, page 2") == f"{CARD}: 3 mm below does not fit in a.pdf, page 2"
    assert str(full) == f"page 2: {CARD}: 3 mm below does not fit"
    assert len(fault("words", words="much " * 99).describe()) < 120


def test_each_kind_of_finding_is_certain_or_a_doubt() -> None:
    doubts = {kind for kind, (of, _) in FINDINGS.items() if of == "doubt"}
    assert doubts == {"style", "faint", "small", "close", "cut"}
    assert not doubts & set(FOLLOWS), "a doubt is no reason to leave out a fault"
