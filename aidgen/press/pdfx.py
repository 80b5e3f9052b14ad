"""PDFs for a printing press, PDF/X-1a:2003 and PDF/X-4 (ISO 15930): Ghostscript makes them."""

from __future__ import annotations

import io
import shutil
import subprocess
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pikepdf
from PIL import ImageCms, ImageSequence, TiffImagePlugin

from aidgen.assets.shops import PdfxStandard
from aidgen.problems import MachineError

# Where systems keep ICC profiles.
PROFILE_FOLDERS = (
    "/usr/share/color/icc",
    "/usr/local/share/color/icc",
    "/opt/homebrew/share/color/icc",
    "/opt/homebrew/share/ghostscript/iccprofiles",
    "/Library/ColorSync/Profiles",
)
# The best one first; the last one comes with every Ghostscript.
USUAL_PROFILES = ("PSOcoated_v3.icc", "ISOcoated_v2_300_eci.icc", "SWOP.icc", "default_cmyk.icc")
NO_GHOSTSCRIPT = (
    "PDF/X needs Ghostscript: `apt install ghostscript`, on macOS `brew install ghostscript`"
)
# The name of each standard, the version of PDF that it is for, and the one that Ghostscript is
# asked for: in 1.3 there is no transparency, and it draws a picture of each page that has some.
STANDARDS = {"x1a": ("PDF/X-1a:2003", "1.4", "1.3"), "x4": ("PDF/X-4", "1.6", "1.6")}
CONVERSION = (
    "-sDEVICE=pdfwrite",
    "-sColorConversionStrategy=CMYK",
    "-sProcessColorModel=DeviceCMYK",
    "-dRenderIntent=1",  # relative colorimetric: paper stays white
    "-dAutoRotatePages=/None",
    *(f"-dDownsample{kind}Images=false" for kind in ("Color", "Gray", "Mono")),
    *(f"-dAutoFilter{kind}Images=false" for kind in ("Color", "Gray")),  # else it makes JPEGs
    *(f"-s{kind}ImageFilter=FlateEncode" for kind in ("Color", "Gray")),
)
# The resolution in which ink is measured: print shops look at areas, not at edges.
INK_DPI = 36
# The standards demand a date: always the same, so that the same pages have the same bytes.
DATE = date(2026, 1, 1)
# By how much red, green and blue of a grey may differ: rounding.
GREY = 0.004


def find_profile(named: Path | None = None) -> Path:
    """Return the named ICC profile, or the best one of this system; raises MachineError."""
    homes = [Path(folder) for folder in PROFILE_FOLDERS]
    usual = (path for name in USUAL_PROFILES for home in homes for path in home.rglob(name))
    path = named or next(usual, None)
    if path is None:
        hint = "name your print shop's with `--profile FILE.icc`"
        raise MachineError(f"no CMYK profile found: {hint}")
    try:
        space = ImageCms.getOpenProfile(str(path)).profile.xcolor_space.strip()
    except (ImageCms.PyCMSError, OSError) as error:
        raise MachineError(f"{path}: cannot be read as an ICC profile ({error})") from None
    if space != "CMYK":
        raise MachineError(f"{path}: is a profile for {space}, expected one for CMYK")
    return path.resolve()


def convert_for_press(
    pdf: bytes, profile: Path, standard: PdfxStandard
) -> tuple[bytes, float, bool]:
    """Return a PDF of ours in the inks of a press; raises MachineError without Ghostscript.

    Also returns the sum of all four inks in percent, where it has most, and whether pages with
    transparency are pictures now, their text included.
    """
    prepared, is_transparent = _prepare(pdf)
    level = f"-dCompatibilityLevel={STANDARDS[standard][2]}"
    permission = f"--permit-file-read={profile}"
    arguments = (*CONVERSION, level, permission, f"-sOutputICCProfile={profile}")
    converted = _declare(_ghostscript(prepared, arguments), profile, standard)
    return converted, _most_ink(converted), is_transparent and standard == "x1a"


def _most_ink(converted: bytes) -> float:
    drawn = _ghostscript(converted, ("-sDEVICE=tiff32nc", f"-r{INK_DPI}"))
    # Image.open knows no TIFF in a process that has typeset pictures: see `limit_formats`.
    with TiffImagePlugin.TiffImageFile(io.BytesIO(drawn)) as pages:
        inks: set[Any] = set()
        for page in ImageSequence.Iterator(pages):
            inks.update(ink for _, ink in page.getcolors(page.width * page.height) or ())
    return float(max(sum(ink) for ink in inks)) / 255 * 100


