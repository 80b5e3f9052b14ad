"""Whether texts are drawn where they were laid out, glyph by glyph, and apart from each other."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import NamedTuple

import icu
import uharfbuzz
from fontTools import unicodedata

from aidgen.assets.faces import FontFace, face_for, faces
from aidgen.assets.papers import Bounds, hull
from aidgen.game.texts import COMBINING_MARKS, text_letters
from aidgen.layout.faults import Fault, FaultKind
from aidgen.layout.promises import Margin
from aidgen.page.layout import LaidSheet, Run
from aidgen.proof.capitals import bound_letters, free_letters, is_read_as, is_transformed
from aidgen.proof.content import NO_CHARACTER, Glyph, RunFault, TextRun

MOST_ASIDE = 1.0
"""How far in pt a text may be from where it was laid out."""
MOST_SCALED = 0.02
"""By which part of itself type may differ in size from the layout."""
MOST_OVER = 0.5
"""How far in pt the ink of a letter may reach over its place: italics lean out of theirs."""


def check_places(
    runs: Sequence[TextRun], sheets: Sequence[LaidSheet], drawn_texts: Sequence[str]
) -> Iterator[RunFault]:
    """Yield texts that are not drawn where they were laid out, and texts that were not laid out."""
    of_page = defaultdict(list)
    for run in runs:
        of_page[run.page].append(run)
        if NO_CHARACTER in run.text:
            found = "has a glyph that is no character"
            yield RunFault(run, _place_fault("glyph", found, run.text, run.page))
    for number, sheet in enumerate(sheets):
        matches = _match_runs(of_page[number], [run for run in sheet.runs if not run.in_letters])
        for drawn, laid_out in matches.pairs:
            found = compare_glyphs(drawn.glyphs, laid_out)
            if found:
                yield RunFault(drawn, _place_fault("astray", found, drawn.text, number))
            elif font := _missing_font(drawn.glyphs, laid_out):
                yield RunFault(drawn, _font_fault(font, laid_out.text, number))
        for laid_out in matches.missing:
            found = "is not drawn where it was laid out"
            yield RunFault(None, _place_fault("astray", found, laid_out.text, number))
        in_letters = [run for run in sheet.runs if run.in_letters]
        yield from _check_lettered(matches.surplus, in_letters, number)
    words = "".join(
        text_letters(run.text) for sheet in sheets for run in sheet.runs if run.pictured
    )
    if words != "".join(map(text_letters, drawn_texts)):
        found = f"has the words “{words}” in its pictures"
        expected = f"“{' '.join(drawn_texts)}”"
        yield RunFault(None, Fault(kind="astray", found=found, expected=expected))


def _place_fault(kind: FaultKind, found: str, words: str, page: int, expected: str = "") -> Fault:
    return Fault(kind=kind, found=found, expected=expected, words=words.strip(), page=page + 1)


def _font_fault(font: str, words: str, page: int) -> Fault:
    return _place_fault("font", "is set in another font", words, page, expected=font)


@dataclass(frozen=True)
class _Matches:
    """The texts of a page: pairs of drawn and laid out texts, and those without a partner."""

    pairs: tuple[tuple[TextRun, Run], ...]
    missing: tuple[Run, ...]
    """Laid out, and not drawn in place."""
    surplus: tuple[TextRun, ...]
    """Drawn, and not laid out there."""


def _match_runs(runs: Sequence[TextRun], laid_out: Sequence[Run]) -> _Matches:
    """Match the texts drawn on a page with those that were laid out."""
    expected: dict[str, list[Run]] = defaultdict(list)
    for run in laid_out:
        if text_letters(run.text):
            expected[text_letters(run.text)].append(run)
    pairs: list[tuple[TextRun, Run]] = []
    surplus: list[TextRun] = []
    for drawn in runs:
        places = expected[text_letters(drawn.text)]
        here = next((run for run in places if _is_as_laid_out(drawn.glyphs, run)), None)
        if here:
            places.remove(here)
            pairs.append((drawn, here))
        else:
            surplus.append(drawn)
    missing = (run for places in expected.values() for run in places)
    return _Matches(tuple(pairs), tuple(missing), tuple(surplus))


def _check_lettered(
    surplus: Sequence[TextRun], laid_out: Sequence[Run], number: int
) -> Iterator[RunFault]:
    """Yield the words of pictures that are not drawn, letter by letter, where they were laid out.

    `surplus` are the texts of a page that no box holds, in the order in which they are drawn.
    """
    glyphs = [glyph for drawn in surplus for glyph in drawn.glyphs]
    for run in filter(lambda run: text_letters(run.text), laid_out):
        while glyphs and not text_letters(glyphs[0].char):
            glyphs.pop(0)
        own: list[Glyph] = []
        while glyphs and len(_letters_of(own)) < len(text_letters(run.text)):
            own.append(glyphs.pop(0))
        is_right = own and _is_as_laid_out(own, run)
        if (
            _letters_of(own) != text_letters(run.text)
            or not is_right
            or not _is_in_line(own, run.text)
        ):
            found = "in a picture is not drawn where it was laid out"
            yield RunFault(None, _place_fault("astray", found, run.text, number))
        elif font := _missing_font(own, run):
            yield RunFault(None, _font_fault(font, run.text, number))
    if _letters_of(glyphs):
        last = next((drawn for drawn in surplus if glyphs[-1] in drawn.glyphs), None)
        found = "is where nothing was laid out"
        yield RunFault(last, _place_fault("stray", found, _letters_of(glyphs), number))


def _letters_of(glyphs: Sequence[Glyph]) -> str:
    return text_letters("".join(glyph.char for glyph in glyphs))


def _is_in_line(glyphs: Sequence[Glyph], text: str) -> bool:
    """Tell whether each letter of `text` begins where the one before ends, shaped like the first.

    Spaces are not drawn.
    """
    face, (a, b, c, d, _, _) = glyphs[0].face, glyphs[0].matrix
    em = math.hypot(c, d)
    places = [face.length(text[:at]) for at, char in enumerate(text) if not char.isspace()]
    for glyph, along in zip(glyphs, places, strict=False):
        off = [here - first for here, first in zip(glyph.matrix, glyphs[0].matrix, strict=True)]
        if any(abs(part) > MOST_SCALED * em for part in off[:4]):
            return False
        if math.hypot(off[4] - a * along, off[5] - b * along) > MOST_ASIDE:
            return False
    return len(places) == len(glyphs)


def _is_as_laid_out(glyphs: Sequence[Glyph], run: Run) -> bool:
    """Tell whether a text is drawn upright in the place, the size and the width of its layout."""
    a, b, c, d, x, y = _ends_of(glyphs)[0].matrix
    size = math.hypot(c, d)
    end = len(glyphs)
    while end and glyphs[end - 1].char.isspace():
        end -= 1
    # The layout counts a space at the end of a text, however wide a justified line makes it.
    short, long = _width_of(glyphs[:end]), _width_of(glyphs) if end == len(glyphs) else math.inf
    tolerance = MOST_ASIDE + MOST_SCALED * run.width
    return (
        math.hypot(run.x - x, run.y - y) < MOST_ASIDE
        and abs(size / run.size - 1) < MOST_SCALED
        and short - tolerance < run.width < long + tolerance
        and a * d - b * c > 0
        and abs(math.remainder(math.atan2(b, a) - math.radians(run.turn), math.tau)) < MOST_SCALED
    )


def _ends_of(glyphs: Sequence[Glyph]) -> tuple[Glyph, Glyph]:
    """Return the first and last glyphs with an advance: accents are placed by their letters."""
    first = next((glyph for glyph in glyphs if glyph.face.advance(glyph.code)), glyphs[0])
    last = next((glyph for glyph in reversed(glyphs) if glyph.face.advance(glyph.code)), glyphs[-1])
    return first, last


def _width_of(glyphs: Sequence[Glyph]) -> float:
    if not glyphs:
        return 0.0
    first, last = _ends_of(glyphs)
    (*_, x, y), (a, b, *_, end_x, end_y) = first.matrix, last.matrix
    advance = last.face.advance(last.code)
    return math.hypot(end_x - x, end_y - y) + math.hypot(a, b) * advance


def _missing_font(glyphs: Sequence[Glyph], run: Run) -> str:
    """Return the name of a font that was asked for and is not used; "" if all is right.

    The engine replaces a font that it does not find without a word. Spaces are in the font of their
    neighbours, as signs are of letters that are only there upright.
    """
    upright = tuple(name for name in run.faces if not name.endswith("-Italic"))
    for char, face in dict.fromkeys((glyph.char, glyph.face) for glyph in glyphs):
        letters = text_letters(char)
        # A font may draw ﬂ for f and l, and have no character ﬂ.
        wanted = (char, *letters) if len(letters) > 1 else tuple(letters and char)
        faces_asked = (run.faces,) if char.isalpha() else (run.faces, upright)
        asked = [
            known
            for names, each in product(faces_asked, wanted)
            if (known := face_for(each, names))
        ]
        if asked and face not in asked:
            return next(name for name in run.faces if faces()[name] is asked[0]).replace("-", " ")
    return ""


# Within a text ------------------------------------------------------------------------------------

MOST_SLID = 0.04
"""How far in em a glyph may be from its place, seen from the one before it in its run."""
MOST_FROM_FIRST = 0.02
"""How far in em a glyph may be from its place, seen from the first of its run."""
MORE_PER_GLYPH = 0.001
"""How much further that may be with each glyph.

