from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Any

import pikepdf
import pytest
from PIL import Image

from aidgen.build import Job, page_of
from aidgen.load import OURS
from aidgen.promises import Promise, Run
from aidgen.prove import THUMBNAIL_WIDTH, Proof, prove, thumbnail
from aidgen.typeset import typeset

TEXT = "Every hero has twelve health. Heroes rest at night; they heal by one."
TABLE = (
    "<table><tr><th scope=col>Roll</th><th scope=col>Harm</th></tr>"
    "<tr><th scope=row>1</th><td>12</td></tr><tr><th scope=row>2</th><td>13</td></tr></table>"
)
ROWS = (("Roll", "Harm"), ("1", "12"), ("2", "13"))


@dataclass(frozen=True)
class Clean:
    """A clean PDF, and what the proof needs to hold it against."""

    pdf: bytes
    promises: tuple[Promise, ...]
    runs: tuple[tuple[Run, ...], ...]
    pictures: tuple[str, ...] = ()

    def proof(self, pdf: bytes | None = None) -> Proof:
        return prove(pdf or self.pdf, self.promises, self.runs, self.pictures)


def clean(body: str, *promises: Promise, css: str = "") -> Clean:
    head = f"<title>A title</title><style>body{{font-family:Source Sans Pro}}{css}</style>"
    html = f'<html lang="en"><head>{head}</head><body>{body}</body></html>'
    made = typeset(html, "0" * 32)
    return Clean(made.pdf, promises, made.runs)


def printed(game: str, aid: str, locale: str) -> Clean:
    page = page_of(Job(OURS, game, aid, locale))
    made = typeset(page.html, "0" * 32)
    pictures = [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", page.html)]
    return Clean(made.pdf, page.promises, made.runs, tuple(pictures))


@pytest.fixture(scope="module")
def sheets() -> list[Clean]:
    return [
        printed("expedition", "damage-tables", "fr"),
        printed("argosia", "states", "en"),
        printed("gloomhaven", "conditions", "en"),
    ]


# Small pages --------------------------------------------------------------------------------------


def test_a_clean_pdf_passes() -> None:
    page = clean(f"<p>{TEXT}</p>{TABLE}", Promise(TEXT), Promise("Harm", ROWS))
    proof = page.proof()
    assert proof.faults == ()
    assert (proof.texts, proof.cells) == (2, 6)
    assert proof.glyphs > len(TEXT) - 20


@pytest.mark.parametrize(
    "body",
    [
        "<p>Every hero has</p><p>Heroes rest at night; they heal by one.</p>",
        "<p>Every hero has twelve health. Heroes rest at night; they heal by</p>",
        "<p>Every hero has eleven health. Heroes rest at night; they heal by one.</p>",
        "<p></p>",
        f"<p style='display:none'>{TEXT}</p>",
    ],
)
def test_words_that_are_missing_or_changed_are_told(body: str) -> None:
    assert clean(body, Promise(TEXT)).proof().faults == (
        f"is printed nowhere, or not whole: “{TEXT}”",
    )


@pytest.mark.parametrize(
    "css",
    [
        "p { width: 25mm; hyphens: auto; text-align: justify }",
        "@page { size: 60mm 24mm; margin: 3mm } p { orphans: 1; widows: 1 }",
        "p { letter-spacing: .1em }",
    ],
)
def test_lines_hyphens_and_pages_may_divide_a_text(css: str) -> None:
    assert clean(f"<p>{TEXT}</p>", Promise(TEXT), css=css).proof().faults == ()


def test_a_text_that_is_promised_twice_has_to_stand_twice() -> None:
    twice = (Promise("One."), Promise("One."))
    assert clean("<p>One.</p><p>One.</p>", *twice).proof().faults == ()
    assert len(clean("<p>One.</p>", *twice).proof().faults) == 1


def test_ligatures_and_signs_are_read_as_they_were_written() -> None:
    text = "Œuf, ﬁn – “fifty” ½ ≥ 5 × 2 … € d’une"
    assert clean(f"<p>{text}</p>", Promise(text)).proof().faults == ()


@pytest.mark.parametrize(
    "style",
    [
        "color: #fff",
        "color: #fdfdfd",
        "opacity: 0",
        "background: #000; color: #111",
    ],
)
def test_text_that_cannot_be_seen_is_told(style: str) -> None:
    page = clean(f'<p style="{style}">Here 12</p>', Promise("Here 12"))
    assert any("cannot be seen" in fault for fault in page.proof().faults)


def test_text_under_a_box_is_told() -> None:
    cover = "<div style='position:absolute;left:0;top:0;width:40mm;height:40mm;background:#ccc'>"
    page = clean(f"<p>Here 12</p>{cover}</div>", Promise("Here 12"))
    assert any("cannot be seen" in fault for fault in page.proof().faults)


def test_light_letters_on_a_dark_ground_are_fine() -> None:
    style = "background: #124e57; color: #fff"
    assert clean(f'<p style="{style}">Here 12</p>', Promise("Here 12")).proof().faults == ()


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ("<td>12</td>", "<td>21</td>"),
        ("<td>12</td>", "<td></td>"),
        ("<th scope=row>2</th>", "<th scope=row>3</th>"),
        ("<tr><th scope=row>2</th><td>13</td></tr>", ""),
    ],
)
def test_a_table_is_read_cell_by_cell(found: str, told: str) -> None:
    (fault,) = clean(TABLE.replace(found, told), Promise("Harm", ROWS)).proof().faults
    assert fault.startswith("table “Harm”")