def _ghostscript(pdf: bytes, arguments: tuple[str, ...]) -> bytes:
    program = shutil.which("gs")
    if program is None:
        raise MachineError(NO_GHOSTSCRIPT)
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "source.pdf"), Path(folder, "target")
        source.write_bytes(pdf)
        command = [program, "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", *arguments]
        command += ["-o", str(target), str(source)]
        finished = subprocess.run(command, capture_output=True, text=True, check=False)
        if finished.returncode or not target.is_file():
            reason = f"{finished.stdout} {finished.stderr}".strip() or f"code {finished.returncode}"
            raise MachineError(f"Ghostscript cannot convert a PDF: {reason.splitlines()[0]}")
        return target.read_bytes()


def _prepare(pdf: bytes) -> tuple[bytes, bool]:
    """Return a PDF without links and fields, its greys as greys: they become black ink alone.

    Also returns whether anything in it is transparent.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        pages = [page.obj for page in document.pages]
        streams = [part for part in document.objects if isinstance(part, pikepdf.Stream)]
        forms = [part for part in streams if part.get("/Subtype") == "/Form"]
        tiles = [part for part in streams if part.get("/PatternType") == 1]
        for page in document.pages:
            page.contents_coalesce()
            page.TrimBox, page.BleedBox = page.trimbox, page.mediabox
            page.Annots = pikepdf.Array()
        for content in (*(page.Contents for page in pages), *forms, *tiles):
            code = [_grey(step) for step in pikepdf.parse_content_stream(content)]
            content.write(pikepdf.unparse_content_stream(code) or b"\n")
        drawn = (*pages, *forms, *tiles)
        is_transparent = any(_is_transparent(part.get("/Resources", {})) for part in drawn)
        for part in (part for part in drawn if "/Group" in part):
            if not is_transparent:  # the engine uses transparency groups without need
                del part["/Group"]
            elif "/CS" in part.Group:  # else Ghostscript leaves it as it is, in RGB
                del part.Group["/CS"]
        out = io.BytesIO()
        document.save(out)
        return out.getvalue(), is_transparent


def _grey(step: Any) -> Any:
    operator = {"rg": "g", "RG": "G"}.get(str(step.operator))
    light = [float(part) for part in step.operands] if operator else []
    if operator is None or max(light) - min(light) > GREY:
        return step
    return pikepdf.ContentStreamInstruction([light[1]], pikepdf.Operator(operator))


def _is_transparent(resources: Any) -> bool:
    states = [dict(state) for state in resources.get("/ExtGState", {}).values()]
    faint = any(float(state.get(key, 1)) < 1 for state in states for key in ("/ca", "/CA"))
    masked = any(state.get("/SMask", "/None") != "/None" for state in states)
    return faint or masked or any("/SMask" in x for x in resources.get("/XObject", {}).values())


def _declare(converted: bytes, profile: Path, standard: PdfxStandard) -> bytes:
    """Return a converted PDF that names its standard, and the press that its inks are for."""
    name, version, _ = STANDARDS[standard]
    with pikepdf.open(io.BytesIO(converted)) as document:
        content = document.make_stream(profile.read_bytes())
        content.N = 4
        intent = pikepdf.Dictionary(
            Type=pikepdf.Name.OutputIntent,
            S=pikepdf.Name.GTS_PDFX,
            OutputConditionIdentifier="Custom",
            Info=profile.stem,
            DestOutputProfile=content,
        )
        document.Root.OutputIntents = pikepdf.Array([document.make_indirect(intent)])
        # Ghostscript's own hold the time: the same pages would have other bytes.
        for place, key in ((document.Root, "/Metadata"), (document.trailer, "/ID")):
            if key in place:
                del place[key]
        info = document.docinfo
        info["/Creator"] = info["/Producer"] = "aidgen with Ghostscript"
        info["/CreationDate"] = info["/ModDate"] = f"D:{DATE:%Y%m%d}000000Z"
        with document.open_metadata(set_pikepdf_as_editor=False) as xmp:
            xmp.load_from_docinfo(info)
            xmp.register_xml_namespace("http://www.npes.org/pdfx/ns/id/", "pdfxid")
            xmp["pdfxid:GTS_PDFXVersion"], xmp["pdf:Trapped"] = name, "False"
            xmp["xmp:MetadataDate"] = f"{DATE:%Y-%m-%d}T00:00:00Z"
            xmp["xmpMM:DocumentID"] = f"uuid:{uuid5(NAMESPACE_URL, str(info.get('/Title', '')))}"
            xmp["xmpMM:RenditionClass"], xmp["xmpMM:VersionID"] = "default", "1"
        info["/GTS_PDFXVersion"], info["/Trapped"] = name, pikepdf.Name("/False")
        out = io.BytesIO()
        document.save(out, deterministic_id=True, force_version=version)
        return out.getvalue()