The engine writes advances in whole thousandths of an em, always rounded down: at the end of a line
of eighty glyphs that may come to a quarter of the narrowest digit, which is 0.4 em wide.
"""
MOST_DEFORMED = 0.02
"""By how much of an em a glyph may be shaped otherwise than the first of its run."""


def compare_glyphs(glyphs: Sequence[Glyph], run: Run) -> str:
    """Return the first fault within `glyphs`, drawn for a laid out run; "" if there is none."""
    if len(glyphs) != len(run.letters):
        return f"is drawn with {len(glyphs)} glyphs, laid out were {len(run.letters)}"
    first, start = glyphs[0], run.letters[0]
    a, b, c, d, x, y = first.matrix
    wide, em = math.hypot(a, b) or 1.0, math.hypot(c, d)
    across, up = a / wide, b / wide
    before = (0.0, 0.0)
    for number, (glyph, letter) in enumerate(zip(glyphs, run.letters, strict=True)):
        e, f, g, h, glyph_x, glyph_y = glyph.matrix
        along, above = letter.along - start.along, letter.above - start.above
        off = glyph_x - x - along * across + above * up, glyph_y - y - along * up - above * across
        if glyph.code != letter.code:
            return f"has “{glyph.char}” where another glyph was laid out"
        if number and glyph.bounds is None:  # a space may be anywhere before the next glyph
            continue
        far = math.hypot(*off)
        most = (MOST_FROM_FIRST + MORE_PER_GLYPH * number) * em
        if far > most or math.dist(off, before) > MOST_SLID * em:
            return f"has “{glyph.char}” {far:.1f} pt from where it was laid out"
        if max(abs(e - a), abs(f - b), abs(g - c), abs(h - d)) > MOST_DEFORMED * em:
            return f"has “{glyph.char}” in another size or slope than was laid out"
        before = off
    return ""


# Edges --------------------------------------------------------------------------------------------


def check_page_edges(runs: Sequence[TextRun], edges: Sequence[Bounds]) -> Iterator[RunFault]:
    """Yield the texts with a letter beyond the edge of its page, given in pt."""
    for run in runs:
        left, bottom, right, top = edges[run.page]
        page = (left - MOST_OVER, bottom - MOST_OVER, right + MOST_OVER, top + MOST_OVER)
        if hull([page, *run.boxes]) != page:
            found = "reaches over the edge of its page"
            yield RunFault(run, _place_fault("edge", found, run.text, run.page))


# Lines --------------------------------------------------------------------------------------------

LEAST_SPARE = 1.5
"""How much in pt must be left beside a word to say that there was room for it.

