"""How an aid of each kind looks, as it was last approved; `--update` approves it anew.

The pictures are small, grey and blurred before they are compared: letters that are drawn by another
version of a library pass; a block that has moved, a rule that is gone or another font do not.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

from aidgen.page.kinds import KINDS
from aidgen.proof.pictures import grey_pages
from tests.mini import aid_of
from tests.sheets import rendered, set_document

LOOKS = Path(__file__).parents[1] / "looks"

DPI, FINER = 50, 4
"""Of the pictures; and how many times finer pages are drawn, so that less hangs on who draws."""
GREYS = range(0, 256, 17)
"""What a picture is kept in, 4 bits a px: a page takes 2 to 4 kB."""
TOLERANCES = {1: 32, 3: 12}
"""By how much of 255 pictures may differ that are blurred by so many px, of half a millimetre.

Drawn six times finer instead of four, ours differ by 24 and 8 at most. A thin rule that is gone
makes 40 in the first, a tint 15 in the second.
"""
HEAVIEST = 20_000
"""In bytes: what a repository takes without a thought."""

Strip = Image.Image
"""All pages of an aid, side by side."""


def drawn(html: str, finer: int = FINER) -> Strip:
    """Set a page and draw it."""
    pages = [page.reduce(finer) for page in grey_pages(_pdf(html), DPI * finer)]
    size = sum(page.width for page in pages), max(page.height for page in pages)
    strip = Image.new("L", size, 255)
    left = 0
    for page in pages:
        strip.paste(page, (left, 0))
        left += page.width
    return strip


def kept(strip: Strip) -> Strip:
    """Return a picture in the greys that it is kept in."""
    numbers = strip.point([round(level / GREYS.step) for level in range(256)])
    numbers.putpalette([level for grey in GREYS for level in (grey, grey, grey)])
    return numbers


def differing(one: Strip, other: Strip) -> tuple[int, int, int, int] | None:
    """Return the frame in mm of all that looks different: left, top, right, bottom."""
    if one.size != other.size:
        return 0, 0, _mm(one.width), _mm(one.height)
    seen = Image.new("L", one.size)
    for radius, tolerance in TOLERANCES.items():
        blur = ImageFilter.GaussianBlur(radius)
        difference = ImageChops.difference(one.filter(blur), other.filter(blur))
        too_much = difference.point([255 * (level > tolerance) for level in range(256)])
        seen = ImageChops.lighter(seen, too_much)
    frame = seen.getbbox()
    if frame is None:
        return None
    left, top, right, bottom = frame
    return _mm(left), _mm(top), _mm(right), _mm(bottom)


def _mm(px: int) -> int:
    return round(px * 25.4 / DPI)


def approved(kind: str) -> Strip:
    """Return the picture of a kind that was last approved."""
    path = look(kind)
    assert path.is_file(), "run `./run test --update` and look at what it wrote"
    with Image.open(path) as picture:
        return picture.convert("L")


def look(kind: str) -> Path:
    return LOOKS / f"{kind}.png"


def page_of(kind: str) -> str:
    return rendered(*aid_of(kind))


@cache
def _pdf(html: str) -> bytes:
    return set_document(html).pdf


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_looks_as_it_was_approved(tmp_path: Path, kind: str, *, update: bool) -> None:
    strip = drawn(page_of(kind))
    if update:
        LOOKS.mkdir(exist_ok=True)
        kept(strip).save(look(kind), "PNG", bits=4, optimize=True)
    new = tmp_path / f"{kind}.png"
    strip.save(new)
    frame = differing(strip, approved(kind))
    assert frame is None, (
        f"{new} looks otherwise than {look(kind)} in the frame {frame} mm; "
        "if it is meant, run `./run test --update`"
    )
    assert look(kind).stat().st_size < HEAVIEST


def test_no_look_is_approved_of_a_kind_that_is_gone(*, update: bool) -> None:
    stale = set(LOOKS.glob("*")) - {look(kind) for kind in KINDS}
    if update:
        for path in stale:
            path.unlink()
        stale = set()
    assert stale == set(), "run `./run test --update`"


@pytest.mark.parametrize("kind", KINDS)
def test_letters_that_are_drawn_otherwise_make_no_difference(kind: str) -> None:
    assert differing(drawn(page_of(kind), finer=6), approved(kind)) is None


@pytest.mark.parametrize(
    ("kind", "css"),
    [
        ("book", "h2 { position: relative; left: 1mm }"),
        ("sheet", "h2 { position: relative; top: 1mm }"),
        ("cards", ".card h2 { position: relative; top: -1mm }"),
        ("book", "thead th { border-bottom: none }"),
        ("book", "tbody tr:nth-child(even) > * { background: none }"),
        ("cards", ".icon { visibility: hidden }"),
        ("flow", ".branch { border-inline-start: none }"),
        ("form", "* { border-color: transparent !important }"),
        ("tokens", "* { border-color: transparent !important }"),
        ("sheet", "p { font-family: 'Source Serif Pro' }"),
        ("cards", "p { font-weight: 700 }"),
        ("gm-screen", "p { font-size: 8.5pt }"),
        ("flow", ".step::before { background: none }"),
    ],
)
def test_what_has_moved_or_gone_or_changed_is_seen(kind: str, css: str) -> None:
    html = page_of(kind)
    changed = html.replace("</style>", f"{css}</style>", 1)
    assert changed != html
    assert differing(drawn(changed), approved(kind)) is not None
