from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aidgen.game.context import Context

IDS = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters="%"), min_size=1), max_size=5
)


@given(IDS)
def test_what_is_written_out_reads_as_it_was(ids: list[str]) -> None:
    context = Context("game", tuple(ids))
    assert Context.read(str(context)) == context


def test_a_dot_within_an_id_divides_nothing() -> None:
    context = Context("game", ("tables", "odds", "rows", "1.5"))
    assert str(context / "chance") == "game.tables.odds.rows.1%2E5.chance"
    assert (context / "chance").ref == "tables.odds.rows.1%2E5.chance"


def test_around_comes_the_nearest_first() -> None:
    context = Context("game", ("rules", "dark"))
    assert [str(outer) for outer in context.around()] == ["game.rules.dark", "game.rules", "game"]
    assert context.is_among("rul*")
    assert not context.is_among("dark")
