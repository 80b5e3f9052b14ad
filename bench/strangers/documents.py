"""Random input to the doors of files: style sheets, pictures, fonts, workbooks, translations."""

from __future__ import annotations

import io
import random
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from unittest.mock import patch

import openpyxl
import uharfbuzz
from fontTools.ttLib import TTFont
from PIL import Image, ImageCms

from aidgen.assets import families
from aidgen.assets.families import FontFiles, package_files, prepare_family
from aidgen.assets.files import AssetError
from aidgen.assets.fonts import font_files
from aidgen.assets.papers import Size
from aidgen.assets.pictures import crop_picture, read_picture
from aidgen.assets.rasters import ORIENTATION
from aidgen.assets.shops import SHOPS, read_shops
from aidgen.game.spreadsheets import read_spreadsheet
from aidgen.page.stylesheet import read
from aidgen.pipeline.settings import _read_file
from aidgen.sandbox.limits import STANDARD

Chance = random.Random
NUMBERS = ("0", "-1", "1e999", "nan", "inf", "99999999999999999999", "0.0000001", "1e-999", "", "٣")
LONG = 60_000
"""Characters of an input that repeats a part of it: what takes quadratic time takes minutes."""
NASTY = (
    *("<!DOCTYPE a [<!ENTITY x 'y'>]>", "&x;", "&#0;", "&#xD800;", "<!--", "]]>", "<a/>", "</"),
    *(
        "\0",
        "\u202e",
        "\ufeff",
        "\ud800",
        "=1+1",
        '"',
        "'",
        ";",
        "\t",
        "\r\n",
        "url(x)",
        "\\0",
        "}",
    ),
)
CSS_PARTS = (
    *("td", "p", "*", "::before", ":not(", "@media print", "@import", "{", "}", "(", ")", "[", "]"),
    *("color:", "red", "content:", "'1'", "transform:", "rotate(", "180deg", "--x:", "var(--x)"),
    *("calc(", "1px", "*", "/", "url(", '"', "\\", "\n", "!important", ";", "/*", "*/", "<!--"),
    *("list-style-type:", "word-spacing:", "-1em", "1e9em", "font-feature-settings:", "#", "%"),
)


