"""Which faults are causes, which only follow, and how they are said."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from aidgen.layout.faults import FAULT_KINDS, FINDINGS, FOLLOWS, Fault, FaultKind, causes

CARD = "cards.fight.front"


def fault(kind: FaultKind, page: int = 1, box: str = "", words: str = "") -> Fault:
    return Fault(kind=kind, found="is wrong", page=page, box=box, words=words)


def kinds(*faults: Fault) -> list[str]:
    return [one.kind for one in causes(faults)]


def test_what_follows_from_an_overflow_is_not_reported_beside_it() -> None:
    followers: list[FaultKind] = ["unset", "lost", "unseen", "overlap", "edge", "astray"]
    followers += ["unread", "tags"]
    for kind in followers:
        assert kinds(fault(kind, box=CARD), fault("overflow", box=CARD)) == ["overflow"], kind
        assert kinds(fault(kind), fault("overflow", box=CARD)) == ["overflow"], kind
        assert kinds(fault(kind, page=0), fault("overflow", box=CARD)) == ["overflow"], kind


def test_what_stands_elsewhere_is_reported_of_itself() -> None:
    assert kinds(fault("overlap", page=2), fault("overflow", box=CARD)) == ["overflow", "overlap"]
    other = fault("unseen", box="cards.night.front")
    assert kinds(other, fault("overflow", box=CARD)) == ["overflow", "unseen"]
    assert kinds(fault("size"), fault("overflow")) == ["overflow", "size"]
    assert kinds(fault("overlap"), fault("unseen")) == ["unseen", "overlap"]


def test_a_font_or_a_picture_that_is_not_there_explains_what_happens_on_other_pages() -> None:
    for kind in ("font", "picture"):
        found = kinds(fault("overflow", page=3, box=CARD), fault("overlap", page=2), fault(kind, 1))
        assert found == [kind]


def test_a_thing_is_reported_once_and_causes_come_first() -> None:
    assert kinds(fault("edge", 2), fault("size"), fault("edge", 2)) == ["size", "edge"]


def test_a_thing_whose_text_is_known_once_is_reported_at_that_text_alone() -> None:
    sheet, text = fault("faint", 2, words="Rest!"), fault("faint", 1, CARD, words="Rest!")
    named = replace(text, context="mini.rules.rest.text")
    assert causes((sheet, named)) == (named,)
    other = replace(sheet, words="Roll!")
    assert causes((other, named, sheet)) == (other, named)
    assert len(causes((named, replace(named, context="mini.rules.roll.text")))) == 2


def test_nothing_follows_from_what_comes_after_it() -> None:
    for cause, followers in FOLLOWS.items():
        assert all(FAULT_KINDS.index(kind) > FAULT_KINDS.index(cause) for kind in followers), cause


def test_it_is_said_what_was_found_where_and_what_was_expected() -> None:
    small = Fault(kind="size", found="is set in type of 5 pt", expected="at least 8", words="tiny")
    assert small.describe() == "“tiny” is set in type of 5 pt, expected at least 8"
    assert small.describe("a.pdf") == "“tiny” is set in type of 5 pt in a.pdf, expected at least 8"
    many = Fault(kind="pages", found="has 3 pages", expected="2")
    assert many.describe("a.pdf") == "a.pdf: has 3 pages, expected 2"
    full = Fault(kind="overflow", found="3 mm below does not fit", box=CARD, page=2)
    assert full.describe("a.pdf, page 2") == f"{CARD}: 3 mm below does not fit in a.pdf, page 2"
    assert str(full) == f"page 2: {CARD}: 3 mm below does not fit"
    assert len(fault("unseen", words="much " * 99).describe()) < 120


def test_each_kind_of_finding_is_certain_or_a_doubt() -> None:
    assert set(FINDINGS) == set(get_args(FaultKind))
    doubts = {kind for kind in FINDINGS if Fault(kind=kind, found="is so").is_doubt}
    assert doubts == {"size", "faint", "break", "unproved", "close", "misread", "cut"}
    assert not doubts & set(FOLLOWS), "a doubt is no reason to leave out a fault"
