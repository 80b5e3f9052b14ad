"""Colours for the printing press: ICC profiles of the system, and the inks for a colour."""

from __future__ import annotations

import io
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms, ImageFilter

from aidgen.problems import MachineError

PLACES = (
    "/usr/share/color/icc",
    "/usr/local/share/color/icc",
    "/opt/homebrew/share/color/icc",
    "/opt/homebrew/share/ghostscript/iccprofiles",
    "/Library/ColorSync/Profiles",
)
"""Where systems keep profiles."""
USUAL_PROFILES = (
    "PSOcoated_v3.icc",
    "ISOcoated_v2_300_eci.icc",
    "ISOcoated_v2_eci.icc",
    "SWOP.icc",
    "FOGRA39L_coated.icc",
    "CoatedFOGRA39.icc",
    "default_cmyk.icc",
    "Generic CMYK Profile.icc",
)
"""The names of profiles of offset presses, the best first; the last two every Ghostscript and
macOS have."""
NO_PROFILE = (
    "no CMYK profile found: install one (on Debian `apt install ghostscript`, on macOS "
    "`brew install ghostscript`), or name your print shop's with `--profile FILE.icc`"
)

Ink = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, from 0 to 1."""
Light = tuple[float, float, float]
"""Red, green and blue, from 0 to 1."""
STEPS = 33
"""Into how many steps each of red, green and blue is divided for pictures: between them, inks are
interpolated."""
ROUNDED_INK = 0.01
"""By how much the inks of a picture may exceed their limit: they are rounded to 8 bits."""
GREYS = 256
"""How many greys the inks are computed for."""


def find_profile(named: Path | None = None) -> PressProfile:
    """Return the named profile, or the best one of this system; raises MachineError."""
    if named is not None:
        return read_profile(named)
    for name in USUAL_PROFILES:
        for place in PLACES:
            if path := next(Path(place).rglob(name), None):
                return read_profile(path)
    raise MachineError(NO_PROFILE)


def read_profile(path: Path) -> PressProfile:
    """Return the profile in a file; raises MachineError if it is none of a printing press."""
    try:
        content = path.read_bytes()
        profile = ImageCms.ImageCmsProfile(io.BytesIO(content)).profile
        space = profile.xcolor_space.strip()
        found = PressProfile((profile.profile_description or path.stem).strip(), content)
        if space == "CMYK":
            found.black(1.0)
            found.inks([(1.0, 1.0, 1.0)])
    except Exception as error:  # whatever exception the library raises for a broken file
        raise MachineError(f"{path}: cannot be read as an ICC profile ({error})") from None
    if space != "CMYK":
        raise MachineError(f"{path}: is a profile for {space}, expected CMYK ({NO_PROFILE})")
    return found


@dataclass(frozen=True)
class PressProfile:
    """How a press prints colours: an ICC profile for CMYK."""

    name: str
    content: bytes

    @cached_property
    def _profile(self) -> Any:
        return ImageCms.ImageCmsProfile(io.BytesIO(self.content))

    def _transform(self, start: str, end: str) -> Any:
        profiles = {"RGB": ImageCms.createProfile("sRGB"), "CMYK": self._profile}
        profiles["LAB"] = ImageCms.createProfile("LAB")
        return ImageCms.buildTransform(
            profiles[start],
            profiles[end],
            start,
            end,
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )

    @cached_property
    def _inks(self) -> Any:
        return self._transform("RGB", "CMYK")

    @cached_property
    def _seen(self) -> Any:
        return self._transform("CMYK", "RGB")

    def inks(self, colours: Sequence[Light]) -> list[Ink]:
        """Return the inks that print some colours, as the profile has them."""
        return [
            (c / 255, m / 255, y / 255, k / 255)
            for c, m, y, k in _converted(colours, "RGB", self._inks)
        ]

    def seen(self, inks: Sequence[Ink]) -> list[Light]:
        """Return how some inks look once they are printed."""
        return [(r / 255, g / 255, b / 255) for r, g, b in _converted(inks, "CMYK", self._seen)]

    def ink_picture(self, picture: Image.Image) -> Image.Image:
        """Return a picture in the inks that print it, as the profile has them."""
        return _apply(picture.convert("RGB"), self._inks)

    def seen_picture(self, picture: Image.Image) -> Image.Image:
        """Return how a picture in inks looks once it is printed."""
        return _apply(picture, self._seen)

    @cached_property
    def _blacks(self) -> tuple[float, ...]:
        """How light each amount of black ink alone looks, from full to none, from 0 to 1."""
        amounts = [(0.0, 0.0, 0.0, 1 - number / (GREYS - 1)) for number in range(GREYS)]
        lights = [sum(light) / 3 for light in self.seen(amounts)]
        darkest, brightest = lights[0], lights[-1]
        return tuple((light - darkest) / (brightest - darkest) for light in lights)

    def black(self, grey: float) -> float:
        """Return the amount of black ink alone that looks like a grey from 0 to 1."""
        return 1 - min(bisect_left(self._blacks, grey), GREYS - 1) / (GREYS - 1)


def _converted(
    colours: Sequence[Sequence[float]], mode: str, transform: Any
) -> Sequence[Sequence[int]]:
    if not colours:
        return []
    strip = Image.new(mode, (len(colours), 1))
    strip.frombytes(bytes(round(255 * part) for colour in colours for part in colour))
    converted = _apply(strip, transform)
    content, width = converted.tobytes(), len(converted.getbands())
    return [content[start : start + width] for start in range(0, len(content), width)]


def _apply(picture: Image.Image, transform: Any) -> Image.Image:
    converted = ImageCms.applyTransform(picture, transform)
    assert converted is not None, "only in place it returns nothing"
    return converted


@dataclass(frozen=True)
class Separation:
    """How colours are divided into inks: by a profile, with a limit to the sum of all four."""

    profile: PressProfile
    most: float
    """The sum of all inks at most, 4 being all of each."""

    def inks(self, colours: Sequence[Light]) -> list[Ink]:
        """Return the inks for some colours: greys in black alone, others by the profile."""
        found = self.profile.inks(colours)
        return [
            (0.0, 0.0, 0.0, round(self.profile.black(colour[0]), 4))
            if is_grey(colour)
            else limit_ink(ink, self.most)
            for colour, ink in zip(colours, found, strict=True)
        ]

    @cached_property
    def _table(self) -> ImageFilter.Color3DLUT:
        steps = [number / (STEPS - 1) for number in range(STEPS)]
        colours = [(red, green, blue) for blue in steps for green in steps for red in steps]
        most = self.most - ROUNDED_INK
        inks = (limit_ink(ink, most) for ink in self.profile.inks(colours))
        table = [part for ink in inks for part in ink]
        return ImageFilter.Color3DLUT(STEPS, table, channels=4, target_mode="CMYK")

    def picture(self, picture: Image.Image) -> Image.Image:
        """Return a picture in inks; greys, too, are printed with all four."""
        return picture.convert("RGB").filter(self._table)


GREY = 0.004
"""By how much red, green and blue of a grey may differ: rounding."""


def is_grey(colour: Light) -> bool:
    """Tell whether a colour is a grey."""
    return max(colour) - min(colour) <= GREY


def limit_ink(ink: Ink, most: float) -> Ink:
    """Return inks whose sum is no more than `most`: less of each colour, as much black."""
    *colours, black = ink
    room = most - black
    share = min(1.0, room / sum(colours)) if sum(colours) else 1.0
    cyan, magenta, yellow = (int(1e4 * share * colour) / 1e4 for colour in colours)
    return cyan, magenta, yellow, round(black, 4)
