"""A long table over several blocks of a sheet."""

from __future__ import annotations

import pytest

from aidgen.game.texts import Text
from aidgen.page.kinds.table_shares import divide_rows, table_shares
from tests.mini import aid_of

SHORT, LONG = "a word", "many words that need three lines of a narrow column, " * 2


def rows(*texts: str) -> dict[str, dict[str, object]]:
    return {str(number): {"said": Text(text)} for number, text in enumerate(texts, start=1)}


@pytest.mark.parametrize(
    ("texts", "asked", "expected"),
    [
        ([SHORT] * 100, [None, None], [50, 50]),
        ([SHORT] * 100, [None, None, 20], [40, 40, 20]),
        ([SHORT] * 100, [30, None, None], [30, 35, 35]),
        ([SHORT] * 9, [None, None], [5, 4]),
        ([LONG, LONG, *[SHORT] * 6], [None, None], [2, 6]),
    ],
)
def test_rows_are_shared_evenly(
    texts: list[str], asked: list[int | None], expected: list[int]
) -> None:
    table = next(one for one in aid_of("book")[0].tables.values() if one.rows)
    table = table.model_copy(update={"rows": rows(*texts)})
    shares = divide_rows(table, asked)
    assert [len(share) for share in shares] == expected
    assert [name for share in shares for name in share] == list(table.rows or {})


def test_a_table_goes_on_in_the_blocks_that_continue_it() -> None:
    game, name = aid_of("sheet")
    table = next(name for name, one in game.tables.items() if one.rows)
    block = next(iter(game.aids[name].blocks.values()))
    blocks = {
        "first": block.model_copy(update={"contents": (f"tables.{table}",), "rows": 1}),
        "between": block.model_copy(update={"contents": ()}),
        "more": block.model_copy(update={"contents": (), "continues": "first"}),
    }
    shares = table_shares(game, game.aids[name].model_copy(update={"blocks": blocks}))
    assert {name: ref for name, (ref, _) in shares.items()} == {
        "first": f"tables.{table}",
        "more": f"tables.{table}",
    }
    first, more = shares["first"][1], shares["more"][1]
    assert (first.begins, first.ends, more.begins, more.ends) == (True, False, False, True)
    assert (*first.rows, *more.rows) == tuple(game.tables[table].rows or ())
    assert len(first.rows) == 1
