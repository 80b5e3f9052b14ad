"""Checks of references: records, icons, modules and editions that are named exist."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from aidgen import BUNDLED_PACK
from aidgen.assets.icons import known_icons, own_icon_file, own_icon_names, unprintable_icons
from aidgen.game.context import Context
from aidgen.game.data import KINDS_OF_RECORD, GameData, children
from aidgen.game.fields import Model
from aidgen.game.records import NO_THIS, THIS
from aidgen.game.texts import ICON, INDEX, LINK
from aidgen.page.kinds import kind_of
from aidgen.problems import Problem, Where, closest_word, did_you_mean

# References to records that a section, a card or a block can print.
PRINTABLE = (
    *("rules.NAME", "procedures.NAME", "tables.NAME", "tables.NAME.NAME", "charts.NAME"),
    *("drawings.NAME", "states.NAME", "blanks.NAME", "terms"),
)
# The name of an icon, as texts have it between colons.
ICON_NAME = r"[a-z][a-z0-9-]*"


def references_lead_somewhere(game_data: GameData) -> Iterator[Problem]:
    """Yield references, in lists of contents and in links of texts, that name no record."""
    for context, ref, meant in broken_references(game_data):
        hint = f"did you mean `{meant}`?" if meant else NO_THIS if ref == THIS else ""
        yield game_data.problem(context, f"`{ref}` does not exist", hint)


def broken_references(game_data: GameData) -> Iterator[tuple[Context, str, str]]:
    """Yield the place of each reference that names no record, and the closest one that does."""
    everything = list(all_refs(game_data))
    for context, ref in _references(game_data):
        try:
            game_data.find(ref)
        except KeyError:
            yield context, ref, _closest_ref(ref, everything)


def _closest_ref(ref: str, refs: Sequence[str]) -> str:
    # One of its kind, or with its name, is meant more often than one that is spelled alike.
    kind, _, name = ref.partition(".")
    of_kind = [each.removeprefix(f"{kind}.") for each in refs if each.startswith(f"{kind}.")]
    if close := closest_word(name, of_kind):
        return f"{kind}.{close}"
    named = (candidate for candidate in refs if candidate.endswith(f".{name}"))
    return next(named, "") or closest_word(ref, refs, 0.8)


def contents_can_be_printed(game_data: GameData) -> Iterator[Problem]:
    """Yield references to what no template prints there: it would be left out silently."""
    for context, ref in _references(game_data):
        if "contents" not in context.ids or ref == THIS:
            continue
        allowed: tuple[str, ...] = PRINTABLE
        if context.kind == "aids" and "blocks" not in context.ids:
            kind = kind_of(game_data, game_data.aids[context.ids[1]].kind)
            if kind is None or not kind.lists:
                continue
            allowed = kind.lists
        if context.kind == "sections":
            allowed = (*allowed, INDEX)
        alike = (each for each in allowed if each.count(".") == ref.count("."))
        # NAME stands for any name.
        if not any(fnmatchcase(ref, pattern.replace("NAME", "*")) for pattern in alike):
            hint = f"possible: {', '.join(f'`{pattern}`' for pattern in allowed)}"
            yield game_data.problem(context, f"`{ref}` cannot be printed here", hint)


def all_refs(game_data: GameData) -> Iterator[str]:
    """Yield the references to all records of a game."""
    for kind in KINDS_OF_RECORD:
        yield from (f"{kind}.{name}" for name in getattr(game_data, kind))


def _references(game_data: GameData) -> Iterator[tuple[Context, str]]:
    # A link in a text is a reference as much as an entry of a list: a broken one leads nowhere.
    for context, model in _models(game_data):
        for number, ref in enumerate(getattr(model, "contents", ())):
            yield context / "contents" / str(number), ref
    for name, term in game_data.terms.items():
        if term.rule:
            yield game_data.at("terms", name, "rule"), term.rule
    for name, chart in game_data.charts.items():
        yield game_data.at("charts", name, "table"), f"tables.{chart.table}"
    for context, wording in game_data.wordings():
        links = LINK.finditer(wording)  # `![map](map.png)` is reported as a picture
        targets = (link[2] for link in links if wording[: link.start()][-1:] != "!")
        yield from ((context, target) for target in targets if not target.startswith("^"))


def icons_exist(game_data: GameData) -> Iterator[Problem]:
    """Yield names of icons, in records and in texts, that the set does not have."""
    quoted = [
        (context, name) for context, text in game_data.wordings() for name in ICON.findall(text)
    ]
    names = known_icons((game_data.root, BUNDLED_PACK))
    for context, icon in [*quoted, *_key_values(game_data, "icon", "icons")]:
        if icon not in names:
            hint = did_you_mean(icon.lower().replace("_", "-"), names)
            if not hint and context.name not in ("icon", "icons"):
                hint = f"write `\\:{icon}:` if it is no icon"
            yield game_data.problem(context, f"unknown icon `{icon}`", hint)


def icons_can_be_printed(game_data: GameData) -> Iterator[Problem]:
    """Yield the icons of the pack's own that cannot be printed."""
    for name in sorted(own_icon_names([game_data.root])):
        if not re.fullmatch(ICON_NAME, name):
            message = f"`{name}` is not a valid icon name"
            hint = "use lower-case letters, digits and -"
            yield Problem(Where(own_icon_file(name)), message, hint)
    yield from unprintable_icons(game_data.root)


def marks_are_declared(game_data: GameData) -> Iterator[Problem]:
    """Yield the expansions and editions that are named and that `game.yaml` does not have."""
    game, coloured = game_data.game, game_data.at("game", "theme", "colours", "modules")
    modules = [*_key_values(game_data, "module")]
    modules += ((coloured / name, name) for name in game.theme.colours.modules)
    sources = _key_values(game_data, "source")
    editions = [(at, line.split(":")[0]) for at, lines in sources for line in lines.split(", ")]
    of_nouns = (("module", modules, game.modules), ("edition", editions, game.editions))
    for noun, named, declared in of_nouns:
        for context, name in named:
            if name not in declared:
                hint = did_you_mean(name, declared)
                yield game_data.problem(context, f"unknown {noun} `{name}`", hint)


def _key_values(game_data: GameData, *fields: str) -> Iterator[tuple[Context, str]]:
    for context, model in _models(game_data):
        for field in fields:
            values = getattr(model, field, None) or ()
            for value in [values] if isinstance(values, str) else values:
                yield context / field, value


def _models(game_data: GameData) -> Iterator[tuple[Context, Model]]:
    # A step, a face or a block may have an icon or a module of its own: all that is nested counts.
    nodes: list[tuple[Context, object]] = [(game_data.at(), game_data)]
    while nodes:
        context, node = nodes.pop()
        if isinstance(node, Model):
            yield context, node
        nodes += ((inner, child) for inner, _, child in children(node, context))
