"""Checks a PDF for print shops against the one it was converted from, and against its standard.

No code is shared with what converts: both files are read instruction by instruction.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pikepdf
from PIL import Image, ImageChops, ImageStat

from aidgen.assets.profiles import Ink, Light, PressProfile

FARTHEST = 0.25
"""By how much red, green or blue of a printed colour may differ from the profile's: inks are
limited, and greys are printed with black alone."""
FARTHEST_MEAN = 0.08
"""By how much the mean of a picture may differ."""
INK_SLACK = 0.005
"""By how much a sum of inks may exceed its limit: rounding."""
FILLS = ("f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"')
STROKES = ("S", "s", "B", "B*", "b", "b*")
COLOURS = ("rg", "RG", "g", "G", "k", "K", "sc", "SC", "scn", "SCN", "cs", "CS")


@dataclass(frozen=True)
class _Colours:
    """What is painted with: a colour as its operands, or the name of a pattern."""

    fill: tuple[object, ...] = (0.0,)
    stroke: tuple[object, ...] = (0.0,)


@dataclass(frozen=True)
class _Step:
    """An instruction other than one that sets a colour, and the colours it paints with."""

    code: str
    colours: tuple[tuple[object, ...], ...]


@dataclass
class PressCheck:
    """Compares a converted PDF with the original, by the profile it was converted with."""

    profile: PressProfile
    most: float
    """The sum of all inks at most, 4 being all of each."""
    pairs: dict[tuple[Light, Ink], None] = field(default_factory=dict)
    """The colours that were found, each with its inks."""
    _seen: set[Any] = field(default_factory=set)

    def faults(self, original: bytes, converted: bytes, *, opaque: bool) -> Iterator[str]:
        """Yield what is wrong with a converted PDF; an `opaque` one may have no transparency."""
        with (
            pikepdf.open(io.BytesIO(original)) as one,
            pikepdf.open(io.BytesIO(converted)) as other,
        ):
            yield from _check_standard(other, opaque=opaque)
            if len(one.pages) != len(other.pages):
                yield f"has {len(other.pages)} pages, expected {len(one.pages)}"
            for number, (page, press) in enumerate(zip(one.pages, other.pages, strict=False), 1):
                differences = [*self._compare_pages(page, press)]
                yield from (f"page {number}: {each}" for each in differences)
            yield from self._compare_colours()

    def _compare_pages(self, page: Any, press: Any) -> Iterator[str]:
        for box in ("/MediaBox", "/TrimBox", "/BleedBox"):
            if box in page.obj and [*page.obj[box]] != [*press.obj.get(box, [])]:
                yield f"has another {box[1:]}"
            if box not in press.obj:
                yield f"has no {box[1:]}"
        yield from self._compare_content(page, press, page.Resources, press.Resources)

    def _compare_content(self, one: Any, other: Any, known: Any, press: Any) -> Iterator[str]:
        """Yield how two contents differ, other than in their colours, which are noted."""
        before, after = [*_steps(one)], [*_steps(other)]
        if [step.code for step in before] != [step.code for step in after]:
            yield "draws something else than the original"
            return
        for step, pressed in zip(before, after, strict=True):
            for colour, ink in zip(step.colours, pressed.colours, strict=True):
                yield from self._note(colour, ink)
        for kind in ("/Font", "/XObject"):
            names, others = (set(each.get(kind, {}).keys()) for each in (known, press))
            if names != others:
                yield f"has other resources: {', '.join(sorted(names ^ others))}"
                return
        for name, font in known.get("/Font", {}).items():
            if _font_bytes(font) != _font_bytes(press.Font[name]):
                yield f"has another font {name}"
        yield from self._compare_painted(known, press)

    def _compare_painted(self, known: Any, press: Any) -> Iterator[str]:
        """Yield how the patterns, gradients, forms and pictures of two contents differ."""
        for name, pattern in known.get("/Pattern", {}).items():
            if "/Shading" in pattern:
                yield from self._compare_gradients(pattern.Shading, press.Pattern[name].Shading)
            else:
                yield from self._compare_form(pattern, press.Pattern[name])
        for name, shading in known.get("/Shading", {}).items():
            yield from self._compare_gradients(shading, press.Shading[name])
        for name, form in known.get("/XObject", {}).items():
            yield from self._compare_form(form, press.XObject[name])

    def _compare_form(self, form: Any, press: Any) -> Iterator[str]:
        key = form.objgen, press.objgen
        if key in self._seen:
            return
        self._seen.add(key)
        if form.get("/Subtype") == "/Image":
            yield from self._compare_pictures(form, press)
            return
        empty = pikepdf.Dictionary()
        own, pressed = (each.get("/Resources", empty) for each in (form, press))
        yield from self._compare_content(form, press, own, pressed)

    def _compare_gradients(self, shading: Any, press: Any) -> Iterator[str]:
        if shading.get("/Coords") != press.get("/Coords"):
            yield "has a gradient in another place"
        elif shading.ColorSpace == "/DeviceRGB":
            for colour, ink in zip(_ends(shading.Function), _ends(press.Function), strict=True):
                yield from self._note(colour, ink)

    def _note(self, colour: tuple[object, ...], ink: tuple[object, ...]) -> Iterator[str]:
        if isinstance(colour[-1], str) or isinstance(ink[-1], str):
            if colour != ink:
                yield f"paints with {ink[-1]} in place of {colour[-1]}"
        elif len(ink) != 4:
            yield "has a colour that is not in inks"
        else:
            parts = [float(str(part)) for part in (colour if len(colour) == 3 else colour * 3)]
            cyan, magenta, yellow, black = (float(str(part)) for part in ink)
            self.pairs[(parts[0], parts[1], parts[2]), (cyan, magenta, yellow, black)] = None

    def _compare_pictures(self, image: Any, press: Any) -> Iterator[str]:
        pictures = [pikepdf.PdfImage(each).as_pil_image() for each in (image, press)]
        if pictures[0].size != pictures[1].size:
            yield "has a picture of another size"
        elif pictures[1].mode == "CMYK":
            inks = pictures[1].split()
            sums = ImageChops.add(
                ImageChops.add(inks[0], inks[1], 2), ImageChops.add(inks[2], inks[3], 2), 2
            )
            fullest = sums.getextrema()[1]
            assert isinstance(fullest, int | float), "there is one band"
            if 4 * fullest / 255 > self.most + 0.03:  # of four rounded parts
                yield "has a picture with too much ink"
            small = [picture.resize((32, 32), Image.Resampling.BOX) for picture in pictures]
            seen = self.profile.seen_picture(small[1])
            wanted = self.profile.seen_picture(self.profile.ink_picture(small[0].convert("RGB")))
            deviation = max(ImageStat.Stat(ImageChops.difference(seen, wanted)).mean) / 255
            if deviation > FARTHEST_MEAN:
                yield f"has a picture in other colours (by {deviation:.2f})"
        elif pictures[1].mode not in ("L", "1"):
            yield "has a picture that is not in inks"

    def _compare_colours(self) -> Iterator[str]:
        """Yield the colours whose inks are too much, or look different from the profile's."""
        colours, inks = [one for one, _ in self.pairs], [ink for _, ink in self.pairs]
        seen = self.profile.seen(inks)
        wanted = self.profile.seen(self.profile.inks(colours))
        for colour, ink, light, expected in zip(colours, inks, seen, wanted, strict=True):
            named = " ".join(f"{part:.2g}" for part in colour)
            if sum(ink) > self.most + INK_SLACK:
                yield f"prints {named} with {100 * sum(ink):.0f} % of ink"
            if len({*colour}) == 1 and any(ink[:3]):
                yield f"prints the grey {named} with colours"
            difference = max(abs(one - other) for one, other in zip(light, expected, strict=True))
            if difference > FARTHEST:
                yield f"prints {named} in another colour (by {difference:.2f})"


