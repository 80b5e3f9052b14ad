from __future__ import annotations

import pytest

from aidgen.game.load import BUNDLED_PACK, games
from aidgen.page.markdown import find_misuse
from aidgen.translation.catalog import read_catalog


@pytest.mark.parametrize(
    "text",
    [
        "a < b > c, 1 <3 2 & 3",
        "> 3 wins",
        ">= {hand}",
        "*a* **b** ***c*** [d](rules.e) :sword: {x}",
        "goblin|goblins",
        "2 * 3 * 4 * 5 --- 6",
        "- a\n- b\n\n1. c",
        "R&D; &c.",
        r"\> not \<b> \&amp; \| a \|",
        "#1, !important, [x]: y",
    ],
)
def test_signs_that_are_no_markup_are_left_alone(text: str) -> None:
    assert list(find_misuse(text)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<b>a</b> and <i>c</i>", ["HTML `<b>`"]),
        ("<!-- a -->", ["HTML `<!-- a -->`"]),
        ("<div>\na\n</div>", ["HTML `<div>`"]),
        ("&nbsp;a&#8212;b", ["the HTML entity `&nbsp;`"]),
        ("a\n\n> b", ["a block quote `> b`"]),
        ("- a\n\n  > b", ["a block quote `> b`"]),
        ("***", ["a rule `***`"]),
        ("# a\n\n---", ["a heading `# a`", "a rule `---`"]),
        ("a\n===", ["a heading `===`"]),
        ("a\n\n| b | c |", ["a table `| b | c |`"]),
        ("```\na\n```", ["code ```"]),
        ("a `b` c", ["code `b`"]),
        ("<http://x.test>", ["an address in brackets `<http://x.test>`"]),
        ("![a](b.png) and a very long picture ![c](d.png)", ["a picture `![a](b.png)`"]),
    ],
)
def test_markup_that_the_dialect_has_not_is_told_once_a_kind(text: str, found: list[str]) -> None:
    assert [misuse.found for misuse in find_misuse(text)] == found


def test_no_translation_of_ours_is_doubted() -> None:
    paths = [
        path for game in games(BUNDLED_PACK) for path in BUNDLED_PACK.glob(f"locales/*/{game}.po")
    ]
    assert len(paths) > 4
    for path in paths:
        for context, entry in read_catalog(path, path.name).entries.items():
            for wording in entry.text.wordings:
                assert list(find_misuse(wording)) == [], f"{path}: {context}"
