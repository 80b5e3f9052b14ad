"""A PDF for print shops (PDF/X-1a:2003, PDF/X-4): its colours in the inks of a press.

Text stays text. Greys are printed with black alone, other colours by the press's profile.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

import pikepdf

from aidgen.assets.profiles import Ink, Light, Separation
from aidgen.assets.shops import PdfxStandard
from aidgen.page.composed import Facts
from aidgen.press.pdf.assembly import PDF_PRODUCER

VERSIONS = {"x1a": ("PDF/X-1a:2003", "1.4"), "x4": ("PDF/X-4", "1.6")}
"""The name of each standard (ISO 15930-4 and 15930-7), and the version of PDF that it is for."""
SAMPLES = 64
"""How many colours of a gradient are converted; between them, inks are interpolated."""
DROPPED_KEYS = ("/StructTreeRoot", "/MarkInfo", "/AcroForm", "/Metadata", "/OpenAction")
"""What is for the screen: links and form fields, which a printed page may not have, and tags."""


@dataclass(frozen=True)
class PressPdf:
    """A converted PDF, and what kept it from its standard, in words."""

    content: bytes
    refused: tuple[str, ...]


def convert_for_press(
    pdf: bytes, separation: Separation, standard: PdfxStandard, facts: Facts, time: datetime
) -> PressPdf:
    """Return a PDF of ours with its colours converted, marked as made at some time."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        converter = _Converter(document, separation)
        for page in document.pages:
            converter.convert_page(page)
        if standard == "x1a":
            converter.forbid_transparency()
        _write_intent(document, separation)
        _write_facts(document, standard, facts, time)
        out = io.BytesIO()
        is_old = standard == "x1a"
        modes = pikepdf.ObjectStreamMode
        document.save(
            out,
            deterministic_id=True,
            fix_metadata_version=False,
            force_version=VERSIONS[standard][1],
            object_stream_mode=modes.disable if is_old else modes.generate,
        )
    return PressPdf(out.getvalue(), tuple(dict.fromkeys(converter.refused)))


