"""Letters that the fonts of a theme lack, text by text, and what they are set in then."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from aidgen.assets.faces import face_of
from aidgen.assets.families import Family
from aidgen.assets.files import Refused
from aidgen.assets.scripts import SCRIPTS
from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import ICON, LINK, Text
from aidgen.page.theme import OURS, family

HEADED = ("game", "aids", "cards", "sections")
"""What of a game has its titles in the type of titles."""
UNDRAWN = "CZ"
"""The categories of characters that leave no ink."""


@dataclass(frozen=True)
class Lack:
    """A text with characters that its font lacks."""

    context: Context
    letters: str
    font: str
    fallback: str

    def __str__(self) -> str:
        """Say so."""
        said = "”, “".join(self.letters)
        return f"`{self.context.ref}`: “{said}” is not in {self.font}: set in {self.fallback}"


def lacking(canon: GameData) -> Iterator[Lack]:
    """Yield the texts of a localized game that the fonts of its theme cannot set.

    A language of a script with a typeface of its own is set in that, whatever the theme says.
    """
    if canon.script in SCRIPTS:
        return
    fonts: dict[str, Family] = {}
    for role, font in canon.game.theme.fonts.items():
        try:
            fonts[role] = family(canon, font)
        except Refused:  # told at the line of the theme
            continue
    for context, text in canon.texts():
        role = "title" if context.name == "title" and context.kind in HEADED else "text"
        if role in fonts and (letters := _lacked(text, fonts[role])):
            fallback = OURS["serif" if role == "title" else "sans"][0]
            yield Lack(context, letters, fonts[role].label, fallback)


def _lacked(text: Text, font: Family) -> str:
    face = face_of((font.name,), 700, False)
    words = "".join(LINK.sub(r"\1", ICON.sub("", wording)) for wording in text.wordings)
    lacked = face.lacked(words) if face else ""
    return "".join(char for char in lacked if unicodedata.category(char)[0] not in UNDRAWN)
