"""A localized canon poured into the templates of a kind: the pieces of which an aid is made."""

from __future__ import annotations

from pathlib import Path

from aidgen.assets.choices import AUTHORS, Choices
from aidgen.game.canon import Canon
from aidgen.page.kinds import KINDS
from aidgen.page.kinds.base import on_paper, sheet_size
from aidgen.page.markdown import plain
from aidgen.page.pieces import Facts, Parts
from aidgen.page.templates import Look, Templates
from aidgen.page.typeface import is_rtl


def render(
    canon: Canon, aid_name: str, roots: tuple[Path, ...], choices: Choices = AUTHORS
) -> Parts:
    """Return the pieces of the aid called `aid_name`, as a reader chose them.

    `roots` are the packs whose templates are searched, in order. Raises Unusable where a template
    asks for what is not there.
    """
    aid = on_paper(canon.aids[aid_name], choices)
    kind = KINDS[aid.kind]
    look = Look(kind.name, kind.smallest_type, kind.measures(aid), aid, choices)
    return kind.parts(Templates(canon, aid_name, look, roots), sheet_size(aid, choices))


def facts(canon: Canon, aid_name: str) -> Facts:
    """Return what the PDF of an aid says of itself."""
    return Facts(
        title=f"{plain(canon.game.title)} – {plain(canon.aids[aid_name].title)}",
        language=canon.locale.replace("_", "-"),
        author=plain(canon.game.credits),
        description=plain(canon.game.notice),
        backwards=is_rtl(canon),
    )
