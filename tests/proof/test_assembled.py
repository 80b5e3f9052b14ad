"""PDFs put together from verified pieces, broken on purpose: each is reported, clean ones not."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pikepdf
import pytest
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from aidgen.assets.fonts import font_files
from aidgen.page.composed import Placed, Side
from aidgen.proof.document import SealedPage
from aidgen.proof.stacking import Patch
from tests.mutants import WHOLE, mutant
from tests.opened import NoPlace
from tests.wholes import whole

MM = 72 / 25.4
EACH = 4
"""How many mutants of a kind; `bench/mutations.py` tries many more."""
BLOCK = re.compile(rb"q\n1 0 0 1 (\S+) (\S+) cm\n.*?\nQ\n(?=q\n1 0 0 1|\Z)", re.DOTALL)
"""A piece in the content of a side, with its place."""


class Broken:
    """A clean PDF, opened to be broken."""

    def __init__(self, document: pikepdf.Pdf, chance: random.Random) -> None:
        self.document, self.chance = document, chance
        self.catalogue: Any = document.Root
        self.pages: list[Any] = [page.obj for page in document.pages]
        self.page = self.pages[0]
        self.resources = self.page.Resources
        self.font = next(iter(self.resources.Font.values()))
        self.elements = list(_elements(self.catalogue.StructTreeRoot.K[0]))
        self.links = [note for page in self.pages for note in page.get("/Annots", [])]

    def first(self, tag: str) -> Any:
        return next(node for node in self.elements if str(node.S) == f"/{tag}")

    def content(self, change: Callable[[bytes], bytes], number: int = 0) -> None:
        old = self.pages[number].Contents.read_bytes()
        new = change(old)
        assert new != old
        self.pages[number].Contents = self.document.make_stream(new)

    def blocks(self, change: Callable[[list[bytes]], list[bytes]]) -> None:
        """Change the pieces on the first side."""

        def act(content: bytes) -> bytes:
            found = [match[0] for match in BLOCK.finditer(content)]
            assert b"".join(found) == content
            assert len(found) == 6
            return b"".join(change(found))

        self.content(act)

    def script(self) -> pikepdf.Dictionary:
        return pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert('x')")


def _elements(node: Any) -> Iterator[Any]:
    yield node
    for kid in node.get("/K", []):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from _elements(kid)


def moved(across: float, up: float) -> Callable[[bytes], bytes]:
    """Move a piece by so much in pt."""

    def act(block: bytes) -> bytes:
        place = BLOCK.match(block)
        assert place
        x, y = float(place[1]) + across, float(place[2]) + up
        return block.replace(b"%s %s cm" % place.groups(), b"%.6f %.6f cm" % (x, y), 1)

    return act


def places_exchanged(blocks: list[bytes]) -> list[bytes]:
    """Let the second piece and the third stand where the other one does."""
    one, other = (re.match(rb"q\n1 0 0 1 .*? W n\n", block, re.DOTALL) for block in blocks[1:3])
    assert one
    assert other
    swapped = [other[0] + blocks[1][one.end() :], one[0] + blocks[2][other.end() :]]
    return [blocks[0], *swapped, *blocks[3:]]


def byte_changed(broken: Broken) -> None:
    def act(content: bytes) -> bytes:
        at = broken.chance.randrange(len(content))
        other = broken.chance.choice([byte for byte in b"0123456789 qQ.\n" if byte != content[at]])
        return content[:at] + bytes([other]) + content[at + 1 :]

    broken.content(act, broken.chance.randrange(3))


def byte_dropped(broken: Broken) -> None:
    def act(content: bytes) -> bytes:
        at = broken.chance.randrange(len(content))
        return content[:at] + content[at + 1 :]

    broken.content(act, broken.chance.randrange(3))


def in_descriptor(change: Callable[[Any], None]) -> Callable[[Broken], None]:
    return lambda broken: change(broken.font.DescendantFonts[0].FontDescriptor)


def outline_changed(broken: Broken) -> None:
    """Empty the outline of a letter in the file of a font."""
    descriptor = broken.font.DescendantFonts[0].FontDescriptor
    with TTFont(io.BytesIO(descriptor.FontFile2.read_bytes())) as font:
        glyphs, order = font["glyf"], font.getGlyphOrder()
        inked = [name for name in order if getattr(glyphs[name], "numberOfContours", 0) > 0]
        glyphs[broken.chance.choice(inked[1:])] = TTGlyphPen(None).glyph()
        out = io.BytesIO()
        font.save(out)
    descriptor.FontFile2 = broken.document.make_stream(out.getvalue())


def fonts_exchanged(broken: Broken) -> None:
    fonts = broken.resources.Font
    one, other, *_ = list(fonts.keys())
    fonts[one], fonts[other] = fonts[other], fonts[one]


def said(change: Callable[[str], str]) -> Callable[[Broken], None]:
    """Change the table of what the glyphs of a font say."""

    def act(broken: Broken) -> None:
        old = broken.font.ToUnicode.read_bytes().decode()
        new = change(old)
        assert new != old
        broken.font.ToUnicode = broken.document.make_stream(new.encode())

    return act


def widths_changed(broken: Broken) -> None:
    widths = broken.font.DescendantFonts[0].W
    widths[1][0] = float(widths[1][0]) + 40


def things_exchanged(broken: Broken) -> None:
    forms = broken.resources.XObject
    one, other, *_ = list(forms.keys())
    forms[one], forms[other] = forms[other], forms[one]


def thing(change: Callable[[Any, str], None], kind: str = "/XObject") -> Callable[[Broken], None]:
    def act(broken: Broken) -> None:
        things = broken.resources[kind]
        change(things, next(iter(things.keys())))

    return act


def form_with_fonts_of_its_own(broken: Broken) -> None:
    form = next(form for form in broken.resources.XObject.values() if "/Font" in form.Resources)
    form.Resources.Font = pikepdf.Dictionary(dict(broken.resources.Font.items()))


def bookmark(broken: Broken) -> Any:
    return broken.catalogue.Outlines.First.First


def kids(tag: str, change: Callable[[list[Any]], list[Any]]) -> Callable[[Broken], None]:
    def act(broken: Broken) -> None:
        node = broken.first(tag)
        node.K = pikepdf.Array(change(list(node.K)))

    return act


def put(where: Callable[[Broken], Any], **values: Any) -> Callable[[Broken], None]:
    """Say something under names, wherever it is."""

    def act(broken: Broken) -> None:
        for name, value in values.items():
            where(broken)[f"/{name}"] = value(broken) if callable(value) else value

    return act


def swapped(items: list[Any]) -> list[Any]:
    return [items[1], items[0], *items[2:]]


def resources_apart(broken: Broken) -> None:
    own = pikepdf.Dictionary(dict(broken.resources.items()))
    broken.page.Resources = broken.document.make_indirect(own)


def catalogue(broken: Broken) -> Any:
    return broken.catalogue


def action(broken: Broken) -> pikepdf.Dictionary:
    return broken.script()


OTHER_FONT = next(path for path in font_files() if "Serif" in path.stem and "Black" in path.stem)

BREAKS: dict[str, Callable[[Broken], None]] = {
    # Pieces
    "moved by 1 mm": lambda broken: broken.blocks(
        lambda found: [*found[:2], moved(MM, 0)(found[2]), *found[3:]]
    ),
    "moved up by 1 mm": lambda broken: broken.blocks(
        lambda found: [*found[:4], moved(0, MM)(found[4]), *found[5:]]
    ),
    "moved by a hair": lambda broken: broken.blocks(
        lambda found: [moved(0.1, 0)(found[0]), *found[1:]]
    ),
    "places exchanged": lambda broken: broken.blocks(places_exchanged),
    "drawn beyond its page": lambda broken: broken.content(
        lambda content: re.sub(
            rb" 201\.0+ 151\.0+ re W n", b" 999.000000 151.000000 re W n", content
        )
    ),
    "not cut off": lambda broken: broken.content(
        lambda content: re.sub(rb"-0\.5 -0\.5 \S+ \S+ re W n\n", b"", content, count=1)
    ),
    "order exchanged": lambda broken: broken.blocks(swapped),
    "piece missing": lambda broken: broken.blocks(lambda found: found[:3] + found[4:]),
    "last piece missing": lambda broken: broken.blocks(lambda found: found[:-1]),
    "piece doubled": lambda broken: broken.blocks(lambda found: [*found, found[-1]]),
    "another for another": lambda broken: broken.blocks(
        lambda found: [*found[:2], moved(210.5, 0)(found[2]), *found[3:]]
    ),
    "stray instruction at the end": lambda broken: broken.content(
        lambda content: content + b"0 0 99 99 re f\n"
    ),
    "stray instruction at the beginning": lambda broken: broken.content(
        lambda content: b"0 0 99 99 re f\n" + content
    ),
    "stray instruction between": lambda broken: broken.blocks(
        lambda found: [found[0], b"1 0 0 1 9 9 cm\n", *found[1:]]
    ),
    "byte changed": byte_changed,
    "byte dropped": byte_dropped,
    "numbers of marks exchanged": lambda broken: broken.content(
        lambda content: (
            content.replace(b"/MCID 1>>", b"/MCID x>>")
            .replace(b"/MCID 2>>", b"/MCID 1>>")
            .replace(b"/MCID x>>", b"/MCID 2>>")
        )
    ),
    "artifact read aloud": lambda broken: broken.content(
        lambda content: content.replace(
            b"/Artifact <</Type /Pagination>> BDC", b"/P <</MCID 99>> BDC", 1
        ),
        number=1,
    ),
    "no content": lambda broken: broken.page.__delitem__("/Contents"),
    # Pages
    "sides exchanged": lambda broken: broken.catalogue.Pages.update(
        {"/Kids": pikepdf.Array([broken.pages[1], broken.pages[0], broken.pages[2]])}
    ),
    "side missing": lambda broken: broken.document.pages.__delitem__(2),
    "side doubled": lambda broken: broken.document.pages.append(broken.document.pages[2]),
    "larger paper": put(lambda broken: broken.page, MediaBox=[0, 0, 450, 660]),
    "cropped": put(lambda broken: broken.page, CropBox=[0, 0, 200, 660]),
    "trim box of an uncut page": put(lambda broken: broken.page, TrimBox=[9, 9, 200, 300]),
    "bleed box of a page that nobody cuts": put(lambda broken: broken.page, BleedBox=[0, 0, 9, 9]),
    "turned": put(lambda broken: broken.page, Rotate=90),
    "all turned": put(lambda broken: broken.catalogue.Pages, Rotate=180),
    "scaled": put(lambda broken: broken.page, UserUnit=2),
    # Fonts
    "fonts exchanged": fonts_exchanged,
    "font missing": thing(lambda things, name: things.__delitem__(name), "/Font"),
    "font file of another": lambda broken: in_descriptor(
        lambda descriptor: descriptor.update(
            {"/FontFile2": broken.document.make_stream(OTHER_FONT.read_bytes())}
        )
    )(broken),
    "no font file": in_descriptor(lambda descriptor: descriptor.__delitem__("/FontFile2")),
    "outline emptied": outline_changed,
    "font renamed": put(lambda broken: broken.font, BaseFont=pikepdf.Name("/ABCDEF+Comic-Sans")),
    "widths changed": widths_changed,
    "a glyph says something else": said(
        lambda table: re.sub(r"(<\w{4}> )<0065>", r"\1<0061>", table)
    ),
    "a glyph says nothing": said(lambda table: re.sub(r"<\w{4}> <0065>\n", "", table)),
    "glyphs map elsewhere": put(
        lambda broken: broken.font.DescendantFonts[0],
        CIDToGIDMap=lambda broken: broken.document.make_stream(bytes(9000)),
    ),
    # Other resources
    "pictures exchanged": things_exchanged,
    "picture missing": thing(lambda things, name: things.__delitem__(name)),
    "picture changed": thing(
        lambda things, name: things[name].write(things[name].read_bytes() + b" 0 0 9 9 re f")
    ),
    "picture moved": thing(
        lambda things, name: things[name].update({"/Matrix": [1, 0, 0, 1, 9, 9]})
    ),
    "state changed": thing(
        lambda things, name: things.__setitem__(name, pikepdf.Dictionary(ca=0.1)), "/ExtGState"
    ),
    "picture with fonts of its own": form_with_fonts_of_its_own,
    "resources of its own": resources_apart,
    # What is read aloud
    "tag removed": kids("Document", lambda found: found[:-1]),
    "tags reordered": kids("Document", swapped),
    "words of a tag removed": kids("H2", lambda found: []),
    "rows reordered": kids("TBody", swapped),
    "another type": put(lambda broken: broken.first("H2"), S=pikepdf.Name.P),
    "another language": put(lambda broken: broken.first("H2"), Lang="de"),
    "another alternative": put(lambda broken: broken.first("Figure"), Alt="A whale."),
    "words in place of others": put(lambda broken: broken.first("P"), ActualText="lie"),
    "no tags": lambda broken: broken.catalogue.__delitem__("/StructTreeRoot"),
    # What leads where
    "link to another page": lambda broken: broken.links[0].Dest.__setitem__(0, broken.pages[2]),
    "link elsewhere on its page": lambda broken: broken.links[0].Dest.__setitem__(3, 20),
    "link missing": lambda broken: broken.page.__delitem__("/Annots"),
    "link over other words": put(lambda broken: broken.links[0], Rect=[10, 10, 200, 200]),
    "links exchanged": lambda broken: (
        broken.page.Annots.__setitem__(0, broken.links[1]),
        broken.pages[2].Annots.__setitem__(0, broken.links[0]),
    )[0],
    "link out of the document": put(
        lambda broken: broken.links[0],
        A=pikepdf.Dictionary(S=pikepdf.Name.URI, URI="https://example.org"),
    ),
    "link with a picture": put(
        lambda broken: broken.links[0], AP=lambda broken: pikepdf.Dictionary()
    ),
    "note": lambda broken: broken.page.Annots.append(
        broken.document.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Stamp, Rect=[0, 0, 99, 99]
            )
        )
    ),
    "bookmark to another page": lambda broken: bookmark(broken).Dest.__setitem__(
        0, broken.pages[2]
    ),
    "bookmark elsewhere on its page": lambda broken: bookmark(broken).Dest.__setitem__(3, 20),
    "bookmark to no page": lambda broken: bookmark(broken).Dest.__setitem__(0, broken.catalogue),
    "link described by other words": put(lambda broken: broken.links[0], Contents="the troll"),
    "bookmark renamed": put(bookmark, Title="Troll"),
    "bookmark with an action": put(bookmark, A=action),
    "bookmark missing": lambda broken: broken.catalogue.Outlines.First.__delitem__("/First"),
    "no bookmarks": lambda broken: broken.catalogue.__delitem__("/Outlines"),
    # What a document does
    "action on a page": put(
        lambda broken: broken.page, AA=lambda broken: pikepdf.Dictionary(O=broken.script())
    ),
    "action of the document": put(
        catalogue, AA=lambda broken: pikepdf.Dictionary(WC=broken.script())
    ),
    "script when it is opened": put(catalogue, OpenAction=action),
    "script by name": put(
        catalogue,
        Names=lambda broken: pikepdf.Dictionary(
            JavaScript=pikepdf.Dictionary(Names=["x", broken.script()])
        ),
    ),
    "hidden layers": put(catalogue, OCProperties=pikepdf.Dictionary()),
    "form to fill in": put(catalogue, AcroForm=pikepdf.Dictionary(Fields=[])),
    "no language": lambda broken: broken.catalogue.__delitem__("/Lang"),
    "no title": lambda broken: broken.document.docinfo.__delitem__("/Title"),
}
"""A way to break a document put together from pieces."""
CHANCES = {"byte changed": 60, "byte dropped": 60, "outline emptied": 6}
"""How often what is left to chance is tried."""


def broken(name: str, seed: int = 0) -> bytes:
    with pikepdf.open(io.BytesIO(whole().pdf)) as document:
        BREAKS[name](Broken(document, random.Random(f"{name} {seed}")))
        out = io.BytesIO()
        document.save(out)
    return out.getvalue()


def test_a_clean_document_is_not_reported() -> None:
    assert whole().faults() == ()


def test_a_clean_document_that_was_written_anew_is_not_reported() -> None:
    with pikepdf.open(io.BytesIO(whole().pdf)) as document:
        out = io.BytesIO()
        document.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    assert whole().faults(out.getvalue()) == ()


@pytest.mark.parametrize("name", BREAKS)
def test_a_document_that_was_broken_is_reported(name: str) -> None:
    for seed in range(CHANCES.get(name, 1)):
        pdf = broken(name, seed)
        assert whole().faults(pdf) != (), f"{name}, seed {seed}"


@pytest.mark.parametrize("kind", WHOLE)
def test_every_mutant_of_a_document_is_caught(kind: str) -> None:
    reported = 0
    for seed in range(EACH):
        with suppress(NoPlace):
            pdf = mutant(whole().pdf, kind, seed)
            assert whole().faults(pdf) != (), f"missed: {kind}, seed {seed}"
            reported += 1
    assert reported


def _with(placed: Placed[SealedPage], **changes: Any) -> Placed[SealedPage]:
    return replace(placed, piece=replace(placed.piece, **changes))


def laid_with_texts(top: float) -> tuple[Side[SealedPage], ...]:
    """Return the sides with a text in the first piece, and one so far up in the second."""
    first, *others = whole().laid
    one, two, *rest = first.placed
    two_at = _with(two, texts=((-200.0, top, -100.0, top + 10.0),), name="cards.toll")
    one_at = _with(one, texts=((10.0, 100.0, 90.0, 110.0),), name="cards.title")
    return (replace(first, placed=(one_at, two_at, *rest)), *others)


@pytest.mark.parametrize(
    ("top", "reported"), [(105.0, True), (95.0, True), (110.0, False), (85, False)]
)
def test_texts_of_pieces_that_lie_on_each_other_are_reported(top: float, reported: bool) -> None:
    faults = replace(whole(), laid=laid_with_texts(top)).faults()
    assert [(one.kind, one.box, one.page) for one in faults] == (
        [("overlap", "cards.title", 1)] if reported else []
    )


@pytest.mark.parametrize("tone", [0, 255])
def test_a_bar_of_one_piece_over_a_number_of_another_is_reported(tone: int) -> None:
    first, *others = whole().laid
    one, *rest, mark = first.placed
    named = _with(one, texts=((10.0, 100.0, 90.0, 110.0),), name="cards.title")
    up, across = one.top - mark.top + one.piece.height - mark.piece.height, one.left - mark.left

    def faults(height: float) -> list[tuple[str, str, int]]:
        bar = Patch((across + 20.0, height - up, across + 30.0, height - up + 2), tone)
        side = replace(first, placed=(named, *rest, _with(mark, patches=(bar,))))
        found = replace(whole(), laid=(side, *others)).faults()
        return [(one.kind, one.box, one.page) for one in found]

    assert faults(104) == [("overlap", "cards.title", 1)]
    assert faults(112) == []


def test_what_is_astray_is_reported_with_its_card_and_its_page() -> None:
    first, *others = whole().laid
    named = [_with(one, name=f"cards.{number}") for number, one in enumerate(first.placed)]
    document = replace(whole(), laid=(replace(first, placed=tuple(named)), *others))
    faults = document.faults(broken("moved by 1 mm"))
    assert [(one.kind, one.box, one.page) for one in faults] == [("astray", "cards.2", 1)]


def test_a_piece_in_another_language_says_so_and_leads_to_its_own_records() -> None:
    """Else it is read aloud in the wrong tongue, and a link leads to the other language."""
    clean = whole()
    (side, *sides), (lying, *more) = clean.sides, clean.laid
    placings, laid = list(side.placed), list(lying.placed)
    placings[1], laid[1] = replace(placings[1], lang="fr"), replace(laid[1], lang="fr")
    other = replace(
        clean,
        sides=(replace(side, placed=tuple(placings)), *sides),
        laid=(replace(lying, placed=tuple(laid)), *more),
    )
    assert other.faults() == ()
    with pikepdf.open(io.BytesIO(other.pdf)) as document:
        elements: Any = document.Root.StructTreeRoot.K[0].K
        assert {str(one.Lang) for one in elements if "/Lang" in one} == {"fr"}
    reported = {fault.found for fault in other.faults(clean.pdf)}
    assert any(found.startswith("is read aloud otherwise") for found in reported)
    assert any("link" in found for found in reported)
