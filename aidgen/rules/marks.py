"""Marks of records: icons, expansions and editions, each known by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aidgen.assets.icons import known, own_file, own_names, unprintable
from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.load import OURS
from aidgen.game.records import Model
from aidgen.game.texts import ICON
from aidgen.game.walks import holds, inside
from aidgen.problems import Problem, Where, did_you_mean

NAME = r"[a-z][a-z0-9-]*"
"""The name of an icon, as texts have it between colons."""


def icons_exist(canon: GameData) -> Iterator[Problem]:
    """Yield names of icons, in records and in texts, that the set does not have."""
    quoted = [(context, name) for context, text in canon.wordings() for name in ICON.findall(text)]
    roots = (canon.root, OURS)
    names = known(roots)
    for context, icon in [*quoted, *_named(canon, "icon")]:
        if icon not in names:
            hint = did_you_mean(icon, names)
            yield Problem(canon.where(context), f"`{icon}` is no icon", hint)


def icons_can_be_printed(canon: GameData) -> Iterator[Problem]:
    """Yield the icons of the pack's own that cannot be printed."""
    for name in sorted(own_names([canon.root])):
        if not re.fullmatch(NAME, name):
            where = Where(own_file(name))
            yield Problem(where, f"`{name}` is no name of an icon", "small letters, digits and -")
    yield from unprintable(canon.root)


def marks_are_declared(canon: GameData) -> Iterator[Problem]:
    """Yield records whose expansion or edition `game.yaml` does not name."""
    for context, module in _named(canon, "module"):
        if module not in canon.game.modules:
            hint = did_you_mean(module, canon.game.modules)
            yield Problem(canon.where(context), f"`{module}` is no module", hint)
    for context, source in _named(canon, "source"):
        for edition in (quote.split(":")[0] for quote in source.split(", ")):
            if edition not in canon.game.editions:
                hint = did_you_mean(edition, canon.game.editions)
                yield Problem(canon.where(context), f"`{edition}` is no edition", hint)


def _named(canon: GameData, field: str) -> Iterator[tuple[Context, str]]:
    """Yield what each record, however deep, says in its key `field`."""
    yield from _within(canon, canon.at(), field)


def _within(node: object, context: Context, field: str) -> Iterator[tuple[Context, str]]:
    for name, inner, child in inside(node, context):
        if isinstance(node, Model) and name == field and isinstance(child, str):
            yield inner, child
        elif holds(child):
            yield from _within(child, inner, field)
