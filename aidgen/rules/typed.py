"""Words and numbers as they were typed: every character can be printed, and so can every number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from aidgen.assets.characters import unprintable
from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.figures import MOST_DECIMALS, Bonus, Figure, Percent, Ratio, Raw, neutral
from aidgen.language.script import script
from aidgen.problems import Problem


def characters_can_be_printed(canon: GameData) -> Iterator[Problem]:
    """Yield characters of texts, and of editions, that no font has or that would mislead."""
    words = [
        (canon.at("game", "editions", name), f"{edition.title} {edition.version or ''}")
        for name, edition in canon.game.editions.items()
    ]
    words.append((canon.at("game", "edition"), canon.game.edition))
    own = script(canon.game.language)
    for context, wording in (*canon.wordings(), *words):
        for found in unprintable(wording, own):
            yield Problem(canon.where(context), found)


def numbers_are_printed_as_typed(canon: GameData) -> Iterator[Problem]:
    """Yield numbers that have more decimals than are printed: they would become other numbers."""
    for context, leaf in canon.leaves():
        if not isinstance(leaf, Figure) or _is_derived(canon, context):
            continue
        for number in _numbers(leaf.raw):
            if (number * 10**MOST_DECIMALS).denominator != 1:
                rounded = round(number, MOST_DECIMALS)
                message = f"found `{_typed(number)}`, which would be printed as {neutral(rounded)}"
                hint = f"a number has at most {MOST_DECIMALS} decimals; a derived one is rounded"
                yield Problem(canon.where(context), message, hint)


def _numbers(raw: Raw) -> tuple[Fraction, ...]:
    """Return the numbers of a figure that may have decimals."""
    if isinstance(raw, Ratio):
        return raw.first, raw.second
    if isinstance(raw, Bonus | Percent):
        return (raw.number,)
    return (raw,) if isinstance(raw, Fraction) else ()


def _typed(number: Fraction) -> str:
    """Return a number as it was typed: all its decimals."""
    digits = 0
    while (number * 10**digits).denominator != 1:
        digits += 1
    whole, rest = divmod(abs(number.numerator) * 10**digits // number.denominator, 10**digits)
    return f"{'-' if number < 0 else ''}{whole}.{rest:0{digits}}"


def _is_derived(canon: GameData, context: Context) -> bool:
    """Tell whether a figure is a cell of a column that is worked out."""
    table = canon.tables.get(context.ids[1]) if context.kind == "tables" else None
    column = table.columns.get(context.name) if table and "rows" in context.ids else None
    return column is not None and column.derive is not None
