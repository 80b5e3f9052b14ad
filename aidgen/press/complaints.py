"""What the engine complains of, said in words of who wrote the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from xml.etree.ElementTree import Element

from aidgen.page.faults import Fault
from aidgen.press.addresses import Addresses

SHOWN = 60
"""How many letters of an address are shown: those of data: are as long as what they hold."""
NO_PICTURE = (
    "it is none, is cut short, or has more pixels than may be (`--limits picture_pixels=…`)"
)
"""The engine does not say which."""
OUTSIDE = "what it shows within the page (data:)"


def complaints(messages: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each message of the engine that is one."""
    for message in messages:
        for pattern, fault in MESSAGES:
            match = pattern.match(message)
            if match:
                yield from fault(match)
                break


def bare_pictures(root: Element, addresses: Addresses) -> Iterator[Fault]:
    """Yield the pictures below `root` that show nothing, or for which no words stand."""
    for picture in root.iter("img"):
        source = picture.get("src", "").strip()
        box = addresses.box(picture)
        if not source:
            yield Fault(kind="picture", found="an <img> names no picture", quote="<img", box=box)
        if "alt" not in picture.attrib:
            found = f"the picture “{_short(source)}” says nothing to those who cannot see it"
            expected = 'alt="…", empty if it is only decoration'
            yield Fault(kind="tags", found=found, expected=expected, quote=source, box=box)


def _picture(match: re.Match[str]) -> Iterator[Fault]:
    """Tell of a picture that cannot be loaded: what it is, or that it lies outside the page."""
    address, reason = match["address"], match["reason"] or ""
    found = f"the picture “{_short(address)}” cannot be loaded"
    if "disallowed protocol" in reason or not address.startswith("data:"):
        yield Fault(kind="picture", found=found, expected=OUTSIDE, quote=address)
    else:
        yield Fault(kind="picture", found=f"{found}: {NO_PICTURE}", quote=address)


def _outside(match: re.Match[str]) -> Iterator[Fault]:
    address = match["address"]
    found = f"“{_short(address)}” lies outside the page"
    yield Fault(kind="picture", found=found, expected=OUTSIDE, quote=address)


def _drawing(match: re.Match[str]) -> Iterator[Fault]:
    reason = f": {match['reason']}" if match["reason"] else ""
    yield Fault(kind="picture", found=f"an <svg> cannot be drawn{reason}", quote="<svg")


def _sheet(match: re.Match[str]) -> Iterator[Fault]:
    address = match["address"]
    found = f"the style sheet “{_short(address)}” cannot be loaded"
    yield Fault(kind="style", found=found, expected="its rules within the page", quote=address)


def _font(match: re.Match[str]) -> Iterator[Fault]:
    yield Fault(
        kind="font", found=f"the font “{match['name']}” cannot be loaded", quote=match["name"]
    )


def _declaration(match: re.Match[str]) -> Iterator[Fault]:
    """Tell of a declaration that the engine leaves out, and of which page nobody would see it."""
    found = f"the style sheet has `{match['quote'].strip()}`, which is left out: {match['reason']}"
    yield Fault(kind="style", found=found, quote=match["quote"].strip())


def _link(match: re.Match[str]) -> Iterator[Fault]:
    name = match["name"].strip("'\"")
    found = f"a link leads to “#{name}”, which is nowhere"
    yield Fault(kind="link", found=found, quote=f"#{name}")


def _glyph(match: re.Match[str]) -> Iterator[Fault]:
    found = f"draws “{match['words']}” as an empty box: it is in none of our fonts"
    yield Fault(kind="glyph", found=found)


def _other(match: re.Match[str]) -> Iterator[Fault]:
    yield Fault(kind="style", found=match[0])


def _nothing(match: re.Match[str]) -> Iterator[Fault]:
    yield from ()


def _short(address: str) -> str:
    return address if len(address) <= SHOWN else f"{address[: SHOWN - 1]}…"


MESSAGES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Iterator[Fault]]], ...] = (
    (
        re.compile(
            r"Failed to load image at (?P<mark>['\"])(?P<address>.*?)(?P=mark): (?P<reason>.*)",
            re.DOTALL,
        ),
        _picture,
    ),
    (
        re.compile(r"Relative URI reference without a base URI: (?P<address>.*)", re.DOTALL),
        _outside,
    ),
    (re.compile(r"Failed to load inline SVG: (?P<reason>.*)", re.DOTALL), _drawing),
    (re.compile(r"Failed to render SVG image(?P<reason>).*", re.DOTALL), _drawing),
    (re.compile(r"Failed to load stylesheet at (?P<address>\S*) ?: .*", re.DOTALL), _sheet),
    (re.compile(r"Font-face '(?P<name>.*)' cannot be loaded"), _font),
    # Ignored `colr: red` at 1:43, unknown property.
    (re.compile(r"Ignored `(?P<quote>.*)` at \d+:\d+, (?P<reason>.*)\.", re.DOTALL), _declaration),
    (re.compile(r"No anchor #(?P<name>.*) for internal URI reference"), _link),
    (re.compile(r"Content discarded: target points to undefined anchor (?P<name>.*)"), _link),
    (re.compile(r'\.notdef glyph rendered for Unicode string.*?: "(?P<words>.*?)"'), _glyph),
    (re.compile(r'Image ".*" has no required alt', re.DOTALL), _nothing),  # told by bare_pictures
    (re.compile(r".*", re.DOTALL), _other),
)
"""What the engine's messages mean (WeasyPrint 70), the first that fits."""
