"""The scripts that need fonts of their own, and the fonts: extras from packages, or the system's.

Latin, Greek and Cyrillic stand in the fonts that come with aidgen. For the others each font was
chosen because one glyph of it says one letter, as far as the script allows: what is copied from a
PDF is then what it says. Noto Sans Arabic draws letters of a base and dots, and is none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from fontTools import unicodedata

from aidgen.problems import Problem, Where


@dataclass(frozen=True)
class Typeface:
    """The font of a script: its family, and where it comes from."""

    family: str
    """As CSS asks for it."""
    extra: str
    """What is to be installed: the name of an extra of aidgen, or a package of Debian."""
    leading: float
    """From one line to the next, in em, so that marks above and below are clear of each other."""
    package: str = ""
    """The distribution that brings it; "" of one of the system's."""
    rtl: bool = False
    """Whether its script is read from right to left."""
    shaped: bool = True
    """Whether a letter is drawn by what stands beside it."""

    @property
    def hint(self) -> str:
        """What to do if it is not installed."""
        if self.package:
            return f"install it: pip install 'aidgen[{self.extra}]'"
        return f"install it: apt install {self.extra}"


@dataclass(frozen=True)
class FontFile:
    """A file of a typeface: its weight in CSS, and which font of a collection it is."""

    path: Path
    weight: int
    index: int = 0


def _cjk(region: str) -> Typeface:
    return Typeface(f"Noto Sans CJK {region}", "fonts-noto-cjk", 1.34, shaped=False)


SCRIPTS: Mapping[str, Typeface] = MappingProxyType(
    {
        "Arab": Typeface(
            "IBM Plex Sans Arabic", "arabic", 1.4, "fontpkg-ibm-plex-sans-arabic", rtl=True
        ),
        "Hebr": Typeface("Heebo", "hebrew", 1.28, "fontpkg-heebo", rtl=True),
        "Deva": Typeface("Hind", "devanagari", 1.48, "fontpkg-hind"),
        "Thai": Typeface("Noto Sans Thai", "thai", 1.5, "fontpkg-noto-sans-thai"),
        "Jpan": _cjk("JP"),
        "Kore": _cjk("KR"),
        "Hans": _cjk("SC"),
        "Hant": _cjk("TC"),
    }
)
"""The typeface of each script (ISO 15924)."""

SHAPED = frozenset(name for name, typeface in SCRIPTS.items() if typeface.shaped)
SHAPED_FAMILIES = frozenset(SCRIPTS[name].family for name in SHAPED)
LATIN = "\N{LATIN SMALL LETTER Z WITH HOOK}"
"""The last letter of Latin blocks: what comes before belongs to no other script."""

OURS = ("Latn", "Grek", "Cyrl")
"""The scripts of the fonts that come with aidgen."""

STYLES = {"Regular": 400, "SemiBold": 600, "Bold": 700}
"""The styles of a package's files that are used, and their weights."""
WEIGHT = "[wght].ttf", "[wdth,wght].ttf"
"""How the name of a variable font ends."""
FOLDERS = (
    "/usr/share/fonts/opentype/noto",
    "/usr/share/fonts/noto-cjk",
    "/usr/share/fonts/google-noto-sans-cjk-fonts",
)
"""Where Debian, Arch and Fedora keep the fonts of fonts-noto-cjk."""
REGIONS = ("JP", "KR", "SC", "TC", "HK")
"""The order of the fonts in a collection of Noto Sans CJK."""


@cache
def installed(script: str) -> tuple[FontFile, ...]:
    """Return the files of the typeface of a script; none if it is not installed."""
    typeface = SCRIPTS.get(script)
    if typeface is None:
        return ()
    if not typeface.package:
        return _of_system(typeface)
    module = typeface.package.replace("-", "_")
    if find_spec(module) is None:
        return ()
    with as_file(files(module) / "files") as folder:
        name = typeface.family.replace(" ", "")
        variable = next(
            (path for end in WEIGHT if (path := folder / f"{name}{end}").is_file()), None
        )
        if variable is not None:
            return tuple(FontFile(variable, weight) for weight in STYLES.values())
        static = ((folder / f"{name}-{style}.ttf", weight) for style, weight in STYLES.items())
        return tuple(FontFile(path, weight) for path, weight in static if path.is_file())


@lru_cache(maxsize=1 << 14)
def is_shaped(text: str) -> bool:
    """Tell whether letters of a text are drawn by what stands beside them."""
    return any(unicodedata.script(char) in SHAPED for char in set(text) if char > LATIN)


def is_whole(text: str, families: Sequence[str]) -> bool:
    """Tell whether a text of a picture has to be drawn as a whole, and not letter by letter.

    `families` are its fonts in order of choice, one at least.
    """
    return bool(text.strip()) and (families[0] in SHAPED_FAMILIES or is_shaped(text))


def _of_system(typeface: Typeface) -> tuple[FontFile, ...]:
    at = REGIONS.index(typeface.family.rpartition(" ")[2])
    for folder in map(Path, FOLDERS):
        paths = [(folder / f"NotoSansCJK-{style}.ttc", STYLES[style]) for style in CJK_STYLES]
        if all(path.is_file() for path, _ in paths):
            return tuple(FontFile(path, weight, at) for path, weight in paths)
    return ()


CJK_STYLES = ("Regular", "Bold")


def edition(script: str) -> str:
    """Return what tells the installed typeface of a script from another edition of it."""
    typeface = SCRIPTS[script]
    if typeface.package:
        return f"{typeface.family} {version(typeface.package)}"
    return f"{typeface.family} {installed(script)[0].path.stat().st_size}"


def is_missing(script: str) -> bool:
    """Tell whether there is no font of a script here: what one would draw is not known."""
    return script not in OURS and not installed(script)


def unset(locale: str, script: str) -> Problem | None:
    """Return why a language cannot be set in its script on this machine, None if it can."""
    if not is_missing(script):
        return None
    where = Where("i18n")
    if script not in SCRIPTS:
        message = f"`{locale}` is written in the script {script}, which aidgen cannot set yet"
        return Problem(where, message, f"it can set {', '.join((*OURS, *SCRIPTS))}")
    message = f"`{locale}` needs the font {SCRIPTS[script].family}, which is not installed"
    return Problem(where, message, SCRIPTS[script].hint)