Kerning and rounding make up less than 0.5; the lines that the engine breaks by mistake (see `GAP`
in `page/markdown.py`) leave half a line and more.
"""


def check_lines(sheets: Sequence[LaidSheet]) -> Iterator[Fault]:
    """Yield the lines that end though the next word has room on them."""
    for page, sheet in enumerate(sheets, start=1):
        for line in sheet.lines:
            if line.following and line.room - line.width > LEAST_SPARE:
                found = f"is on a line that has room for “{line.following}”"
                fault = Fault(kind="break", found=found, words=line.text, context=line.context)
                yield replace(fault, page=page)


# Margins ------------------------------------------------------------------------------------------


def check_margins(
    promised: Sequence[Margin], first_promises: Sequence[int], sheets: Sequence[LaidSheet]
) -> Iterator[Fault]:
    """Yield the margin boxes that do not show what is `promised`, page by page.

    Running titles and page numbers are not read aloud and belong to no text of the page. Each is
    promised by its margin box, from a place in the text on. `first_promises` has for each page the
    promise that its first words belong to.
    """
    pairs = zip(sheets, first_promises, strict=True)
    for page, (sheet, first_promise) in enumerate(pairs, start=1):
        shown, expected = _margin_words(sheet), _expected_margins(promised, page, first_promise)
        for box in sorted({*shown, *expected}):
            words, margin = shown.get(box, ""), expected.get(box)
            wanted = ""
            if margin is not None:
                wanted = f"{page}/{len(sheets)}" if margin.folio else margin.words
            if not is_read_as(words, wanted):
                quoted = f"“{bound_letters(words)}”" if words else "nothing"
                yield Fault(
                    kind="margin",
                    found=f"has {quoted} in its margin at the {box}",
                    expected=f"“{wanted}”" if wanted else "nothing",
                    context=margin.context if margin else "",
                    page=page,
                )


def find_first_promises(
    starts: Sequence[tuple[int, int]], places: Sequence[range | None], pages: int
) -> tuple[int, ...]:
    """Return, for each of `pages`, the promise that its first words are a part of; -1 for none.

    `starts` are the positions in the words of the PDF of each piece of text, with its page;
    `places` are where the promises are in them, None for tables and missing texts. A page without
    words goes on with the text before it.
    """
    known = [(place.start, number) for number, place in enumerate(places) if place is not None]
    first_promises: list[int] = []
    for page in range(1, pages + 1):
        here = [place for place, on in starts if on == page]
        before = [place for place, on in starts if on < page]
        first = min(here) if here else max(before, default=-1)
        at = bisect_right(known, first, key=lambda pair: pair[0])
        first_promises.append(known[at - 1][1] if at else -1)
    return tuple(first_promises)


def _margin_words(sheet: LaidSheet) -> Mapping[str, str]:
    texts: dict[str, str] = defaultdict(str)
    for run in sheet.runs:
        if run.margin:
            texts[run.margin] += free_letters(run.text) if is_transformed(run) else run.text
    return {box: " ".join(words.split()) for box, words in texts.items() if words.strip()}


def _expected_margins(
    promised: Sequence[Margin], page: int, first_promise: int
) -> Mapping[str, Margin]:
    """Return the promise of each margin box of a page; `outer` and `inner` are left or right."""
    outer, inner = ("right", "left") if page % 2 else ("left", "right")
    return {
        margin.box.replace("outer", outer).replace("inner", inner): margin
        for margin in promised
        if margin.start <= first_promise and margin.pages in ("all", outer)
    }


# Shaped scripts -----------------------------------------------------------------------------------
#
# In some scripts the form of a letter depends on its neighbours, or lines run from right to left. A
# glyph alone then does not say which letters it is for, nor in which order they are read. So the
# text that the layout has in its place is shaped again, with our own font file and HarfBuzz: if
# that gives the very glyphs that are drawn, in their order, they are this text.

MOST_FROM_START = 1.0
"""How far in pt a shaped text may begin from where it was laid out."""
FEATURES: tuple[Mapping[str, bool], ...] = ({}, {"lnum": True}, {"lnum": True, "tnum": True})
"""The font features that our style sheets ask for in figures."""
LEADING_MARK = re.compile(rf"\s*([{COMBINING_MARKS}])")
"""A sign that is written on a letter, at the beginning of a text."""
SHARED_SCRIPTS = ("Zyyy", "Zinh", "Zzzz")
"""The scripts of characters that belong to all scripts."""
INKLESS = ("Cc", "Cf", "Zl", "Zp", "Zs")
"""The categories of characters that leave no ink."""


def read_shaped(
    runs: Sequence[TextRun], sheets: Sequence[LaidSheet]
) -> tuple[tuple[TextRun, ...], tuple[RunFault, ...]]:
    """Return `runs`, the shaped ones with their texts, and the faults of those without one."""
    read: list[TextRun] = []
    faults: list[RunFault] = []
    for run in runs:
        text: str | None = None
        if run.actual_text is not None or any(glyph.face.shaped for glyph in run.glyphs):
            laid_out = sheets[run.page].runs if run.page < len(sheets) else ()
            texts = (each.text for each in laid_out if _begins_at(run, each))
            text = next((text for text in texts if _gives_glyphs(run, text)), None)
            if text is None:
                found = "is not drawn as its font shapes any text that was laid out there"
                faults.append(_shaping_fault("glyph", found, run))
            elif mark := LEADING_MARK.match(text):
                found = f"begins with “{mark[1]}”, apart from the letter it is written on"
                faults.append(_shaping_fault("glyph", found, run))
        if run.actual_text is not None and text_letters(run.actual_text) != text_letters(
            text or ""
        ):
            found = f"says “{run.actual_text}” in place of a text"
            faults.append(_shaping_fault("tags", found, run))
        read.append(run if text is None else replace(run, shaped_text=text))
    return tuple(read), tuple(faults)


def _shaping_fault(kind: FaultKind, found: str, run: TextRun) -> RunFault:
    return RunFault(run, _place_fault(kind, found, run.text, run.page))


def _begins_at(run: TextRun, laid_out: Run) -> bool:
    """Tell whether a run begins where the layout has a text, on its line."""
    steady = [glyph for glyph in run.glyphs if glyph.face.advance(glyph.code)]
    if not steady:
        return False
    *_, x, y = steady[0].matrix
    return abs(laid_out.x - x) < MOST_FROM_START and abs(laid_out.y - y) < MOST_FROM_START


class _ShapingOptions(NamedTuple):
    backwards: bool
    """Whether the text is read from right to left."""
    features: int
    """Which of FEATURES are asked for."""
    script: str
    """The script to assume for figures and signs, which have none of their own."""


def _gives_glyphs(run: TextRun, text: str) -> bool:
    """Tell whether a text, shaped with our fonts, gives the glyphs of a run in order."""
    inked = tuple(glyph for glyph in run.glyphs if glyph.bounds is not None)
    scripts = dict.fromkeys(unicodedata.script(char) for char in text)
    return any(
        _gives_glyphs_with(inked, text, rtl=rtl, features=features, script=script)
        for rtl in (True, False)
        for features in range(len(FEATURES))
        for script in (*(script for script in scripts if script not in SHARED_SCRIPTS), "")
    )


def _gives_glyphs_with(
    inked: Sequence[Glyph], text: str, *, rtl: bool, features: int, script: str
) -> bool:
    at = 0
    for part, backwards in visual_parts(text, rtl=rtl):
        end = _match_glyphs(inked, at, part, _ShapingOptions(backwards, features, script))
        if end is None:
            return False
        at = end
    return at == len(inked)


def visual_parts(text: str, *, rtl: bool) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a line from left to right, each with whether it is read backwards.

    By Unicode's bidirectional algorithm, in a paragraph that is read from right to left or not.
    """
    bidi = icu.Bidi()
    # Characters beyond the first plane count twice, as in UTF-16.
    units = text.encode("utf-16-le")
    bidi.setPara(icu.UnicodeString(text), int(rtl))
    for number in range(bidi.countRuns()):
        start, length, direction = bidi.getVisualRun(number)
        yield units[2 * start : 2 * (start + length)].decode("utf-16-le"), bool(direction)