def mangled(chance: Chance, text: str) -> str:
    """Return a text with some places left out, doubled, moved or filled with something nasty."""
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((0, 1, 3, 12, 80)))
        new = chance.choice(("", text[at:end] * 2, chance.choice(NASTY), chance.choice(NUMBERS)))
        text = text[:at] + new + text[end:]
    if chance.random() < 0.002:  # one place of it, very often: time must grow with the length
        at = chance.randrange(len(text) + 1)
        part = text[at : at + chance.choice((1, 2, 5, 20, 80))] or " "
        text = text[:at] + part * (LONG // len(part)) + text[at:]
    if chance.random() < 0.3:  # a number of it
        found = list(re.finditer(r"-?[0-9][0-9.]*", text))
        if found:
            one = chance.choice(found)
            text = text[: one.start()] + chance.choice(NUMBERS) + text[one.end() :]
    return text


def broken(chance: Chance, content: bytes) -> bytes:
    """Return bytes with some of them changed, doubled, left out, or cut off."""
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(content) + 1)
        how = chance.randrange(5)
        if how == 0:
            content = content[:at]
        elif how == 1:
            content = content[:at] + content[at + chance.choice((1, 4, 64)) :]
        elif how == 2:
            content = content[:at] + content[at : at + 16] + content[at:]
        else:
            new = chance.choice((b"\0", b"\xff", b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff"))
            content = content[:at] + new + content[at + len(new) :]
    return content


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@dataclass(frozen=True)
class Documents:
    """Makes files of each kind, and opens them."""

    scratch: Path

    def all(
        self,
    ) -> list[tuple[str, float, Callable[[Chance], object], Callable[[object], object]]]:
        """Return name, share, maker and door of each."""
        return [
            ("CSS", 400, self.css, self._open_css),
            ("SVG", 200, lambda chance: mangled(chance, SVG).encode("utf-8", "replace"), _picture),
            ("PNG", 100, self.png, _picture),
            ("font", 40, self.font, self._open_font),
            ("XLSX", 40, self.xlsx, self._open("a.xlsx")),
            ("ODS", 40, self.ods, self._open("a.ods")),
            ("CSV", 150, lambda chance: _encoded(chance, CSV), self._open("a.csv")),
            ("cards of a CSV", 40, lambda chance: _encoded(chance, CARDS), self._cards),
            ("JPEG", 60, self.photo, _picture),
            ("shops", 60, lambda chance: mangled(chance, SHOPS_FILE), _shops),
            ("settings", 40, lambda chance: mangled(chance, SETTINGS), self._settings),
        ]

    def css(self, chance: Chance) -> str:
        """Return a style sheet of parts, or one of ours, mangled."""
        if chance.random() < 0.5:
            return "".join(chance.choices(CSS_PARTS, k=chance.randrange(1, 60)))
        return mangled(chance, CSS)

    def _open_css(self, given: object) -> None:
        read(str(given), "theme.css", self.scratch)

    def png(self, chance: Chance) -> bytes:
        """Return a picture of points with broken chunks whose checksums are right."""
        head = struct.pack(">IIBBBBB", 9, 7, 8, 2, 0, 0, 0)
        chunks = [
            (b"IHDR", head if chance.random() < 0.7 else broken(chance, head)),
            (chance.choice(CHUNKS), chance.randbytes(chance.randrange(20))),
            (b"IDAT", zlib.compress(b"\0" * chance.choice((196, 195, 10, 900)))),
            (b"IEND", b""),
        ]
        whole = b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*one) for one in chunks)
        return whole if chance.random() < 0.6 else broken(chance, whole)

    @cached_property
    def _fonts(self) -> Sequence[Mapping[str, bytes]]:
        """The tables of fonts with few letters: a static one of ours, and a variable one."""
        whole = font_files()[0].read_bytes(), package_files("Vollkorn").contents[0]
        return [_tables(content) for content in whole]

    def font(self, chance: Chance) -> bytes:
        """Return a font with one table broken or left out, or one broken as a whole."""
        tables = dict(chance.choice((*self._fonts, self._fonts[0])))
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            name = chance.choice(sorted(tables))
            if chance.random() < 0.05 and len(tables) > 1:
                del tables[name]
            elif chance.random() < 0.5:  # the head of a table says what is in it
                tables[name] = broken(chance, tables[name][:40]) + tables[name][40:]
            else:
                tables[name] = broken(chance, tables[name])
        whole = _sfnt(tables)
        return broken(chance, whole) if chance.random() < 0.1 else whole

    def _open_font(self, given: object) -> None:
        assert isinstance(given, bytes)
        with patch.multiple(
            families, write_prepared=lambda *_: None, families_folder=Path
        ):  # no file
            try:
                prepare_family.__wrapped__(FontFiles("Fuzzed", (given,)))
            except AssetError as refused:
                if not refused.message:
                    raise AssertionError("nothing is said") from None

    @cached_property
    def _workbook(self) -> Mapping[str, bytes]:
        book = openpyxl.Workbook()
        for row in (["weapon", "damage", "share"], ["Axe", 4, 0.25], ["Bow", "2d6", "=1+1"]):
            book.active.append(row)
        book.active["C2"].number_format = "0%"
        book.active.merge_cells("A3:A4")
        out = io.BytesIO()
        book.save(out)
        with zipfile.ZipFile(out) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def xlsx(self, chance: Chance) -> bytes:
        """Return a workbook with one part mangled or left out, or one broken as a whole."""
        parts = dict(self._workbook)
        name = chance.choice(sorted(parts))
        if chance.random() < 0.1:
            del parts[name]
        else:
            parts[name] = mangled(chance, parts[name].decode()).encode("utf-8", "replace")
        whole = _archive(parts)
        return broken(chance, whole) if chance.random() < 0.2 else whole

    def ods(self, chance: Chance) -> bytes:
        """Return an ODS file whose content is mangled."""
        content = mangled(chance, ODS).encode("utf-8", "replace")
        return _archive({"mimetype": b"application/vnd.oasis", "content.xml": content})

    @cached_property
    def _photos(self) -> Sequence[bytes]:
        """Photos of each kind: turned by EXIF, in CMYK, with a profile, of 16 bits."""
        made = []
        exif = Image.Exif()
        exif[ORIENTATION] = 6
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        for mode, kind, more in (
            ("RGB", "JPEG", {"exif": exif}),
            ("RGB", "JPEG", {"icc_profile": profile, "progressive": True}),
            ("CMYK", "JPEG", {"icc_profile": profile}),
            ("L", "JPEG", {}),
            ("I;16", "PNG", {"exif": exif}),
        ):
            out = io.BytesIO()
            Image.new(mode, (24, 17)).save(out, kind, **more)
            made.append(out.getvalue())
        return made

    def photo(self, chance: Chance) -> bytes:
        """Return a photo that is broken in some places, most of them in its head."""
        whole = chance.choice(self._photos)
        at = chance.choice((40, 200, len(whole)))
        return broken(chance, whole[:at]) + whole[at:]

    def _settings(self, given: object) -> None:
        path = self.scratch / "aidgen.toml"
        path.write_text(str(given), encoding="utf-8", errors="replace")
        _read_file(path, STANDARD)

    def _cards(self, given: object) -> None:
        assert isinstance(given, bytes)
        path = self.scratch / "cards.csv"
        path.write_bytes(given)
        read_spreadsheet(path, "cards.csv")

    def _open(self, name: str) -> Callable[[object], object]:
        def opened(given: object) -> None:
            path = self.scratch / name
            path.write_bytes(given if isinstance(given, bytes) else str(given).encode())
            read_spreadsheet(path, name)

        return opened


