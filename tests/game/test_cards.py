"""Cards chosen by what they say: what may be asked, and that nothing of it is run."""

from __future__ import annotations

import pytest

from aidgen.game.cards import Card
from aidgen.game.formulas import compared_fields, is_selected

CARD = Card.model_validate(
    {
        "front": {"title": "Fire"},
        "deck": "spells",
        "copies": 2,
        "tags": ["fire", "quick"],
        "fields": {"level": 3, "range": 10, "kind": "A spell"},
    }
)


@pytest.mark.parametrize(
    ("only", "is_chosen"),
    [
        (None, True),
        ("level <= 3", True),
        ("level < 3", False),
        ("level == 3 and copies >= 2", True),
        ("not (level > 2)", False),
        ("fire in tags", True),
        ("slow in tags or level != 3", False),
        ("'quick' in tags", True),
        ("slow not in tags", True),
        ("deck == spells", True),
        ("deck != spells", False),
        ("range > -1.5", True),
        ("cost > 1", False),
        ("cost != 1", True),
    ],
)
def test_a_choice_is_read_as_it_is_written(only: str | None, is_chosen: bool) -> None:
    assert is_selected(CARD, only) == is_chosen


@pytest.mark.parametrize(
    "only",
    [
        "",
        "level",
        "level <=",
        "1 < level < 5",
        "level + 1 > 2",
        "__import__('os').system('x') == 1",
        "level.real > 1",
        "tags[0] == 1",
        "level > (lambda: 1)",
        "fire in deck",
        "level > " + "(" * 150,
        "level == 1\nand copies == 1" + " " * 200,
        "[x for x in tags] == 1",
    ],
)
def test_what_is_no_choice_is_refused(only: str) -> None:
    with pytest.raises(ValueError, match="`"):
        is_selected(CARD, only)


def test_the_names_that_are_compared_are_known() -> None:
    assert compared_fields("level <= 3 and (fire in tags or deck == spells)") == {"level", "deck"}
