"""A picture of the pack cut to the box that it fills."""

from __future__ import annotations

from aidgen.assets import pictures
from aidgen.assets.files import Refused
from aidgen.assets.papers import Size
from aidgen.game.canon import Canon
from aidgen.game.illustrations import Picture
from aidgen.page.templates import Templates
from aidgen.page.views import Placed
from aidgen.problems import Problem, Unusable


def covering(templates: Templates, picture: Picture, box: Size, within: tuple[str, ...]) -> Placed:
    """Return a picture cut to a box in mm; it is named by what stands at `within` in the game.

    Raises Unusable if it cannot be had.
    """
    found = cut_to(templates.canon, picture.file, box, within)
    return Placed(found.address, picture.alt, found.shape)


def cut_to(canon: Canon, file: str, box: Size, within: tuple[str, ...]) -> pictures.Picture:
    """Return a file of the pack cut to a box in mm, as `covering` does. Raises Unusable."""
    try:
        return pictures.cut(pictures.of_pack(canon.root, file, canon.limits), box)
    except Refused as refused:
        where = canon.where(canon.at(*within))
        raise Unusable([Problem(where, refused.message, refused.hint)]) from None