def _archive(parts: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def _encoded(chance: Chance, text: str) -> bytes:
    codec = chance.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"))
    return mangled(chance, text).encode(codec, "replace")


def _picture(given: object) -> None:
    """Read a picture and cut it; what it is refused for is said of a file."""
    assert isinstance(given, bytes)
    try:
        crop_picture(read_picture(given), Size(20, 30))
    except AssetError as refused:
        if not refused.message:
            raise AssertionError("nothing is said") from None


def _shops(given: object) -> None:
    with suppress(ValueError):  # it says what is wrong
        read_shops(str(given), SHOPS)


LETTERS = "0147+\N{MINUS SIGN}%Aé"
"""What the fonts have: each of their glyphs is looked at."""


def _tables(content: bytes) -> Mapping[str, bytes]:
    """Return the tables of a font with few letters left."""
    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.UNICODE).update(map(ord, LETTERS))
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.GLYPH_NAMES
    face = uharfbuzz.Face(uharfbuzz.Blob(content))
    small = bytes(uharfbuzz.subset(face, wanted).blob.data)
    with TTFont(io.BytesIO(small)) as font:
        return {tag: font.reader[tag] for tag in font.reader.tables}


def _sfnt(tables: Mapping[str, bytes]) -> bytes:
    """Return a font file of tables (OpenType, table directory)."""
    head, body = b"", b""
    for tag in sorted(tables):
        start = 12 + 16 * len(tables) + len(body)
        head += struct.pack(">4sIII", tag.encode(), 0, start, len(tables[tag]))
        body += tables[tag] + b"\0" * (-len(tables[tag]) % 4)
    return b"\0\1\0\0" + struct.pack(">HHHH", len(tables), 16, 0, 0) + head + body


CHUNKS = (b"cHRM", b"pHYs", b"acTL", b"tRNS", b"iCCP", b"tEXt", b"PLTE", b"gAMA", b"sBIT", b"fcTL")
CSS = """td, h2.a > b:first-child { color: #123456; padding: 1mm 2mm }
@media print { p { border: 0.2mm solid rgb(1, 2, 3); background: url("a.svg") no-repeat } }
.x { --y: calc(1px + 2em); width: var(--y); letter-spacing: 0.1em; list-style-type: square }
"""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20" width="10" height="20">
<style>.a, g#b { fill: red; font: bold 3px serif } /* x */ @font-face { src: url(x) }</style>
<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient>
<linearGradient id="h" href="#g"/><clipPath id="c"><rect width="3" height="3"/></clipPath>
<symbol id="s" viewBox="0 0 2 3"><path class="a" d="M0 0L1 1z"/></symbol></defs>
<g transform="translate(1 2) scale(3)"><path d="M1 2L3 4A5 6 7 0 1 8 9z" fill="url(#g)"/>
<circle cx="1" cy="2" r="3" style="stroke:#000"/><use href="#s" x="1" width="2"/><text class="a"
x="1" y="2 3">9<tspan font-weight="700" dx="1">Ax</tspan></text></g>
<use href="#b" clip-path="url(#c)"/>
<svg x="1" width="3" viewBox="0 0 1 1"><g id="b"/></svg></svg>"""
CARDS = 'id,title,text,copies,cost\naxe,Axe,"Hits, twice.",2,3\n,Bow,"- a\n- b",1,2d6\n'
SHOPS_FILE = """[corner]
name = "Corner"
bleed = 3.0
safe = 2
pdfx = "x4"
ink = 300
products = [{name = "P", trim = [60, 90], picture = [800, 1200]}]
[other]
like = "corner"
order = true
"""
SETTINGS = '[print]\npaper = "a4"\ngap = 2.5\noffset = [0.5, -0.3]\nlarge = true\n'
CSV = 'weapon,damage,share\nAxe,4,25 %\n"Bow, long",2d6,"1,000"\n'
ODS = (
    '<?xml version="1.0"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
    '<office:spreadsheet><table:table table:name="S"><table:table-row>'
    '<table:table-cell office:value-type="string"><text:p>weapon</text:p></table:table-cell>'
    '<table:table-cell office:value-type="string"><text:p>damage</text:p></table:table-cell>'
    '</table:table-row><table:table-row table:number-rows-repeated="2">'
    '<table:table-cell office:value-type="string"><text:p>Axe</text:p></table:table-cell>'
    '<table:table-cell office:value-type="float" office:value="4" '
    'table:number-columns-repeated="1"><text:p>4</text:p></table:table-cell>'
    "</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
)
