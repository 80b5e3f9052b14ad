"""Which text a glyph stands for that a font puts in the place of others (OpenType 1.9, GSUB)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fontTools.ttLib import TTFont

SINGLE, MULTIPLE, ALTERNATE, LIGATURE, EXTENSION = 1, 2, 3, 4, 7
"""The kinds of lookups that substitute glyphs; contextual ones only call them."""
MOST_SUBSTITUTIONS = 6
"""So many substitutions may follow each other: more than any of our fonts needs."""


OPTIONAL = re.compile(
    r"afrc|cv\d\d|dlig|dnom|frac|hist|hlig|nalt|numr|ordn|salt|sinf|ss\d\d|subs|sups"
    r"|swsh|titl|zero"
)
"""The features that only a style sheet turns on, with other forms: circled, raised, ornate."""


def substitution_texts(
    font: TTFont, said: Mapping[str, str], *, usual: bool = False
) -> dict[str, list[str]]:
    """Return the text of each substituted glyph by its name; `said` has those of characters.

    When a glyph is split into several, the first one carries all of its text. If `usual`, what only
    optional features substitute is left out.
    """
    known = dict(said)
    if "GSUB" not in font:
        return {}
    table = font["GSUB"].table
    optional = _optional_lookups(table) if usual else frozenset()
    lookups = enumerate(table.LookupList.Lookup if table.LookupList else ())
    rules = list(substitution_rules(lookup for number, lookup in lookups if number not in optional))
    for _ in range(MOST_SUBSTITUTIONS):
        before = len(known)
        for taken, given in rules:
            if all(name in known for name in taken):
                words = "".join(known[name] for name in taken)
                for place, name in enumerate(given):
                    known.setdefault(name, "" if place else words)
        if len(known) == before:
            break
    return {name: [words] for name, words in known.items() if name not in said and words}


def substitution_rules(
    lookups: Iterable[Any],
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the glyphs that each rule of some lookups replaces, and their replacements."""
    for lookup in lookups:
        for part in lookup.SubTable:
            kind = part.ExtensionLookupType if lookup.LookupType == EXTENSION else lookup.LookupType
            inner = part.ExtSubTable if lookup.LookupType == EXTENSION else part
            yield from _subtable_rules(kind, inner)


def _subtable_rules(kind: int, part: Any) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    if kind == SINGLE:
        yield from (((one,), (other,)) for one, other in part.mapping.items())
    elif kind == MULTIPLE:
        yield from (((one,), tuple(others)) for one, others in part.mapping.items())
    elif kind == ALTERNATE:
        yield from (((one,), (other,)) for one, some in part.alternates.items() for other in some)
    elif kind == LIGATURE:
        for first, ligatures in part.ligatures.items():
            yield from (((first, *one.Component), (one.LigGlyph,)) for one in ligatures)


def _optional_lookups(table: Any) -> frozenset[int]:
    """Return the numbers of the lookups that only optional features use."""
    used: dict[bool, set[int]] = {True: set(), False: set()}
    for record in table.FeatureList.FeatureRecord if table.FeatureList else ():
        is_optional = OPTIONAL.fullmatch(record.FeatureTag) is not None
        used[is_optional].update(record.Feature.LookupListIndex)
    return frozenset(used[True] - used[False])
