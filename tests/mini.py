"""The game Mini, the smallest with one of everything, and ways to change a copy of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from aidgen.game.canon import Canon
from aidgen.game.context import UI_LANGUAGE, Context
from aidgen.game.load import load
from aidgen.game.texts import Text
from aidgen.language.language import Pair
from aidgen.problems import Problem, Unusable
from aidgen.translation.judge import language_of

MINI = Path(__file__).parent / "packs" / "mini"


def change(pack: Path, file: str, old: str, new: str) -> None:
    """Replace the only `old` in a file of the pack by `new`."""
    path = pack / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def keep(pack: Path, *aids: str) -> None:
    """Leave Mini no other aids than those."""
    path = pack / "content" / "mini" / "aids.yaml"
    before, listed = path.read_text(encoding="utf-8").split("\naids:\n")
    found = re.findall(r"^  \w+:.*\n(?: {4}.*\n)*", listed, re.M)
    kept = [one for one in found if one.split(":")[0].strip() in aids]
    assert len(kept) == len(aids)
    path.write_text(f"{before}\naids:\n{''.join(kept)}", encoding="utf-8")


def read(pack: Path) -> Canon:
    """Read the game Mini of `pack`, which must be readable."""
    return load(pack, "mini")


def pair(
    canon: Canon,
    source: Mapping[Context, Text],
    target: Mapping[Context, Text],
    locale: str = UI_LANGUAGE,
) -> Pair:
    """Return the two languages of a translation, by their translations of the fixed words."""
    return Pair(language_of(canon.words, source), language_of(canon.words, target, locale))


def problems_of(pack: Path) -> tuple[Problem, ...]:
    """Return what keeps the game Mini of `pack` from being read."""
    try:
        load(pack, "mini")
    except Unusable as unusable:
        return unusable.problems
    return ()
