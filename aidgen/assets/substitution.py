"""What glyphs say that a font puts in the place of others: joined forms, ligatures, half letters.

The tables of the font are followed from the glyphs of characters on (OpenType 1.9, GSUB).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fontTools.ttLib import TTFont

SINGLE, MULTIPLE, ALTERNATE, LIGATURE, EXTENSION = 1, 2, 3, 4, 7
"""The kinds of lookups that put glyphs in the place of others; those of contexts only ask them."""
ROUNDS = 6
"""So many substitutions may follow each other: more than any of our fonts needs."""


def substituted(font: TTFont, said: Mapping[str, str]) -> dict[str, list[str]]:
    """Return what each further glyph says, by its name; `said` is what those of characters say.

    Glyphs that one is divided into say all of it together, the first of them; the others nothing.
    """
    known = dict(said)
    if "GSUB" not in font:
        return {}
    rules = list(_rules(font["GSUB"].table))
    for _ in range(ROUNDS):
        before = len(known)
        for taken, given in rules:
            if all(name in known for name in taken):
                words = "".join(known[name] for name in taken)
                for place, name in enumerate(given):
                    known.setdefault(name, "" if place else words)
        if len(known) == before:
            break
    return {name: [words] for name, words in known.items() if name not in said and words}


def _rules(table: Any) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield which glyphs are taken, and what is given for them."""
    for lookup in table.LookupList.Lookup if table.LookupList else ():
        for part in lookup.SubTable:
            kind = part.ExtensionLookupType if lookup.LookupType == EXTENSION else lookup.LookupType
            inner = part.ExtSubTable if lookup.LookupType == EXTENSION else part
            yield from _of_part(kind, inner)


def _of_part(kind: int, part: Any) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    if kind == SINGLE:
        yield from (((one,), (other,)) for one, other in part.mapping.items())
    elif kind == MULTIPLE:
        yield from (((one,), tuple(others)) for one, others in part.mapping.items())
    elif kind == ALTERNATE:
        yield from (((one,), (other,)) for one, some in part.alternates.items() for other in some)
    elif kind == LIGATURE:
        for first, ligatures in part.ligatures.items():
            yield from (((first, *one.Component), (one.LigGlyph,)) for one in ligatures)
