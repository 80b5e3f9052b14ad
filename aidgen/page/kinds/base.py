"""The base of kinds of aids: the papers, contents and pieces of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from aidgen.assets import pictures
from aidgen.assets.files import AssetError, LoadedPicture
from aidgen.assets.options import Scope, options_for
from aidgen.assets.papers import PAPERS, Size, is_half
from aidgen.game.aids import Aid
from aidgen.game.data import GameData
from aidgen.game.fields import Picture
from aidgen.game.texts import Text
from aidgen.page.fields import has_fields
from aidgen.page.sheets import Rendered
from aidgen.page.templates import Templates
from aidgen.page.views import PlacedPicture, Shown
from aidgen.problems import InputError, Problem

# The lowest level of a heading of a record.
LOWEST_HEADING = 5


@dataclass(frozen=True)
class Kind:
    """A kind of aid; the templates in `templates/<name>/` print it."""

    name: str
    papers: tuple[str, ...]
    holds: str
    """Which key of an aid it prints: `contents`, `blocks`, `grid` or `board`."""
    parts: Callable[[Templates, Size], Rendered]
    """Renders an aid, for paper of a size in mm."""
    lists: tuple[str, ...] = ()
    """What its `contents` may list: references with NAME for any name; `blocks` may list any."""
    prints: Literal["all", "brief", "names"] = "brief"
    """How much of the records that it lists: of some it prints the names alone."""
    smallest_type: float = 8
    """The smallest type in pt that can be read where the aid is used."""
    measures: Callable[[Aid], Mapping[str, object]] = lambda _: {}
    """The numbers that its style sheet uses, in mm unless noted."""
    large_type: float = 0
    """The smallest type in pt of large print, before a card is magnified; 0 if it has none."""
    large_scale: float = 1.0
    """By how much its type, or a card as a whole, is larger in large print."""
    large_sheet: str = ""
    """The sheet that it takes in large print, by its name in `SHARES`; "" for its own."""
    option_scopes: tuple[Scope, ...] = ()
    """Which print options apply to it, beside those for everything."""
    folder: str = ""
    """The folder whose templates come before those of `name`, if there is one."""
    larger: Callable[[Aid, Aid], float] = lambda aid, printed: 1.0
    """By how much type is larger than the author's on the paper that a reader chose."""
    has_backs: Callable[[GameData, Aid], bool] = lambda game_data, aid: True
    """Tells whether an aid is printed on two sides."""
    plain_backs: Callable[[GameData, Aid], bool] = lambda game_data, aid: False
    """Tells whether a side has a back without a text, which can be left out."""
    keys: frozenset[str] = frozenset()
    """The keys of an aid that few kinds print, and this one does: `board`, `folds`, `grid` …"""
    landscape: str = ""
    """Why the author cannot choose `landscape`; "" if it can be chosen."""
    is_cards: bool = False
    """Whether its paper may also be a size in mm or inches, and print shops take its pieces."""
    is_cut: bool = False
    """Whether its pieces are cut out of sheets: cards can be printed again one by one."""
    is_long: bool = False
    """Whether typesetting it takes long: such jobs start first."""
    block_room: Callable[[Aid], float] | None = None
    """Returns how high a block may be, in mm; None if it has no blocks."""
    state_picture: Callable[[Aid], Size] | None = None
    """Returns the room in mm for the picture of a state; None if it prints none."""
    cover_picture: Callable[[Size], Size] | None = None
    """Returns the room in mm for the theme's cover on a page; None if it has no cover."""

    def sensible(self, game_data: GameData, aid_name: str) -> frozenset[str]:
        """Return the print options that apply to an aid of this kind."""
        scopes = set(self.option_scopes)
        if self.large_type:
            scopes.add("large")
        if self.holds == "blocks" and is_half(game_data.aids[aid_name].paper):
            scopes.add("halves")
        if self.plain_backs(game_data, game_data.aids[aid_name]):
            scopes.add("backs")
        if has_fields(game_data, game_data.printed_refs(aid_name)):
            scopes.add("forms")
        return options_for(scopes, has_backs=self.has_backs(game_data, game_data.aids[aid_name]))


def size(aid: Aid) -> Size:
    """Return the size in mm of the sheet that `aid` is printed on."""
    paper = PAPERS.get(aid.paper, PAPERS["A4"])
    return paper.turned() if aid.landscape else paper


@dataclass(frozen=True)
class Entry(Shown):
    """A record to print: its reference, and whether its title is printed above it."""

    ref: str
    titled: bool
    level: int = 3
    """That of its heading in a book: 3, or more if it is below another record."""


def titled_below(game_data: GameData, refs: Sequence[str], title: Text | None) -> tuple[Entry, ...]:
    """Return the records of a card or region under the heading `title`, which may be empty.

    A single record needs no title of its own, nor does one that repeats the heading; but one
    condition among others is known by its name.
    """
    several = sum(map(is_state, refs)) > 1
    return tuple(
        Entry(
            ref,
            title is None
            or (
                len(refs) > 1
                and ((several and is_state(ref)) or _has_own_title(game_data, ref, title))
            ),
        )
        for ref in refs
    )


def titled_in_chapter(game_data: GameData, refs: Sequence[str], title: Text) -> tuple[Entry, ...]:
    """Return the records of a chapter: those named like the chapter need no title of their own."""
    levels: dict[str, int] = {}
    for ref in refs:
        above = getattr(game_data.find(ref), "under", None) or ""
        levels[ref] = min(levels.get(above, 2) + 1, LOWEST_HEADING)
    return tuple(
        Entry(ref, "." not in ref or _has_own_title(game_data, ref, title), levels[ref])
        for ref in refs
    )


def is_state(ref: str) -> bool:
    """Tell whether a reference names a state, or all of them."""
    return ref.split(".")[0] == "states"


def _has_own_title(game_data: GameData, ref: str, title: Text) -> bool:
    return bool(getattr(game_data.find(ref), "title", None) != title)


def picture_in_box(
    templates: Templates, picture: Picture | None, box: Size, within: tuple[str, ...]
) -> PlacedPicture | None:
    """Return a picture, if there is one, cropped to a box in mm.

    `within` is the path in the game that names it. Raises InputError if it cannot be used.
    """
    if picture is None:
        return None
    cropped = crop(templates.game_data, picture.file, box, within)
    return PlacedPicture(cropped.address, picture.alt, cropped.shape)


def crop(game_data: GameData, file: str, box: Size, within: tuple[str, ...]) -> LoadedPicture:
    """Return a file of the pack cut to a box in mm, as `picture_in_box` does. Raises InputError."""
    try:
        return pictures.crop_picture(
            pictures.pack_picture(game_data.root, file, game_data.limits), box
        )
    except AssetError as refused:
        where = game_data.where(game_data.at(*within))
        raise InputError([Problem(where, f"`{file}` {refused.message}", refused.hint)]) from None