def _ends(function: Any) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Return the colours of a gradient at its beginning and at its end."""
    if isinstance(function, pikepdf.Array):
        parts = [_ends(part) for part in function]
        first, last = (tuple(value for part in parts for value in part[side]) for side in (0, 1))
        return first, last
    if int(function.FunctionType) == 0:
        values = [byte / 255 for byte in function.read_bytes()]
        return tuple(values[:4]), tuple(values[-4:])
    if int(function.FunctionType) == 3:
        return _ends(function.Functions[0])[0], _ends(function.Functions[-1])[1]
    start, end = (tuple(float(part) for part in function[key]) for key in ("/C0", "/C1"))
    return start, end


def _steps(stream: Any) -> Iterator[_Step]:
    """Yield the instructions of a content, with the colours that each paints with."""
    states = [_Colours()]
    for instruction in pikepdf.parse_content_stream(stream):
        operator = str(instruction.operator)
        operands = tuple(map(_plain, instruction.operands))
        if operator in COLOURS:
            if operator in ("cs", "CS") and operands != ("/Pattern",):
                operands = (0.0,)
            key = "fill" if operator.islower() else "stroke"
            states[-1] = replace(states[-1], **{key: operands})
            continue
        if operator == "q":
            states.append(states[-1])
        elif operator == "Q" and len(states) > 1:
            states.pop()
        used = []
        if operator in FILLS:
            used.append(states[-1].fill)
        if operator in STROKES:
            used.append(states[-1].stroke)
        yield _Step(f"{operator} {operands}", tuple(used))


def _plain(operand: Any) -> object:
    if isinstance(operand, pikepdf.Name):
        return str(operand)
    if isinstance(operand, int | float) or type(operand).__name__ == "Decimal":
        return float(operand)
    return repr(operand)


def _font_bytes(font: Any) -> bytes:
    (below,) = font.get("/DescendantFonts", [font])
    descriptor = below.get("/FontDescriptor", {})
    for key in ("/FontFile2", "/FontFile3", "/FontFile"):
        if key in descriptor:
            content: bytes = descriptor[key].read_bytes()
            return content
    return b""


def _check_standard(document: pikepdf.Pdf, *, opaque: bool) -> Iterator[str]:
    """Yield what PDF/X does not allow, or demands (ISO 15930)."""
    root: Any = document.Root
    intents = root.get("/OutputIntents", [])
    if len(intents) != 1 or intents[0].S != "/GTS_PDFX" or "/DestOutputProfile" not in intents[0]:
        yield "names no press (OutputIntent)"
    for key in ("/GTS_PDFXVersion", "/Trapped", "/Title", "/CreationDate", "/ModDate"):
        if key not in document.docinfo:
            yield f"has no {key[1:]}"
    if document.docinfo.get("/Trapped") not in ("/True", "/False"):
        yield "does not say whether it is trapped"
    if document.is_encrypted:
        yield "is encrypted"
    for key in {"/AcroForm", "/OpenAction", "/AA", "/Names"} & {*root.keys()}:
        yield f"holds {key}"
    for number, page in enumerate(document.pages, 1):
        if page.get("/Annots"):
            yield f"page {number}: has links or notes"
    for thing in (inner for each in document.objects for inner in _within(each)):
        yield from _check_object(thing, opaque=opaque)


def _within(thing: Any) -> Iterator[Any]:
    """Yield the dictionaries and streams in an object, other objects that it refers to apart."""
    if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
        yield thing
        values = [value for _, value in thing.items()]
    elif isinstance(thing, pikepdf.Array):
        values = [*thing]
    else:
        return
    for value in values:
        if not getattr(value, "is_indirect", True):  # numbers and words have none
            yield from _within(value)


def _check_object(thing: Any, *, opaque: bool) -> Iterator[str]:
    facts: Mapping[str, Any] = dict(thing.items())
    space = facts.get("/ColorSpace", facts.get("/CS"))
    if isinstance(space, pikepdf.Array):
        space = space[0]
    if facts.get("/Type") == "/OutputIntent":
        return
    if space in ("/DeviceRGB", "/CalRGB", "/Lab", "/ICCBased", "/Indexed"):
        yield f"has colours in {str(space)[1:]}"
    if facts.get("/Type") == "/FontDescriptor" and not (
        {"/FontFile", "/FontFile2", "/FontFile3"} & {*facts}
    ):
        yield "has a font that is not embedded"
    if opaque and (
        any(float(facts.get(key, 1)) != 1 for key in ("/ca", "/CA"))
        or "/Group" in facts
        or facts.get("/SMask", "/None") != "/None"
    ):
        yield "has transparency"
