"""The fonts: one file for each family and style in use, from their packages (SIL OFL 1.1)."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

import uharfbuzz
from fontTools import unicodedata
from fontTools.ttLib import TTFont

from aidgen.problems import MachineError, Problem, Where
from aidgen.sandbox.output import write_file
from aidgen.sandbox.places import user_cache


@dataclass(frozen=True)
class Typeface:
    """The font of a script: its family, and where it comes from."""

    family: str
    """Its name in CSS."""
    extra: str
    """What to install: an extra of aidgen, or a Debian package."""
    leading: float
    """The line height, in em, so that marks above and below do not collide."""
    package: str = ""
    """The distribution that brings it; "" of one of the system's."""
    rtl: bool = False
    """Whether its script is read from right to left."""
    shaped: bool = True
    """Whether the form of a letter depends on its neighbours."""

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


# The typeface of each script (ISO 15924).
SCRIPTS: Mapping[str, Typeface] = {
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

SHAPED = frozenset(name for name, typeface in SCRIPTS.items() if typeface.shaped)
SHAPED_FAMILIES = frozenset(SCRIPTS[name].family for name in SHAPED)
# The last letter of Latin blocks: what comes before belongs to no other script.
LAST_LATIN = "\N{LATIN SMALL LETTER Z WITH HOOK}"

# The scripts of single characters that are set in the typeface of another; Han letters alone are
# taken for Japanese.
_SCRIPT_ALIASES = {"Hira": "Jpan", "Kana": "Jpan", "Hani": "Jpan", "Hang": "Kore"}


# Scripts whose typefaces have the letters of each other.
_EAST_ASIAN = frozenset({"Jpan", "Kore", "Hans", "Hant"})


def other_script(char: str, own_script: str) -> str:
    """Return the script of `SCRIPTS` of a character in a text in another one; "" if it has none."""
    script = unicodedata.script(char) if char > LAST_LATIN else ""
    script = _SCRIPT_ALIASES.get(script, script)
    alike = script == own_script or {script, own_script} <= _EAST_ASIAN
    return script if script in SCRIPTS and not alike else ""


# The scripts whose letters our fonts have, and not slanted.
UPRIGHT_SCRIPTS = ("Grek", "Cyrl")
# The scripts of the fonts that come with aidgen.
OWN_SCRIPTS = ("Latn", *UPRIGHT_SCRIPTS)

# The styles of a package's files that are used, and their weights.
STYLE_WEIGHTS = {"Regular": 400, "SemiBold": 600, "Bold": 700}
# How the name of a variable font ends.
VARIABLE_ENDINGS = "[wght].ttf", "[wdth,wght].ttf"
# Where Debian, Arch and Fedora keep the fonts of fonts-noto-cjk.
CJK_FOLDERS = (
    "/usr/share/fonts/opentype/noto",
    "/usr/share/fonts/noto-cjk",
    "/usr/share/fonts/google-noto-sans-cjk-fonts",
)
# The order of the fonts in a collection of Noto Sans CJK.
REGIONS = ("JP", "KR", "SC", "TC", "HK")


@cache
def installed_fonts(script: str) -> tuple[FontFile, ...]:
    """Return the files of the typeface of a script; none if it is not installed."""
    typeface = SCRIPTS.get(script)
    if typeface is None:
        return ()
    if not typeface.package:
        region = REGIONS.index(typeface.family.rpartition(" ")[2])
        paths = (f"{folder}/NotoSansCJK-{{}}.ttc" for folder in CJK_FOLDERS)
        return next(filter(None, (_static_files(path, region) for path in paths)), ())
    module = typeface.package.replace("-", "_")
    if find_spec(module) is None:
        return ()
    with as_file(files(module) / "files") as folder:
        name = typeface.family.replace(" ", "")
        for variable in (folder / f"{name}{ending}" for ending in VARIABLE_ENDINGS):
            if variable.is_file():
                return tuple(FontFile(variable, weight) for weight in STYLE_WEIGHTS.values())
        return _static_files(f"{folder / name}-{{}}.ttf")


def _static_files(path: str, index: int = 0) -> tuple[FontFile, ...]:
    """Return the files that are there of a path with a place for the name of a style."""
    files = (
        FontFile(Path(path.format(style)), weight, index) for style, weight in STYLE_WEIGHTS.items()
    )
    return tuple(file for file in files if file.path.is_file())


@lru_cache(maxsize=1 << 14)
def is_shaped(text: str) -> bool:
    """Tell whether the form of letters in a text depends on their neighbours."""
    return any(unicodedata.script(char) in SHAPED for char in set(text) if char > LAST_LATIN)


def is_drawn_whole(text: str, families: Sequence[str]) -> bool:
    """Tell whether a text in a picture has to be drawn as a whole, and not letter by letter.

    `families` are its fonts in order of choice, one at least.
    """
    return bool(text.strip()) and (families[0] in SHAPED_FAMILIES or is_shaped(text))


def is_rtl(script: str) -> bool:
    """Tell whether a script is written from right to left."""
    return script in SCRIPTS and SCRIPTS[script].rtl


def is_missing(script: str) -> bool:
    """Tell whether a script has no font installed."""
    return script not in OWN_SCRIPTS and not installed_fonts(script)


def missing_font(locale: str, script: str) -> Problem | None:
    """Return why a language cannot be set in its script on this machine, None if it can."""
    if not is_missing(script):
        return None
    where = Where("i18n")
    if script not in SCRIPTS:
        message = f"`{locale}` is written in the script {script}, which aidgen cannot typeset yet"
        return Problem(where, message, f"it can typeset {', '.join((*OWN_SCRIPTS, *SCRIPTS))}")
    message = f"`{locale}` needs the font {SCRIPTS[script].family}, which is not installed"
    return Problem(where, message, SCRIPTS[script].hint)


# The bits of `macStyle` (OpenType, head).
MAC_BOLD, MAC_ITALIC = 1, 2
# Tables about other weights, or without any effect on glyphs.
DROPPED_TABLES = ("STAT", "DSIG", "MVAR", "avar", "meta")


@cache
def static_font(file: FontFile, family: str) -> FontFile:
    """Return a font file of one weight: itself, or an instance of a variable one, made once."""
    if "[" not in file.path.name:
        return file
    folder = fonts_folder()
    (style,) = (name for name, weight in STYLE_WEIGHTS.items() if weight == file.weight)
    version = f"{file.path.stat().st_size}-{uharfbuzz.version_string()}"
    path = folder / version / f"{family.replace(' ', '')}-{style}.ttf"
    if not path.is_file():
        blob = uharfbuzz.Blob.from_file_path(str(file.path))
        write_prepared(path, pinned_font(blob, file.weight, (family, style, path.stem)))
    return FontFile(path, file.weight)


def fonts_folder() -> Path:
    """Return this user's folder for prepared fonts and their caches. Raises OSError."""
    folder = user_cache() / "fonts"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def write_prepared(path: Path, content: bytes) -> None:
    """Write a file of that folder. Raises OSError."""
    write_file(path, content, fonts_folder(), durable=False)


def link_folder(paths: Sequence[Path]) -> Path:
    """Return a folder of links to some files, and nothing else. Raises OSError.

    A changed file changes the folder's name, so that caches of the old files are not used.
    """
    stats = [path.stat() for path in paths]
    identity = [
        (str(path), on.st_size, on.st_mtime_ns) for path, on in zip(paths, stats, strict=True)
    ]
    folder = fonts_folder() / f"set-{hashlib.sha256(repr(identity).encode()).hexdigest()[:12]}"
    folder.mkdir(exist_ok=True)
    for number, path in enumerate(paths):
        link = folder / f"{number}-{path.name}"
        if not link.exists():  # some systems clean temporary folders
            scratch = folder.with_name(f".{folder.name}.{number}.{os.getpid()}")
            scratch.unlink(missing_ok=True)  # of a process that was killed
            scratch.symlink_to(path)
            scratch.replace(link)
    return folder


def pinned_font(
    blob: uharfbuzz.Blob, weight: int, names: tuple[str, str, str], *, slanted: bool = False
) -> bytes:
    """Return a font at one weight, if it is variable, with all glyphs and without hints.

    It has no other `names` than its family, its style, and its name in a PDF.
    """
    face = uharfbuzz.Face(blob)
    wanted = uharfbuzz.SubsetInput()
    wanted.keep_everything()
    wanted.flags = (
        uharfbuzz.SubsetFlags.RETAIN_GIDS
        | uharfbuzz.SubsetFlags.NO_HINTING
        | uharfbuzz.SubsetFlags.GLYPH_NAMES
        | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
    )
    dropped = (int.from_bytes(tag.encode(), "big") for tag in DROPPED_TABLES)
    wanted.sets(uharfbuzz.SubsetInputSets.DROP_TABLE_TAG).update(dropped)
    wanted.pin_all_axes_to_default(face)
    for axis in face.axis_infos:
        if axis.tag == "wght":
            held = min(max(weight, axis.min_value), axis.max_value)
            wanted.pin_axis_location(face, axis.tag, held)
    pinned = bytes(uharfbuzz.subset(face, wanted).blob.data)
    family, style, name = names
    full, out = f"{family} {style}", io.BytesIO()
    entries = {1: family, 2: style, 3: full, 4: full, 6: name, 16: family, 17: style}
    with TTFont(io.BytesIO(pinned), lazy=True, recalcTimestamp=False) as font:
        font["name"].names = []
        for number, words in entries.items():
            font["name"].setName(words, number, 3, 1, 0x409)
        font["OS/2"].usWeightClass = weight
        font["OS/2"].fsSelection = (
            slanted | (weight == 700) << 5 | (weight == 400 and not slanted) << 6
        )
        font["head"].macStyle = MAC_BOLD * (weight == 700) | MAC_ITALIC * slanted
        font.save(out, reorderTables=None)
    return out.getvalue()


FONT_PACKAGES = ("font_source_sans_pro", "font_source_serif_pro")
# The faces that the templates use, each with the end of its name in a PDF, as the engine spells it;
# one file each, for two files of one name print garbage.
PDF_STYLES = {
    "Regular": "",
    "It": "-Italic",
    "Semibold": "-Semi-Bold",
    "SemiboldIt": "-Semi-Bold-Italic",
    "Bold": "-Bold",
    "BoldIt": "-Bold-Italic",
    "Black": "-Heavy",
}


def font_files() -> list[Path]:
    """Return the font files in use; raises MachineError if a package is missing."""
    fonts = []
    for package in FONT_PACKAGES:
        if find_spec(package) is None:
            raise MachineError(f"the font package {package.replace('_', '-')} is not installed")
        family = "SourceSansPro" if "sans" in package else "SourceSerifPro"
        with as_file(files(package) / "files") as folder:
            fonts += [folder / f"{family}-{face}.ttf" for face in PDF_STYLES]
    return fonts


def script_fonts() -> dict[str, tuple[FontFile, ...]]:
    """Return the files of the typefaces of other scripts that are installed, by their families."""
    installed = {typeface.family: installed_fonts(script) for script, typeface in SCRIPTS.items()}
    return {
        family: tuple(static_font(file, family) for file in listed)
        for family, listed in installed.items()
        if listed
    }
