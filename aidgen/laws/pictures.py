"""Pictures: each is there and can be printed, sharp enough and in its shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aidgen.assets import pictures
from aidgen.assets.files import Refused
from aidgen.assets.papers import PAPERS, Size
from aidgen.game.canon import Canon
from aidgen.game.cards import Art
from aidgen.game.context import Context
from aidgen.game.illustrations import Picture
from aidgen.game.walks import inside
from aidgen.page.kinds import kind_of
from aidgen.page.kinds.cards import printed
from aidgen.page.kinds.faces import art_box
from aidgen.problems import Problem

SHARP = 300
"""The points an inch of print at reading distance."""
CUT = 1.12
"""How much wider or higher than its window a picture may be before one misses what is lost."""
PAGE = 100.0
"""The width in mm at which a picture stands that says none: a column of a page."""


@dataclass(frozen=True)
class Use:
    """A picture that is printed at a size in mm; `height` is None if it follows from the width."""

    context: Context
    picture: Picture
    width: float
    height: float | None = None


def pictures_can_be_printed(canon: Canon) -> Iterator[Problem]:
    """Yield pictures that are not there, too coarse at their size, or of another shape."""
    for use in uses(canon):
        where = canon.where(use.context / "file")
        try:
            found = pictures.of_pack(canon.root, use.picture.file, canon.limits)
        except Refused as refused:
            yield Problem(where, f"`{use.picture.file}` {refused.message}", refused.hint)
            continue
        height = use.height or use.width / found.shape
        dpi = found.dpi(use.width, height)
        size = f"{use.width:g} × {height:.4g} mm"
        if found.remark:
            message = f"`{use.picture.file}` {found.remark}"
            yield Problem(where, message, severity="warning")
        if dpi is not None and dpi < SHARP * 0.99:
            message = f"`{use.picture.file}` has {dpi:.0f} dpi at {size}, expected {SHARP}"
            needed = f"{use.width / 25.4 * SHARP:.0f} × {height / 25.4 * SHARP:.0f} points"
            yield Problem(where, message, f"save it with {needed}", severity="warning")
        wrong = found.shape / (use.width / height)
        if max(wrong, 1 / wrong) > CUT:
            message = f"`{use.picture.file}` is {found.width:g} × {found.height:g}"
            told = f"{message}, its window {size}: {_lost(wrong)} is cut off"
            yield Problem(where, told, severity="warning")


def _lost(wrong: float) -> str:
    part, sides = (1 - 1 / wrong, "width") if wrong > 1 else (1 - wrong, "height")
    return f"{part:.0%} of its {sides}"


def uses(canon: Canon) -> Iterator[Use]:
    """Yield each picture of a game at the largest size at which it is printed."""
    sizes = _card_sizes(canon)
    for context, picture in _named(canon, canon.at()):
        if context.kind == "game":
            continue  # those of the theme are looked at with it
        name = context.ids[1]
        if context.kind == "cards":
            trim = sizes.get(name)
            if trim is not None:
                art, alone = _art(canon, context)
                box = art_box(art, trim, alone=alone)
                yield Use(context, picture, box.width, box.height)
        elif context.kind == "aids" and len(context.ids) == 3:
            paper = PAPERS.get(canon.aids[name].paper, PAPERS["A5"])
            yield Use(context, picture, round(paper.width * 0.68, 1))
        else:
            yield Use(context, picture, getattr(picture, "width", None) or PAGE)


def _art(canon: Canon, context: Context) -> tuple[Art, bool]:
    """Return a picture of a card, and whether no text stands with it."""
    card = canon.cards[context.ids[1]]
    face = card.back if context.ids[2] == "back" else card.front
    image = card.image if context.ids[2] == "image" else face and face.image
    assert isinstance(image, Art)
    return image, not (face and face.contents)


def _card_sizes(canon: Canon) -> dict[str, Size]:
    """Return the largest size at which each card is printed."""
    sizes: dict[str, Size] = {}
    for aid in canon.aids.values():
        kind = kind_of(canon, aid.kind)
        if kind is None or kind.name != "cards":
            continue
        try:
            cards = list(printed(canon, aid))
        except (KeyError, ValueError):  # told by the laws of references and choices
            continue
        for one in cards:
            known = sizes.get(one.name, one.trim)
            sizes[one.name] = max(known, one.trim, key=lambda size: size.width * size.height)
    return sizes


def _named(node: object, context: Context) -> Iterator[tuple[Context, Picture]]:
    for _, inner, child in inside(node, context):
        if isinstance(child, Picture):
            yield inner, child
        else:
            yield from _named(child, inner)