@dataclass
class _Converter:
    """Converts the content and the resources of pages, each once."""

    document: pikepdf.Pdf
    separation: Separation
    known: dict[Light, Ink] = field(default_factory=dict)
    done: set[Any] = field(default_factory=set)
    refused: list[str] = field(default_factory=list)
    has_transparency: bool = False
    groups: list[Any] = field(default_factory=list)
    """The forms that are painted as a whole, as if on glass."""

    def convert_page(self, page: Any) -> None:
        """Convert a page, and give it the boxes that a print shop needs."""
        streams = page.Contents
        for stream in streams if isinstance(streams, pikepdf.Array) else [streams]:
            if self._is_new(stream):
                self._rewrite(stream)
        self._convert_resources(page.Resources)
        if "/TrimBox" not in page.obj:
            page.TrimBox = page.BleedBox = page.MediaBox
        for key in ("/Annots", "/StructParents", "/Tabs"):
            if key in page.obj:
                del page.obj[key]

    def forbid_transparency(self) -> None:
        """Report transparency; where there is none, groups are painted like anything else."""
        if self.has_transparency:
            self.refused.append("has transparency, which PDF/X-1a cannot have")
        for form in self.groups:
            del form["/Group"]

    def ink(self, colour: Light) -> Ink:
        """Return the inks for a colour."""
        if colour not in self.known:
            (self.known[colour],) = self.separation.inks([colour])
        return self.known[colour]

    def _is_new(self, thing: Any) -> bool:
        """Tell whether an object that is shared was not converted yet."""
        if not thing.is_indirect:
            return True
        if thing.objgen in self.done:
            return False
        self.done.add(thing.objgen)
        return True

    def _rewrite(self, stream: Any) -> None:
        code = list(self._instructions(pikepdf.parse_content_stream(stream)))
        stream.write(pikepdf.unparse_content_stream(code) or b"\n")

    def _instructions(self, code: Sequence[Any]) -> Iterator[Any]:
        """Yield instructions whose colours are inks."""
        for instruction in code:
            operator, operands = str(instruction.operator), [*instruction.operands]
            numbers = [one for one in operands if not isinstance(one, pikepdf.Name)]
            if operator == "INLINE IMAGE":
                self.refused.append("has an inline picture")
                yield instruction
            elif operator in ("cs", "CS") and str(operands[0]) in DEVICE_SPACES:
                continue  # the colour that follows names its own
            elif operator in ("cs", "CS") and operands[0] != pikepdf.Name.Pattern:
                self.refused.append(f"has colours in a space of its own ({operands[0]})")
            elif operator in ("rg", "g", "sc", "scn") and len(numbers) in (1, 3):
                yield _ink_instruction("k", self.ink(_light(numbers)))
            elif operator in ("RG", "G", "SC", "SCN") and len(numbers) in (1, 3):
                yield _ink_instruction("K", self.ink(_light(numbers)))
            elif operator in ("sc", "scn", "SC", "SCN") and len(numbers) == 4:
                name = "k" if operator.islower() else "K"
                yield pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(name))
            else:
                yield instruction

    def _convert_resources(self, resources: Any) -> None:
        if not self._is_new(resources):
            return
        for form in resources.get("/XObject", {}).values():
            self._convert_form(form)
        for pattern in resources.get("/Pattern", {}).values():
            if "/Shading" in pattern:
                self._convert_shading(pattern.Shading)
            elif self._is_new(pattern):
                self._rewrite(pattern)
                self._convert_resources(pattern.get("/Resources", pikepdf.Dictionary()))
        for shading in resources.get("/Shading", {}).values():
            self._convert_shading(shading)
        for state in resources.get("/ExtGState", {}).values():
            self._convert_state(state)
        if "/ColorSpace" in resources:  # the engine lists some that nothing is drawn in
            del resources["/ColorSpace"]

    def _convert_form(self, form: Any) -> None:
        if form.get("/Subtype") == "/Image":
            self._convert_image(form)
            return
        if not self._is_new(form):
            return
        if (group := form.get("/Group")) is not None:
            self.groups.append(form)
            if "/CS" in group:
                group.CS = pikepdf.Name.DeviceCMYK
        self._rewrite(form)
        self._convert_resources(form.get("/Resources", pikepdf.Dictionary()))

    def _convert_state(self, state: Any) -> None:
        is_opaque = all(float(state.get(key, 1)) == 1 for key in ("/ca", "/CA"))
        mask = state.get("/SMask", "/None")
        if mask != "/None":  # a mask is read as light: its group has greys, and no inks
            is_opaque = False
            if mask.G.Group.get("/CS", "/DeviceGray") != "/DeviceGray":
                self.refused.append("has a mask in colours")
        if not is_opaque or str(state.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            self.has_transparency = True

    def _convert_image(self, image: Any) -> None:
        if not self._is_new(image):
            return
        mask = image.get("/SMask")
        if mask is not None:
            low, _ = pikepdf.PdfImage(mask).as_pil_image().convert("L").getextrema()
            if low == 255:
                del image["/SMask"]
            else:
                self.has_transparency = True
        if image.get("/ImageMask") or image.get("/ColorSpace") == "/DeviceGray":
            return
        picture = self.separation.picture(pikepdf.PdfImage(image).as_pil_image())
        image.write(picture.tobytes())
        image.ColorSpace, image.BitsPerComponent = pikepdf.Name.DeviceCMYK, 8
        for key in ("/Decode", "/Intent"):
            if key in image:
                del image[key]

    def _convert_shading(self, shading: Any) -> None:
        if not self._is_new(shading):
            return
        if shading.ColorSpace != "/DeviceRGB" or int(shading.ShadingType) not in (1, 2, 3):
            if shading.ColorSpace != "/DeviceGray":
                self.refused.append("has a gradient that cannot be converted")
            return
        first, last = (float(edge) for edge in shading.get("/Domain", (0, 1)))
        steps = [first + (last - first) * step / (SAMPLES - 1) for step in range(SAMPLES)]
        colours = [_clear(evaluate_function(shading.Function, step)) for step in steps]
        inks = self.separation.inks(colours)
        samples = bytes(round(255 * part) for ink in inks for part in ink)
        function = self.document.make_stream(samples)
        function.FunctionType, function.BitsPerSample = 0, 8
        function.Domain = pikepdf.Array([first, last])
        function.Range = pikepdf.Array([0, 1] * 4)
        function.Size = pikepdf.Array([SAMPLES])
        shading.Function, shading.ColorSpace = function, pikepdf.Name.DeviceCMYK
        if "/Background" in shading:
            shading.Background = pikepdf.Array([*self.ink(_light(shading.Background))])


DEVICE_SPACES = ("/DeviceRGB", "/DeviceGray", "/DeviceCMYK")


def _light(numbers: Sequence[Any]) -> Light:
    parts = [float(number) for number in numbers]
    return _clear(parts if len(parts) == 3 else parts * 3)


def _clear(parts: Sequence[float]) -> Light:
    red, green, blue = (round(min(1.0, max(0.0, part)), 5) for part in parts)
    return red, green, blue


def _ink_instruction(operator: str, ink: Ink) -> Any:
    return pikepdf.ContentStreamInstruction([*ink], pikepdf.Operator(operator))


def evaluate_function(function: Any, at: float) -> list[float]:
    """Return the values of a function of one number: exponential, stitched, or one each value.

    ISO 32000-1, 7.10. Raises ValueError for others.
    """
    if isinstance(function, pikepdf.Array):
        return [value for part in function for value in evaluate_function(part, at)]
    first, last = (float(edge) for edge in function.Domain)
    at = min(last, max(first, at))
    if int(function.FunctionType) == 2:
        start = [float(part) for part in function.get("/C0", (0,))]
        end = [float(part) for part in function.get("/C1", (1,))]
        share = at ** float(function.N)
        return [low + share * (high - low) for low, high in zip(start, end, strict=True)]
    if int(function.FunctionType) == 3:
        bounds = [first, *(float(edge) for edge in function.Bounds), last]
        count = len(bounds) - 2
        part = min(count, sum(at >= edge for edge in bounds[1:-1]))
        low, high = bounds[part], bounds[part + 1]
        first, last = (float(function.Encode[2 * part + side]) for side in (0, 1))
        share = (at - low) / (high - low) if high > low else 0.0
        return evaluate_function(function.Functions[part], first + share * (last - first))
    raise ValueError(f"cannot evaluate functions of type {function.FunctionType}")


# What the file says of itself ---------------------------------------------------------------------


def _write_intent(document: pikepdf.Pdf, separation: Separation) -> None:
    """Name the press that the inks are for, and embed its profile."""
    profile = document.make_stream(separation.profile.content)
    profile.N, profile.Alternate = 4, pikepdf.Name.DeviceCMYK
    intent = pikepdf.Dictionary(
        Type=pikepdf.Name.OutputIntent,
        S=pikepdf.Name.GTS_PDFX,
        OutputConditionIdentifier="Custom",
        OutputCondition=separation.profile.name,
        Info=separation.profile.name,
        DestOutputProfile=profile,
    )
    document.Root.OutputIntents = pikepdf.Array([document.make_indirect(intent)])


def _write_facts(
    document: pikepdf.Pdf, standard: PdfxStandard, facts: Facts, time: datetime
) -> None:
    for key in DROPPED_KEYS:
        if key in document.Root:
            del document.Root[key]
    name = VERSIONS[standard][0]
    info = document.docinfo
    for key in (*info.keys(),):
        del info[key]
    info["/Title"], info["/Author"] = facts.title, facts.author
    info["/Creator"], info["/Producer"] = PDF_PRODUCER, PDF_PRODUCER
    stamp = time.strftime("D:%Y%m%d%H%M%SZ")
    info["/CreationDate"], info["/ModDate"] = stamp, stamp
    info["/GTS_PDFXVersion"], info["/Trapped"] = name, pikepdf.Name("/False")
    identity = uuid5(NAMESPACE_URL, f"{facts.title} {stamp}")
    metadata = document.make_stream(
        PRESS_METADATA.format(
            name=name,
            title=escape(facts.title),
            author=escape(facts.author),
            maker=PDF_PRODUCER,
            time=time.strftime("%Y-%m-%dT%H:%M:%SZ"),
            identity=identity,
        ).encode()
    )
    metadata.Type, metadata.Subtype = pikepdf.Name.Metadata, pikepdf.Name.XML
    document.Root.Metadata = metadata


PRESS_METADATA = """<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" \
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<rdf:Description rdf:about="" pdfxid:GTS_PDFXVersion="{name}" pdf:Producer="{maker}" \
pdf:Trapped="False" xmp:CreateDate="{time}" xmp:ModifyDate="{time}" xmp:MetadataDate="{time}" \
xmp:CreatorTool="{maker}" xmpMM:DocumentID="uuid:{identity}" xmpMM:RenditionClass="default" \
xmpMM:VersionID="1">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description></rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""
"""The metadata of a PDF/X (ISO 15930-7, 6.7)."""
