"""The games Mini, the smallest with one of nearly everything, and Wide, and ways to change them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from aidgen.game.context import UI_LANGUAGE, Context
from aidgen.game.data import GameData
from aidgen.game.load import load
from aidgen.game.texts import Text
from aidgen.language.localize import localize
from aidgen.pipeline.cache import CACHE_FOLDER
from aidgen.problems import InputError, Problem
from aidgen.translation.checks import Pair, language_of

MINI = Path(__file__).parent / "packs" / "mini"
WIDE = Path(__file__).parent / "packs" / "wide"
"""The game Wide, of what is larger than a page."""


def of_kind(kind: str) -> tuple[Path, str, str]:
    """Return the first aid of a kind: its pack, its game and its name."""
    return next(
        (pack, pack.name, name)
        for pack in (MINI, WIDE)
        for name, aid in load(pack, pack.name).aids.items()
        if aid.kind == kind
    )


def aid_of(kind: str) -> tuple[GameData, str]:
    """Return the first aid of a kind: its game in English, and its name."""
    pack, game, name = of_kind(kind)
    return localize(load(pack, game), {}, "en"), name


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


def shelve(built: Path, out: Path) -> None:
    """Lay on the shelf of an output folder all that Mini is made of: it is not set again there."""
    shutil.copytree(built / "out" / CACHE_FOLDER, out / CACHE_FOLDER, copy_function=os.link)


def read(pack: Path) -> GameData:
    """Read the game Mini of `pack`, which must be readable."""
    return load(pack, "mini")


def pair(
    game_data: GameData,
    source: Mapping[Context, Text],
    target: Mapping[Context, Text],
    locale: str = UI_LANGUAGE,
) -> Pair:
    """Return the two languages of a translation, by their translations of the fixed words."""
    return language_of(game_data.words, source), language_of(game_data.words, target, locale)


def problems_of(pack: Path) -> tuple[Problem, ...]:
    """Return what keeps the game Mini of `pack` from being read."""
    try:
        load(pack, "mini")
    except InputError as error:
        return error.problems
    return ()
