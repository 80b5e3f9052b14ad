"""Aids: of a kind and on a paper that there are, and between them printing every record."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.assets.papers import card_size
from aidgen.game.data import GameData
from aidgen.page.kinds import KINDS, kind_of
from aidgen.problems import Problem, did_you_mean


def aids_can_be_made(canon: GameData) -> Iterator[Problem]:
    """Yield aids of an unknown kind, or whose kind cannot print what they ask for."""
    for name, aid in canon.aids.items():
        context = canon.at("aids", name)
        kind = kind_of(canon, aid.kind)
        if kind is None:
            known = (*KINDS, *canon.kinds)
            hint = did_you_mean(aid.kind, known) or f"kinds: {', '.join(known)}"
            yield Problem(canon.where(context / "kind"), f"`{aid.kind}` is no kind of aid", hint)
            continue
        if aid.paper not in kind.papers and not (kind.name == "cards" and card_size(aid.paper)):
            hint = f"{aid.kind} goes on {', '.join(kind.papers)}"
            hint += ", or on `63 x 88 mm`, `2.5 x 3.5 in`" if kind.name == "cards" else ""
            message = f"found the paper `{aid.paper}`, which this kind does not have"
            yield Problem(canon.where(context / "paper"), message, hint)
        if not getattr(aid, kind.holds):
            message = f"has no `{kind.holds}`, and would print nothing"
            yield Problem(canon.where(context), message)
        if aid.landscape and kind.name in ACROSS:
            message = f"found `landscape`, which says nothing of a {kind.name}"
            yield Problem(canon.where(context / "landscape"), message, ACROSS[kind.name])
        for key, printers in SAID_OF.items():
            if getattr(aid, key) is not None and kind.name not in printers:
                message = f"found a `{key}`, which `kind: {aid.kind}` does not print"
                yield Problem(canon.where(context / key), message, f"`kind: {printers[0]}` does")


SAID_OF = {
    "board": ("board",),
    "folds": ("leaflet",),
    "grid": ("grid", "board"),
    "standee": ("standees",),
    "token": ("tokens",),
}
"""What is said of aids of few kinds alone, and of which."""
ACROSS = {
    "board": "its sheets lie as fewest of them are needed",
    "leaflet": "it lies across before it is folded",
}
"""Kinds whose paper lies as they need it, and how."""


def kinds_are_of_ours(canon: GameData) -> Iterator[Problem]:
    """Yield kinds of a game's own that are called like ours, or go on papers ours do not."""
    for name, own in canon.kinds.items():
        at = canon.at("kinds", name)
        if name in KINDS:
            yield Problem(canon.where(at), f"`{name}` is a kind of ours", "give it another name")
        papers = KINDS[own.extends].papers
        for number, paper in enumerate(own.papers):
            if paper not in papers and not (own.extends == "cards" and card_size(paper)):
                message = f"`{own.extends}` does not go on `{paper}`"
                yield Problem(canon.where(at / "papers" / str(number)), message, ", ".join(papers))


def record_of(ref: str) -> str:
    """Return what a ref is a part of: the record of `procedures.round.steps` is without steps."""
    kind, dot, rest = ref.partition(".")
    return f"{kind}{dot}{rest.partition('.')[0]}"


def records_are_printed(canon: GameData) -> Iterator[Problem]:
    """Yield rules, procedures, tables and states that no aid of the game prints."""
    printed = {record_of(ref) for name in canon.aids for ref in canon.printed(name)}
    kinds = ("sections", "rules", "procedures", "tables", "charts", "states", "cards", "blanks")
    for kind in kinds:
        for name in getattr(canon, kind):
            if f"{kind}.{name}" not in printed:
                message = f"`{kind}.{name}` is printed by no aid"
                yield Problem(
                    canon.where(canon.at(kind, name)), message, "add it to an aid's contents"
                )
