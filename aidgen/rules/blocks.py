"""The blocks of sheets: as wide and as high as they can be."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.game.data import GameData
from aidgen.game.records import Aid
from aidgen.page.kinds import KINDS
from aidgen.page.kinds.base import size
from aidgen.page.kinds.leaflet import EDGE, folding
from aidgen.page.kinds.sheet import COLUMNS, HEAD, divided
from aidgen.problems import Problem


def blocks_fit_their_page(canon: GameData) -> Iterator[Problem]:
    """Yield heights that the paper does not have, and widths of blocks that stand alone."""
    for name, aid in canon.aids.items():
        if aid.kind not in KINDS or aid.paper not in KINDS[aid.kind].papers or not aid.blocks:
            continue
        paper = size(aid)
        across = aid.kind == "leaflet"
        room = min(paper.width, paper.height) - 2 * EDGE if across else paper.height - 2 * HEAD
        for block_name, block in aid.blocks.items():
            if block.height is not None and block.height > room:
                where = canon.where(canon.at("aids", name, "blocks", block_name, "height"))
                message = f"found a height of {block.height} mm, {aid.paper} has room for {room:g}"
                hint = (
                    "`height` is in millimetres; left out, it is what is in the block that counts"
                )
                yield Problem(where, message, hint)
        if across:
            yield from _too_many(canon, name)
        for block_name in _alone(aid):
            where = canon.where(canon.at("aids", name, "blocks", block_name, "width"))
            message = f"`{block_name}` stands alone in its row, and takes up all of it"
            hint = (
                f"`width` counts in twelfths of a row: what comes to {COLUMNS} stands side by side"
            )
            yield Problem(where, message, hint, "warning")


def _too_many(canon: GameData, name: str) -> Iterator[Problem]:
    """Yield the first block of a leaflet for which no panel is left."""
    aid = canon.aids[name]
    folded, pages = folding(aid), divided(aid)
    for blocks in pages[folded.panels : folded.panels + 1]:
        where = canon.where(canon.at("aids", name, "blocks", next(iter(blocks)), "new_page"))
        message = f"begins panel {folded.panels + 1} of a leaflet that has {folded.panels}"
        yield Problem(where, message, "more `folds`, at most 3, make more of them")


def _alone(aid: Aid) -> Iterator[str]:
    """Yield the blocks with a width that no other block shares a row with."""
    rows: list[list[str]] = []
    room = 0
    for name, block in aid.blocks.items():
        if block.new_page or block.width > room:
            rows.append([])
            room = COLUMNS
        rows[-1].append(name)
        room -= block.width
    for row in rows:
        if len(row) == 1 and aid.blocks[row[0]].width < COLUMNS:
            yield row[0]
