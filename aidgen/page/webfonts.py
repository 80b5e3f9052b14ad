"""The fonts of a theme on pages in a browser: files beside them, and the rules that name these."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from aidgen.assets.families import Family, face_file, pdf_name
from aidgen.assets.scripts import SCRIPTS
from aidgen.assets.webfonts import FREE, woff2
from aidgen.game.data import GameData
from aidgen.page.theme import family

FOLDER = "fonts"
"""Where they stand, below a game in a language."""
PRINTABLE = string.ascii_letters + string.digits + string.punctuation + " "
"""What pages say beside the texts of a game."""
ALL = "1 1000"
"""Every weight, as CSS has it: else the browser would make bold type of its own."""
ROLES: Mapping[str, tuple[str, str, tuple[int, ...]]] = {
    "title": ("h1, h2, h3, .title", "serif", (700,)),
    "text": ("body", "system-ui, sans-serif", (400, 700)),
}
"""What is set in the fonts of a theme, what stands for letters that they lack, and which weights
are asked for: the nearest that the family has is taken."""


@dataclass(frozen=True)
class WebFont:
    """A face of a theme, as a file of the site."""

    role: str
    family: str
    weight: str
    """What it stands for, as CSS has it: all weights if the family has no other."""
    content: bytes

    @property
    def name(self) -> str:
        """The name of its file, another one whenever it has other letters."""
        known = sha256(self.content).hexdigest()[:12]
        return f"{self.family.replace(' ', '-')}-{self.weight.partition(' ')[0]}-{known}.woff2"


def webfonts(canon: GameData) -> tuple[WebFont, ...]:
    """Return the faces that the theme of a localized canon has for titles and texts.

    Those are left out whose licence does not let them be handed out, and those too large; all of
    them where the script of the language has a typeface of its own. Raises Refused.
    """
    fonts = canon.game.theme.fonts if canon.script not in SCRIPTS else {}
    named = {role: family(canon, font) for role, font in fonts.items() if role in ROLES}
    letters = frozenset(PRINTABLE).union(*(str(leaf) for _, leaf in canon.leaves()))
    faces = (_faces(role, own, letters) for role, own in named.items() if own.licence in FREE)
    return tuple(face for some in faces for face in some)


def _faces(role: str, own: Family, letters: frozenset[str]) -> Iterator[WebFont]:
    """Yield the faces of a family that stand for the weights of a role."""
    there = own.upright or (400,)
    wanted = {nearest(there, weight) for weight in ROLES[role][2]}
    for weight in sorted(wanted):
        path = face_file(pdf_name(own.name, weight, slanted=False))
        content = woff2(path, letters) if path else b""
        if content:
            yield WebFont(role, own.name, str(weight) if len(wanted) > 1 else ALL, content)


def nearest(weights: Sequence[int], wanted: int) -> int:
    """Return the weight that comes closest to another one."""
    return min(weights, key=lambda weight: abs(weight - wanted))


def rules(fonts: Sequence[WebFont], folder: str, within: str = "") -> Iterator[str]:
    """Yield CSS that sets pages in these fonts, which stand in a folder as the page names it.

    `within` is what alone is set in that of titles; "" is the whole page.
    """
    for font in fonts:
        if font.role == "title" or not within:
            yield (
                f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; '
                f'font-display: swap; src: url("{folder}/{font.name}") format("woff2") }}'
            )
    for role in dict.fromkeys(font.role for font in fonts):
        what, otherwise, _ = ROLES[role]
        name = next(font.family for font in fonts if font.role == role)
        if role == "title" or not within:
            yield f'{within or what} {{ font-family: "{name}", {otherwise} }}'