def saved(document: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("Lang", "says no language"),
        ("Title", "has no title"),
        ("tags", "is not tagged"),
        ("font", "embeds the font Comic-Sans, which is not ours"),
    ],
)
def test_what_a_pdf_lacks_is_told(what: str, told: str) -> None:
    page = clean("<p>x</p>", Promise("x"))
    with pikepdf.open(io.BytesIO(page.pdf)) as document:
        if what == "Lang":
            del document.Root.Lang
        elif what == "Title":
            del document.docinfo["/Title"]
        elif what == "tags":
            del document.Root.StructTreeRoot
        else:
            for item in document.objects:
                if isinstance(item, pikepdf.Dictionary) and "/BaseFont" in item:
                    item.BaseFont = pikepdf.Name("/ABCDEF+Comic-Sans")
        faults = page.proof(saved(document)).faults
    assert any(fault.startswith(told) for fault in faults)


def test_a_character_that_none_of_our_fonts_has_is_told() -> None:
    page = clean("<p>漢 abc</p>", Promise("漢 abc"))
    assert any("no character" in fault for fault in page.proof().faults)


def test_the_thumbnail_is_a_picture_of_the_first_page() -> None:
    picture = Image.open(io.BytesIO(thumbnail(clean("<p>x</p>", css="@page{size:A5}").pdf)))
    assert picture.format == "PNG"
    assert max(picture.size) == pytest.approx(THUMBNAIL_WIDTH, abs=1)
    assert picture.size[0] < picture.size[1]


# Real pages, broken -------------------------------------------------------------------------------

Instructions = list[Any]
Breaks = Callable[[Instructions, int, random.Random], Instructions]


def shown(content: Instructions) -> list[int]:
    """Return where a page shows text of at least one glyph that leaves ink."""
    return [i for i, one in enumerate(content) if str(one.operator) == "TJ" and ink(one)]


def ink(instruction: Any) -> bool:
    codes = b"".join(bytes(x) for x in instruction.operands[0] if isinstance(x, pikepdf.String))
    return any(codes[i : i + 2] != b"\0\1" for i in range(0, len(codes), 2))


def act(operator: str, *operands: Any) -> Any:
    return pikepdf.ContentStreamInstruction(list(operands), pikepdf.Operator(operator))


def with_codes(instruction: Any, change: Callable[[bytes], bytes]) -> Any:
    """Return a TJ whose first inked glyph is put through `change`."""
    pieces, done = [], False
    for piece in instruction.operands[0]:
        if isinstance(piece, pikepdf.String) and not done:
            codes = bytes(piece)
            at = next((i for i in range(0, len(codes), 2) if codes[i : i + 2] != b"\0\1"), None)
            if at is not None:
                codes = codes[:at] + change(codes[at : at + 2]) + codes[at + 2 :]
                done = True
            piece = pikepdf.String(codes)
        pieces.append(piece)
    return act("TJ", pikepdf.Array(pieces))


def other_glyph(codes: bytes) -> bytes:
    return b"\0\x30" if codes != b"\0\x30" else b"\0\x31"


def moved(by_x: float, by_y: float) -> Breaks:
    def move(content: Instructions, i: int, _: random.Random) -> Instructions:
        at = max(j for j in range(i) if str(content[j].operator) == "Tm")
        *matrix, x, y = [float(value) for value in content[at].operands]
        content[at] = act("Tm", *matrix, x + by_x, y + by_y)
        return content

    return move


def put(*before: Any, after: tuple[Any, ...] = ()) -> Breaks:
    def insert(content: Instructions, i: int, _: random.Random) -> Instructions:
        return [*content[:i], *before, content[i], *after, *content[i + 1 :]]

    return insert


