"""Mutants of what is no text: ink that nobody drew, and shapes that are not there any more."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pikepdf
import pypdfium2
from PIL import ImageChops

from aidgen.proof.ink import remove_text
from tests.mutants_within import chars, glyphs, size_of
from tests.opened import Document, NoPlace, Show, parsed, widths_of

SEEN = 3
"""So many points at 100 dpi have to change by a quarter of full ink to be seen at all."""
TRIES = 12


def _at(chosen: str, path: str) -> Callable[[Document], None]:
    """Draw at a character that matches `chosen` what `path` says.

    In it are left, middle and right of the character, its baseline and the size, in px downwards.
    """

    def act(document: Document) -> None:
        show = document.pick(lambda show: re.search(chosen, show.text))
        placed = glyphs(document, show)
        says = chars(document, show, placed)
        at = document.chance.choice(
            [i for i, char in enumerate(says) if re.fullmatch(chosen, char)]
        )
        size = size_of(document, show)
        x, y = (float(value) for value in list(document.code[show.tm].operands)[4:])
        left = x + placed[at][1] * size / 1000
        wide = widths_of(document.fonts[show.font])[placed[at][0]] * size / 1000
        document.wrap(show, "", f"q {_colour(show)} {_path(path, left, wide, y, size)} f Q")

    return act


def _path(path: str, left: float, wide: float, base: float, size: float) -> str:
    """Return some rectangles `x y width height;…` in parts of the width and of the size."""
    found = []
    for rectangle in path.split(";"):
        x, y, width, height = (float(part) for part in rectangle.split())
        found.append(
            f"{left + x * wide:.3f} {base - y * size:.3f} {width * wide:.3f} {height * size:.3f} re"
        )
    return " ".join(found)


def _colour(show: Show) -> str:
    return f"{' '.join(map(str, show.colour))} {'rg' if len(show.colour) == 3 else 'g'}"


def _struck(height: float) -> Callable[[Document], None]:
    """Draw a line through a text, or below it, so many times its size above the baseline."""

    def act(document: Document) -> None:
        show = document.pick()
        x, y, width, size = document.box(show)
        place = f"{x:.3f} {y - height * size:.3f} {width:.3f} {0.06 * size:.3f}"
        document.wrap(show, "", f"q {_colour(show)} {place} re f Q")

    return act


def _anywhere(drawn: str) -> Callable[[Document], None]:
    """Draw something of about 10 px on a free place of the page."""

    def act(document: Document) -> None:
        *_, width, height = (float(edge) for edge in document.page.MediaBox)
        x, y = document.chance.uniform(0.1, 0.9) * width, document.chance.uniform(0.1, 0.9) * height
        content = f"q 1 0 0 1 {x:.2f} {y:.2f} cm {drawn} Q".encode()
        document.page.contents_add(document.pdf.make_stream(content), prepend=False)

    return act


def _changed(
    wanted: Callable[[Document, int], bool], change: Callable[[Document, int], None]
) -> Callable[[Document], None]:
    """Change one instruction that is `wanted`, so that the page looks different."""

    def act(document: Document) -> None:
        places = [i for i in range(len(document.code)) if wanted(document, i)]
        document.chance.shuffle(places)
        before, code = _look(document), list(document.code)
        for i in places[:TRIES]:
            document.code = list(code)
            change(document, i)
            document.write()
            after = ImageChops.difference(before, _look(document))
            if sum(after.histogram()[64:]) >= SEEN:
                return
        raise NoPlace

    return act


def _look(document: Document) -> Any:
    """Return a picture of the page as it is now, without its text."""
    alone, out = pikepdf.new(), io.BytesIO()
    alone.pages.append(document.page)
    alone.save(out)
    picture = pypdfium2.PdfDocument(remove_text(out.getvalue()))[0]
    return picture.render(scale=100 / 72, grayscale=True).to_pil()


def _is(*operators: str) -> Callable[[Document, int], bool]:
    return lambda document, i: str(document.code[i].operator) in operators


def _without(document: Document, i: int) -> None:
    """Paint nothing where something was painted."""
    document.code[i] = pikepdf.ContentStreamInstruction([], pikepdf.Operator("n"))


def _undrawn(document: Document, i: int) -> None:
    del document.code[i]


def _another_form(document: Document, i: int) -> None:
    """Draw another form than the one that is called."""
    own = document.code[i].operands[0]
    forms = {str(code.operands[0]) for code in document.code if str(code.operator) == "Do"}
    others = sorted(forms - {str(own)})
    if not others:
        raise NoPlace
    document.set_operands(i, [pikepdf.Name(document.chance.choice(others))])


def _form_moved(document: Document, i: int) -> None:
    before = parsed("q 1 0 0 1 8 0 cm", document.pdf)
    document.code[i : i + 1] = [*before, document.code[i], *parsed("Q", document.pdf)]


def _form_white(document: Document, i: int) -> None:
    """Draw a picture or icon in the colour of the paper."""
    name = str(document.code[i].operands[0])
    form = document.page.Resources.XObject[name]
    if form.get("/Subtype") != "/Form":
        raise NoPlace
    code = list(pikepdf.parse_content_stream(form))
    white = parsed("1 g 1 G", document.pdf)
    kept = [each for each in code if str(each.operator) not in COLOURS]
    keys = {key: value for key, value in form.items() if key not in PACKED}
    content = pikepdf.unparse_content_stream([*white, *kept])
    changed = document.pdf.make_stream(content, pikepdf.Dictionary(keys))
    document.page.Resources.XObject["/White"] = changed
    document.set_operands(i, [pikepdf.Name("/White")])


COLOURS = ("g", "rg", "k", "G", "RG", "K", "cs", "CS", "sc", "SC", "scn", "SCN")
PACKED = ("/Length", "/Filter", "/DecodeParms")


def _recoloured(document: Document, i: int) -> None:
    numbers = [float(value) for value in document.code[i].operands]
    document.set_operands(i, [value - 0.4 if value > 0.5 else value + 0.4 for value in numbers])


def _stretched(document: Document, i: int) -> None:
    """Let a rectangle be 2 mm larger or smaller."""
    x, y, width, height = (float(value) for value in document.code[i].operands)
    by = document.chance.choice((-7.6, 7.6))
    if _is_windowed(document, i):
        by = -7.6  # more of it would not be seen
    document.set_operands(i, [x, y, width + (width > height) * by, height + (width <= height) * by])


def _is_windowed(document: Document, i: int) -> bool:
    """Tell whether a rectangle is drawn within a window of its own size."""
    *before, clip, ended = document.code[max(i - 3, 0) : i]
    box = [float(value) for value in document.code[i].operands]
    return (str(clip.operator), str(ended.operator)) == ("W", "n") and any(
        str(code.operator) == "re" and [float(value) for value in code.operands] == box
        for code in before
    )


def _is_stroked(document: Document, i: int) -> bool:
    """Tell whether an instruction draws on a path along which a line is drawn."""
    later = (str(code.operator) for code in document.code[i:])
    return str(document.code[i].operator) == "l" and next(filter(PAINTS.match, later), "") == "S"


def _bent(document: Document, i: int) -> None:
    """Let a line lead to a point beside its end: along itself it would lack a dash at most."""
    x, y = (float(value) for value in document.code[i].operands)
    *_, from_x, from_y = (0.0, 0.0, *(float(value) for value in document.code[i - 1].operands))
    by = document.chance.choice((-9, 9))
    upright = abs(y - from_y) > abs(x - from_x)
    document.set_operands(i, [x + by, y] if upright else [x, y + by])


SEVEN = "0 g 0 8 m 6 8 l 6 7 l 3 0 l 1.6 0 l 4.6 7 l 0 7 l f"
IMAGE = "12 0 0 12 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x10\x90\x90\x10 EI"

# The operators that end a path (ISO 32000-1, 8.5.3)
PAINTS = re.compile(r"[fFbB]\*?|[sSn]$")

BESIDE: dict[str, Callable[[Document], None]] = {
    "bar makes 0 an 8": _at("0", "0.2 0.36 0.6 0.07"),
    "bar makes 1 a 7": _at("1", "-0.25 0.66 0.6 0.07"),
    "minus before a number": _at(r"\d", "-0.75 0.32 0.6 0.06"),
    "point between digits": _at(r"\d", "0.95 0.1 0.16 0.1"),
    "one stroke beside a digit": _at(r"\d", "-0.2 0.65 0.14 0.65"),
    "text struck through": _struck(0.28),
    "line below a text": _struck(-0.14),
    "digit drawn as a shape": _anywhere(SEVEN),
    "picture on a free place": _anywhere(IMAGE),
    "tick drawn as a line": _anywhere("1.4 w 0 3 m 3 0 l 9 9 l S"),
    "hair on a free place": _anywhere("0.4 w 0 0 m 0 9 l S"),
    "icon left out": _changed(_is("Do"), _undrawn),
    "icon exchanged": _changed(_is("Do"), _another_form),
    "icon moved": _changed(_is("Do"), _form_moved),
    "icon in the colour of its background": _changed(_is("Do"), _form_white),
    "shape left out": _changed(_is("f", "f*", "S", "B", "B*"), _without),
    "tint or line of another tone": _changed(_is("rg", "RG", "g", "G"), _recoloured),
    "box larger or smaller": _changed(_is("re"), _stretched),
    "line of a picture bent": _changed(_is_stroked, _bent),
}
"""What is done to what is no text."""


def _dropped(document: Document) -> None:
    """Paint nothing where a sheet has a mark, a line or a picture."""
    places = [i for i, code in enumerate(document.code) if str(code.operator) in (*PAINTED, "Do")]
    if not places:
        raise NoPlace
    _without(document, document.chance.choice(places))
    document.write()


def _pattern_shifted(document: Document) -> None:
    """Move a gradient or pattern within the form that is painted with it."""
    patterns = [pattern for form in _forms(document) for pattern in _named(form, "/Pattern")]
    if not patterns:
        raise NoPlace
    pattern = document.chance.choice(patterns)
    a, b, c, d, e, f = (float(part) for part in pattern.get("/Matrix", [1, 0, 0, 1, 0, 0]))
    pattern.Matrix = pikepdf.Array([a, b, c, d, e + document.chance.choice((-30, 30)), f - 20])


def _mask_shifted(document: Document) -> None:
    """Move the soft mask of a form."""
    drawn = [document.page.obj, *_forms(document)]
    states = [state for form in drawn for state in _named(form, "/ExtGState")]
    masks = [
        state.SMask.G for state in states if isinstance(state.get("/SMask"), pikepdf.Dictionary)
    ]
    if not masks:
        raise NoPlace
    document.chance.choice(masks).Matrix = pikepdf.Array([1, 0, 0, 1, 20, -20])


def _pattern_on_the_page(document: Document) -> None:
    """Anchor a pattern to the page, as if nobody had bound it to its piece."""
    forms = [form for form in _forms(document) if _named(form, "/Pattern")]
    if not forms:
        raise NoPlace
    form = document.chance.choice(forms)
    document.page.Resources.Pattern = form.Resources.Pattern
    code = list(pikepdf.parse_content_stream(form))
    document.code += [*parsed("q", document.pdf), *code, *parsed("Q", document.pdf)]
    document.write()


def _forms(document: Document) -> list[Any]:
    """Return the forms and tiles of the document's pages, and those within them."""
    found: list[Any] = []
    queue: list[Any] = [document.page.Resources]
    while queue:
        resources = queue.pop()
        for kind in ("/XObject", "/Pattern"):
            for form in resources.get(kind, pikepdf.Dictionary()).values():
                if "/Resources" in form:
                    found.append(form)
                    queue.append(form.Resources)
    return found


def _named(form: Any, kind: str) -> list[Any]:
    resources = form.get("/Resources", pikepdf.Dictionary())
    return list(resources.get(kind, pikepdf.Dictionary()).values())


PAINTED = ("f", "f*", "S", "B", "B*")
ON_PAPER: dict[str, Callable[[Document], None]] = {
    "mark or shape of a sheet left out": _dropped,
    "bar over a number of a sheet": _at(r"\d", "0 0.75 1 0.8"),
    "white over a number of a sheet": _anywhere("1 g 0 0 30 9 re f"),
    "gradient or pattern shifted": _pattern_shifted,
    "soft mask shifted": _mask_shifted,
    "pattern anchored to the page": _pattern_on_the_page,
}
"""What is done to a sheet of pieces that were proved one by one."""