def _match_glyphs(
    inked: Sequence[Glyph], at: int, text: str, options: _ShapingOptions
) -> int | None:
    """Return where in the glyphs a part of a line ends that begins at `at`; None if it differs."""
    while text:
        if at == len(inked):
            has_ink = any(unicodedata.category(char) not in INKLESS for char in text)
            return None if has_ink else at
        face = inked[at].face
        for length in range(_length_in_face(face, text, options.backwards), 0, -1):
            part = text[-length:] if options.backwards else text[:length]
            codes = _shape_text(face, part, options)
            here = inked[at : at + len(codes)]
            if all(one.face is face for one in here) and tuple(one.code for one in here) == codes:
                at += len(codes)
                text = text[:-length] if options.backwards else text[length:]
                break
        else:
            return None
    return at


def _length_in_face(face: FontFace, text: str, backwards: bool) -> int:
    """Return how many characters, from the left end on, a face has that are of one script."""
    seen = ""
    for number, char in enumerate(text[::-1] if backwards else text):
        script = unicodedata.script(char)
        own = "" if script in SHARED_SCRIPTS else script
        unknown = char not in face.characters and unicodedata.category(char) not in INKLESS
        if unknown or (own and seen and own != seen):
            return number
        seen = own or seen
    return len(text)


@cache
def _shape_text(face: FontFace, text: str, options: _ShapingOptions) -> tuple[int, ...]:
    """Return the numbers of the glyphs that leave ink, from left to right."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    if options.script and all(unicodedata.script(char) in SHARED_SCRIPTS for char in text):
        buffer.script = options.script
    buffer.direction = "rtl" if options.backwards else "ltr"
    uharfbuzz.shape(_harfbuzz_font(face), buffer, dict(FEATURES[options.features]))
    codes = (info.codepoint for info in buffer.glyph_infos)
    return tuple(code for code in codes if face.bounds(code) is not None)


@cache
def _harfbuzz_font(face: FontFace) -> uharfbuzz.Font:
    blob = uharfbuzz.Blob.from_file_path(str(face.path))
    return uharfbuzz.Font(uharfbuzz.Face(blob, face.index))