def glyph(change: Callable[[bytes], bytes]) -> Breaks:
    def replace(content: Instructions, i: int, _: random.Random) -> Instructions:
        content[i] = with_codes(content[i], change)
        return content

    return replace


def drop(content: Instructions, i: int, _: random.Random) -> Instructions:
    return content[:i] + content[i + 1 :]


def swap(content: Instructions, i: int, rng: random.Random) -> Instructions:
    def letters(at: int) -> bytes:
        return b"".join(bytes(x) for x in content[at].operands[0] if isinstance(x, pikepdf.String))

    others = [j for j in shown(content) if letters(j) != letters(i)]
    j = rng.choice(others)
    content[i], content[j] = content[j], content[i]
    return content


def cover(content: Instructions, i: int, _: random.Random) -> Instructions:
    """Lay a grey box over the text, once all is drawn."""
    at = max(j for j in range(i) if str(content[j].operator) == "Tm")
    x, y = (float(value) for value in list(content[at].operands)[4:])
    end = next(j for j in range(i, len(content)) if str(content[j].operator) == "EMC")
    box = [
        act("q"), act("rg", 0.8, 0.8, 0.8), act("re", x - 1, y - 14, 200, 18), act("f"), act("Q"),
    ]  # fmt: skip
    while str(content[end].operator) != "ET" and end + 1 < len(content):
        if str(content[end].operator) in ("EMC",):
            break
        end += 1
    return [*content[: end + 1], *box, *content[end + 1 :]]


KINDS: dict[str, Breaks] = {
    "digit or letter changed": glyph(other_glyph),
    "glyph dropped": glyph(lambda codes: b""),
    "glyph doubled": glyph(lambda codes: codes + codes),
    "glyph missing": glyph(lambda codes: b"\0\0"),
    "text emptied": drop,
    "texts swapped": swap,
    "text drawn twice": lambda content, i, rng: [*content[: i + 1], *content[i:]],
    "3 mm to the right": moved(11.34, 0),
    "3 mm down": moved(0, 11.34),
    "off the page": moved(2000, 0),
    "painted white on white": put(act("rg", 1, 1, 1)),
    "clipped": put(act("re", 0, 0, 1, 1), act("W"), act("n")),
    "scaled to nothing": put(act("Tz", 1), after=(act("Tz", 100),)),
    "invisible": put(act("Tr", 3), after=(act("Tr", 0),)),
    "covered": cover,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_a_broken_page_is_told(kind: str, seed: int, sheets: list[Clean]) -> None:
    rng = random.Random(f"{kind} {seed}")
    sheet = rng.choice(sheets)
    with pikepdf.open(io.BytesIO(sheet.pdf)) as document:
        page = rng.choice(list(document.pages))
        content: Instructions = list(pikepdf.parse_content_stream(page))
        places = [i for i in shown(content) if kind != "painted white on white" or dark(content, i)]
        content = KINDS[kind](content, rng.choice(places), rng)
        page.Contents = document.make_stream(pikepdf.unparse_content_stream(content))
        broken = saved(document)
    assert sheet.proof(broken).faults, kind


def dark(content: Instructions, i: int) -> bool:
    """Tell whether the text at `i` is drawn in a dark colour."""
    at = max(j for j in range(i) if str(content[j].operator) == "rg")
    return sum(float(value) for value in content[at].operands) < 1.5


@pytest.mark.parametrize("seed", range(4))
def test_a_table_of_characters_that_lies_is_told(seed: int, sheets: list[Clean]) -> None:
    rng = random.Random(seed)
    sheet = rng.choice(sheets)
    with pikepdf.open(io.BytesIO(sheet.pdf)) as document:
        fonts = [
            item
            for item in document.objects
            if isinstance(item, pikepdf.Dictionary) and "/ToUnicode" in item
        ]
        table = rng.choice(fonts).ToUnicode
        text = table.read_bytes().decode("latin-1")
        head, *entries = re.split(r"(?<=>)\n(?=<)", text[text.find("beginbfchar") :])
        entry = rng.choice(entries[:-1])
        lie = re.sub(r"<[0-9a-f]+>$", "<0039>" if "0039" not in entry else "<0038>", entry)
        table.write(text.replace(entry, lie).encode("latin-1"))
        broken = saved(document)
    assert head
    assert any("where its font" in fault for fault in sheet.proof(broken).faults)


def test_clean_sheets_raise_no_alarm(sheets: list[Clean]) -> None:
    assert [sheet.proof().faults for sheet in sheets] == [(), (), ()]
